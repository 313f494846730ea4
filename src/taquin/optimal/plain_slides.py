"""Shortest in slides in Python: breadth-first search from both sides, for small boards where there is no core."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from taquin.board import Board
from taquin.move import Move, legal_moves
from taquin.puzzle import Puzzle

__all__ = ["PLAIN_CELLS", "shortest_in_slides", "slides"]

PLAIN_CELLS: Final = 9
"""Cells of the largest board for which this takes seconds at most: no 8-puzzle has more than 24 slides, and some ten
thousand boards lie within twelve."""

Way = tuple[Move, ...]


def slides(board: Board) -> Iterator[tuple[Way, Board]]:
    """The boards one slide away, each with the single-tile moves of that slide."""
    for move in board.moves():
        slid, way = board, ()  # type: Board, Way
        while (cell := dict(legal_moves(slid.blank, *board.shape)).get(move)) is not None:
            slid, way = slid._slide(cell), (*way, move)
            yield way, slid


def shortest_in_slides(puzzle: Puzzle) -> Way:
    """A solution with the fewest slides of a solvable puzzle. Whole levels are searched, the smaller side first."""
    ways: tuple[dict[Board, Way], dict[Board, Way]] = ({puzzle.start: ()}, {puzzle.goal: ()})
    levels = [[puzzle.start], [puzzle.goal]]
    while True:
        met = [board for board in levels[0] if board in ways[1]] + [board for board in levels[1] if board in ways[0]]
        if met:
            back = (move.inverse for move in reversed(ways[1][met[0]]))
            return (*ways[0][met[0]], *back)
        side = 0 if len(levels[0]) <= len(levels[1]) else 1
        fresh = []
        for board in levels[side]:
            for way, slid in slides(board):
                if slid not in ways[side]:
                    ways[side][slid] = ways[side][board] + way
                    fresh.append(slid)
        levels[side] = fresh
