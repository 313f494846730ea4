"""The figures of `make bench` as records, so that `diff` can compare two releases.

benchmarks/results.json is an object of sections, each of measurements, each of figures: means over some passes, whose
single values are in `samples`, a list a figure. Each pass becomes a record, its number `repeat`. `environment` says
where it was measured.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["bench_records"]


def bench_records(content: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """One record a pass of a measurement."""
    environment = content.get("environment")
    for section, measurements in content.items():
        if section == "environment" or not isinstance(measurements, dict):
            continue
        for name, figures in measurements.items():
            if not isinstance(figures, dict):
                continue
            base = {"measure": "bench", "dataset": section, "name": name}
            base |= {} if environment is None else {"environment": environment}
            samples = figures.get("samples", {})
            single = {key: value for key, value in figures.items() if key not in ("samples", *samples)}
            for number in range(max(map(len, samples.values()), default=1)):
                values = {key: passes[number] for key, passes in samples.items() if number < len(passes)}
                yield {**base, "repeat": number + 1, **single, **values}
