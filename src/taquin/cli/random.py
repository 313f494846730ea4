"""`taquin random`: boards made by chance."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import click

from taquin.at_distance import NoneFound, boards_at_distance
from taquin.board import Board
from taquin.cli.boards import goal_option, read_goal
from taquin.cli.language import text
from taquin.cli.options import Choice, WholeNumber, lang_option, memory_option, seed_option
from taquin.cli.output import counted, echo_json, format_option, status
from taquin.errors import TaquinError
from taquin.notation import FORMATS, NOTATIONS, board_to_json, format_board, format_moves
from taquin.random_boards import random_walks, scrambles
from taquin.scramble_moves import scramble_moves

__all__ = ["command"]


_ARROWS = "arrows"
"""The notation "tile", with arrows for letters."""
_AS_ARROWS = str.maketrans("LURD", "←↑→↓")
_LARGE = 100_000
"""Cells of a board that takes seconds to make."""
_LARGEST = 1_000_000
"""Cells of a board that is made here: 1000x1000."""
_MOST_BOARDS = 10**9
"""Boards that are made at once: weeks of work."""
_LONGEST_WALK = 10**7
"""Moves of a random walk, which are all kept: some 80 MB."""
_FARTHEST = 10**6
"""Moves that a board may be asked to be away; which are too many for its shape is known when all have been visited."""


def read_shape(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, int]:
    """`4`, or `4x3` for a board 4 wide and 3 high."""
    found = re.fullmatch(r"([0-9]{1,7})(?:[xX]([0-9]{1,7}))?", value)
    width, height = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if width * height == 0:
        raise click.BadParameter(text("usage.shape", value=repr(value)))
    if width * height > _LARGEST:
        raise click.BadParameter(text("usage.shape_too_large", value=value, most=_LARGEST))
    return width, height


def show_visited(boards: int) -> None:
    """How far it is to a board at some distance."""
    status(text("busy.visited", boards=boards))


@click.command("random")
@click.argument("shape", callback=read_shape, metavar="WxH")
@seed_option("The same seed gives the same boards, everywhere.")
@click.option("--count", type=WholeNumber(1, _MOST_BOARDS), default=1, show_default=True, help="How many boards.")
@click.option("--moves", type=WholeNumber(0, _LONGEST_WALK), help="A random walk of so many moves from the goal.")
@click.option("--distance", type=WholeNumber(0, _FARTHEST), help="Boards whose shortest solution has so many moves.")
@click.option(
    "--scramble",
    "as_moves",
    is_flag=True,
    help="Print the moves that make the board from the goal, not the board: a random-state scramble.",
)
@click.option(
    "--notation",
    type=Choice([*NOTATIONS, _ARROWS]),
    help="Of --scramble. tile: the directions in which tiles slide, as csTimer (URLD) and slidysim write them. arrows: "
    "the same as arrows. blank: the directions in which the blank travels, the opposite ones. number: the tiles that "
    "slide.  [default: tile]",
)
@click.option(
    "--with-size",
    is_flag=True,
    help="Of --scramble: print the size before the moves, so that every line is a BOARD for all commands.",
)
@memory_option(
    "Look for boards at a --distance, or for the moves of a --scramble, with at most so much memory, as in 500M."
)
@goal_option
@lang_option
@format_option(*FORMATS)
def command(
    shape: tuple[int, int],
    seed: int | None,
    count: int,
    moves: int | None,
    distance: int | None,
    as_moves: bool,
    notation: str | None,
    with_size: bool,
    goal: str,
    form: str,
) -> None:
    """Make random boards WxH, uniformly from all that can be solved.

    \b
    Example:
      taquin random 4x4 --seed 7

    A scramble has spaces between its moves, and R3 is R R R. Up to 16 cells it is as short as possible.
    """
    if notation is not None and not as_moves:
        raise click.UsageError(text("usage.scramble_notation"))
    if with_size and (not as_moves or notation == "number" or goal != "blank-last"):
        raise click.UsageError(text("usage.scramble_size"))
    if as_moves and form not in (next(iter(FORMATS)), "json"):
        raise click.UsageError(text("usage.scramble_format", form=form))
    if moves is not None and distance is not None:
        raise click.UsageError(text("usage.walk_or_distance"))
    target = read_goal(goal, *shape)
    if distance is not None:
        boards = _at_distance(target, distance, seed)
    elif moves is not None:
        boards = random_walks(target, moves, seed=seed)
    else:
        boards = scrambles(*shape, seed=seed, goal=target)
    if shape[0] * shape[1] > _LARGE or distance is not None:
        status(text("busy.first_board") + " ...")
    for number, board in enumerate(counted(islice(boards, count), text("busy.boards"), count)):
        if number == 0:
            status()
        made = _scramble(board, target, notation or "tile") if as_moves else None
        if with_size:
            made = f"{board.width}x{board.height} {made}"
        if form == "json":
            record: dict[str, Any] = {"board": board_to_json(board)}
            echo_json(record if made is None else {**record, "scramble": made, "notation": notation or "tile"})
            continue
        shown = format_board(board, form) if made is None else made
        if number and "\n" in shown:
            click.echo()
        click.echo(shown)


def _at_distance(goal: Board, distance: int, seed: int | None) -> Iterator[Board]:
    try:
        yield from boards_at_distance(goal, distance, seed=seed, on_visited=show_visited)
    except NoneFound as error:
        raise TaquinError(text("usage.walk_instead", message=error.args[0], distance=distance)) from None


def _scramble(board: Board, goal: Board, notation: str) -> str:
    """The moves that make the board, with spaces between them."""
    moves = scramble_moves(board, goal)
    written = format_moves(moves, "tile" if notation == _ARROWS else notation, goal, runs=True, space=" ")
    return written.translate(_AS_ARROWS) if notation == _ARROWS else written
