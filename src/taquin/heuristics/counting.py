"""Heuristics that count: zero, misplaced tiles in three variants, Manhattan distance, Gaschnig's exchanges.

Misplaced tiles: each must move at least once, and one move moves one tile. Counting the blank as well adds at most
one, which makes it too high by one at most. Taking one off again makes it admissible, but not consistent: a move that
brings its tile and the blank home at once takes off two.

Manhattan distance: a tile moves one cell at a time, and one move moves one tile.

Gaschnig (1979): let the blank change places with any tile, wherever it is. Sorting then needs k - 1 exchanges for the
cycle of k cells with the blank in it, and k + 1 for every other cycle of two or more. A move is one such exchange.
"""

from __future__ import annotations

from taquin.board import Board
from taquin.heuristics.kind import Lookup, sum_over_cells
from taquin.move import cell_distance

__all__ = ["gaschnig", "hamming004", "manhattan", "misplaced", "misplaced_blank", "zero"]


def zero(goal: Board) -> Lookup:
    """Nothing at all."""
    return lambda board: 0


def misplaced(goal: Board) -> Lookup:
    """The tiles that are not where the goal has them; the blank does not count."""
    tiles = range(len(goal))
    return sum_over_cells([[int(tile not in (0, wanted)) for tile in tiles] for wanted in goal])


def misplaced_blank(goal: Board) -> Lookup:
    """The cells that differ from the goal, the blank's included."""
    return sum_over_cells([[int(tile != wanted) for tile in range(len(goal))] for wanted in goal])


def hamming004(goal: Board) -> Lookup:
    """The cells that differ from the goal, minus one: -1 on the goal itself, as document 004 computes it."""
    differing = misplaced_blank(goal)
    return lambda board: differing(board) - 1


def manhattan(goal: Board) -> Lookup:
    """Rows plus columns between every tile and its place in the goal."""
    width, home, cells = goal.width, goal.positions, range(len(goal))
    return sum_over_cells([[cell_distance(cell, home[tile], width) if tile else 0 for tile in cells] for cell in cells])


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
