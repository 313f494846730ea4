"""The algorithms of five course documents, to the node: settings of the best-first loop.

000 and 002 are branch and bound on the 15-puzzle, 001 is the Princeton assignment, 003 and 004 are A* on the 8-puzzle.
Two of them call themselves A* but keep the first way found to every board; their answers are not always shortest.
"""

from taquin.search.algorithm import Algorithm
from taquin.search.best_first import Rules

__all__ = ["ASTAR003", "ASTAR004", "BNB000", "BNB002", "PRINCETON"]

BNB000 = Algorithm(
    Rules(ties="newest", order="ULDR", duplicates="parent", count_root=True),
    optimal=True,
    heuristic="misplaced-blank",
)

PRINCETON = Algorithm(
    Rules(ties="oldest", order="ULRD", duplicates="parent", count_root=True),
    optimal=True,
    heuristic="manhattan",
)

BNB002 = Algorithm(
    Rules(ties="heap", order="UDLR", duplicates="parent", count_root=False),
    optimal=True,
    heuristic="misplaced",
)

ASTAR003 = Algorithm(
    Rules(ties="newest", order="ULRD", duplicates="generated", count_root=True),
    optimal=False,
    heuristic="manhattan",
)

ASTAR004 = Algorithm(
    Rules(ties="oldest", order="UDLR", duplicates="generated", goal_test="generation", root_known=False),
    optimal=False,
    heuristic="manhattan",
)
