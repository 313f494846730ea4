"""`taquin exercises`: a sheet of exercises for a class, and its answers."""

from __future__ import annotations

import click

from taquin.cli.exits import Exit
from taquin.cli.language import spoken, text
from taquin.cli.options import Choice, WholeNumber, lang_option, memory_option, seed_option
from taquin.cli.output import busy, complain, wrapped
from taquin.cli.random import read_shape
from taquin.exercises import SHEETS, first_exercises, write_sheet
from taquin.move import count_boards

__all__ = ["command"]

_DEEPEST = 80
"""Moves of the boards of a sheet at most: the farthest that a 15-puzzle can be from its goal."""


@click.command("exercises")
@click.argument("shape", callback=read_shape, metavar="[WxH]", default="3x3")
@click.option(
    "--depth",
    type=WholeNumber(1, _DEEPEST),
    default=8,
    show_default=True,
    help="Moves of a shortest solution; some have one less (with 1: one more).",
)
@click.option("--count", type=WholeNumber(1, 50), default=4, show_default=True, help="How many boards.")
@seed_option("Which boards; the same for the same seed.", default=1)
@click.option("--questions", is_flag=True, help="Print the questions alone.")
@click.option("--answers", is_flag=True, help="Print the answers alone.")
@memory_option("Look for boards with at most so much memory, as in 500M.")
@lang_option
@click.option(
    "--format", "form", type=Choice(list(SHEETS)), default="text", show_default=True,
    help="How to print; html is one file, ready for paper.",
)  # fmt: skip
def command(
    shape: tuple[int, int], depth: int, count: int, seed: int, questions: bool, answers: bool, form: str
) -> Exit:
    """Print a sheet of exercises with boards WxH, and after them the answers.

    \b
    Example:
      taquin exercises --seed 7

    Each asks for the Kurang table, whether the board can be solved, the first boards that A* expands, and its nodes.
    One board of every four cannot be solved; of the others some have X = 0 and some X = 1, since their depths are DEPTH
    and one less. Where there are not enough such boards, the sheet has fewer, and says so.
    """
    both = questions == answers
    with busy(text("busy.exercises")):
        made = first_exercises(*shape, depth, count, seed=seed)
        sheet = write_sheet(made, seed, form, spoken(), questions=both or questions, answers=both or answers)
    if len(made) < count:
        complain(text("sheet.fewer", boards=count_boards(len(made)), asked=count))
    if form == "text":
        sheet = "\n".join(wrapped(line) if " |" not in line else line for line in sheet.split("\n"))
    click.echo(sheet, nl=False)
    return Exit.OK
