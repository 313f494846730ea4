"""Optimal solving: published lengths and node counts, every shape and goal, limits, stopping, checkpoints, threads."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from pathlib import Path
from typing import Any

import pytest

from taquin import Board, Limits, Outcome, Progress, Puzzle, TaquinError, improve, scramble, solve
from taquin.datasets.outside import is_present
from taquin.native import MAX_THREADS, core
from taquin.notation import format_board
from taquin.optimal import (
    NATIVE_HEURISTICS,
    Search,
    all_solutions,
    checkpoint,
    count_solutions,
    distance_counts,
    distances,
    level_counts,
)
from taquin.optimal.checkpoint import VERSION, read_checkpoint
from taquin.optimal.iteration import Iteration
from taquin.optimal.native_heuristics import native_search
from taquin.optimal.small import distances_python
from taquin.optimal.subtrees import Part, cut
from taquin.tables import table_set
from tests import published

pytestmark = pytest.mark.skipif(core is None, reason="needs the native engine")

HARD = published.korf100()[87]
"""Korf's hardest board: seconds for Manhattan distance, a quarter of a second for the default tables."""

SHORT = min((board for board in published.korf100() if board.nodes > 10_000_000), key=lambda board: board.nodes)
"""A tenth of a second for Manhattan distance."""


def test_korf_100_lengths() -> None:
    for board in published.korf100():
        solution = solve(board.puzzle)
        assert solution.optimal and solution.length == board.length, board.number


@pytest.mark.skipif(not is_present("deepcubea15"), reason="needs DeepCubeA's boards in the folder TAQUIN_DATA")
def test_deepcubea_lengths() -> None:
    boards = published.deepcubea15()
    assert len(boards) > 90
    for board in boards:
        assert solve(board.puzzle).length == board.length, board.number


@pytest.mark.proof
def test_korf_node_counts_of_the_easier_boards() -> None:
    """With Manhattan distance alone exactly Korf's counts; all 100 are a slow test."""
    boards = [board for board in published.korf100() if board.nodes < 30_000_000]
    assert len(boards) >= 10
    for board in boards:
        solution = solve(board.puzzle, heuristic="manhattan")
        assert (solution.length, solution.stats.generated) == (board.length, board.nodes), board.number


@pytest.mark.slow
def test_all_100_node_counts_of_korf() -> None:
    for board in published.korf100():
        solution = solve(board.puzzle, heuristic="manhattan")
        assert (solution.length, solution.stats.generated) == (board.length, board.nodes), board.number


@pytest.mark.slow
def test_all_boards_of_80_moves() -> None:
    for board in published.antipodes():
        solution = solve(board.puzzle, tables="large")
        assert solution.optimal and solution.length == 80, board.number


@pytest.mark.proof
def test_a_board_of_80_moves() -> None:
    assert solve(published.antipodes()[0].puzzle, threads=2).length == 80


@pytest.mark.slow
@pytest.mark.parametrize("number", [38, 40, 25, 44, 32, 1])
def test_24_puzzles_with_checkpoints(number: int, tmp_path: Path) -> None:
    """In stretches of five seconds, each from the file that the one before has left. Figures with pytest -s."""
    board = published.korf50()[number - 1]
    path = tmp_path / "search"
    Search(board.puzzle).save(path)
    stretches, solution, began = 0, None, time.thread_time()
    while solution is None or not solution.solved:
        search = Search.load(path)
        solution = search.run(Limits(seconds=5))
        search.save(path)
        stretches += 1
    assert solution.optimal and solution.length == board.length
    print(
        f"\n24-puzzle {number}: {solution.length} moves, {time.thread_time() - began:.1f} s of the processor in ",
        end="",
    )
    print(f"{stretches} stretches, {solution.stats.generated:,} generated, {solution.stats.expanded:,} expanded")


GOALS = [
    Board.blank_last(4),
    Board.blank_first(4),
    Board.spiral(4),
    Board([[1, 2, 3, 4], [5, 0, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]),
    Board([[3, 1, 0, 2], [7, 5, 6, 4], [11, 9, 10, 8], [15, 13, 14, 12]]),
    Board.blank_last(4, 3),
    Board.blank_last(3, 4),
    Board.spiral(6, 2),
    Board.blank_first(2, 6),
    Board.blank_last(5, 3),
    Board.blank_last(2, 7),
]


@pytest.mark.proof
@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: f"{goal.width}x{goal.height}-{goal.blank}")
def test_patterns_and_manhattan_agree_on_any_goal(goal: Board) -> None:
    rng = random.Random(5)
    for _ in range(6):
        start = goal
        for _ in range(35):
            start = start.apply(rng.choice(start.moves()))
        puzzle = Puzzle(start, goal)
        by_patterns = solve(puzzle, heuristic="patterns")
        by_manhattan = solve(puzzle, heuristic="manhattan")
        assert by_patterns.optimal and by_patterns.length == by_manhattan.length


