"""Rubbish in, one line out: `make fuzz` throws what a fuzzer invents at everything that reads.

`targets.py` and `engines.py` hold the targets, `core/fuzz/` those of the core, and `__main__.py` runs them. What was
worth keeping is in `corpus/`, and tests/test_fuzz.py replays it.
"""
