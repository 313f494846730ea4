"""Iterative deepening: depth-limited searches with the limits 0, 1, 2, ... until one succeeds.

Finds a shortest solution as breadth-first search does, with the memory of one path.
"""

from __future__ import annotations

from taquin.estimate import Estimate
from taquin.result import Solution
from taquin.search.algorithm import Algorithm
from taquin.search.depth_first import depth_first_pseudocode, iterate
from taquin.search.pseudocode import line
from taquin.search.search_run import SearchRun, zero

__all__ = ["ITERATIVE_DEEPENING"]


def iterative_deepening(run: SearchRun, heuristic: Estimate) -> Solution:
    """A shortest solution."""
    return iterate(run, zero)


ITERATIVE_DEEPENING = Algorithm(
    iterative_deepening,
    title={"en": "Iterative deepening", "id": "Pendalaman iteratif"},
    about={
        "en": "Depth first with the limits 0, 1, 2, … on the depth.",
        "id": "Mendalam dengan batas kedalaman 0, 1, 2, …",
    },
    optimal=True,
    memory="path",
    pseudocode=depth_first_pseudocode(
        line("start", en="limit = 0", id="batas = 0"),
        line("deepen", en="repeat with a growing limit", id="ulangi dengan batas lebih besar"),
        line("pruned", en="    deeper than the limit: cut it off", id="    lebih dalam dari batas: pangkas"),
    ),
)
