"""`taquin classroom`: the conversations of documents 002 and 004, question by question, in their own words.

Whatever an option answers is not asked. A bad answer is explained and the question asked again. What the documents'
programs print is in `document_002.py` and `document_004.py`; below it stands what Taquin has to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from taquin.board import Board
from taquin.cli import document_002, document_004
from taquin.cli.boards import read_board, read_goal
from taquin.cli.check import say_why_unsolvable
from taquin.cli.exits import Exit, outcome_code
from taquin.cli.language import said, text
from taquin.cli.mistakes import MISTAKES, tell_mistakes
from taquin.cli.options import Choice, WholeNumber, lang_option, limit_options, seed_option
from taquin.cli.output import say, why_not, wrapped
from taquin.cli.remark import remark
from taquin.cli.teaching import teach
from taquin.errors import TaquinError
from taquin.puzzle import Puzzle
from taquin.random_boards import RandomNumbers, scramble, seed_or_chance
from taquin.result import Limits, Solution
from taquin.solvability import diagnose

__all__ = ["command"]

T = TypeVar("T")

_DOCUMENTS = ("002", "004")
_ELSEWHERE = {
    "000": "taquin solve BOARD --algorithm bnb000",
    "001": "taquin solve BOARD --algorithm princeton --format boards",
    "003": "taquin trace BOARD --layout 003",
}
"""The documents whose programs ask nothing, and what prints as they do."""
_MISTAKES = "mistakes"
_HEURISTICS = {"m": ("Manhattan", "manhattan"), "h": ("Hamming", "hamming004")}
_LETTER = Choice(list(_HEURISTICS), case_sensitive=False)


class _Document(Choice):
    """A document that holds a conversation; of the others it says where they are."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The document."""
        if value in _ELSEWHERE:
            self.fail(text("usage.no_conversation", document=value, command=_ELSEWHERE[value]), param, ctx)
        return super().convert(value, param, ctx)


@click.command("classroom")
@click.argument("document", type=_Document([*_DOCUMENTS, _MISTAKES]), required=False)
@click.option("--file", "source", metavar="BOARD", help="The start, instead of asking: a file or the board itself.")
@click.option("--goal", metavar="GOAL", help="The goal of document 004, instead of asking.")
@click.option("--heuristic", "letter", type=_LETTER, help="Manhattan or Hamming, likewise.")
@click.option("--random", "by_chance", is_flag=True, help="A random start, instead of asking.")
@click.option(
    "--any", "unsolvable_too", is_flag=True, help="Random starts may be unsolvable, as document 002 has them."
)
@click.option("--only", type=WholeNumber(1, len(MISTAKES)), metavar="N", help="Number N of the mistakes alone.")
@seed_option("Which random board.")
@limit_options("the search", seconds=60.0)
@lang_option
def command(
    document: str | None,
    source: str | None,
    goal: str | None,
    letter: str | None,
    by_chance: bool,
    unsolvable_too: bool,
    only: int | None,
    seed: int | None,
    limits: Limits,
) -> Exit:
    """Ask for a board and answer as two course documents do: 002 (branch and bound) or 004 (A*).

    'mistakes' shows what the documents get wrong, by running it, and the right version beside it; --only N shows one.
    A random start can be solved towards the goal, unless --any is given: then 002 shuffles the four rows of the goal,
    as its program does, and 004 all cells.

    \b
    Example:
      taquin classroom 002 --file course15/002-test2
    """
    if document is None:
        for name in (*_DOCUMENTS, _MISTAKES):
            click.echo(f"{name}  {text(f'classroom.{name}')}")
        document = _ask_one(text("classroom.which"), Choice([*_DOCUMENTS, _MISTAKES]))

    if document == _MISTAKES:
        if by_chance or unsolvable_too or (source, goal, letter, seed) != (None, None, None, None):
            raise click.UsageError(text("usage.mistakes"))
        tell_mistakes(only)
        return Exit.OK
    if only is not None:
        raise click.UsageError(text("usage.only_mistakes"))
    if source is not None and (by_chance or unsolvable_too):
        raise click.UsageError(text("usage.file_or_chance", name="random" if by_chance else "any"))
    if document == "002" and (goal, letter) != (None, None):
        raise click.UsageError(text("usage.only_004", name="goal" if letter is None else "heuristic"))

    def random_board(goal: Board) -> Board:
        rows_stay = document == "002"
        return _any_board(goal, seed, rows_stay) if unsolvable_too else scramble(*goal.shape, seed=seed, goal=goal)

    start = read_board(source) if source is not None else None
    asks = start is None and not by_chance
    if document == "002":
        _print(document_002.heading(menu=asks))
        start = _ask_002() if asks else start
        return _document002(start or random_board(Board.blank_last(4)), limits)
    start = _ask_004() if asks else start
    target = _goal_004(goal, start.shape if start else (3, 3))
    return _document004(Puzzle(start or random_board(target), target), letter, limits)


