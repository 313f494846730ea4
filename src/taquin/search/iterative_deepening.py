"""Iterative deepening: depth-limited searches with the limits 0, 1, 2, ... until one succeeds.

Finds a shortest solution as breadth-first search does, with the memory of one path.
"""

from __future__ import annotations

from taquin.estimate import Estimate
from taquin.result import Solution
from taquin.search.algorithm import Algorithm
from taquin.search.depth_first import depth_first_pseudocode, iterate
from taquin.search.pseudocode import line
from taquin.search.search_run import SearchRun, zero

__all__ = ["ITERATIVE_DEEPENING"]


def iterative_deepening(run: SearchRun, heuristic: Estimate) -> Solution:
    """A shortest solution."""
    return iterate(run, zero)


ITERATIVE_DEEPENING = Algorithm(
    iterative_deepening,
    optimal=True,
    memory="path",
    pseudocode=depth_first_pseudocode(
        line("limit_zero", "start"),
        line("growing_limit", "deepen"),
        line("deeper_than_limit", "pruned", depth=2),
    ),
)
