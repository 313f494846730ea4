"""kill -9 of scheduler, workers and client in random order, over a batch of many boards and over one hard puzzle.

What was killed is started again, the client by the same command. A round ends when the client says that it is done;
then every result is compared with that of an undisturbed run. Rounds follow each other until the time is over; the last
one is left to end in peace. `python -m tests.chaos --minutes 10 batch hard` is `make chaos`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from taquin import scramble
from taquin.batch.hard import SUBTREES, subtree_search
from taquin.datasets import dataset
from taquin.optimal.subtrees import cut
from taquin.puzzle import Puzzle
from tests.cluster import Cluster, cluster

WORKERS = 2
EXPECTED = ("run the same command again", "no Dask scheduler at")
"""What a client may say that ends although nobody has killed it: its scheduler was killed."""
SHORTEST_PAUSE, DOUBLINGS = 0.5, 6.0
"""Seconds between two kills, at least, and how often that may be doubled: some kills meet programs that are just
starting, and between others there is time to get on, on a slow machine too."""


class Chaos:
    """Kills and starts again, for so many seconds, what a cluster and its client are made of."""

    def __init__(self, made: Cluster, seconds: float, seed: int) -> None:
        self.cluster, self.numbers = made, random.Random(seed)
        self.until = time.monotonic() + seconds
        self.kills: Counter[str] = Counter()
        self.rounds = 0

    def finish(self, command: list[str], done: int) -> str:
        """Run this command to its end, which is this exit code, however often it is killed; what it wrote."""
        while True:
            client = subprocess.Popen(
                command, cwd=self.cluster.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
            killed = self.disturb(client)
            output, complaint = client.communicate()
            if client.returncode == done:
                self.rounds += 1
                return output
            clear = "Traceback" not in complaint and any(text in complaint for text in EXPECTED)
            assert killed or clear, f"after {self}: exit code {client.returncode}, {complaint}"

    def disturb(self, client: subprocess.Popen[str]) -> bool:
        """Kill something now and then until the client has ended; whether it was the client that was killed."""
        following = self.following()
        killed = False
        while client.poll() is None:
            time.sleep(0.05)
            self.cluster.revive()
            if following <= time.monotonic() < self.until:
                following = self.following()
                victim = self.numbers.choice(["scheduler", "worker", "client"])
                self.kills[victim] += 1
                killed = killed or victim == "client"
                processes: dict[str, subprocess.Popen[Any]] = {"scheduler": self.cluster.scheduler, "client": client}
                processes.get(victim, self.numbers.choice(self.cluster.workers)).kill()
        return killed

    def following(self) -> float:
        """When the next kill is."""
        return time.monotonic() + SHORTEST_PAUSE * 2 ** self.numbers.uniform(0, DOUBLINGS)

    @property
    def over(self) -> bool:
        return time.monotonic() >= self.until

    def __str__(self) -> str:
        kills = ", ".join(f"{number} of the {kind}" for kind, number in sorted(self.kills.items()))
        return f"{self.rounds} rounds, {self.kills.total()} kills ({kills})"


# Many boards


def write_boards(path: Path, count: int) -> None:
    """Boards that take milliseconds each; among them some that are unsolvable, and some lines that are no boards."""
    lines = []
    for number in range(count):
        tiles = list(scramble(4, seed=number))
        if number % 50 == 7:
            first, second = (place for place in range(16) if tiles[place] in (1, 2))
            tiles[first], tiles[second] = tiles[second], tiles[first]
        lines.append("no board" if number % 100 == 3 else " ".join(map(str, tiles)))
    path.write_text("\n".join(lines) + "\n")


def results_of(path: Path) -> dict[int, dict[str, Any]]:
    """The results by their lines, without what depends on the moment; every line once."""
    results = [json.loads(line) for line in path.read_text().splitlines()]
    lines = [result["line"] for result in results]
    assert len(lines) == len(set(lines)), "a board has two results"
    return {
        result["line"]: {key: value for key, value in result.items() if key not in ("seconds", "crc32")}
        for result in results
    }


def batch(made: Cluster, seconds: float, seed: int, count: int = 3000) -> Chaos:
    """Rounds over a batch; every line has exactly one result, which is that of an undisturbed run, nodes included."""
    boards, alone = made.folder / "boards.txt", made.folder / "alone.jsonl"
    write_boards(boards, count)
    command = [sys.executable, "-m", "taquin", "batch", str(boards), "--tables", "default", "--quiet", "-o"]
    code = subprocess.run([*command, str(alone), "--pool", "threads"]).returncode
    expected = results_of(alone)
    assert code == 3 and sorted(expected) == list(range(1, count + 1))
    chaos = Chaos(made, seconds, seed)
    while not chaos.over:
        out = made.folder / f"round{chaos.rounds}.jsonl"
        order = ["--unordered"] if chaos.rounds % 2 else []
        chaos.finish([*command, str(out), "--scheduler", made.address, *order], code)
        found = results_of(out)
        assert found == expected, [line for line in expected if found.get(line) != expected[line]][:5]
    return chaos


# One hard puzzle


def counts_of_one_thread(puzzle: Puzzle, heuristic: str, until_bound: int) -> dict[int, tuple[int, int]]:
    """Generated and expanded nodes of every iteration up to this bound, each searched as one tree."""
    search = subtree_search(puzzle, heuristic, "default")
    counts = {}
    for bound in range(search.lower_bound, until_bound + 1, 2):
        search.begin("", bound)
        while (status := search.run(1_000_000)) == "running":
            pass
        if status == "found":
            break
        counts[bound] = (search.generated, search.expanded)
    return counts


def counts_in(checkpoint: Path, puzzle: Puzzle, heuristic: str, bound: int) -> tuple[int, int]:
    """The nodes of an iteration that a checkpoint has, with those above the cut; every part once."""
    search = subtree_search(puzzle, heuristic, "default")
    cut(search, bound, SUBTREES)
    records = [json.loads(line) for line in checkpoint.read_text().splitlines()]
    mine = [record for record in records if record["bound"] == bound]
    assert len({json.dumps(record["part"]) for record in mine}) == len(mine), "a part was counted twice"
    return (
        search.generated + sum(record["generated"] for record in mine),
        search.expanded + sum(record["expanded"] for record in mine),
    )


def hard(made: Cluster, seconds: float, seed: int, number: int = 56) -> Chaos:
    """Rounds over one of Korf's boards: length, and nodes of every finished iteration, are those of one thread."""
    instance = list(dataset("korf100").instances())[number - 1]
    puzzle, length = instance.puzzle, int(instance.figures["length"])
    expected = counts_of_one_thread(puzzle, "manhattan", length - 2)
    board = "/".join(" ".join(map(str, row)) for row in puzzle.start.rows)
    command = [sys.executable, "-m", "taquin", "solve", board, "--goal", "blank-first", "--heuristic", "manhattan"]
    command += ["--algorithm", "ida", "--engine", "native", "--scheduler", made.address, "--json", "--checkpoint"]
    chaos = Chaos(made, seconds, seed)
    while not chaos.over:
        checkpoint = made.folder / f"round{chaos.rounds}.jsonl"
        found = json.loads(chaos.finish([*command, str(checkpoint)], 0))
        assert (found["length"], found["optimal"]) == (length, True), found
        counts = {bound: counts_in(checkpoint, puzzle, "manhattan", bound) for bound in expected}
        assert counts == expected
    return chaos


KINDS: dict[str, Callable[[Cluster, float, int], Chaos]] = {"batch": batch, "hard": hard}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"{' or '.join(KINDS)}; all of them unless named")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("TAQUIN_CACHE", str(Path(folder) / "tables"))
        for kind in given.kinds or KINDS:
            (Path(folder) / kind).mkdir()
            with cluster(Path(folder) / kind, WORKERS, "native", 3) as made:
                print(f"{kind}, seed {given.seed}: {KINDS[kind](made, 60 * given.minutes, given.seed)}", flush=True)


if __name__ == "__main__":
    main()
