"""The examples in `examples/`: programs that run, notebooks that say what they said, and types that hold."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.notebooks import NOTEBOOKS, SIZE, executed, read, said
from tests.support import ROOT, example

FOLDER = ROOT / "examples"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_say_what_they_said(path: Path) -> None:
    """Executed in a kernel, every cell prints and shows the text that is saved, but for cells with measured times."""
    saved, fresh = read(path), executed(path)
    assert said(fresh) == said(saved)
    assert path.stat().st_size < SIZE, "a saved notebook stays small"


def test_asyncio_cancels_what_takes_too_long(capsys: pytest.CaptureFixture[str]) -> None:
    solve_within = example("async_solve").solve_within

    async def both() -> list[Any]:
        return list(await asyncio.gather(solve_within(3, 60), solve_within(8, 1)))

    small, large = asyncio.run(both())
    assert small.optimal
    assert large.solved and not large.optimal
    assert capsys.readouterr().out.count("cancelled") == 1


def test_many_boards_make_one_table() -> None:
    figures = example("many_boards").table(3)
    assert list(figures.length == figures.bound) == [True] * 3
    assert {"moves", "generated", "start"} <= set(figures.columns)


@pytest.fixture
def screen() -> Iterator[str]:
    """A screen, if need be one that nobody sees."""
    if display := os.environ.get("DISPLAY"):
        yield display
        return
    program = shutil.which("Xvfb")
    if program is None:
        pytest.skip("there is no screen, and no Xvfb")
    read_end, write_end = os.pipe()
    command = [program, "-displayfd", str(write_end), "-nolisten", "tcp", "-screen", "0", "640x480x24"]
    server = subprocess.Popen(command, pass_fds=[write_end], stderr=subprocess.DEVNULL)
    os.close(write_end)
    try:
        with os.fdopen(read_end) as told:
            yield f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


@pytest.mark.parametrize("what", ["lives_while_it_solves", "stops_its_search"])
def test_a_window(what: str, screen: str) -> None:
    """In a process of its own: Tk ends the one that it is in when the screen goes."""
    pytest.importorskip("tkinter")
    done = subprocess.run(
        [sys.executable, "-m", "tests.windows", what],
        cwd=ROOT, env={**os.environ, "DISPLAY": screen}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


PYRIGHT = ROOT / "node_modules" / ".bin" / "pyright"


@pytest.mark.skipif(
    not PYRIGHT.exists() and os.environ.get("TAQUIN_REQUIRE_BROWSER") != "1",  # where nothing may be left out
    reason="pyright is not installed: npm install does it",
)
def test_the_examples_are_typed_for_editors_too() -> None:
    """mypy reads them with everything else (`make lint`)."""
    programs = [str(path) for path in sorted(FOLDER.glob("*.py"))]
    done = subprocess.run(
        [PYRIGHT, "--pythonpath", sys.executable, *programs], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0 and "0 errors" in done.stdout, done.stdout + done.stderr
