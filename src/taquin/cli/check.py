"""`taquin check`: every problem with a board, or whether it is solvable and why."""

from __future__ import annotations

import click

from taquin.board import Board
from taquin.cli.boards import board_argument, chosen_goal, goal_option, read_argument
from taquin.cli.exits import Exit
from taquin.cli.language import said, text
from taquin.cli.options import lang_option
from taquin.cli.output import busy, complain, echo_json, figures, format_option, say, start_and_goal, verdict, wrapped
from taquin.move import cell_distance
from taquin.notation import parse_goal
from taquin.solvability import Diagnosis, diagnose

__all__ = ["command", "say_why_unsolvable"]

_MOST_PROBLEMS = 20
"""Lines of problems that are printed; the others are counted."""
_LARGE = 100_000
"""Cells of a board that takes seconds to look at."""
_LARGEST_LISTING = 25
"""Up to this many cells it is shown how Kurang and X come about; of larger boards only the rules."""


@click.command("check")
@board_argument
@goal_option
@lang_option
@format_option("text", "json")
def command(board: str, goal: str, form: str) -> int:
    """Say what is wrong with BOARD, or whether it can be solved and why.

    \b
    Example:
      taquin check "1 2 3/4 5 6/8 7 0"

    Exit code 0 for a solvable board, 4 for an unsolvable one, 3 for one that is no board.
    """

    def read(content: str) -> tuple[Diagnosis, Board | None]:
        found = diagnose(content)
        return found, None if found.puzzle is None else parse_goal(content)

    source, (found, own) = read_argument(board, read, "board")
    if found.puzzle is not None:
        start = found.puzzle.start
        with busy(text("busy.looking"), long=len(start) > _LARGE):
            found = diagnose(start, chosen_goal(own, goal, *start.shape))
    if form == "json":
        echo_json(found.to_json())
    elif found.puzzle is None:
        name = f"{said(source)}: " if source else ""
        for problem in found.problems[:_MOST_PROBLEMS]:
            complain(f"{name}{said(problem.message)}")
        if len(found.problems) > _MOST_PROBLEMS:
            more = text("problems.more", count=len(found.problems) - _MOST_PROBLEMS)
            complain(f"{name}{more}")
    else:
        _print(found)
    if not found.valid:
        return Exit.BAD_BOARD
    return Exit.OK if found.solvable else Exit.UNSOLVABLE


def _print(found: Diagnosis) -> None:
    assert found.puzzle is not None
    start = found.puzzle.start
    click.echo(start_and_goal(found.puzzle))
    click.echo()
    if min(start.shape) > 1:
        if len(start) <= _LARGEST_LISTING:
            _print_kurang(found)
            _print_x(found)
        click.echo(_rules(found))
        click.echo()
    click.echo(figures([("Hamming", found.hamming), ("Manhattan", found.manhattan)]))
    click.echo()
    if found.solvable:
        say(f": {said(found.reason)}.", verdict(text("words.solvable"), True))
    else:
        say_why_unsolvable(found)


def say_why_unsolvable(found: Diagnosis) -> None:
    """The verdict with its reason, where its proof is, and what would make the board solvable."""
    assert found.puzzle is not None
    turns = min(found.puzzle.start.shape) > 1
    say(f": {said(found.reason)}.", verdict(text("words.unsolvable"), False))
    if turns:
        say(text("check.parity_proof"))
    if found.other_goal:
        say(text("check.other_goal", goal=found.other_goal))
    if (pair := found.swap()) is not None:
        # Where tiles can turn a corner, any two will do.
        say(text("check.swap" if turns else "check.swap_only", one=pair[0], other=pair[1]))


def _print_kurang(found: Diagnosis) -> None:
    say(text("check.kurang"))
    click.echo()
    total = text("check.sum")
    width = max(5, len(total), len(_name(0)))
    click.echo(f"{'i':>{width}}  Kurang(i)  {text('check.which')}")
    for tile, others in found.counted():
        listed = " ".join(_name(other) for other in others)
        click.echo(wrapped(f"{_name(tile):>{width}}  {len(others):>9}  {listed}".rstrip(), " " * (width + 13)))
    click.echo(f"{total:>{width}}  {found.inversions:>9}")
    click.echo()


def _name(tile: int) -> str:
    return str(tile) if tile else text("words.blank")


def _print_x(found: Diagnosis) -> None:
    """X with the cells that make it 1, drawn."""
    assert found.puzzle is not None
    start, goal = found.puzzle.start, found.puzzle.goal
    say(text("check.x"))
    click.echo()
    for row in range(start.height):
        cells = (row * start.width + column for column in range(start.width))
        shades = "".join(_shade(cell, start.blank, goal.blank, start.width) for cell in cells)
        click.echo(f"  {shades}".rstrip())
    row, column = divmod(start.blank, start.width)
    click.echo()
    say(text("check.x_shaded" if found.x else "check.x_plain", row=row + 1, column=column + 1, x=found.x))
    click.echo()


def _shade(cell: int, blank: int, home: int, width: int) -> str:
    """Three letters for a cell: its shade, and brackets round the blank."""
    shade = "▒" if cell_distance(cell, home, width) % 2 else "o" if cell == home else "·"
    return f"[{shade}]" if cell == blank else shade * 3 if shade == "▒" else f" {shade} "


def _rules(found: Diagnosis) -> str:
    """Both parity rules side by side."""
    assert found.puzzle is not None
    assert found.total is not None and found.inversions_without_blank is not None and found.blank_row is not None
    start, goal = found.puzzle.start, found.puzzle.goal
    even = start.width % 2 == 0
    row, goal_row = (found.blank_row, goal.blank // goal.width) if even else (0, 0)
    theirs = found.inversions_without_blank
    added = text("check.added_row", row=row) if even else text("check.added_nothing", width=start.width)
    ours, other = text("check.counted_kurang", count=found.inversions), text("check.counted_princeton", count=theirs)
    lines = [
        ("", text("check.kurang_rule"), text("check.princeton_rule")),
        (text("check.counted"), ours, other),
        (text("check.added"), f"X = {found.x}", added),
        (text("check.together"), _with_parity(found.total), _with_parity(theirs + row)),
        (text("check.on_the_goal"), _with_parity(0), _with_parity(goal_row)),
        (text("check.solvable"), _yes(found.total % 2 == 0), _yes((theirs + row - goal_row) % 2 == 0)),
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def _with_parity(number: int) -> str:
    return f"{number}, {text('words.odd' if number % 2 else 'words.even')}"


def _yes(answer: bool) -> str:
    return text("words.yes" if answer else "words.no")
