"""`taquin explain`: how a person solves a board, step by step."""

from __future__ import annotations

from textwrap import indent
from typing import Final

import click

from taquin.cli.boards import board_argument, goal_option, read_puzzle
from taquin.cli.exits import Exit
from taquin.cli.language import said, text
from taquin.cli.options import lang_option
from taquin.cli.output import (
    banner,
    busy,
    counted,
    echo_json,
    fits_screen,
    format_option,
    say,
    start_and_goal,
    too_wide,
    wrapped,
)
from taquin.explanation import Step, explain
from taquin.hints import Plan, hint
from taquin.move import Move, count_moves
from taquin.notation import format_moves, picture
from taquin.puzzle import Puzzle

__all__ = ["command"]

_ARROWS: Final = {Move.U: "↑", Move.L: "←", Move.R: "→", Move.D: "↓"}
_BUDGET: Final = 1000
"""Milliseconds in which a shorter way is looked for."""
_INDENT: Final = "   "


@click.command("explain")
@board_argument
@goal_option
@click.option("--brief", is_flag=True, help="Leave out the pictures.")
@lang_option
@format_option("text", "json")
def command(board: str, goal: str, brief: bool, form: str) -> Exit:
    """Show how a person solves BOARD: row by row, step by step, in words.

    \b
    Example:
      taquin explain "8 1 3/4 0 2/7 6 5"

    The way is several times as long as the shortest one, but every step of it can be understood and done by hand.
    """
    puzzle = read_puzzle(board, goal)
    steps = counted(explain(puzzle.start, puzzle.goal), text("busy.steps"))
    if form == "json":
        length = 0
        for step in steps:
            length += len(step.moves)
            echo_json(step.to_json())
        plan = _shortest(puzzle)
        shortest = len(plan.moves) if plan.optimal else None
        echo_json({"kind": "done", "length": length, "shortest": shortest, "bound": plan.bound})
        return Exit.OK
    click.echo(start_and_goal(puzzle))
    click.echo()
    if puzzle.is_solved():
        say(text("explain.solved"))
        return Exit.OK
    pictured = not brief and fits_screen(picture(puzzle.start))
    if pictured:
        say(text("explain.key"))
        click.echo()
    elif not brief:
        click.echo(too_wide(puzzle.start))
        click.echo()
    number = length = 0
    for number, step in enumerate(steps, start=1):
        length += len(step.moves)
        _print(number, step, length, pictured=pictured)
    _print_end(puzzle, number, length)
    return Exit.OK


def _print(number: int, step: Step, length: int, *, pictured: bool) -> None:
    """One step: what, why, which tiles slide, and the board after it."""
    head = click.style(f"{number}. {said(step.title)}", bold=True)
    say(f" {said(step.why)}", head)
    if step.moves:
        count = text("explain.count", moves=count_moves(len(step.moves)), total=length)
        click.echo(wrapped(f"{_INDENT}{_slides(step)}  ({count})", _INDENT))
        if pictured:
            click.echo(_picture(step))
    click.echo()


def _print_end(puzzle: Puzzle, steps: int, length: int) -> None:
    """How long the way was, beside the shortest."""
    plan = _shortest(puzzle)
    banner()
    known = count_moves(len(plan.moves))
    ending = (
        text("explain.shortest", moves=known)
        if plan.optimal
        else text("explain.not_proven", moves=known, bound=plan.bound)
    )
    say(f"{text('explain.done', moves=count_moves(length), steps=steps)} {ending}")


def _shortest(puzzle: Puzzle) -> Plan:
    """The shortest way that is found in a moment."""
    with busy(text("busy.thinking", seconds=_BUDGET / 1000)):
        return hint(puzzle.start, puzzle.goal, budget_ms=_BUDGET).plan


def _slides(step: Step) -> str:
    """`5← 8↑`: the tiles in the order in which they slide, and where to."""
    tiles = format_moves(step.moves, "number", step.before).split()
    return " ".join(f"{tile}{_ARROWS[move.inverse]}" for tile, move in zip(tiles, step.moves, strict=True))


def _picture(step: Step) -> str:
    """The board after a step, with its tiles in brackets and a star at those that are home for good."""
    fixed = frozenset(step.fixed)

    def drawn(tile: int, name: str) -> str:
        if tile in step.tiles:
            return click.style(f"[{name}]", bold=True)
        return click.style(f" {name}*", fg="green") if tile in fixed else f" {name} "

    return indent(picture(step.after, drawn), _INDENT)
