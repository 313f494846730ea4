"""MM (Holte, Felner, Sharon and Sturtevant 2016): A* from both ends, which meet in the middle.

Each side has a queue and an estimate towards the other end. The node with the smallest max(g + h, 2 g), of both
queues, is expanded. Every board that both sides know is the middle of a solution; the best one is kept.

    while nothing says that the best solution is shortest
        take the node with the smallest max(g + h, 2 g) from the queue of its side; where both sides have it, from that
        of the start; there the one with the smallest g, of equal ones the oldest
        for each of its children
            known on this side by a way as short: drop it
            otherwise into the queue of this side
            known on the other side, too: a solution, and perhaps the best

Where it stops: any solution that has not been found yet leads from a node that waits on the side of the start to one
that waits on the side of the goal. So it is at least as long as the smallest max(g + h, 2 g) of both sides, as the
smallest g + h of either side, and as the smallest g of one side plus that of the other plus one more move. When the
best solution is no longer than the largest of these, it is a shortest one.

Why it meets in the middle: no node with g above half the length of a shortest solution is expanded, on either side,
since its 2 g would be larger than that length, and some node with a smaller value waits until the end. Neither estimate
needs to be consistent: a shorter way to a known board opens it again.
"""

from __future__ import annotations

import math
from heapq import heappop, heappush

from taquin.board import Board
from taquin.estimate import Estimate
from taquin.result import Solution
from taquin.search.algorithm import Algorithm
from taquin.search.best_first import KNOWN, status_of
from taquin.search.node import Node
from taquin.search.pseudocode import CHILDREN, line
from taquin.search.search_run import SearchRun

__all__ = ["MM"]


class _Side:
    """What one side knows: a node for every board, and those that wait, ranked in the three ways that matter."""

    def __init__(self, root: Board, heuristic: Estimate) -> None:
        self.heuristic = heuristic
        self.known: dict[tuple[int, ...], Node] = {}
        self.waiting = 0
        self._pushed = 0
        self._queues: list[list[tuple[float, int, int, Node]]] = [[], [], []]
        h = heuristic(root)
        self.root = Node(root, None, None, 0, h, h)
        self.add(self.root)

    def add(self, node: Node) -> None:
        """Let the node wait, in the place of the one with the same board if there is one."""
        before = self.known.get(node.board.tiles)
        self.waiting += before is None or before.closed
        self.known[node.board.tiles] = node
        self._pushed += 1
        for queue, key in zip(self._queues, (node.f, node.g + node.h, node.g), strict=True):
            heappush(queue, (key, node.g, self._pushed, node))

    def least(self) -> list[float]:
        """The smallest max(g + h, 2 g), g + h and g of all nodes that wait; infinite where none does."""
        for queue in self._queues:
            while queue and not self._waits(queue[0][-1]):
                heappop(queue)
        return [queue[0][0] if queue else math.inf for queue in self._queues]

    def take(self) -> Node:
        """The node with the smallest max(g + h, 2 g), which waits no longer; to be asked for after `least`."""
        node = heappop(self._queues[0])[-1]
        node.closed = True
        self.waiting -= 1
        return node

    def _waits(self, node: Node) -> bool:
        """Whether it has not been expanded, and no shorter way to its board has been found."""
        return not node.closed and self.known[node.board.tiles] is node


def mm(run: SearchRun, heuristic: Estimate) -> Solution:
    """A shortest solution, if the heuristic never overestimates. `generated` counts the children that enter a queue,
    and the two roots.
    """
    puzzle = run.puzzle
    sides = [_Side(puzzle.start, heuristic), _Side(puzzle.goal, run.towards_start())]
    run.tell_roots(*(side.root for side in sides))
    run.generated = run.roots = 2
    best, meeting = math.inf, puzzle.start.tiles
    while True:
        (rank, f, g), (other_rank, other_f, other_g) = (side.least() for side in sides)
        no_less = max(min(rank, other_rank), f, other_f, g + other_g + 1)
        run.least = max(run.least, min(best, no_less))
        waiting = [side.waiting for side in sides]
        if best < math.inf and best <= no_less:
            run.waiting = sum(waiting)
            return run.joined(*(side.known[meeting] for side in sides))
        if not all(waiting):
            return run.exhausted()
        # In three queues a node takes a third more memory than in one.
        if not run.within_limits(run.generated * 4 // 3, sum(waiting)):
            return run.limit_reached()
        mine, other = sides if rank <= other_rank else sides[::-1]
        node = mine.take()
        if run.tell:
            run.tell_expanded(node)
        run.expanded += 1
        for child in _children(run, node, mine):
            opposite = other.known.get(child.board.tiles)
            if opposite is not None and child.g + opposite.g < best:
                best, meeting = child.g + opposite.g, child.board.tiles


def _children(run: SearchRun, node: Node, side: _Side) -> list[Node]:
    """The children that wait now: those that are new, or known by a longer way only."""
    entered = []
    for move, board in node.board.successors():
        before = side.known.get(board.tiles)
        enters = before is None or node.g + 1 < before.g
        if not (enters or run.tell):
            continue
        g, h = node.g + 1, side.heuristic(board)
        child = Node(board, node, move, g, h, max(g + h, 2 * g))
        if run.tell:
            run.tell_child(child, status_of(before, enters, child.g), before)
        if enters:
            run.generated += 1
            run.reopened += before is not None and before.closed
            side.add(child)
            entered.append(child)
    return entered


MM = Algorithm(
    mm,
    optimal=True,
    heuristic="manhattan",
    rank="max(g + h, 2 g)",
    ties="least g",
    pseudocode=(
        line("put_start_and_goal", "start"),
        line("until_proven"),
        line("best_of_both", "expand", depth=1),
        CHILDREN,
        *KNOWN["closed"],
        line("otherwise_queue_of_its_side", "queued", depth=2),
        line("middle_of_solution", "goal", depth=2),
        line("join_ways", "end"),
    ),
)
