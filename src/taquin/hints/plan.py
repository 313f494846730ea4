"""Plans: made in time, followed from move to move, and made shorter, now or in the background."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Final

from taquin import native
from taquin.anytime import construct
from taquin.anytime.construct import begin_construction, cancel_reversals
from taquin.board import Board
from taquin.bounds import lower_bound
from taquin.display import Displayed
from taquin.hints.shortening import Shortening, begin_shortening, reversed_moves
from taquin.move import Moves, count_moves, letters_of
from taquin.names import Metric
from taquin.notation import length_in
from taquin.puzzle import Puzzle
from taquin.replay import core_holds, reaches
from taquin.result import Limits
from taquin.solver import improve
from taquin.texts import Sentence

__all__ = ["Plan", "boards_ahead", "first_plan", "follow", "improved", "improving", "most_compared", "taken_up"]

_LOOKED_AT: Final = 100_000
"""Cells: where a player has left the plan, boards of so many cells together are compared at most, which takes a few
milliseconds."""
_AHEAD: Final = 400
"""Moves along the plan that a player may have made at most since the last hint."""
_ASTRAY: Final = 4
"""A player who is at most so many moves off the plan is led back to it. For others a new plan is made."""
_BEGINNING: Final = 100
"""Moves of a plan for a board that is too large for a whole one."""
_LATENESS: Final = 0.005
"""Seconds by which the work on a plan may end late."""
_IMPROVABLE: Final = 20_000
"""Moves of the longest plan that can be made shorter within some hundredths of a second."""


@dataclass(frozen=True, slots=True, repr=False)
class Plan(Displayed):
    """A way from a board to the goal. `complete` is False where the board was too large for a whole way in time.

    `bound` is proven: the goal is at least so many moves away.
    """

    board: Board
    goal: Board
    moves: str
    bound: int
    complete: bool = True
    shortening: Shortening | None = field(default=None, compare=False, repr=False)
    """The search for a shorter plan that goes on in the background ..."""
    played: str = field(default="", compare=False, repr=False)
    """... and the moves that lead to the board of this plan from the one where that search began."""
    metric: Metric = "stm"
    """What is to be few, and what `bound` counts: moves, or slides (slides.py)."""

    def __repr__(self) -> str:
        return f"<Plan: {self._said}>"

    @property
    def _said(self) -> str:
        length = count_moves(len(self.moves))
        return Sentence("summary.shortest", what=length) if self.optimal else length

    def _drawn(self) -> dict[str, str]:
        from taquin.render.cards import player

        return {"text/html": player(self.board, Moves(self.moves), self._said)}

    @property
    def optimal(self) -> bool:
        """Whether no way is shorter, proven."""
        return self.complete and length_in(self.moves, self.metric) == self.bound

    @property
    def is_rough(self) -> bool:
        """Whether the plan is as it was constructed, and a better one is soon found from scratch."""
        return len(self.moves) > 2 * self.bound

    def boards(self, count: int) -> Iterator[Board]:
        """The first boards of the plan, the present one first."""
        board = self.board
        yield board
        for move in self.moves[:count]:
            board = board.apply(move)
            yield board


def boards_ahead(plan: Plan) -> dict[Board, int]:
    """The boards of the plan on which a player may be by now, or near which, and their places on it."""
    boards = list(enumerate(plan.boards(most_compared(plan.board))))
    return {board: index for index, board in reversed(boards)}


def most_compared(board: Board) -> int:
    """How many boards as large as this one are compared at most, to see where a player is."""
    return max(6, min(_AHEAD, _LOOKED_AT // len(board)))


def follow(plan: Plan, puzzle: Puzzle) -> Plan | None:
    """The rest of the plan from where the player is now, or None where that is too far from it."""
    where = boards_ahead(plan)
    layer = {puzzle.start: ""}
    seen = {puzzle.start}
    for _ in range(_ASTRAY + 1):
        met = [(where[board], way) for board, way in layer.items() if board in where]
        if met:
            index, way = max(met)
            moves = cancel_reversals(way + plan.moves[index : index + 1]) + plan.moves[index + 1 :]
            if not moves and not plan.complete:
                return None
            # index + len(way) moves lead from the plan's board to this one, so it is nearer to the goal by no more
            # than that. On the plan this says that the rest of a shortest way is a shortest way.
            bound = max(lower_bound(puzzle), plan.bound - index - len(way))
            played = ""
            if plan.shortening is not None:
                played = cancel_reversals(plan.played + plan.moves[:index] + reversed_moves(way))
            return Plan(puzzle.start, puzzle.goal, moves, bound, plan.complete, plan.shortening, played)
        if len(seen) > most_compared(puzzle.start):
            break
        layer = {
            following: way + move
            for board, way in layer.items()
            for move, following in board.successors()
            if following not in seen
        }
        seen.update(layer)
    return None


def first_plan(puzzle: Puzzle, deadline: float) -> Plan:
    """A new plan: whole where the board is small enough for it in time, else its beginning."""
    bound = lower_bound(puzzle)
    if native.core is not None and not core_holds(puzzle.start):
        return _begun_in_python(puzzle, bound, deadline)
    # Constructing takes about 20 nanoseconds a move, and about 4 moves a unit of the bound.
    if native.core is None or 80e-9 * bound < deadline - perf_counter():
        return Plan(puzzle.start, puzzle.goal, construct(puzzle), bound)
    start, goal = puzzle.start, puzzle.goal
    moves: str = native.core.construct_beginning(start.width, start.tiles, goal.tiles, _BEGINNING)
    return Plan(start, goal, moves, bound, complete=reaches(puzzle, moves))


def _begun_in_python(puzzle: Puzzle, bound: int, deadline: float) -> Plan:
    """As much of a plan as there is time for, of a board that is too large for the core; a few moves at least."""
    construction = begin_construction(puzzle)
    done = False
    while not done and (perf_counter() < deadline or not construction.length):
        done = construction.run(1.0)
    return Plan(puzzle.start, puzzle.goal, construction.path(), bound, complete=done)


def improved(plan: Plan, deadline: float) -> Plan:
    """The plan made shorter for the rest of the budget, until it is as short as its bound."""
    left = deadline - perf_counter() - _LATENESS
    if not plan.complete or plan.optimal or left <= 0 or len(plan.moves) > _IMPROVABLE:
        return plan
    puzzle = Puzzle(plan.board, plan.goal)
    best, bound = plan.moves, plan.bound
    given = None if plan.is_rough else best
    for solution in improve(puzzle, Limits(seconds=left), moves=given, threads=1, metric=plan.metric, prove=False):
        bound = max(bound, solution.bound)
        if solution.measured < length_in(best, plan.metric):
            best = letters_of(solution.moves)
        if length_in(best, plan.metric) == bound:
            break
    return replace(plan, moves=best, bound=bound)


def taken_up(plan: Plan) -> Plan:
    """The plan, or the shorter one that has been found in the background."""
    if plan.shortening is None:
        return plan
    over = plan.shortening.is_over
    way = plan.shortening.way_after(plan.played)
    if way is not None and (len(way) < len(plan.moves) or not plan.complete):
        plan = replace(plan, moves=way, complete=True)
    return replace(plan, shortening=None, played="") if over else plan


def improving(plan: Plan) -> Plan:
    """The plan, with a search for a shorter one in the background where it is rough or not complete."""
    if plan.shortening is not None or not (plan.is_rough or not plan.complete):
        return plan
    return replace(plan, shortening=begin_shortening(Puzzle(plan.board, plan.goal)), played="")
