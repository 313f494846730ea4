"""The next move for a player, within a budget of milliseconds, from a plan that is kept.

A solver started anew on every move of the player never answers in time and keeps changing its mind. So a hint carries
its `Plan`, and the next call takes it. A player who follows the plan costs nothing, and one who strays is led back on
the shortest way to it. Whatever is left of the budget makes the plan shorter; where that is too little for so large a
board, a search in the background does so, once the player comes back with the plan. On boards of up to 16 cells the
plan is proven shortest where the tables for that are at hand. Plans never change: calls from several threads, also with
the same plan, do not disturb each other.

`plan.py` makes and follows plans, `shortening.py` makes them shorter in the background, `proving.py` proves them,
`loading.py` fetches the tables for that in the background, `ranking.py` judges every legal move.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

from taquin.board import Board
from taquin.errors import Unsolvable
from taquin.hint.plan import Plan, first_plan, follow, improved, improving, taken_up
from taquin.hint.proving import proven
from taquin.hint.ranking import RankedMove, ranked_moves
from taquin.move import Move
from taquin.puzzle import Puzzle
from taquin.result import require_amount
from taquin.solvability import diagnose
from taquin.texts import Sentence

__all__ = ["LEVELS", "Hint", "Plan", "RankedMove", "hint", "rank_moves"]

LEVELS: Final = {
    1: "which tile to move",
    2: "which tile to move and where",
    3: "the same, and the moves after it",
}
_FINISHING: Final = 0.008
"""Seconds that a plan which has just been constructed keeps for being made shorter, where it is not proven: after 4 ms
of work most plans of 15-puzzles are within some moves of the shortest (2026-11-18)."""
_SLACK: Final = 0.002
"""Seconds before the end of the budget at which a proof stops: it looks at the clock every 5 ms at most."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What to tell the player. On the solved board `move` and `tile` are None, and `text` says that it is solved."""

    level: int
    plan: Plan
    move: Move | None
    tile: int | None
    text: str
    moves: tuple[RankedMove, ...] | None = None
    """Every legal move and how good it is, where that was asked for."""

    @property
    def remaining(self) -> int | None:
        """Moves to the goal by the plan, None while the plan is not complete."""
        return len(self.plan.moves) if self.plan.complete else None

    @property
    def bound(self) -> int:
        """How many moves are needed at least, proven."""
        return self.plan.bound

    @property
    def optimal(self) -> bool:
        """Whether the plan is proven shortest."""
        return self.plan.optimal

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object of a hint."""
        return {
            "level": self.level,
            "text": self.text,
            "tile": self.tile,
            "move": self.move.value if self.move and self.level >= 2 else None,
            "remaining": self.remaining,
            "bound": self.bound,
            "optimal": self.optimal,
            "plan": self.plan.moves if self.level >= 3 else None,
            "moves": None if self.moves is None else [ranked.to_json() for ranked in self.moves],
        }


def hint(
    board: Board,
    goal: Board | None = None,
    level: int = 3,
    *,
    budget_ms: float = 50,
    plan: Plan | None = None,
    rank: bool = False,
    prove: bool = True,
) -> Hint:
    """The next move towards the goal (`Board.blank_last` unless given), in about `budget_ms` milliseconds at most.

    Hand the `plan` of the last hint over and it is followed. `plan.optimal` says whether it is proven shortest; with
    `prove=False` no table is loaded for that. `rank=True` also judges every legal move. Raises Unsolvable where no way
    leads to the goal.

    >>> hint(Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]])).text
    'slide 5 left'
    """
    require_amount("budget_ms", budget_ms)
    deadline = perf_counter() + budget_ms / 1000
    if level not in LEVELS:
        raise ValueError(f"no hint level {level}: choose {', '.join(map(str, LEVELS))}")
    puzzle = Puzzle(board, goal)
    known = follow(plan, puzzle) if plan is not None and plan.goal == puzzle.goal else None
    followed = known is not None
    if known is not None:
        known = taken_up(known)
    else:
        if not puzzle.is_solvable():
            raise Unsolvable(Sentence("errors.unsolvable", reason=diagnose(puzzle.start, puzzle.goal).reason))
        known = first_plan(puzzle, deadline)
    if prove:
        kept = min(_FINISHING, budget_ms / 2000) if known.is_rough else _SLACK
        known = proven(known, deadline - kept)
    known = improved(known, deadline)
    return _tell(level, improving(known) if followed else known, deadline if rank else None, prove)


def rank_moves(
    board: Board, goal: Board | None = None, *, budget_ms: float = 50, plan: Plan | None = None
) -> tuple[RankedMove, ...]:
    """Every legal move and how good it is, in about `budget_ms` milliseconds at most.

    The same as `hint(..., rank=True).moves`. A `plan` that is proven shortest saves the search for the best move.

    >>> [ranked.verdict for ranked in rank_moves(Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]]))]
    ['worse', 'worse', 'best', 'worse']
    """
    ranked = hint(board, goal, budget_ms=budget_ms, plan=plan, rank=True).moves
    assert ranked is not None  # it was asked for
    return ranked


def _tell(level: int, plan: Plan, rank_until: float | None, prove: bool) -> Hint:
    moves = None if rank_until is None else ranked_moves(plan, rank_until, prove=prove)
    if not plan.moves:
        return Hint(level, plan, None, None, Sentence("hint.nothing"), moves)
    move = Move(plan.moves[0])
    tile = plan.board.tiles[plan.board.apply(move).blank]
    where = Sentence(f"words.direction_{move.inverse}")
    text = Sentence("hint.look", tile=tile) if level == 1 else Sentence("hint.slide", tile=tile, where=where)
    return Hint(level, plan, move, tile, text, moves)
