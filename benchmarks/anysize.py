"""How short solutions of medium and large boards are after so many seconds.

    python -m benchmarks.anysize                     the short part, a minute
    python -m benchmarks.anysize --slow              everything: DeepCubeA's sets at 1, 5 and 20 s, up to 127x127
    python -m benchmarks.anysize --slow --boards 20 --threads 2 --only deepcubea48

Every row is one set of boards, one time limit and one number of threads: mean length, mean ratio to Manhattan
distance, mean seconds by the wall clock and by the processor, and the published figure for the same boards. That is
DeepCubeA's mean length, the optimum, or Parberry's 8/3 n^3 for uniform random boards, which are seeded. DeepCubeA's
sets are read where TAQUIN_DATA names the folder that holds them. Tables are built before the clock starts.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import fmean
from time import perf_counter, process_time
from typing import Any

from taquin import Limits, Puzzle, improve, scramble
from taquin.datasets import dataset
from taquin.tables.overhead import overhead_tables


@dataclass(frozen=True)
class Row:
    """A set of boards, how many of them, and the seconds for each."""

    name: str
    boards: int
    seconds: float


SHORT = [Row("korf50", 5, 1.0), Row("7x7", 5, 1.0), Row("10x10", 3, 1.0), Row("20x20", 2, 2.0)]
SLOW = [
    *(Row(f"deepcubea{size}", 100, seconds) for size in (24, 35, 48) for seconds in (1.0, 5.0, 20.0)),
    Row("korf50", 50, 1.0),
    *(Row(f"{side}x{side}", 10, 1.0) for side in (5, 6, 7, 8, 10)),
    Row("15x15", 10, 2.0),
    Row("20x20", 10, 2.0),
    Row("30x30", 5, 5.0),
    Row("50x50", 3, 10.0),
    Row("127x127", 2, 60.0),
]


def run(
    slow: bool = False, boards: int | None = None, threads: Iterable[int] = (1, 2), only: str = ""
) -> dict[str, dict[str, Any]]:
    """Measure, print a table, return its rows by name."""
    results = {}
    print(
        f"{'boards':>12} {'n':>4} {'threads':>7} {'wall s':>7} {'CPU s':>6} {'length':>10} {'/Manhattan':>10} published"
    )
    for row in SLOW if slow else SHORT:
        if only not in row.name or (row.name.startswith("deepcubea") and "TAQUIN_DATA" not in os.environ):
            continue
        puzzles = list(read(row.name, min(row.boards, boards or row.boards)))
        overhead_tables(*puzzles[0][0].start.shape)
        for number in threads:
            found = measure(row, puzzles, number)
            results[f"{row.name}, {row.seconds:g} s, threads: {number}"] = found
            print(
                f"{row.name:>12} {found['boards']:>4} {number:>7} {found['seconds']:>7.2f} {found['cpu']:>6.2f} "
                f"{found['length']:>10.2f} {found['ratio']:>10.4f} {found['published']:>9.1f}",
                flush=True,
            )
    return results


def measure(row: Row, puzzles: Sequence[tuple[Puzzle, float]], threads: int) -> dict[str, Any]:
    lengths, ratios = [], []
    wall, cpu = perf_counter(), process_time()
    for puzzle, _ in puzzles:
        *_, best = improve(puzzle, Limits(seconds=row.seconds), threads=threads)
        lengths.append(len(best.moves))
        ratios.append(len(best.moves) / puzzle.start.manhattan(puzzle.goal))
    count = len(puzzles)
    return {
        "name": row.name,
        "boards": count,
        "limit": row.seconds,
        "threads": threads,
        "seconds": (perf_counter() - wall) / count,
        "cpu": (process_time() - cpu) / count,
        "length": fmean(lengths),
        "ratio": fmean(ratios),
        "published": fmean(figure for _, figure in puzzles),
    }


def read(name: str, count: int) -> Iterable[tuple[Puzzle, float]]:
    """The first puzzles of a set with the figure published for each, or random ones with Parberry's."""
    if "x" in name:
        side = int(name.partition("x")[0])
        for seed in range(count):
            yield Puzzle(scramble(side, side, seed=seed)), 8 / 3 * side**3
        return
    for instance in islice(dataset(name).instances(), count):
        figures = instance.figures
        yield (
            instance.puzzle,
            next(float(figures[key]) for key in ("deepcubea", "optimal", "length") if figures.get(key)),
        )


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options that `python -m benchmarks` shares."""
    parser.add_argument("--slow", action="store_true", help="every set of medium and large boards: hours")
    parser.add_argument("--boards", type=int, help="at most so many boards of each set")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2], help="numbers of threads, one row each")
    parser.add_argument("--only", default="", help="only sets whose name contains this")
    options = parser.parse_args()
    rows = run(options.slow, options.boards, options.threads, options.only)
    Path("benchmarks/anysize.json").write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
