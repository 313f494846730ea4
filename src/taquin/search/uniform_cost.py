"""Uniform-cost search (Dijkstra 1959): the board with the shortest way to it first.

Where every move costs one, as here, it looks at boards in the order of breadth-first search, but it recognizes the
goal only when it leaves the queue.
"""

from taquin.search.algorithm import Algorithm
from taquin.search.best_first import Rules

__all__ = ["UNIFORM_COST"]

UNIFORM_COST = Algorithm(
    Rules(key=lambda g, h: g, ties="oldest"),
    optimal=True,
)
