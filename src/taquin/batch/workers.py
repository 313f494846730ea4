"""Where the work is done: one interface over `concurrent.futures` executors; the workers of this machine.

`Workers` know how many tasks run at once, make a new executor when some died, and tell whether an error means
that a worker was lost (the task is done again) or is an error of the task itself.
"""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Self

from taquin.batch.work import stop_with
from taquin.errors import TaquinError
from taquin.memory import Allowance, allow
from taquin.processors import count_processors

__all__ = ["GivenExecutor", "LocalProcesses", "LocalThreads", "OnWarning", "Workers"]


OnWarning = Callable[[str], None]


class Workers:
    """The interface, and all that the simple cases need. A context manager: leaving it ends the workers.

    `on_warning` gets one line for whatever the workers warn of.
    """

    executor: Executor
    trusted = True
    """Whether they are this program on this machine, so that what comes back needs no check."""

    kind = "executor"
    """What they are, in a word for the records of a measurement."""

    def __init__(self, executor: Executor, workers: int, on_warning: OnWarning | None = None) -> None:
        self.executor = executor
        self.count = workers
        self._on_warning = on_warning
        self._warned: set[str] = set()

    def slots(self) -> int:
        """How many tasks run at once; may change while a cluster grows or shrinks."""
        return self.count

    def lost(self, error: BaseException) -> bool:
        """Whether the error means that a worker died, not that the task failed."""
        return False

    def renew(self) -> bool:
        """Go on after a loss; True where everything that was under way is lost and no old future is pending."""
        return False

    def refuse(self, future: Future[Any], problem: str) -> None:
        """Give no more work to the worker whose result has this problem. Raises TaquinError where there is no other."""
        raise TaquinError(f"a worker gave a result that is refused: {problem}")

    def warn(self, message: str) -> None:
        """Say once what several workers may have to say, such as that a table of this machine is damaged."""
        if self._on_warning is not None and message not in self._warned:
            self._warned.add(message)
            self._on_warning(message)

    def close(self) -> None:
        """End the workers; what they were doing is thrown away."""
        self.executor.shutdown(wait=True, cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class GivenExecutor(Workers):
    """Any executor of the caller, who also ends it. Where its workers die, the run ends with its error."""

    def __init__(self, executor: Executor, workers: int | None = None) -> None:
        super().__init__(executor, workers or getattr(executor, "_max_workers", None) or count_processors())

    def close(self) -> None:
        """Leave the executor to its owner."""


class InThisThread(Executor):
    """Does every task at once, in the thread that hands it in: where the system gives no more threads or processes."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future of a task that is done."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class LocalThreads(Workers):
    """Threads of this process. The native engine lets go of Python's lock while it searches.

    They share `memory`, in bytes, or half of what is free; while they are there, that holds for the whole process.
    """

    kind = "threads"

    def __init__(
        self, workers: int | None = None, memory: int | None = None, on_warning: OnWarning | None = None
    ) -> None:
        workers = workers or count_processors()
        self._stop = threading.Event()
        self._allowed_before = allow(Allowance(memory, workers))
        super().__init__(*self._start(workers), on_warning)

    def _start(self, workers: int) -> tuple[Executor, int]:
        """As many threads as the system gives, and how many these are."""
        all_started, started = threading.Event(), 0
        executor = ThreadPoolExecutor(workers, "taquin-batch", stop_with, (self._stop,))
        try:
            for _ in range(workers):
                executor.submit(all_started.wait)  # which takes a thread of its own
                started += 1
        except RuntimeError:  # no more threads to be had
            pass
        finally:
            all_started.set()
        if started == workers:
            return executor, workers
        executor.shutdown()
        return (InThisThread(), 1) if started == 0 else self._start(started)

    def close(self) -> None:
        """End the workers, also in the middle of a search."""
        self._stop.set()
        super().close()
        allow(self._allowed_before)


class LocalProcesses(Workers):
    """Processes of this machine, each with its own copy of the tables.

    A worker ends when this process does, even by `kill -9`: it waits for the end of a pipe whose other end only this
    process holds. Closing that end also stops a worker in the middle of a long search.
    They share `memory`, in bytes, or half of what is free. Python itself, some 40 MB a worker, is not counted.
    """

    kind = "processes"

    def __init__(
        self, workers: int | None = None, memory: int | None = None, on_warning: OnWarning | None = None
    ) -> None:
        workers = workers or count_processors()
        self._allowance = Allowance(memory, workers)
        self._allowed_before: Allowance | None = None
        try:
            super().__init__(self._start(workers), workers, on_warning)
        except (OSError, RuntimeError):  # no more processes to be had, or no thread to look after them
            if not hasattr(self, "_life"):  # not even a pipe
                raise
            self._life.close()
            self._allowed_before = allow(Allowance(memory))
            super().__init__(InThisThread(), 1, on_warning)

    def _start(self, workers: int) -> ProcessPoolExecutor:
        from multiprocessing import get_context

        # Not fork: the children would hold the pipe open, and forking with threads about is unsafe.
        context = get_context("spawn")
        self._life_end, self._life = context.Pipe(duplex=False)
        with _interrupts_held():
            executor = ProcessPoolExecutor(workers, context, _begin_work, (self._life_end, self._allowance))
            for _ in range(workers):
                executor.submit(int)  # a task for nobody starts a worker
        return executor

    def lost(self, error: BaseException) -> bool:
        """A worker that vanishes breaks the whole pool."""
        return isinstance(error, BrokenExecutor)

    def renew(self) -> bool:
        """Start a new pool."""
        self.close()
        self.executor = self._start(self.count)
        return True

    def close(self) -> None:
        """End the workers at once."""
        self._life.close()
        self.executor.shutdown(wait=True, cancel_futures=True)
        self._life_end.close()
        if self._allowed_before is not None:
            allow(self._allowed_before)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let Ctrl-C wait. Processes that are started meanwhile never get it, not even before they can ignore it."""
    import signal
    from multiprocessing import resource_tracker

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    with warnings.catch_warnings(), _no_word_of_leaks():
        warnings.simplefilter("ignore")  # where it cannot be started, no worker can
        resource_tracker.ensure_running()  # which would let Ctrl-C through again when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _no_word_of_leaks() -> Iterator[None]:
    """Let a process that starts meanwhile be silent about semaphores that a killed run has left: it removes them."""
    name = "PYTHONWARNINGS"
    before = os.environ.get(name)
    os.environ[name] = ",".join(filter(None, (before, "ignore:resource_tracker:UserWarning")))
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _begin_work(life: Connection, allowance: Allowance) -> None:
    """Run in every new worker process: leave Ctrl-C to the parent, end when it ends, take no more than a share."""
    import signal

    allow(allowance)
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        life.poll(None)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
