"""How many boards lie at each distance from a goal, counted without keeping any distance.

Whole spaces up to 12 cells (4x3: 240 million boards, some tens of seconds), first levels up to 16 cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from taquin import native
from taquin.board import Board

__all__ = ["distance_counts", "level_counts"]

_SLICE_SECONDS: Final = 0.03
"""Seconds of counting between two looks at Ctrl-C."""


def distance_counts(goal: Board, multi_tile: bool = False) -> list[int]:
    """How many boards lie at each distance from the goal; only the cell of its blank matters. Up to 12 cells."""
    native.require_native()
    largest = native.DENSE_ENUMERATION_CELLS
    if not 4 <= len(goal) <= largest or min(goal.shape) < 2:
        raise ValueError(f"whole spaces are counted up to {largest} cells; level_counts counts the first levels")
    space = native.core.DenseEnumeration(*goal.shape, goal.blank, multi_tile)
    while not space.step(_SLICE_SECONDS):
        pass
    return space.counts


def level_counts(goal: Board, multi_tile: bool = False) -> Iterator[int]:
    """The same level by level, as many as the caller asks for. Up to 16 cells; memory grows with the level."""
    native.require_native()
    levels = native.core.SparseEnumeration(*goal.shape, goal.blank, multi_tile)
    while levels.counts[-1]:
        yield levels.counts[-1]
        while not levels.step(_SLICE_SECONDS):
            pass
