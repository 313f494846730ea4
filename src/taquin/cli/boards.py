"""BOARD arguments: a path, `-` for standard input, or the text of the board itself."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from taquin.board import Board
from taquin.errors import ParseError
from taquin.notation import parse_board
from taquin.puzzle import GOALS, Puzzle

__all__ = ["board_argument", "goal_option", "read_board", "read_goal", "read_puzzle", "read_text"]

# Text rather than the name of a missing file: a space, comma, bracket or box, or nothing but tiles and slashes.
_INLINE: Final = re.compile(r".*[\s,\[({|│┌].*|[0-9/_.xX-]+", re.DOTALL)
_LARGEST_FILE: Final = 64 << 20
"""Bytes of a file of boards at most: it is read as a whole."""


class BoardArgument(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A BOARD; shells complete it with file names."""

    name = "board"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Any file."""
        return [CompletionItem(incomplete, type="file")]


class GoalOption(BoardArgument):
    """A goal; shells complete it with the goals' names, and with file names."""

    name = "goal"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names that fit, then any file."""
        names = [CompletionItem(name) for name in GOALS if name.startswith(incomplete)]
        return names or super().shell_complete(ctx, param, incomplete)


def board_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the argument BOARD."""
    return click.argument("board", metavar="BOARD", type=BoardArgument())(function)


def goal_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option --goal."""
    names = ", ".join(GOALS)
    help_text = f"The goal: {names}, or a board given like BOARD.  [default: blank-last]"
    return click.option("--goal", metavar="GOAL", type=GoalOption(), default="blank-last", help=help_text)(function)


def read_puzzle(board: str, goal: str) -> Puzzle:
    """The puzzle of a BOARD argument and a --goal option."""
    start = read_board(board)
    return Puzzle(start, read_goal(goal, *start.shape))


def read_board(argument: str) -> Board:
    """One board from a path, `-` or inline text; an error names the file it is in."""
    source, text = read_text(argument)
    try:
        return parse_board(text)
    except ParseError as error:
        error.source = error.source or source
        raise


def read_goal(argument: str, width: int, height: int) -> Board:
    """The goal of this name for boards of this shape, or the board given."""
    if argument in GOALS:
        return GOALS[argument](width, height)
    try:
        goal = read_board(argument)
    except ParseError as error:
        error.source = f"--goal: {error.source}" if error.source else "--goal"
        raise
    if goal.shape != (width, height):
        message = f"the goal is {goal.width}x{goal.height}, the board {width}x{height}: give a goal of its shape"
        raise ParseError(message, source="--goal")
    return goal


def read_text(argument: str) -> tuple[str | None, str]:
    """The text behind an argument and the name of its source, None for inline text."""
    if argument == "-":
        if sys.stdin is None or sys.stdin.closed:
            raise ParseError("there is no standard input, or it has been read already", source="-")
        with sys.stdin.buffer as stream:  # closed after use: a second '-' gets the message above
            return "standard input", _decode(stream.read(_LARGEST_FILE + 1), "standard input")
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
        try:
            with path.open("rb") as file:
                return argument, _decode(file.read(_LARGEST_FILE + 1), argument)
        except OSError as error:
            raise ParseError(f"cannot be read: {error.strerror}", source=argument) from None
    if _INLINE.fullmatch(argument):
        return None, argument
    raise ParseError("no such file (a board can also be given as text: '1 2/3 0')", source=argument[:200])


def _decode(content: bytes, source: str) -> str:
    if len(content) > _LARGEST_FILE:
        raise ParseError("too large for a board", source=source)
    if b"\0" in content:
        raise ParseError("this is a binary file, not a text with a board", source=source)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(f"this is not UTF-8 text (byte {error.start + 1})", source=source) from None
