"""The marks that nobody writes: they are found where they should be, and nowhere else."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import Any

import pytest

from taquin import Board
from taquin import solve as answer


def marks(request: pytest.FixtureRequest) -> set[str]:
    return {mark.name for mark in request.node.iter_markers()}


def use(**options: Any) -> dict[str, Any]:
    return options


def in_another_thread() -> bool:
    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    return True


@pytest.fixture
def version() -> str:
    return subprocess.check_output([sys.executable, "--version"], text=True)


def test_a_program_is_found_behind_a_fixture(version: str, request: pytest.FixtureRequest) -> None:
    assert version.startswith("Python") and marks(request) == {"journey"}


def test_a_thread_is_found_behind_a_helper(request: pytest.FixtureRequest) -> None:
    assert in_another_thread() and marks(request) == {"threads"}


def test_a_number_of_threads_is_found(request: pytest.FixtureRequest) -> None:
    assert use(threads=2) and marks(request) == {"threads"}


def test_the_engine_is_found_by_any_name(request: pytest.FixtureRequest) -> None:
    assert answer(Board.parse("1 2 3/4 5 6/7 0 8")).length == 1 and marks(request) == {"threads"}


def test_other_tests_have_no_mark(request: pytest.FixtureRequest) -> None:
    assert use(processes=2) and marks(request) == set()
