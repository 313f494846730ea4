"""A long siege: 200 who play, 20 who solve, 20 who do harm, and a worker that is killed every minute.

Run by `make soak`; `python -m benchmarks.soak 10` lasts ten minutes. Everybody is on this machine, each client at an
address of its own on the loopback net. Ends with exit code 1 where somebody who behaves met an error, where a hint took
longer than some seconds, where the server printed anything, or where its memory grew.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import median

from benchmarks.web_load import Report, family, player, resident, solver

HARD = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13"
LONGEST_HINT = 10.0
"""Seconds: beyond, a player was held up by those who do harm."""
MOST_GROWTH = 1.2
"""The server's own memory in the last third of the time, compared with the second third."""


@dataclass
class Siege:
    """What those who do harm did, and what became of the server."""

    tried: Counter[str] = field(default_factory=Counter)
    killed: int = 0
    memory: list[int] = field(default_factory=list)
    """Bytes of the server itself, every five seconds."""


class Rude:
    """One who does harm: a connection, and no manners."""

    def __init__(self, host: str, port: int, local: str, chance: random.Random) -> None:
        self.host, self.port, self.local, self.chance = host, port, local, chance

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self.host, self.port, local_addr=(self.local, 0))

    def request(self, path: str, body: bytes, length: int | None = None) -> bytes:
        head = f"POST {path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Type: application/json\r\n"
        return head.encode() + f"Content-Length: {len(body) if length is None else length}\r\n\r\n".encode() + body

    async def send(self, content: bytes, seconds: float) -> None:
        """Send it and go away after so many seconds, whatever the answer."""
        reader, writer = await self.open()
        with suppress(OSError, TimeoutError):
            writer.write(content)
            async with asyncio.timeout(seconds):
                while await reader.read(65536):
                    pass
        writer.close()

    async def hard_and_gone(self) -> None:
        body = json.dumps({"width": 4, "height": 4, "distance": 80}).encode()
        await asyncio.gather(*(self.send(self.request("/api/random", body), 0.5) for _ in range(12)))

    async def searches_and_gone(self) -> None:
        body = json.dumps({"board": HARD, "seconds": 50, "algorithm": self.chance.choice(["ida", "auto"])}).encode()
        await asyncio.gather(*(self.send(self.request("/api/solve", body), 1.0) for _ in range(4)))

    async def long_texts(self) -> None:
        text = self.chance.choice(["|" * 59_000, "|\n" * 29_000, "1\n\n" * 5_000, "0/\n" * 5_000])
        for path in ("check", "hint", "solve"):
            await self.send(self.request(f"/api/{path}", json.dumps({"board": text}).encode()), 2.0)

    async def leaves_mid_body(self) -> None:
        await asyncio.gather(*(self.send(self.request("/api/check", b'{"board": "1 2', 9999), 0.1) for _ in range(20)))

    async def garbage(self) -> None:
        for _ in range(20):
            await self.send(self.chance.randbytes(500) + b"\r\n\r\n", 0.1)

    async def slow_head(self) -> None:
        await asyncio.gather(*(self.drip(b"GET / HTTP/1.1\r\nX-Slow: ") for _ in range(10)))

    async def slow_body(self) -> None:
        await asyncio.gather(*(self.drip(self.request("/api/check", b"", 100_000)) for _ in range(10)))

    async def drip(self, beginning: bytes) -> None:
        _, writer = await self.open()
        with suppress(OSError):
            writer.write(beginning)
            for _ in range(20):
                await asyncio.sleep(1)
                writer.write(b" ")
                await writer.drain()
        writer.close()

    async def crowd(self) -> None:
        opened = await asyncio.gather(*(self.open() for _ in range(60)))
        await asyncio.sleep(10)
        for _, writer in opened:
            writer.close()

    async def reads_nothing(self) -> None:
        reader, writer = await self.open()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(20):
                writer.write(f"GET /css/panels.css HTTP/1.1\r\nHost: {self.host}\r\n\r\n".encode() * 2000)
                await asyncio.sleep(20)
        reader.feed_eof()
        writer.close()

    async def far_too_much(self) -> None:
        await self.send(self.request("/api/check", b" " * 400_000, 10**9), 2.0)


