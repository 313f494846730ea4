"""One hard puzzle on many workers: every finished iteration has exactly the nodes of one thread."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from taquin import Limits, Outcome, Puzzle, Solution
from taquin.batch import DaskCluster, LocalProcesses, LocalThreads, Workers
from taquin.batch import hard as hard_module
from taquin.batch.hard import SharedIteration, solve_hard, subtree_search
from taquin.cli import run
from taquin.datasets import dataset
from taquin.native import ENGINE
from taquin.optimal import NATIVE_HEURISTICS
from taquin.optimal.subtrees import divide
from tests.chaos import counts_in, counts_of_one_thread
from tests.cluster import Cluster, cluster, until

pytestmark = pytest.mark.skipif(ENGINE != "native", reason="needs the native engine")

Counts = dict[int, tuple[int, int]]


def korf(number: int, name: str = "korf100") -> Puzzle:
    return list(dataset(name).instances())[number - 1].puzzle


def solve_and_count(puzzle: Puzzle, workers: Workers, **options: Any) -> tuple[Counts, Solution]:
    """The counts of every iteration that was finished, and the solution."""
    seen: dict[int, SharedIteration] = {}

    def note(iteration: SharedIteration) -> None:
        seen[iteration.bound] = iteration

    solution = solve_hard(puzzle, workers, on_iteration=note, **options)
    finished = {
        bound: (iteration.generated, iteration.expanded)
        for bound, iteration in seen.items()
        if iteration.done == iteration.subtrees and iteration.solution is None
    }
    return finished, solution


@pytest.fixture(scope="module")
def two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    with cluster(tmp_path_factory.mktemp("cluster"), 2, engine="native") as made:
        yield made


@pytest.mark.parametrize(("number", "heuristic"), [(43, "manhattan"), (43, "linear-conflict"), (17, "patterns")])
def test_iterations_have_the_nodes_of_one_thread(number: int, heuristic: str, two_workers: Cluster) -> None:
    puzzle = korf(number)
    length = int(list(dataset("korf100").instances())[number - 1].figures["length"])
    expected = counts_of_one_thread(puzzle, heuristic, length)
    for workers in (LocalThreads(1), LocalThreads(2), DaskCluster(two_workers.address)):
        with workers:
            found, solution = solve_and_count(puzzle, workers, heuristic=heuristic)
        assert found == expected
        assert solution.length == length and solution.optimal


@pytest.mark.parametrize("heuristic", NATIVE_HEURISTICS)
def test_a_search_broken_off_anywhere_can_be_divided(heuristic: str) -> None:
    """However often and wherever: the nodes of all parts are those of the whole."""
    puzzle, numbers = korf(17), random.Random(1)
    search = subtree_search(puzzle, heuristic, "default")
    counts = counts_of_one_thread(puzzle, heuristic, search.lower_bound + 14)
    bound, whole = next((bound, nodes) for bound, nodes in counts.items() if nodes[0] > 50_000)
    search.begin("", bound)
    search.run(1)
    generated, expanded = search.generated, search.expanded
    waiting, pieces = divide(search.save(), 3), 0
    while waiting:
        search.restore(waiting.pop(numbers.randrange(len(waiting))))
        status = search.run(numbers.randrange(1, 5000))
        generated += search.generated
        expanded += search.expanded
        pieces += 1
        if status == "running":
            parts = divide(search.save(), numbers.randrange(1, 9))
            assert parts
            waiting += parts
    assert (generated, expanded) == whole and pieces > 20


def test_parts_become_as_small_as_a_task(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No subtree keeps one worker busy while the others have nothing left to do."""
    monkeypatch.setattr(hard_module, "TASK_SECONDS", 0.0)
    monkeypatch.setattr(hard_module, "TASKS_PER_SECOND", 1e9)
    monkeypatch.setattr(hard_module, "_SLICE", 10_000)
    path = tmp_path / "checkpoint.jsonl"
    with LocalThreads(2) as workers:
        solve_hard(korf(43), workers, Limits(nodes=8_000_000), heuristic="manhattan", checkpoint=path, subtrees=1)
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert max(record["generated"] for record in records) <= 10_100
    assert {"divided", "exhausted"} <= {record["outcome"] for record in records}


