"""Playing long solutions, and which boards the compiled core can hold at any size."""

from __future__ import annotations

from taquin import native
from taquin.board import Board
from taquin.puzzle import Puzzle

__all__ = ["core_holds", "reaches", "replay"]


def core_holds(board: Board) -> bool:
    """Whether there is the compiled core and it can hold this board; else Python does the work."""
    return native.core is not None and max(board.shape) <= native.LONGEST_SIDE


def replay(start: Board, moves: str) -> Board:
    """The board after these moves; ValueError where one leaves the board."""
    if not core_holds(start):
        return start.play(moves)
    return Board._trusted(tuple(native.core.replay(start.width, start.tiles, moves)), start.width)


def reaches(puzzle: Puzzle, moves: str) -> bool:
    """Whether these moves, replayed one by one, lead from start to goal."""
    try:
        return replay(puzzle.start, moves) == puzzle.goal
    except ValueError:
        return False
