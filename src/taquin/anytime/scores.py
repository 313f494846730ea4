"""The score by which the boards of a shape are searched as a whole, where there is one.

The best score has learned weights and overhead tables. Tables are built only where that takes little of the time;
without them the weights of everything else are still better than the formula. Where time or memory is too short for
the weights, the formula serves, on boards that it is good enough for. All other boards flow.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from taquin import native
from taquin.anytime.budget import SCORE_MEMORY
from taquin.anytime.weights import board_weights
from taquin.names import Metric
from taquin.result import Limits
from taquin.tables.overhead import building_seconds, fits, forget_others, overhead_tables

__all__ = ["fits_formula", "fits_weights", "load_score", "must_build_tables"]

_FORMULA_CELLS: Final = native.SMALL_POSITION_CELLS
"""Up to so many cells a board can be searched by the formula; beyond, the flow is better."""
_LONG_SIDE = 10
"""Cells. Boards with a longer side count as thin where that side is also many times the other one: there a beam over
whole boards does not see that it comes nearer."""
_FORMULA_SIDES = 2.5
"""How many times longer one side may be for the formula."""
_LEARNED_SIDES = 3
"""The same for learned weights."""
_BUILDING_SECONDS = 4.0
"""Seconds that building the tables of a shape may take where there is no time limit. They are kept, so it happens
once."""
_BUILDING_PART = 0.15
"""The part of a time limit that building may take."""
_READING_SECONDS = 0.2
"""Seconds. With a shorter time limit, tables and weights of a board of _READING_CELLS are not read: that takes a fifth
of so much. For other boards the limit grows as the cube of their cells (measured 2026-11)."""
_READING_CELLS = 64
"""Cells of the board of that measurement."""
_BYTES_PER_PAIR = 32
"""Memory for the weights of two neighbors in two cells, in all phases, while they are read: as learned, and as they are
used (31 bytes at 7x7 to 10x10, measured 2026-11)."""


def fits_formula(width: int, height: int) -> bool:
    """Whether boards of this shape can be searched as a whole by the formula."""
    return width * height <= _FORMULA_CELLS and not _thin(width, height, _FORMULA_SIDES)


def fits_weights(width: int, height: int) -> bool:
    """Whether boards of this shape can be searched as a whole by learned weights."""
    return fits(width, height) and not _thin(width, height, _LEARNED_SIDES)


def _thin(width: int, height: int, sides: float) -> bool:
    return max(width, height) > max(_LONG_SIDE, sides * min(width, height))


def must_build_tables(width: int, height: int, limits: Limits) -> bool:
    """Whether tables that make the score better will be built for this search, which takes a while."""
    return _affordable(width, height, limits) and 0 < building_seconds(width, height) <= _time_to_build(limits)


def load_score(
    width: int,
    height: int,
    limits: Limits,
    stopped: Callable[[], bool],
    build: bool = True,
    on_warning: Callable[[str], None] | None = None,
    metric: Metric = "stm",
) -> native.core.BoardScores | None:
    """The native score of a shape in a metric, or None where its boards flow, or the search is `stopped`. Without
    `build` it is there at once. `on_warning` is told of a table that must not be used.
    """
    if limits.memory is not None:
        _forget_others(width, height)
    if not _affordable(width, height, limits):
        return _formula_score(width, height) if fits_formula(width, height) else None
    seconds = _time_to_build(limits) if build else 0.0
    memory = _memory_for_tables(width, height, limits)
    tables = overhead_tables(width, height, seconds=seconds, memory=memory, stopped=stopped, on_warning=on_warning)
    weights = _weights(width, height, metric)
    return None if stopped() else _learned_score(width, height, tables, weights)


def _forget_others(width: int, height: int) -> None:
    """Let go of what belongs to other shapes: where memory is limited, one score at a time."""
    global _shape
    if _shape != (width, height):
        _shape = width, height
        forget_others(width, height)
        for cached in (_weights, _learned_score, _formula_score):
            cached.cache_clear()


_shape: tuple[int, int] | None = None
"""Of the last search with a limit on memory."""


def _affordable(width: int, height: int, limits: Limits) -> bool:
    memory = _memory_for_tables(width, height, limits)
    return fits_weights(width, height) and _time_to_read(width, height, limits) and (memory is None or memory >= 0)


def _time_to_build(limits: Limits) -> float:
    return _BUILDING_SECONDS if limits.seconds is None else _BUILDING_PART * limits.seconds


def _time_to_read(width: int, height: int, limits: Limits) -> bool:
    cells = width * height
    return limits.seconds is None or limits.seconds >= _READING_SECONDS * (cells / _READING_CELLS) ** 3


def _memory_for_tables(width: int, height: int, limits: Limits) -> int | None:
    if limits.memory is None:
        return None
    pairs = 2 * width * height - width - height
    return int(SCORE_MEMORY * limits.memory) - _BYTES_PER_PAIR * pairs * (width * height) ** 2


@lru_cache(maxsize=4)
def _weights(width: int, height: int, metric: Metric) -> native.core.LearnedWeights | None:
    return board_weights(width, height, metric)


@lru_cache(maxsize=4)
def _learned_score(
    width: int, height: int, tables: native.core.OverheadTables | None, weights: native.core.LearnedWeights | None
) -> native.core.BoardScores:
    return native.core.BoardScores(width, height, tables, weights, 0.0, 0.0)


@lru_cache(maxsize=4)
def _formula_score(width: int, height: int) -> native.core.BoardScores:
    cells = width * height
    power, border = (1.5, 0.0) if cells <= 25 else (1.5, 1.0) if cells <= 36 else (1.7, 4.0)
    return native.core.BoardScores(width, height, None, None, power, border)
