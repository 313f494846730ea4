"""`taquin classroom`: the conversations of documents 002 and 004, question by question.

Whatever an option answers is not asked. A bad answer is explained and the question asked again.
"""

from __future__ import annotations

from typing import TypeVar

import click

from taquin.board import Board
from taquin.cli.boards import read_board, read_goal
from taquin.cli.exits import Exit, outcome_code
from taquin.cli.mistakes import tell_mistakes
from taquin.cli.options import limit_options, seed_option
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

_DOCUMENTS = {
    "002": "15-puzzle by branch and bound: Kurang, X, verdict, every step",
    "004": "8-puzzle by A* with Manhattan or Hamming, any start and any goal",
}
_MISTAKES = "mistakes"
_HEURISTICS = {"m": "manhattan", "h": "hamming004"}
_LETTER = click.Choice(list(_HEURISTICS), case_sensitive=False)


@click.command("classroom")
@click.argument("document", type=click.Choice([*_DOCUMENTS, _MISTAKES]), required=False)
@click.option("--file", "source", metavar="BOARD", help="The start, instead of asking: a file or the board itself.")
@click.option("--goal", metavar="GOAL", help="The goal of document 004, instead of asking.")
@click.option("--heuristic", "letter", type=_LETTER, help="Manhattan or Hamming, likewise.")
@click.option("--random", "by_chance", is_flag=True, help="A random start, instead of asking.")
@seed_option("Which random board.")
@limit_options("the search", seconds=60.0)
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
            raise click.UsageError("mistakes asks nothing: give it no board, goal or heuristic")
        tell_mistakes()
        return Exit.OK
    if source is not None and by_chance:
        raise click.UsageError("--file and --random exclude each other")
    if document is None:
        for name, what in _DOCUMENTS.items():
            click.echo(f"{name}  {what}")
        document = click.prompt("Which document", type=click.Choice(list(_DOCUMENTS)))
    width = 4 if document == "002" else 3
    start = scramble(width, seed=seed) if by_chance else _start(source, width, seed)
    return _document002(start, limits) if document == "002" else _document004(start, goal, letter, limits)


def _start(source: str | None, width: int, seed: int | None) -> Board:
    if source is not None:
        return read_board(source)
    click.echo("1. Read the board from a file, or type it with / between rows")
    click.echo("2. A random board")
    if click.prompt("Choose", type=click.Choice(["1", "2"])) == "2":
        return scramble(width, seed=seed)
    return _ask_board("Board", None)


def _ask_board(question: str, start: Board | None, default: str | None = None) -> Board:
    """Ask until the answer is a board; with a start, a goal of its shape, which may also be named."""

    def read(answer: str) -> Board:
        try:
            return read_board(answer) if start is None else read_goal(answer, *start.shape)
        except (TaquinError, OSError) as error:
            raise click.BadParameter(str(error)) from None

    board: Board = click.prompt(question, value_proc=read, default=default)
    return board


def _document002(start: Board, limits: Limits) -> Exit:
    found = diagnose(start)
    click.echo(_picture(start))
    for number, count in enumerate(found.kurang, start=1):
        click.echo(f"Kurang({number}) = {count}")
    click.echo(f"X = {found.x}")
    click.echo(f"Sum of Kurang(i) + X = {found.total}")
    if not found.solvable:
        click.echo("Sorry... The puzzle is not solvable")
        return Exit.UNSOLVABLE
    click.echo("The puzzle is solvable")
    click.echo()
    solution = teach(Puzzle(start), limits, "bnb002")
    boards = list(solution.boards())
    for number, move in enumerate(solution.moves, start=1):
        click.echo(f"Step {number}: {move.word}")
        click.echo(_picture(boards[number]))
        click.echo()
    if solution.solved and not solution.moves:
        click.echo("Solved!")
    return _closing(solution, [("Child nodes generated", solution.stats.generated)])


def _document004(start: Board, goal_text: str | None, letter: str | None, limits: Limits) -> Exit:
    goal = _ask_board("Goal", start, "blank-last") if goal_text is None else read_goal(goal_text, *start.shape)
    found = diagnose(start, goal)
    _print_inversions(found)
    if not found.solvable:
        say(f"The puzzle is not solvable: {found.reason}.")
        if found.other_goal is not None:
            click.echo(f"It would be with the goal {found.other_goal}.")
        return Exit.UNSOLVABLE
    click.echo("The puzzle is solvable")
    if letter is None:
        letter = click.prompt("Heuristic, (m)anhattan or (h)amming", type=_LETTER)
    click.echo()
    solution = teach(Puzzle(start, goal), limits, "astar004", heuristic_name=_HEURISTICS[letter])
    if solution.solved:
        for board in solution.boards():
            click.echo(_picture(board))
            click.echo()
    stats = solution.stats
    return _closing(solution, [("States generated", stats.generated), ("States explored", stats.expanded)])


def _print_inversions(found: Diagnosis) -> None:
    for tile, smaller in found.smaller_after():
        click.echo(f"{tile}: {len(smaller)} ({', '.join(map(str, smaller)) or '-'})")
    click.echo(f"Inversions: {found.inversions_without_blank}")


def _closing(solution: Solution, figures: list[tuple[str, int]]) -> Exit:
    for name, value in figures:
        click.echo(f"{name}: {value}")
    if solution.solved:
        click.echo(f"Number of steps: {len(solution.moves)}")
    else:
        say(f"{why_not(solution).capitalize()}.")
    click.echo(f"Time: {seconds_text(solution.stats.seconds)} seconds")
    remark(solution)
    return outcome_code(solution.outcome)


def _picture(board: Board) -> str:
    return format_board(board, "rows", "-")
