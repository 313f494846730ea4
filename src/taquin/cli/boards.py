"""BOARD arguments: a path, `-` for standard input, or the text of the board itself."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from taquin.board import Board
from taquin.errors import ParseError
from taquin.notation import parse_board, parse_boards
from taquin.puzzle import GOALS, Puzzle

__all__ = ["board_argument", "goal_option", "read_board", "read_boards", "read_goal", "read_puzzle", "read_text"]

T = TypeVar("T")

_INLINE: Final = re.compile(r"\s*(?:[\d\-_.xX|\[({]|Board\(|array\()[\s\d,/\[\](){}|\-_.xX\"a-z:#]*")
_LARGEST_FILE: Final = 64 << 20


def board_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the argument BOARD."""
    return click.argument("board", metavar="BOARD")(function)


def goal_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option --goal."""
    names = ", ".join(GOALS)
    help_text = f"The goal: {names}, or a board given like BOARD.  [default: blank-last]"
    return click.option("--goal", metavar="GOAL", default="blank-last", help=help_text)(function)


def read_puzzle(board: str, goal: str) -> Puzzle:
    """The puzzle of a BOARD argument and a --goal option."""
    start = read_board(board)
    return Puzzle(start, read_goal(goal, *start.shape))


def read_board(argument: str) -> Board:
    """One board from a path, `-` or inline text; an error names the file it is in."""
    return _from(argument, parse_board)


def read_boards(argument: str) -> list[Board]:
    """All boards from a path, `-` or inline text."""
    return _from(argument, parse_boards)


def read_goal(argument: str, width: int, height: int) -> Board:
    """The goal of this name for boards of this shape, or the board given."""
    if argument in GOALS:
        return GOALS[argument](width, height)
    goal = read_board(argument)
    if goal.shape != (width, height):
        raise ParseError(
            f"the goal is {goal.width}x{goal.height}, the board {width}x{height}: give a goal of its shape"
        )
    return goal


def _from(argument: str, parse: Callable[[str], T]) -> T:
    source, text = read_text(argument)
    try:
        return parse(text)
    except ParseError as error:
        error.source = error.source or source
        raise


def read_text(argument: str) -> tuple[str | None, str]:
    """The text behind an argument and the name of its source, None for inline text."""
    if argument == "-":
        return "standard input", _decode(sys.stdin.buffer.read(_LARGEST_FILE + 1), "standard input")
    if not argument.strip():
        raise ParseError("the BOARD is empty: give a file, '-' or the text of a board")
    path = Path(argument)
    try:
        exists = path.exists()
    except (OSError, ValueError):  # too long or impossible as a path: then it is text
        exists = False
    if exists:
        if path.is_dir():
            raise ParseError("this is a directory, not a file with a board", source=argument)
        with path.open("rb") as file:
            return argument, _decode(file.read(_LARGEST_FILE + 1), argument)
    if _INLINE.fullmatch(argument):
        return None, argument
    raise ParseError("no such file, and not the text of a board either", source=argument[:200])


def _decode(content: bytes, source: str) -> str:
    if len(content) > _LARGEST_FILE:
        raise ParseError("too large for a board", source=source)
    if b"\0" in content:
        raise ParseError("this is a binary file, not a text with a board", source=source)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(f"this is not UTF-8 text (byte {error.start + 1})", source=source) from None
