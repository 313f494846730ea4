"""The next move for a player, within a budget of milliseconds, from a plan that is kept.

A solver started anew on every move of the player never answers in time and keeps changing its mind. So a hint carries
its `Plan`, and the next call takes it: a player who follows the plan costs nothing, one who strays is led back on the
shortest way to it, and whatever is left of the budget makes the plan shorter. Plans never change: calls from several
threads, also with the same plan, do not disturb each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

from taquin.board import Board
from taquin.errors import Unsolvable
from taquin.move import Move
from taquin.puzzle import Puzzle

__all__ = ["LEVELS", "Hint", "Plan", "hint"]

LEVELS: Final = {
    1: "which tile to move",
    2: "which tile to move and where",
    3: "the same, and the moves after it",
}
_LOOKED_AT: Final = 100_000
"""Cells of boards compared in the search for a player who left the plan: what a few milliseconds allow."""
_AHEAD: Final = 400
"""How far along the plan a player is looked for at most."""
_ASTRAY: Final = 4
"""How many moves off the plan a player is led back at most; beyond that a new plan is made."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A way from a board to the goal. `complete` is False where the board was too large for a whole way in time."""

    board: Board
    goal: Board
    moves: str
    bound: int
    complete: bool = True

    @property
    def optimal(self) -> bool:
        """Whether no way is shorter, proven."""
        return self.complete and len(self.moves) == self.bound

    def boards(self, count: int) -> Iterator[Board]:
        """The first boards of the plan, the present one first."""
        board = self.board
        yield board
        for move in self.moves[:count]:
            board = board.apply(move)
            yield board


@dataclass(frozen=True, slots=True)
class Hint:
    """What to tell the player. `move`, `tile` and `text` are empty on the solved board."""

    level: int
    plan: Plan
    move: Move | None
    tile: int | None
    text: str

    @property
    def remaining(self) -> int | None:
        """Moves to the goal by the plan, None while the plan is not complete."""
        return len(self.plan.moves) if self.plan.complete else None

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object of a hint."""
        return {
            "level": self.level,
            "text": self.text,
            "tile": self.tile,
            "move": self.move.value if self.move and self.level >= 2 else None,
            "remaining": self.remaining,
            "bound": self.plan.bound,
            "optimal": self.plan.optimal,
            "plan": self.plan.moves if self.level >= 3 else None,
        }


def hint(
    board: Board, goal: Board | None = None, level: int = 3, *, budget_ms: float = 50, plan: Plan | None = None
) -> Hint:
    """The next move towards the goal (`Board.blank_last` unless given), in about `budget_ms` milliseconds at most.

    Hand the `plan` of the last hint over and it is followed. Raises Unsolvable where no way leads to the goal.

    >>> hint(Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]])).text
    'slide 5 left'
    """
    deadline = perf_counter() + budget_ms / 1000
    if level not in LEVELS:
        raise ValueError(f"no hint level {level}: choose {', '.join(map(str, LEVELS))}")
    puzzle = Puzzle(board, goal)
    known = _follow(plan, puzzle) if plan is not None and plan.goal == puzzle.goal else None
    if known is None:
        if not puzzle.is_solvable():
            raise Unsolvable("no moves lead from this board to the goal")
        known = _first_plan(puzzle, deadline)
    return _tell(level, _improve(known, deadline))


def _follow(plan: Plan, puzzle: Puzzle) -> Plan | None:
    """The rest of the plan from where the player is now, or None where that is too far from it."""
    from taquin.anytime import lower_bound
    from taquin.anytime.construct import cancel_reversals

    boards = max(6, min(_AHEAD, _LOOKED_AT // len(puzzle.start)))
    where = {board: index for index, board in reversed(list(enumerate(plan.boards(boards))))}
    layer = {puzzle.start: ""}
    seen = {puzzle.start}
    for _ in range(_ASTRAY + 1):
        met = [(where[board], way) for board, way in layer.items() if board in where]
        if met:
            index, way = max(met)
            moves = cancel_reversals(way + plan.moves[index : index + 1]) + plan.moves[index + 1 :]
            if not moves and not plan.complete:
                return None
            return Plan(puzzle.start, puzzle.goal, moves, lower_bound(puzzle), plan.complete)
        if len(seen) > boards:
            break
        layer = {
            following: way + move
            for board, way in layer.items()
            for move, following in board.successors()
            if following not in seen
        }
        seen.update(layer)
    return None


def _first_plan(puzzle: Puzzle, deadline: float) -> Plan:
    """A new plan: whole where the board is small enough for it in time, else its beginning."""
    from taquin import native
    from taquin.anytime import construct, lower_bound
    from taquin.anytime.replay import reaches

    bound = lower_bound(puzzle)
    # Constructing takes about 20 nanoseconds a move, and about 4 moves a unit of the bound.
    if native.core is None or 80e-9 * bound < deadline - perf_counter():
        return Plan(puzzle.start, puzzle.goal, construct(puzzle), bound)
    start, goal = puzzle.start, puzzle.goal
    moves: str = native.core.construct_beginning(start.width, start.tiles, goal.tiles, 100)
    return Plan(start, goal, moves, bound, complete=reaches(puzzle, moves))


def _improve(plan: Plan, deadline: float) -> Plan:
    """The plan made shorter for the rest of the budget."""
    from taquin.anytime import improve
    from taquin.result import Limits

    left = deadline - perf_counter() - 0.005
    if not plan.complete or plan.optimal or left <= 0 or len(plan.moves) > 20_000:
        return plan
    puzzle = Puzzle(plan.board, plan.goal)
    best = plan.moves
    fresh = len(best) > 2 * plan.bound  # a constructed plan: look for a better one from scratch
    for solution in improve(puzzle, Limits(seconds=left), moves=None if fresh else best, threads=1, prove=False):
        if len(solution.moves) < len(best):
            best = "".join(solution.moves)
    return Plan(plan.board, plan.goal, best, plan.bound)


def _tell(level: int, plan: Plan) -> Hint:
    if not plan.moves:
        return Hint(level, plan, None, None, "solved: nothing to do")
    move = Move(plan.moves[0])
    tile = plan.board.tiles[plan.board.blank + move.row_step * plan.board.width + move.column_step]
    where = move.inverse.word.lower()
    text = f"look at tile {tile}" if level == 1 else f"slide {tile} {where}"
    return Hint(level, plan, move, tile, text)
