"""BOARD arguments: a path, `-` for standard input, a board of a named set (`korf100/79`), or the text of the board."""

from __future__ import annotations

import codecs
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
from click.core import ParameterSource

from taquin.board import Board
from taquin.cli.language import text
from taquin.cli.output import busy
from taquin.errors import ParseError
from taquin.notation import parse_board, parse_goal
from taquin.puzzle import GOALS, Puzzle
from taquin.texts import Sentence

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["board_argument", "chosen_goal", "goal_option", "read_argument", "read_board", "read_goal", "read_puzzle"]

T = TypeVar("T")

_IN_A_SET: Final = re.compile(r"(?P<set>[a-z][a-z\d-]*)(?:/(?P<id>[\w-]+))?", re.IGNORECASE)
"""What looks like a board of a named set, or the set."""
_LARGEST_FILE: Final = 64 << 20
"""Bytes of a file of boards at most: it is read as a whole."""
_NAME: Final = re.compile(r"[a-z]([a-z-]{0,30}[a-z])?", re.IGNORECASE)
"""What looks like the name of a goal."""
_LONG_TEXT = 500_000
"""Characters: to read more takes seconds."""
_LONGEST_NAME: Final = 60
"""Characters of an argument that a message repeats at most."""


class BoardArgument(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A BOARD; shells complete it with file names."""

    name = "board"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Any file."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


class GoalOption(BoardArgument):
    """A goal; shells complete it with the goals' names, and with file names."""

    name = "goal"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names that fit, then any file."""
        from click.shell_completion import CompletionItem

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
    """The puzzle of a BOARD argument and a --goal option. A board that brings its goal has no other one."""
    start, own = read_argument(board, lambda content: (parse_board(content), parse_goal(content)), "board")[1]
    return Puzzle(start, chosen_goal(own, goal, *start.shape))


def chosen_goal(own: Board | None, goal: str, width: int, height: int) -> Board:
    """The goal that a board of this shape brings along, else that of the --goal option."""
    if own is None:
        return read_goal(goal, width, height)
    if own.shape != (width, height):
        shapes = {"goal": f"{own.width}x{own.height}", "board": f"{width}x{height}"}
        raise ParseError(Sentence("errors.goal_shape", **shapes))
    context = click.get_current_context(silent=True)
    asked = context is not None and context.get_parameter_source("goal") is not ParameterSource.DEFAULT
    if asked and read_goal(goal, width, height) != own:
        raise ParseError(Sentence("errors.goal_beside"))
    return own


def read_board(argument: str) -> Board:
    """One board from a path, `-` or inline text."""
    return read_argument(argument, parse_board, "board")[1]


def read_goal(argument: str, width: int, height: int) -> Board:
    """The goal of this name for boards of this shape, or the board given."""
    if argument in GOALS:
        return GOALS[argument](width, height)
    try:
        goal = read_board(argument)
    except ParseError as error:
        if _NAME.fullmatch(argument) and not Path(argument).exists():
            names = Sentence("errors.no_goal", names=", ".join(GOALS))
            raise ParseError(names, source=Sentence("errors.in_goal", source=argument)) from None
        error.source = Sentence("errors.in_goal", source=error.source) if error.source else "--goal"
        raise
    if goal.shape != (width, height):
        shapes = {"goal": f"{goal.width}x{goal.height}", "board": f"{width}x{height}"}
        raise ParseError(Sentence("errors.goal_shape", **shapes), source="--goal")
    return goal


def read_argument(argument: str, read: Callable[[str], T], what: str) -> tuple[str | None, T]:
    """What `read` makes of the text behind an argument, and the name of its source, None for inline text.

    What is the name of a file is that file, what is a board of a named set is that board with its goal, and everything
    else is text: only `read` knows what can be written. An
    error names the file it is in. Where there is no file, and a piece of the text cannot be read, it says both, since
    nobody knows which of the two was meant.
    """
    source, content = _source_and_text(argument, what)
    try:
        with busy(text(f"busy.reading_{what}"), long=len(content) > _LONG_TEXT):
            return source, read(content)
    except ParseError as error:
        if source is not None:
            error.source = error.source or source
        elif error.column is not None:
            name = argument if len(argument) <= _LONGEST_NAME else argument[:_LONGEST_NAME] + "..."
            message = Sentence("errors.no_such_file", what=Sentence(f"errors.what_{what}"), error=error)
            raise ParseError(message, source=name) from None
        raise


def _source_and_text(argument: str, what: str) -> tuple[str | None, str]:
    if argument == "-":
        if sys.stdin is None or sys.stdin.closed:
            raise ParseError(Sentence("errors.no_input"), source="-")
        with sys.stdin.buffer as stream:  # closed after use: a second '-' gets the message above
            source = Sentence("errors.standard_input")
            return source, _decode(stream.read(_LARGEST_FILE + 1), source)
    if not argument.strip():
        raise ParseError(Sentence(f"errors.empty_{what}"))
    path = Path(argument)
    try:
        exists = path.exists()
    except (OSError, ValueError):  # too long or impossible as a path: then it is text
        exists = False
    if not exists:
        return (None, argument) if (line := _line_of_a_set(argument, what)) is None else (argument, line)
    if path.is_dir():
        raise ParseError(Sentence("errors.directory"), source=argument)
    try:
        with path.open("rb") as file:
            return argument, _decode(file.read(_LARGEST_FILE + 1), argument)
    except OSError as error:
        raise ParseError(Sentence("errors.unreadable", why=error.strerror), source=argument) from None


def _line_of_a_set(argument: str, what: str) -> str | None:
    """The line of JSON of `SET/ID`, with the board's own goal; None where there is no such set. A whole set is no
    board."""
    found = _IN_A_SET.fullmatch(argument)
    if found is None or what != "board":
        return None
    from taquin.datasets import dataset, is_dataset

    if found["id"] is None and is_dataset(argument):
        whole = dataset(argument)
        message = Sentence("errors.is_a_set", count=whole.count, set=argument, first=next(iter(whole)).id)
        raise ParseError(message, source=argument)
    if found["id"] is None or not is_dataset(found["set"]):
        return None
    ids = []
    for instance in dataset(found["set"]):
        if instance.id == found["id"]:
            return json.dumps(instance.to_json())
        ids.append(instance.id)
    raise ParseError(Sentence("errors.not_in_set", id=found["id"], set=found["set"], first=ids[0], last=ids[-1]))


def _decode(content: bytes, source: str) -> str:
    if len(content) > _LARGEST_FILE:
        raise ParseError(Sentence("errors.file_too_large"), source=source)
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise ParseError(Sentence("errors.utf16"), source=source)
    if b"\0" in content:
        raise ParseError(Sentence("errors.binary"), source=source)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(Sentence("errors.not_utf8", byte=error.start + 1), source=source) from None
