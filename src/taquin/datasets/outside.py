"""Sets that are not ours to hand on: read from the folder that the environment variable TAQUIN_DATA names.

A file has comments, the last of them naming its columns, then tab-separated lines; `tiles` are the cells of a board
towards the goal 1, 2, 3, ... with the blank last, and `-` is a figure that nobody knows.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from math import isqrt
from pathlib import Path
from typing import Final

from taquin.board import Board
from taquin.datasets.dataset import Dataset, Instance
from taquin.errors import ParseError, TaquinError
from taquin.puzzle import Puzzle

__all__ = ["OUTSIDE", "is_present", "outside"]

OUTSIDE: Final = {f"deepcubea{size}": f"deepcubea{size}_first100.tsv" for size in (15, 24, 35, 48)}
_SOURCE: Final = (
    "Agostinelli, McAleer, Shmakov, Baldi 2019, Solving the Rubik's cube with deep reinforcement learning and search, "
    "Nature Machine Intelligence 1; not uniformly random"
)
_FIGURES: Final = {
    "manhattan": "Manhattan distance",
    "optimal": "shortest length, where known",
    "deepcubea": "length of DeepCubeA's solution",
    "deepcubea_s": "its seconds on a GPU",
}


def is_present(name: str) -> bool:
    """Whether the file of this set is there."""
    return bool(os.environ.get("TAQUIN_DATA")) and (Path(os.environ["TAQUIN_DATA"]) / OUTSIDE[name]).is_file()


def outside(name: str) -> Dataset:
    """One of OUTSIDE; raises TaquinError where its file is not there."""
    if not is_present(name):
        raise TaquinError(
            f"the dataset {name} does not come with taquin: set TAQUIN_DATA to the folder that holds {OUTSIDE[name]}"
        )
    path = Path(os.environ["TAQUIN_DATA"]) / OUTSIDE[name]
    cells = int(name.removeprefix("deepcubea")) + 1
    side = isqrt(cells)
    return Dataset(
        name=name,
        title=f"boards of DeepCubeA's {cells - 1}-puzzle test set",
        source=_SOURCE,
        shape=(side, side),
        count=sum(1 for _ in _lines(path)) - 1,
        goal="blank-last",
        read=lambda: _read(path),
        figures=_FIGURES,
    )


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The names of the columns, then the columns of every line."""
    names: list[str] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if line.startswith("#"):
            names = line.lstrip("# ").split("\t")
        elif line.strip():
            if names:
                yield number, names
                names = []
            yield number, line.split("\t")


def _read(path: Path) -> Iterator[Instance]:
    lines = _lines(path)
    names = next(lines)[1]
    for number, columns in lines:
        try:
            row = dict(zip(names, columns, strict=True))
            board = Board([int(tile) for tile in row["tiles"].split()])
            figures = {name: float(row[name]) for name in _FIGURES if row.get(name, "-") != "-"}
        except (KeyError, ValueError) as error:
            raise ParseError(f"not a line of a dataset: {error}", source=str(path), line=number) from None
        whole = {name: int(value) if value.is_integer() else value for name, value in figures.items()}
        yield Instance(row["id"], Puzzle(board), whole)
