"""The learned weights of the score by which a beam ranks whole boards (core/anysize/board/), a file for each shape.

A file is JSON: `symmetry` says which places weigh the same (symmetry_classes.hpp); `phases` is a list from far to near,
because what is good far from home is not what is good near it. Of each phase:

    from           the Manhattan distance of a beam's nearest board down to which the phase is in force
    tile           the weight of every tile in every cell, by the tile's home cell, in a goal with the blank last
    row, column    the weight of a conflict in each line
    overhead       the weight of half the overhead of each pattern of `squares` (tables/partition.py)
    pair           the weight of each pair of neighbors in every two cells, one for each symmetry class (packing.py)

Other shapes take the weights of a square (transfer.hpp).
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from taquin import native
from taquin.anytime.weights.packing import pack, unpack
from taquin.names import Metric
from taquin.tables.overhead import fits
from taquin.tables.partition import squares

__all__ = ["as_file", "board_weights", "path_of"]

_NAMES = ("tile", "row", "column", "overhead")
_SUFFIX: Final[dict[Metric, str]] = {"stm": "", "mtm": "-slides"}
"""Of a file's name: what is good where moves count is not what is good where slides do."""
_SQUARES: Final[dict[Metric, tuple[int, ...]]] = {"stm": (5, 6, 7, 8, 10), "mtm": (5, 6, 7, 8)}
"""Sides of the squares that have files, whose weights other shapes take."""


def path_of(width: int, height: int, metric: Metric = "stm") -> Path:
    """The file of a shape, which need not exist."""
    return Path(__file__).with_name(f"{width}x{height}{_SUFFIX[metric]}.json")


def board_weights(width: int, height: int, metric: Metric = "stm") -> native.core.LearnedWeights | None:
    """The native weights of a shape: learned for beams that count moves or slides, or else transferred from a square;
    None where there are none."""
    if not fits(width, height):
        return None
    if path_of(width, height, metric).exists():
        return _learned(width, height, metric)
    sides = _SQUARES[metric]
    side = next((side for side in sides if side * side >= width * height), sides[-1])
    return _learned(side, side, metric).transfer(_groups(side, side), width, height, _groups(width, height))


@lru_cache(maxsize=4)
def _learned(width: int, height: int, metric: Metric) -> native.core.LearnedWeights:
    file = json.loads(path_of(width, height, metric).read_text())
    phases = [(*(fields[name] for name in _NAMES), unpack(fields["pair"]), fields["from"]) for fields in file["phases"]]
    core = native.core
    return core.LearnedWeights(core.Symmetry[file["symmetry"]], core.WEIGHT_UNIT, phases)


def _groups(width: int, height: int) -> list[tuple[int, ...]]:
    return [group for partition in squares(width, height) for group in partition]


def as_file(weights: native.core.LearnedWeights) -> dict[str, Any]:
    """Native weights as their file holds them."""
    phases = []
    for *numbers, pairs, begin in weights.packed(native.core.WEIGHT_UNIT):
        fields = {name: [round(value, 2) for value in values] for name, values in zip(_NAMES, numbers, strict=True)}
        phases.append({"from": begin, **fields, "pair": pack(pairs)})
    return {"symmetry": weights.symmetry.name, "phases": phases}
