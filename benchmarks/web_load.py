"""A class at work: 200 clients who play with hints, 20 who solve hard boards, for a minute, on this machine.

Run by `make load`. Prints how long the hints took, how much memory the server used and how fast abandoned searches
ended; ends with exit code 1 where an answer was an error, a hint took more than a second, memory grew beyond its bound
or an abandoned search lived for more than a second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from taquin import Board, Move, scramble

LARGEST_MEMORY = 4 << 30
"""Bytes that the server and its workers may take together at most."""


@dataclass
class Report:
    """What was seen."""

    hints: list[float] = field(default_factory=list)
    moves: int = 0
    solved: int = 0
    searches: int = 0
    waited: int = 0
    errors: list[str] = field(default_factory=list)
    memory: int = 0
    abandoned: list[float] = field(default_factory=list)


class Client:
    """One connection, kept open. Plain sockets: what is measured is the server, not a library for clients."""

    def __init__(self, address: str, local: str = "127.0.0.1") -> None:
        host, port = address.removeprefix("http://").rstrip("/").split(":")
        self.host, self.port, self.local = host, int(port), local
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def send(self, path: str, body: dict[str, object] | None = None) -> int:
        """Send a request; the status of the answer."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port, local_addr=(self.local, 0))
        assert self.reader is not None
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        self.writer.write(head.encode() + content)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        self.length = next((int(line[15:]) for line in lines if line.startswith("content-length:")), 0)
        return int(lines[0].split()[1])

    async def ask(self, path: str, body: dict[str, object] | None = None) -> tuple[int, dict[str, Any]]:
        """Send a request; the status and content of the answer, 0 where the connection was lost."""
        try:
            status = await self.send(path, body)
            assert self.reader is not None
            return status, json.loads(await self.reader.readexactly(self.length))
        except (OSError, asyncio.IncompleteReadError) as error:
            self.close()
            return 0, {"error": f"the connection was lost: {error}"}

    async def events(self) -> AsyncIterator[tuple[str, str]]:
        """The events of a stream, each with its data, after `send`."""
        assert self.reader is not None
        name = ""
        while line := await self.reader.readline():
            if line.startswith(b"event: "):
                name = line[7:].decode().strip()
            elif line.startswith(b"data: "):
                yield name, line[6:].decode().strip()
            elif line == b"0\r\n":
                return

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
            self.writer = None


async def player(address: str, number: int, until: float, report: Report, local: str = "127.0.0.1") -> None:
    """Play as people do with the page: ask for a hint, follow it, sometimes stray; the plan is kept."""
    chance = random.Random(number)
    client = Client(address, local)
    await asyncio.sleep(chance.random() * 5)
    seed, board, plan = 0, None, ""
    while time.monotonic() < until:
        if board is None or board.is_goal():
            seed += 1
            board, plan = scramble(chance.choice([3, 4, 4, 5]), seed=1000 * number + seed), ""
        began = time.monotonic()
        status, found = await client.ask("/api/hint", {"board": str(board), "plan": plan})
        report.hints.append(time.monotonic() - began)
        if status != 200:
            report.errors.append(f"hint: {status} {found}")
            await asyncio.sleep(1)
            continue
        move = Move(found["move"])
        if chance.random() < 0.1:
            move = chance.choice(board.moves())
        # As the page does: the plan is followed, and grows by the way back where the player strays.
        plan = found["plan"][1:] if move == found["move"] else move.inverse + found["plan"]
        board = board.apply(move)
        status, found = await client.ask("/api/check", {"board": str(board)})
        if status != 200 or not found.get("solvable"):
            report.errors.append(f"check: {status} {found}")
        report.moves += 1
        await asyncio.sleep(0.5 + chance.random())
    client.close()


