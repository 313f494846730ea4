"""Workers that work in slices, side by side on the threads that there are: descents, windows and constructions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Protocol

from taquin import native
from taquin.anytime.construct import begin_construction
from taquin.anytime.pace import SLICE_MS, Pace
from taquin.puzzle import Puzzle

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["Slices", "Worker"]


class Worker(Protocol):
    """What works in slices: a descent, a follower, or windows."""

    @property
    def generated(self) -> int:
        """Boards made so far."""

    @property
    def expanded(self) -> int:
        """Boards whose children were made so far."""

    def run(self, milliseconds: float, /) -> bool:
        """Work for about so long; whether it is done."""


class Slices:
    """The threads of the upper end, and the nodes that all workers on them have made so far."""

    def __init__(
        self,
        pace: Pace,
        threads: int,
        spared: Callable[[], int] = lambda: 0,
        on_tick: Callable[[], None] = lambda: None,
    ) -> None:
        self.pace, self.threads = pace, threads
        self.spared = spared
        """How many threads the lower end takes."""
        self.on_tick = on_tick
        """Called between two slices."""
        self.generated = self.expanded = 0

    def free_threads(self) -> int:
        """Threads that are not busy with the proof."""
        return max(1, self.threads - self.spared())

    def run(self, workers: Sequence[Worker]) -> Iterator[list[bool]]:
        """Let everybody work for one slice at a time, side by side, and count nodes; yields what their `run` said."""
        generated, expanded = self.generated, self.expanded
        with ExitStack() as stack:
            pool: Executor | None = None
            if self.threads > 1 and len(workers) > 1 and native.core is not None:
                from concurrent.futures import ThreadPoolExecutor

                pool = stack.enter_context(ThreadPoolExecutor(self.threads))
            while True:
                slices = None if pool is None else _begin_slices(pool, workers, self.pace.slice_ms())
                if slices is None:
                    stack.close()  # no more threads to be had, or none needed: one after the other, from now on
                    pool = None
                    answers = [worker.run(self.pace.slice_ms() / len(workers)) for worker in workers]
                else:
                    answers = [future.result() for future in slices]
                self.generated = generated + sum(worker.generated for worker in workers)
                self.expanded = expanded + sum(worker.expanded for worker in workers)
                self.pace.ends.count_nodes("upper", self.generated, self.expanded)
                yield answers
                self.on_tick()

    def construct(self, puzzle: Puzzle) -> str | None:
        """A solution that cannot fail, whatever the limits; None where somebody stops the search before it is there."""
        construction, ends = begin_construction(puzzle), self.pace.ends
        while not construction.run(SLICE_MS) and not ends.stopped:
            self.on_tick()
        return None if ends.stopped else construction.path()


def _begin_slices(pool: Executor, workers: Sequence[Worker], milliseconds: float) -> list[Future[bool]] | None:
    """One slice of every worker on threads of the pool; None where the system gives no thread."""
    try:
        return [pool.submit(worker.run, milliseconds) for worker in workers]
    except RuntimeError:  # of a thread that cannot be started: what `run` itself raises comes with its result
        return None
