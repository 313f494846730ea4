"""The files in `data/`: comments, a line with the names of the columns, then one line a board.

A board is one character a cell, `0` the blank, then 1-9 and a-z; the first two columns are `id` and `board`. A column
`goal` has the name of a goal where not all boards have the same one, and "-" stands for a figure that a board does not
have. This is the form of these files only, and no format of `notation/`: nobody is asked to read or write it, and
without the shape, which comes from the set, `123456780` would be a board and a number.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from taquin.board import Board
from taquin.datasets.instances import Instance
from taquin.puzzle import GOALS, Puzzle

__all__ = ["data_lines", "read_compact"]


def data_lines(name: str) -> list[str]:
    """The lines of a file in `data/` without its comments."""
    text = files("taquin.datasets").joinpath("data", name).read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def read_compact(name: str, width: int, goal: str) -> Iterator[Instance]:
    """The instances of a file in `data/`; its boards have this goal, where no column says otherwise."""
    head, *lines = data_lines(name)
    columns = head.split()
    for line in lines:
        cells = dict(zip(columns, line.split(), strict=True))
        number, board = cells.pop("id"), cells.pop("board")
        start = Board([int(cell, 36) for cell in board], width)
        target = GOALS[cells.pop("goal", goal)](*start.shape)
        figures = {column: int(figure) for column, figure in cells.items() if figure != "-"}
        yield Instance(number, Puzzle(start, target), figures)
