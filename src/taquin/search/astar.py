"""A* (Hart, Nilsson and Raphael 1968): the board with the smallest f = g + h first.

g is the number of moves made, h an estimate of those to come. If h never overestimates, the first goal to leave the
queue is a shortest solution. A shorter way to a known board replaces the longer one, and a board that was expanded
by a longer way is opened again; so h need not be consistent.
"""

from taquin.search.algorithm import Algorithm
from taquin.search.best_first import Rules, g_plus_h

__all__ = ["ASTAR"]

ASTAR = Algorithm(
    Rules(key=g_plus_h, ties="newest", duplicates="closed"),
    optimal=True,
    heuristic="manhattan",
)
