"""Inversion distance (Takahashi 2001): how many vertical and horizontal moves the inversions ask for.

Read the tiles row by row, by their rank in the goal. A horizontal move changes nothing in that order. A vertical one
carries a tile past width - 1 others, each of which adds or takes away one inversion: the number changes by width - 1,
or width - 3, ..., at most. From i inversions to none takes therefore at least ceil(i / (width - 1)) vertical moves; and
if width - 1 is odd, every vertical move changes the parity, so their number is even or odd as i is. Reading column by
column gives the horizontal moves in the same way. No move is both.
"""

from __future__ import annotations

from bisect import bisect
from typing import Final

from taquin.board import Board
from taquin.heuristics.kind import Lookup

__all__ = ["inversion_distance"]

_FEW_TILES: Final = 24
"""Up to so many tiles, every pair is looked at."""


def inversion_distance(goal: Board) -> Lookup:
    """Vertical moves that the inversions row by row need, plus horizontal ones column by column."""
    width, height = goal.shape
    by_column = [row * width + column for column in range(width) for row in range(height)]
    row_rank, column_rank = [0] * len(goal), [0] * len(goal)
    for place, cell in enumerate(by_column):
        row_rank[goal.tiles[cell]], column_rank[goal.tiles[cell]] = cell, place

    def estimate(board: Board) -> int:
        tiles = board.tiles
        across = [row_rank[tile] for tile in tiles if tile]
        down = [column_rank[tiles[cell]] for cell in by_column if tiles[cell]]
        return _moves(_inversions(across), width - 1) + _moves(_inversions(down), height - 1)

    return estimate


def _moves(inversions: int, most: int) -> int:
    """The fewest moves of which each changes the inversions by at most so much, and by odd steps if that is odd."""
    if most == 0:
        return 0
    moves = -(-inversions // most)
    return moves + (most % 2 and (moves - inversions) % 2)


def _inversions(ranks: list[int]) -> int:
    """Pairs in the wrong order; quadratic for few tiles, where that is quicker than anything else."""
    if len(ranks) <= _FEW_TILES:
        return sum(first > second for place, first in enumerate(ranks) for second in ranks[place + 1 :])
    before: list[int] = []
    count = 0
    for rank in ranks:
        place = bisect(before, rank)
        count += len(before) - place
        before.insert(place, rank)
    return count
