"""Recursive best-first search (Korf 1993): best-first order with the memory of one path.

Every node on the path keeps its children. The search goes down into the best child as long as that child's value is
no worse than the best alternative anywhere beside the path; then it goes back, and leaves behind in the node what it
has learned: the value of the best child there. A child inherits its parent's value where that is larger than its own
g + h. The recursion is written as a stack, so that long paths are no problem.
"""

from __future__ import annotations

import math

from taquin.estimate import Estimate
from taquin.result import Solution
from taquin.search.algorithm import Algorithm
from taquin.search.node import Node
from taquin.search.pseudocode import CHILDREN, GOAL, NOT_BACK, line
from taquin.search.search_run import SearchRun

__all__ = ["RBFS"]


def rbfs(run: SearchRun, heuristic: Estimate) -> Solution:
    """A shortest solution, if the heuristic never overestimates. A node's `f` is the value learned so far.

    `generated` counts the children over all returns, and the root; the parent of a node is not made again.
    """
    puzzle = run.puzzle
    run.generated = 1
    run.least = h = heuristic(puzzle.start)
    root = Node(puzzle.start, None, None, 0, h, h)
    path: list[tuple[Node, float, list[Node]]] = []
    node, alternative, stored = root, math.inf, 1
    while run.within_limits(stored):
        if run.tell:
            run.tell_expanded(node)
        if node.board.tiles == puzzle.goal.tiles:
            return run.solved(node)
        children = _children(run, node, heuristic)
        stored += len(children)
        path.append((node, alternative, children))
        # Go back as long as the best child is worse than some alternative beside the path.
        while path:
            node, alternative, children = path[-1]
            children.sort(key=lambda child: child.f)
            best = children[0].f if children else math.inf
            if best <= alternative and best < math.inf:
                break
            node.f = best
            if run.tell:
                run.tell_forgotten(children, node)
            stored -= len(children)
            path.pop()
        if not path:
            break
        second = children[1].f if len(children) > 1 else math.inf
        node, alternative = children[0], min(alternative, second)
        run.least = node.f  # values learned are lower bounds, and everything beside the path is worth no less
    return run.limit_reached()


def _children(run: SearchRun, node: Node, heuristic: Estimate) -> list[Node]:
    run.expanded += 1
    children = []
    for move, board in node.board.successors():
        if node.parent is not None and board.blank == node.parent.board.blank:
            run.not_made(node, move)
            continue
        h = heuristic(board)
        # Only a node that was left and entered again is worth more than its own g + h.
        inherited = node.f if node.f > node.g + node.h else 0
        child = Node(board, node, move, node.g + 1, h, max(node.g + 1 + h, inherited))
        run.generated += 1
        if run.tell:
            run.tell_child(child, "queued")
        children.append(child)
    return children


RBFS = Algorithm(
    rbfs,
    optimal=True,
    heuristic="manhattan",
    rank="max(g + h, learned)",
    ties="deepest",
    memory="path",
    pseudocode=(
        line("stand_on_start", "start"),
        line("repeat"),
        line("best_child", "expand", depth=1),
        GOAL,
        CHILDREN,
        NOT_BACK,
        line("keep_learned", "queued", depth=2),
        line("learn_and_forget", "forget", depth=1),
        line("path_is_solution", "end"),
    ),
)
