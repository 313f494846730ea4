"""One iteration of IDA* in parts: subtrees that can be searched anywhere, in any order, at the same time.

A part is searched by a native search below a prefix of moves, in slices. The whole tree is one part; `cut` makes
several of it below the first moves, and `divide` makes several of what is left of a part where another worker has run
out of them. The counts of the parts and of the cut add up to those of the whole. Parts are searched on threads (a slice
does not hold the interpreter's lock) and can be stopped, saved and restored between two slices.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter, sleep

from taquin import native
from taquin.optimal.subtrees import Part, cut, divide

__all__ = ["Iteration"]

_SLICE_SECONDS = 0.005
"""Seconds between two looks at the clock, at the limits and at those who wait for work."""
_FIRST_SLICE = 100_000
"""Nodes of the first slice, before the pace is known."""
_SMALLEST_SLICE = 1_000
"""Nodes of a slice at least, however slow the machine."""
_LARGEST_SLICE = 10_000_000
"""Nodes of a slice at most, however fast the machine."""
_PARTS_A_THREAD = 24
"""Parts that an iteration is cut into for each thread: enough that all threads have work until near its end."""
_PARTS_TO_SHARE = 16
"""Parts that a thread divides its own into when others wait for work."""


@dataclass
class Iteration:
    """The parts of one iteration. `make` gives each worker a native search of its own; `generated` and `expanded` count
    finished work.

    Ctrl-C may interrupt the main thread between any two steps. Nothing is lost then, or a proof would rest on what
    nobody has searched: a part stays in `taken` until its search is over or what is left of it waits again, and a
    solution is noted before its part goes.
    """

    make: Callable[[int], native.core.Search]
    bound: int
    waiting: deque[Part] = field(default_factory=deque)
    generated: int = 0
    expanded: int = 0
    solution: str | None = None
    taken: dict[int, Part] = field(default_factory=dict)
    """What each worker is at work on, as it was when the worker took it."""
    running: dict[int, native.core.Search] = field(default_factory=dict)
    """The native searches of these parts."""
    idle: set[int] = field(default_factory=set)
    """Workers without a part: those at work divide theirs."""
    alive: set[int] = field(default_factory=set)
    """Workers whose threads have begun and not ended."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def begin(cls, make: Callable[[int], native.core.Search], bound: int, parts: int = 1) -> Iteration:
        """The whole tree as one part, or cut into at least so many where it is large enough."""
        iteration = cls(make, bound)
        if parts == 1:
            iteration.waiting.append("")
            return iteration
        search = make(0)
        iteration.waiting.extend(cut(search, bound, parts * _PARTS_A_THREAD))
        iteration.generated, iteration.expanded = search.generated, search.expanded
        return iteration

    def run(self, threads: int, tick: Callable[[], bool], node_limit: Callable[[], int | None]) -> bool:
        """Work until done or until `tick`, asked every few milliseconds, says stop. True when done."""
        if self.taken or self.alive:  # Ctrl-C has ended the last `run`
            self.waiting = deque(self.left())
            self.taken.clear()
            self.running.clear()
        self.idle.clear()
        self.lock = threading.Lock()  # Ctrl-C may have come between locking the old one and using it
        if threads == 1 or list(self.waiting) == [""] or not self._run_threads(threads, tick, node_limit):
            self._work(0, self.make(0), lambda: not tick(), node_limit)
        return self.solution is not None or not (self.waiting or self.taken)

    def left(self) -> list[Part]:
        """All that is still to be done. What an interrupted worker had taken is done again from its beginning."""
        while self.alive:  # they have been told to stop, but a second Ctrl-C did not wait for them
            sleep(0.001)
        taken = list(self.taken.values())
        return taken + [part for part in self.waiting if not any(part is other for other in taken)]

    def counts(self) -> tuple[int, int]:
        """Generated and expanded nodes so far, those of running parts included."""
        if not self.running and not self.waiting:
            return self.generated, self.expanded
        running = list(self.running.values())
        broken_off = [part for part in list(self.waiting) if not isinstance(part, str)]
        return (
            self.generated + sum(search.generated for search in running) + sum(part[1] for part in broken_off),
            self.expanded + sum(search.expanded for search in running) + sum(part[2] for part in broken_off),
        )

    def _run_threads(self, threads: int, tick: Callable[[], bool], node_limit: Callable[[], int | None]) -> bool:
        """Work on threads, as many of them as can be had; False where there is none."""
        stop, ended = threading.Event(), threading.Event()
        errors: list[BaseException] = []
        expected: set[int] = set()
        """Workers that have been started, but have not begun."""

        def work(worker: int) -> None:
            self.alive.add(worker)
            expected.discard(worker)
            try:
                if not stop.is_set():  # else nobody may be waiting for this thread any more
                    self._work(worker, self.make(worker), stop.is_set, node_limit)
            except BaseException as error:
                # Where there is no memory for one more worker, the others do the work, or have done it.
                alone = len(self.alive) == 1 and not expected
                left = bool(self.waiting) and self.solution is None
                if not isinstance(error, MemoryError) or worker in self.taken or (alone and left):
                    errors.append(error)
                    stop.set()
            finally:
                self.alive.discard(worker)
                ended.set()

        started = 0
        try:
            for worker in range(threads):
                expected.add(worker)
                try:
                    threading.Thread(target=work, args=(worker,), daemon=True).start()
                except BaseException as error:
                    expected.discard(worker)
                    if isinstance(error, RuntimeError):  # no more threads to be had: those that there are do the work
                        break
                    raise
                started += 1
            # Not by Thread.join: interrupted by Ctrl-C, it takes a thread that runs for one that has ended.
            while expected or self.alive:
                ended.wait(0.02)
                ended.clear()
                if not tick():
                    stop.set()
        finally:
            stop.set()
            while self.alive:
                ended.wait(0.001)
        if errors:
            raise errors[0]
        return started > 0

    def _work(
        self,
        worker: int,
        search: native.core.Search,
        stopped: Callable[[], bool],
        node_limit: Callable[[], int | None],
    ) -> None:
        """Take parts until there are none, a solution is found anywhere, or `stopped` says so between two slices."""
        budget = _FIRST_SLICE
        while self.solution is None:
            part = self._take(worker)
            if part is None:
                if not self._wait_for_more(worker, stopped):
                    return
                continue
            if isinstance(part, str):
                search.begin(part, self.bound)
            else:
                search.restore(part)
            self.running[worker] = search
            begun = shared = False
            try:
                while search.status == "running" and not shared and self.solution is None and not stopped():
                    left = node_limit()
                    if left is not None and left <= 0:
                        break
                    started, begun = perf_counter(), True
                    search.run(budget if left is None else min(budget, left))
                    pace = _SLICE_SECONDS / max(perf_counter() - started, 1e-6)
                    budget = min(_LARGEST_SLICE, max(_SMALLEST_SLICE, int(budget * min(2.0, pace))))
                    shared = bool(self.idle) and not self.waiting
            finally:
                self._give_back(worker, search, begun, shared)
            if search.status == "running" and not shared:
                return

    def _take(self, worker: int) -> Part | None:
        """The next part, None where there is none. For a moment it is in both places rather than in none."""
        with self.lock:
            if not self.waiting:
                return None
            part = self.taken[worker] = self.waiting[0]
            self.waiting.popleft()
            return part

    def _give_back(self, worker: int, search: native.core.Search, begun: bool, shared: bool) -> None:
        """What came of a part. The search itself says how it ended: an interruption may have come before its answer. A
        part that was not begun is put back as it was: where its first board is the goal, `save` would lose that.
        """
        status = search.status
        if status == "found" and self.solution is None:
            self.solution = search.path()
        running = status == "running"
        parts = divide(search.save(), _PARTS_TO_SHARE) if running and shared else []
        if running and begun and not shared and self.solution is None:
            self.taken[worker] = search.save()
        with self.lock:  # nobody takes the first part meanwhile, and takes away another one than it has read
            if running and not shared and self.solution is None:
                self.waiting.appendleft(self.taken[worker])
            else:
                self.waiting.extend(parts)
                self.generated += search.generated
                self.expanded += search.expanded
            del self.running[worker]
            del self.taken[worker]

    def _wait_for_more(self, worker: int, stopped: Callable[[], bool]) -> bool:
        """Wait while others are at work, who then divide what they have. False when there is nothing more to come."""
        self.idle.add(worker)
        while not self.waiting:
            if len(self.idle) >= len(self.alive) or self.solution is not None or stopped():
                return False
            sleep(0.001)
        self.idle.discard(worker)
        return True
