"""What the two ends of a search share: the best solution so far, from above, and the proven bound, from below.

The search is over when they meet, when a limit is reached, or when somebody stops it. Both ends look here between two
slices of work, and each tells the other what it has found. All of it may be called from any thread.
"""

from __future__ import annotations

import threading
from time import perf_counter, process_time

from taquin.names import Metric
from taquin.notation import length_in
from taquin.puzzle import Puzzle
from taquin.result import Limits

__all__ = ["Abandoned", "Ends"]


class Abandoned(Exception):
    """Somebody has stopped the search before there was any solution."""


class Ends:
    """The state of one search of a solvable puzzle.

    `moves` is the best solution so far, None before there is one, and `found_by` says what found it. No solution is
    shorter than `bound`, and `proved_by` says what proved that. `generated` and `expanded` are the nodes of both ends.
    All lengths are in `metric`: in moves, or in slides.
    """

    def __init__(self, puzzle: Puzzle, limits: Limits, metric: Metric = "stm") -> None:
        self.began = perf_counter()
        self.puzzle = puzzle
        self.limits = limits
        self.deadline = None if limits.seconds is None else self.began + limits.seconds
        self.metric = metric
        self.moves: str | None = None
        self.length: int | None = None
        """Of these moves."""
        self.found_by = ""
        self.bound = 0
        self.proved_by = ""
        self._counts: dict[str, tuple[int, int]] = {}
        self._seconds_before = 0.0
        """Of earlier runs, where this one goes on with a search that was saved."""
        self._processor_before = 0.0
        """The same of `processor_seconds`."""
        self._processor_began = process_time()
        self._stop = threading.Event()
        self._lock = threading.Lock()

    @property
    def seconds(self) -> float:
        """Seconds since the search began, with those of the runs before this one."""
        return self._seconds_before + perf_counter() - self.began

    @property
    def processor_seconds(self) -> float:
        """The same of the processor, for all that this process does."""
        return self._processor_before + process_time() - self._processor_began

    @property
    def left(self) -> float | None:
        """Seconds until the time limit, None where there is none."""
        return None if self.deadline is None else self.deadline - perf_counter()

    @property
    def generated(self) -> int:
        """Nodes that both ends have made."""
        return sum(generated for generated, _ in self._counts.values())

    @property
    def expanded(self) -> int:
        """Nodes whose children both ends have made."""
        return sum(expanded for _, expanded in self._counts.values())

    def go_on_after(self, seconds: float, processor_seconds: float, nodes: tuple[int, int]) -> None:
        """Take note of the times of earlier runs, and of the nodes, generated and expanded, that nobody counts anew."""
        self._seconds_before, self._processor_before = seconds, processor_seconds
        self.count_nodes("before", *nodes)

    def count_nodes(self, end: str, generated: int, expanded: int) -> None:
        """Take note of the nodes of one end, all of them since it began."""
        self._counts = {**self._counts, end: (generated, expanded)}

    def offer(self, moves: str, found_by: str) -> bool:
        """Take note of a solution, which has been replayed; whether it is the best so far.

        One that took more nodes than the limit does not count, unless it is the only one. The upper end works in slices
        of time, so how far the last one goes beyond the limit differs from run to run, and the answer must not.
        """
        with self._lock:
            if self.moves is not None and (not self.is_shorter(moves) or self._nodes_exceeded):
                return False
            self._take(moves, found_by)
            return True

    def is_shorter(self, moves: str) -> bool:
        """Whether these moves are shorter than the best so far, or the first ones."""
        return self.length is None or length_in(moves, self.metric) < self.length

    def _take(self, moves: str, found_by: str) -> None:
        self.moves, self.length, self.found_by = moves, length_in(moves, self.metric), found_by

    def prove(self, moves: str, found_by: str, proved_by: str) -> None:
        """Take note of a shortest solution, which has been replayed, and that none is shorter."""
        with self._lock:
            if self.is_shorter(moves):
                self._take(moves, found_by)
            length = length_in(moves, self.metric)
            if length > self.bound:
                self.bound, self.proved_by = length, proved_by

    def raise_bound(self, bound: int, proved_by: str) -> bool:
        """Take note of a proven bound; whether it is higher than those before."""
        with self._lock:
            if bound <= self.bound:
                return False
            self.bound, self.proved_by = bound, proved_by
            return True

    @property
    def _nodes_exceeded(self) -> bool:
        return self.limits.nodes is not None and self.generated > self.limits.nodes

    @property
    def gap(self) -> int | None:
        """How much longer than the bound the best solution is, None before there is one."""
        return None if self.length is None else self.length - self.bound

    def stop(self) -> None:
        """End the search within some hundredths of a second."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        """Whether somebody has stopped the search."""
        return self._stop.is_set()

    @property
    def met(self) -> bool:
        """Whether the best solution is proven to be a shortest one."""
        return self.length is not None and self.length <= self.bound

    @property
    def ended_by(self) -> str:
        """What would end the search now; empty where nothing does."""
        if self.met:
            return "proof"
        if self.stopped:
            return "stop"
        if self.limits.nodes is not None and self.generated >= self.limits.nodes:
            return "nodes"
        return "time" if self.is_out_of_time() else ""

    def is_out_of_time(self, margin: float = 0.0) -> bool:
        """Whether there is no more time but these seconds, or somebody has stopped the search."""
        return self.stopped or (self.deadline is not None and perf_counter() + margin >= self.deadline)

    def over(self, margin: float = 0.0) -> bool:
        """Whether there is nothing more to do, or no more time but these seconds, or no more nodes to make."""
        if self.met or (self.limits.nodes is not None and self.generated >= self.limits.nodes):
            return True
        return self.is_out_of_time(margin)