@pytest.mark.parametrize("goal", [Board.blank_last(3), Board.spiral(3), Board.blank_first(5, 2), Board.blank_last(2)])
def test_small_spaces_against_the_search(goal: Board) -> None:
    rng = random.Random(6)
    for _ in range(50):
        puzzle = Puzzle(scramble(*goal.shape, seed=rng.randrange(10**9), goal=goal), goal)
        solution = solve(puzzle)
        assert solution.algorithm == "table" and solution.optimal
        if len(goal) > 4:
            assert solve(puzzle, heuristic="patterns").length == solution.length


@pytest.mark.parametrize("multi_tile", [False, True])
@pytest.mark.parametrize("goal", [Board.blank_last(3, 2), Board.spiral(2), Board.blank_first(2, 4)])
def test_complete_distances_against_the_python_twin(goal: Board, multi_tile: bool) -> None:
    table = distances(goal, multi_tile)
    for board, distance in distances_python(goal, multi_tile).items():
        assert table.distance(board.tiles) == distance


@pytest.mark.proof
@pytest.mark.parametrize("metric", ["stm", "mtm"])
@pytest.mark.parametrize("shape", ["2x2", "3x2", "4x2", "3x3", "5x2"])
def test_published_numbers_of_boards(shape: str, metric: str) -> None:
    width, height = map(int, shape.split("x"))
    expected = published.distances(shape, "corner", metric)
    for goal in (Board.blank_last(width, height), Board.blank_first(height, width)):
        assert expected and distance_counts(goal, metric == "mtm") == expected
        assert list(distances(goal, metric == "mtm").boards_per_distance) == expected


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["stm", "mtm"])
@pytest.mark.parametrize("shape", ["6x2", "4x3"])
def test_published_numbers_of_boards_of_12_cells(shape: str, metric: str) -> None:
    width, height = map(int, shape.split("x"))
    assert distance_counts(Board.blank_last(width, height), metric == "mtm") == published.distances(
        shape, "corner", metric
    )


@pytest.mark.proof
@pytest.mark.parametrize("multi_tile", [False, True])
@pytest.mark.parametrize(
    "goal", [Board.spiral(3), Board([[1, 0, 2], [3, 4, 5], [6, 7, 8]]), Board([[1, 0], [2, 3], [4, 5]])]
)
def test_numbers_of_boards_for_any_blank(goal: Board, multi_tile: bool) -> None:
    counted = list(distances_python(goal, multi_tile).values())
    expected = [counted.count(distance) for distance in range(max(counted) + 1)]
    assert distance_counts(goal, multi_tile) == list(level_counts(goal, multi_tile)) == expected


@pytest.mark.proof
@pytest.mark.parametrize(
    ("home", "metric", "blank", "last"),
    [
        ("corner", "stm", 0, 20),
        ("corner", "mtm", 15, 14),
        ("edge", "stm", 2, 20),
        ("center", "stm", 6, 20),
        pytest.param("corner", "mtm", 0, 17, marks=pytest.mark.slow),
    ],
)
def test_first_levels_of_the_15_puzzle(home: str, metric: str, blank: int, last: int) -> None:
    tiles = list(range(1, 16))
    goal = Board([*tiles[:blank], 0, *tiles[blank:]], 4)
    expected = published.distances("4x4", home, metric)[: last + 1]
    counts = level_counts(goal, metric == "mtm")
    assert [next(counts) for _ in expected] == expected


def test_the_engine_is_said() -> None:
    solution = solve(published.korf100()[0].puzzle)
    assert (solution.engine, solution.algorithm, solution.heuristic) == ("native", "ida", "patterns")
    assert solution.tables in {("4x4",), ("4x4-large",)}


def test_start_is_goal() -> None:
    for goal in (Board.blank_last(3), Board.blank_last(4), Board.blank_last(4, 3)):
        for heuristic in (None, *NATIVE_HEURISTICS):
            solution = solve(Puzzle(goal, goal), heuristic=heuristic)
            assert solution.optimal and solution.length == 0


