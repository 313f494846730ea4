"""The learned prices of the score by which a beam ranks whole boards (core/pattern_score.hpp), a file for each shape.

A file is JSON: `tile` the price of every tile in every cell (by the tile's home cell, then by cell, in a goal with the
blank last), `row` and `column` the price of a conflict in each line, `excess` the price of half the excess of each
pattern of `squares` (tables/partition.py), `pair` the price of each pair of neighbours in every two cells: signed
bytes in units of `UNIT`, compressed, in base64. `learn.py` makes the files; for other shapes a formula has to do.
"""

from __future__ import annotations

import base64
import json
import zlib
from array import array
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from taquin import native

__all__ = ["NAMES", "UNIT", "board_weights", "pack_pairs", "path_of"]

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
    fields = json.loads(path.read_text())
    pair = zlib.decompress(base64.b64decode(fields["pair"]))
    return native.core.BoardWeights(*(fields[name] for name in NAMES), pair, UNIT)


def pack_pairs(prices: Sequence[float]) -> str:
    """The pairs' prices as a file holds them."""
    values = array("b", (max(-127, min(127, round(price / UNIT))) for price in prices))
    return base64.b64encode(zlib.compress(values.tobytes(), 9)).decode()
