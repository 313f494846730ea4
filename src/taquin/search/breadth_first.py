"""Breadth-first search: all boards one move away, then two, then three, until the goal is among them.

Every board is made by a shortest way the first time, so a board made before is dropped.
"""

from __future__ import annotations

from collections import deque

from taquin.estimate import Estimate
from taquin.result import Solution
from taquin.search.algorithm import Algorithm
from taquin.search.node import Node
from taquin.search.pseudocode import CHILDREN, GOAL_CHILD, PARENTS, START, line
from taquin.search.search_run import SearchRun

__all__ = ["BREADTH_FIRST"]


def breadth_first(run: SearchRun, heuristic: Estimate) -> Solution:
    """A shortest solution. `generated` counts the boards that enter the queue, the root included."""
    puzzle = run.puzzle
    run.generated = 1
    root = Node(puzzle.start, None, None, 0, 0, 0)
    queue, known = deque([root]), {puzzle.start.tiles: root}
    while queue and run.within_limits(len(known), len(queue)):
        node = queue.popleft()
        run.least = node.g + 1  # every board as near as this one has been made and was not the goal
        if run.tell:
            run.tell_expanded(node)
        run.expanded += 1
        for move, board in node.board.successors():
            before = known.get(board.tiles)
            child = Node(board, node, move, node.g + 1, 0, node.g + 1)
            if run.tell:
                run.tell_child(child, "queued" if before is None else "seen", before)
            if before is None:
                run.generated += 1
                known[board.tiles] = child
                queue.append(child)
                if board.tiles == puzzle.goal.tiles:
                    return run.solved(child, len(queue))
    return run.limit_reached() if queue else run.exhausted()


BREADTH_FIRST = Algorithm(
    breadth_first,
    optimal=True,
    pseudocode=(
        START,
        line("layer_by_layer"),
        line("take_oldest", "expand", depth=1),
        CHILDREN,
        line("seen_before", "seen", "back", depth=2),
        line("otherwise_end_of_queue", "queued", depth=2),
        GOAL_CHILD,
        PARENTS,
    ),
)
