"""Searches run in processes of their own, one at a time each, and are ended by ending the process.

Workers stay warm, so a search starts within milliseconds. An abandoned search is interrupted as by Ctrl-C, which every
search heeds; one that does not end at once is killed with its process, and another takes its place. A job whose
process was lost is done once more by another one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import AbstractContextManager, suppress
from typing import Any, Final

from taquin.texts import Sentence
from taquin.web.codes import failed_event
from taquin.web.turns import Busy, Turns
from taquin.web.worker_process import Event, Lost, WorkerProcess

__all__ = ["Pool"]

_GRACE: Final = 5.0
"""Seconds over its own limit after which a search is ended from outside."""
_ATTEMPTS: Final = 2
"""How often a job is begun, where the processes that work on it are lost; those that were dead before do not count."""


class Pool:
    """At most `size` workers, at most `waiting` jobs that wait for one, at most `per_client` jobs for each client.

    `nice` is how far the workers yield the processor: all of them to the server, long searches also to short jobs.
    """

    def __init__(self, size: int, waiting: int, per_client: int, *, nice: int) -> None:
        self._turns = Turns(size, waiting, per_client)
        self._nice = nice
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._starting: list[asyncio.Task[WorkerProcess]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def size(self) -> int:
        """How many jobs run at once."""
        return self._turns.size

    @property
    def running(self) -> int:
        """How many jobs run now."""
        return self._turns.running

    @property
    def waiting(self) -> int:
        """How many jobs wait for their turn."""
        return self._turns.waiting

    def reserve(self, client: str) -> AbstractContextManager[None]:
        """A place for one job. Raises Busy where this client, or the server as a whole, has enough to do."""
        return self._turns.place(client)

    async def run(self, job: dict[str, Any], seconds: float, client: str) -> AsyncGenerator[Event, None]:
        """The events of a job as they come. Closing the iterator ends the search at once."""
        if self._turns.all_taken:
            yield "queued", {"ahead": self._turns.ahead(client)}
        try:
            await self._turns.take(client)
        except Busy as error:
            yield "failed", failed_event(error.args[0])
            return
        worker: WorkerProcess | None = None
        finished = False
        try:
            begun, losses, told = 0, 0, False
            while not self._closed:
                try:
                    worker = await self._take()
                    async with asyncio.timeout(seconds + _GRACE):
                        now = {"waiting": self.waiting, "running": self.running}
                        async for event in worker.events({**job, **now}):
                            told = True
                            yield event
                    finished = True
                    return
                except Lost as lost:
                    begun += lost.at_work
                    losses += 1
                    if worker is not None:
                        self._discard(worker)
                        worker = None
                    if (begun >= _ATTEMPTS or losses > self.size + _ATTEMPTS) and not self._closed:
                        yield "failed", failed_event(Sentence("web.lost", how=str(lost)))
                        return
                if told:
                    told = False
                    yield "restarted", {}
            yield "failed", failed_event(Sentence("web.ending"))
        except TimeoutError:
            yield "failed", failed_event(Sentence("web.no_end", seconds=seconds))
        except OSError as error:
            yield "failed", failed_event(Sentence("web.no_process", why=error.strerror or str(error)))
        finally:
            if finished or worker is None:
                self._give_back(worker)
            else:
                self._later(self._interrupt(worker))

    async def _interrupt(self, worker: WorkerProcess) -> None:
        """End an abandoned search; its turn is over only then."""
        ended = False
        with suppress(asyncio.CancelledError):  # all is ending
            ended = await worker.interrupt()
        if not ended:
            self._discard(worker)
            self.warm()
        self._give_back(worker if ended else None)

    def _give_back(self, worker: WorkerProcess | None) -> None:
        if worker is not None and not self._closed:
            self._idle.append(worker)
        self._turns.give_back()

    def warm(self) -> None:
        """Start a worker before anyone asks."""
        if not self._closed:
            task = asyncio.get_running_loop().create_task(self._start())
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # told to whoever takes it
            self._starting.append(task)

    async def _take(self) -> WorkerProcess:
        """A worker that is idle, else one that is starting already, else a new one."""
        while self._idle:
            worker = self._idle.pop()
            if worker.alive:
                return worker
            self._discard(worker)
        if not self._starting:
            self.warm()
        started = self._starting.pop()
        try:
            return await asyncio.shield(started)
        except asyncio.CancelledError:
            if not started.cancelled():
                self._starting.append(started)  # for the next one
            raise

    async def close(self) -> None:
        """End every worker, and with it every job; those that wait are told so."""
        self._closed = True
        for task in (*self._tasks, *self._starting):
            task.cancel()
        workers = list(self._all)
        for worker in workers:
            worker.end()
        await asyncio.gather(*(worker.wait() for worker in workers))

    def _later(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start(self) -> WorkerProcess:
        worker = await WorkerProcess.start(self._nice)
        self._all.add(worker)
        return worker

    def _discard(self, worker: WorkerProcess) -> None:
        self._all.discard(worker)
        worker.end()
