"""Searches that are kept in a file: written in time, continued after a crash, removed once all is proven."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from taquin import (
    Limits,
    Puzzle,
    Solving,
    TaquinError,
    scramble,
)
from taquin.anytime import construct
from taquin.cli import run as command
from taquin.datasets import dataset
from taquin.notation import format_board
from taquin.optimal import Search, checkpoint
from taquin.tables import build, forget, table_set
from tests.support import holds, needs_core

HARD = list(dataset("korf100").instances())[87].puzzle
"""The hardest of Korf's 15-puzzles."""


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

    def spy(pattern: Any, on_building: Any, threads: int | None) -> memoryview:
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
    assert errors == f"taquin: goes on from {path}\ntaquin: saved to {path}; the same command continues\n"
    assert saved.progress().bound <= json.loads(output)["bound"] <= Search.load(path).progress().bound
    assert interrupted.returncode == 130 and json.loads(output)["outcome"] == "solved"


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
def test_a_continued_search_shows_its_best_at_once_and_goes_on_with_all_figures(tmp_path: Path) -> None:
    path, puzzle = tmp_path / "search", Puzzle(scramble(6, seed=2))
    first = Solving(puzzle, Limits(seconds=0.5), checkpoint=path).wait()
    assert first is not None
    continued = Solving(puzzle, Limits(seconds=0.2), checkpoint=path)
    shown = next(iter(continued))
    assert (shown.moves, shown.bound) == (first.moves, first.bound)
    assert (shown.algorithm, shown.proved_by) == (first.algorithm, first.proved_by)
    assert shown.stats.seconds >= 0.5 and shown.stats.generated >= first.stats.generated > 0


@needs_core
def test_a_bound_from_a_checkpoint_keeps_the_checksums_of_its_tables(tmp_path: Path) -> None:
    path, puzzle = tmp_path / "search", HARD
    table_set(puzzle.goal)
    first = Solving(puzzle, Limits(nodes=400_000), threads=1, checkpoint=path).wait()
    assert first is not None and not first.optimal and first.checksums
    again = Solving(puzzle, Limits(seconds=0.001), prove=False, checkpoint=path).wait()
    assert again is not None and again.checksums == first.checksums and again.bound == first.bound


@needs_core
def test_a_checkpoint_is_not_continued_with_another_heuristic_or_other_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, board = tmp_path / "search", format_board(HARD.start, "line")
    manhattan = ["--algorithm", "ida", "--engine", "native", "--heuristic", "manhattan"]
    begin = ["solve", board, "--goal", "blank-first", "--checkpoint", str(path)]
    assert command([*begin, *manhattan, "--nodes", "100000"]) == 5
    for other in ([], ["--tables", "default"], [*manhattan[:-1], "linear-conflict"]):
        capsys.readouterr()
        assert command([*begin, *other, "--nodes", "200000"]) == 2
        assert (
            "is the checkpoint of IDA* with manhattan: continue that, or name another file" in capsys.readouterr().err
        )
    assert command([*begin, *manhattan, "--nodes", "200000"]) == 5
    path.unlink()
    assert command([*begin, "--tables", "default", "--nodes", "1000"]) == 5
    capsys.readouterr()
    assert command([*begin, "--tables", "large", "--nodes", "1000"]) == 2
    assert "IDA* with patterns (default)" in capsys.readouterr().err
