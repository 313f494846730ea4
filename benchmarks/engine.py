"""The engine: Korf's 100, the boards of 80 moves, two 24-puzzles, node rates, table building, cold start.

Seconds are of the processor where one thread works (`thread_time`), so that a busy machine does not spoil them; the
wall clock stands beside them. Every solution is checked against its published length.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time, thread_time
from typing import Any

from tests import published
from tests.published import Published

from taquin import Board, Puzzle, scramble
from taquin.notation import format_board
from taquin.optimal import Search
from taquin.tables import forget, plan, store, table_set
from taquin.tables.build import build
from taquin.tables.slides import build as build_slides
from taquin.tables.slides import patterns as slide_patterns
from taquin.tables.slides import slide_tables

Figures = dict[str, Any]


def boards(boards: list[Published], **options: Any) -> Figures:
    """Mean, median and worst of one thread over some boards.

    Where there are many, they are solved twice and the second time counts: at the first one the tables' pages come in.
    """
    if options.get("heuristic") != "manhattan":
        table_set(boards[0].puzzle.goal, options.get("tables", "default"))
    if len(boards) >= 100:
        for board in boards:
            Search(board.puzzle, **options).run()
    cpu: list[float] = []
    wall: list[float] = []
    generated: list[int] = []
    expanded: list[int] = []
    for board in boards:
        began, began_wall = thread_time(), perf_counter()
        solution = Search(board.puzzle, **options).run()
        cpu.append(thread_time() - began)
        wall.append(perf_counter() - began_wall)
        assert solution.optimal and solution.length == board.length, board
        generated.append(solution.stats.generated)
        expanded.append(solution.stats.expanded)
    return {
        "boards": len(boards),
        "mean_ms": statistics.mean(cpu) * 1e3,
        "median_ms": statistics.median(cpu) * 1e3,
        "worst_ms": max(cpu) * 1e3,
        "mean_wall_ms": statistics.mean(wall) * 1e3,
        "generated": statistics.mean(generated),
        "expanded": statistics.mean(expanded),
        "generated_per_second": sum(generated) / sum(cpu),
    }


def in_slides(count: int) -> Figures:
    """The fewest slides of random 15-puzzles, seeds 0 and up, by one thread; the search replays every solution."""
    slide_tables(Board.blank_last(4))
    cpu: list[float] = []
    slides: list[int] = []
    generated: list[int] = []
    for seed in range(count):
        began = thread_time()
        solution = Search(Puzzle(scramble(4, seed=seed)), heuristic="slides").run()
        cpu.append(thread_time() - began)
        assert solution.optimal and solution.slides is not None
        slides.append(solution.slides)
        generated.append(solution.stats.generated)
    return {
        "boards": count,
        "mean_ms": statistics.mean(cpu) * 1e3,
        "median_ms": statistics.median(cpu) * 1e3,
        "worst_ms": max(cpu) * 1e3,
        "slides": statistics.mean(slides),
        "generated": statistics.mean(generated),
        "generated_per_second": sum(generated) / sum(cpu),
    }


def slide_table() -> Figures:
    """Build the table of slides anew, with all cores, by the wall clock; seconds of all cores beside it."""
    began, began_cpu = perf_counter(), process_time()
    size = len(build_slides(slide_patterns(4, 4, 15)[0]))
    return {"MB": size / 1e6, "seconds": perf_counter() - began, "cpu_seconds": process_time() - began_cpu}


def threads() -> Figures:
    """The same boards of 80 moves with one thread and with two, by the wall clock."""
    chosen = published.antipodes()[:6]
    seconds = []
    for count in (1, 2):
        began = perf_counter()
        generated = 0
        for board in chosen:
            solution = Search(board.puzzle, tables="large", threads=count).run()
            assert solution.length == 80
            generated += solution.stats.generated
        elapsed = perf_counter() - began
        seconds.append((elapsed, generated / elapsed))
    return {
        "one_s": seconds[0][0],
        "two_s": seconds[1][0],
        "speedup_in_nodes_per_second": seconds[1][1] / seconds[0][1],
        "speedup_in_time": seconds[0][0] / seconds[1][0],
    }


def tables(goal: Board, size: str) -> Figures:
    """Build all tables of a set anew, with all cores, by the wall clock."""
    patterns = dict.fromkeys(pattern for uses in plan(*goal.shape, goal.blank, size) for pattern, _ in uses)
    began, total = perf_counter(), 0
    for pattern in patterns:
        total += len(build(pattern))
    return {"tables": len(patterns), "MB": total / 1e6, "seconds": perf_counter() - began}


@contextmanager
def empty_cache() -> Iterator[Path]:
    place = Path(tempfile.mkdtemp(prefix="taquin-bench-"))
    kept = os.environ.get("TAQUIN_CACHE")
    os.environ["TAQUIN_CACHE"] = str(place)
    forget()
    try:
        yield place
    finally:
        forget()
        shutil.rmtree(place)
        if kept is None:
            del os.environ["TAQUIN_CACHE"]
        else:
            os.environ["TAQUIN_CACHE"] = kept


def cold_start() -> Figures:
    """`taquin solve` as a new process, with an empty cache and with a filled one."""
    board = format_board(scramble(4, seed=1), "line")
    command = [sys.executable, "-m", "taquin", "solve", board, "--format", "moves"]
    seconds = []
    with empty_cache():
        for _ in range(2):
            began = perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            seconds.append(perf_counter() - began)
    return {"empty_cache_s": seconds[0], "filled_cache_s": seconds[1]}


def easy_korf() -> list[Published]:
    return sorted(published.korf100(), key=lambda board: board.nodes)[10:30]


def measurements() -> dict[str, Callable[[], Figures]]:
    corner, big = Board.blank_last(4), Board.blank_first(5)

    def large() -> None:
        table_set(corner, "large")

    large()
    return {
        "Korf 100, large tables": lambda: boards(published.korf100(), tables="large"),
        "80 moves, large tables": lambda: boards(published.antipodes(), tables="large"),
        "Korf 100, default tables": lambda: boards(published.korf100(), tables="default"),
        "80 moves (3 of 17), default tables": lambda: boards(published.antipodes()[:3], tables="default"),
        "Korf (20 easier), Manhattan": lambda: boards(easy_korf(), heuristic="manhattan"),
        "24-puzzle 38": lambda: boards([published.korf50()[37]]),
        "24-puzzle 40": lambda: boards([published.korf50()[39]]),
        "two threads, 80 moves (6 of 17), large tables": threads,
        "fewest slides, 100 random 15-puzzles": lambda: in_slides(100),
        "build 4x4-slides": slide_table,
        "build 4x4": lambda: tables(corner, "default"),
        "build 4x4-large": lambda: tables(corner, "large"),
        "build 5x5": lambda: tables(big, "default"),
        "cold start": cold_start,
    }


def run() -> dict[str, Figures]:
    """All of it, printed as it comes."""
    print(f"tables in {store.directory()}")
    results = {}
    for name, measure in measurements().items():
        results[name] = figures = measure()
        print(f"{name}: " + ", ".join(f"{key} {value:,.4g}" for key, value in figures.items()), flush=True)
    return results
