"""`taquin exercises`: a sheet of exercises for a class, and its answers."""

from __future__ import annotations

import click

from taquin.cli.exits import Exit
from taquin.cli.output import wrapped
from taquin.cli.random import read_shape
from taquin.exercises import SHEETS, WORDS, first_exercises, write_sheet

__all__ = ["command"]


@click.command("exercises")
@click.argument("shape", callback=read_shape, metavar="WxH", default="3x3")
@click.option("--depth", type=click.IntRange(min=1), default=8, show_default=True, help="Moves of a shortest solution.")
@click.option("--count", type=click.IntRange(1, 50), default=4, show_default=True, help="How many boards.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which boards; the same for the same seed.")
@click.option("--lang", type=click.Choice(list(WORDS)), default="en", show_default=True, help="The language.")
@click.option(
    "--format", "form", type=click.Choice(list(SHEETS)), default="text", show_default=True,
    help="How to print; html is one file, ready for paper.",
)  # fmt: skip
def command(shape: tuple[int, int], depth: int, count: int, seed: int, lang: str, form: str) -> Exit:
    """Print a sheet of exercises with boards WxH, and after them the answers.

    \b
    Example:
      taquin exercises --seed 7

    Each asks for the Kurang table, whether the board can be solved, the first boards that A* expands, and its nodes.
    About one board in four cannot be solved.
    """
    sheet = write_sheet(first_exercises(*shape, depth, count, seed=seed), seed, form, lang)
    if form == "text":
        sheet = "\n".join(wrapped(line) if " |" not in line else line for line in sheet.split("\n"))
    click.echo(sheet, nl=False)
    return Exit.OK
