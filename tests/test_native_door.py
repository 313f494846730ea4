"""The compiled core as a module: its types, what it says of itself, and what it does with wrong arguments."""

from __future__ import annotations

import ast
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from taquin import native
from tests.support import ROOT

pytestmark = pytest.mark.skipif(native.ENGINE != "native", reason="the compiled core is not installed")

core = native.core
STUBS = {"taquin._core": ROOT / "src" / "taquin" / "_core.pyi", "taquin_learn": ROOT / "src" / "taquin_learn.pyi"}
HOME = [1, 2, 3, 4, 5, 6, 7, 8, 0]


# Types


@pytest.mark.parametrize("module", STUBS)
def test_the_tracked_types_are_those_of_the_module(module: str, tmp_path: Path) -> None:
    pytest.importorskip("nanobind")
    pytest.importorskip(module)
    fresh = tmp_path / "fresh.pyi"
    settings = ("--quiet", "--config", ROOT / "pyproject.toml", fresh)
    for command in (
        ("nanobind.stubgen", "--quiet", "--module", module, "--output-file", fresh),
        ("ruff", "check", "--fix", "--ignore", "E501", *settings),
        ("ruff", "format", *settings),
    ):
        subprocess.run([sys.executable, "-m", *map(str, command)], check=True, cwd=tmp_path)
    assert fresh.read_text() == STUBS[module].read_text(), "core/bind/ has changed: run `make stub`"


def definitions(path: Path) -> Iterator[tuple[str, ast.ClassDef | ast.FunctionDef]]:
    tree = ast.parse(path.read_text())
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name, node
        if isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{part.name}", part) for part in node.body if isinstance(part, ast.FunctionDef))


DEFINITIONS = [found for path in STUBS.values() for found in definitions(path)]


@pytest.mark.parametrize(("name", "node"), DEFINITIONS, ids=[name for name, _ in DEFINITIONS])
def test_everything_in_the_module_is_described(name: str, node: ast.ClassDef | ast.FunctionDef) -> None:
    text = (ast.get_docstring(node) or "").strip()
    assert len(text.split()) > 3, f"{name} needs a sentence"
    assert text.endswith((".", ".)")), f"{name}: {text}"
    if isinstance(node, ast.FunctionDef):
        given = [part for part in (*node.args.args, *node.args.kwonlyargs) if part.arg != "self"]
        assert not node.args.posonlyargs and node.args.vararg is None and node.args.kwarg is None
        assert not [part.arg for part in given if part.arg.startswith("arg")], "every argument has a name"
        types = [part.annotation for part in given] + [node.returns]
        for kind in types:
            assert kind is not None and not {"object", "Any"} & set(ast.unparse(kind).replace("[", " ").split())


# What the core can hold


def test_the_limits_are_the_cores() -> None:
    for name in ("PATTERN_CELLS", "DISTANCE_TABLE_CELLS", "DENSE_ENUMERATION_CELLS", "BOARD_BEAM_CELLS"):
        assert getattr(native, name) == getattr(core, name) > 0
    assert native.MAX_THREADS == core.MAX_THREADS
    assert native.SMALL_POSITION_CELLS < native.BOARD_BEAM_CELLS
    assert len(native.pack([0] * core.PACKED_CELLS)) == 8


