"""Where the work is done: one interface over `concurrent.futures` executors, here and on a Dask cluster.

`Workers` know how many tasks run at once, make a new executor when some died, and tell whether an error means
that a worker was lost (the task is done again) or is an error of the task itself.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    InvalidStateError,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self

from taquin.batch.work import stop_with
from taquin.errors import TaquinError
from taquin.processors import count_processors

__all__ = ["DaskCluster", "GivenExecutor", "LocalProcesses", "LocalThreads", "Workers"]


_ASK_SECONDS: Final = 1.0
"""A cluster is asked for its workers so often."""


class Workers:
    """The interface, and all that the simple cases need. A context manager: leaving it ends the workers."""

    executor: Executor

    def __init__(self, executor: Executor, workers: int) -> None:
        self.executor = executor
        self.count = workers

    def slots(self) -> int:
        """How many tasks run at once; may change while a cluster grows or shrinks."""
        return self.count

    def lost(self, error: BaseException) -> bool:
        """Whether the error means that a worker died, not that the task failed."""
        return False

    def renew(self) -> bool:
        """Go on after a loss; True where everything that was under way is lost and no old future is pending."""
        return False

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


class LocalThreads(Workers):
    """Threads of this process. The native engine lets go of Python's lock while it searches."""

    def __init__(self, workers: int | None = None) -> None:
        workers = workers or count_processors()
        self._stop = threading.Event()
        super().__init__(ThreadPoolExecutor(workers, "taquin-batch", stop_with, (self._stop,)), workers)

    def close(self) -> None:
        """End the workers, also in the middle of a search."""
        self._stop.set()
        super().close()


class LocalProcesses(Workers):
    """Processes of this machine, each with its own copy of the tables.

    A worker ends when this process does, even by `kill -9`: it waits for the end of a pipe whose other end only this
    process holds. Closing that end also stops a worker in the middle of a long search.
    """

    def __init__(self, workers: int | None = None) -> None:
        workers = workers or count_processors()
        super().__init__(self._start(workers), workers)

    def _start(self, workers: int) -> ProcessPoolExecutor:
        from multiprocessing import get_context

        # Not fork: the children would hold the pipe open, and forking with threads about is unsafe.
        context = get_context("spawn")
        self._life_end, self._life = context.Pipe(duplex=False)
        executor = ProcessPoolExecutor(workers, context, _follow_parent, (self._life_end,))
        with _interrupts_held():
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


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let Ctrl-C wait. Processes that are started meanwhile never get it, not even before they can ignore it."""
    import signal
    from multiprocessing import resource_tracker

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which would let Ctrl-C through again when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow_parent(life: Connection) -> None:
    """Run in every new worker process: leave Ctrl-C to the parent, and end when it ends."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        life.poll(None)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class DaskCluster(Workers):
    """A Dask cluster, by the address of its scheduler, a `Client`, or a cluster object such as dask-jobqueue's.

    Dask runs the tasks of a dead worker again elsewhere by itself; only a task that took several workers with it
    comes back as lost. Workers find or build their tables on their own hosts.
    """

    def __init__(self, cluster: Any, timeout: float = 10) -> None:
        try:
            import distributed
        except ImportError:
            raise TaquinError("a cluster needs Dask: pip install 'taquin[cluster]'") from None
        from distributed.comm.addressing import resolve_address

        connect: Any = distributed.Client  # not typed
        self._own = not isinstance(cluster, connect)
        self.address = str(getattr(cluster, "scheduler_address", cluster))
        try:
            if isinstance(cluster, str):
                resolve_address(cluster)  # a client that cannot even begin would take its time to end
            self.client = connect(cluster, timeout=timeout, set_as_default=False) if self._own else cluster
        except (OSError, ValueError, TimeoutError) as error:
            reason = str(error).splitlines()[0] if str(error) else "no answer"
            raise TaquinError(f"no Dask scheduler at {self.address}: {reason}") from None
        self._require_taquin()
        self._slots, self._asked = 1, -_ASK_SECONDS
        super().__init__(_DaskExecutor(self.client), 0)

    def slots(self) -> int:
        """The threads of all workers that were there a moment ago: asking is a way to the scheduler and back."""
        if monotonic() - self._asked >= _ASK_SECONDS:
            workers = self.client.scheduler_info(n_workers=-1).get("workers")
            if workers is None:  # the client has given its scheduler up
                raise self._disconnected()
            self._slots = max(1, sum(int(worker["nthreads"]) for worker in workers.values()))
            self._asked = monotonic()
        return self._slots

    def lost(self, error: BaseException) -> bool:
        """A task that Dask gave up because its workers died, or that was cancelled with a lost worker."""
        from distributed import KilledWorker
        from distributed.comm.core import CommClosedError

        # The error may come before the client notices: a request was under way when the scheduler died.
        if self.client.status != "running" or isinstance(error, CommClosedError):
            raise self._disconnected() from error
        return isinstance(error, KilledWorker | CancelledError)

    def _disconnected(self) -> TaquinError:
        return TaquinError(
            f"the connection to the Dask scheduler at {self.address} was lost: run the same command again to go on"
        )

    def close(self) -> None:
        """Let go of the client, where it is ours; the cluster itself goes on."""
        if self._own:
            self.client.close(timeout=5)

    def _require_taquin(self) -> None:
        """Say at once where a worker cannot import this package, or has another version of it."""
        from taquin import __version__

        answers = self.client.run(_version, on_error="return")
        for worker, answer in answers.items():
            if answer != __version__:
                found = f"taquin {answer}" if isinstance(answer, str) else f"no taquin ({answer})"
                raise TaquinError(f"the worker {worker} has {found}: install taquin {__version__} there")


class _DaskExecutor(Executor):
    """Dask's client as an executor.

    Not `Client.get_executor()`: that loses a result whose worker dies while the result is on its way, with a
    ValueError. Here `gather` waits until Dask has made it again. And it waits on the client's own event loop, not in a
    callback of Dask's future: all clients of a process share one thread for those, and a client that is closed while
    that thread waits for one of its results leaves it waiting, and with it every later client.
    """

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        """Run the function on some worker."""
        client, ours = self._client, Future[Any]()
        theirs = client.submit(function, *arguments, **options, pure=False)

        async def fetch() -> None:  # also keeps `theirs`: Dask forgets a task whose future nobody holds
            try:
                result, error = await client.gather(theirs, asynchronous=True), None
            except BaseException as caught:
                result, error = None, caught
            with suppress(InvalidStateError):  # ours was cancelled meanwhile: nobody waits for it
                if error is None:
                    ours.set_result(result)
                else:
                    ours.set_exception(error)

        client.loop.add_callback(fetch)
        ours.add_done_callback(lambda future: theirs.cancel() if future.cancelled() else None)
        return ours


def _version() -> str:
    from taquin import __version__

    return __version__
