"""Two builds in turns, board by board, so that a busy or throttled machine is as unkind to one as to the other.

    python -m benchmarks.turns OTHER/.venv/bin/python            everything, an hour
    python -m benchmarks.turns OTHER/.venv/bin/python proofs     Korf's 100: default and large tables, and Manhattan
    python -m benchmarks.turns OTHER/.venv/bin/python lengths    lengths after a second, 5x5 to 50x50
    python -m benchmarks.turns OTHER/.venv/bin/python ends       length, bound and share proven after 0.1, 1 and 10 s
                                                                 (--sizes 5 6 --times 1: only these)
    python -m benchmarks.turns OTHER/.venv/bin/python start      the first 15-puzzle of all, with an empty cache
    python -m benchmarks.turns OTHER/.venv/bin/python pool       ten 24-puzzles proven on two threads; this build has a
                                                                 pool of tables, which takes minutes to build

OTHER is a clone at the commit to compare with, after `make run` in it. Each build has its own cache in build/turns.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import Any, Final, Self

from taquin import Puzzle, scramble
from taquin.datasets import dataset

STARTS: Final = 10
"""How often each build is started for the proofs."""
PASSES: Final = 3
"""How often one process solves the boards of a proof; the quickest time of each counts."""
SIDES: Final = (5, 6, 7, 8, 10, 15, 20, 30, 50)
"""Square boards whose lengths are compared."""
ENDS: Final = (4, 5, 6, 7, 10, 20, 50)
"""Square boards both of whose ends are compared."""
TIMES: Final = (0.1, 1.0, 10.0)
"""Seconds after which they are."""
EASIEST: Final = ("38", "40", "25", "32", "44", "37", "30", "13", "1", "28")
"""The ten of Korf and Felner's 24-puzzles that took them the fewest nodes."""

Answer = dict[str, Any]


class Build:
    """A process that answers jobs with one build of taquin."""

    def __init__(self, python: Path, name: str, cache: Path | None = None) -> None:
        self.name = name
        folder = cache or Path("build/turns").absolute() / name
        folder.mkdir(parents=True, exist_ok=True)
        worker = Path(__file__).with_name("turns_worker.py")
        self.environment = {**os.environ, "TAQUIN_CACHE": str(folder)}
        self._process = subprocess.Popen(
            [python, worker],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self.environment,
            cwd=folder,
        )

    def answer(self, puzzle: Puzzle, **job: Any) -> Answer:
        """What this build makes of a job."""
        assert self._process.stdin is not None and self._process.stdout is not None
        start, goal = puzzle.start, puzzle.goal
        job = {**job, "start": list(start.tiles), "goal": list(goal.tiles), "width": start.width}
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        found: Answer = json.loads(self._process.stdout.readline())
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.communicate()


def proofs(pythons: dict[str, Path], options: argparse.Namespace) -> None:
    """Korf's 100 by one thread: processor milliseconds a board and nodes, which must be equal.

    Where the system puts a table in memory makes a process some percent quicker or slower than its twin, so each
    build is started several times, and the range of the ratio is shown beside its mean.
    """
    puzzles = [instance.puzzle for instance in dataset("korf100").instances()][: options.boards or 100]
    print("| tables | other, ms | this, ms | nodes, other | nodes, this | ratio | of single starts |")
    print("|---|---|---|---|---|---|---|")
    for tables in ("default", "large", "manhattan"):
        chosen = puzzles if tables != "manhattan" else puzzles[:5]
        starts = [_prove(pythons, tables, chosen) for _ in range(STARTS if tables != "manhattan" else 1)]
        (other, other_nodes), (this, this_nodes) = (
            (fmean(found[name][0] for found in starts), starts[0][name][1]) for name in ("other", "this")
        )
        single = sorted(found["this"][0] / found["other"][0] for found in starts)
        row = f"| {tables} | {1000 * other:.3f} | {1000 * this:.3f} | {other_nodes:,.0f} | {this_nodes:,.0f}"
        print(f"{row} | {this / other:.3f} | {single[0]:.3f} to {single[-1]:.3f} |", flush=True)


def _prove(pythons: dict[str, Path], tables: str, puzzles: list[Puzzle]) -> dict[str, tuple[float, float]]:
    """Seconds and nodes a board of each build, from one process each."""
    with Build(pythons["other"], "other") as other, Build(pythons["this"], "this") as this:
        builds = [other, this]
        for build in builds:
            build.answer(puzzles[0], kind="prove", tables=tables)  # builds and loads the tables
        best: dict[str, list[float]] = {build.name: [float("inf")] * len(puzzles) for build in builds}
        nodes = dict.fromkeys(best, 0)
        for number in range(PASSES):
            for index, puzzle in enumerate(puzzles):
                for build in builds if (number + index) % 2 else reversed(builds):
                    found = build.answer(puzzle, kind="prove", tables=tables)
                    best[build.name][index] = min(best[build.name][index], found["cpu"])
                    nodes[build.name] += found["generated"]
    return {name: (fmean(seconds), nodes[name] / PASSES / len(puzzles)) for name, seconds in best.items()}


def lengths(builds: list[Build], options: argparse.Namespace) -> None:
    """How long solutions are after a second (30x30 two, 50x50 five), on one thread and on two."""
    print("| board | threads | boards | seconds | other | this | ratio |\n|---|---|---|---|---|---|---|")
    for side in options.sizes or SIDES:
        _warm_up(builds, side)
        seconds = 5.0 if side >= 50 else 2.0 if side >= 30 else 1.0
        count = options.boards or (5 if side > 20 else 10)
        puzzles = [Puzzle(scramble(side, seed=seed)) for seed in range(100, 100 + count)]
        for threads in (1, 2):
            found = _in_turns(builds, puzzles, seconds, threads)
            other, this = (fmean(answer["length"] for answer in answers) for answers in found)
            row = f"| {side}x{side} | {threads} | {len(puzzles)} | {seconds:g} | {other:.1f} | {this:.1f} |"
            print(f"{row} {this / other:.4f} |", flush=True)


