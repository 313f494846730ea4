"""How time limits are kept, by size of the board: `python -m benchmarks.limits`.

Each line is one search with a limit: when it had its first answer, when it ended, and by how much that was too late. A
limit is kept where the search ends at most 0.1 s and 1 % of the limit after it, or with its first answer, which it may
not do without. Beside the wall clock stands the processor time after the limit, which other programs do not spoil.
With `--stop` nobody waits for the limit: the search is stopped from another thread at random moments, and the figures
are how long it took to end, median / 95% / most.
"""

from __future__ import annotations

import argparse
import threading
from random import Random
from time import perf_counter, process_time, sleep
from typing import Final

from taquin import Board, Limits, Solving, scramble

SIZES: Final = ("4x4", "5x5", "7x7", "10x10", "20x20", "40x40", "100x100", "127x127", "200x200", "255x255")
THIN: Final = ("1x255", "2x20", "2x255", "255x2", "3x100", "4x200", "10x255")
LIMITS: Final = (0.001, 0.01, 0.1, 0.5, 1.0, 2.0, 5.0)
ALLOWED: Final = 0.1
"""Seconds that a search may be late on a quiet core ..."""
ALLOWED_PART: Final = 0.01
"""... and this part of its limit besides."""


def limited(board: Board, limit: float, threads: int) -> tuple[bool, str]:
    """One search: whether its limit was kept, and the cells of its line."""
    used = []
    clock = threading.Timer(limit, lambda: used.append(process_time()))
    clock.start()
    began, first, length = perf_counter(), None, 0
    solving = Solving(board, Limits(seconds=limit), threads=threads)
    for solution in solving:
        first = perf_counter() - began if first is None else first
        length = len(solution.moves)
    taken, processor = perf_counter() - began, process_time()
    clock.cancel()
    late = taken - limit
    after = processor - used[0] if used else 0.0
    alone = first is not None and taken - first <= ALLOWED * 0.5
    kept = late <= ALLOWED + ALLOWED_PART * limit or alone
    cells = (f"{first or 0:.3f}", f"{taken:.3f}", f"{1000 * late:+.0f}", f"{1000 * after:.0f}", f"{length:,}")
    return kept, " | ".join((*cells, "yes" if kept else "NO"))


def stopped(board: Board, threads: int, times: int, seed: int) -> list[float]:
    """Stop searches of a board at random moments; how long each took to end."""
    random, found = Random(seed), []
    for _ in range(times):
        solving = Solving(board, Limits(seconds=60), threads=threads).start()
        sleep(random.choice((0.05, 0.5, 3.0)) * random.random())
        began = perf_counter()
        solving.stop()
        solving.wait()
        found.append(perf_counter() - began)
    return sorted(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", default=SIZES + THIN, metavar="WxH")
    parser.add_argument("--limits", type=float, nargs="+", default=LIMITS, help="seconds")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--stop", type=int, metavar="TIMES", help="stop so many searches of each size instead")
    options = parser.parse_args()
    boards = {size: scramble(*map(int, size.split("x")), seed=1) for size in options.sizes}
    if options.stop is not None:
        print("| board | ms until it ends |")
        print("|---|---|")
        for size, board in boards.items():
            found = [1000 * seconds for seconds in stopped(board, options.threads, options.stop, seed=1)]
            chosen = (found[int(part * (len(found) - 1))] for part in (0.5, 0.95, 1.0))
            print(f"| {size} | {' / '.join(f'{value:.0f}' for value in chosen)} |", flush=True)
        return
    print("| board | limit | first answer, s | end, s | late, ms | processor late, ms | moves | kept |")
    print("|---|---|---|---|---|---|---|---|")
    broken = 0
    for size, board in boards.items():
        for limit in options.limits:
            kept, cells = limited(board, limit, options.threads)
            broken += not kept
            print(f"| {size} | {limit:g} | {cells} |", flush=True)
    print(f"\n{broken} of {len(boards) * len(options.limits)} limits were not kept.")


if __name__ == "__main__":
    main()
