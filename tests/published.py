"""Published boards and figures, read from tests/data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from taquin import Board, Puzzle
from tests.support import ROOT

DATA = ROOT / "tests" / "data"


@dataclass(frozen=True)
class Published:
    number: int
    puzzle: Puzzle
    length: int
    nodes: int = 0


def _lines(name: str) -> Iterator[list[str]]:
    for line in (DATA / name).read_text().splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def _board(text: str, width: int) -> Board:
    return Board(list(map(int, text.split())), width)


def korf100() -> list[Published]:
    goal = Board.blank_first(4)
    return [
        Published(int(row[0]), Puzzle(_board(row[1], 4), goal), int(row[3]), int(row[5]))
        for row in _lines("korf100.tsv")
    ]


def korf50() -> list[Published]:
    goal = Board.blank_first(5)
    return [Published(int(row[0]), Puzzle(_board(row[1], 5), goal), int(row[2])) for row in _lines("korf50.tsv")]


def antipodes() -> list[Published]:
    return [
        Published(number, Puzzle(_board(row[0], 4)), 80)
        for number, row in enumerate(_lines("antipodes15.txt"), start=1)
    ]


def deepcubea15() -> list[Published]:
    return [
        Published(int(row[0]), Puzzle(_board(row[1], 4)), int(row[3]))
        for row in _lines("deepcubea15_first100.tsv")
        if row[3] != "-"
    ]


def distances(board: str, home: str, metric: str) -> list[int]:
    """How many boards lie at each distance."""
    return [int(row[4]) for row in _lines("distances.tsv") if row[:3] == [board, home, metric]]
