"""Measurements, not tests: `python -m benchmarks` prints figures and writes them as JSON."""
