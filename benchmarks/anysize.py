"""How short solutions of medium and large boards are after so many seconds.

    python -m benchmarks.anysize                  the short part, some minutes
    python -m benchmarks.anysize --slow           everything: DeepCubeA's sets at 1, 5 and 20 s, up to 127x127

Every row is one set of boards, one time limit and one number of threads: mean length, mean ratio to Manhattan
distance, mean wall seconds, and the figure to compare with. DeepCubeA's sets are read where TAQUIN_DATA names the
folder that holds them; uniform random boards are seeded.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Any

from taquin import Limits, Puzzle, improve, scramble
from taquin.datasets import dataset

# name, boards, seconds, figure to compare with
SHORT = [("korf50", 5, 1.0, "optimum"), ("7x7", 5, 1.0, ""), ("10x10", 5, 1.0, "1.40"), ("20x20", 3, 2.0, "1.35")]
SLOW = [
    *((f"deepcubea{size}", 100, seconds, "DeepCubeA") for size in (24, 35, 48) for seconds in (1.0, 5.0, 20.0)),
    ("korf50", 50, 1.0, "optimum"),
    *((f"{side}x{side}", 10, 5.0, "") for side in (5, 6, 7, 8, 15)),
    ("10x10", 10, 1.0, "1.40"),
    ("20x20", 10, 2.0, "1.35"),
    ("30x30", 5, 5.0, ""),
    ("50x50", 3, 10.0, "1.30"),
    ("127x127", 2, 60.0, "1.30"),
]


def run(slow: bool = False, threads: Iterable[int] = (1, 2)) -> list[dict[str, Any]]:
    """Measure, print a table, return its rows."""
    rows = []
    print(f"{'boards':>18} {'n':>4} {'threads':>7} {'seconds':>8} {'mean length':>12} {'/Manhattan':>10}  compare")
    for name, count, seconds, compare in SLOW if slow else SHORT:
        if name.startswith("deepcubea") and "TAQUIN_DATA" not in os.environ:
            continue
        for number in threads:
            row = measure(name, count, seconds, number)
            rows.append(row)
            figure = row["reference"] if row["reference"] is not None else compare
            print(
                f"{name:>18} {row['boards']:>4} {number:>7} {row['seconds']:>8.2f} {row['length']:>12.2f} "
                f"{row['ratio']:>10.4f}  {figure} {compare if row['reference'] is not None else ''}",
                flush=True,
            )
    return rows


def measure(name: str, count: int, seconds: float, threads: int) -> dict[str, Any]:
    lengths, ratios, walls, references = [], [], [], []
    for puzzle, reference in puzzles(name, count):
        began = perf_counter()
        *_, best = improve(puzzle, Limits(seconds=seconds), threads=threads)
        walls.append(perf_counter() - began)
        lengths.append(len(best.moves))
        ratios.append(len(best.moves) / puzzle.start.manhattan(puzzle.goal))
        if reference is not None:
            references.append(reference)
    return {
        "name": name, "boards": len(lengths), "limit": seconds, "threads": threads, "length": fmean(lengths),
        "ratio": fmean(ratios), "seconds": fmean(walls), "reference": fmean(references) if references else None,
    }  # fmt: skip


def puzzles(name: str, count: int) -> Iterable[tuple[Puzzle, int | None]]:
    """The first puzzles of a set with the figure published for each, or random ones."""
    if "x" in name:
        width, height = map(int, name.split("x"))
        for seed in range(count):
            yield Puzzle(scramble(width, height, seed=seed)), None
        return
    for instance in islice(dataset(name).instances(), count):
        yield instance.puzzle, published(instance)


def published(instance: Any) -> int | None:
    figures = instance.figures
    return next((int(figures[key]) for key in ("deepcubea", "optimal", "length") if figures.get(key)), None)


if __name__ == "__main__":
    results = run(slow="--slow" in sys.argv)
    Path("benchmarks/anysize.json").write_text(json.dumps(results, indent=2) + "\n")