async def hostile(rude: Rude, until: float, siege: Siege) -> None:
    """One harm after the other, in random order."""
    harms: list[Callable[[], Awaitable[None]]] = [
        rude.hard_and_gone,
        rude.searches_and_gone,
        rude.long_texts,
        rude.leaves_mid_body,
        rude.garbage,
        rude.slow_head,
        rude.slow_body,
        rude.crowd,
        rude.reads_nothing,
        rude.far_too_much,
    ]
    while time.monotonic() < until:
        harm = rude.chance.choice(harms)
        siege.tried[harm.__name__] += 1
        with suppress(OSError):  # to be refused is what one expects
            await harm()
        await asyncio.sleep(rude.chance.random())


async def killer(server: int, every: float, until: float, siege: Siege) -> None:
    """Kill a worker of the server now and then, idle or not."""
    chance = random.Random(1)
    while time.monotonic() + every < until:
        await asyncio.sleep(every)
        workers = family(server)[1:]
        if workers:
            with suppress(ProcessLookupError):
                os.kill(chance.choice(workers), signal.SIGKILL)
                siege.killed += 1


async def watch(server: int, until: float, siege: Siege, report: Report) -> None:
    while time.monotonic() < until:
        siege.memory.append(resident(server))
        report.memory = max(report.memory, sum(map(resident, family(server))))
        await asyncio.sleep(5)


async def besiege(address: str, server: int, asked: argparse.Namespace) -> tuple[Report, Siege]:
    report, siege = Report(), Siege()
    host, port = address.removeprefix("http://").rstrip("/").split(":")
    until = time.monotonic() + 60 * asked.minutes
    rude = [Rude(host, int(port), f"127.0.2.{number + 1}", random.Random(number)) for number in range(asked.hostile)]
    await asyncio.gather(
        *(player(address, number, until, report, f"127.0.3.{number + 1}") for number in range(asked.players)),
        *(solver(address, number, until, report) for number in range(asked.solvers)),
        *(hostile(one, until, siege) for one in rude),
        killer(server, asked.kill_every, until, siege),
        watch(server, until, siege, report),
    )
    return report, siege


def tell(report: Report, siege: Siege, printed: str) -> bool:
    """Print the figures; whether all is as it should be."""
    hints = sorted(report.hints)
    at = [hints[min(len(hints) - 1, int(len(hints) * part))] * 1000 for part in (0.5, 0.99, 1)]
    third = max(1, len(siege.memory) // 3)
    before, after = median(siege.memory[third : 2 * third] or siege.memory), median(siege.memory[-third:])
    print(f"moves played      {report.moves}")
    print(f"hints             {len(hints)}: median {at[0]:.0f} ms, 99 % within {at[1]:.0f} ms, worst {at[2]:.0f} ms")
    print(f"searches          {report.searches}: {report.solved} ended, {report.waited} told to wait")
    print(f"harm              {sum(siege.tried.values())} times: {dict(siege.tried)}")
    print(f"workers killed    {siege.killed}")
    print(f"server's memory   {before / 2**20:.1f} MB in the second third, {after / 2**20:.1f} MB in the last")
    print(f"all memory        {report.memory / 2**20:.0f} MB at most, for the server and its workers")
    print(f"printed           {len(printed)} characters {printed[:300]!r}")
    print(f"errors            {len(report.errors)} {report.errors[:5] or ''}")
    return not report.errors and not printed and at[2] < 1000 * LONGEST_HINT and after < MOST_GROWTH * before


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("minutes", type=float, nargs="?", default=60)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--solvers", type=int, default=20)
    parser.add_argument("--hostile", type=int, default=20)
    parser.add_argument("--kill-every", type=float, default=60, metavar="SECONDS")
    asked = parser.parse_args(arguments)
    command = [sys.executable, "-m", "taquin", "web", "--no-browser"]
    with (
        tempfile.TemporaryFile("w+") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        try:
            report, siege = asyncio.run(besiege(found.group(), process.pid, asked))
        finally:
            process.terminate()
            process.wait()
        errors.seek(0)
        return 0 if tell(report, siege, errors.read()) else 1


if __name__ == "__main__":
    sys.exit(main())
