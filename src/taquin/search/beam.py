"""Beam search: breadth-first, but of every layer only the `width` boards with the smallest h go on.

Fast and small, and without any promise: the goal may lie behind a board that was dropped. Then the outcome is
"limit", and a wider beam may help. Boards of earlier layers are not entered again.
"""

from __future__ import annotations

from taquin.estimate import Estimate
from taquin.result import Solution
from taquin.search.algorithm import Algorithm, Option
from taquin.search.node import Node
from taquin.search.pseudocode import CHILDREN, GOAL_CHILD, PARENTS, START, line
from taquin.search.search_run import SearchRun
from taquin.texts import Sentence

__all__ = ["BEAM"]


def beam(run: SearchRun, heuristic: Estimate, *, width: int) -> Solution:
    """Some solution, perhaps. `generated` counts the new boards of every layer, the root included."""
    puzzle = run.puzzle
    run.generated = 1
    run.least = h = heuristic(puzzle.start)
    layer = [Node(puzzle.start, None, None, 0, h, h)]
    known = {puzzle.start.tiles: layer[0]}
    while layer:
        following: list[Node] = []
        for left, node in zip(range(len(layer), 0, -1), layer, strict=True):
            if not run.within_limits(len(known), left + len(following)):
                return run.limit_reached()
            if run.tell:
                run.tell_expanded(node)
            run.expanded += 1
            for move, board in node.board.successors():
                before = known.get(board.tiles)
                h = heuristic(board)
                child = Node(board, node, move, node.g + 1, h, h)
                if run.tell:
                    run.tell_child(child, "queued" if before is None else "seen", before)
                if before is None:
                    run.generated += 1
                    known[board.tiles] = child
                    following.append(child)
                    if board.tiles == puzzle.goal.tiles:
                        return run.solved(child, left - 1 + len(following))
        run.queue_holds(len(following))
        # Equal estimates keep the order in which they were made.
        following.sort(key=lambda node: node.h)
        if run.tell and len(following) > width:
            run.tell_forgotten(following[width:])
        layer = following[:width]
    return run.limit_reached(Sentence("reasons.dry_beam"))


BEAM = Algorithm(
    beam,
    optimal=False,
    complete=False,
    heuristic="manhattan",
    options={"width": Option(int, lowest=1, default=100)},
    rank="h",
    ties="layer",
    pseudocode=(
        START,
        line("layer_by_layer"),
        line("next_of_layer", "expand", depth=1),
        CHILDREN,
        line("seen_before", "seen", "back", depth=2),
        line("otherwise_next_layer", "queued", depth=2),
        GOAL_CHILD,
        line("keep_best_of_layer", "forget", depth=1),
        PARENTS,
    ),
)
