"""Overhead tables and learned weights: what the beams of medium boards know about them."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from taquin import Limits, Puzzle, improve, native, scramble
from taquin.anytime.scores import load_score, must_build_tables
from taquin.anytime.weights.board import as_file, board_weights, path_of
from taquin.cli import run as command
from taquin.tables import overhead, store
from taquin.tables.overhead import overhead_plan, overhead_tables
from taquin.tables.partition import squares
from tests.support import needs_core

LEARNED = sorted(path_of(1, 1).parent.glob("*x*.json"))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    monkeypatch.setattr(overhead, "_loaded", {})
    return tmp_path


@pytest.mark.parametrize("shape", [(4, 4), (5, 5), (4, 7), (7, 5), (8, 8), (4, 16)])
def test_squares_divide_every_board(shape: tuple[int, int]) -> None:
    width, height = shape
    found = squares(width, height)
    assert len(set(found)) == 4
    for partition in found:
        assert sorted(chain.from_iterable(partition)) == list(range(width * height - 1))
        assert max(map(len, partition)) == 4


@needs_core
def test_a_plan_turns_tables_back_to_the_board() -> None:
    plan = overhead_plan(5, 7)
    for partition in plan.partitions:
        for pattern, tiles, frame in partition:
            assert tuple(frame[tile] for tile in tiles) == pattern.home
            assert sorted(frame) == list(range(35))
    assert len(plan.patterns) < sum(map(len, plan.partitions))  # mirror images share


@needs_core
def test_tables_are_built_kept_and_read_again(cache: Path) -> None:
    assert overhead_tables(4, 4, seconds=0) is None  # no time to build them
    assert overhead_tables(4, 4, memory=1000) is None
    assert overhead_tables(4, 4, stopped=lambda: True) is None
    assert not list(cache.glob("*.table"))
    assert overhead_tables(4, 4) is not None
    plan = overhead_plan(4, 4)
    assert not plan.missing
    assert all(not store.verify(record).problem for record in store.records())
    overhead._loaded.clear()
    assert overhead_tables(4, 4, seconds=0) is not None  # from disk
    path = store.path_of(plan.patterns[0], "overhead")
    path.write_bytes(path.read_bytes()[:5000])  # cut off: reported, and built again
    overhead._loaded.clear()
    warnings: list[str] = []
    assert overhead_tables(4, 4, on_warning=warnings.append) is not None
    assert len(warnings) == 1 and "cut off" in warnings[0] and warnings[0].endswith("; it is set aside and built again")
    assert not store.verify(store.Record(path, path.stat().st_size, "")).problem


@needs_core
def test_the_command_line_builds_them(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    built: list[tuple[int, ...]] = []
    monkeypatch.setattr(overhead, "overhead_tables", lambda *shape, **told: built.append(shape))
    monkeypatch.setattr(overhead, "overhead_paths", lambda *shape: [])  # none of them is really built here
    assert command(["tables", "build", "8x8"]) == 0
    assert built == [(8, 8)]
    assert command(["tables", "build", "8x8", "--memory", "1M"]) == 6 and built == [(8, 8)]
    assert "the small tables of 8x8 have 53.8 MB; 1.0 MB of memory are allowed" in capsys.readouterr().err
    assert command(["tables", "build", "11x9"]) == 2
    assert "100 cells" in capsys.readouterr().err


@needs_core
def test_thin_and_large_boards_do_without() -> None:
    assert overhead_tables(3, 9) is None
    assert overhead_tables(6, 11) is None
    assert overhead_tables(11, 11) is None


@needs_core
@pytest.mark.parametrize("path", LEARNED, ids=lambda path: path.stem)
def test_learned_weights_fit_their_shape(path: Path) -> None:
    shape, _, slides = path.stem.partition("-")
    width, height = map(int, shape.split("x"))
    weights = board_weights(width, height, "mtm" if slides else "stm")
    assert weights is not None
    phases = weights.packed(native.core.WEIGHT_UNIT)
    borders = [begin for *_, begin in phases]
    assert borders == sorted(borders, reverse=True)
    assert borders[-1] == 0
    for tile, row, column, overheads, *_ in phases:
        assert len(tile) == (width * height) ** 2
        assert (len(row), len(column)) == (height, width)
        assert len(overheads) == sum(map(len, overhead_plan(width, height).partitions))
    assert as_file(weights) == json.loads(path.read_text())


def test_there_are_weights_for_the_common_shapes() -> None:
    assert {path.stem for path in LEARNED} >= {"5x5", "6x6", "7x7", "8x8"}
    assert board_weights(3, 9) is None
    assert board_weights(11, 9) is None


@needs_core
@pytest.mark.parametrize("shape", [(4, 4), (4, 16), (6, 5), (7, 8), (7, 10), (9, 8), (10, 10)])
def test_weights_are_transferred_to_every_shape_that_has_tables(shape: tuple[int, int]) -> None:
    groups = [len(group) for partition in squares(*shape) for group in partition]
    weights = board_weights(*shape)
    assert weights is not None
    for tile, row, column, overheads, _, begin in weights.packed(native.core.WEIGHT_UNIT):
        cells = len(row) * len(column)
        assert (len(column), len(row)) == shape
        assert all(
            tile[home * cells + home] < min(tile[home * cells + c] for c in near(*shape, home))
            for home in range(cells - 1)
        )
        assert len(overheads) == len(groups)
        assert 0 <= begin < 4 * cells


def near(width: int, height: int, cell: int) -> list[int]:
    """The cells three away from one."""
    y, x = divmod(cell, width)
    return [c for c in range(width * height) if abs(c // width - y) + abs(c % width - x) == 3]


@needs_core
def test_tables_of_another_version_do_not_take_the_time(cache: Path) -> None:
    assert overhead_tables(4, 4) is not None
    path = store.path_of(overhead_plan(4, 4).patterns[0], "overhead")
    path.write_bytes(path.read_bytes() + b"more")
    overhead._loaded.clear()
    assert overhead_plan(4, 4).missing == overhead_plan(4, 4).patterns[:1]
    assert overhead_tables(4, 4, seconds=0) is None


@needs_core
def test_larger_boards_use_the_tables_of_a_part(cache: Path) -> None:
    plan = overhead_plan(10, 8)
    assert all((pattern.width, pattern.height) == (6, 6) for pattern in plan.patterns)
    for partition in plan.partitions:
        assert sorted(chain.from_iterable(tiles for _, tiles, _ in partition)) == list(range(79))
        for pattern, tiles, frame in partition:
            assert tuple(frame[tile] for tile in tiles) == pattern.home
            assert sorted(frame) == [*range(36), *[36] * 44]
    without = load_score(10, 8, Limits(seconds=1), lambda: False)  # no time to build them
    score = load_score(10, 8, Limits(), lambda: False)
    assert score is not None and without is not None and without is not score
    assert load_score(10, 8, Limits(), lambda: False) is score
    assert load_score(10, 8, Limits(), lambda: False, build=False) is score
    assert load_score(10, 8, Limits(memory=50 << 20), lambda: False) is None
    assert load_score(11, 8, Limits(), lambda: False) is None
    puzzle = Puzzle(scramble(10, 8, seed=3))
    *_, solution = improve(puzzle, Limits(nodes=3_000_000), threads=1)
    assert puzzle.start.play(solution.moves) == puzzle.goal
    assert len(solution.moves) < 2 * puzzle.start.manhattan(puzzle.goal)


@needs_core
def test_an_answer_comes_before_tables_are_built(cache: Path) -> None:
    puzzle = Puzzle(scramble(6, 6, seed=3))
    assert must_build_tables(6, 6, Limits(seconds=600)) and not must_build_tables(6, 6, Limits(seconds=1))
    stream = improve(puzzle, Limits(seconds=600), threads=1)
    assert isinstance(stream, Generator)
    first, second = next(stream), next(stream)
    assert (first.algorithm, second.algorithm) == ("construct", "descent")
    assert len(second.moves) < len(first.moves) and overhead_plan(6, 6).missing  # nothing is built yet
    for better in stream:
        assert len(better.moves) <= len(second.moves)
        if not overhead_plan(6, 6).missing:
            break
    stream.close()
    assert not must_build_tables(6, 6, Limits(seconds=600))


@needs_core
def test_a_search_with_tables_is_as_valid_as_one_without(cache: Path) -> None:
    puzzle = Puzzle(scramble(5, 4, seed=8))
    without = list(improve(puzzle, Limits(seconds=0.3), threads=1))
    assert overhead_tables(5, 4) is not None
    with_tables = list(improve(puzzle, Limits(seconds=0.3), threads=1))
    for solution in (*without, *with_tables):
        assert puzzle.is_solution(solution.moves)


@needs_core
def test_a_table_that_another_process_writes_is_not_waited_for_once_the_search_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    pattern = overhead_plan(4, 4).patterns[0]
    stop, found = threading.Event(), list[Any]()
    with store.lock(pattern, "overhead"):
        waiting = threading.Thread(target=lambda: found.append(overhead._obtain(pattern, stop.is_set)), daemon=True)
        waiting.start()
        waiting.join(1.0)
        assert waiting.is_alive()  # at the lock
        stop.set()
        waiting.join(30.0)
        assert not waiting.is_alive() and len(found) == 1
    assert not store.path_of(pattern, "overhead").exists()
