"""How the commands speak: JSON lines for programs, color and pictures for people."""

from __future__ import annotations

import json
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

import click

from taquin.board import Board
from taquin.cli.language import text
from taquin.cli.options import Choice, Command, decorated, gathered
from taquin.move import count_moves
from taquin.notation import picture
from taquin.puzzle import Puzzle
from taquin.result import Outcome, Solution
from taquin.solvability import diagnose

__all__ = [
    "banner",
    "busy",
    "complain",
    "counted",
    "echo_json",
    "figures",
    "fits_screen",
    "format_option",
    "say",
    "screen_width",
    "start_and_goal",
    "status",
    "too_wide",
    "verdict",
    "why_not",
    "wrapped",
]

T = TypeVar("T")

_STATUS_SECONDS = 0.2
"""Seconds between two lines that say how far a command is."""
_WIDEST_PICTURE = 10
"""Columns of a board that is drawn beside its goal."""
_ONE_PIECE = re.compile(r"`[^`]*`|\b\w = \d+|\d+(?: \d+)*(?:/\d+(?: \d+)*)+")
"""A command in backquotes, a value as in `X = 1`, or a board with / between its rows."""
_MOVES = re.compile(r"(?:[UDLR][0-9]*)+")
"""Moves in one word ..."""
_MOVE = re.compile(r"[UDLR][0-9]*")
"""... and each of them."""
_NO_BREAK = "\0"
"""In the place of a space at which no line ends: no argument or text can have it."""
_PLENTY = 1000
"""Columns that there are where the output goes to no screen."""


def echo_json(value: Any) -> None:
    """One JSON object on one line."""
    click.echo(json.dumps(value, ensure_ascii=False))


