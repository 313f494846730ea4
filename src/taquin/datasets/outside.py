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
from taquin.datasets.instances import Dataset, Instance
from taquin.errors import ParseError, TaquinError
from taquin.puzzle import Puzzle

__all__ = ["OUTSIDE", "is_present", "outside"]

OUTSIDE: Final = {
    "deepcubea15": "b265a5e3558b20f6f3cb1f5ed83be04114979e7bef10ebdec8cb3f3357509275",
    "deepcubea24": "9c2dce21c4462029c7179f21cd5a141472d6a91ad5c4f592333ecab3a3418ab2",
    "deepcubea35": "2f8bcb505ee4d1a6e9420db2b2f046a19b1300d37c387eeedae2a5126b879440",
    "deepcubea48": "a4190e51e924e9f261c25f38b677ca3aad102923e554f65a41ce85f96efc0ba4",
}
"""The names with their checksums: the first 100 boards of each set."""
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
    return bool(os.environ.get("TAQUIN_DATA")) and _path(name).is_file()


def outside(name: str) -> Dataset:
    """One of OUTSIDE; raises TaquinError where its file is not there."""
    if not is_present(name):
        raise TaquinError(
            f"the dataset {name} does not come with taquin: set TAQUIN_DATA to the folder that holds {_file(name)}"
        )
    path = _path(name)
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
        registered=OUTSIDE[name],
        remedy=f"{path} must be the first 100 boards",
    )


def _file(name: str) -> str:
    return f"{name}_first100.tsv"


def _path(name: str) -> Path:
    return Path(os.environ["TAQUIN_DATA"]) / _file(name)


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
