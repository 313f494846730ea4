"""One search with two ends: always an answer, a bound that never lies, and somebody who can hold it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import aclosing
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from taquin import (
    Board,
    Limits,
    Progress,
    Puzzle,
    Solution,
    Solving,
    TaquinError,
    Unsolvable,
    hint,
    native,
    scramble,
    solve,
)
from taquin.anytime import construct, descents
from taquin.anytime.descent_threads import DescentThreads
from taquin.anytime.room import require_room
from taquin.anytime.upper_end import UpperEnd
from taquin.batch.work import Job, Settings, solve_jobs
from taquin.cli import run as command
from taquin.datasets import dataset
from taquin.ends import Ends
from taquin.errors import TooLarge
from taquin.notation import format_board
from taquin.optimal import Search, checkpoint
from taquin.optimal.lower_end import LowerEnd, Stage
from taquin.optimal.lower_end_thread import LowerEndThread
from taquin.optimal.turns import Turns
from taquin.scramble import random_walk
from taquin.strategy import choose_strategy
from taquin.tables import Building, build, forget, memory_needed, table_set
from taquin.tables.overhead import fits, overhead_tables
from tests.support import eight_puzzles, reachable

needs_core = pytest.mark.skipif(native.core is None, reason="the compiled core is not installed")
SHAPES = [(1, 9), (9, 1), (2, 2), (3, 2), (3, 3), (2, 6), (4, 3), (4, 4), (2, 9), (5, 4), (5, 5), (3, 9), (7, 6)]


def holds(solution: Solution | None) -> bool:
    """Whether it is a legal solution with a bound that it keeps."""
    assert solution is not None
    return solution.solved and solution.puzzle.is_solution(solution.moves) and solution.bound <= len(solution.moves)


def any_puzzle(random: Random, shape: tuple[int, int]) -> Puzzle:
    """A random puzzle of a shape, towards any goal."""
    tiles = list(range(shape[0] * shape[1]))
    random.shuffle(tiles)
    goal = Board(tiles, shape[0])
    return Puzzle(scramble(*shape, goal=goal, seed=random.randrange(2**32)), goal)


def check_limits(cases: int, seed: int, largest: int = 12, longest: float = 0.3) -> list[float]:
    """Solve random puzzles within random limits; returns how much longer each took than its limit, in seconds."""
    random, late = Random(seed), []
    for number in range(cases):
        shape = random.choice(SHAPES) if number % 2 else (random.randint(1, largest), random.randint(1, largest))
        limit = 10 ** random.uniform(-3, 0) * longest
        puzzle = any_puzzle(random, shape)
        began = time.perf_counter()
        solution = solve(puzzle, Limits(seconds=limit), threads=random.choice((None, 1, 2)))
        late.append(time.perf_counter() - began - limit)
        assert holds(solution), (shape, limit)
    return late


@needs_core
def test_every_puzzle_gets_an_answer_within_every_limit() -> None:
    assert max(check_limits(60, seed=1)) < 60


@needs_core
def test_the_same_with_an_empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    forget()
    assert max(check_limits(25, seed=2)) < 60
    forget()


def print_late(what: str, late: list[float]) -> None:
    """How limits were kept, or how soon searches ended."""
    late = sorted(late)
    for part in (0.5, 0.9, 0.99, 1.0):
        print(f"{what}: {part:4.0%} of {len(late)} at most {late[int(part * (len(late) - 1))] * 1000:.0f} ms")


@pytest.mark.slow
@needs_core
def test_thousands_of_puzzles_within_their_limits() -> None:
    """Prints how limits were kept: up to 40x40, from 1 ms to a second, with the tables of whoever runs this."""
    late = check_limits(2000, seed=3, largest=40, longest=1.0)
    print_late("late after a limit of up to 1 s", late)
    assert max(late) < 60


@pytest.mark.slow
@needs_core
def test_hundreds_of_puzzles_within_their_limits_with_an_empty_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same where every table has to be built first, time and again."""
    late = []
    for seed in range(40):
        monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / str(seed)))
        forget()
        late += check_limits(25, seed=seed, largest=40, longest=1.0)
    forget()
    print_late("late with an empty cache", late)
    assert max(late) < 60


