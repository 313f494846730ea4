"""Searches run in processes of their own, one at a time each, and are ended by ending the process.

A worker is `python -m taquin.web.worker`: a job goes in as one line of JSON, events come out as lines of JSON, the last
of them "end". An abandoned search needs no cooperation from the algorithm: its process is killed and another is
started in its place. Idle workers stay warm, so a search starts within milliseconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from typing import Any

__all__ = ["Busy", "Event", "Pool"]

Event = tuple[str, dict[str, Any]]

_LONGEST_LINE = 64 << 20
_GRACE = 5.0
"""Seconds over its own limit after which a search is ended from outside."""


class Busy(Exception):
    """The server has as much to do as it allows. `retry` is a fair time to ask again, in seconds."""

    def __init__(self, message: str, status: int, retry: int = 1) -> None:
        super().__init__(message)
        self.status = status
        self.retry = retry


class Pool:
    """At most `size` workers, at most `waiting` jobs that wait for one, at most `per_client` jobs for each client."""

    def __init__(self, size: int, waiting: int, per_client: int, *, gentle: bool) -> None:
        self.size = size
        self._most_waiting = waiting
        self._per_client = per_client
        self._gentle = gentle
        self._clients: Counter[str] = Counter()
        self._turn = asyncio.Semaphore(size)
        self._idle: list[asyncio.subprocess.Process] = []
        self._all: set[asyncio.subprocess.Process] = set()
        self._spares: set[asyncio.Task[None]] = set()
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
        try:
            async with aclosing(self._work(job, seconds)) as events:
                async for event in events:
                    yield event
        finally:
            self._turn.release()

    async def _work(self, job: dict[str, Any], seconds: float) -> AsyncGenerator[Event, None]:
        worker = self._idle.pop() if self._idle else await self._start()
        self.running += 1
        finished = False
        assert worker.stdin is not None and worker.stdout is not None
        try:
            worker.stdin.write(json.dumps(job).encode() + b"\n")
            async with asyncio.timeout(seconds + _GRACE):
                while line := await worker.stdout.readline():
                    event = json.loads(line)
                    if event["event"] == "end":
                        finished = True
                        return
                    yield event["event"], event["data"]
            yield "failed", {"error": "the search ended unexpectedly, most likely for want of memory"}
        except TimeoutError:
            yield "failed", {"error": f"the search did not end within its {seconds:g} seconds"}
        except ConnectionError:
            yield "failed", {"error": "the search could not be started"}
        finally:
            self.running -= 1
            if finished and not self._closed:
                self._idle.append(worker)
            else:
                self._end(worker)
                self._keep_warm()

    async def warm(self) -> None:
        """Start the first worker before anyone asks."""
        if not self._idle and not self._closed:
            self._idle.append(await self._start())

    async def close(self) -> None:
        """End every worker."""
        self._closed = True
        for task in self._spares:
            task.cancel()
        workers = list(self._all)
        for worker in workers:
            self._end(worker)
        await asyncio.gather(*(worker.wait() for worker in workers))

    def _keep_warm(self) -> None:
        if not self._closed:
            task = asyncio.get_running_loop().create_task(self.warm())
            self._spares.add(task)
            task.add_done_callback(self._spares.discard)

    async def _start(self) -> asyncio.subprocess.Process:
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "taquin.web.worker",
            *(["--gentle"] if self._gentle else []),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LONGEST_LINE,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self._all.add(worker)
        return worker

    def _end(self, worker: asyncio.subprocess.Process) -> None:
        self._all.discard(worker)
        if worker.returncode is None:
            worker.kill()
