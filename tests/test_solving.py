"""One search with two ends: always an answer, a bound that never lies, and somebody who can hold it."""

from __future__ import annotations

import asyncio
import json
import os
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
from taquin.anytime.room import require_room
from taquin.batch.work import Job, Settings, solve_jobs
from taquin.cli import run as command
from taquin.datasets import dataset
from taquin.errors import TooLarge
from taquin.notation import format_board
from taquin.optimal.lower_end import LowerEnd
from taquin.random_boards import random_walk
from taquin.tables import forget
from taquin.tables.overhead import overhead_tables
from tests.support import eight_puzzles, holds, needs_core, reachable

SHAPES = [(1, 9), (9, 1), (2, 2), (3, 2), (3, 3), (2, 6), (4, 3), (4, 4), (2, 9), (5, 4), (5, 5), (3, 9), (7, 6)]


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
def test_a_search_can_be_watched_and_stopped_from_another_thread() -> None:
    solving = Solving(scramble(12, seed=1), Limits(seconds=60)).start()
    first = next(iter(solving))
    assert holds(first) and solving.wait(0.05) is None and not solving.done
    assert isinstance(solving.progress, Progress) and solving.progress.length is not None
    began = time.perf_counter()
    solving.stop()
    best = solving.wait()
    assert time.perf_counter() - began < 10
    assert holds(best) and best is solving.best and solving.done


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
async def awaited(solving: Solving) -> Solution:
    return await solving


@needs_core
def test_a_search_that_is_stopped_before_its_first_solution_has_one_that_is_there_at_once() -> None:
    for await_it in (False, True):
        solving = Solving(scramble(12, seed=1))
        solving.stop()
        solution = asyncio.run(awaited(solving)) if await_it else solving.wait()
        assert solution is not None and holds(solution) and solution.ended_by == "stop"
        assert list(solving) == [solving.best]


def test_a_large_search_that_is_stopped_before_its_first_solution_says_so() -> None:
    solving = Solving(scramble(200, seed=1))
    solving.stop()
    with pytest.raises(TaquinError, match="stopped before its first solution"):
        asyncio.run(awaited(solving))
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
    with pytest.raises(Unsolvable, match="odd"):
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
    assert answer["outcome"] == "solved" and not answer["optimal"] and answer["ended_by"] == "time"
    assert answer["proved_by"] in ("linear conflict", "groups", "ida linear-conflict")
    near = format_board(random_walk(Board.blank_last(8), 14, seed=1), "line")
    assert command(["solve", near, "--optimal", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["optimal"] and answer["proved_by"] == "ida linear-conflict" and answer["ended_by"] == "proof"


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


def test_a_search_that_is_left_says_that_it_was_stopped() -> None:
    solving = Solving(Puzzle(scramble(8, seed=1)), Limits(seconds=20))
    solutions = iter(solving)
    next(solutions)
    solutions.close()
    assert solving.best is not None and solving.best.ended_by == "stop"
