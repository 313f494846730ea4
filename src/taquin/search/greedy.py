"""Greedy best-first search: the board that looks nearest to the goal first, whatever the way to it has cost.

Quick to find some solution, which may be several times too long. No board is looked at twice: a shorter way to it
would not make it look nearer.
"""

from taquin.search.algorithm import Algorithm
from taquin.search.best_first import Rules

__all__ = ["GREEDY"]

GREEDY = Algorithm(
    Rules(key=lambda g, h: h, duplicates="generated"),
    optimal=False,
    heuristic="manhattan",
    rank="h",
)
