"""How many boards lie at each distance from the goal: the complete distributions that have been published."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from taquin.datasets.compact import data_lines

__all__ = ["SOURCE", "DistanceCounts", "distance_counts", "distance_series"]

SOURCE: Final = (
    "Korf and Schultze 2005, Large-scale parallel breadth-first search, AAAI-05; OEIS A089473, A090031, A151944 "
    "and others"
)


@dataclass(frozen=True, slots=True)
class DistanceCounts:
    """A series: `counts[d]` boards need exactly d moves. `home` is where the goal has its blank."""

    width: int
    height: int
    home: str
    metric: str
    complete: bool
    counts: tuple[int, ...]


@cache
def distance_series() -> tuple[DistanceCounts, ...]:
    """All published series."""
    series = []
    for line in data_lines("distances.txt"):
        shape, home, metric, state, *counts = line.split()
        width, height = map(int, shape.split("x"))
        series.append(DistanceCounts(width, height, home, metric, state == "complete", tuple(map(int, counts))))
    return tuple(series)


def distance_counts(width: int, height: int, home: str = "corner", metric: str = "stm") -> DistanceCounts | None:
    """The series of this board, either way round; None where none is published."""
    for series in distance_series():
        same_shape = sorted((series.width, series.height)) == sorted((width, height))
        if same_shape and (series.home, series.metric) == (home, metric):
            return series
    return None
