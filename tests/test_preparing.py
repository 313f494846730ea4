"""What hints want is made ready beforehand, in a thread that holds nobody up."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from taquin import Board, TableError, TaquinError, hint, memory, native, prepare, scramble
from taquin.anytime.weights import board
from taquin.tables import is_built
from tests.support import needs_core

PATIENT = 600_000
"""Milliseconds that no hint here needs."""


@needs_core
@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_missing_tables_are_built_and_hints_are_proven(empty_cache: Path, metric: Any) -> None:
    goal = Board.blank_first(4, 3)
    preparing = prepare(4, 3, goal="blank-first", metric=metric)
    parts = [preparing.part]
    while not preparing.done:
        parts.append(preparing.part)
        time.sleep(0.001)
    assert preparing.wait() and preparing.proves
    assert parts == sorted(parts) and preparing.part == 1
    assert is_built(goal, "default") or metric == "mtm"
    found = hint(scramble(4, 3, seed=1, goal=goal), goal, budget_ms=PATIENT, rank=True, metric=metric)
    assert found.optimal and found.moves is not None
    assert {ranked.verdict for ranked in found.moves} <= {"best", "also best", "worse"}


@needs_core
def test_who_stops_it_has_no_half_table_and_may_begin_again(empty_cache: Path) -> None:
    preparing = prepare(4)
    while preparing.part == 0 and not preparing.done:
        time.sleep(0.001)
    preparing.stop()
    assert preparing.wait() is False and preparing.done and preparing.part < 1
    assert not is_built(Board.blank_last(4), "default") and not list(empty_cache.glob("*.tmp"))
    assert hint(scramble(4, seed=1), budget_ms=16).move is not None


@needs_core
def test_tables_that_do_not_fit_into_the_memory_are_an_error_and_hints_go_on(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "free_memory", lambda *_: 1_000_000)
    preparing = prepare(4)
    with pytest.raises(TableError, match="memory are free"):
        preparing.wait()
    assert preparing.done and not preparing.proves
    assert hint(scramble(4, seed=1), budget_ms=16).move is not None


def test_where_nothing_can_be_proven_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert prepare(5, threads=1).wait() is False
    assert prepare(1, 6).wait() is True
    monkeypatch.setattr(native, "core", None)
    assert prepare(3).wait() is False


@pytest.mark.parametrize(
    "ask",
    [
        lambda: prepare("4"),  # type: ignore[arg-type]
        lambda: prepare(4, goal=Board.blank_last(3)),
        lambda: prepare(4, tables="huge"),  # type: ignore[arg-type]
        lambda: prepare(4, metric="slides"),  # type: ignore[arg-type]
        lambda: prepare(4, threads=0),
    ],
)
def test_what_cannot_be_meant_is_refused_in_one_line(ask: Any) -> None:
    with pytest.raises(TaquinError) as refused:
        ask()
    assert "\n" not in str(refused.value)


@needs_core
def test_a_program_may_end_while_it_prepares(empty_cache: Path) -> None:
    script = "from taquin import prepare; one = prepare(4); one.wait(0.2); print(one.done)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "False\n", "")


@needs_core
def test_other_threads_go_on_while_the_weights_of_a_large_board_are_read() -> None:
    """Nobody takes the interpreter from a thread here, so the counter counts only while the core lets go of it."""
    weights = board.board_weights(10, 10)
    assert weights is not None
    symmetry, unit = weights.symmetry, native.core.WEIGHT_UNIT
    packed = weights.packed(unit)
    count, over = 0, False

    def go_on() -> None:
        nonlocal count
        while not over:
            count += 1
            time.sleep(0)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    thread = threading.Thread(target=go_on)
    try:
        thread.start()
        begun = count
        native.core.LearnedWeights(symmetry, unit, packed)
        counted = count - begun
    finally:
        over = True
        sys.setswitchinterval(before)
        thread.join()
    assert counted > 0
