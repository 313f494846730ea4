"""Bidirectional search: breadth-first from the start and from the goal at once, until the two meet.

The smaller of the two outermost layers is expanded, always as a whole. If the layers s moves from the start and t
moves from the goal are complete and share no board, every solution has more than s + t moves; so the first board
that both sides know lies on a shortest one. Each side goes only half the way, where boards are few.
"""

from __future__ import annotations

from taquin.estimate import Estimate
from taquin.result import Solution
from taquin.search.algorithm import Algorithm
from taquin.search.node import Node
from taquin.search.pseudocode import CHILDREN, line
from taquin.search.search_run import SearchRun

__all__ = ["BIDIRECTIONAL"]


def bidirectional(run: SearchRun, heuristic: Estimate) -> Solution:
    """A shortest solution. `generated` counts the boards kept on both sides, the two roots included."""
    puzzle = run.puzzle
    run.generated = run.roots = 2
    roots = [Node(board, None, None, 0, 0, 0) for board in (puzzle.start, puzzle.goal)]
    run.tell_roots(*roots)
    known = [{root.board.tiles: root} for root in roots]
    layers = [[root] for root in roots]
    run.least = 1
    while layers[0] and layers[1]:
        side = 0 if len(layers[0]) <= len(layers[1]) else 1
        mine, other, following = known[side], known[1 - side], list[Node]()
        waiting = len(layers[0]) + len(layers[1])
        for node in layers[side]:
            if not run.within_limits(run.generated, waiting + len(following)):
                return run.limit_reached()
            if run.tell:
                run.tell_expanded(node)
            run.expanded += 1
            waiting -= 1
            for move, board in node.board.successors():
                before = mine.get(board.tiles)
                child = Node(board, node, move, node.g + 1, 0, node.g + 1)
                if run.tell:
                    run.tell_child(child, "queued" if before is None else "seen", before)
                if before is not None:
                    continue
                run.generated += 1
                mine[board.tiles] = child
                following.append(child)
                if board.tiles in other:
                    ends = child, other[board.tiles]
                    run.waiting = waiting + len(following)
                    return run.joined(*(ends if side == 0 else ends[::-1]))
        layers[side] = following
        run.least += 1
    return run.exhausted()


BIDIRECTIONAL = Algorithm(
    bidirectional,
    optimal=True,
    pseudocode=(
        line("put_start_and_goal", "start"),
        line("smaller_layer"),
        line("oldest_of_side", "expand", depth=1),
        CHILDREN,
        line("known_on_side", "seen", "back", depth=2),
        line("otherwise_queue_of_this_side", "queued", depth=2),
        line("known_on_other_side", "goal", depth=2),
        line("join_ways", "end"),
    ),
)
