"""Euclidean distance: the straight lines from every tile to its place, added up.

A straight line is never longer than rows plus columns, so this is at most Manhattan distance, and admissible. A move
brings a tile one cell nearer at most, along any line: it is consistent, too. It is seldom a whole number.

Every line is rounded down to a multiple of 2^-32. Such numbers are added without any error, and rounding down keeps
"at most one more" true, since one is such a multiple itself: what is proved of the distance holds for the figures.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from taquin.board import Board
from taquin.estimate import Estimate

__all__ = ["euclidean"]

_PARTS: Final = 1 << 32
"""Into how many parts a cell is divided: sums over a hundred thousand cells are still exact."""


def euclidean(goal: Board) -> Estimate:
    """The sum of the straight lines between every tile and its place in the goal."""
    width, height = goal.shape
    places = [divmod(cell, width) for cell in range(len(goal))]
    homes = [places[cell] for cell in goal.positions]
    line = [[_line(rows, columns) for columns in range(width)] for rows in range(height)]

    def distance(board: Board) -> float:
        total = 0.0
        for (row, column), tile in zip(places, board.tiles, strict=True):
            if tile:
                home_row, home_column = homes[tile]
                total += line[abs(row - home_row)][abs(column - home_column)]
        return total

    return distance


def _line(rows: int, columns: int) -> float:
    return isqrt((rows * rows + columns * columns) * _PARTS * _PARTS) / _PARTS
