"""Depth-limited search: every path of at most `depth` moves, depth first, with no knowledge of the goal's place.

Its answer is the first found, not the shortest. Where it finds none, none that short exists.
"""

from __future__ import annotations

from taquin.estimate import Estimate
from taquin.result import Solution
from taquin.search.algorithm import Algorithm, Option
from taquin.search.depth_first import depth_first, depth_first_pseudocode
from taquin.search.node import Node
from taquin.search.pseudocode import line
from taquin.search.search_run import SearchRun, zero
from taquin.texts import Sentence

__all__ = ["DEPTH_LIMITED"]


def depth_limited(run: SearchRun, heuristic: Estimate, *, depth: int) -> Solution:
    """Some solution of at most `depth` moves; the outcome is "limit" where there is none."""
    run.generated = run.least = 1
    found, above = depth_first(run, Node(run.puzzle.start, None, None, 0, 0, 0), zero, depth)
    if found is not None:
        return run.solved(found)
    if above == depth:  # it had to stop before its end
        return run.limit_reached()
    run.least = depth + 1
    return run.limit_reached(Sentence("reasons.depth", depth=depth))


DEPTH_LIMITED = Algorithm(
    depth_limited,
    optimal=False,
    complete=False,
    options={"depth": Option(int, lowest=0, default=20)},
    memory="path",
    pseudocode=depth_first_pseudocode(
        line("limit_depth", "start"),
        line("search_once", "deepen"),
        line("deeper_than_limit", "pruned", depth=2),
    ),
)
