"""Memory: what is allowed is kept by every command, also by several workers together."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from taquin import Board, Limits, Puzzle, native
from taquin.batch import LocalProcesses, LocalThreads, Settings
from taquin.cli import run
from taquin.errors import TableError
from taquin.memory import Allowance, allow, allowed_memory, free_memory, spare_memory
from taquin.notation import parse_board
from taquin.random_boards import TooManyBoards, layers
from taquin.tables.build import require_memory
from taquin.tables.pattern import Pattern

FAR = "13 10 2 12/8 6 7 11/15 0 1 4/14 5 3 9"
"""A board on which A* in Python takes far more memory than any of these tests allows."""
MB = 1 << 20


@pytest.fixture(autouse=True)
def nothing_said() -> Iterator[None]:
    before = allow(Allowance())
    yield
    allow(before)


def test_what_is_allowed_is_all_that_there_is() -> None:
    allow(Allowance(8 * MB))
    assert allowed_memory() == free_memory() == spare_memory() == 8 * MB
    assert Limits(seconds=1).memory == 8 * MB
    assert Limits(memory=5).memory == 5
    allow(Allowance(8 * MB, among=4))
    assert allowed_memory() == free_memory() == spare_memory() == Limits().memory == 2 * MB


def test_those_who_work_at_once_share_what_is_free(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/meminfo").write_text("MemAvailable:   4000 kB\n")
    allow(Allowance(among=4))
    assert free_memory(tmp_path) == 1000 * 1024 and spare_memory(tmp_path) == 500 * 1024
    assert allowed_memory() is None and Limits().memory is None
    allow(Allowance(1 << 40))
    assert free_memory(tmp_path) == spare_memory(tmp_path) == 4000 * 1024


def shares(number: int) -> tuple[int | None, int]:
    """What a worker is allowed, and what a search of its takes at most."""
    solution = Settings(limits=Limits(), options={"algorithm": "astar"}).solve(far())
    return allowed_memory(), solution.stats.memory


def far() -> Puzzle:
    return Puzzle(parse_board(FAR))


@pytest.mark.parametrize("kind", [LocalProcesses, LocalThreads])
def test_the_workers_of_a_pool_share_its_memory(kind: type[LocalProcesses] | type[LocalThreads]) -> None:
    with kind(2, 10 * MB) as workers:
        for allowed, taken in workers.executor.map(shares, range(2)):
            assert allowed == 5 * MB
            assert 4 * MB < taken < 5.1 * MB
    assert allowed_memory() is None


def test_boards_that_do_not_fit_are_not_visited() -> None:
    allow(Allowance(10 * MB))
    with pytest.raises(TooManyBoards, match="there is memory for"):
        for _ in layers(Board.blank_last(40)):
            pass


@pytest.mark.skipif(native.ENGINE != "native", reason="tables need the compiled core")
def test_tables_that_take_more_than_is_allowed_are_refused() -> None:
    pattern = Pattern(4, 4, (0, 1, 2, 3, 4, 5, 6), 15)
    allow(Allowance(50 * MB))
    with pytest.raises(TableError, match="52 MB of memory are allowed"):
        require_memory(pattern)


def test_the_option_holds_for_one_command(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", FAR, "--algorithm", "astar", "--memory", "1M", "--json"]) == 5
    assert allowed_memory() is None
    assert run(["batch", "random-2x2-3", "--memory", "100M", "--workers", "8", "--pool", "threads"]) == 0
    assert "--memory is for 3 at once instead of 8, with 35 MB each" in capfd.readouterr().err
    assert run(["batch", "random-2x2-3", "--memory", "100M", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "--memory is not for --scheduler" in capfd.readouterr().err
    assert allowed_memory() is None


COMMANDS = {
    "solve": ["solve", FAR, "--algorithm", "astar", "--nodes", "400000", "--json"],
    "trace": ["trace", FAR, "--nodes", "400000", "--format", "jsonl"],
    "batch": ["batch", "-", "--workers", "1", "--algorithm", "astar", "--nodes", "400000"],
    "random": ["random", "40", "--distance", "12", "--seed", "1"],
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_command_takes_no_more_than_it_is_allowed(command: list[str], tmp_path: Path) -> None:
    """Without the limit each of them takes more than a hundred megabytes."""
    taken = peak([*command, "--memory", "20M"], tmp_path) - peak(["doctor"], tmp_path)
    assert taken < 60 * MB, f"{taken / MB:.0f} MB"


def peak(arguments: list[str], folder: Path) -> int:
    """Bytes of the largest process of a command."""
    with (
        (folder / "boards").open("w+") as boards,
        subprocess.Popen(
            [sys.executable, "-m", "taquin", *arguments],
            stdin=boards,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        ) as process,
    ):
        boards.write(f"{FAR}\n")
        boards.flush()
        boards.seek(0)
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return used.ru_maxrss * 1024
