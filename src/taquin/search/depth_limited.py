"""Depth-limited search: every path of at most `depth` moves, depth first, with no knowledge of the goal's place.

Its answer is the first found, not the shortest. Where it finds none, none that short exists.
"""

from __future__ import annotations

from taquin.estimate import Estimate
from taquin.result import Solution
from taquin.search.depth_first import depth_first
from taquin.search.node import Node
from taquin.search.progress import Progress, zero

__all__ = ["depth_limited"]


def depth_limited(progress: Progress, heuristic: Estimate, *, depth: int) -> Solution:
    """Some solution of at most `depth` moves; the outcome is "limit" where there is none."""
    if depth < 0:
        raise ValueError(f"the depth must be at least 0, not {depth}")
    progress.generated = progress.least = 1
    found, above = depth_first(progress, Node(progress.puzzle.start, None, None, 0, 0, 0), zero, depth)
    if found is not None:
        return progress.solved(found)
    if above == depth:  # it had to stop before its end
        return progress.limit_reached()
    progress.least = depth + 1
    return progress.limit_reached(f"nothing within depth {depth}")
