"""`taquin check`: every problem with a board, or whether it is solvable and why."""

from __future__ import annotations

import click

from taquin.cli.boards import board_argument, goal_option, read_argument, read_goal
from taquin.cli.exits import Exit
from taquin.cli.output import busy, echo_json, figures, format_option, say, start_and_goal, verdict, wrapped
from taquin.move import cell_distance
from taquin.solvability import Diagnosis, diagnose

__all__ = ["command"]

_MOST_PROBLEMS = 20
"""Lines of problems that are printed; the others are counted."""
_LARGE = 100_000
"""Cells of a board that takes seconds to look at."""
_LARGEST_LISTING = 25
"""Up to this many cells it is shown how Kurang and X come about; of larger boards only the rules."""


@click.command("check")
@board_argument
@goal_option
@format_option("text", "json")
def command(board: str, goal: str, form: str) -> int:
    """Say what is wrong with BOARD, or whether it can be solved and why.

    \b
    Example:
      taquin check "1 2 3/4 5 6/8 7 0"

    Exit code 0 for a solvable board, 4 for an unsolvable one, 3 for one that is no board.
    """
    source, found = read_argument(board, diagnose, "board")
    if found.puzzle is not None:
        start = found.puzzle.start
        with busy("looking at the board", long=len(start) > _LARGE):
            found = diagnose(start, read_goal(goal, *start.shape))
    if form == "json":
        echo_json(found.to_json())
    elif found.puzzle is None:
        name = f"{source}: " if source else ""
        for problem in found.problems[:_MOST_PROBLEMS]:
            click.echo(f"taquin: {name}{problem.message}", err=True)
        if len(found.problems) > _MOST_PROBLEMS:
            click.echo(f"taquin: {name}and {len(found.problems) - _MOST_PROBLEMS} more problems", err=True)
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
    say(f": {found.reason}.", verdict("Solvable" if found.solvable else "Unsolvable", bool(found.solvable)))
    if found.other_goal:
        say(f"It would be solvable with --goal {found.other_goal}.")
    if (pair := found.swap()) is not None:
        say(f"Exchanging {pair[0]} and {pair[1]} would make it solvable.")


def _print_kurang(found: Diagnosis) -> None:
    say(
        "Kurang(i) is the number of tiles that come after tile i on the board, row by row, and before it in the goal; "
        "the blank counts as a tile, too."
    )
    click.echo()
    click.echo("    i  Kurang(i)  which")
    for tile, others in found.counted():
        listed = " ".join(_name(other) for other in others)
        click.echo(wrapped(f"{_name(tile):>5}  {len(others):>9}  {listed}".rstrip(), " " * 18))
    click.echo(f"  sum  {found.inversions:>9}")
    click.echo()


def _name(tile: int) -> str:
    return str(tile) if tile else "blank"


def _print_x(found: Diagnosis) -> None:
    """X with the cells that make it 1, drawn."""
    assert found.puzzle is not None
    start, goal = found.puzzle.start, found.puzzle.goal
    say("X is 1 if the blank is on a shaded cell, an odd number of steps from its place in the goal (o); else it is 0.")
    click.echo()
    for row in range(start.height):
        cells = (row * start.width + column for column in range(start.width))
        shades = "".join(_shade(cell, start.blank, goal.blank, start.width) for cell in cells)
        click.echo(f"  {shades}".rstrip())
    row, column = divmod(start.blank, start.width)
    click.echo()
    where = "which is shaded" if found.x else "which is not shaded"
    say(f"The blank ([ ]) is in row {row + 1}, column {column + 1}, {where}: X = {found.x}.")
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
    added = f"the blank's row, from 0 = {row}" if even else f"nothing: the width {start.width} is odd"
    lines = [
        ("", "Kurang's rule", "Princeton's rule"),
        ("counted", f"sum of Kurang(i) = {found.inversions}", f"inversions without the blank = {theirs}"),
        ("added", f"X = {found.x}", added),
        ("together", _with_parity(found.total), _with_parity(theirs + row)),
        ("on the goal", _with_parity(0), _with_parity(goal_row)),
        ("solvable", _yes(found.total % 2 == 0), _yes((theirs + row - goal_row) % 2 == 0)),
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def _with_parity(number: int) -> str:
    return f"{number}, {'odd' if number % 2 else 'even'}"


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"
