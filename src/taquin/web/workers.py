"""Searches run in processes of their own, one at a time each, and are ended by ending the process.

A worker is `python -m taquin.web.worker`: a job goes in as one line of JSON, events come out as lines of JSON, the last
of them "end". Workers stay warm, so a search starts within milliseconds. An abandoned search is interrupted as by
Ctrl-C, which every search heeds; one that does not end at once is killed with its process, and another takes its place.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncGenerator, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["Busy", "Event", "Pool"]

Event = tuple[str, dict[str, Any]]
Worker = asyncio.subprocess.Process

_LONGEST_LINE = 64 << 20
"""Bytes of a line from a worker at most: the events of a trace are long."""
_GRACE = 5.0
"""Seconds over its own limit after which a search is ended from outside."""
_PATIENCE = 0.5
"""Seconds that an interrupted search may take to end."""
_GONE = "the search ended unexpectedly, most likely for want of memory"
_ENDING = "the server is ending"


class Busy(Exception):
    """The server has as much to do as it allows. `retry` is a fair time to ask again, in seconds."""

    def __init__(self, message: str, status: int, retry: int = 1) -> None:
        super().__init__(message)
        self.status = status
        self.retry = retry


class Pool:
    """At most `size` workers, at most `waiting` jobs that wait for one, at most `per_client` jobs for each client.

    `nice` is how far the workers yield the processor: all of them to the server, long searches also to short jobs.
    """

    def __init__(self, size: int, waiting: int, per_client: int, *, nice: int) -> None:
        self.size = size
        self._most_waiting = waiting
        self._per_client = per_client
        self._nice = nice
        self._clients: Counter[str] = Counter()
        self._turn = asyncio.Semaphore(size)
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._starting: list[asyncio.Task[Worker]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self.running = 0
        self.waiting = 0

    @contextmanager
    def reserve(self, client: str) -> Iterator[None]:
        """A place for one job. Raises Busy where this client, or the server as a whole, has enough to do."""
        if self._clients[client] >= self._per_client:
            raise Busy(f"{self._per_client} searches of yours are under way: stop one first", 429)
        if self._clients.total() >= self.size + self._most_waiting:
            raise Busy(f"{self._most_waiting} searches are waiting already: try again in a moment", 503, 5)
        self._clients[client] += 1
        try:
            yield
        finally:
            self._clients[client] -= 1
            self._clients += Counter()  # forget clients that have none

    async def run(self, job: dict[str, Any], seconds: float) -> AsyncGenerator[Event, None]:
        """The events of a job as they come. Closing the iterator ends the search at once."""
        if self._turn.locked():
            yield "queued", {"ahead": self.waiting}
        self.waiting += 1
        try:
            await self._turn.acquire()
        finally:
            self.waiting -= 1
        self.running += 1
        worker: Worker | None = None
        finished = False
        try:
            if self._closed:
                yield "failed", {"error": _ENDING}
                return
            worker = await self._take()
            assert worker.stdin is not None and worker.stdout is not None
            worker.stdin.write(json.dumps({**job, "waiting": self.waiting, "running": self.running}).encode() + b"\n")
            async with asyncio.timeout(seconds + _GRACE):
                while line := await worker.stdout.readline():
                    event = json.loads(line)
                    if event["event"] == "end":
                        finished = True
                        return
                    yield event["event"], event["data"]
            yield "failed", {"error": _ENDING if self._closed else _GONE}
        except TimeoutError:
            yield "failed", {"error": f"the search did not end within its {seconds:g} seconds"}
        except ConnectionError:
            yield "failed", {"error": "the search could not be started"}
        finally:
            if finished or worker is None:
                self._give_back(worker)
            else:
                self._later(self._interrupt(worker))

    async def _interrupt(self, worker: Worker) -> None:
        """End an abandoned search; its place is free only then."""
        try:
            worker.send_signal(signal.SIGINT)
            assert worker.stdout is not None
            async with asyncio.timeout(_PATIENCE):
                while line := await worker.stdout.readline():
                    if line.startswith(b'{"event": "end"'):
                        self._give_back(worker)
                        return
        except (TimeoutError, ValueError, ProcessLookupError, asyncio.CancelledError):
            pass  # too slow, or a system without such signals, or gone already, or all is ending
        self._end(worker)
        self._give_back(None)
        self.warm()

    def _give_back(self, worker: Worker | None) -> None:
        self.running -= 1
        self._turn.release()
        if worker is not None and not self._closed:
            self._idle.append(worker)

    def warm(self) -> None:
        """Start a worker before anyone asks."""
        if not self._closed:
            self._starting.append(asyncio.get_running_loop().create_task(self._start()))

    async def _take(self) -> Worker:
        """A worker that is idle, else one that is starting already, else a new one."""
        if self._idle:
            return self._idle.pop()
        if not self._starting:
            self.warm()
        started = self._starting.pop()
        try:
            return await asyncio.shield(started)
        except asyncio.CancelledError:
            self._starting.append(started)  # for the next one
            raise

    async def close(self) -> None:
        """End every worker, and with it every job; those that wait are told so."""
        self._closed = True
        for task in (*self._tasks, *self._starting):
            task.cancel()
        workers = list(self._all)
        for worker in workers:
            self._end(worker)
        await asyncio.gather(*(worker.wait() for worker in workers))

    def _later(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start(self) -> Worker:
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "taquin.web.worker",
            str(self._nice),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LONGEST_LINE,
            # A group of its own: Ctrl-C in the terminal is for the server, which then ends its workers. Not a session
            # of its own: Linux shares the processor out among sessions first, and workers shall yield to the server.
            process_group=0 if os.name == "posix" else None,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self._all.add(worker)
        try:
            assert worker.stdout is not None
            await worker.stdout.readline()  # "ready": from now on it heeds an interrupt
        except BaseException:
            self._end(worker)
            raise
        return worker

    def _end(self, worker: Worker) -> None:
        self._all.discard(worker)
        if worker.returncode is None:
            worker.kill()
