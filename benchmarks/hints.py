"""How long a hint takes, by size of the board, cold and warm: `python -m benchmarks.hints`.

Cold is the first hint of a process for its goal: modules are imported and tables are read from disk. Warm is every
later hint for a new board, without a plan to follow. The tables of the 15-puzzle must have been built (`taquin tables
build 4x4`); with `--tables large` the large ones are used; where those are built, hints fetch them by themselves.
Milliseconds are of the wall clock, since that is what a player waits for, and of the processor beside them, since other
programs do not spoil those; median / 95% / 99%.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from statistics import median
from time import perf_counter, thread_time
from typing import Any, Final

from taquin import Board, hint, rank_moves, scramble
from taquin.tables import is_built, table_set

SIZES: Final = ("3x3", "2x5", "4x4", "5x5", "10x10", "40x40", "100x100")
PATTERN_CELLS: Final = range(11, 17)
"""Boards with so many cells are proven with pattern tables."""
COLD: Final = """
from time import perf_counter
from taquin import hint, scramble
board = scramble({width}, {height}, seed=1)
began = perf_counter()
found = hint(board, budget_ms={budget})
print(1000 * (perf_counter() - began), found.plan.optimal)
"""


def cold(width: int, height: int, budget: float, times: int = 3) -> tuple[float, int]:
    """The median of some new processes, in milliseconds, and how many of them had a proven plan."""
    script = COLD.format(width=width, height=height, budget=budget)
    lines = [
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
        for _ in range(times)
    ]
    return median(float(taken) for taken, _ in lines), sum(proven == "True" for _, proven in lines)


def warm(width: int, height: int, budget: float, boards: int) -> dict[str, Any]:
    """Many boards in this process: how long, and what was proven; then how long every move takes to be judged."""
    hint(scramble(width, height, seed=0), budget_ms=1000)  # tables and modules come in
    wall, processor, judging = [], [], []
    proven = known = legal = 0
    for seed in range(1, boards + 1):
        board = scramble(width, height, seed=seed)
        began, began_processor = perf_counter(), thread_time()
        found = hint(board, budget_ms=budget)
        wall.append(1000 * (perf_counter() - began))
        processor.append(1000 * (thread_time() - began_processor))
        proven += found.plan.optimal
        if found.plan.optimal:
            began_processor = thread_time()
            ranked = rank_moves(board, budget_ms=budget, plan=found.plan)
            judging.append(1000 * (thread_time() - began_processor))
            known += sum(one.remaining is not None for one in ranked)
            legal += len(ranked)
    return {
        "wall": _percentiles(wall),
        "processor": _percentiles(processor),
        "proven": f"{proven}/{boards}",
        "judging": _percentiles(judging) if judging else "-",
        "judged": f"{known}/{legal}" if legal else "-",
    }


def _percentiles(values: list[float]) -> str:
    ordered = sorted(values)
    return " / ".join(f"{ordered[int(share * (len(ordered) - 1))]:.1f}" for share in (0.5, 0.95, 0.99))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budgets", type=float, nargs="+", default=[16, 50], help="milliseconds")
    parser.add_argument("--sizes", nargs="+", default=SIZES, metavar="WxH")
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--tables", choices=("default", "large"), default="default", help="loaded for the warm hints")
    options = parser.parse_args()
    shapes = [tuple(map(int, size.split("x"))) for size in options.sizes]
    for goal in (Board.blank_last(width, height) for width, height in shapes):
        if len(goal) in PATTERN_CELLS:
            if not is_built(goal, options.tables):
                sys.exit(f"build the tables first: taquin tables build {goal.width}x{goal.height}")
            table_set(goal, options.tables)
    print("| board | budget | cold, proven | warm: wall | processor | proven | judging: processor | judged |")
    print("|---|---|---|---|---|---|---|---|")
    for budget in options.budgets:
        for width, height in shapes:
            first, proven = cold(width, height, budget)
            boards = options.boards if width * height <= 25 else max(5, options.boards // 10)
            figures = warm(width, height, budget, boards)
            print(
                f"| {width}x{height} | {budget:g} | {first:.1f}, {proven}/3 | {' | '.join(figures.values())} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
