"""The learned prices of the score by which a beam ranks whole boards (core/pattern_score.hpp), a file for each shape.

A file is JSON, a list of phases from far to near, because what is good far from home is not what is good near it. Of
each: `from`, the Manhattan distance of a beam's nearest board down to which it is in force; `tile` the price of every
tile in every cell (by the tile's home cell, then by cell, in a goal with the blank last), `row` and `column` the price
of a conflict in each line, `excess` the price of half the excess of each pattern of `squares` (tables/partition.py),
`pair` the price of each pair of neighbours in every two cells: signed bytes in units of `UNIT`,
compressed, in base64. `learn.py` makes the files; for other shapes a formula has to do.
"""

from __future__ import annotations

import base64
import json
import zlib
from array import array
from functools import lru_cache
from pathlib import Path
from typing import Any

from taquin import native

__all__ = ["NAMES", "UNIT", "as_file", "board_weights", "path_of"]

NAMES = ("tile", "row", "column", "excess")
UNIT = 0.04


def path_of(width: int, height: int) -> Path:
    """The file of a shape, which need not exist."""
    return Path(__file__).with_name(f"{width}x{height}.json")


@lru_cache(maxsize=8)
def board_weights(width: int, height: int) -> Any:
    """The native weights of a shape, or None where none have been learned."""
    path = path_of(width, height)
    if native.core is None or not path.exists():
        return None
    phases = []
    for fields in json.loads(path.read_text()):
        pairs = zlib.decompress(base64.b64decode(fields["pair"]))
        phases.append(native.core.BoardWeights(*(fields[name] for name in NAMES), pairs, UNIT, fields["from"]))
    return native.core.LearnedWeights(phases)


def as_file(weights: Any) -> list[dict[str, Any]]:
    """Native weights as their file holds them."""
    file: list[dict[str, Any]] = []
    for phase in weights.phases:
        pairs = array("b", (max(-127, min(127, round(price / UNIT))) for price in phase.pair)).tobytes()
        fields = {name: [round(value, 2) for value in getattr(phase, name)] for name in NAMES}
        packed = base64.b64encode(zlib.compress(pairs, 9)).decode()
        file.append({"from": phase.from_, **fields, "pair": packed})
    return file
