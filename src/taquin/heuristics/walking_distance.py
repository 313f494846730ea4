"""Walking distance (Takahashi 2001): the vertical moves needed if only rows mattered, plus the same for columns.

Forget where in its row a tile stands and what it is called; keep only, for every row, how many of its tiles belong to
each row, and the row of the blank. A vertical move carries one tile from a neighboring row into the blank's row.
There are few such arrangements (24,964 on a 4x4 board); breadth-first search from the goal gives the exact number of
vertical moves for each. Every move is vertical or horizontal, so both numbers may be added.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from taquin.board import Board
from taquin.errors import TaquinError
from taquin.heuristics.kind import Lookup, sum_over_cells
from taquin.texts import Sentence

__all__ = ["walking_distance"]

_LARGEST_TABLE = 250_000
"""Entries of the table at most."""
_TOO_MANY_LINES: Final = 7
"""So many lines, even of two cells each, have millions of arrangements: that is known before any is made."""


def walking_distance(goal: Board) -> Lookup:
    """Vertical plus horizontal walking distance, from two tables that are built here."""
    width = goal.width
    vertical = _axis(goal, [cell // width for cell in range(len(goal))], goal.height, width)
    horizontal = _axis(goal, [cell % width for cell in range(len(goal))], width, goal.height)
    return lambda board: vertical(board) + horizontal(board)


def _axis(goal: Board, line_of: list[int], lines: int, length: int) -> Lookup:
    """The distance along one axis. `line_of[cell]` is the row, or the column, of a cell."""
    table = _table(lines, length, line_of[goal.blank])
    home = [line_of[cell] for cell in goal.positions]
    # A board's key: the digit (line, home line) of a number in base length + 1 counts the tiles; then the blank.
    base = length + 1
    blank_digit = base ** (lines * lines)
    key = sum_over_cells(
        [
            [base ** (here * lines + home[tile]) if tile else here * blank_digit for tile in range(len(goal))]
            for here in line_of
        ]
    )
    return lambda board: table[key(board)]


@lru_cache(maxsize=16)
def _table(lines: int, length: int, blank_line: int) -> dict[int, int]:
    """For every arrangement, by its key, the number of moves along the axis to the goal's."""
    if lines >= _TOO_MANY_LINES and length >= 2:
        raise TaquinError(Sentence("errors.walking_too_large", lines=lines, length=length))
    base = length + 1
    digit = [[base ** (here * lines + home) for home in range(lines)] for here in range(lines)]
    blank_digit = base ** (lines * lines)
    start = sum((length - (line == blank_line)) * digit[line][line] for line in range(lines))
    start += blank_line * blank_digit
    distances = {start: 0}
    layer, moves = [start], 0
    while layer:
        moves += 1
        following = []
        for key in layer:
            blank = key // blank_digit
            for source in (blank - 1, blank + 1):
                if not 0 <= source < lines:
                    continue
                for home in range(lines):
                    if key // digit[source][home] % base == 0:
                        continue
                    reached = key + digit[blank][home] - digit[source][home] + (source - blank) * blank_digit
                    if reached not in distances:
                        distances[reached] = moves
                        following.append(reached)
        if len(distances) > _LARGEST_TABLE:
            raise TaquinError(Sentence("errors.walking_too_large", lines=lines, length=length))
        layer = following
    return distances
