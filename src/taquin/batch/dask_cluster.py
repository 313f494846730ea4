"""A Dask cluster as workers: the others' computers, which come and go, die, and may have anything installed.

Dask runs the tasks of a dead worker again elsewhere by itself; only a task that took several workers with it comes back
as lost. Workers find or build their tables on their own hosts.

A worker of another version refuses its tasks (`door.py`), and a worker whose results cannot be right is refused by
whoever looks at them (`dispatch.py`). Either way it gets no more work from this client, one line says so, and its tasks
go to the others. A newcomer is like any other worker until it is refused.
"""

from __future__ import annotations

import asyncio
import logging
import operator
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, InvalidStateError
from contextlib import contextmanager, suppress
from functools import partial, reduce
from pkgutil import resolve_name
from time import monotonic
from typing import Any, Final
from weakref import WeakKeyDictionary

from taquin.batch import door
from taquin.batch.workers import Workers
from taquin.errors import TaquinError

__all__ = ["DaskCluster"]

_DOOR: Final = f"{door.__name__}:{door.answer.__name__}"
_ASK_SECONDS: Final = 1.0
"""A cluster is asked for its workers so often."""
PATIENCE: Final = 30.0
"""Seconds that a run waits for a worker where all that are there have been refused."""


class DaskCluster(Workers):
    """A cluster by the address of its scheduler, a `Client`, or a cluster object such as dask-jobqueue's.

    `on_warning` gets one line, from any thread, for every worker that is refused, and for what workers warn of. Where
    all are refused, the run ends after `patience` seconds; with no worker at all it waits.
    """

    kind = "cluster"
    trusted = False

    def __init__(
        self,
        cluster: Any,
        timeout: float = 10,
        *,
        patience: float = PATIENCE,
        on_warning: Callable[[str], None] | None = None,
    ) -> None:
        try:
            import distributed
        except ImportError:
            raise TaquinError("a cluster needs Dask: pip install 'taquin[cluster]'") from None
        from distributed.comm.addressing import resolve_address

        connect: Any = distributed.Client  # not typed
        self._own = not isinstance(cluster, connect)
        if self._own:  # that it was lost is told here, in one line and not with Dask's own traceback
            for name in ("distributed", "distributed.client"):  # the second has a level of its own
                logging.getLogger(name).setLevel(logging.CRITICAL)
        self.address = str(getattr(cluster, "scheduler_address", cluster))
        try:
            if isinstance(cluster, str):
                resolve_address(cluster)  # a client that cannot even begin would take its time to end
            self.client = connect(cluster, timeout=timeout, set_as_default=False) if self._own else cluster
        except (OSError, ValueError, TimeoutError) as error:
            reason = str(error).splitlines()[0] if str(error) else "no answer"
            raise TaquinError(f"no Dask scheduler at {self.address}: {reason}") from None
        self._patience = patience
        self._slots, self._asked = 1, -_ASK_SECONDS
        self._served = monotonic()
        """When somebody was there last who is not refused, or nobody at all."""
        self.present: frozenset[str] = frozenset()
        """The addresses of all workers, a moment ago."""
        self.refused: dict[str, str] = {}
        """Workers that get no work, and why. Replaced, never changed: two threads look at it."""
        self._refusing = threading.Lock()
        self.answered: WeakKeyDictionary[Future[Any], str] = WeakKeyDictionary()
        """Who has given an answer."""
        super().__init__(_DaskExecutor(self), 0, on_warning)
        try:
            self._greet()
        except BaseException:
            self.close()
            raise

    def slots(self) -> int:
        """The threads of all workers that were there a moment ago: asking is a way to the scheduler and back."""
        if monotonic() - self._asked >= _ASK_SECONDS:
            with self._connected():
                workers = self.client.scheduler_info(n_workers=-1).get("workers")
            if workers is None:  # the client has given its scheduler up
                raise self._disconnected()
            with self._refusing:
                self.present = frozenset(workers)
                self.refused = {worker: why for worker, why in self.refused.items() if worker in workers}
            serving = [worker for address, worker in workers.items() if address not in self.refused]
            if serving or not workers:
                self._served = monotonic()
            elif monotonic() - self._served >= self._patience:
                raise self._nobody_left()
            self._slots = max(1, sum(int(worker["nthreads"]) for worker in serving))
            self._asked = monotonic()
        return self._slots

    def allowed(self) -> frozenset[str] | None:
        """The workers that may be given a task; None where anybody may who is there or comes."""
        with self._refusing:
            return self.present - self.refused.keys() if self.refused else None

    def refuse(self, future: Future[Any], problem: str) -> None:
        """Give the worker that has answered so no more work."""
        self.refuse_worker(self.answered[future], problem)

    def refuse_worker(self, worker: str, problem: str) -> None:
        """Give it no more work, and say so once."""
        with self._refusing:
            known = worker in self.refused
            self.refused = {**self.refused, worker: problem}
        if not known:
            self.warn(f"the worker {worker} gets no work: {problem}")

    def refuse_version(self, worker: str, version: object) -> None:
        """Refuse a worker that gave another version, or an error instead of one."""
        what = f"taquin {version}" if isinstance(version, str) else f"no taquin that answers ({version})"
        self.refuse_worker(worker, f"it has {what}; install taquin {door.version()} there, and start it again")

    def lost(self, error: BaseException) -> bool:
        """A task that Dask gave up because its workers died, or that was cancelled with a lost worker."""
        from distributed.comm.core import CommClosedError

        # The error may come before the client notices: a request was under way when the scheduler died.
        if self.client.status != "running" or isinstance(error, CommClosedError):
            raise self._disconnected() from error
        return _means_loss(error)

    def close(self) -> None:
        """Let go of the client, where it is ours; the cluster itself goes on."""
        if self._own:
            self.client.close(timeout=5)

    def _greet(self) -> None:
        """Refuse at once the workers of another version, and end where there are no others."""
        with self._connected():
            answers = self.client.run(door.version, on_error="return")
        self.present = frozenset(answers)
        self.refuse_others(answers)
        if self.present and self.refused.keys() >= self.present:
            raise self._nobody_left()

    def refuse_others(self, answers: dict[str, Any]) -> None:
        """Of the versions that all workers were asked for, refuse the other ones; who has died is no matter."""
        for worker, answer in answers.items():
            if answer != door.version() and not isinstance(answer, OSError):
                self.refuse_version(worker, answer)

    def _nobody_left(self) -> TaquinError:
        worker, problem = next(iter(self.refused.items()))
        return TaquinError(f"no worker is left; {worker} was refused: {problem}, then run the same command again")

    @contextmanager
    def _connected(self) -> Iterator[None]:
        """Ask the scheduler something; it may die meanwhile."""
        try:
            yield
        except (OSError, TimeoutError, CancelledError) as error:
            raise self._disconnected() from error

    def _disconnected(self) -> TaquinError:
        return TaquinError(
            f"the connection to the Dask scheduler at {self.address} was lost: run the same command again to go on"
        )