@pytest.mark.parametrize("heuristic", NATIVE_HEURISTICS)
def test_a_solved_board_is_solved_also_after_a_stop_before_the_first_slice(tmp_path: Path, heuristic: str) -> None:
    goal = Board.blank_last(4)
    search = Search(Puzzle(goal, goal), heuristic=heuristic)
    assert search.run(Limits(nodes=0)).outcome is Outcome.LIMIT
    search.save(tmp_path / "search")
    for again in (search, Search.load(tmp_path / "search")):
        assert again.run().optimal


def test_unsolvable_is_said_at_once() -> None:
    board = Board([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 15, 14, 0]])
    assert solve(board).outcome is Outcome.UNSOLVABLE


# All shortest solutions


def test_all_solutions_are_counted_and_listed() -> None:
    rng = random.Random(7)
    goal = Board.blank_last(3)
    many = 0
    for _ in range(40):
        puzzle = Puzzle(scramble(3, seed=rng.randrange(10**9)), goal)
        length = solve(puzzle).length
        assert length is not None
        listed = list(all_solutions(puzzle, length))
        assert len(listed) == len(set(listed)) == count_solutions(puzzle, length)
        assert all(puzzle.is_solution(moves) and len(moves) == length for moves in listed)
        many += len(listed) > 1
    assert many > 10


# Limits and stopping


def test_nodes_and_seconds_are_limits() -> None:
    search = Search(HARD.puzzle, heuristic="manhattan")
    solution = search.run(Limits(nodes=1_000_000))
    assert solution.outcome is Outcome.LIMIT and not solution.moves
    assert 1_000_000 <= solution.stats.generated < 1_000_100
    assert HARD.puzzle.start.manhattan(HARD.puzzle.goal) <= solution.bound <= HARD.length
    started = time.perf_counter()
    assert search.run(Limits(seconds=0.2)).outcome is Outcome.LIMIT
    assert time.perf_counter() - started < 5


def test_an_answer_is_there_before_the_tables_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from taquin.tables import forget

    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    forget()
    solution = solve(HARD.puzzle, Limits(seconds=0.1))
    assert solution.solved and not solution.optimal and 0 < solution.bound < len(solution.moves)
    assert not list(tmp_path.glob("*.tmp"))
    forget()


def test_a_small_limit_of_nodes_lets_tables_be_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from taquin.tables import forget, is_built

    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    forget()
    board = scramble(4, 3, seed=1)
    solution = Search(Puzzle(board)).run(Limits(nodes=10))
    assert solution.outcome is Outcome.LIMIT and solution.tables == ("4x3",) and solution.stats.generated > 9
    forget()
    assert is_built(Board.blank_last(4, 3), "default")


def test_a_limit_of_memory_chooses_the_tables() -> None:
    solution = Search(HARD.puzzle).run(Limits(memory=1_000_000))
    assert solution.outcome is Outcome.LIMIT and solution.reason.startswith("the tables need ")
    assert solve(HARD.puzzle, Limits(memory=10**6), tables="default").outcome is Outcome.LIMIT
    table_set(SHORT.puzzle.goal)  # on disk
    for memory, heuristic in ((10**6, "linear-conflict"), (10**9, "patterns")):
        solution = solve(SHORT.puzzle, Limits(memory=memory))
        assert solution.optimal and solution.proved_by == f"ida {heuristic}"
    chosen = solve(SHORT.puzzle, Limits(memory=150_000_000))  # too little for the large tables, built or not
    assert chosen.tables == ("4x4",)


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_from_another_thread(threads: int) -> None:
    search = Search(HARD.puzzle, heuristic="manhattan", threads=threads)
    timer = threading.Timer(0.3, search.stop)
    timer.start()
    solution = search.run()
    assert solution.outcome is Outcome.STOPPED
    assert solution.stats.generated > 1000


def test_progress_is_reported() -> None:
    seen: list[Progress] = []
    search = Search(HARD.puzzle, heuristic="manhattan", on_progress=seen.append)
    search.run(Limits(seconds=0.6))
    assert 2 <= len(seen) <= 7
    assert [p.generated for p in seen] == sorted(p.generated for p in seen)
    assert all(p.nodes_per_second > 0 and p.bound >= 30 for p in seen)


# Threads


