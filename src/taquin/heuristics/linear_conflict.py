"""Linear conflict (Hansson, Mayer and Yung 1992): Manhattan distance plus two moves for every tile that must make way.

Tiles that stand in their goal row but in the wrong order cannot pass each other within it: some must leave the row
and come back, two moves that Manhattan distance does not count. The fewest that can leave are all but a longest
increasing run of those tiles (by goal column). Counting conflicting *pairs* instead, as is often seen, overestimates
on a few boards. The same holds for columns, and no move is counted twice: leaving a row is a vertical move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from taquin.board import Board
from taquin.heuristics.counting import manhattan
from taquin.heuristics.kind import Lookup
from taquin.subsequence import removals

__all__ = ["linear_conflict"]


def linear_conflict(goal: Board) -> Lookup:
    """Manhattan distance plus two for every tile that must leave its goal row or column."""
    distance, width, height = manhattan(goal), goal.width, goal.height
    rows = [_line(goal.tiles[row * width : (row + 1) * width]) for row in range(height)]
    columns = [_line(goal.tiles[column::width]) for column in range(width)]

    def estimate(board: Board) -> int:
        tiles = board.tiles
        total = distance(board)
        for row, conflict in enumerate(rows):
            total += conflict(tiles[row * width : (row + 1) * width])
        for column, conflict in enumerate(columns):
            total += conflict(tiles[column::width])
        return total

    return estimate


def _line(wanted: Sequence[int]) -> Callable[[tuple[int, ...]], int]:
    """The function that tells the extra moves of one row or column; the same lines come again and again."""
    place = {tile: index for index, tile in enumerate(wanted) if tile}

    @lru_cache(maxsize=1 << 16)
    def extra(line: tuple[int, ...]) -> int:
        here = [place[tile] for tile in line if tile in place]
        return 2 * removals(here)

    return extra
