"""Boards, goals and puzzles out of requests, within the sizes that the server allows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from taquin.board import Board
from taquin.errors import ParseError, TaquinError
from taquin.puzzle import GOALS, Puzzle
from taquin.texts import Sentence
from taquin.web.messages import Place
from taquin.web.settings import Settings

__all__ = ["Refused", "read_board", "read_goal", "read_puzzle", "require_length", "require_size", "require_text"]

_MOST_MOVES: Final = 1_000_000
"""Moves that a text may stand for: R9999999 is short."""


class Refused(TaquinError):
    """A request that is understood but asks for too much, or that a worker has refused, with every place of it."""

    def __init__(self, message: str, places: Sequence[Place] = (), code: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.places = list(places)
        self.code = code
        """The name and values of the message, where it comes from a worker as a plain text."""


def read_board(settings: Settings, text: str) -> Board:
    """A board in any format that Taquin reads."""
    require_text(settings, text)
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
        error.message = Sentence("web.in_goal", message=error.message)
        raise
    if goal.shape != (width, height):
        shapes = {"goal": f"{goal.width}x{goal.height}", "board": f"{width}x{height}"}
        raise Refused(Sentence("errors.goal_shape", **shapes))
    return goal


def read_puzzle(settings: Settings, board: str, goal: str) -> Puzzle:
    """A board and its goal."""
    start = read_board(settings, board)
    return Puzzle(start, read_goal(settings, goal, *start.shape))


def require_text(settings: Settings, text: str) -> None:
    """Refuse a text that cannot be a board of an allowed size, before time is spent on reading it."""
    signs = sum(1 for _ in re.finditer(r"[^\s,;:|/\[\](){}]+", text))
    if signs > 2 * settings.largest_board + 200:  # boxes and size lines have more signs than cells
        raise Refused(Sentence("web.text_too_large", cells=settings.largest_board))


def require_size(settings: Settings, width: int, height: int) -> None:
    """Refuse a board that is too large for the page."""
    if width * height > settings.largest_board or max(width, height) > settings.largest_side:
        most = {"cells": settings.largest_board, "side": settings.largest_side}
        raise Refused(Sentence("web.board_too_large", width=width, height=height, **most))


def require_length(moves: str) -> None:
    """Refuse a text of moves that stands for too many: R999999 is short, what it means is not."""
    if len(moves) + sum(map(int, re.findall("[0-9]{1,7}", moves))) > _MOST_MOVES:
        raise Refused(Sentence("web.too_many_moves", most=_MOST_MOVES))