def test_threads_agree_and_one_thread_is_deterministic() -> None:
    board = published.korf100()[60]
    one, again = (Search(board.puzzle).run() for _ in range(2))
    two = Search(board.puzzle, threads=2).run()
    assert one.stats.generated == again.stats.generated and one.moves == again.moves
    assert one.length == two.length == board.length


def test_many_threads_on_few_cores() -> None:
    solution = Search(SHORT.puzzle, heuristic="manhattan", threads=MAX_THREADS).run()
    assert solution.optimal and solution.length == SHORT.length


@pytest.mark.parametrize("threads", [0, -1, MAX_THREADS + 1, 10**9])
def test_a_number_of_threads_that_nobody_means_is_refused(threads: int) -> None:
    board = scramble(3, seed=1)
    for attempt in (
        lambda: Search(HARD.puzzle, threads=threads),
        lambda: solve(board, threads=threads),
        lambda: improve(board, threads=threads),
    ):
        with pytest.raises(TaquinError, match="from 1 to 256"):
            attempt()


@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory as Linux does")
def test_threads_that_cannot_be_had_are_done_without() -> None:
    """64 threads want more memory for their stacks than there is: those that start do the work."""
    script = f"""
import resource
resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
from taquin import Board, Puzzle
from taquin.optimal import Search
search = Search(Puzzle({SHORT.puzzle.start!r}, {SHORT.puzzle.goal!r}), heuristic="manhattan", threads=64)
print(search.run().length)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, str(SHORT.length)), done.stderr


def give_threads(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """From now on no more than so many threads can be started."""
    start, left = threading.Thread.start, most

    def refuse(thread: threading.Thread) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refuse)


@pytest.mark.parametrize("heuristic", NATIVE_HEURISTICS)
@pytest.mark.parametrize("started", [0, 1, 3])
def test_a_search_goes_on_with_the_threads_that_start(
    started: int, heuristic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = published.korf100()[59] if heuristic == "patterns" else SHORT
    search = Search(board.puzzle, heuristic=heuristic, threads=8)
    give_threads(monkeypatch, started)
    solution = search.run()
    assert solution.optimal and solution.length == board.length


@pytest.mark.proof
@pytest.mark.parametrize("started", [0, 1, 2])
def test_a_stream_goes_on_with_the_threads_that_start(started: int, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(scramble(5, seed=1))
    give_threads(monkeypatch, started)
    *_, best = improve(puzzle, quality="good", threads=4)
    assert puzzle.is_solution(best.moves) and best.length and best.length < 160
    *_, best = improve(puzzle, Limits(seconds=0.3), threads=4, prove=True)  # the proof has a thread of its own
    assert puzzle.is_solution(best.moves)


def test_a_worker_without_memory_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Search(SHORT.puzzle, heuristic="manhattan", threads=3)
    make = search.tables.search

    def scarce(worker: int) -> Any:
        if worker == 1:
            raise MemoryError
        return make(worker)

    monkeypatch.setattr(search.tables, "search", scarce)
    assert search.run().length == SHORT.length


@pytest.mark.parametrize("shape", [(7, 7), (1, 9), (40, 2)])
def test_a_board_that_the_search_cannot_hold_is_refused(shape: tuple[int, int]) -> None:
    with pytest.raises(TaquinError, match="the optimal search"):
        Search(Puzzle(scramble(*shape, seed=1)))
    with pytest.raises(TaquinError, match="2x2 to 16 cells"):
        Search(Puzzle(scramble(5, seed=1)), heuristic="manhattan")


@pytest.mark.parametrize("heuristic", NATIVE_HEURISTICS)
def test_a_split_adds_up_exactly(heuristic: str) -> None:
    """An iteration below the optimal length, whole and cut into subtrees: the same counts."""
    from taquin.optimal.iteration import Iteration

    search = Search(HARD.puzzle, heuristic=heuristic)
    search._prepare(Limits())
    bound = HARD.length - {"patterns": 4, "manhattan": 14, "linear-conflict": 8}[heuristic]
    whole, cut = Iteration.begin(search.tables.search, bound), Iteration.begin(search.tables.search, bound, parts=2)
    assert len(cut.waiting) >= 48
    for iteration, threads in ((whole, 1), (cut, 2)):
        assert iteration.run(threads, lambda: True, lambda: None) and iteration.solution is None
    assert (whole.generated, whole.expanded) == (cut.generated, cut.expanded)
    assert whole.generated > 10_000


# Checkpoints


@pytest.mark.parametrize("heuristic", NATIVE_HEURISTICS)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_saved_search_ends_with_the_same_counts(tmp_path: Path, heuristic: str, threads: int) -> None:
    board = published.korf100()[59] if heuristic == "patterns" else SHORT
    unbroken = Search(board.puzzle, heuristic=heuristic).run()
    search = Search(board.puzzle, heuristic=heuristic, threads=threads)
    rounds, solution = 0, search.run(Limits(nodes=1000))
    while not solution.solved:
        search.save(tmp_path / "search")
        search = Search.load(tmp_path / "search", threads=threads)
        rounds += 1
        solution = search.run(Limits(nodes=1000 + rounds * unbroken.stats.generated // 7))
    assert rounds >= 5
    assert solution.length == unbroken.length
    search.save(tmp_path / "search")
    for ended in (search, Search.load(tmp_path / "search")):
        again = ended.run()
        assert (again.moves, again.stats.generated) == (solution.moves, solution.stats.generated)
    if threads == 1:
        assert (solution.stats.generated, solution.moves) == (unbroken.stats.generated, unbroken.moves)


def test_a_loaded_search_that_did_not_begin_keeps_what_it_had(tmp_path: Path) -> None:
    """Its time may be over before the tables are built; what is saved then must not be less than before."""
    path = tmp_path / "search"
    board = published.korf100()[59]
    unbroken = Search(board.puzzle).run()
    search = Search(board.puzzle)
    assert not search.run(Limits(nodes=unbroken.stats.generated // 2)).solved
    search.save(path)
    before = read_checkpoint(path)
    assert before["iteration"]
    again = Search.load(path)
    again.run(Limits(memory=0))
    again.save(path)
    assert {**read_checkpoint(path), "seconds": 0} == {**before, "seconds": 0}
    assert Search.load(path).run().stats.generated == unbroken.stats.generated


def interrupted(search: Search, after: int) -> bool:
    """Run, with a Ctrl-C after so many bytecodes of the main thread in the search's own files. False where it ended."""
    left = after
    files = {sys.modules[f"taquin.optimal.{name}"].__file__ for name in ("search", "iteration", "subtrees")}

    def watch(frame: Any, event: str, _: Any) -> Any:
        nonlocal left
        if frame.f_code.co_filename not in files:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            left -= 1
            if left == 0:
                raise KeyboardInterrupt
        return watch

    sys.settrace(watch)
    try:
        search.run()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False