@pytest.mark.slow
@needs_core
@pytest.mark.parametrize(
    "shape", [(4, 4), (5, 5), (7, 7), (10, 10), (2, 30), (2, 255), (40, 40), (127, 127), (255, 255)]
)
def test_searches_end_soon_after_they_are_stopped(
    shape: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At random moments, whatever the search is doing: building, loading, constructing, proving. Prints how soon."""
    random, taken, board = Random(5), [], scramble(*shape, seed=3)
    modes: list[dict[str, Any]] = [{}, {"quality": "good"}, {"prove": True}, {"optimal": True}]
    before = threading.active_count()
    for number in range(40):
        monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / str(number // 4)))
        forget()
        limits = Limits() if number % 4 == 1 else Limits(seconds=60)
        solving = Solving(board, limits, threads=random.choice((1, 2)), **modes[number % 4]).start()
        time.sleep(random.choice((0.03, 0.3, 2.0)) * random.random())
        began = time.perf_counter()
        solving.stop()
        best = solving.wait()
        taken.append(time.perf_counter() - began)
        assert best is None or holds(best)
        assert threading.active_count() <= before
    print_late(f"{shape[0]}x{shape[1]} stopped", taken)
    assert max(taken) < 10


@needs_core
@pytest.mark.proof
def test_every_8_puzzle_is_proven() -> None:
    for number, (board, distance) in enumerate(eight_puzzles().items()):
        if number % 97 == 0:
            solution = solve(board)
            assert solution.optimal and solution.length == distance and holds(solution)


@pytest.mark.slow
@needs_core
def test_all_181440_8_puzzles_are_proven_with_the_length_that_breadth_first_search_finds() -> None:
    boards = eight_puzzles()
    assert len(boards) == 181_440
    for board, distance in boards.items():
        solution = solve(board)
        assert solution.optimal and solution.length == distance and holds(solution)


def layers_around(goal: Board, depth: int) -> list[set[Board]]:
    """The boards at each distance from a goal, up to this one, by plain breadth-first search."""
    layers, seen = [{goal}], {goal}
    while len(layers) <= depth:
        layers.append({n for board in layers[-1] for n in board.neighbors() if n not in seen})
        seen |= layers[-1]
    return layers


@needs_core
@pytest.mark.parametrize("shape", [(5, 5), (4, 7), (7, 7), (10, 10), (20, 20), (2, 20)])
def test_boards_near_their_goal_are_proven_with_the_length_that_breadth_first_search_finds(
    shape: tuple[int, int],
) -> None:
    goal = Board.blank_last(*shape).play("LU")
    layers = layers_around(goal, 11)
    for distance in (4, 9, 11):
        layer = sorted(layers[distance], key=lambda board: board.tiles)
        for board in islice(layer, 0, None, 1 + len(layer) // 12):
            solution = solve(Puzzle(board, goal))
            assert solution.optimal and solution.length == distance and solution.proved_by


@pytest.mark.slow
@needs_core
def test_thousands_of_boards_near_their_goal_are_proven_with_the_length_that_breadth_first_search_finds() -> None:
    """5x5 to 20x20, squares and others, with the goal's blank in a corner and in the middle."""
    checked = 0
    for shape in [(5, 5), (6, 6), (5, 8), (7, 7), (9, 6), (8, 8), (10, 10), (12, 7), (15, 15), (20, 20)]:
        for way in ("", "U" * (shape[1] // 2) + "L" * (shape[0] // 2)):
            goal = Board.blank_last(*shape).play(way)
            for distance, layer in enumerate(layers_around(goal, 11)):
                for board in islice(sorted(layer, key=lambda board: board.tiles), 0, None, 1 + len(layer) // 25):
                    solution = solve(Puzzle(board, goal))
                    assert solution.optimal and solution.length == distance and holds(solution)
                    checked += 1
    print(f"{checked} boards near their goals were proven")
    assert checked > 2000


@needs_core
def test_24_puzzles_of_40_moves_are_proven_without_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    forget()
    for seed in range(4):
        solution = solve(random_walk(Board.blank_last(5), 46, seed=seed), Limits(seconds=30))
        assert solution.optimal and len(solution.moves) >= 28
    assert not list(tmp_path.glob("*.table"))
    forget()


@needs_core
def test_bounds_never_exceed_the_optimum_of_24_puzzles() -> None:
    for instance in islice(dataset("korf50").instances(), 0, None, 17):
        solution = solve(instance.puzzle, Limits(seconds=0.5))
        assert solution.bound <= instance.figures["length"] <= len(solution.moves)
        assert solution.bound >= 70


@needs_core
@pytest.mark.parametrize("shape", [(6, 6), (9, 9), (13, 12), (2, 30)])
def test_nodes_of_the_upper_end_count(shape: tuple[int, int]) -> None:
    """A descent by its beams, then windows: each board that is expanded has one to four children."""
    before = Progress(0, 0, 0, 0.0)
    for solution in Solving(scramble(*shape, seed=1), quality="good", prove=False, threads=1):
        stats = solution.stats
        assert before.generated <= stats.generated and before.expanded <= stats.expanded <= stats.generated
        assert stats.generated <= 4 * stats.expanded and before.seconds <= stats.seconds
        before = Progress(0, stats.generated, stats.expanded, stats.seconds)
    assert before.expanded > 1000


@needs_core
@pytest.mark.parametrize("side", [60, 100])
def test_a_descent_that_does_not_arrive_is_concluded_in_time(side: int) -> None:
    """The first descent takes many seconds at these sizes: what it has found is completed, or left."""
    puzzle = Puzzle(scramble(side, seed=1))
    began = time.perf_counter()
    found = list(Solving(puzzle, Limits(seconds=0.6), threads=1))
    assert time.perf_counter() - began < 30 and all(map(holds, found))
    assert found[0].algorithm == "construct" and len(found[-1].moves) <= len(found[0].moves)


@needs_core
def test_a_search_can_be_watched_and_stopped_from_another_thread() -> None:
    solving = Solving(scramble(12, seed=1), Limits(seconds=60)).start()
    first = next(iter(solving))
    assert holds(first) and solving.wait(0.05) is None
    assert isinstance(solving.progress, Progress) and solving.progress.length is not None
    began = time.perf_counter()
    solving.stop()
    best = solving.wait()
    assert time.perf_counter() - began < 10
    assert holds(best) and best is solving.best


@needs_core
@pytest.mark.parametrize("side", [4, 6, 10, 60])
def test_stopping_at_any_moment_leaves_the_best_so_far_and_no_thread(side: int) -> None:
    random, before = Random(side), threading.active_count()
    for _ in range(4):
        solving = Solving(scramble(side, seed=random.randrange(1000)), Limits(seconds=60)).start()
        time.sleep(random.uniform(0, 0.2))
        solving.stop()
        best = solving.wait()
        assert best is None or holds(best)
    deadline = time.perf_counter() + 10
    while threading.active_count() > before and time.perf_counter() < deadline:
        time.sleep(0.01)
    assert threading.active_count() <= before


@needs_core
def test_asyncio_can_wait_iterate_and_cancel() -> None:
    async def journey() -> None:
        assert holds(await Solving(scramble(5, seed=1), Limits(seconds=0.3)))
        lengths = [len(s.moves) async for s in Solving(scramble(7, seed=1), Limits(seconds=0.4))]
        assert lengths == sorted(lengths, reverse=True) and lengths
        solving = Solving(scramble(9, seed=1), Limits(seconds=60))
        task = asyncio.ensure_future(solving._in_asyncio())
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert solving.best is None or holds(solving.best)
        solving = Solving(scramble(9, seed=1), Limits(seconds=60))
        async with aclosing(solving.__aiter__()) as solutions:
            async for solution in solutions:
                assert holds(solution)
                break
        assert solving._done and solving.wait(0) is solving.best

    asyncio.run(journey())


@needs_core
@pytest.mark.parametrize("side", [4, 5, 9, 40])
def test_leaving_the_solutions_ends_the_search_and_leaves_no_thread(side: int) -> None:
    before = threading.active_count()
    for count in (1, 2, 3) if side < 40 else (1,):  # the second one of a 40x40 takes a while
        solutions = iter(Solving(scramble(side, seed=count), Limits(seconds=60), prove=True))
        for _ in islice(solutions, count):
            pass
        began = time.perf_counter()
        solutions.close()
        assert time.perf_counter() - began < 10
        assert threading.active_count() == before


@needs_core
def test_a_checkpoint_of_any_size_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "search"
    for side in (6, 9):
        puzzle = Puzzle(scramble(side, seed=3))
        first = Solving(puzzle, Limits(seconds=0.6), checkpoint=path).wait()
        assert first is not None and path.exists()
        again = Solving(puzzle, Limits(seconds=0.05), checkpoint=path).wait()
        assert again is not None and len(again.moves) <= len(first.moves) and again.bound >= first.bound
        with pytest.raises(TaquinError, match="another puzzle"):
            Solving(scramble(side, seed=4), checkpoint=path)
        path.unlink()


@needs_core
@pytest.mark.parametrize("asked", [{}, {"quality": "good"}, {"quality": "first"}, {"prove": False}])
@pytest.mark.parametrize("shape", [(6, 6), (12, 11), (3, 12)])
def test_a_checkpoint_is_written_whatever_is_asked_for(
    asked: dict[str, Any], shape: tuple[int, int], tmp_path: Path
) -> None:
    path, puzzle = tmp_path / "search", Puzzle(scramble(*shape, seed=2))
    first = Solving(puzzle, Limits(nodes=3_000_000), checkpoint=path, **asked).wait()
    assert holds(first) and first is not None
    saved = Search.load(path)
    assert saved.offered == "".join(first.moves) and saved.progress().bound >= first.bound
    again = Solving(puzzle, checkpoint=path, quality="first").wait()
    assert again is not None and len(again.moves) <= len(first.moves) and again.bound >= first.bound


@needs_core
def test_a_disk_that_takes_no_checkpoint_costs_one_warning(tmp_path: Path) -> None:
    folder, warned = tmp_path / "folder", list[str]()
    folder.mkdir()
    solving = Solving(scramble(9, seed=1), Limits(seconds=0.8), checkpoint=folder / "search", on_warning=warned.append)
    shutil.rmtree(folder)  # as a disk that is gone
    assert holds(solving.wait())
    assert len(warned) == 1 and "No such file" in warned[0] and "goes on" in warned[0]
    with pytest.raises(TaquinError, match="no such folder"):
        Solving(scramble(9, seed=1), checkpoint=folder / "search")


@needs_core
def test_tables_are_built_once_while_the_search_is_saved_and_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither saving nor giving the proof more threads throws away what a builder has done."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "tables"))
    monkeypatch.setattr(checkpoint, "_FIRST_SAVE_SECONDS", 0.05)
    monkeypatch.setattr(checkpoint, "_LONGEST_UNSAVED_SECONDS", 0.05)
    forget()
    built: list[tuple[Any, int | None]] = []
    real = build.build

    def spy(pattern: Any, on_building: Any, threads: int | None) -> bytearray:
        built.append((pattern, threads))
        return real(pattern, on_building, threads)

    monkeypatch.setattr(build, "build", spy)
    puzzle, path = Puzzle(scramble(4, seed=1)), tmp_path / "search"
    best = Solving(puzzle, moves=construct(puzzle), quality="first", optimal=True, threads=2, checkpoint=path).wait()
    assert best is not None and best.optimal and best.tables and not path.exists()
    assert len(built) == len({pattern for pattern, _ in built}) > 0
    assert {threads for _, threads in built} == {1}  # two were asked for, and one is the upper end's
    forget()


@needs_core
def test_a_search_that_is_proven_removes_its_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "search"
    puzzle = Puzzle(scramble(4, seed=5))
    Solving(puzzle, Limits(seconds=0.001), checkpoint=path).wait()
    solution = Solving(puzzle, checkpoint=path).wait()
    assert solution is not None and solution.optimal and not path.exists()


@needs_core
@pytest.mark.journey
def test_kill_and_ctrl_c_lose_nothing(tmp_path: Path) -> None:
    path, board = tmp_path / "search", format_board(scramble(8, seed=1), "line")
    arguments = [sys.executable, "-m", "taquin", "solve", board, "--time", "60", "--checkpoint", str(path), "--json"]
    killed = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.perf_counter() + 60
    while not path.exists() and time.perf_counter() < deadline:
        time.sleep(0.05)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert path.exists()
    saved = Search.load(path)
    interrupted = subprocess.Popen(
        arguments,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell that runs us in the background makes its children ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    time.sleep(3)
    interrupted.send_signal(signal.SIGINT)
    output, errors = interrupted.communicate(timeout=60)
    assert errors == f"taquin: saved to {path}; the same command continues\n"
    assert saved.progress().bound <= json.loads(output)["bound"] <= Search.load(path).progress().bound
    assert interrupted.returncode == 130 and json.loads(output)["outcome"] == "solved"


@needs_core
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells and limits the memory of a process like this")
@pytest.mark.parametrize("megabytes", [20, 50])
def test_a_table_that_fails_is_told_and_the_search_goes_on(megabytes: int, tmp_path: Path) -> None:
    """The tables of a 24-puzzle do not fit into so much memory: they fail in the thread of the proof."""
    script = """
import resource, sys
from taquin import Limits, Solving, scramble
warned = []
solving = Solving(scramble(5, seed=1), Limits(seconds=1.5), prove=True, threads=1, on_warning=warned.append)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (int(sys.argv[1]) << 20), resource.RLIM_INFINITY))
best = solving.wait()
assert best.puzzle.is_solution(best.moves) and best.bound <= best.length
print(*warned, sep="\\n")
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(megabytes)],
        env={**os.environ, "TAQUIN_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    # Either it is known before any is built, or it is noticed while one is.
    assert re.search(r"the proof goes on without pattern tables: (there is not enough memory|.* are free)", done.stdout)
    assert not done.stderr


@needs_core
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells and limits the memory of a process like this")
def test_tables_that_fail_before_the_upper_end_begins_do_not_end_the_search() -> None:
    """The tables of a 15-puzzle are at hand, and one thread proves first: there is no memory to open them."""
    table_set(Board.blank_last(4))
    script = """
import resource
from taquin import Limits, Solving, scramble
warned = []
solving = Solving(scramble(4, seed=1), Limits(seconds=1), threads=1, on_warning=warned.append)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (6 << 20), resource.RLIM_INFINITY))
best = solving.wait()
assert best.puzzle.is_solution(best.moves) and best.bound <= best.length
print(*warned, sep="\\n")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "the proof goes on without pattern tables: " in done.stdout


@needs_core
def test_a_place_for_tables_that_cannot_be_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", "/" + "x" * 300)  # no file system takes such a name
    forget()
    assert solve(scramble(4, 3, seed=1)).optimal
    assert Search(Puzzle(scramble(4, 3, seed=1))).run().optimal  # with tables, which are kept in memory alone
    forget()


@needs_core
def test_the_group_bound_is_given_its_time_without_its_rests() -> None:
    ends = Ends(Puzzle(scramble(10, seed=1)), Limits())
    lower = LowerEnd(ends, (Stage("groups", seconds=0.05),))
    thread = LowerEndThread(lower, share=0.2)
    began = time.perf_counter()
    assert thread.start()
    while thread.working and time.perf_counter() - began < 60:
        time.sleep(0.001)
    assert lower.finished and time.perf_counter() - began > 0.1  # with rests of four times its work


@needs_core
def test_the_ends_share_the_threads() -> None:
    ends = Ends(Puzzle(scramble(40, seed=1)), Limits(seconds=60))
    thread = LowerEndThread(LowerEnd(ends, (Stage("linear-conflict"),), threads=3))
    assert thread.threads_taken == 0 and thread.start()
    assert thread.threads_taken == 3
    thread.share = 0.04
    assert thread.threads_taken == 0
    thread.end()
    alone = UpperEnd(ends, quality="best", threads=4)
    beside = UpperEnd(ends, quality="best", threads=4, spared=lambda: 3)
    assert alone.budget.teamwork == "follow" and beside.budget.teamwork == "compete"


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system does not bind processes to processors")
def test_no_more_threads_than_processors_that_this_process_may_use() -> None:
    script = """
import os
from taquin import Board, Limits, Puzzle
from taquin.strategy import choose_strategy
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
print([choose_strategy(Puzzle(Board.blank_last(6)), Limits(), threads=asked).threads for asked in (None, 4, 256)])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[1, 1, 1]\n"


@needs_core
def test_no_descent_begins_after_the_last_moment_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    began: list[float] = []

    class Watched(DescentThreads):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            began.append(time.perf_counter())
            super().__init__(*arguments, **options)

    monkeypatch.setattr(descents, "DescentThreads", Watched)
    ends = Ends(Puzzle(scramble(4, seed=1)), Limits(seconds=2))
    upper = UpperEnd(ends, quality="best", threads=1)
    for _ in upper.search():
        pass
    last_arrival = upper.pace.last_arrival(upper.budget.patience)
    assert last_arrival is not None and len(began) > 2 and max(began) <= last_arrival + 0.1


class FailsOnce:
    """A worker whose first slice fails."""

    generated = expanded = 0

    def __init__(self) -> None:
        self.failed = False

    def run(self, milliseconds: float, /) -> bool:
        if not self.failed:
            self.failed = True
            raise RuntimeError("an error of the core")
        return True


@needs_core
def test_an_error_of_the_core_is_not_taken_for_a_missing_thread() -> None:
    upper = UpperEnd(Ends(Puzzle(scramble(4, seed=1)), Limits()), quality="best", threads=2)
    with pytest.raises(RuntimeError, match="an error of the core"):
        next(upper.slices.run([FailsOnce(), FailsOnce()]))


@needs_core
def test_a_search_without_any_thread_does_all_that_it_would_do_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert holds(Solving(scramble(12, seed=1), Limits(seconds=0.3), threads=2).wait())
    proven = Solving(random_walk(Board.blank_last(6), 60, seed=1), optimal=True, quality="first", threads=2)
    with pytest.raises(TaquinError, match="no more threads"):
        proven.start()
    solution = proven.wait()
    assert holds(solution) and solution is not None and solution.optimal


@needs_core
def test_a_search_that_is_over_yields_its_best_and_does_not_work_again() -> None:
    solving = Solving(scramble(7, seed=1), Limits(seconds=0.3))
    found = list(solving)
    assert list(solving) == [solving.best] == [solving.wait()] == [solving.wait(0)] == list(solving.start())
    best = solving.best
    assert best is not None and best.moves == found[-1].moves and best.bound == found[-1].bound
    left = Solving(scramble(7, seed=1), Limits(seconds=60))
    solutions = iter(left)
    next(solutions)
    with pytest.raises(TaquinError, match="iterates over the search already"):
        left.wait()
    solutions.close()
    assert list(left) == [left.best] and holds(left.best)


@needs_core
def test_a_search_that_is_stopped_before_its_first_solution_says_so() -> None:
    async def wait_for(solving: Solving) -> Solution:
        return await solving

    solving = Solving(scramble(12, seed=1))
    solving.stop()
    with pytest.raises(TaquinError, match="stopped before its first solution"):
        asyncio.run(wait_for(solving))
    assert solving.wait() is None and not list(solving)


@pytest.mark.parametrize("engine", ["native", "python"])
def test_the_last_solution_has_the_figures_of_the_whole_search(engine: str) -> None:
    if engine == "native" and native.core is None:
        pytest.skip("the compiled core is not installed")
    script = """
from taquin import Limits, Solving, scramble
solving = Solving(scramble(8, seed=1), Limits(seconds=0.5), threads=1)
found = list(solving)
best, progress = solving.best, solving.progress
assert best.stats.generated == progress.generated >= found[-1].stats.generated
assert best.stats.expanded == progress.expanded
print(best.stats.seconds)
"""
    environment = {**os.environ, "TAQUIN_ENGINE": engine}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert float(done.stdout) > 0.3


def test_an_unsolvable_puzzle_cannot_be_searched() -> None:
    with pytest.raises(Unsolvable, match="not solvable"):
        Solving(Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]]))


def test_a_board_that_is_far_too_large_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = scramble(300, seed=1)  # in Python, which takes minutes
    with pytest.raises(TooLarge, match=r"^a 300x300 board needs about \d+ seconds for its first solution.*no limit$"):
        Solving(board, Limits(seconds=2))
    with pytest.raises(TooLarge, match=r"^a 300x300 board needs about \d+ MB.*99 MB of the limit.*smaller board$"):
        solve(board, Limits(seconds=60, memory=99_999_999))
    for limits in (Limits(), Limits(seconds=60)):
        assert Solving(board, limits).best is None  # not refused
    path = tmp_path / "board.txt"
    path.write_text(format_board(board, "sized"))
    assert command(["solve", str(path), "--time", "1"]) == 7
    said = capsys.readouterr()
    assert not said.out and said.err.count("\n") == 1 and "a 300x300 board needs about" in said.err
    line = solve_jobs(Settings(limits=Limits(seconds=1)), [Job(1, format_board(board, "line"))])[0]
    assert json.loads(line)["error"].startswith("a 300x300 board needs about")


def test_a_short_limit_alone_refuses_nothing() -> None:
    for shape in ((40, 40), (2, 255), (1, 1000), (300, 2)):
        require_room(Puzzle(scramble(*shape, seed=1)), Limits(seconds=0, memory=0))


@needs_core
def test_the_exit_code_tells_proven_from_not_proven(capsys: pytest.CaptureFixture[str]) -> None:
    hard = format_board(scramble(8, seed=1), "line")
    assert command(["solve", hard, "--time", "0.05", "--json"]) == 5
    answer = json.loads(capsys.readouterr().out)
    assert answer["outcome"] == "solved" and not answer["optimal"] and not answer["proved_by"]
    near = format_board(random_walk(Board.blank_last(8), 14, seed=1), "line")
    assert command(["solve", near, "--optimal", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["optimal"] and answer["proved_by"] == "ida linear-conflict"


def test_every_size_has_a_strategy() -> None:
    for side in (1, 2, 3, 4, 5, 6, 7, 10, 40):
        strategy = choose_strategy(Puzzle(Board.blank_last(side, 3)), Limits())
        assert strategy.threads >= 1 and 0 < strategy.share <= 1
    assert choose_strategy(Puzzle(scramble(3, seed=1)), Limits()).until_proven
    assert not choose_strategy(Puzzle(scramble(6, seed=1)), Limits()).until_proven
    assert choose_strategy(Puzzle(scramble(6, seed=1)), Limits(), optimal=True).until_proven


def test_reachable_boards_of_two_rows_are_proven_by_either_engine() -> None:
    for board, distance in islice(reachable(Board.blank_last(3, 2)).items(), 0, None, 40):
        solution = solve(board)
        assert solution.optimal and solution.length == distance


@needs_core
@pytest.mark.parametrize("side", [5, 8])
def test_a_program_may_end_while_its_search_is_at_work(side: int) -> None:
    script = """
import sys
from taquin import Limits, Solving, scramble
Solving(scramble(int(sys.argv[1]), seed=1), Limits(seconds=60)).start().wait(0.3)
"""
    for _ in range(3):
        ended = subprocess.run([sys.executable, "-c", script, str(side)], capture_output=True, text=True, timeout=50)
        assert (ended.returncode, ended.stderr) == (0, "")


@needs_core
def test_a_default_search_proves_what_a_second_proves_and_is_the_same_every_time() -> None:
    """None of these is near enough to be proven in the first moment."""
    overhead_tables(7, 7)  # the search that builds them makes a few nodes more
    for board in (random_walk(Board.blank_last(7), 80, seed=seed) for seed in (3, 10)):
        first, again = (solve(board, threads=1) for _ in range(2))
        assert first.optimal and first.stats.generated > 400_000 and first.moves == again.moves
        assert first.stats.generated == again.stats.generated
        assert solve(board, threads=2).length == first.length


@needs_core
def test_fixed_work_without_hope_of_a_proof_ends_with_the_solutions() -> None:
    board = scramble(9, seed=1)
    solving = Solving(board, quality="good", threads=1)
    assert holds(solving.wait()) and not solving._both_ends._lower.finished
    assert solving._both_ends._lower._node_sums()[0] <= 400_000


@needs_core
@pytest.mark.parametrize("shape", [(5, 5), (7, 7), (12, 11)])
def test_a_limit_on_nodes_is_shared_by_both_ends_kept_and_repeatable(shape: tuple[int, int]) -> None:
    board, nodes = scramble(*shape, seed=2), 1_000_000
    if fits(*shape):
        overhead_tables(*shape)  # the search that builds them does more
    first, again = (solve(board, Limits(nodes=nodes), threads=1) for _ in range(2))
    assert first.moves == again.moves and first.bound == again.bound
    assert len(first.moves) < len(construct(Puzzle(board))) / 2  # the upper end has had its part
    for solution in (first, again, solve(board, Limits(nodes=nodes), threads=2)):
        assert holds(solution) and solution.stats.generated <= 1.2 * nodes


@needs_core
def test_a_limit_on_nodes_of_a_15_puzzle_is_repeatable_however_small() -> None:
    table_set(Board.blank_last(4))
    for nodes in (0, 1, 1000, 50_000):
        first, again = (solve(scramble(4, seed=2), Limits(nodes=nodes), threads=1) for _ in range(2))
        assert holds(first) and first.moves == again.moves and first.bound == again.bound
        assert first.stats.generated <= nodes + 20_000


@needs_core
def test_a_solution_that_took_too_many_nodes_does_not_count_unless_it_is_the_only_one() -> None:
    puzzle = Puzzle(random_walk(Board.blank_last(4), 30, seed=1))
    long = construct(puzzle)
    short = "".join(solve(puzzle).moves)
    ends = Ends(puzzle, Limits(nodes=10))
    ends.count_nodes("upper", 11, 5)
    assert ends.offer(long, "construct") and not ends.offer(short, "descent") and ends.moves == long
    ends.prove(short, "ida", "ida patterns")
    assert ends.moves == short and ends.met and ends.gap == 0


@needs_core
@pytest.mark.parametrize("side", [4, 5])
def test_one_limit_on_memory_is_for_both_ends_together(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(scramble(side, seed=1))
    needed = memory_needed(puzzle.goal, "default", 1)
    for memory, with_tables in ((2 * needed + 2, True), (2 * needed - 2, False)):
        strategy = choose_strategy(puzzle, Limits(seconds=60, memory=memory), prove=True, threads=1)
        assert any(stage.name == "patterns" for stage in strategy.stages) == with_tables
        assert strategy.upper_memory is not None
        assert (strategy.table_memory or 0) + strategy.upper_memory == memory
    given: list[int | None] = []
    real = UpperEnd.__init__

    def spy(upper: UpperEnd, ends: Ends, **options: Any) -> None:
        given.append(options["memory"])
        real(upper, ends, **options)

    monkeypatch.setattr(UpperEnd, "__init__", spy)
    Solving(puzzle, Limits(seconds=60, memory=2 * needed + 2), prove=True, threads=1)
    assert given == [needed + 2]


def test_two_ends_in_one_thread_take_turns() -> None:
    """The lower end's slices of 2 ms: it never works while the owner does, and gets what it is given."""
    turns, log, owner_works = Turns(), list[bool](), threading.Event()

    def lower() -> None:
        turns.wait_for_turn()
        while not turns._stopped:
            log.append(owner_works.is_set())
            time.sleep(0.002)
            turns.take(0.002)

    thread = threading.Thread(target=lower, daemon=True)
    thread.start()
    for _ in range(30):
        owner_works.set()
        time.sleep(0.001)
        owner_works.clear()
        turns.give(0.001)
    assert len(log) == 15 and not any(log)
    turns.set_free(True)
    time.sleep(0.05)
    turns.stop()
    thread.join(10)
    assert not thread.is_alive() and len(log) > 15


@needs_core
def test_with_one_thread_the_lower_end_only_works_in_its_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    real = Turns.give

    def spy(turns: Turns, seconds: float) -> None:
        given.append(seconds)
        real(turns, seconds)

    monkeypatch.setattr(Turns, "give", spy)
    solving = Solving(scramble(9, seed=1), Limits(seconds=0.8), threads=1)
    assert holds(solving.wait()) and solving._both_ends._lower._group_seconds > 0
    assert 0.2 * 0.04 * 0.8 < sum(given) < 0.04 * 0.8 / 0.96 + 0.01  # a share of the time
    given.clear()
    assert holds(Solving(scramble(9, seed=1), Limits(seconds=0.3), threads=2).wait()) and not given


@needs_core
def test_the_upper_end_stands_back_while_tables_are_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A builder that takes its time: once there is an answer, nobody else makes a node."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    forget()
    nodes: list[tuple[int, int | None]] = []
    real = build.build

    def slow(pattern: Any, on_building: Any, threads: int | None) -> bytearray:
        for _ in range(40 if not nodes else 0):
            time.sleep(0.02)
            on_building(Building(0, 1, 0.0))
            nodes.append((solving.progress.generated, solving.progress.length))
        return real(pattern, on_building, threads)

    monkeypatch.setattr(build, "build", slow)
    puzzle = Puzzle(scramble(4, seed=1))
    solving = Solving(puzzle, threads=2)
    best = solving.wait()
    forget()
    assert best is not None and best.optimal and len(nodes) == 40
    assert nodes[-1][0] == nodes[-10][0] and (nodes[-1][1] or 1000) < len(construct(puzzle))


@needs_core
def test_ctrl_c_is_an_interruption_in_python_and_the_search_keeps_its_best() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.length is not None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(scramble(6, seed=1), Limits(seconds=30), on_progress=interrupt)
    solving = Solving(scramble(6, seed=1), Limits(seconds=30), on_progress=interrupt)
    with pytest.raises(KeyboardInterrupt):
        solving.wait()
    assert holds(solving.best) and solving.best is not None and solving.best.bound == solving.progress.bound


@needs_core
def test_a_search_that_is_interrupted_before_its_first_solution_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(lower: LowerEnd, seconds: float, nodes: int | None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(LowerEnd, "take_head_start", interrupt)
    solving = Solving(scramble(4, seed=1), threads=1)
    with pytest.raises(KeyboardInterrupt):
        solving.wait()
    assert holds(solving.best)
    far = Solving(scramble(300, 2, seed=1))  # in Python, and that takes a while
    with pytest.raises(KeyboardInterrupt):
        far.wait()


@needs_core
def test_a_builder_is_not_begun_in_a_head_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    forget()
    ends = Ends(Puzzle(scramble(4, seed=1)), Limits())
    lower = LowerEnd(ends, (Stage("patterns", builds=True),))
    lower.take_head_start(0.05)
    assert not lower._searches and not lower.finished
    forget()


@pytest.mark.parametrize(
    "ask",
    [
        lambda: Limits("3"),  # type: ignore[arg-type]
        lambda: Limits(float("nan")),
        lambda: Limits(True),
        lambda: Limits(nodes=1.5),  # type: ignore[arg-type]
        lambda: Solving(scramble(6, seed=1), seed=-1),
        lambda: Solving(scramble(6, seed=1), seed=2**63),
        lambda: Solving(scramble(6, seed=1), seed="1"),  # type: ignore[arg-type]
        lambda: hint(scramble(4, seed=1), budget_ms=float("nan")),
        lambda: hint(scramble(4, seed=1), budget_ms="3"),  # type: ignore[arg-type]
    ],
)
def test_arguments_that_make_no_sense_are_refused_in_one_line(ask: Any) -> None:
    with pytest.raises(TaquinError, match="number") as refused:
        ask()
    assert "\n" not in str(refused.value)


@needs_core
def test_a_search_by_the_command_line_that_is_not_over_says_where_it_is_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, board = tmp_path / "search", format_board(scramble(8, seed=1), "line")
    assert command(["solve", board, "--time", "0.1", "--checkpoint", str(path), "--json"]) == 5
    assert capsys.readouterr().err == f"taquin: saved to {path}; the same command continues\n"
    path.write_text("rubbish")
    assert command(["solve", board, "--time", "0.1", "--checkpoint", str(path), "--json"]) == 2
    assert "saved to" not in capsys.readouterr().err


@needs_core
def test_a_round_whose_end_went_by_is_over_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lower end may build tables for seconds before the upper end comes to its next round."""
    monkeypatch.setattr("taquin.anytime.upper_end.round_ends", lambda seconds, *rest: (0.0, 0.0, seconds))
    assert holds(solve(scramble(6, seed=1), Limits(seconds=1)))
