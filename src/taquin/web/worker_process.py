"""One worker process as the server sees it: a job goes in as one line of JSON, events come out as lines of JSON."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator
from typing import Any, Final

__all__ = ["Event", "Lost", "WorkerProcess"]

Event = tuple[str, dict[str, Any]]

_LONGEST_LINE: Final = 64 << 20
"""Bytes of a line from a worker at most: the events of a trace are long."""
_PATIENCE: Final = 0.5
"""Seconds that an interrupted search may take to end."""


class Lost(Exception):
    """The process has ended. `at_work` says whether it had begun the job."""

    def __init__(self, message: str, at_work: bool) -> None:
        super().__init__(message)
        self.at_work = at_work


class WorkerProcess:
    """`python -m taquin.web.worker`, which does one job at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._process, self._input, self._output = process, process.stdin, process.stdout

    @classmethod
    async def start(cls, nice: int) -> WorkerProcess:
        """Start one and wait until it is ready. OSError where the system has no room for it, Lost where it ended."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "taquin.web.worker",
            str(nice),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LONGEST_LINE,
            # A group of its own: Ctrl-C in the terminal is for the server, which then ends its workers. Not a session
            # of its own: Linux shares the processor out among sessions first, and workers shall yield to the server.
            process_group=0 if os.name == "posix" else None,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        worker = cls(process)
        try:
            await worker._next(at_work=False)  # "ready": from now on it heeds an interrupt
        except BaseException:
            worker.end()
            raise
        return worker

    @property
    def alive(self) -> bool:
        """Whether it was there a moment ago."""
        return self._process.returncode is None

    async def events(self, job: dict[str, Any]) -> AsyncGenerator[Event, None]:
        """Everything that the worker says about a job, to its end. Raises Lost where the process ended before."""
        try:
            self._input.write(json.dumps(job).encode() + b"\n")
            await self._input.drain()
        except (ConnectionError, RuntimeError):  # its input is closed
            raise Lost(await self._obituary(), at_work=False) from None
        at_work = False
        while (event := await self._next(at_work))[0] != "end":
            if event[0] == "begun":
                at_work = True
            else:
                yield event

    async def interrupt(self) -> bool:
        """End its present job as by Ctrl-C; whether that worked, so that it can have another one."""
        try:
            self._process.send_signal(signal.SIGINT)
            async with asyncio.timeout(_PATIENCE):
                while (await self._next(at_work=True))[0] != "end":
                    pass
        except (TimeoutError, ValueError, ProcessLookupError, Lost):
            return False  # too slow, or a system without such signals, or gone already
        return True

    def end(self) -> None:
        """Kill it, whatever it does."""
        if self.alive:
            self._process.kill()

    async def wait(self) -> None:
        """Wait until it has ended."""
        await self._process.wait()

    async def _next(self, at_work: bool) -> Event:
        try:
            line = await self._output.readline()
        except ConnectionError:
            line = b""
        if not line.endswith(b"\n"):
            raise Lost(await self._obituary(), at_work)
        event = json.loads(line)
        return event["event"], event["data"]

    async def _obituary(self) -> str:
        """How it ended, for people."""
        # Whoever kills a process that has ended takes its exit code away from those who wait for it: they get 255.
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._process.wait()
        except TimeoutError:
            self.end()  # it has only closed its output
        code = await self._process.wait()
        if code == -9:
            return "it was killed, as the system does where memory is short"
        return f"signal {-code}" if code < 0 else f"exit code {code}"
