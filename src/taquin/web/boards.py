"""Boards, goals and puzzles out of requests, within the sizes that the server allows."""

from __future__ import annotations

from taquin.board import Board
from taquin.errors import ParseError, TaquinError
from taquin.puzzle import GOALS, Puzzle
from taquin.web.settings import Settings

__all__ = ["Refused", "read_board", "read_goal", "read_puzzle", "require_size"]


class Refused(TaquinError):
    """A request that is understood but asks for too much."""


def read_board(settings: Settings, text: str) -> Board:
    """A board in any format that Taquin reads."""
    board = Board.parse(text)
    require_size(settings, *board.shape)
    return board


def read_goal(settings: Settings, text: str, width: int, height: int) -> Board:
    """The goal of this name, or the board in the text, which must have this shape."""
    if text in GOALS:
        return GOALS[text](width, height)
    try:
        goal = read_board(settings, text)
    except ParseError as error:
        error.message = f"the goal: {error.message}"
        raise
    if goal.shape != (width, height):
        raise Refused(f"the goal is {goal.width}x{goal.height}, the board {width}x{height}: give a goal of its shape")
    return goal


def read_puzzle(settings: Settings, board: str, goal: str) -> Puzzle:
    """A board and its goal."""
    start = read_board(settings, board)
    return Puzzle(start, read_goal(settings, goal, *start.shape))


def require_size(settings: Settings, width: int, height: int) -> None:
    """Refuse a board that is too large for the page."""
    if width * height > settings.largest_board or max(width, height) > settings.largest_side:
        raise Refused(
            f"{width}x{height} is too large for the web page: at most {settings.largest_board} cells, "
            f"{settings.largest_side} on a side; the command line takes larger boards"
        )
