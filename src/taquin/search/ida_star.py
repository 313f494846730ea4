"""Iterative-deepening A* (Korf 1985): depth-first searches, each allowed a larger f = g + h than the one before.

The first limit is h of the start; each next one the smallest f that was above the last. With an admissible heuristic
no solution is shorter than the limit, so the first one found is a shortest. Needs the memory of one path.
"""

from __future__ import annotations

from taquin.estimate import Estimate
from taquin.result import Solution
from taquin.search.algorithm import Algorithm
from taquin.search.depth_first import depth_first_pseudocode, iterate
from taquin.search.pseudocode import line
from taquin.search.search_run import SearchRun

__all__ = ["IDA_STAR"]


def ida_star(run: SearchRun, heuristic: Estimate) -> Solution:
    """A shortest solution, if the heuristic never overestimates."""
    return iterate(run, heuristic)


IDA_STAR = Algorithm(
    ida_star,
    optimal=True,
    heuristic="manhattan",
    memory="path",
    pseudocode=depth_first_pseudocode(
        line("limit_h", "start"),
        line("growing_limit", "deepen"),
        line("f_above_limit", "pruned", depth=2),
    ),
)
