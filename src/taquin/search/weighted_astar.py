"""Weighted A* (Pohl 1970): f = g + w h. A weight above 1 trusts h more, finds an answer sooner, and that answer is at
most w times as long as a shortest one (if h never overestimates).
"""

from __future__ import annotations

from taquin.estimate import Estimate
from taquin.result import Solution
from taquin.search.algorithm import Algorithm, Option
from taquin.search.best_first import Rules, best_first
from taquin.search.search_run import SearchRun

__all__ = ["WEIGHTED_ASTAR"]


def weighted_astar(run: SearchRun, heuristic: Estimate, *, weight: float) -> Solution:
    """A solution at most `weight` times as long as the shortest; with the weight 1 this is A* itself."""
    return best_first(run, heuristic, Rules(key=lambda g, h: g + weight * h, weight=weight))


WEIGHTED_ASTAR = Algorithm(
    weighted_astar,
    optimal=False,
    heuristic="manhattan",
    ties="newest",
    pseudocode=Rules().pseudocode(),
    options={"weight": Option(float, lowest=1, default=2)},
    rank="g + {weight:g} h",
)
