"""The algorithms of five course documents, to the node: settings of the best-first loop.

000 and 002 are branch and bound on the 15-puzzle, 001 is the Princeton assignment, 003 and 004 are A* on the 8-puzzle.
Two of them call themselves A* but keep the first way found to every board; their answers are not always shortest.
"""

from taquin.search.best_first import Rules

__all__ = ["ASTAR003", "ASTAR004", "BNB000", "BNB002", "PRINCETON"]

BNB000 = Rules(ties="newest", order="ULDR", duplicates="parent", count_root=True)
PRINCETON = Rules(ties="oldest", order="ULRD", duplicates="parent", count_root=True)
BNB002 = Rules(ties="heap", order="UDLR", duplicates="parent", count_root=False)
ASTAR003 = Rules(ties="newest", order="ULRD", duplicates="generated", count_root=True)
ASTAR004 = Rules(ties="oldest", order="UDLR", duplicates="generated", goal_test="generation", root_known=False)