@pytest.mark.proof
@pytest.mark.parametrize("heuristic", NATIVE_HEURISTICS)
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_between_any_two_steps_loses_nothing(tmp_path: Path, heuristic: str, threads: int) -> None:
    """Whatever was interrupted, what is saved then ends with the shortest length: no part of the tree is missing."""
    board = min(published.korf100(), key=lambda board: board.nodes)
    path = tmp_path / "search"
    whole = Search(board.puzzle, heuristic=heuristic, threads=threads)
    rng, after, times = random.Random(9), 1, 0
    while interrupted(search := Search(board.puzzle, heuristic=heuristic, threads=threads), after):
        search.save(path)
        for again in (Search.load(path), search):
            solution = again.run()
            assert solution.length == solution.bound == board.length, f"after {after} bytecodes"
        after += rng.randrange(1, 60)
        times += 1
    assert times > 30 and whole.run().length == board.length


def test_a_part_that_is_given_back_while_another_is_taken_is_not_lost() -> None:
    """One worker reads the first part; before it takes that away, another one, told to stop, puts its own in front."""
    searches = [native_search(SHORT.puzzle, "manhattan", None) for _ in range(2)]
    bound = SHORT.length
    parts = cut(searches[0], bound, 6)
    iteration = Iteration(searches.__getitem__, bound)
    assert isinstance(parts[0], str)
    searches[1].begin(parts[0], bound)
    iteration.taken[1], iteration.running[1] = parts[0], searches[1]
    other = threading.Thread(target=iteration._give_back, args=(1, searches[1], False, False))

    class Interleaved(deque[Part]):
        def __getitem__(self, place: Any) -> Any:
            found = super().__getitem__(place)
            other.start()
            other.join(0.3)
            return found

    iteration.waiting = Interleaved(parts[1:])
    taken = iteration._take(0)
    other.join()
    assert sorted([taken, *iteration.waiting]) == sorted(parts)


