"""The learned prices of the score by which a beam ranks whole boards (core/pattern_score.hpp), a file for each shape.

A file is JSON: `tile` the price of every tile in every cell (by the tile's home cell, then by cell, in a goal with the
blank last), `row` and `column` the price of a conflict in each line, `excess` the price of half the excess of each
pattern of `taquin.tables.squares`. `learn.py` makes the files; for other shapes a formula has to do.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from taquin import native

__all__ = ["board_weights", "path_of"]


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
    return native.core.BoardWeights(*(fields[name] for name in ("tile", "row", "column", "excess")))
