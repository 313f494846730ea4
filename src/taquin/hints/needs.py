"""What a plan that is not proven shortest needs for its proof: a table, memory, or only time.

A hint builds no table and takes no more memory than is allowed. So more time helps where both are there, and nowhere
else.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from taquin import native
from taquin.hints.plan import Plan
from taquin.hints.proving import TABLE_CELLS
from taquin.memory import allowed_memory
from taquin.optimal.small import small_enough
from taquin.tables import SIZES, is_built, slides

__all__ = ["Need", "needs_of"]

Need = Literal["table", "memory", "budget"]


def needs_of(plan: Plan) -> tuple[Need, ...]:
    """What the proof of this plan takes; nothing where it is proven, or where no hint proves boards of this shape."""
    if plan.optimal or native.core is None or len(plan.board) > TABLE_CELLS or min(plan.board.shape) == 1:
        return ()
    needs: list[Need] = [] if _has_tables(plan) else ["table"]
    allowed = allowed_memory()
    if plan.metric == "mtm" and allowed is not None and slides.memory_of_tables(plan.goal) > allowed:
        needs.append("memory")
    return tuple(needs or ["budget"])


def _has_tables(plan: Plan) -> bool:
    """Whether the tables that prove such plans are in memory, on disk, or made in a moment."""
    with suppress(OSError):  # a directory that nobody may look into
        if plan.metric == "mtm":
            return slides.is_built(plan.goal)
        return small_enough(plan.goal) or any(is_built(plan.goal, size) for size in SIZES)
    return False
