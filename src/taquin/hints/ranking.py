"""Every legal move and how good it is.

A move changes the parity of the way to the goal and can be taken back. So from a board that is exactly d moves from the
goal every move leads to d - 1, and is best, or to d + 1, and costs two moves. Which of the two is decided by one
question: is the board after it within d - 1 moves of the goal?
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final, Literal

from taquin.board import Board
from taquin.bounds import lower_bound
from taquin.hints.plan import Plan
from taquin.hints.proving import Prover, find_prover
from taquin.move import Move
from taquin.puzzle import Puzzle

__all__ = ["RankedMove", "Verdict", "ranked_moves"]

Verdict = Literal["best", "also best", "worse", "unknown"]

_SLACK: Final = 0.001
"""Seconds before the end of the budget at which a search stops."""


@dataclass(frozen=True, slots=True)
class RankedMove:
    """A legal move. `remaining` is exact: the fewest moves to the goal after it; None where that is not proven.

    The best move is that of the plan; others that are as good are "also best", and the rest is "worse" by two moves.
    """

    move: Move
    tile: int
    remaining: int | None
    verdict: Verdict

    @property
    def cost(self) -> int | None:
        """How many moves longer the way is than a shortest one: 0 or 2; None where that is not proven."""
        return {"best": 0, "also best": 0, "worse": 2}.get(self.verdict)

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object of a ranked move."""
        return {"move": self.move.value, "tile": self.tile, "remaining": self.remaining, "verdict": self.verdict}


def ranked_moves(plan: Plan, deadline: float, *, prove: bool = True) -> tuple[RankedMove, ...]:
    """The legal moves in the order U L R D. All are unknown where the plan is not proven shortest."""
    prover = find_prover(plan) if prove and plan.optimal else None
    found = []
    successors = plan.board.successors()
    for number, (move, board) in enumerate(successors):
        seconds = (deadline - _SLACK - perf_counter()) / (len(successors) - number)
        verdict = _judge(plan, move, board, prover, seconds)
        remaining = {"unknown": None, "worse": plan.bound + 1}.get(verdict, plan.bound - 1)
        found.append(RankedMove(move, plan.board.tiles[board.blank], remaining, verdict))
    return tuple(found)


def _judge(plan: Plan, move: Move, board: Board, prover: Prover | None, seconds: float) -> Verdict:
    if not plan.optimal:
        return "unknown"
    if plan.moves.startswith(move):
        return "best"
    puzzle, length = Puzzle(board, plan.goal), plan.bound - 1
    if lower_bound(puzzle) > length:
        return "worse"
    within = None if prover is None else prover.is_within(puzzle, length, seconds)
    return "unknown" if within is None else "also best" if within else "worse"
