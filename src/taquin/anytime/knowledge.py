"""What is known of a shape: the score by which its boards are searched as a whole.

The best has learned prices and excess tables. Tables are built only where that takes little of the time; without them
the prices of everything else are still better than a formula. That has to do, on boards that it is good enough for,
where time or memory is very short. Other boards flow.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from taquin import native
from taquin.anytime.weights import board_weights
from taquin.result import Limits
from taquin.tables.excess import building_seconds, excess_tables, fits

__all__ = ["by_formula", "by_prices", "has_to_build", "whole_score"]

_FORMULA_CELLS, _SIDE, _FORMULA_SIDES, _LEARNED_SIDES = 64, 10, 2.5, 3
"""Boards of so many cells are searched by the formula, and larger ones by prices, unless one side is longer than this
and so many times the other: on long thin boards such a beam does not see that it comes nearer."""
_BUILDING_SECONDS, _BUILDING_PART = 4.0, 0.15
"""What building tables may cost: once for a shape, so they are kept."""
_KNOWING_SECONDS = 0.2
"""Reading the tables and prices of a board of 64 cells takes a fifth of this, of others as the cube of their cells."""
_KNOWING_PART = 4
"""Of the memory, for tables and prices."""
_BYTES_PER_PAIR = 18
"""The price of two neighbours in two cells, in all phases: as learned, and as it is used."""


def by_formula(width: int, height: int) -> bool:
    """Whether boards of this shape can be searched as a whole by the formula."""
    return width * height <= _FORMULA_CELLS and not _thin(width, height, _FORMULA_SIDES)


def by_prices(width: int, height: int) -> bool:
    """Whether boards of this shape can be searched as a whole by learned prices."""
    return native.core is not None and fits(width, height) and not _thin(width, height, _LEARNED_SIDES)


def _thin(width: int, height: int, sides: float) -> bool:
    return max(width, height) > max(_SIDE, sides * min(width, height))


def has_to_build(width: int, height: int, limits: Limits) -> bool:
    """Whether tables that make the score better will be built for this search, which takes a while."""
    return _knowable(width, height, limits) and 0 < building_seconds(width, height) <= _time_to_build(limits)


def whole_score(width: int, height: int, limits: Limits, stopped: Callable[[], bool], build: bool = True) -> Any:
    """The native score of a shape, or None where its boards flow. Without `build` it is there at once."""
    if not _knowable(width, height, limits):
        return _formula_score(width, height) if by_formula(width, height) else None
    seconds = _time_to_build(limits) if build else 0.0
    memory = _memory_for_tables(width, height, limits)
    return _learned_score(width, height, excess_tables(width, height, seconds=seconds, memory=memory, stopped=stopped))


def _knowable(width: int, height: int, limits: Limits) -> bool:
    memory = _memory_for_tables(width, height, limits)
    return by_prices(width, height) and _time_to_read(width, height, limits) and (memory is None or memory >= 0)


def _time_to_build(limits: Limits) -> float:
    return _BUILDING_SECONDS if limits.seconds is None else _BUILDING_PART * limits.seconds


def _time_to_read(width: int, height: int, limits: Limits) -> bool:
    cells = width * height
    return limits.seconds is None or limits.seconds >= _KNOWING_SECONDS * (cells / _FORMULA_CELLS) ** 3


def _memory_for_tables(width: int, height: int, limits: Limits) -> int | None:
    if limits.memory is None:
        return None
    pairs = 2 * width * height - width - height
    return limits.memory // _KNOWING_PART - _BYTES_PER_PAIR * pairs * (width * height) ** 2


@lru_cache(maxsize=4)
def _learned_score(width: int, height: int, tables: Any) -> Any:
    return native.require_native().WholeScore(width, height, tables, board_weights(width, height), 0.0, 0.0)


@lru_cache(maxsize=4)
def _formula_score(width: int, height: int) -> Any:
    cells = width * height
    power, border = (1.5, 0.0) if cells <= 25 else (1.5, 1.0) if cells <= 36 else (1.7, 4.0)
    return native.require_native().WholeScore(width, height, None, None, power, border)