def _any_board(goal: Board, seed: int | None, rows_stay: bool) -> Board:
    """The goal with its rows in another order, which is what document 002 makes, or with all cells shuffled."""
    numbers = RandomNumbers(seed_or_chance(seed))
    pieces: list[tuple[int, ...]] = list(goal.rows) if rows_stay else [(tile,) for tile in goal]
    for last in range(len(pieces) - 1, 0, -1):
        other = numbers.below(last + 1)
        pieces[last], pieces[other] = pieces[other], pieces[last]
    return Board([tile for piece in pieces for tile in piece], goal.width)


def _ask_002() -> Board | None:
    """The board from a file; None where a random one was chosen."""
    method = ""
    while method not in ("1", "2"):
        method = click.prompt(document_002.PROMPT_METHOD, prompt_suffix="").strip()
        if method not in ("1", "2"):
            click.echo(document_002.WRONG_INPUT)
    while method == "1":
        name = click.prompt(document_002.PROMPT_FILE, prompt_suffix="")
        try:
            return read_board(name)
        except (TaquinError, OSError) as error:
            missing = "no such file" in str(error)
            say(f"{document_002.NO_FILE} ({said(error)})" if missing else f"Sorry... {said(error)}")
    return None


def _ask_004() -> Board | None:
    """The board from a file, or typed; None where a random one was chosen."""
    click.echo(text("classroom.from_file"))
    click.echo(text("classroom.random"))
    if _ask_one(text("classroom.choose"), Choice(["1", "2"])) == "2":
        return None
    return _ask(text("classroom.board"), read_board)


def _goal_004(given: str | None, shape: tuple[int, int]) -> Board:
    """The goal given, or the one asked for, by its name or as a board of this shape."""
    if given is not None:
        return read_goal(given, *shape)
    return _ask(text("classroom.goal"), lambda answer: read_goal(answer, *shape), "blank-last")


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
            say(text("usage.error", message=message))


def _document002(start: Board, limits: Limits) -> Exit:
    found = diagnose(start)
    _print(document_002.inquiry(start, found))
    if not found.solvable:
        click.echo(document_002.RULE)
        return Exit.UNSOLVABLE
    solution = teach(Puzzle(start), limits, "bnb002")
    _print(document_002.steps(solution) if solution.solved else [])
    _print(document_002.totals(solution))
    click.echo(document_002.RULE)
    return _closing(solution)


def _document004(puzzle: Puzzle, letter: str | None, limits: Limits) -> Exit:
    found = diagnose(puzzle.start, puzzle.goal)
    _print(document_004.inversions(found))
    if not found.solvable:
        _print(document_004.refusal(puzzle.start, found))
        say_why_unsolvable(found)
        return Exit.UNSOLVABLE
    if letter is None:
        letter = _ask_one(text("classroom.heuristic"), _LETTER)
    word, name = _HEURISTICS[letter]
    solution = teach(puzzle, limits, "astar004", heuristic_name=name)
    _print(document_004.report(solution, word))
    _print(document_004.totals(solution))
    return _closing(solution)


def _closing(solution: Solution) -> Exit:
    """What no document says: that the board was solved already, or why there is no solution; and the right answer."""
    if solution.solved and not solution.moves:
        click.echo(text("words.solved"))
    if not solution.solved:
        say(f"{why_not(solution).capitalize()}.")
    remark(solution)
    return outcome_code(solution.outcome)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line if "\n" in line or "\t" in line else wrapped(line))
