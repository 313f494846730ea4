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
    return run.limit_reached(f"nothing within depth {depth}")


DEPTH_LIMITED = Algorithm(
    depth_limited,
    title={"en": "Depth-limited", "id": "Kedalaman terbatas"},
    about={
        "en": "Depth first down to a fixed depth. It takes the first solution, not the shortest.",
        "id": "Mendalam sampai kedalaman tertentu. Solusi pertama yang diambil, bukan yang terpendek.",
    },
    optimal=False,
    complete=False,
    caveat={
        "en": "it takes the first solution within the depth allowed",
        "id": "ia mengambil solusi pertama dalam batas kedalaman",
    },
    options={"depth": Option(int, lowest=0, default=20)},
    memory="path",
    pseudocode=depth_first_pseudocode(
        line("start", en="limit = the depth allowed", id="batas = kedalaman yang diizinkan"),
        line("deepen", en="search once, within the limit", id="cari satu kali, dalam batas"),
        line("pruned", en="    deeper than the limit: cut it off", id="    lebih dalam dari batas: pangkas"),
    ),
)
