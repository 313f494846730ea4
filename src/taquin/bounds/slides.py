"""A lower bound on the slides of every solution, at every size: the multi-tile metric without tables.

A slide along a row moves at most width - 1 tiles, each by one column, and nothing else; one along a column at most
height - 1 tiles, each by one row. So with a slides along rows and b along columns

    a (width - 1)  >= the columns between the tiles and their homes, added up
    b (height - 1) >= the rows between them, added up
    a (width - 1) + b (height - 1) >= the fewest single-tile moves of any solution

In a shortest solution no two slides in a row go along the same line, because one slide, or none, does the same. So
they take turns, and a and b differ by at most one. The bound is the smallest a + b for which all of this holds.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import sub

from taquin.bounds.linear_conflict import lower_bound
from taquin.puzzle import Puzzle

__all__ = ["slides_lower_bound"]


def slides_lower_bound(puzzle: Puzzle) -> int:
    """Slides that every solution has at least. Linear in the number of cells, but for a logarithm."""
    width, height = puzzle.start.shape
    home = puzzle.goal.positions
    cells = [cell for cell, tile in enumerate(puzzle.start.tiles) if tile]
    homes = [home[tile] for tile in puzzle.start.tiles if tile]
    columns, rows = _apart(cells, homes, width.__rmod__), _apart(cells, homes, width.__rfloordiv__)
    if min(width, height) == 1:  # the tiles keep their order: all between the blank and its home move at once
        return int(rows + columns > 0)
    along_row, along_column, moves = width - 1, height - 1, lower_bound(puzzle)
    fewest = max(-(-columns // along_row), -(-rows // along_column) - 1)
    for slides in range(max(0, 2 * fewest - 1), moves + 1):
        for a in {slides // 2, slides - slides // 2}:
            b = slides - a
            reach = a * along_row, b * along_column
            if reach[0] >= columns and reach[1] >= rows and sum(reach) >= moves:
                return slides
    return moves


def _apart(cells: list[int], homes: list[int], line: Callable[[int], int]) -> int:
    """How many lines are between cells and their homes, all added up."""
    return sum(map(abs, map(sub, map(line, cells), map(line, homes))))