@pytest.mark.parametrize(
    ("most", "make"),
    [
        (native.PATTERN_CELLS, lambda cells: core.PlacementSpace(1, cells, 1)),
        (native.MANHATTAN_CELLS, lambda cells: core.manhattan_search(2, cells // 2, range(cells), range(cells))),
        (native.DISTANCE_TABLE_CELLS, lambda cells: core.DistanceTable(cells, 1, range(cells), False)),
        (native.DENSE_ENUMERATION_CELLS, lambda cells: core.DenseEnumeration(2, cells // 2, 0, False)),
        (native.SPARSE_ENUMERATION_CELLS, lambda cells: core.SparseEnumeration(cells, 1, 0, False)),
        (native.OVERHEAD_CELLS, lambda cells: core.OverheadBuilder(1, cells, [0], 1)),
        (native.OVERHEAD_TILES, lambda tiles: core.OverheadBuilder(4, 4, list(range(tiles)), 15)),
        (native.BOARD_BEAM_CELLS, lambda cells: core.BoardScores(10, cells // 10, None, None, 1.0, 1.0)),
        (native.LONGEST_SIDE, lambda side: core.replay(side, range(side), "")),
        (native.LARGEST_BOUND, lambda bound: core.manhattan_search(3, 3, HOME, HOME).begin("", bound)),
    ],
)
def test_a_limit_is_what_is_held_and_no_more(most: int, make: Callable[[int], Any]) -> None:
    make(most)
    with pytest.raises(ValueError):
        make(most + (10 if most == native.BOARD_BEAM_CELLS else 2))


def test_without_the_core_nothing_fits() -> None:
    code = """
from taquin import Board, native
from taquin.replay import core_holds
from taquin.optimal import small_enough
from taquin.tables import MAX_CELLS
from taquin.tables.overhead import fits
assert native.core is None and native.PATTERN_CELLS == MAX_CELLS == native.LONGEST_SIDE == 0
board = Board.blank_last(3)
assert not core_holds(board) and not small_enough(board) and not any(fits(n, n) for n in range(1, 12))
"""
    environment = {"TAQUIN_ENGINE": "python", "PATH": ""}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)


# Wrong arguments


def pattern_table(blank: int = 8, frame: list[int] | None = None) -> None:
    space = core.PlacementSpace(3, 3, 8)
    table = core.PatternTable(space, list(range(8)), blank, bytearray(space.table_bytes))
    core.Heuristic(3, 3, HOME, [[(table, list(range(9)) if frame is None else frame)]])


REFUSED: dict[str, Callable[[], Any]] = {
    "a board without a blank": lambda: core.replay(3, list(range(1, 10)), "UUUUU"),
    "a board that is no rectangle": lambda: core.replay(2, [1, 2, 3, 4, 0], "U"),
    "a move off the board": lambda: core.replay(3, HOME, "D"),
    "windows without a blank": lambda: core.Windows(3, list(range(1, 10)), "U", 1, 10),
    "windows off the board": lambda: core.Windows(3, HOME, "UUUUUU", 1, 10),
    "a sweep without a width": lambda: core.Descent(3, HOME, HOME, 1, sweep_width=0),
    "a flow that ends nowhere": lambda: core.Descent(3, HOME, HOME, 1, flow_stop=float("nan")),
    "more threads than any machine has": lambda: core.Descent(3, HOME, HOME, 1, threads=10**6),
    "an unsolvable descent": lambda: core.Descent(3, [2, 1, 3, 4, 5, 6, 7, 8, 0], HOME, 1),
    "a builder's blank off the board": lambda: core.PatternBuilder(core.PlacementSpace(3, 3, 2), [0, 1], 70, 1),
    "a builder with too many threads": lambda: core.PatternBuilder(core.PlacementSpace(3, 3, 2), [0, 1], 8, 10**9),
    "an overhead blank off the board": lambda: core.OverheadBuilder(4, 4, [0, 1], 200),
    "an overhead blank beneath a tile": lambda: core.OverheadBuilder(4, 4, [0, 1], 1),
    "a table's blank off the board": lambda: pattern_table(blank=99),
    "a frame that is no bijection": lambda: pattern_table(frame=[0] * 9),
    "a frame that parts neighbors": lambda: pattern_table(frame=[1, 0, 2, 3, 4, 5, 6, 7, 8]),
    "no table": lambda: core.Heuristic(3, 3, HOME, [[(None, list(range(9)))]]),  # type: ignore[list-item]
    "no tiles": lambda: core.PlacementSpace(3, 3, 0),
    "tiles for the whole board": lambda: core.PlacementSpace(6, 6, 36),
    "a shape whose cells wrap around": lambda: core.PlacementSpace(1431655766, 3, 1),
    "a bound below 0": lambda: core.manhattan_search(3, 3, HOME, HOME).begin("", -1),
    "a bound above all": lambda: core.manhattan_search(3, 3, HOME, HOME).begin("", 10**9),
    "a split below 0": lambda: core.manhattan_search(3, 3, HOME, HOME).split(20, -1),
    "a split below all": lambda: core.manhattan_search(3, 3, HOME, HOME).split(20, 10**9),
    "a split into too many": lambda: core.manhattan_search(4, 4, range(16), range(16)[::-1]).split(1000, 40),
    "solutions in the other metric": lambda: core.DistanceTable(3, 3, HOME, True).solution(HOME[::-1]),
    "a beam to be widened": lambda: core.Descent(3, HOME, HOME, 1).narrow(2.0),
    "values that no board has": lambda: core.count_smaller_after([2**31 - 1]),
    "cells that no board has": lambda: core.neighbor_cells(2**20, 2**20),
}


@pytest.mark.parametrize("call", REFUSED.values(), ids=REFUSED)
def test_a_wrong_argument_is_a_value_error(call: Callable[[], Any]) -> None:
    with pytest.raises((ValueError, TypeError) if call is REFUSED["no table"] else ValueError):
        call()


@pytest.mark.journey
def test_no_argument_ends_the_program() -> None:
    done = subprocess.run([sys.executable, "-m", "tests.hostile_calls"], capture_output=True, text=True, cwd=ROOT)
    *_, before, last = ["", *done.stdout.splitlines()]
    assert done.returncode == 0, f"exit {done.returncode} after {last}\n{done.stderr[-2000:]}"
    assert last.endswith(" calls") and int(last.split()[0]) > 5000, before


# A second thread


def large_board() -> dict[str, Any]:
    goal = [*range(1, 101 * 101), 0]
    return {"width": 101, "start": [*goal[-2::-1], 0], "goal": goal}


def long_way() -> dict[str, Any]:
    return {"width": 5, "tiles": [*range(1, 25), 0], "moves": "ULDR" * 50_000, "seed": 1, "beam": 10_000}


WORKERS: dict[str, tuple[Callable[[], Any], list[Callable[[Any], Any]]]] = {
    "Descent": (
        lambda: core.Descent(**large_board(), seed=1),
        [
            lambda one: one.run(1.0),
            lambda one: one.path(),
            lambda one: one.part(0),
            lambda one: one.narrow(0.5),
            lambda one: one.conclude(),
            lambda one: one.progress,
            lambda one: one.flowing,
            lambda one: one.sweeping,
            lambda one: one.settled,
            lambda one: one.generated,
            lambda one: one.expanded,
        ],
    ),
    "Windows": (
        lambda: core.Windows(**long_way()),
        [
            lambda one: one.run(1.0),
            lambda one: one.path(),
            lambda one: one.length,
            lambda one: one.generated,
            lambda one: one.expanded,
        ],
    ),
    "GroupBound": (
        lambda: core.GroupBound(**large_board()),
        [lambda one: one.run(1.0), lambda one: one.run_steps(1), lambda one: one.bound, lambda one: one.groups],
    ),
    "Construction": (
        lambda: core.Construction(**large_board()),
        [lambda one: one.run(1.0), lambda one: one.path(), lambda one: one.length, lambda one: one.progress],
    ),
}
"""What works in slices, and all that can be asked of it."""


@pytest.mark.parametrize(("make", "calls"), WORKERS.values(), ids=WORKERS)
def test_a_second_thread_is_refused(make: Callable[[], Any], calls: list[Callable[[Any], Any]]) -> None:
    """It would spoil what the first one is at work on."""
    for call in calls:
        worker = make()
        while not refused(worker, call):  # a slice that is over before it was asked for
            worker = make()
        call(worker)  # the first one has left


def refused(worker: Any, call: Callable[[Any], Any]) -> bool:
    """Whether a call was refused while another thread was at work on a slice."""

    def work() -> None:
        while True:
            try:
                worker.run(50.0)
            except RuntimeError:  # the other one came first
                continue
            return

    thread = threading.Thread(target=work)
    thread.start()
    message = ""
    while thread.is_alive() and not message:
        try:
            call(worker)
        except RuntimeError as error:
            message = str(error)
    thread.join()
    assert message in ("", "another thread is using this object")
    return bool(message)
