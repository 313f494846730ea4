"""Workers of a cluster that must not be believed: of another version, without the package, with wrong tables."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from taquin import Board, Puzzle, TaquinError, solve
from taquin.batch import DaskCluster, Settings, solve_file
from taquin.batch.check import problem_of_line, problem_of_solution
from taquin.batch.dispatch import dispatch
from taquin.batch.door import opened, packed, version
from taquin.batch.hard import solve_hard
from taquin.batch.reader import FileSource
from taquin.batch.work import Job, solve_jobs
from taquin.datasets import dataset
from taquin.native import ENGINE
from taquin.tables import plan, store
from tests.chaos import counts_of_one_thread
from tests.cluster import Cluster, cluster, until
from tests.dispatch_work import double, sleepy

needs_core = pytest.mark.skipif(ENGINE != "native", reason="needs the native engine")

OTHERS = {
    "another version": "import taquin; taquin.__version__ = '0.0.9'",
    "other tables": "import taquin.batch.door as door; door.TABLE_FORMAT = 1",
    "no such door": "import sys; sys.modules['taquin.batch.door'] = None",
    "no taquin": "import sys; sys.modules['taquin'] = None",
}
"""What makes a worker one of another version, as Dask's --preload."""


@pytest.fixture
def one_worker(tmp_path: Path) -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    with cluster(tmp_path, 1, engine=ENGINE) as made:
        with DaskCluster(made.address) as workers:
            until(lambda: len(present(workers)) == 1)
        yield made


def present(workers: DaskCluster) -> frozenset[str]:
    """Who is there now."""
    workers._asked = -1e9
    workers.slots()
    return workers.present


def add_others(where: Cluster, *kinds: str) -> None:
    """Start such workers, and wait until all are there."""
    for number, kind in enumerate(kinds):
        preload = where.folder / f"other{number}.py"
        preload.write_text(OTHERS[kind] + "\n")
        where.add_worker("--preload", str(preload))
    with DaskCluster(where.address) as workers:
        until(lambda: len(present(workers)) == 1 + len(kinds))


# Of another version


def test_other_versions_are_refused_when_they_are_there(one_worker: Cluster) -> None:
    add_others(one_worker, *OTHERS)
    said: list[str] = []
    with DaskCluster(one_worker.address, on_warning=said.append) as workers:
        found = [item for part in dispatch(range(50), sleepy, workers) for item in part]
        assert found == list(range(0, 100, 2)) and workers.slots() == 1
    assert len(said) == len(OTHERS) and all(f"install taquin {version()} there" in line for line in said)
    assert len({line.split(" gets no work")[0] for line in said}) == len(OTHERS)
    assert sum("it has taquin 0.0.9" in line for line in said) == 1


def test_other_versions_are_refused_when_they_join(one_worker: Cluster) -> None:
    said: list[str] = []

    def items() -> Iterator[int]:
        yield from range(20)
        add_others(one_worker, "another version", "no such door")
        for item in range(20, 100_000):
            yield item
            if len(said) == 2:
                break

    with DaskCluster(one_worker.address, on_warning=said.append) as workers:
        found = [item for part in dispatch(items(), sleepy, workers) for item in part]
    assert found == list(range(0, 2 * len(found), 2)) and len(found) > 20
    assert len(said) == 2 and all(f"install taquin {version()} there" in line for line in said)


