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
from taquin.texts import Sentence

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
    return run.limit_reached(Sentence("reasons.local_minimum", moves=count_moves(end.g), h=end.h))


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
    line("stand_on_start", "start"),
    line("repeat"),
    line("look_at_node", "expand", depth=1),
    GOAL,
    CHILDREN,
    line("not_smallest", "rejected", depth=2),
    line("otherwise_step", "queued", depth=2),
)
"""The pseudocode of one climb, without its end."""

HILL_CLIMBING = Algorithm(
    hill_climbing,
    optimal=True,
    complete=False,
    heuristic="manhattan",
    rank="h",
    memory="path",
    pseudocode=(
        *CLIMB,
        line("no_step_left", "end"),
    ),
)
