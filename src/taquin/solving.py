"""What everybody holds while a search is at work: `solve` and `improve`, the command line, the page, batch and cluster.

The work itself is that of both_ends.py, and is done once, by one thread:

    iterate, `wait()`                                   the thread that does so, while it does so
    `start()`, `wait(seconds)`, `await`, `async for`    a thread of the search's own, which all others watch

Of `Solving`, everything may be called from any thread, at any time and again: `stop`, `done`, `best` and `progress`
also from `on_progress` and `on_warning`, which are called by the thread at work (a warning of the proof by that of the
proof). Only one thing makes no sense: to wait, in the thread that does the work, for the rest of an iteration that it
has left half done.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Self
from weakref import WeakSet

from taquin.background import Background
from taquin.both_ends import BothEnds
from taquin.errors import TaquinError
from taquin.move import Move
from taquin.names import Metric, Quality
from taquin.puzzle import PuzzleLike, as_puzzle
from taquin.result import Limits, OnProgress, Progress, Solution, require_amount, require_limits
from taquin.texts import Sentence

__all__ = ["Solving", "stopped_early"]


def stopped_early() -> TaquinError:
    """What is said where a solution must be, and there is none."""
    return TaquinError(Sentence("errors.stopped_early"))


class Solving:
    """A search of a solvable puzzle.

    It works while somebody iterates over it or waits for it, in that thread; after `start` in a thread of its own.
    Iterating yields a Solution with every better one and whenever the bound rises; once the search is over, it yields
    the best one. `best` then has the figures of the whole search. `stop`, `done`, `best` and `progress` may be called
    from any thread, also from `on_progress`.

    Ctrl-C in the thread that iterates or waits ends the search with KeyboardInterrupt. Its `best` is there then, too:
    where there was none yet, the first solution that can be had at once. After `start` it ends the waiting only.

    `optimal`: do not stop before the proof. `moves`: a solution of somebody else's, to be shortened. `metric`: what is
    to be short, "stm" for moves or "mtm" for slides of whole runs; then all lengths and bounds are slides.
    `checkpoint`: a file that the search is saved to every few seconds and at its end, and continued from if it exists:
    the best solution so far, the bound, and how far the proof is. It is removed once the shortest solution is proven.
    Raises Unsolvable, a ValueError, where no moves lead to the goal, and TooLarge where the first solution takes far
    more time or memory than there is.
    """

    def __init__(
        self,
        puzzle: PuzzleLike,
        limits: Limits | None = None,
        *,
        quality: Quality | None = None,
        optimal: bool = False,
        prove: bool | None = None,
        threads: int | None = None,
        seed: int = 0,
        moves: Iterable[Move | str] | None = None,
        metric: Metric = "stm",
        checkpoint: str | Path | None = None,
        on_progress: OnProgress | None = None,
        on_warning: Callable[[str], None] | None = None,
    ) -> None:
        self.puzzle = as_puzzle(puzzle)
        self._both_ends = BothEnds(
            self.puzzle,
            require_limits(limits),
            quality=quality,
            optimal=optimal,
            prove=prove,
            threads=threads,
            seed=seed,
            moves=moves,
            metric=metric,
            checkpoint=None if checkpoint is None else Path(checkpoint),
            on_solution=self._take_note,
            on_progress=on_progress,
            on_warning=on_warning,
        )
        self._news = threading.Condition()
        """Guards all below, and wakes those who watch."""
        self._thread: Background | None = None
        """The search's own, where it has one."""
        self._iterating: int | None = None
        """The thread that works while it iterates."""
        self._solution: Solution | None = None
        self._number = 0
        """How many solutions there have been."""
        self._error: BaseException | None = None
        self._done = False

    # The work, in whichever thread

    def _work(self) -> Iterator[Solution]:
        """Work to the end, or until whoever iterates leaves."""
        try:
            yield from self._both_ends.work()
        except GeneratorExit:
            self._both_ends.ends.stop()
            raise
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                self._both_ends.ends.stop()  # the figures say that the search was ended
            if isinstance(error, Exception) or self._thread is not None:  # Ctrl-C is for the thread that iterates only
                self._error = error
            raise
        finally:
            self._finish()

    def _take_note(self, solution: Solution) -> None:
        with self._news:
            self._solution = solution
            self._number += 1
            self._news.notify_all()

    def _finish(self) -> None:
        """The last solution gets the figures of the whole search: that is not news."""
        with self._news:
            self._solution = self._both_ends.solution(self._both_ends.ended_by)
            if self._solution is not None:
                self._number = max(self._number, 1)
            self._done = True
            self._news.notify_all()

    def _run_to_the_end(self) -> None:
        with self._news:  # until `start` has taken note of this thread
            pass
        try:
            for _ in self._work():
                pass
        except BaseException as error:
            self._error = error

    def _claim(self) -> bool:
        """Whether this thread is to do the work, which nobody has begun."""
        with self._news:
            if self._thread is not None or self._iterating is not None:
                return False
            self._iterating = threading.get_ident()
            return True

    def _require_progress(self) -> None:
        """Raise TaquinError where this thread would wait for itself."""
        worker = self._iterating if self._thread is None else self._thread.ident
        if not self._done and worker == threading.get_ident():
            raise TaquinError("this thread iterates over the search already: go on there, or call start() before both")

    # Holding it

    def start(self) -> Self:
        """Work in a thread of its own from now on; nothing happens where the work has begun.

        TaquinError where the system gives no thread.
        """
        with self._news:
            if self._thread is not None or self._iterating is not None:
                return self
            _started.add(self)
            try:
                self._thread = Background(self._run_to_the_end)
            except RuntimeError as error:
                raise TaquinError("the system gives no more threads: iterate over the search, or wait()") from error
        return self

    def stop(self) -> None:
        """End the search within some hundredths of a second, from any thread; the best so far stays."""
        self._both_ends.stop()

    @property
    def done(self) -> bool:
        """Whether the search is over: by its own end, by a limit or by `stop`. False before it has begun."""
        return self._done

    def _join(self) -> None:
        """Wait until the thread that `start` began has ended."""
        if self._thread is not None:
            self._thread.wait()

    @property
    def best(self) -> Solution | None:
        """The best solution so far, None before there is one."""
        return self._solution

    @property
    def progress(self) -> Progress:
        """How far it is."""
        return self._both_ends.progress

    @property
    def processor_seconds(self) -> float:
        """Of the processor, for all that this process has done since the search began, and before it was saved."""
        return self._both_ends.ends.processor_seconds

    def __iter__(self) -> Generator[Solution, None, None]:
        if self._claim():
            yield from self._work()
        else:
            yield from self._watch()

    def _watch(self) -> Iterator[Solution]:
        """The solutions of a search at which another thread is at work, or the best one of a search that is over."""
        self._require_progress()
        seen = 0
        while True:
            with self._news:
                while self._number == seen and not self._done:
                    self._news.wait()
                solution, number = self._solution, self._number
            if number == seen or solution is None:
                break
            seen = number
            yield solution
        if self._error is not None:
            raise self._error

    def wait(self, timeout: float | None = None) -> Solution | None:
        """The last and best solution, once the search is over.

        None where it goes on after so many seconds, or was stopped before there was any.
        """
        if timeout is None:
            with closing(iter(self)) as solutions:  # interrupted between two of them, the search ends here and now
                for _ in solutions:
                    pass
            return self._solution
        require_amount("the timeout", timeout)
        self.start()
        with self._news:
            self._news.wait_for(lambda: self._done, min(timeout, threading.TIMEOUT_MAX))
        if self._error is not None:
            raise self._error
        return self._solution if self._done else None

    def __await__(self) -> Generator[Any, None, Solution]:
        return self._in_asyncio().__await__()

    async def _in_asyncio(self) -> Solution:
        """Wait without holding up the event loop; cancelled, the search is stopped and has ended."""
        import asyncio

        self.start()
        self._require_progress()
        try:
            await asyncio.to_thread(self._wait_for_end)
        except asyncio.CancelledError:
            self.stop()
            await asyncio.shield(asyncio.to_thread(self._wait_for_end))
            raise
        if self._error is not None:
            raise self._error
        if self._solution is None:
            raise stopped_early()
        return self._solution

    def _wait_for_end(self) -> None:
        with self._news:
            self._news.wait_for(lambda: self._done)

    async def __aiter__(self) -> AsyncGenerator[Solution, None]:
        """Solutions without holding up the event loop. Left or cancelled, a search that began here has ended."""
        import asyncio

        began_here = self._thread is None and self._iterating is None
        self.start()
        self._require_progress()
        solutions = iter(self)
        try:
            while (solution := await asyncio.to_thread(next, solutions, None)) is not None:
                yield solution
        finally:
            if began_here and not self._done:
                self.stop()
                await asyncio.shield(asyncio.to_thread(self._wait_for_end))

    def __repr__(self) -> str:
        progress = self.progress
        length = "none" if progress.length is None else progress.length
        return f"<Solving length={length} bound={progress.bound} generated={progress.generated}>"


_started: WeakSet[Solving] = WeakSet()
"""The searches with a thread of their own."""


@atexit.register
def _end_all() -> None:
    """The end of the program stops its searches, and waits for them: native code must not be cut off while it runs."""
    for solving in list(_started):
        solving.stop()
    for solving in list(_started):
        solving._join()
