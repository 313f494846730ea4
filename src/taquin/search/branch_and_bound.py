"""Least-cost branch and bound: the live node with the smallest cost c = g + h is expanded next.

A tree search: it remembers no boards, except that it does not make the parent's again. When the goal becomes the
live node of least cost, all others are bounded by it. With an h that never overestimates, that is a shortest solution.
"""

from taquin.search.algorithm import Algorithm
from taquin.search.best_first import Rules

__all__ = ["BRANCH_AND_BOUND"]

BRANCH_AND_BOUND = Algorithm(
    Rules(ties="newest", duplicates="parent"),
    optimal=True,
    heuristic="manhattan",
)
