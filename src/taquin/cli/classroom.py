"""`taquin classroom`: the conversations of documents 002 and 004, question by question.

Whatever an option answers is not asked. A bad answer is explained and the question asked again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from taquin.board import Board
from taquin.cli.boards import read_board, read_goal
from taquin.cli.exits import Exit, outcome_code
from taquin.cli.language import said, text
from taquin.cli.mistakes import tell_mistakes
from taquin.cli.options import Choice, lang_option, limit_options, seed_option
from taquin.cli.output import say, seconds_text, why_not
from taquin.cli.remark import remark
from taquin.cli.teaching import teach
from taquin.errors import TaquinError
from taquin.notation import format_board
from taquin.puzzle import Puzzle
from taquin.result import Limits, Solution
from taquin.scramble import scramble
from taquin.solvability import Diagnosis, diagnose

__all__ = ["command"]

T = TypeVar("T")

_DOCUMENTS = ("002", "004")
_MISTAKES = "mistakes"
_HEURISTICS = {"m": "manhattan", "h": "hamming004"}
_LETTER = Choice(list(_HEURISTICS), case_sensitive=False)


@click.command("classroom")
@click.argument("document", type=Choice([*_DOCUMENTS, _MISTAKES]), required=False)
@click.option("--file", "source", metavar="BOARD", help="The start, instead of asking: a file or the board itself.")
@click.option("--goal", metavar="GOAL", help="The goal of document 004, instead of asking.")
@click.option("--heuristic", "letter", type=_LETTER, help="Manhattan or Hamming, likewise.")
@click.option("--random", "by_chance", is_flag=True, help="A random start, instead of asking.")
@seed_option("Which random board.")
@limit_options("the search", seconds=60.0)
@lang_option
def command(
    document: str | None,
    source: str | None,
    goal: str | None,
    letter: str | None,
    by_chance: bool,
    seed: int | None,
    limits: Limits,
) -> Exit:
    """Ask for a board and answer as two course documents do: 002 (branch and bound) or 004 (A*).

    'mistakes' shows what the documents get wrong, by running it, and the right version beside it.

    \b
    Example:
      taquin classroom 002 --file examples/boards/document002_test2.txt
    """
    if document == _MISTAKES:
        if by_chance or (source, goal, letter, seed) != (None, None, None, None):
            raise click.UsageError(text("usage.mistakes"))
        tell_mistakes()
        return Exit.OK
    if source is not None and by_chance:
        raise click.UsageError(text("usage.file_or_random"))
    if document is None:
        for name in _DOCUMENTS:
            click.echo(f"{name}  {text(f'classroom.{name}')}")
        document = _ask_one(text("classroom.which"), Choice(_DOCUMENTS))
    width = 4 if document == "002" else 3
    start = scramble(width, seed=seed) if by_chance else _start(source, width, seed)
    return _document002(start, limits) if document == "002" else _document004(start, goal, letter, limits)


def _start(source: str | None, width: int, seed: int | None) -> Board:
    if source is not None:
        return read_board(source)
    click.echo(text("classroom.from_file"))
    click.echo(text("classroom.random"))
    if _ask_one(text("classroom.choose"), Choice(["1", "2"])) == "2":
        return scramble(width, seed=seed)
    return _ask_board(text("classroom.board"), None)


def _ask_board(question: str, start: Board | None, default: str | None = None) -> Board:
    """Ask until the answer is a board; with a start, a goal of its shape, which may also be named."""

    def read(answer: str) -> Board:
        return read_board(answer) if start is None else read_goal(answer, *start.shape)

    return _ask(question, read, default)


def _ask_one(question: str, choice: Choice) -> str:
    """Ask until the answer is one of these."""
    return _ask(f"{question} ({', '.join(choice.choices)})", lambda answer: str(choice.convert(answer, None, None)))


def _ask(question: str, read: Callable[[str], T], default: str | None = None) -> T:
    """Ask until the answer can be read. What is wrong with it is said in the language spoken, as click would not."""
    while True:
        answer = click.prompt(question, value_proc=str, default=default)
        try:
            return read(answer)
        except (TaquinError, OSError, click.BadParameter) as error:
            message = error.message if isinstance(error, click.BadParameter) else said(error)
            click.echo(text("usage.error", message=message))


def _document002(start: Board, limits: Limits) -> Exit:
    found = diagnose(start)
    click.echo(_picture(start))
    for number, count in enumerate(found.kurang, start=1):
        click.echo(f"Kurang({number}) = {count}")
    click.echo(f"X = {found.x}")
    click.echo(text("classroom.total", total=found.total))
    if not found.solvable:
        click.echo(text("classroom.sorry"))
        return Exit.UNSOLVABLE
    click.echo(text("classroom.solvable"))
    click.echo()
    solution = teach(Puzzle(start), limits, "bnb002")
    boards = list(solution.boards())
    for number, move in enumerate(solution.moves, start=1):
        click.echo(text("solve.step", number=number, direction=text(f"words.direction_{move}").capitalize()))
        click.echo(_picture(boards[number]))
        click.echo()
    if solution.solved and not solution.moves:
        click.echo(text("words.solved"))
    return _closing(solution, [("children", solution.stats.generated)])


def _document004(start: Board, goal_text: str | None, letter: str | None, limits: Limits) -> Exit:
    goal = (
        _ask_board(text("classroom.goal"), start, "blank-last")
        if goal_text is None
        else read_goal(goal_text, *start.shape)
    )
    found = diagnose(start, goal)
    _print_inversions(found)
    if not found.solvable:
        say(text("classroom.unsolvable", reason=found.reason))
        if found.other_goal is not None:
            click.echo(text("classroom.other_goal", goal=found.other_goal))
        return Exit.UNSOLVABLE
    click.echo(text("classroom.solvable"))
    if letter is None:
        letter = _ask_one(text("classroom.heuristic"), _LETTER)
    click.echo()
    solution = teach(Puzzle(start, goal), limits, "astar004", heuristic_name=_HEURISTICS[letter])
    if solution.solved:
        for board in solution.boards():
            click.echo(_picture(board))
            click.echo()
    stats = solution.stats
    return _closing(solution, [("generated", stats.generated), ("explored", stats.expanded)])


def _print_inversions(found: Diagnosis) -> None:
    for tile, smaller in found.smaller_after():
        click.echo(f"{tile}: {len(smaller)} ({', '.join(map(str, smaller)) or '-'})")
    click.echo(text("classroom.inversions", count=found.inversions_without_blank))


def _closing(solution: Solution, figures: list[tuple[str, int]]) -> Exit:
    for name, value in figures:
        click.echo(text(f"classroom.{name}", count=value))
    if solution.solved:
        click.echo(text("classroom.steps", count=len(solution.moves)))
    else:
        say(f"{why_not(solution).capitalize()}.")
    click.echo(text("classroom.time", seconds=seconds_text(solution.stats.seconds)))
    remark(solution)
    return outcome_code(solution.outcome)


def _picture(board: Board) -> str:
    return format_board(board, "rows", "-")
