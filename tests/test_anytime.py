"""Any size: the first answer always exists, better ones are better, bounds hold, and everything stops when told."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from itertools import islice, pairwise
from math import inf
from pathlib import Path
from time import perf_counter, sleep

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taquin import Board, Limits, Progress, Puzzle, improve, native, scramble, solve
from taquin.anytime import construct
from taquin.anytime.budget import choose_budget, narrowest_seconds, round_ends
from taquin.anytime.construct import (
    construct_python,
)
from taquin.anytime.pace import Pace
from taquin.anytime.scores import fits_formula, fits_weights
from taquin.anytime.windows import PythonWindows, remove_loops
from taquin.bounds import lower_bound
from taquin.bounds.linear_conflict import lower_bound_python
from taquin.datasets import Instance, dataset
from taquin.ends import Ends
from taquin.replay import reaches
from taquin.tables import forget
from taquin.tables.overhead import overhead_tables
from tests.support import needs_core, puzzles, reachable

# Four of Korf and Felner's 24-puzzles with their shortest lengths.
KNOWN_24 = list(islice(dataset("korf50").instances(), 4))


@given(puzzles())
@settings(max_examples=150, deadline=None)
def test_the_first_answer_always_exists(puzzle: Puzzle) -> None:
    first = next(improve(puzzle))
    assert puzzle.is_solution(first.moves)
    assert first.bound <= len(first.moves)


@given(puzzles(largest_side=8))
@settings(max_examples=100, deadline=None)
def test_the_native_bound_is_the_python_bound(puzzle: Puzzle) -> None:
    assert lower_bound(puzzle) == lower_bound_python(puzzle)


@pytest.mark.proof
@pytest.mark.parametrize("shape", [(3, 2), (2, 4), (3, 3)])
def test_the_bound_never_overestimates(shape: tuple[int, int]) -> None:
    distances = reachable(Board.blank_last(*shape))
    for board, distance in distances.items():
        bound = lower_bound(Puzzle(board))
        assert bound <= distance
        assert bound % 2 == distance % 2


@given(puzzles(largest_side=6, smallest_side=2))
@settings(max_examples=15, deadline=None)
def test_solutions_only_get_better(puzzle: Puzzle) -> None:
    last = None
    for solution in improve(puzzle, Limits(seconds=0.2), threads=2):
        assert puzzle.is_solution(solution.moves)
        assert solution.bound <= len(solution.moves)
        assert last is None or (len(solution.moves), -solution.bound) < last
        last = len(solution.moves), -solution.bound


@needs_core
@pytest.mark.parametrize("known", KNOWN_24, ids=lambda known: known.id)
def test_bound_optimum_length(known: Instance) -> None:
    solution, optimum = None, known.figures["length"]
    for solution in improve(known.puzzle, Limits(nodes=1_000_000), threads=1):
        assert solution.bound <= optimum <= len(solution.moves)
    assert solution is not None
    assert len(solution.moves) <= 1.25 * optimum  # far above what it needs; a broken search is worse


@pytest.mark.proof
@needs_core
@pytest.mark.parametrize("shape", [(4, 4), (3, 9), (9, 9)])
def test_one_thread_and_one_seed_give_one_answer(shape: tuple[int, int]) -> None:
    puzzle = Puzzle(scramble(*shape, seed=5))
    runs = [[s.moves for s in improve(puzzle, quality="good", threads=1, seed=3)][-1] for _ in range(2)]
    assert runs[0] == runs[1]


@needs_core
def test_memory_is_limited_by_the_width_of_the_beam() -> None:
    for whole, bytes_needed in ((True, 1300), (False, 2 * 500)):  # one beam, or two
        wide = choose_budget(100, 660, "best", Limits(seconds=1000), 1, whole).descents[-1]
        narrow = choose_budget(100, 660, "best", Limits(seconds=1000, memory=10 << 20), 2, whole).descents[-1]
        width, wider = (one.board_beam_width if whole else one.flow_width for one in (narrow, wide))
        assert width * bytes_needed <= 10 << 20
        assert width < wider


@needs_core
def test_the_largest_boards_that_are_searched_as_a_whole_flow_first() -> None:
    for threads in (1, 2, 8):
        small, large = (
            choose_budget(cells, manhattan, "best", Limits(seconds=1), threads, True).descents[-1]
            for cells, manhattan in ((64, 330), (100, 660))
        )
        assert (small.flow_stop, small.flow_part) == (inf, 0)
        assert large.flow_stop == 2.5 and 0.05 < large.flow_part < 0.5
        assert 20 < large.flow_width < large.board_beam_width < small.board_beam_width
        swept = choose_budget(121, 870, "best", Limits(seconds=1), threads, False).descents[-1]
        assert swept.board_beam_width == 0 and swept.flow_stop == 1.75 and 0.3 < swept.flow_part < 1


@needs_core
@pytest.mark.parametrize("side", [5, 7, 8, 10, 15, 20, 30, 50, 100, 255])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_narrow_descent_comes_first_whatever_the_limit(side: int, threads: int) -> None:
    cells, manhattan, whole = side * side, 2 * side**3 // 3, side <= 10
    shortest = narrowest_seconds(cells, manhattan, threads, whole)
    for seconds in (0.1, 1.0, 3.0, 10.0, 60.0, 600.0, 86_400.0):
        ends = round_ends(seconds, cells, manhattan, threads, whole)
        assert ends[-1] == seconds and all(later <= 4 * sooner for sooner, later in pairwise(ends))
        if seconds <= 3:
            assert len(ends) == 1
        elif seconds >= 4 * max(0.8, shortest):
            limits = Limits(seconds=ends[0])
            first = choose_budget(cells, manhattan, "best", limits, threads, whole).descents[0]
            assert first.seconds <= max(1.0, shortest)


@needs_core
@pytest.mark.proof
def test_a_round_whose_time_is_over_before_it_begins_is_left_out() -> None:
    seconds = 26.0
    _, second_round_ends, *_ = round_ends(seconds, 36, 144, threads=1, whole=True)
    lengths: list[int] = []
    held_up = threading.Event()

    def hold_up(_: Progress) -> None:
        if lengths and not held_up.is_set():  # the first round is under way
            sleep(second_round_ends + 0.3)
            held_up.set()

    solutions = improve(scramble(6, seed=1), Limits(seconds), threads=1, prove=False, on_progress=hold_up)
    while not held_up.is_set():
        lengths.append(len(next(solutions).moves))
    assert len(next(solutions).moves) < lengths[-1]


@needs_core
def test_a_long_limit_has_its_answers_as_early_as_a_short_one() -> None:
    solutions = improve(scramble(20, seed=1), Limits(seconds=600), threads=1, prove=False)
    good = next(solution for solution in solutions if len(solution.moves) < 9_000)  # constructed: 25,371
    assert good.algorithm in ("descent", "windows")
    assert good.stats.generated < 10_000_000  # some seconds; it is found within a million


@needs_core
def test_a_descent_that_takes_long_gives_answers_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.anytime.pace._UNFINISHED_SECONDS", 0.02)
    monkeypatch.setattr("taquin.anytime.pace._UNFINISHED_CONSTRUCTIONS", 1)
    goal = Board.blank_first(40)
    puzzle = Puzzle(scramble(40, goal=goal, seed=1), goal)
    found = []
    for solution in improve(puzzle, Limits(seconds=600), threads=1, prove=False):
        found.append(solution)
        assert puzzle.is_solution(solution.moves)
        if len(solution.moves) < 2 * solution.bound or len(found) == 8:
            break
    assert len(found) > 4 and {solution.algorithm for solution in found[1:]} == {"descent"}


@needs_core
@pytest.mark.parametrize(("shape", "ratio"), [((6, 6), 1.6), ((14, 14), 1.8)])
def test_given_moves_end_as_short_as_those_of_a_search_from_scratch(shape: tuple[int, int], ratio: float) -> None:
    puzzle = Puzzle(scramble(*shape, seed=1))
    given = construct(puzzle)
    *_, best = improve(puzzle, moves=given, quality="good", threads=1, prove=False)
    *_, scratch = improve(puzzle, quality="good", threads=1, prove=False)
    assert len(best.moves) <= 1.01 * len(scratch.moves) < ratio * lower_bound(puzzle)
    *_, kept = improve(puzzle, moves=scratch.moves, quality="good", threads=1, prove=False)
    assert len(kept.moves) <= len(scratch.moves)


@needs_core
def test_long_thin_boards_are_not_searched_as_a_whole() -> None:
    for shape, whole in (
        ((8, 8), True),
        ((5, 12), True),
        ((10, 3), True),
        ((16, 4), False),
        ((3, 21), False),
        ((8, 9), False),
    ):
        assert fits_formula(*shape) == whole
    for shape, whole in (((4, 12), True), ((4, 13), False), ((8, 9), True), ((7, 10), True), ((6, 11), False)):
        assert fits_weights(*shape) == (whole and native.core is not None)


@needs_core
@pytest.mark.parametrize("side", [5, 10, 50])
def test_the_time_limit_is_kept(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def clock() -> float:  # every look at it is five milliseconds later
        nonlocal now
        now += 0.005
        return now

    for name, module in list(sys.modules.items()):
        if name.startswith("taquin") and hasattr(module, "perf_counter"):
            monkeypatch.setattr(module, "perf_counter", clock)
    assert list(improve(Puzzle(scramble(side, side, seed=1)), Limits(seconds=5), threads=1))
    assert 4 < now < 5.2


@needs_core
def test_the_proof_builds_its_tables_where_it_may_and_raises_the_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    forget()
    puzzle = Puzzle(scramble(4, 4, seed=1))
    *_, plain = improve(puzzle, Limits(seconds=0.3), prove=False)
    assert not plain.optimal and all("overhead" in path.name for path in tmp_path.glob("*.table"))
    bounds: list[int] = []
    *_, proven = improve(puzzle, Limits(seconds=600), prove=True, on_progress=lambda now: bounds.append(now.bound))
    assert proven.optimal and proven.length == solve(puzzle).length
    assert any("overhead" not in path.name for path in tmp_path.glob("*.table"))
    assert bounds == sorted(bounds) and plain.bound <= bounds[0]
    forget()


def test_a_given_solution_is_shortened() -> None:
    puzzle = Puzzle(Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]]))
    assert [len(s.moves) for s in improve(puzzle, moves="LRRLRD", quality="good")][-1] == 2
    with pytest.raises(ValueError, match="do not solve"):
        improve(puzzle, moves="LRRL")
    with pytest.raises(ValueError, match="no quality"):
        improve(puzzle, quality="superb")  # type: ignore[arg-type]


@needs_core
def test_the_qualities_are_in_order() -> None:
    puzzle = Puzzle(scramble(6, 6, seed=2))
    first = list(improve(puzzle, quality="first"))
    good = list(improve(puzzle, quality="good", threads=1))
    assert len(first) == 1
    assert len(good[-1].moves) < len(first[0].moves)


@given(st.text("ULRD", max_size=60), st.integers(0, 1000))
def test_loops_are_removed(walk: str, seed: int) -> None:
    start = scramble(3, 3, seed=seed)
    board, legal = start, ""
    for move in walk:
        if move in board.moves():
            board, legal = board.apply(move), legal + move
    short = remove_loops(start, legal)
    assert start.play(short) == board
    boards = [start.play(short[:length]) for length in range(len(short) + 1)]
    assert len(set(boards)) == len(boards)


@given(puzzles(largest_side=4, smallest_side=2))
@settings(max_examples=20, deadline=None)
def test_the_python_windows_shorten(puzzle: Puzzle) -> None:
    moves = construct_python(puzzle)
    windows = PythonWindows(puzzle.start, moves)
    windows.run(50)
    assert puzzle.is_solution(windows.path())
    assert windows.length <= len(moves)


def test_streams_side_by_side_do_not_disturb_each_other() -> None:
    puzzle = Puzzle(scramble(5, 5, seed=9))
    results: list[bool] = []

    def work() -> None:
        results.append(all(puzzle.is_solution(s.moves) for s in improve(puzzle, Limits(seconds=0.3), threads=1)))

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 3


@pytest.mark.slow
@needs_core
@pytest.mark.parametrize(("side", "count", "seconds"), [(10, 1000, 0.2), (50, 100, 1.0), (127, 10, 5.0)])
def test_many_random_boards(side: int, count: int, seconds: float) -> None:
    for seed in range(count):
        puzzle = Puzzle(scramble(side, side, seed=seed))
        for solution in improve(puzzle, Limits(seconds=seconds)):
            assert reaches(puzzle, "".join(solution.moves))


@needs_core
@pytest.mark.parametrize(
    ("shape", "goal"), [((5, 5), Board.blank_first), ((3, 9), Board.spiral), ((11, 4), Board.blank_last)]
)
def test_solve_beyond_the_fifteen_puzzle(shape: tuple[int, int], goal: Callable[[int, int], Board]) -> None:
    puzzle = Puzzle(scramble(*shape, goal=goal(*shape), seed=1), goal(*shape))
    lengths: list[int | None] = []
    solution = solve(puzzle, Limits(seconds=0.5), on_progress=lambda progress: lengths.append(progress.length))
    assert puzzle.is_solution(solution.moves)
    assert solution.bound <= len(solution.moves) == lengths[-1]
    assert len(solve(puzzle, quality="first").moves) >= len(solution.moves)


@pytest.mark.proof
@needs_core
def test_a_proof_alongside_ends_the_stream() -> None:
    """A 15-puzzle stands for a 24-puzzle here: its tables are there in a second."""
    puzzle = Puzzle(scramble(4, 4, seed=3))
    optimum = solve(puzzle)  # builds the tables
    assert optimum.optimal
    solutions = list(improve(puzzle, Limits(seconds=30), threads=1))
    assert solutions[-1].optimal
    assert len(solutions[-1].moves) == len(optimum.moves)
    assert all(solution.bound <= len(optimum.moves) for solution in solutions)


_MEASURE = """
import resource, sys
from taquin import Limits, improve, scramble
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
seconds, memory, width, height = map(int, sys.argv[1:])
for _ in improve(scramble(width, height, seed=1), Limits(seconds=seconds, memory=memory << 20), threads=2):
    pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def megabytes_taken(*arguments: int) -> float:
    """What a search takes in a process of its own, above what Python and the package take."""
    command = [sys.executable, "-c", _MEASURE, *map(str, arguments)]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout) / 1024


@needs_core
@pytest.mark.parametrize("cache", ["empty", "full"])
@pytest.mark.parametrize(("shape", "memory"), [((5, 5), 30), ((7, 7), 50), ((10, 10), 120), ((30, 30), 30)])
def test_memory_stays_under_the_limit(
    shape: tuple[int, int], memory: int, cache: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if cache == "empty":
        monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    else:
        overhead_tables(*shape)
    assert megabytes_taken(1, memory, *shape) < memory


def test_whoever_looks_at_one_solution_for_long_does_not_end_the_search_early() -> None:
    pace = Pace(Ends(Puzzle(scramble(5, 5, seed=1)), Limits(seconds=10)))
    for seconds in (0.001, 5.0):
        pace.note_shown(perf_counter() - seconds)
        assert not pace.over()
