"""The figures of `make bench` as records, so that `diff` can compare two releases.

benchmarks/results.json is an object of sections, each of measurements, each of figures. Where a measurement has
`samples`, lists of the same length, each place is a record of its own and differences get an interval.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["bench_records"]


def bench_records(content: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """One record a sample, or a measurement."""
    for section, measurements in content.items():
        if not isinstance(measurements, dict):
            continue
        for name, figures in measurements.items():
            samples = figures.get("samples") if isinstance(figures, dict) else None
            base = {"measure": "bench", "dataset": section, "name": name}
            if samples:
                for number, values in enumerate(zip(*samples.values(), strict=True), start=1):
                    yield {**base, "id": str(number), **dict(zip(samples, values, strict=True))}
            elif isinstance(figures, dict):
                yield {**base, **figures}