async def solver(address: str, number: int, until: float, report: Report) -> None:
    """Solve hard boards from a machine of one's own (an own address of the loopback net); give up now and then."""
    chance = random.Random(-number)
    while time.monotonic() < until:
        board: Board = scramble(chance.choice([4, 5, 6]), seed=chance.randrange(10**6))
        body = {"board": str(board), "algorithm": chance.choice(["auto", "auto", "ida", "astar"]), "seconds": 10}
        report.searches += 1
        patience = chance.random() * 8
        began = time.monotonic()
        client = Client(address, f"127.0.1.{number + 1}")
        status = await client.send("/api/solve", body)
        if status in (429, 503):
            report.waited += 1
        elif status != 200:
            report.errors.append(f"solve: {status}")
        else:
            async for name, data in client.events():
                if name == "failed":
                    report.errors.append(f"solve: {data}")
                report.solved += name == "result"
                if time.monotonic() - began > patience or time.monotonic() > until:
                    break
        client.close()
        await asyncio.sleep(chance.random())


async def watch(process: subprocess.Popen[str], until: float, report: Report) -> None:
    """The memory of the server with all its workers."""
    while time.monotonic() < until:
        report.memory = max(report.memory, sum(map(resident, family(process.pid))))
        await asyncio.sleep(0.5)


def family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    found = [int(child) for child in children.read_text().split()] if children.exists() else []
    return [pid, *(one for child in found for one in family(child))]


def resident(pid: int) -> int:
    """Bytes of a process that are its own, without what it shares (tables are mapped by all workers)."""
    try:
        pages = (Path("/proc") / str(pid) / "statm").read_text().split()
    except OSError:
        return 0
    return (int(pages[1]) - int(pages[2])) * os.sysconf("SC_PAGE_SIZE")


async def running(client: Client) -> int:
    return int((await client.ask("/api/status"))[1]["running"])


async def abandon(address: str, report: Report) -> None:
    """Start searches, go away in the middle, and see how long the server keeps at them."""
    hard = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13"
    watching = Client(address)
    while await running(watching):
        await asyncio.sleep(0.05)
    for algorithm in ("auto", "ida", "astar", "auto", "ida"):
        client = Client(address)
        await client.send("/api/solve", {"board": hard, "algorithm": algorithm, "seconds": 50})
        while not await running(watching):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.5)
        client.close()
        began = time.monotonic()
        while await running(watching):
            await asyncio.sleep(0.005)
        report.abandoned.append(time.monotonic() - began)
    watching.close()


async def run(address: str, process: subprocess.Popen[str], players: int, solvers: int, seconds: float) -> Report:
    report = Report()
    # The class comes in when the server is up: its workers have started and have their tables.
    for board in ("2 1 3/4 5 6/7 8 0", "1 2 3/4 0 5/7 8 6", str(scramble(4, seed=1)), str(scramble(5, seed=1))):
        warm = [Client(address) for _ in range(4)]
        await asyncio.gather(*(client.ask("/api/hint", {"board": board}) for client in warm))
    until = time.monotonic() + seconds
    await asyncio.gather(
        *(player(address, number, until, report) for number in range(players)),
        *(solver(address, number, until, report) for number in range(solvers)),
        watch(process, until, report),
    )
    await abandon(address, report)
    return report


def tell(report: Report) -> bool:
    """Print the figures; whether all is as it should be."""
    hints = sorted(report.hints)
    at = [hints[min(len(hints) - 1, int(len(hints) * part))] * 1000 for part in (0.5, 0.99, 1)]
    print(f"moves played      {report.moves}")
    print(f"hints             {len(hints)}: median {at[0]:.0f} ms, 99 % within {at[1]:.0f} ms, worst {at[2]:.0f} ms")
    print(f"searches          {report.searches}: {report.solved} ended, {report.waited} told to wait")
    print(f"memory            {report.memory / 2**20:.0f} MB for the server and its workers")
    print(f"abandoned         ended within {max(report.abandoned) * 1000:.0f} ms")
    print(f"errors            {len(report.errors)} {report.errors[:3] or ''}")
    return not report.errors and at[2] < 1000 and report.memory < LARGEST_MEMORY and max(report.abandoned) < 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--solvers", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    command = [sys.executable, "-m", "taquin", "web", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        try:
            report = asyncio.run(run(found.group(), process, asked.players, asked.solvers, asked.seconds))
        finally:
            process.terminate()
    return 0 if tell(report) else 1


if __name__ == "__main__":
    sys.exit(main())