@pytest.mark.proof
def test_ctrl_c_in_real_time_loses_nothing(tmp_path: Path) -> None:
    """Signals at any moment, also while threads are at work in the core, with a checkpoint after each."""
    board = published.korf100()[12]
    path, rng = tmp_path / "search", random.Random(10)
    for _ in range(25):
        search = Search(board.puzzle, heuristic="manhattan", threads=2)
        for _ in range(4):
            timer = threading.Timer(rng.random() * 0.04, signal.raise_signal, [signal.SIGINT])
            with contextlib.suppress(KeyboardInterrupt):
                timer.start()
                search.run()
                timer.join()
            with contextlib.suppress(KeyboardInterrupt):
                timer.join()
            search.save(path)
            search = Search.load(path, threads=2)
        assert search.run().length == board.length == 46


def test_a_checkpoint_survives_kill(tmp_path: Path) -> None:
    board = SHORT
    unbroken = Search(board.puzzle, heuristic="manhattan").run()
    path = tmp_path / "search"
    script = f"""
from taquin import Board, Limits, Puzzle
from taquin.optimal import Search
search = Search(Puzzle({board.puzzle.start!r}, {board.puzzle.goal!r}), heuristic="manhattan")
while True:
    search.run(Limits(seconds=0.05))
    search.save({str(path)!r})
"""
    victim = subprocess.Popen([sys.executable, "-c", script], env=dict(os.environ))
    while not path.exists():
        time.sleep(0.01)
    time.sleep(0.2)
    victim.send_signal(signal.SIGKILL)
    victim.wait()
    solution = Search.load(path).run()
    assert solution.length == board.length
    assert solution.stats.generated == unbroken.stats.generated == board.nodes


def kill_and_go_on(board: published.Published, path: Path, *options: str) -> dict[str, Any]:
    """`taquin solve --checkpoint`, killed after the first checkpoint, then started again: its JSON."""
    puzzle = [format_board(board.puzzle.start, "line"), "--goal", format_board(board.puzzle.goal, "line")]
    command = [sys.executable, "-m", "taquin", "solve", *puzzle, "--checkpoint", str(path), "--json", *options]
    victim = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while not path.exists():
        assert victim.poll() is None
        time.sleep(0.01)
    victim.kill()
    victim.wait()
    done = subprocess.run(command, check=True, capture_output=True)
    assert not path.exists()
    solution: dict[str, Any] = json.loads(done.stdout)
    assert solution["length"] == board.length and solution["optimal"]
    return solution


def test_a_command_that_is_killed_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    board = min((board for board in published.korf100() if board.nodes > 150_000_000), key=lambda board: board.nodes)
    manhattan = ("--algorithm", "ida", "--heuristic", "manhattan", "--engine", "native")
    assert kill_and_go_on(board, tmp_path / "search", *manhattan)["generated"] == board.nodes


@pytest.mark.slow
def test_a_24_puzzle_that_is_killed_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    board = published.korf50()[39]
    unbroken = Search(board.puzzle).run()
    assert kill_and_go_on(board, tmp_path / "search")["generated"] == unbroken.stats.generated


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_that_saves_itself_finds_what_it_would_find_unbroken(
    threads: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "_FIRST_SAVE_SECONDS", 0.005)
    monkeypatch.setattr(checkpoint, "_LONGEST_UNSAVED_SECONDS", 0.03)
    path, saved = tmp_path / "search", list[int]()
    unbroken = Search(SHORT.puzzle, heuristic="manhattan").run()
    search = Search(SHORT.puzzle, heuristic="manhattan", threads=threads)
    search.autosave = checkpoint.Autosave(path)
    write = search.save

    def count_and_write(where: str | Path) -> None:
        write(where)
        saved.append(Search.load(path).progress().generated)

    monkeypatch.setattr(search, "save", count_and_write)
    solution = search.run()
    assert solution.length == unbroken.length and solution.optimal and saved and saved == sorted(saved)
    if threads == 1:
        assert solution.stats.generated == unbroken.stats.generated
    assert Search.load(path).run().length == unbroken.length  # the last file, from a moment before the end


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "hello",
        '{"taquin": "search"}',
        '{"taquin": "search", "version": 4}',
        f'{{"taquin": "search", "version": {VERSION}}}',
        f'{{"taquin": "search", "version": {VERSION}, "crc32": 0}}\n',
        "[" * 100_000,
    ],
)
def test_a_file_that_is_no_checkpoint(tmp_path: Path, text: str) -> None:
    (tmp_path / "x").write_text(text)
    with pytest.raises(TaquinError, match="saved"):
        Search.load(tmp_path / "x")
