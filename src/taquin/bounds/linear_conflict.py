"""A lower bound on the length of every solution, proven at every size: Manhattan distance plus linear conflict.

Of the tiles that stand in the row (or column) they belong to, those outside a longest increasing subsequence must
leave it and come back: two moves each that Manhattan distance does not count. It is the *fewest* such tiles that
count; adding up conflicting pairs would overestimate. Every move changes the parity of the bound, as it changes the
parity of the number of moves to come, so the bound always has the parity of every solution.
"""

from __future__ import annotations

from taquin import native
from taquin.puzzle import Puzzle
from taquin.replay import core_holds
from taquin.subsequence import removals

__all__ = ["lower_bound", "lower_bound_python"]


def lower_bound(puzzle: Puzzle) -> int:
    """Moves that every solution has at least. Linear in the number of cells, but for a logarithm."""
    if core_holds(puzzle.start):
        return native.core.lower_bound(puzzle.start.width, puzzle.start.tiles, puzzle.goal.tiles)
    return lower_bound_python(puzzle)


def lower_bound_python(puzzle: Puzzle) -> int:
    """The Python twin."""
    width, home = puzzle.start.width, puzzle.goal.positions
    rows: dict[int, list[int]] = {}
    columns: dict[int, list[int]] = {}
    for cell, tile in enumerate(puzzle.start.tiles):
        if tile:
            (row, column), (home_row, home_column) = divmod(cell, width), divmod(home[tile], width)
            if row == home_row:
                rows.setdefault(row, []).append(home_column)
            if column == home_column:
                columns.setdefault(column, []).append(home_row)
    conflicts = sum(map(removals, [*rows.values(), *columns.values()]))
    return puzzle.start.manhattan(puzzle.goal) + 2 * conflicts
