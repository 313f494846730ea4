"""How many boards lie at each distance from a goal, counted without keeping any distance.

Whole spaces up to 12 cells (4x3: 240 million boards, some tens of seconds), first levels up to 16 cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from taquin import native
from taquin.board import Board

__all__ = ["distance_counts", "level_counts"]

_STEP: Final = 0.03  # seconds between two looks at Ctrl-C
_MAX_CELLS: Final = 12


def distance_counts(goal: Board, multi_tile: bool = False) -> list[int]:
    """How many boards lie at each distance from the goal; only the cell of its blank matters. Up to 12 cells."""
    if not 4 <= len(goal) <= _MAX_CELLS or min(goal.shape) < 2:
        raise ValueError(f"whole spaces are counted up to {_MAX_CELLS} cells; level_counts counts the first levels")
    space = native.require_native().DenseEnumeration(*goal.shape, goal.blank, multi_tile)
    while not space.step(_STEP):
        pass
    return list(space.counts)


def level_counts(goal: Board, multi_tile: bool = False) -> Iterator[int]:
    """The same level by level, without end in sight, for boards of up to 16 cells. Memory grows with the level."""
    levels = native.require_native().SparseEnumeration(*goal.shape, goal.blank, multi_tile)
    while levels.counts[-1]:
        yield levels.counts[-1]
        while not levels.step(_STEP):
            pass
