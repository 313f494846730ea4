"""Playing long solutions, and which boards the compiled core can hold at any size."""

from __future__ import annotations

from types import ModuleType

from taquin import native
from taquin.board import Board
from taquin.puzzle import Puzzle

__all__ = ["core_for", "reaches", "replay"]

_LONGEST_SIDE = 255


def core_for(board: Board) -> ModuleType | None:
    """The compiled core where there is one and it can hold this board, else None: then the Python twins work."""
    return native.core if max(board.shape) <= _LONGEST_SIDE else None


def replay(start: Board, moves: str) -> Board:
    """The board after these moves; ValueError where one leaves the board."""
    core = core_for(start)
    if core is None:
        return start.play(moves)
    return Board._trusted(tuple(core.replay(start.width, start.tiles, moves)), start.width)


def reaches(puzzle: Puzzle, moves: str) -> bool:
    """Whether these moves, replayed one by one, lead from start to goal."""
    try:
        return replay(puzzle.start, moves) == puzzle.goal
    except ValueError:
        return False
