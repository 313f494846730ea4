"""`taquin check`: every problem with a board, or whether it is solvable and why."""

from __future__ import annotations

import click

from taquin.cli.boards import board_argument, goal_option, read_argument, read_goal
from taquin.cli.exits import Exit
from taquin.cli.output import busy, echo_json, figures, format_option, start_and_goal, verdict
from taquin.solvability import Diagnosis, diagnose, princeton_rule

__all__ = ["command"]

_MOST_PROBLEMS = 20
"""Lines of problems that are printed; the others are counted."""
_LARGE = 100_000
"""Cells of a board that takes seconds to look at."""
_LARGEST_LISTING = 100
"""Up to this many cells the inversions are listed pair by pair and the whole Kurang table is shown."""


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
    if len(start) <= _LARGEST_LISTING:
        click.echo(_kurang_table(found))
        click.echo()
        click.echo(_inversions(found))
        click.echo()
    rows: list[tuple[str, object]] = [
        ("Inversions (sum of Kurang)", found.inversions),
        ("X (parity of the blank)", found.x),
        ("Total", found.total),
        ("Inversions without blank", found.inversions_without_blank),
        ("Blank row, from 0", found.blank_row),
        ("Hamming", found.hamming),
        ("Manhattan", found.manhattan),
    ]
    if min(start.shape) > 1:
        rows.append(("Princeton rule", princeton_rule(found)))
    click.echo(figures(rows))
    click.echo()
    click.echo(verdict("Solvable" if found.solvable else "Unsolvable", bool(found.solvable)) + f": {found.reason}.")
    if found.other_goal:
        click.echo(f"It would be solvable with --goal {found.other_goal}.")
    if (pair := found.swap()) is not None:
        click.echo(f"Exchanging {pair[0]} and {pair[1]} would make it solvable.")


def _kurang_table(found: Diagnosis) -> str:
    names = [*map(str, range(1, len(found.kurang))), "blank"]
    head = " i     | kurang(i)\n-------+----------\n"
    return head + "\n".join(f" {name:5} | {count}" for name, count in zip(names, found.kurang, strict=True))


def _inversions(found: Diagnosis) -> str:
    lines = ["Inversions without the blank: each tile, and the tiles after it that come before it in the goal"]
    for tile, smaller in found.smaller_after():
        lines.append(f" {tile:3}: {len(smaller):2}  {' '.join(map(str, smaller))}".rstrip())
    return "\n".join(lines)
