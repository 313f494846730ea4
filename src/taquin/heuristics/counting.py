"""Heuristics that count: zero, misplaced tiles in three variants, Manhattan distance, Gaschnig's exchanges.

Misplaced tiles: each must move at least once, and one move moves one tile. Counting the blank as well adds at most
one, which makes it too high by one at most. Taking one off again makes it admissible, but not consistent: a move that
brings its tile and the blank home at once takes off two.

Manhattan distance: a tile moves one cell at a time, and one move moves one tile.

Gaschnig (1979): let the blank change places with any tile, wherever it is. Sorting then needs k - 1 exchanges for the
cycle of k cells with the blank in it, and k + 1 for every other cycle of two or more. A move is one such exchange.
"""

from __future__ import annotations

from operator import ne
from typing import Final

from taquin.board import Board
from taquin.heuristics.kind import Lookup, sum_over_cells
from taquin.move import cell_distance

__all__ = ["gaschnig", "hamming004", "manhattan", "misplaced", "misplaced_blank", "zero"]

_TABLE_CELLS: Final = 256
"""Boards of up to so many cells have a table of all distances; it takes some hundredths of a second."""


def zero(goal: Board) -> Lookup:
    """Nothing at all."""
    return lambda board: 0


def misplaced(goal: Board) -> Lookup:
    """The tiles that are not where the goal has them; the blank does not count."""
    differing, blank = misplaced_blank(goal), goal.blank
    return lambda board: differing(board) - (board.tiles[blank] != 0)


def misplaced_blank(goal: Board) -> Lookup:
    """The cells that differ from the goal, the blank's included."""
    wanted = goal.tiles
    return lambda board: sum(map(ne, board.tiles, wanted))


def hamming004(goal: Board) -> Lookup:
    """The cells that differ from the goal, minus one: -1 on the goal itself, as document 004 computes it."""
    differing = misplaced_blank(goal)
    return lambda board: differing(board) - 1


def manhattan(goal: Board) -> Lookup:
    """Rows plus columns between every tile and its place in the goal."""
    width, home, cells = goal.width, goal.positions, range(len(goal))
    if len(goal) > _TABLE_CELLS:
        return _large_manhattan(goal)
    return sum_over_cells([[cell_distance(cell, home[tile], width) if tile else 0 for tile in cells] for cell in cells])


def _large_manhattan(goal: Board) -> Lookup:
    """The same without a table, which at 100x100 would have a hundred million entries."""
    width, home, cells = goal.width, goal.positions, range(len(goal))
    places = [divmod(cell, width) for cell in cells]
    homes = [places[home[tile]] for tile in cells]

    def distance(board: Board) -> int:
        pairs = zip(places, map(homes.__getitem__, board.tiles), strict=True)
        moved = sum(abs(row - home_row) + abs(column - home_column) for (row, column), (home_row, home_column) in pairs)
        return moved - cell_distance(board.blank, goal.blank, width)

    return distance


def gaschnig(goal: Board) -> Lookup:
    """The exchanges needed if the blank could change places with any tile."""
    home = goal.positions

    def exchanges(board: Board) -> int:
        tiles, count = board.tiles, 0
        seen = bytearray(len(tiles))
        for start in range(len(tiles)):
            length, cell, with_blank = 0, start, False
            while not seen[cell]:
                seen[cell] = True
                with_blank |= tiles[cell] == 0
                cell = home[tiles[cell]]
                length += 1
            if length > 1:
                count += length - 1 if with_blank else length + 1
        return count

    return exchanges
