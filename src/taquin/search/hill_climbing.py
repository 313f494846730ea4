"""Hill climbing, here downhill: step to the child with the smallest h as long as that is smaller than here.

It keeps only the way behind it and never turns back. It ends at the goal or in a local minimum, a board of which no
child looks nearer to the goal; on most boards that is where it ends. Where it arrives, its way is a shortest one, if
the heuristic counts whole moves and never overestimates: every step takes at least 1 from h, so there are at most
h(start) steps, and no way is shorter than h(start).
"""

from __future__ import annotations

from typing import Final

from taquin.estimate import Estimate
from taquin.move import count_moves
from taquin.result import Solution
from taquin.search.algorithm import Algorithm
from taquin.search.node import Node
from taquin.search.pseudocode import CHILDREN, GOAL, Pseudocode, line
from taquin.search.search_run import SearchRun

__all__ = ["CLIMB", "HILL_CLIMBING", "descend"]


def hill_climbing(run: SearchRun, heuristic: Estimate) -> Solution:
    """A solution, if no local minimum is on the way. `generated` counts all children made, and the root."""
    run.generated = 1
    run.least = h = heuristic(run.puzzle.start)
    end = descend(run, Node(run.puzzle.start, None, None, 0, h, h), heuristic)
    if end is None:
        return run.limit_reached()
    if end.board.tiles == run.puzzle.goal.tiles:
        return run.solved(end)
    where = f"a local minimum after {count_moves(end.g)}, where h is {end.h:g} and no child has less"
    return run.limit_reached(where)


def descend(run: SearchRun, node: Node, heuristic: Estimate) -> Node | None:
    """The goal or the local minimum where the steps from this node end; None if a limit comes first."""
    while run.within_limits(node.g + 1):
        if run.tell:
            run.tell_expanded(node)
        if node.board.tiles == run.puzzle.goal.tiles:
            return node
        children = _children(run, node, heuristic)
        best = min(children, key=lambda child: child.h)  # of equal ones the first
        if run.tell:
            for child in children:
                run.tell_child(child, "queued" if child is best and child.h < node.h else "rejected")
        if best.h >= node.h:
            return node
        node = best
    return None


def _children(run: SearchRun, node: Node, heuristic: Estimate) -> list[Node]:
    run.expanded += 1
    children = []
    for move, board in node.board.successors():
        h = heuristic(board)
        children.append(Node(board, node, move, node.g + 1, h, h))
    run.generated += len(children)
    return children


CLIMB: Final[Pseudocode] = (
    line("start", en="stand on the start", id="berdiri di papan awal"),
    line(en="repeat", id="ulangi"),
    line("expand", en="  look at the node where you stand", id="  lihat simpul tempat berdiri"),
    GOAL,
    CHILDREN,
    line(
        "rejected",
        en="    not the smallest h, or no smaller than here: drop it",
        id="    bukan h terkecil, atau tidak lebih kecil dari sini: buang",
    ),
    line("queued", en="    otherwise step to it", id="    jika tidak, melangkah ke sana"),
)
"""The pseudocode of one climb, without its end."""

HILL_CLIMBING = Algorithm(
    hill_climbing,
    title={"en": "Hill climbing", "id": "Mendaki bukit"},
    about={
        "en": "Always to the child with the smallest h. It ends at the goal or, mostly, in a local minimum.",
        "id": "Selalu ke anak dengan h terkecil. Berakhir di tujuan atau, lebih sering, di minimum lokal.",
    },
    optimal=True,
    complete=False,
    heuristic="manhattan",
    rank="h",
    memory="path",
    pseudocode=(
        *CLIMB,
        line(
            "end",
            en="no step left: the goal or a local minimum",
            id="tanpa langkah lagi: tujuan atau minimum lokal",
        ),
    ),
)
