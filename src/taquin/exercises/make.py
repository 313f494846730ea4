"""Exercises for a class: boards of a chosen depth, and the answers to what a sheet asks about them.

About each board the sheet asks for the Kurang table with X and the total, whether it can be solved, the first boards
that A* expands, and how many nodes it makes. All answers are computed here, by the parts of this package that the
course figures test: `solvability` and `search`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from taquin.at_distance import boards_at_distance
from taquin.board import Board
from taquin.errors import TaquinError
from taquin.heuristics import heuristic
from taquin.puzzle import Puzzle
from taquin.result import Limits, Outcome, Solution
from taquin.scramble import RandomNumbers
from taquin.search import run
from taquin.solvability import Diagnosis, diagnose
from taquin.texts import Sentence
from taquin.trace import Expanded

__all__ = ["EXPANSIONS", "Exercise", "first_exercises", "make_exercises"]

EXPANSIONS: Final = 5
"""How many of the boards that A* expands a sheet asks for."""
_MOST_NODES: Final = 100_000
"""Nodes of a search that somebody might be asked to count: some seconds of work."""
_ONE_UNSOLVABLE_IN: Final = 4
"""One of so many boards cannot be solved, on average."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A board and all answers. An unsolvable board has no expansions, and its solution says why."""

    board: Board
    diagnosis: Diagnosis
    solution: Solution
    """By A* with Manhattan distance (`astar`)."""
    expansions: tuple[Expanded, ...]
    """The first boards that left the queue, with their g and h; the goal may be among them."""


def make_exercises(width: int, height: int, depth: int, *, seed: int) -> Iterator[Exercise]:
    """Endlessly many exercises on boards whose shortest solution has so many moves, the same for the same seed.

    About one in four is made unsolvable, by an exchange of two tiles. Raises TaquinError where there are no boards of
    this depth, or where A* takes too many nodes to be counted.
    """
    if min(width, height) < 2:
        raise TaquinError(Sentence("errors.exercise_shape"))
    numbers = RandomNumbers(seed)
    for board in boards_at_distance(Board.blank_last(width, height), depth, seed=seed):
        unsolvable = len(board) > 3 and numbers.below(_ONE_UNSOLVABLE_IN) == 0
        yield _exercise(_exchanged(board, numbers) if unsolvable else board)


def _exchanged(board: Board, numbers: RandomNumbers) -> Board:
    """The board with two of its tiles exchanged, which makes it unsolvable."""
    first = 1 + numbers.below(len(board) - 1)
    second = 1 + (first + numbers.below(len(board) - 2)) % (len(board) - 1)
    names = list(range(len(board)))
    names[first], names[second] = second, first
    return board.relabel(names)


def _exercise(board: Board) -> Exercise:
    puzzle = Puzzle(board)
    found: list[Expanded] = []

    def keep(event: object) -> None:
        if isinstance(event, Expanded) and len(found) < EXPANSIONS:
            found.append(event)

    solution = run("astar", puzzle, heuristic("manhattan", puzzle.goal), Limits(nodes=_MOST_NODES), on_event=keep)
    if solution.outcome is Outcome.LIMIT:
        raise TaquinError(Sentence("errors.exercise_nodes", nodes=_MOST_NODES))
    return Exercise(board, diagnose(board), solution, tuple(found))


def first_exercises(width: int, height: int, depth: int, count: int, *, seed: int) -> list[Exercise]:
    """So many exercises, no board twice; fewer where there are not so many boards."""
    kept: dict[Board, Exercise] = {}
    for exercise in islice(make_exercises(width, height, depth, seed=seed), 20 * count):
        kept.setdefault(exercise.board, exercise)
        if len(kept) == count:
            break
    return list(kept.values())
