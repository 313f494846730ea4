"""Batch on a real Dask cluster: the same results as here, and nothing lost or done twice whatever is killed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from taquin import TaquinError, solve
from taquin.batch import DaskCluster, solve_many
from taquin.batch.dispatch import dispatch
from taquin.cli import run
from taquin.datasets import dataset
from tests.cluster import Cluster, cluster, until
from tests.dispatch_work import die_on_seven, double, fail_on_seven
from tests.test_batch import SLOW, SLOWLY, lines_written, results

pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("cluster"), 2) as made:
        yield made


def without_times(path: Path) -> list[dict[str, Any]]:
    return [
        {key: value for key, value in result.items() if key not in ("seconds", "crc32")} for result in results(path)
    ]


def test_results_are_those_of_one_machine(two_workers: Cluster, tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    boards = tmp_path / "boards.txt"
    lines = [" ".join(map(str, instance.puzzle.start)) for instance in dataset("random-3x3-40").instances()]
    boards.write_text("\n".join([*lines, "1 2 3 4", "bad line"]))
    command = [sys.executable, "-m", "taquin", "batch", str(boards), "--quiet", "-o"]
    assert subprocess.run([*command, str(here), "--pool", "threads"], env=SLOWLY).returncode == 3
    assert subprocess.run([*command, str(there), "--scheduler", two_workers.address], env=SLOWLY).returncode == 3
    assert len(without_times(here)) == 42 and without_times(there) == without_times(here)


def test_solve_many_takes_dasks_executor(two_workers: Cluster) -> None:
    from distributed import Client

    puzzles = [instance.puzzle for instance in dataset("random-3x2-20").instances()]
    with Client(two_workers.address, set_as_default=False) as client:
        lengths = [solution.length for solution in solve_many(puzzles, client.get_executor(pure=False))]
        assert lengths == [solve(puzzle).length for puzzle in puzzles]
        with DaskCluster(client) as workers:
            assert [solution.length for solution in solve_many(puzzles, workers)] == lengths
        assert client.status == "running"  # the caller's client stays open


def test_errors_come_out(two_workers: Cluster) -> None:
    with DaskCluster(two_workers.address) as workers, pytest.raises(ArithmeticError, match="seven"):
        list(dispatch(range(20), fail_on_seven, workers))


def test_a_callback_that_never_returns_holds_nothing_up(two_workers: Cluster) -> None:
    """All of Dask's clients in a process share one thread for callbacks; whoever blocks it must not block us."""
    from distributed import Client

    blocked, release = threading.Event(), threading.Event()

    def block(_: object) -> None:
        blocked.set()
        release.wait()

    with Client(two_workers.address, set_as_default=False) as client, DaskCluster(two_workers.address) as workers:
        future = client.submit(int)
        future.add_done_callback(block)
        assert blocked.wait(60)
        with ThreadPoolExecutor(1) as aside:
            try:
                results = aside.submit(lambda: list(dispatch(range(20), double, workers))).result(timeout=60)
            finally:
                release.set()
    assert [item for part in results for item in part] == list(range(0, 40, 2))


def test_a_request_under_way_when_the_connection_is_lost(two_workers: Cluster) -> None:
    """Its error comes before the client itself notices anything."""
    from distributed.comm.core import CommClosedError

    with DaskCluster(two_workers.address) as workers, pytest.raises(TaquinError, match="run the same command again"):
        workers.lost(CommClosedError("stream is closed"))


def test_a_killed_worker_loses_nothing(two_workers: Cluster, tmp_path: Path) -> None:
    victim = two_workers.add_worker()
    with DaskCluster(two_workers.address) as workers:
        until(lambda: workers.slots() == 3)
    out = tmp_path / "results.jsonl"
    with client_process(two_workers, out) as process:
        until(lambda: lines_written(tmp_path) >= 5)
        victim.kill()
        assert process.wait(timeout=120) == 0
    assert [result["line"] for result in results(out)] == list(range(1, 41))


def test_a_killed_client_goes_on_where_it_stopped(two_workers: Cluster, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    process = client_process(two_workers, out, "--unordered")
    until(lambda: lines_written(tmp_path) >= 5)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert 5 <= lines_written(tmp_path) < 40
    assert client_process(two_workers, out, "--unordered").wait(timeout=120) == 0
    assert sorted(result["line"] for result in results(out)) == list(range(1, 41))


def client_process(where: Cluster, out: Path, *options: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "taquin", "batch", SLOW, "-o", str(out), "--scheduler", where.address, *options]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL)


def test_a_board_that_kills_every_worker_is_given_up(tmp_path: Path) -> None:
    # The scheduler of the tests gives a task up when it has taken two workers with it: once among others, once alone.
    with cluster(tmp_path, 5) as made, DaskCluster(made.address) as workers:
        until(lambda: workers.slots() == 5)
        parts = list(dispatch(range(12), die_on_seven, workers, give_up=lambda item: -item))
    assert [result for part in parts for result in part] == [-7 if item == 7 else 2 * item for item in range(12)]


def test_a_scheduler_that_is_not_there() -> None:
    with pytest.raises(TaquinError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:1"):
        DaskCluster("tcp://127.0.0.1:1", timeout=0.5)


def test_a_scheduler_that_goes_away(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    with cluster(tmp_path, 1) as made:
        process = subprocess.Popen(
            [sys.executable, "-m", "taquin", "batch", SLOW, "-o", str(out), "--scheduler", made.address],
            stderr=subprocess.PIPE,
            text=True,
        )
        until(lambda: lines_written(tmp_path) >= 3)
        made.scheduler.kill()
        _, complaint = process.communicate(timeout=60)
    assert process.returncode not in (0, 1) and "run the same command again" in complaint, complaint
    done = lines_written(tmp_path)
    assert done < 40
    assert run(["batch", SLOW, "-o", str(out), "--pool", "threads", "--quiet"]) == 0
    assert sorted(json.loads(line)["line"] for line in out.read_text().splitlines()) == list(range(1, 41))
