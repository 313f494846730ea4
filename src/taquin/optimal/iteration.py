"""One iteration of IDA* as jobs: subtrees that can run anywhere, in any order, at the same time.

A job is a native search below a prefix of moves, run in slices. One job is the whole tree; `cut` makes more of it below
the first moves, and `divide` of what is left of a job where another worker has run out of them. The counts of the jobs
and of the cut add up to those of the whole. The pool runs jobs on threads (a slice does not hold the interpreter's
lock) and can be stopped, saved and restored between two slices.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter, sleep
from typing import Any

from taquin.optimal.subtrees import Part, cut, divide

__all__ = ["Iteration"]

_SLICE_SECONDS = 0.005
_SMALLEST_SLICE, _FIRST_SLICE, _LARGEST_SLICE = 1_000, 100_000, 10_000_000  # nodes
_JOBS_A_THREAD = 24
_PARTS_TO_SHARE = 16


@dataclass
class Iteration:
    """The jobs of one iteration. `make` gives each worker a native search of its own; `generated` and `expanded` count
    finished work.
    """

    make: Callable[[int], Any]
    bound: int
    waiting: deque[Part] = field(default_factory=deque)
    generated: int = 0
    expanded: int = 0
    solution: str | None = None
    running: dict[int, Any] = field(default_factory=dict)
    idle: set[int] = field(default_factory=set)
    """Workers without a job: those at work divide theirs."""
    workers: int = 1

    @classmethod
    def begin(cls, make: Callable[[int], Any], bound: int, parts: int = 1) -> Iteration:
        """The whole tree as one job, or cut into at least so many where it is large enough."""
        iteration = cls(make, bound)
        if parts == 1:
            iteration.waiting.append("")
            return iteration
        search = make(0)
        iteration.waiting.extend(cut(search, bound, parts * _JOBS_A_THREAD))
        iteration.generated, iteration.expanded = search.generated, search.expanded
        return iteration

    def run(self, threads: int, tick: Callable[[], bool], node_limit: Callable[[], int | None]) -> bool:
        """Work until done or until `tick`, asked every few milliseconds, says stop. True when done."""
        self.workers = threads
        self.idle.clear()
        if threads == 1 or list(self.waiting) == [""]:  # not worth starting threads for
            self.workers = 1
            self._work(0, self.make(0), lambda: not tick(), node_limit)
        else:
            self._run_threads(threads, tick, node_limit)
        return self.solution is not None or not self.waiting

    def counts(self) -> tuple[int, int]:
        """Generated and expanded nodes so far, running jobs included."""
        running = list(self.running.values())
        broken_off = [job for job in list(self.waiting) if not isinstance(job, str)]
        return (
            self.generated + sum(search.generated for search in running) + sum(job[1] for job in broken_off),
            self.expanded + sum(search.expanded for search in running) + sum(job[2] for job in broken_off),
        )

    def _run_threads(self, threads: int, tick: Callable[[], bool], node_limit: Callable[[], int | None]) -> None:
        stop = threading.Event()
        errors: list[BaseException] = []

        def work(worker: int) -> None:
            try:
                self._work(worker, self.make(worker), stop.is_set, node_limit)
            except BaseException as error:
                errors.append(error)
                stop.set()

        workers = [threading.Thread(target=work, args=(worker,), daemon=True) for worker in range(threads)]
        started: list[threading.Thread] = []
        try:
            for worker in workers:
                try:
                    worker.start()
                except RuntimeError:  # no more threads to be had: those that there are do the work
                    break
                started.append(worker)
            self.workers = len(started)
            while any(worker.is_alive() for worker in started):
                started[0].join(0.02) if started[0].is_alive() else started[-1].join(0.02)
                if not tick():
                    stop.set()
        finally:
            stop.set()
            for worker in started:
                worker.join()
        if not started:
            self.workers = 1
            self._work(0, self.make(0), lambda: not tick(), node_limit)
        if errors:
            raise errors[0]

    def _work(
        self, worker: int, search: Any, stopped: Callable[[], bool], node_limit: Callable[[], int | None]
    ) -> None:
        """Take jobs until there are none, a solution is found anywhere, or `stopped` says so between two slices."""
        budget = _FIRST_SLICE
        while self.solution is None:
            try:
                job = self.waiting.popleft()
            except IndexError:
                if not self._wait_for_more(worker, stopped):
                    return
                continue
            if isinstance(job, str):
                search.begin(job, self.bound)
            else:
                search.restore(job)
            self.running[worker] = search
            status = "running"
            try:
                while status == "running" and self.solution is None and not stopped():
                    left = node_limit()
                    if left is not None and left <= 0:
                        break
                    started = perf_counter()
                    status = search.run(budget if left is None else min(budget, left))
                    pace = _SLICE_SECONDS / max(perf_counter() - started, 1e-6)
                    budget = min(_LARGEST_SLICE, max(_SMALLEST_SLICE, int(budget * min(2.0, pace))))
                    if status == "running" and self.idle and not self.waiting:
                        status = "shared"
            finally:
                # Whatever happens, a job is either running, finished or waiting again: nothing is lost.
                del self.running[worker]
                if status == "running" and self.solution is None:
                    self.waiting.appendleft(search.save())
                else:
                    self.generated += search.generated
                    self.expanded += search.expanded
                if status == "shared":
                    self.waiting.extend(divide(search.save(), _PARTS_TO_SHARE))
            if status == "found" and self.solution is None:
                self.solution = search.path()
            elif status == "running":
                return

    def _wait_for_more(self, worker: int, stopped: Callable[[], bool]) -> bool:
        """Wait while others are at work, who then divide what they have. False when there is nothing more to come."""
        self.idle.add(worker)
        while not self.waiting:
            if len(self.idle) == self.workers or self.solution is not None or stopped():
                return False
            sleep(0.001)
        self.idle.discard(worker)
        return True
