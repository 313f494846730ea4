"""Published boards and figures, in the form that the tests of the engine like best; `taquin.datasets` holds them."""

from __future__ import annotations

from dataclasses import dataclass

from taquin import Puzzle
from taquin.datasets import dataset, distance_counts


@dataclass(frozen=True)
class Published:
    number: int
    puzzle: Puzzle
    length: int
    nodes: int = 0


def _read(name: str, length: str = "length", nodes: str = "") -> list[Published]:
    return [
        Published(int(one.id), one.puzzle, int(one.figures[length]), int(one.figures.get(nodes, 0)))
        for one in dataset(name).instances()
        if length in one.figures
    ]


def korf100() -> list[Published]:
    return _read("korf100", nodes="nodes")


def korf50() -> list[Published]:
    return _read("korf50")


def antipodes() -> list[Published]:
    return _read("antipodes15")


def deepcubea15() -> list[Published]:
    """Only where TAQUIN_DATA names the folder that holds it: it does not come with the project."""
    return _read("deepcubea15", length="optimal")


def distances(board: str, home: str, metric: str) -> list[int]:
    """How many boards lie at each distance."""
    width, height = map(int, board.split("x"))
    found = distance_counts(width, height, home, metric)
    assert found is not None
    return list(found.counts)