@pytest.mark.proof
def test_unfinished_subtrees_are_handed_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hard_module, "TASK_SECONDS", 0.0)  # no time: every task comes back after one slice
    monkeypatch.setattr(hard_module, "TASKS_PER_SECOND", 1e9)
    monkeypatch.setattr(hard_module, "_SLICE", 300)
    puzzle, divided = korf(43), 0

    def counted(state: Any, parts: int) -> list[Any]:
        nonlocal divided
        divided += 1
        return divide(state, parts)

    monkeypatch.setattr(hard_module, "divide", counted)
    expected = counts_of_one_thread(puzzle, "manhattan", 58)
    enough = sum(generated for generated, _ in expected.values()) + 20_000
    with LocalThreads(2) as workers:
        found, solution = solve_and_count(
            puzzle, workers, heuristic="manhattan", subtrees=100, limits=Limits(nodes=enough)
        )
    assert found == expected and divided > 300
    assert solution.outcome is Outcome.LIMIT


def test_a_limit_is_an_outcome() -> None:
    with LocalThreads(2) as workers:
        solution = solve_hard(korf(82), workers, Limits(seconds=0.5), heuristic="manhattan")
    assert solution.outcome is Outcome.LIMIT and solution.bound >= korf(82).start.manhattan(korf(82).goal)
    assert solution.stats.generated > 0 and not solution.moves


def test_a_checkpoint_is_not_repeated(tmp_path: Path) -> None:
    path, puzzle = tmp_path / "checkpoint.jsonl", korf(43)
    with LocalThreads(2) as workers:
        found, _ = solve_and_count(
            puzzle, workers, heuristic="manhattan", checkpoint=path, limits=Limits(nodes=5_000_000)
        )
        before = path.read_text()
        assert before.count("\n") > 100
        path.write_text(before + '{"line": 9')
        again, solution = solve_and_count(puzzle, workers, heuristic="manhattan", checkpoint=path)
    lines = [json.loads(line)["line"] for line in path.read_text().splitlines()]
    assert path.read_text().startswith(before) and len(lines) == len(set(lines))
    assert found.items() <= again.items() and again == counts_of_one_thread(puzzle, "manhattan", 64)
    assert solution.length == 64


def command(where: Cluster, checkpoint: Path) -> list[str]:
    board = "/".join(" ".join(map(str, row)) for row in korf(43).start.rows)
    return [sys.executable, "-m", "taquin", "solve", board, "--goal", "blank-first", "--heuristic", "manhattan",
            "--algorithm", "ida", "--engine", "native",
            "--scheduler", where.address, "--checkpoint", str(checkpoint), "--json"]  # fmt: skip


def test_killing_a_worker_and_the_client(two_workers: Cluster, tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint.jsonl"
    victim = two_workers.add_worker()
    with DaskCluster(two_workers.address) as workers:
        until(lambda: workers.slots() == 3)
    process = subprocess.Popen(command(two_workers, checkpoint), stdout=subprocess.PIPE)
    until(lambda: checkpoint.exists() and checkpoint.read_bytes().count(b"\n") > 50)
    victim.kill()
    until(lambda: checkpoint.read_bytes().count(b"\n") > 200)
    process.kill()
    process.communicate()
    before = checkpoint.read_bytes()
    done = subprocess.run(command(two_workers, checkpoint), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["length"] == 64 and found["optimal"]
    records = [json.loads(line) for line in checkpoint.read_text().splitlines()]
    lines = [record["line"] for record in records]
    assert len(lines) == len(set(lines)) and checkpoint.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    # Every finished iteration: the nodes of its subtrees and those above the cut are all of one thread's.
    for bound, counts in counts_of_one_thread(korf(43), "manhattan", 62).items():
        assert counts_in(checkpoint, korf(43), "manhattan", bound) == counts


def test_boards_that_need_no_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    nowhere = ["--scheduler", "tcp://127.0.0.1:1"]
    assert run(["solve", "1 2 3/4 0 5/7 8 6", "--format", "moves", *nowhere]) == 0
    assert capsys.readouterr().out == "RD\n"
    assert run(["solve", "2 1/3 0", *nowhere]) == 4
    assert run(["solve", "random", *nowhere]) == 3
    assert run(["solve", "1 2 3/4 0 5/7 8 6", "--algorithm", "astar", *nowhere]) == 2
    large = " ".join(map(str, [*range(1, 48), 0, 48]))
    assert run(["solve", large, *nowhere]) == 2
    board = "5 3 8 9/0 2 4 1/7 10 14 13/12 11 6 15"
    assert run(["solve", board, *nowhere]) == 2 and "no Dask scheduler" in capsys.readouterr().err


@pytest.mark.slow
def test_an_iteration_of_the_24_puzzle(two_workers: Cluster) -> None:
    puzzle = korf(38, "korf50")
    expected = counts_of_one_thread(puzzle, "patterns", 94)
    for workers in (LocalThreads(1), LocalThreads(2), LocalProcesses(2), DaskCluster(two_workers.address)):
        with workers:
            found, _ = solve_and_count(puzzle, workers, heuristic="patterns")
        assert {bound: found[bound] for bound in expected} == expected
