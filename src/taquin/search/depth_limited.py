"""Depth-limited search: every path of at most `depth` moves, depth first, with no knowledge of the goal's place.

Its answer is the first found, not the shortest. Where it finds none, none that short exists.
"""

from __future__ import annotations

from taquin.result import Solution
from taquin.search.depth_first import depth_first
from taquin.search.node import Node
from taquin.search.progress import Heuristic, Progress, zero

__all__ = ["depth_limited"]


def depth_limited(progress: Progress, heuristic: Heuristic, *, depth: int = 20) -> Solution:
    """Some solution of at most `depth` moves; the outcome is "limit" where there is none."""
    puzzle = progress.puzzle
    progress.generated = 1
    root = Node(puzzle.start, None, None, 0, 0, 0)
    if puzzle.is_solved():
        return progress.solved(root, 0)
    found, above = depth_first(progress, root, zero, depth)
    if found is not None:
        return progress.solved(found, progress.lower_bound(1))
    return progress.limit_reached(progress.lower_bound(depth + 1 if above > depth else 1))
