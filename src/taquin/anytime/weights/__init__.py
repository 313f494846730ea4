"""The learned prices of the score by which a beam ranks whole boards (core/pattern_score.hpp), a file for each shape.

A file is JSON: `images` says which prices are images of each other (core/images.hpp), `phases` are a list from far to
near, because what is good far from home is not what is good near it. Of each: `from`, the Manhattan distance of a
beam's nearest board down to which it is in force; `tile` the price of every tile in every cell (by the tile's home
cell, then by cell, in a goal with the blank last), `row` and `column` the price of a conflict in each line, `excess`
the price of half the excess of each pattern of `squares` (tables/partition.py), `pair` the price of each pair of
neighbours in every two cells: signed bytes in units of `UNIT`, one for each class of images, compressed, in base64.
`learn.py` makes the files. Other shapes take the prices of a square (core/grown.hpp).
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from taquin import native
from taquin.anytime.weights.packing import pack, unpack
from taquin.tables.excess import fits
from taquin.tables.partition import squares

__all__ = ["UNIT", "as_file", "board_weights", "path_of"]

_NAMES = ("tile", "row", "column", "excess")
UNIT = 0.04
_SQUARES = (5, 6, 7, 8, 10)
"""Sides of squares that have files, from which other shapes grow."""


def path_of(width: int, height: int) -> Path:
    """The file of a shape, which need not exist."""
    return Path(__file__).with_name(f"{width}x{height}.json")


def board_weights(width: int, height: int) -> Any:
    """The native weights of a shape: learned, or else grown from those of a square; None where there are none."""
    if native.core is None or not fits(width, height):
        return None
    if path_of(width, height).exists():
        return _learned(width, height)
    side = next((side for side in _SQUARES if side * side >= width * height), _SQUARES[-1])
    return _learned(side, side).grown(_groups(side, side), width, height, _groups(width, height))


@lru_cache(maxsize=4)
def _learned(width: int, height: int) -> Any:
    file = json.loads(path_of(width, height).read_text())
    phases = [(*(fields[name] for name in _NAMES), unpack(fields["pair"]), fields["from"]) for fields in file["phases"]]
    return native.require_native().LearnedWeights(native.require_native().Images[file["images"]], UNIT, phases)


def _groups(width: int, height: int) -> list[tuple[int, ...]]:
    return [group for partition in squares(width, height) for group in partition]


def as_file(weights: Any) -> dict[str, Any]:
    """Native weights as their file holds them."""
    phases = []
    for *prices, pairs, begin in weights.packed(UNIT):
        fields = {name: [round(value, 2) for value in values] for name, values in zip(_NAMES, prices, strict=True)}
        phases.append({"from": begin, **fields, "pair": pack(pairs)})
    return {"images": weights.images.name, "phases": phases}
