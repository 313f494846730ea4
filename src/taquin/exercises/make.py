"""Exercises for a class: boards of a chosen depth, and the answers to what a sheet asks about them.

About each board the sheet asks for the Kurang table with X and the total, whether it can be solved, the first boards
that A* expands, and how many nodes it makes. All answers are computed here, by the parts of this package that the
course figures test: `solvability` and `search`.

X is odd where the blank is an odd number of steps from home, and so is then the length of every solution. A sheet with
boards of one depth would have the same X everywhere, so it mixes two depths, solvable and unsolvable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

from taquin.at_distance import boards_at_distance
from taquin.board import Board
from taquin.errors import TaquinError
from taquin.heuristics import heuristic
from taquin.puzzle import Puzzle
from taquin.random_boards import RandomNumbers
from taquin.result import Limits, Outcome, Solution
from taquin.search import run
from taquin.solvability import Diagnosis, diagnose
from taquin.texts import Sentence
from taquin.trace import Expanded

__all__ = ["EXPANSIONS", "Exercise", "first_exercises", "make_exercises"]

EXPANSIONS: Final = 5
"""How many of the boards that A* expands a sheet asks for."""
_MOST_NODES: Final = 100_000
"""Nodes of a search that somebody might be asked to count: some seconds of work."""
_MOST_COUNTED: Final = 10_000
"""Boards on the ways of an exercise's shortest solutions, while these are counted: some tenths of a second of work."""
_TRIES: Final = 20
"""Boards of a depth that are drawn for a place on the sheet, if all of them are on the sheet already."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A board and all answers. An unsolvable board has no expansions, and its solution says why."""

    board: Board
    diagnosis: Diagnosis
    solution: Solution
    """By A* with Manhattan distance (`astar`)."""
    expansions: tuple[Expanded, ...]
    """The first boards that left the queue, with their g and h; the goal may be among them."""
    shortest: int
    """How many shortest solutions there are; 0 where that is not known."""


def make_exercises(width: int, height: int, depth: int, *, seed: int) -> Iterator[Exercise]:
    """Exercises on boards whose shortest solution has so many moves or one less, no board twice, the same for the same
    seed; they end where no more boards are found.

    One of every four is made unsolvable, by an exchange of two tiles. The others have both depths, and so X = 0 and
    X = 1, while there are boards of both. With depth 1 the other depth is 2, since nothing can be asked about the goal.
    Raises TaquinError where there are no boards of this depth, or where A* takes too many nodes to be counted.
    """
    if min(width, height) < 2:
        raise TaquinError(Sentence("errors.exercise_shape"))
    numbers, goal = RandomNumbers(seed), Board.blank_last(width, height)
    depths = (depth, depth - 1 if depth > 1 else 2)
    drawn = [boards_at_distance(goal, each, seed=seed) for each in depths]
    made: set[Board] = set()
    while True:
        for place, solvable in _four(numbers):
            tries = chain(islice(drawn[place], _TRIES), islice(drawn[1 - place], _TRIES))
            asked = (board if solvable else _exchanged(board, numbers) for board in tries)
            new = next((board for board in asked if board not in made), None)
            if new is None:
                return  # with boards of one kind alone the sheet would give the answer away
            made.add(new)
            yield _exercise(new)


def _four(numbers: RandomNumbers) -> Iterator[tuple[int, bool]]:
    """Four boards by chance: which of the two depths each has, and whether it can be solved."""
    kinds = [(0, True), (1, True), (numbers.below(2), True), (numbers.below(2), False)]
    while kinds:
        yield kinds.pop(numbers.below(len(kinds)))


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

    solution = run(puzzle, "astar", heuristic("manhattan", puzzle.goal), Limits(nodes=_MOST_NODES), on_event=keep)
    if solution.outcome is Outcome.LIMIT:
        raise TaquinError(Sentence("errors.exercise_nodes", nodes=_MOST_NODES))
    return Exercise(board, diagnose(board), solution, tuple(found), _count_shortest(solution))


def _count_shortest(solution: Solution) -> int:
    """How many solutions are as short as this one; 0 where there is none, or too many boards to look at."""
    if not solution.solved:
        return 0
    ways, seen = Counter({solution.puzzle.start: 1}), 0
    for left in reversed(range(len(solution.moves))):
        after = Counter[Board]()
        for board, count in ways.items():
            for child in board.neighbors():
                if child.manhattan() <= left:
                    after[child] += count
        ways, seen = after, seen + len(after)
        if seen > _MOST_COUNTED:
            return 0
    return ways[solution.puzzle.goal]


def first_exercises(width: int, height: int, depth: int, count: int, *, seed: int) -> list[Exercise]:
    """So many exercises, no board twice; fewer where there are not so many boards."""
    return list(islice(make_exercises(width, height, depth, seed=seed), count))
