"""Depth-first search with a visited set: always on to a new board, and back only where there is none.

    visit the start
    while the path is not empty
        take the next child of its last board
        no child left: go back by one board
        visited before: drop it
        otherwise visit it: it is the end of the path now

No board is visited twice, and there are finitely many: it finds a solution of every solvable board. But it goes on
straight past the goal, and comes to it by a way of thousands of moves, since it never takes a shorter way to a board
that it has visited. Every visited board is remembered, so it needs the memory of breadth-first search without finding
what that finds. A child is compared with the goal as soon as it is made.
"""

from __future__ import annotations

from collections.abc import Iterator

from taquin.estimate import Estimate
from taquin.move import Move
from taquin.result import Solution
from taquin.search.algorithm import Algorithm
from taquin.search.node import Node
from taquin.search.pseudocode import CHILDREN, GOAL_CHILD, line
from taquin.search.search_run import SearchRun

__all__ = ["DEPTH_FIRST_VISITED"]


def depth_first_visited(run: SearchRun, heuristic: Estimate) -> Solution:
    """Some solution, usually absurdly long. `generated` counts the boards visited, the root included."""
    puzzle = run.puzzle
    run.generated = run.least = 1
    path = [Node(puzzle.start, None, None, 0, 0, 0)]
    visited = {puzzle.start.tiles: path[0]}
    coming: list[Iterator[Move]] = []  # for every board of the path the moves still to be made from it
    while path:
        node = path[-1]
        if len(coming) < len(path):
            # On the path a node takes a third more memory, for the moves still to be made from it.
            if not run.within_limits(len(visited) + len(path) // 3):
                return run.limit_reached()
            if run.tell:
                run.tell_expanded(node)
            run.expanded += 1
            coming.append(iter(node.board.moves()))
        move = next(coming[-1], None)
        if move is None:
            coming.pop()
            path.pop()
            continue
        board = node.board.apply(move)
        g, before = node.g + 1, visited.get(board.tiles)
        child = Node(board, node, move, g, 0, g)
        if run.tell:
            run.tell_child(child, "queued" if before is None else "missed" if g < before.g else "seen", before)
        if before is None:
            run.generated += 1
            visited[board.tiles] = child
            if board.tiles == puzzle.goal.tiles:
                return run.solved(child)
            path.append(child)
    return run.exhausted()


DEPTH_FIRST_VISITED = Algorithm(
    depth_first_visited,
    optimal=False,
    ties="newest",
    pseudocode=(
        line("visit_start", "start"),
        line("while_path"),
        line("end_of_path", "expand", depth=1),
        CHILDREN,
        line("visited_before", "seen", "back", "missed", depth=2),
        line("otherwise_visit", "queued", depth=2),
        GOAL_CHILD,
        line("path_is_solution", "end"),
    ),
)