def wrapped(prose: str, indent: str = "", first: str = "") -> str:
    """Prose in lines that fit the screen, broken between words only; the first begins with `first`, others with
    `indent`.

    A word that is wider than the screen, such as a long address, stays in one piece, to be copied. So does a
    board or a command in backquotes, unless it is wider than the screen.
    """
    width = screen_width()

    def joined(found: re.Match[str]) -> str:
        return found[0].replace(" ", _NO_BREAK) if len(found[0]) <= width - len(indent) else found[0]

    lines = textwrap.fill(
        _ONE_PIECE.sub(joined, prose),
        width,
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines.replace(_NO_BREAK, " ")


def say(prose: str, head: str = "", *, err: bool = False) -> None:
    """Print prose, wrapped, after a word or two that may be colored: the signs of a color take no room.

    With `err` it goes to standard error: what is said about results that are themselves printed.
    """
    plain = click.unstyle(head)
    whole = wrapped(plain + prose)
    click.echo(head.replace(plain, whole[: len(plain)]) + whole[len(plain) :], err=err)


def complain(message: str) -> None:
    """One line on standard error; on a terminal it is wrapped."""
    line = f"taquin: {message}"
    shown = wrapped(line) if sys.stderr.isatty() else line
    click.echo(shown.encode(errors="replace"), err=True)


def verdict(words: str, good: bool) -> str:
    """A verdict in words, colored where the output is a terminal."""
    return click.style(words, fg="green" if good else "red", bold=True)


def why_not(solution: Solution) -> str:
    """Why there is no solution to print, with the likely mix-up of the two usual goals."""
    if solution.outcome is Outcome.UNSOLVABLE:
        other = diagnose(solution.puzzle.start, solution.puzzle.goal).other_goal
        name = "outcome.why_unsolvable_here" if other else "outcome.why_unsolvable"
        return text(name, reason=solution.reason, goal=other)
    how = text("outcome.stopped") if solution.outcome is Outcome.STOPPED else solution.reason
    return text("outcome.why_not_found", how=how or text("outcome.limit_reached"), moves=count_moves(solution.bound))


def figures(pairs: Iterable[tuple[str, object]]) -> str:
    """Names and values in two columns. Moves in one word that is too wide are broken between moves: they can be read
    again so."""
    lines = [(name, str(value)) for name, value in pairs]
    width = max(len(name) for name, _ in lines)
    indent = " " * (width + 2)
    values = [_in_pieces(value, screen_width() - len(indent)) for _, value in lines]
    # Wrapped with spaces in the place of the name, whose color would be counted as letters.
    values = [wrapped(value, indent, first=indent).removeprefix(indent) for value in values]
    names = [click.style(name.ljust(width), dim=True) for name, _ in lines]
    return "\n".join(f"{name}  {value}" for name, value in zip(names, values, strict=True))


def _in_pieces(value: str, room: int) -> str:
    """The value; moves in one word that is wider than the room for it as words that fit."""
    if len(value) <= room or not _MOVES.fullmatch(value):
        return value
    pieces = [""]
    for move in _MOVE.findall(value):
        if len(pieces[-1]) + len(move) > room:
            pieces.append("")
        pieces[-1] += move
    return " ".join(pieces)


def start_and_goal(puzzle: Puzzle) -> str:
    """Pictures of both boards with an arrow between them; only the start, in rows, where they would be too wide.

    A board whose rows would wrap is not shown at all, but it is said how to see it.
    """
    if puzzle.start.width <= _WIDEST_PICTURE:
        pairs = list(zip(picture(puzzle.start).splitlines(), picture(puzzle.goal).splitlines(), strict=True))
        arrow = len(pairs) // 2
        lines = [f"{left}  {'->' if n == arrow else '  '}  {right}" for n, (left, right) in enumerate(pairs)]
        if fits_screen(lines[0]):
            return "\n".join(lines)
    rows = str(puzzle.start)
    return rows if fits_screen(rows) else too_wide(puzzle.start)


def fits_screen(lines: str) -> bool:
    """Whether no line of a text would wrap."""
    return max(map(len, lines.splitlines()), default=0) <= screen_width()


def too_wide(board: Board) -> str:
    """What stands in the place of a board whose rows would wrap."""
    width = max(map(len, str(board).splitlines()))
    return text("solve.too_wide", width=board.width, height=board.height, columns=width, screen=screen_width())


def banner() -> None:
    """One line on standard error where the slow engine is in use."""
    from taquin.native import ENGINE, MISSING

    if ENGINE == "python":
        complain(text("busy.slow_engine", missing=MISSING))


def screen_width() -> int:
    """The columns of the terminal, or what COLUMNS says; plenty where the output goes elsewhere."""
    import shutil

    return shutil.get_terminal_size((_PLENTY, 24)).columns


def status(line: str = "") -> None:
    """Show what is going on in one line of the terminal, over the last; nothing where there is no terminal."""
    if sys.stderr.isatty():
        # A line that wraps could not be cleared, and every report would add one to the screen.
        click.echo(f"\r\033[K{line[: screen_width() - 1]}", nl=False, err=True)


@contextmanager
def busy(doing: str, *, long: bool = True) -> Iterator[None]:
    """Say what is going on while the block runs, which does not tell how far it is; nothing where it is not `long`."""
    if long:
        status(f"{doing} ...")
    try:
        yield
    finally:
        if long:
            status()


def counted(items: Iterable[T], what: str, total: int | None = None, *, printed: bool = True) -> Iterator[T]:
    """The items, with a line on the terminal that counts them, unless they are `printed` there themselves."""
    shown, seen = monotonic(), printed and sys.stdout.isatty()
    name = "busy.counted" if total is None else "busy.counted_of"
    for number, item in enumerate(items):
        if not seen and monotonic() - shown >= _STATUS_SECONDS:
            shown = monotonic()
            status(text(name, number=number, total=total, what=what))
        yield item
    status()


def format_option(*choices: str) -> Callable[[Command], Command]:
    """Add the option --format with these choices, the first the default; --json is short for --format json.

    The command gets them as `form`. Each option has a name of its own: where two share one, click's versions differ
    on which of them counts.
    """

    def decorate(function: Command) -> Command:
        return decorated(
            gathered(function, "form", lambda form, as_json: "json" if as_json else form, "form", "as_json"),
            click.option(
                "--format", "form", type=Choice(choices), default=choices[0], show_default=True,
                help="How to print.",
            ),
            click.option("--json", "as_json", is_flag=True, help="Short for --format json."),
        )  # fmt: skip

    return decorate
