"""What a plan that is not proven shortest needs for its proof: a table, memory, or only time.

A hint builds no table and takes no more memory than is allowed. So more time helps where both are there, and nowhere
else.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from taquin import native
from taquin.board import Board
from taquin.hints.plan import Plan
from taquin.hints.proving import TABLE_CELLS
from taquin.memory import allowed_memory
from taquin.names import Metric
from taquin.optimal.small import small_enough
from taquin.tables import SIZES, is_built, slides

__all__ = ["Need", "missing_for_proof", "needs_of"]

Need = Literal["table", "memory", "budget"]


def needs_of(plan: Plan) -> tuple[Need, ...]:
    """What the proof of this plan takes; nothing where it is proven, or where no hint proves boards of this shape."""
    if plan.optimal:
        return ()
    missing = missing_for_proof(plan.goal, plan.metric)
    return () if missing is None else missing or ("budget",)


def missing_for_proof(goal: Board, metric: Metric) -> tuple[Need, ...] | None:
    """What proofs of plans to this goal lack beside time; None where no hint proves boards of this shape."""
    if native.core is None or len(goal) > TABLE_CELLS or min(goal.shape) == 1:
        return None
    needs: list[Need] = [] if _has_tables(goal, metric) else ["table"]
    allowed = allowed_memory()
    if metric == "mtm" and allowed is not None and slides.memory_of_tables(goal) > allowed:
        needs.append("memory")
    return tuple(needs)


def _has_tables(goal: Board, metric: Metric) -> bool:
    """Whether the tables that prove such plans are in memory, on disk, or made in a moment."""
    with suppress(OSError):  # a directory that nobody may look into
        if metric == "mtm":
            return slides.is_built(goal)
        return small_enough(goal) or any(is_built(goal, size) for size in SIZES)
    return False