def ends(builds: list[Build], options: argparse.Namespace) -> None:
    """Both ends after some times, on two threads: the table of docs/any-size.md."""
    print("| board | seconds | build | answered | length | bound | gap | proven |\n|---|---|---|---|---|---|---|---|")
    for side in options.sizes or ENDS:
        _warm_up(builds, side)
        for seconds in options.times or TIMES:
            count = options.boards or (20 if side == 4 and seconds < 10 else 5 if seconds < 10 else 3)
            puzzles = [Puzzle(scramble(side, seed=seed)) for seed in range(200, 200 + count)]
            for build, answers in zip(builds, _in_turns(builds, puzzles, seconds, 2), strict=True):
                solved = [answer for answer in answers if answer["length"] is not None]
                length = fmean(answer["length"] for answer in solved) if solved else float("nan")
                bound = fmean(answer["bound"] for answer in answers)
                gap = f"{(length - bound) / bound:.1%}"
                proven = sum(answer["proven"] for answer in answers)
                row = f"| {side}x{side} | {seconds:g} | {build.name} | {len(solved)}/{count} | {length:.1f}"
                print(f"{row} | {bound:.1f} | {gap} | {proven}/{count} |", flush=True)


def _warm_up(builds: list[Build], side: int) -> None:
    """A first search of a shape, long enough to build its tables, counts for nobody."""
    for build in builds:
        seconds = None if side <= 4 else 12.0 if side <= 10 else 1.0
        build.answer(Puzzle(scramble(side, seed=1)), kind="answer", seconds=seconds, threads=2)


def _in_turns(builds: list[Build], puzzles: list[Puzzle], seconds: float, threads: int) -> list[list[Answer]]:
    """The answers of every build."""
    answers: dict[str, list[Answer]] = {build.name: [] for build in builds}
    for number, puzzle in enumerate(puzzles):
        for build in builds if number % 2 else reversed(builds):
            answers[build.name].append(build.answer(puzzle, kind="answer", seconds=seconds, threads=threads))
    return list(answers.values())


def start(pythons: dict[str, Path], boards: int | None) -> None:
    """The first 15-puzzle of a new process with an empty cache: seconds to its first answer, and to its proof."""
    print("| build | first answer | proven after | length |\n|---|---|---|---|")
    puzzle = Puzzle(scramble(4, seed=7))
    for _ in range(boards or 3):
        for name, python in pythons.items():
            with tempfile.TemporaryDirectory() as cache, Build(python, name, Path(cache)) as build:
                found = build.answer(puzzle, kind="answer", seconds=None, threads=None)
                print(f"| {name} | {found['first']:.2f} s | {found['seconds']:.2f} s | {found['length']} |", flush=True)


def pool(builds: list[Build], options: argparse.Namespace) -> None:
    """Ten 24-puzzles proven on two threads: seconds by the clock, seconds of the processor, nodes."""
    boards = [instance for name in EASIEST for instance in dataset("korf50") if instance.id == name]
    goal = boards[0].puzzle.goal
    subprocess.run(
        [sys.executable, "-m", "taquin", "tables", "build", "5x5-pool"], env=builds[-1].environment, check=True
    )
    for build in builds:  # builds and loads the usual tables
        build.answer(Puzzle(goal.neighbors()[0], goal), kind="optimal", threads=2)
    print("| board | other, s | this, s | ratio | processor, other | this | M nodes, other | this |")
    print("|---|---|---|---|---|---|---|---|")
    sums = [0.0] * 6
    for number, board in enumerate(boards[: options.boards]):
        found = {}
        for build in builds if number % 2 else reversed(builds):
            found[build.name] = build.answer(board.puzzle, kind="optimal", threads=2)
        answers = [found[build.name] for build in builds]
        assert all(answer["length"] == board.figures["length"] for answer in answers), board.id
        row = [answer[key] for key in ("seconds", "cpu", "generated") for answer in answers]
        sums = [one + two for one, two in zip(sums, row, strict=True)]
        print(_row_of_pool(board.id, row), flush=True)
    print(_row_of_pool("all", sums))


def _row_of_pool(name: str, figures: list[float]) -> str:
    other, this, other_cpu, this_cpu, other_nodes, this_nodes = figures
    row = f"| {name} | {other:.2f} | {this:.2f} | {this / other:.3f} | {other_cpu:.2f} | {this_cpu:.2f}"
    return f"{row} | {other_nodes / 1e6:,.1f} | {this_nodes / 1e6:,.1f} |"


PARTS: Final[dict[str, Callable[[list[Build], argparse.Namespace], None]]] = {
    "lengths": lengths,
    "ends": ends,
    "pool": pool,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, help="the Python of the other build")
    parser.add_argument("parts", nargs="*", default=["proofs", *PARTS, "start"], help="which parts")
    parser.add_argument("--boards", type=int, help="of each kind")
    parser.add_argument("--sizes", type=int, nargs="+", metavar="SIDE", help="of the boards of lengths and ends")
    parser.add_argument("--times", type=float, nargs="+", metavar="SECONDS", help="of ends")
    options = parser.parse_args()
    pythons = {"other": options.other.absolute(), "this": Path(sys.executable)}
    for part in options.parts:
        if part == "start":
            start(pythons, options.boards)
            continue
        if part == "proofs":
            proofs(pythons, options)
            continue
        with Build(pythons["other"], "other") as other, Build(pythons["this"], "this") as this:
            PARTS[part]([other, this], options)


if __name__ == "__main__":
    main()