def _means_loss(error: BaseException) -> bool:
    from distributed import KilledWorker

    return isinstance(error, KilledWorker | CancelledError)


class _DaskExecutor(Executor):
    """Dask's client as an executor that asks another worker where one refuses.

    Not `Client.get_executor()`: that loses a result whose worker dies while the result is on its way, with a
    ValueError. Here `gather` waits until Dask has made it again. And it waits on the client's own event loop, not in a
    callback of Dask's future: all clients of a process share one thread for those, and a client that is closed while
    that thread waits for one of its results leaves it waiting, and with it every later client.
    """

    def __init__(self, cluster: DaskCluster) -> None:
        self._cluster, self._client = cluster, cluster.client

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        """Run the function on some worker."""
        ours = Future[Any]()
        task = door.packed(partial(function, *arguments, **options))

        async def fetch() -> None:
            try:
                while not ours.cancelled():
                    answer = await self._ask(ours, task)
                    if answer is not None:
                        self._cluster.answered[ours], content, check = answer
                        ours.set_result(door.opened(content, check))
                        return
            except BaseException as error:
                with suppress(InvalidStateError):  # ours was cancelled meanwhile: nobody waits for it
                    ours.set_exception(error)

        self._client.loop.add_callback(fetch)
        return ours

    async def _ask(self, ours: Future[Any], task: tuple[bytes, int]) -> tuple[str, bytes, int] | None:
        """A worker and its packed answer; None where another one must be asked."""
        cluster, client = self._cluster, self._client
        allowed = cluster.allowed()
        if allowed is not None and not allowed:
            await asyncio.sleep(_ASK_SECONDS)  # `slots` ends the run where nobody comes
            return None
        whom = None if allowed is None else sorted(allowed)
        request = (door.version(), *task)
        # resolve_name(_DOOR)(request), of functions that every Python has: Dask ends a worker that cannot even read a
        # task, and would count that against the task.
        theirs = client.submit(reduce, operator.call, [_DOOR, request], resolve_name, workers=whom, pure=False)
        cancel = partial(client.loop.add_callback, client.cancel, [theirs], asynchronous=True)
        ours.add_done_callback(lambda future: cancel() if future.cancelled() else None)
        # This also keeps `theirs`: Dask forgets a task whose future nobody holds.
        answer = asyncio.ensure_future(client.gather(theirs, asynchronous=True))
        while allowed is not None and not (await asyncio.wait([answer], timeout=_ASK_SECONDS))[0]:
            if allowed.isdisjoint(cluster.present):  # Dask would wait for them for ever
                answer.cancel()
                cancel()
                return None
        try:
            worker, version, problem, content, check = await answer
        except Exception as error:
            # Who has no such package, or one without this door, cannot even say so.
            if _means_loss(error) or not await self._had_others(allowed):
                raise
            return None
        if version != door.version():
            cluster.refuse_version(worker, version)
        elif problem:
            cluster.refuse_worker(worker, problem)
        else:
            return worker, content, check
        return None

    async def _had_others(self, allowed: frozenset[str] | None) -> bool:
        """Whether one of those who may have got a task has another version."""
        answers = await self._client.run(door.version, on_error="return")
        self._cluster.refuse_others(answers)
        asked = answers.keys() if allowed is None else allowed
        return not asked.isdisjoint(self._cluster.refused)
