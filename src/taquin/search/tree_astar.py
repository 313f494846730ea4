"""A* as a tree search: no memory of boards at all, so that even the parent's board is made again.

Every move can be taken back at once, and here it is: one child of every board is the board before it. The Princeton
sheet calls leaving that child out the critical optimization; `princeton` is the same search with it, rule for rule.
The answer is the same, a shortest solution; only the queue grows several times faster with every move of it.
"""

from taquin.search.algorithm import Algorithm
from taquin.search.best_first import Rules

__all__ = ["TREE_ASTAR"]

TREE_ASTAR = Algorithm(
    Rules(ties="oldest", duplicates="none"),
    optimal=True,
    heuristic="manhattan",
)
