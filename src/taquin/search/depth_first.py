"""Depth-first search within a limit on f = g + h: one loop for depth-limited search, iterative deepening and IDA*.

A stack holds, for every node of the current path, its children still to come; nothing else is stored. The parent of
a node is not made again. A child is compared with the goal as soon as it is made; one whose f is above the limit is
counted and dropped. `generated` counts the children over all rounds, and the root once, as Korf (1985) does.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from taquin.board import Board
from taquin.estimate import Estimate
from taquin.move import Move
from taquin.result import Solution
from taquin.search.node import Node
from taquin.search.pseudocode import CHILDREN, GOAL_CHILD, NOT_BACK, Line, Pseudocode, line
from taquin.search.search_run import SearchRun

__all__ = ["depth_first", "depth_first_pseudocode", "iterate"]


def depth_first_pseudocode(start: Line, rounds: Line, above: Line) -> Pseudocode:
    """The loop below, with how the limit begins, what a round is, and what is cut off."""
    return (
        start,
        rounds,
        line("next_depth_first", "expand", depth=1),
        CHILDREN,
        NOT_BACK,
        above,
        line("otherwise_visit_next", "queued", depth=2),
        GOAL_CHILD,
        line("path_is_solution", "end"),
    )


def depth_first(run: SearchRun, root: Node, heuristic: Estimate, limit: float) -> tuple[Node | None, float]:
    """The goal, if some path within the limit leads there, and the smallest f above the limit.

    That f is infinite if nothing was cut, and the limit itself if the search had to stop before its end.
    """
    run.tell_limit(limit)
    above, goal = math.inf, run.puzzle.goal.tiles
    path = [root]
    stack: list[Iterator[tuple[Move, Board]]] = [_expand(run, root)]
    while stack:
        step = next(stack[-1], None)
        if step is None:
            stack.pop()
            path.pop()
            continue
        parent, (move, board) = path[-1], step
        if parent.parent is not None and board.blank == parent.parent.board.blank:
            run.not_made(parent, move)  # the parent's own parent: only that board has the blank there
            continue
        run.generated += 1
        h = heuristic(board)
        child = Node(board, parent, move, parent.g + 1, h, parent.g + 1 + h)
        if run.tell:
            run.tell_child(child, "queued" if child.f <= limit else "pruned")
        if child.f > limit:
            above = min(above, child.f)
            continue
        if board.tiles == goal:
            return child, above
        if not run.within_limits(len(path)):
            return None, limit
        path.append(child)
        stack.append(_expand(run, child))
    return None, above


def iterate(run: SearchRun, heuristic: Estimate) -> Solution:
    """Repeat with the smallest f that was cut as the next limit, which no solution is below, until one is found."""
    run.generated = 1
    run.least = h = heuristic(run.puzzle.start)
    root = Node(run.puzzle.start, None, None, 0, h, h)
    while run.within_limits(1):
        limit = run.least
        found, above = depth_first(run, root, heuristic, limit)
        if found is not None:
            return run.solved(found)
        if above in (limit, math.inf):
            break
        run.least = above
    return run.limit_reached()


def _expand(run: SearchRun, node: Node) -> Iterator[tuple[Move, Board]]:
    if run.tell:
        run.tell_expanded(node)
    run.expanded += 1
    return iter(node.board.successors())