def test_where_no_other_worker_is_there(one_worker: Cluster, tmp_path: Path) -> None:
    add_others(one_worker, "another version")
    with DaskCluster(one_worker.address, patience=1.0) as workers:
        one_worker.workers[0].kill()
        with pytest.raises(TaquinError, match=r"no worker is left.*0\.0\.9"):
            list(dispatch(range(10), double, workers))
    with pytest.raises(TaquinError, match=r"no worker is left.*0\.0\.9"):
        DaskCluster(one_worker.address)
    command = [sys.executable, "-m", "taquin", "batch", "random-3x2-20", "-o", str(tmp_path / "results.jsonl")]
    done = subprocess.run([*command, "--scheduler", one_worker.address], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.count("\n") == 2 and "Traceback" not in done.stderr, done.stderr


def test_a_run_waits_for_a_worker_that_is_not_refused(one_worker: Cluster) -> None:
    """Those that the tasks were meant for are gone, and others come: Dask would wait for the first for ever."""
    add_others(one_worker, "another version")

    def items() -> Iterator[int]:
        yield from range(10)
        one_worker.workers[0].kill()
        one_worker.add_worker()
        yield from range(10, 40)

    with DaskCluster(one_worker.address) as workers:
        assert [item for part in dispatch(items(), sleepy, workers) for item in part] == list(range(0, 80, 2))


def test_what_is_altered_on_the_way() -> None:
    content, check = packed(partial(double, [1]))
    assert opened(content, check)() == [2]
    with pytest.raises(TaquinError, match="altered on the way"):
        opened(content[:-3] + b"\0" + content[-2:], check)


# With wrong tables


def write_wrong_tables(folder: Path, goal: Board, every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of which a bit in every so many bytes is wrong, in files whose own checksums fit."""
    patterns = {pattern for uses in plan(*goal.shape, goal.blank, "default") for pattern, _ in uses}
    right = {pattern: bytearray(store.open_table(pattern).read()) for pattern in patterns}
    with monkeypatch.context() as patch:
        patch.setenv("TAQUIN_CACHE", str(folder))
        for pattern, bits in right.items():
            for place in range(every // 2, len(bits), every):
                bits[place] ^= 1
            with store.lock(pattern):
                store.write_table(pattern, bits)


@contextmanager
def spoilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: int = 3000) -> Iterator[Cluster]:
    """A worker with wrong tables, and a good one."""
    pytest.importorskip("distributed")
    puzzle = korf(12)
    solve(puzzle, tables="default")
    write_wrong_tables(tmp_path / "wrong", puzzle.goal, every, monkeypatch)
    with cluster(tmp_path, 1, engine="native") as made:
        made.add_worker(TAQUIN_CACHE=str(tmp_path / "wrong"))
        with DaskCluster(made.address) as workers:
            until(lambda: len(present(workers)) == 2)
        yield made


def korf(number: int) -> Puzzle:
    return list(dataset("korf100").instances())[number - 1].puzzle


@needs_core
@pytest.mark.parametrize(
    ("every", "problem"), [(3000, "its tables have the checksum 4x4:"), (100, "table"), (1, "damaged in memory")]
)
def test_wrong_tables_spoil_no_batch(every: int, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boards, out, said = tmp_path / "boards.txt", tmp_path / "results.jsonl", list[str]()
    instances = [instance for instance in dataset("korf100").instances() if int(instance.figures["length"]) < 52]
    boards.write_text("".join(f"{' '.join(map(str, instance.puzzle.start))}\n" for instance in instances))
    with spoilt(tmp_path, monkeypatch, every) as made, DaskCluster(made.address, on_warning=said.append) as workers:
        summary = solve_file(FileSource(boards), out, Settings("blank-first", options={"tables": "default"}), workers)
    results = [json.loads(line) for line in out.read_text().splitlines()]
    expected = [solve(instance.puzzle, tables="default") for instance in instances]
    assert [result["length"] for result in results] == [solution.length for solution in expected]
    assert [result["generated"] for result in results] == [solution.stats.generated for solution in expected]
    assert summary.outcomes["solved"] == len(instances) and all(result["optimal"] for result in results)
    assert len(said) == 1 and problem in said[0], said


@needs_core
def test_wrong_tables_spoil_no_hard_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, said, counts = korf(17), list[str](), {}
    expected = counts_of_one_thread(puzzle, "patterns", 64)
    with spoilt(tmp_path, monkeypatch) as made, DaskCluster(made.address, on_warning=said.append) as workers:
        solution = solve_hard(
            puzzle,
            workers,
            on_iteration=lambda iteration: counts.update({iteration.bound: (iteration.generated, iteration.expanded)}),
        )
    assert solution.optimal and solution.length == 66
    assert {bound: counts[bound] for bound in expected} == expected
    assert len(said) == 1 and "its tables have the checksum 4x4:" in said[0], said


@needs_core
def test_a_worker_without_the_core_does_no_hard_puzzle(one_worker: Cluster) -> None:
    one_worker.add_worker(TAQUIN_ENGINE="python")
    said: list[str] = []
    with DaskCluster(one_worker.address, on_warning=said.append) as workers:
        until(lambda: len(present(workers)) == 2)
        assert solve_hard(korf(43), workers, heuristic="manhattan").length == 64
    assert len(said) == 1 and "native engine" in said[0], said


# What is seen by looking at a result

BOARD = "1 2 3/4 0 5/7 8 6"


def altered(**changes: Any) -> str:
    """What is wrong with a result of which some is changed."""
    settings, job = Settings(), Job(3, BOARD)
    result = {**json.loads(solve_jobs(settings, [job])[0]), **changes}
    return problem_of_line(settings, job, json.dumps(result))


def test_a_right_result_is_taken() -> None:
    assert altered() == ""
    for text in ("1 2/3 0", "2 1/3 0", "1 2 2 0", "no board", "[[0, 3], [2, 1]]"):
        job = Job(1, text)
        assert problem_of_line(Settings(), job, solve_jobs(Settings(), [job])[0]) == ""


@pytest.mark.parametrize(
    "changes",
    [
        {"moves": "DR"},
        {"moves": "RDLR", "length": 4},
        {"moves": "RU", "length": 2},
        {"moves": "XY"},
        {"moves": None},
        {"moves": 5},
        {"length": 3},
        {"bound": 3},
        {"bound": 0},
        {"bound": "2"},
        {"optimal": False},
        {"outcome": "unsolvable", "length": None, "moves": None, "optimal": False},
        {"outcome": "nonsense", "length": None, "moves": None, "optimal": False},
        {"line": 4},
        {"check": 0},
        {"start": [[1, 2, 3], [4, 5, 0], [7, 8, 6]]},
        {"goal": [[0, 1, 2], [3, 4, 5], [6, 7, 8]]},
        pytest.param({"checksums": ["3x3:0123456789abcdef"]}, marks=needs_core),
        pytest.param({"checksums": ["4x4:0123456789abcdef"]}, marks=needs_core),
        pytest.param({"checksums": ["3x3:0"], "outcome": "error", "error": "internal error"}, marks=needs_core),
    ],
    ids=str,
)
def test_a_wrong_result_is_refused(changes: dict[str, Any]) -> None:
    assert altered(**changes)


def test_no_result_at_all() -> None:
    assert problem_of_line(Settings(), Job(1, BOARD), "{") and problem_of_line(Settings(), Job(1, BOARD), "[]")
    assert problem_of_line(Settings(), Job(1, "no board"), solve_jobs(Settings(), [Job(1, BOARD)])[0])


def test_solutions_of_others_are_refused() -> None:
    puzzle, other = Puzzle(Board.parse(BOARD)), Puzzle(Board.parse("1 2 3/0 4 5/7 8 6"))
    assert problem_of_solution(puzzle, solve(puzzle)) == ""
    assert problem_of_solution(other, solve(puzzle))
