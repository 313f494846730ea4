"""A class at work: 200 clients who play with hints, 20 who solve hard boards, for a minute, on this machine.

Run by `make load`. Prints how long the hints took, how much memory the server used and how fast abandoned searches
ended; ends with exit code 1 where an answer was an error, a hint took more than a second, memory grew beyond its bound
or an abandoned search lived for more than a second.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from taquin import Board, Move, scramble

LARGEST_MEMORY = 4 << 30


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


async def player(client: httpx.AsyncClient, number: int, until: float, report: Report) -> None:
    """Play as people do: look, ask now and then, follow the hint, sometimes stray."""
    chance = random.Random(number)
    await asyncio.sleep(chance.random() * 5)
    seed, board, plan = 0, None, ""
    while time.monotonic() < until:
        if board is None or board.is_goal():
            seed += 1
            board, plan = scramble(chance.choice([3, 4, 4, 5]), seed=1000 * number + seed), ""
        began = time.monotonic()
        try:
            response = await client.post("/api/hint", json={"board": str(board), "plan": plan})
        except httpx.HTTPError as error:
            report.errors.append(f"hint: {type(error).__name__}")
            return
        report.hints.append(time.monotonic() - began)
        if response.status_code != 200:
            report.errors.append(f"hint: {response.status_code} {response.text[:100]}")
            return
        found = response.json()
        move = Move(found["move"])
        if chance.random() < 0.1:
            move = chance.choice(board.moves())
        # As the page does: the plan is followed, and grows by the way back where the player strays.
        plan = found["plan"][1:] if move == found["move"] else move.inverse + found["plan"]
        board = board.apply(move)
        response = await client.post("/api/check", json={"board": str(board)})
        if response.status_code != 200 or not response.json()["solvable"]:
            report.errors.append(f"check: {response.status_code} {response.text[:100]}")
        report.moves += 1
        await asyncio.sleep(0.5 + chance.random())


async def solver(address: str, number: int, until: float, report: Report) -> None:
    """Solve hard boards from a machine of one's own (an own address of the loopback net); give up now and then."""
    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.1.{number + 1}")
    async with httpx.AsyncClient(base_url=address, timeout=60, transport=transport) as client:
        await solve_boards(client, random.Random(-number), until, report)


async def solve_boards(client: httpx.AsyncClient, chance: random.Random, until: float, report: Report) -> None:
    while time.monotonic() < until:
        board: Board = scramble(chance.choice([4, 5, 6]), seed=chance.randrange(10**6))
        body = {"board": str(board), "algorithm": chance.choice(["auto", "auto", "ida", "astar"]), "seconds": 10}
        report.searches += 1
        patience = chance.random() * 8
        began = time.monotonic()
        try:
            async with client.stream("POST", "/api/solve", json=body) as response:
                if response.status_code in (429, 503):
                    report.waited += 1
                elif response.status_code != 200:
                    report.errors.append(f"solve: {response.status_code}")
                else:
                    async for line in response.aiter_lines():
                        if line.startswith("event: failed"):
                            report.errors.append("solve: failed")
                        report.solved += line.startswith("event: result")
                        if time.monotonic() - began > patience or time.monotonic() > until:
                            break
        except httpx.HTTPError as error:
            report.errors.append(f"solve: {type(error).__name__}")
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


async def abandon(client: httpx.AsyncClient, report: Report) -> None:
    """Start searches, go away in the middle, and see how long the server keeps at them."""
    hard = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13"
    for algorithm in ("auto", "ida", "astar", "auto", "ida"):
        async with client.stream("POST", "/api/solve", json={"board": hard, "algorithm": algorithm, "seconds": 50}):
            while not (await client.get("/api/status")).json()["running"]:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.5)
        began = time.monotonic()
        while (await client.get("/api/status")).json()["running"]:
            await asyncio.sleep(0.005)
        report.abandoned.append(time.monotonic() - began)


async def run(address: str, process: subprocess.Popen[str], players: int, solvers: int, seconds: float) -> Report:
    report = Report()
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=players + solvers)
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as client:
        until = time.monotonic() + seconds
        await asyncio.gather(
            *(player(client, number, until, report) for number in range(players)),
            *(solver(address, number, until, report) for number in range(solvers)),
            watch(process, until, report),
        )
        await abandon(client, report)
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
