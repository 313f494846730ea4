"""The two ends of a search: what each of them does, and how they share time, threads, nodes and memory."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from taquin import (
    Board,
    Limits,
    Progress,
    Puzzle,
    Solving,
    TaquinError,
    scramble,
    solve,
)
from taquin.anytime import construct, descents
from taquin.anytime.descent_threads import DescentThreads
from taquin.anytime.upper_end import UpperEnd
from taquin.ends import Ends
from taquin.optimal import Search
from taquin.optimal.lower_end import LowerEnd, Stage
from taquin.optimal.lower_end_thread import LowerEndThread
from taquin.optimal.turns import Turns
from taquin.random_boards import random_walk
from taquin.strategy import choose_strategy
from taquin.tables import Building, build, forget, memory_needed, table_set
from taquin.tables.overhead import fits, overhead_tables
from tests.support import holds, needs_core


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
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells and limits the memory of a process like this")
@pytest.mark.parametrize("megabytes", [20, 50])
def test_a_table_that_fails_is_told_and_the_search_goes_on(megabytes: int, tmp_path: Path) -> None:
    """The tables of a 24-puzzle do not fit into so much memory: they fail in the thread of the proof."""
    script = """
import resource, sys
from taquin import Limits, Solving, scramble
warned, looks = [], []
def look(progress):
    looks.append(len(warned))
    if looks.count(1) == 3:
        solving.stop()
puzzle = scramble(5, seed=1)
solving = Solving(puzzle, Limits(seconds=60), prove=True, threads=1, on_warning=warned.append, on_progress=look)
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
    ends = Ends(Puzzle(scramble(4, seed=1)), Limits(seconds=3))
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


def test_every_size_has_a_strategy() -> None:
    for side in (1, 2, 3, 4, 5, 6, 7, 10, 40):
        strategy = choose_strategy(Puzzle(Board.blank_last(side, 3)), Limits())
        assert strategy.threads >= 1 and 0 < strategy.share <= 1
    assert choose_strategy(Puzzle(scramble(3, seed=1)), Limits()).until_proven
    assert not choose_strategy(Puzzle(scramble(6, seed=1)), Limits()).until_proven
    assert choose_strategy(Puzzle(scramble(6, seed=1)), Limits(), optimal=True).until_proven


@needs_core
def test_within_a_time_limit_nobody_waits_for_large_tables_to_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, size = Puzzle(scramble(4, seed=1)), 700_000_000
    monkeypatch.setattr("taquin.strategy.is_built", lambda goal, size: True)
    monkeypatch.setattr("taquin.strategy.kept_bytes", lambda goal, name: size)
    for limits, waits in ((Limits(seconds=1), False), (Limits(), True)):
        strategy = choose_strategy(puzzle, limits, threads=1)
        assert (strategy.stages[0].name == "patterns") == waits
    size = 0  # they are in memory already
    assert choose_strategy(puzzle, Limits(seconds=1), threads=1).stages[0].name == "patterns"


@needs_core
def test_a_search_begins_with_the_tables_that_are_read_soonest(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, kept = Puzzle(scramble(4, seed=1)), {"default": 20_000_000, "large": 200_000_000}
    monkeypatch.setattr("taquin.strategy.is_built", lambda goal, size: True)
    monkeypatch.setattr("taquin.strategy.kept_bytes", lambda goal, size: kept[size])
    monkeypatch.setattr("taquin.strategy.memory_needed", lambda goal, size, threads: kept[size])

    def sizes(limits: Limits) -> list[str]:
        return [stage.tables for stage in choose_strategy(puzzle, limits).stages if stage.name == "patterns"]

    assert sizes(Limits()) == sizes(Limits(seconds=1)) == ["default", "large"]
    assert choose_strategy(puzzle, Limits()).stages[0].nodes is not None
    assert choose_strategy(puzzle, Limits(memory=1 << 30)).table_memory >= 200_000_000  # type: ignore[operator]
    assert sizes(Limits(memory=240_000_000)) == ["default"]  # the large ones would take more than half of it
    kept["large"] = 0  # they are in memory already
    assert sizes(Limits()) == ["large"]


@needs_core
def test_a_stage_with_other_tables_goes_on_from_the_bound() -> None:
    puzzle = Puzzle(scramble(4, seed=3))
    stages = Stage("patterns", nodes=20_000, tables="5-5-5"), Stage("patterns")
    ends = Ends(puzzle, Limits())
    lower = LowerEnd(ends, stages)
    lower.run()
    first = Search(puzzle, tables="5-5-5").run(Limits(nodes=20_000))
    alone = Search(puzzle).run()
    assert not first.solved and lower.finished and lower.tables == ("4x4",)
    assert ends.met and ends.length == ends.bound == len(alone.moves) and puzzle.is_solution(ends.moves or "")
    assert [checksum.partition(":")[0] for checksum in lower.checksums] == ["4x4-5-5-5", "4x4"]
    assert ends.generated <= first.stats.generated + alone.stats.generated


@needs_core
def test_whoever_iterates_is_told_of_every_bound() -> None:
    solving, told = Solving(scramble(10, seed=1), Limits(seconds=30), prove=False), list[tuple[int, int]]()
    for solution in solving:
        told.append((len(solution.moves), solution.bound))
        if len(told) == 20:
            break
        solving._both_ends.ends.raise_bound(solution.bound + 2, "another thread")
    assert len(told) == 20 and [bound for _, bound in told] == list(range(told[0][1], told[0][1] + 40, 2))
    assert any(before[0] == after[0] for before, after in pairwise(told))


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
    solving = Solving(puzzle, Limits(seconds=60, memory=2 * needed + 2), prove=True, threads=1)
    solving._both_ends._make_upper_end()  # as the search itself does when the head start is over
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
    monkeypatch.setattr("taquin.strategy._NODES_A_SECOND", 100_000)  # soon done, on a busy machine too
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

    def slow(pattern: Any, on_building: Any, threads: int | None) -> memoryview:
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
def test_a_builder_is_not_begun_in_a_head_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    forget()
    ends = Ends(Puzzle(scramble(4, seed=1)), Limits())
    lower = LowerEnd(ends, (Stage("patterns", builds=True),))
    lower.take_head_start(0.05)
    assert not lower._searches and not lower.finished
    forget()


@needs_core
def test_a_round_whose_end_went_by_is_over_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lower end may build tables for seconds before the upper end comes to its next round."""
    monkeypatch.setattr("taquin.anytime.upper_end.round_ends", lambda seconds, *rest: (0.0, 0.0, seconds))
    assert holds(solve(scramble(6, seed=1), Limits(seconds=1)))


@needs_core
def test_without_a_limit_both_ends_together_take_half_of_what_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, free = Puzzle(scramble(4, seed=1)), 1_000_000_000
    monkeypatch.setattr("taquin.strategy.spare_memory", lambda: free)
    monkeypatch.setattr("taquin.strategy.is_built", lambda goal, size: size == "default")
    monkeypatch.setattr("taquin.strategy.kept_bytes", lambda goal, size: 20_000_000)
    assert choose_strategy(puzzle, Limits()).upper_memory == free - 20_000_000
    monkeypatch.setattr("taquin.strategy.is_built", lambda goal, size: False)
    needed = memory_needed(puzzle.goal, "default", None)
    assert choose_strategy(puzzle, Limits()).upper_memory == free - needed < free
