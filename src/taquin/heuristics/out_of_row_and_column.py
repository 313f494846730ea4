"""Tiles out of their row plus tiles out of their column.

A move carries one tile into another row, or into another column, and never both: it takes away one of these at most.
It is never more than Manhattan distance, which counts how many rows and columns, nor less than the misplaced tiles.
"""

from __future__ import annotations

from operator import ne

from taquin.board import Board
from taquin.heuristics.kind import Lookup

__all__ = ["out_of_row_and_column"]


def out_of_row_and_column(goal: Board) -> Lookup:
    """How many tiles are not in their row of the goal, plus how many are not in their column; without the blank."""
    width = goal.width
    rows = [cell // width for cell in range(len(goal))]
    columns = [cell % width for cell in range(len(goal))]
    home_row, home_column = ([line[cell] for cell in goal.positions] for line in (rows, columns))

    def count(board: Board) -> int:
        tiles, blank = board.tiles, board.blank
        out_of_row: int = sum(map(ne, rows, map(home_row.__getitem__, tiles)))
        out_of_column: int = sum(map(ne, columns, map(home_column.__getitem__, tiles)))
        return out_of_row + out_of_column - (rows[blank] != home_row[0]) - (columns[blank] != home_column[0])

    return count
