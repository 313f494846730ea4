"""One run of a teaching search: what it counts, when it must stop, what it tells, and the Solution it returns."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from operator import add
from time import perf_counter
from typing import Final

from taquin.board import Board
from taquin.estimate import Estimate, checked
from taquin.memory import spare_memory
from taquin.move import Move, cell_distance
from taquin.puzzle import Puzzle
from taquin.result import Limits, OnProgress, Outcome, Progress, Solution, Stats
from taquin.search.node import Node
from taquin.trace import Child, Deepened, Ended, Expanded, Forgot, OnEvent, Root, Started

__all__ = ["SearchRun", "zero"]

REPORT_SECONDS: Final = 0.1
"""The time between two reports to `on_progress`."""

NODE_BYTES: Final = 300
"""Bytes of a stored node, with its place in the queue and in a dictionary, without the cells of its board (measured
with tracemalloc)."""
CELL_BYTES: Final = 8
"""Bytes for each of those cells: the board's tuple refers to its number."""


def zero(board: Board) -> int:
    """The heuristic that knows nothing."""
    return 0


class SearchRun:
    """One run of one search: counters, limits, events, and the result.

    A search keeps `least` current: no way to the goal has a smaller f = g + h. That is the bound of a search that
    ends too soon, wherever it is interrupted.
    """

    def __init__(
        self,
        algorithm: str,
        puzzle: Puzzle,
        heuristic: Estimate,
        limits: Limits | None = None,
        on_event: OnEvent | None = None,
        on_progress: OnProgress | None = None,
        rank: str = "g + h",
    ) -> None:
        self.algorithm = algorithm
        self.puzzle = puzzle
        self.limits = limits or Limits()
        self.tell = on_event
        self.report = on_progress
        self.generated = 0
        self.roots = 1
        self.expanded = 0
        self._told_expanded = {"": 0, "start": 0, "goal": 0}
        self.reopened = 0
        self.unmade = 0
        self.least: float = 0
        self.waiting = 0
        self.queue_peak = 0
        self.stored_peak = 1
        self._estimate = heuristic
        self.heuristic = "" if heuristic is zero else getattr(heuristic, "__name__", type(heuristic).__name__)
        self.excess: float | None = 0 if heuristic is zero else getattr(heuristic, "excess", None)
        self.node_bytes = NODE_BYTES + CELL_BYTES * len(puzzle.start)
        memory = spare_memory() if self.limits.memory is None else self.limits.memory
        self._most_stored = memory // self.node_bytes
        self._most_generated = math.inf if self.limits.nodes is None else self.limits.nodes
        self._started = perf_counter()
        self._next_report = 0.0
        self._deadline = math.inf if self.limits.seconds is None else self._started + self.limits.seconds
        if on_event is not None:
            on_event(Started(puzzle, algorithm, self.heuristic, rank))

    def within_limits(self, stored: int, waiting: int = 0) -> bool:
        """Whether the search may expand one more node, holding so many nodes of which so many wait."""
        self.stored_peak = max(self.stored_peak, stored)
        self.queue_holds(waiting)
        now = perf_counter()
        if self.report is not None and now >= self._next_report:
            self._next_report = now + REPORT_SECONDS
            self.report(self.progress())
        return self.generated <= self._most_generated and stored < self._most_stored and now < self._deadline

    def queue_holds(self, waiting: int) -> None:
        """So many nodes wait now."""
        self.waiting = waiting
        self.queue_peak = max(self.queue_peak, waiting)

    def stats(self) -> Stats:
        """The figures so far."""
        return Stats(
            generated=self.generated,
            expanded=self.expanded,
            seconds=perf_counter() - self._started,
            reopened=self.reopened,
            queue_left=self.waiting,
            queue_peak=max(self.queue_peak, self.waiting),
            memory=self.stored_peak * self.node_bytes,
            roots=self.roots,
        )

    def progress(self) -> Progress:
        """How far the search is."""
        stats = self.stats()
        return Progress(
            self.bound,
            stats.generated,
            stats.expanded,
            stats.seconds,
            queue_left=stats.queue_left,
            memory=stats.memory,
        )

    def towards_start(self) -> Estimate:
        """The heuristic with the start as its goal, for a search from the goal; it promises what the heuristic does.

        A function of somebody's own cannot be made for another goal: then it is `zero`.
        """
        towards = getattr(self._estimate, "towards", None)
        made: Estimate | None = None if towards is None else towards(self.puzzle.start)
        return zero if made is None else checked(made)

    # Events. A search calls these only where `tell` is set.

    def tell_roots(self, from_start: Node, from_goal: Node) -> None:
        """A search from both ends begins with these two."""
        from_start.side, from_goal.side, from_goal.name = "start", "goal", "G"
        if self.tell is not None:
            for root in (from_start, from_goal):
                self.tell(Root(root.name, root.h, root.f, root.board, root.side))

    def tell_expanded(self, node: Node) -> None:
        """The node is expanded now, or is the goal."""
        assert self.tell is not None
        node.number, node.made = self.expanded + 1, 0
        self._told_expanded[node.side] += 1
        is_goal = self._is_goal(node)
        self.tell(Expanded(node.number, node.name, node.move, node.g, node.h, node.f, node.board, is_goal, node.side))

    def tell_child(self, node: Node, status: str, before: Node | None = None) -> None:
        """The node was made as a child of its parent, and this becomes of it. The search knew its board by the node
        `before`, if there is one."""
        assert self.tell is not None and node.move is not None and node.parent is not None
        grandparent = node.parent.parent
        if status == "seen" and grandparent is not None and grandparent.board.blank == node.board.blank:
            status = "back"  # only the board before its parent has the blank there
        node.parent.made += 1
        node.name = f"{node.parent.number}.{node.parent.made}"
        node.side = node.parent.side
        is_goal = self._is_goal(node)
        known = ("", 0) if before is None else (before.name, before.g)
        self.tell(Child(node.name, node.move, node.g, node.h, node.f, node.board, is_goal, status, node.side, *known))

    def not_made(self, node: Node, move: Move, rank: Callable[[int, float], float] = add) -> None:
        """The child by this move is not made: it would be the board before the node again. A trace shows what it would
        have been."""
        self.unmade += 1
        if self.tell is not None:
            assert node.parent is not None
            before = node.parent
            child = Node(before.board, node, move, node.g + 1, before.h, rank(node.g + 1, before.h))
            self.tell_child(child, "unmade")

    def tell_forgotten(self, nodes: Iterable[Node], node: Node | None = None) -> None:
        """These wait no longer. If they are the children of a node, that one waits again, with the f it has now."""
        assert self.tell is not None
        names = tuple(each.name for each in nodes)
        self.tell(Forgot(names) if node is None else Forgot(names, node.name, node.f))

    def _is_goal(self, node: Node) -> bool:
        return node.board == (self.puzzle.start if node.side == "goal" else self.puzzle.goal)

    def tell_limit(self, limit: float) -> None:
        """A round with this limit begins."""
        if self.tell is not None:
            self.tell(Deepened(limit))

    # Results

    @property
    def bound(self) -> int:
        """The lower bound on the length of every solution that `least` proves, by what the heuristic promises.

        Each move takes the blank one cell nearer to its goal or farther away. So every solution is at least as long
        as that distance, and its length is even or odd as that distance is.
        """
        start, goal = self.puzzle.start, self.puzzle.goal
        blank = cell_distance(start.blank, goal.blank, start.width)
        proven = 0 if self.excess is None or math.isinf(self.least) else math.ceil(self.least - self.excess - 1e-9)
        bound = max(blank, proven)
        return bound + (bound - blank) % 2

    def solved(self, node: Node, waiting: int = 0) -> Solution:
        """The solution that ends in this node, with so many others waiting."""
        self.waiting = waiting
        return self.ended(Outcome.SOLVED, node.moves(), path=tuple(step.name for step in node.way()))

    def joined(self, from_start: Node, from_goal: Node) -> Solution:
        """The solution of a search from both ends: the way to the board where they meet, then the way from the goal to
        it taken back.
        """
        back = tuple(move.inverse for move in reversed(from_goal.moves()))
        path = [node.name for node in from_start.way()] + [node.name for node in from_goal.way()[-2::-1]]
        return self.ended(
            Outcome.SOLVED, from_start.moves() + back, tuple(path), meeting=(from_start.name, from_goal.name)
        )

    def limit_reached(self, reason: str = "") -> Solution:
        """The search gave up: figures so far and the bound it proved. The reason, if it was not one of the limits."""
        return self.ended(Outcome.LIMIT, reason=reason)

    def stopped(self) -> Solution:
        """Somebody stopped the search, from outside of it: figures and bound as they were last."""
        return self.ended(Outcome.STOPPED)

    def exhausted(self) -> Solution:
        """Nothing is left to look at: there is no solution. Only a search that skipped `run` can come here."""
        return self.ended(Outcome.UNSOLVABLE)

    def ended(
        self,
        outcome: Outcome,
        moves: tuple[Move, ...] = (),
        path: tuple[str, ...] = (),
        reason: str = "",
        meeting: tuple[str, str] | None = None,
    ) -> Solution:
        """Put the result together and tell it; `path` names the nodes from the start to the goal."""
        solution = Solution(
            puzzle=self.puzzle,
            outcome=outcome,
            moves=moves,
            bound=min(self.bound, len(moves)) if outcome is Outcome.SOLVED else self.bound,
            stats=self.stats(),
            algorithm=self.algorithm,
            heuristic=self.heuristic,
            reason=reason,
        )
        if self.tell is not None:
            sides = self._told_expanded["start"], self._told_expanded["goal"]
            self.tell(Ended(solution, path, self.unmade, meeting, sides))
        return solution
