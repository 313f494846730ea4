"""Ctrl-C at any moment of the program: its end with 130 and at most one line, never a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from taquin.background import Background
from tests.support import needs_core

STARTED = """
import os, runpy, signal, sys
from importlib.abc import MetaPathFinder

class Interrupting(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if asked or name == "taquin":
            asked.append(name)
        if len(asked) == NUMBER:
            os.kill(os.getpid(), signal.SIGINT)

asked = []
sys.meta_path.insert(0, Interrupting())
sys.argv = ["taquin", "check", "1 2 3/4 0 5/7 8 6"]
try:
    runpy.run_module("taquin", run_name="__main__", alter_sys=True)
finally:
    print(*asked)
"""
"""Starts the program, and sends Ctrl-C when it asks for its import of this number; says what it imported."""


def start(number: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", STARTED.replace("NUMBER", str(number))],
        capture_output=True,
        text=True,
        timeout=60,
        # A shell that runs us in the background makes its children ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def test_next_to_nothing_is_imported_before_ctrl_c_is_heeded() -> None:
    done = start(-1)
    assert done.returncode == 0 and "Solvable" in done.stdout
    imports = done.stdout.splitlines()[-1].split()
    assert set(imports[: imports.index("taquin.cli")]) <= {"taquin", "taquin.__main__", "types", "signal", "enum"}


@pytest.mark.parametrize("number", [*range(4, 8), *range(10, 65, 5)])
def test_ctrl_c_while_the_program_is_loaded(number: int) -> None:
    done = start(number)
    assert done.returncode == 130
    assert done.stderr in ("", "taquin: interrupted\n")


def test_ctrl_c_does_not_take_a_thread_that_works_for_one_that_has_ended() -> None:
    """As `threading.Thread.join` does, whereupon the end of the program cuts off native code, and aborts."""
    leave = threading.Event()

    def work() -> None:
        leave.wait()

    background = Background(work)
    # A shell that runs us in the background makes us ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    interrupted = threading.main_thread().ident or 0
    threading.Timer(0.1, signal.pthread_kill, [interrupted, signal.SIGINT]).start()  # which wakes it, too
    try:
        with pytest.raises(KeyboardInterrupt):
            background.wait(30)
    finally:
        signal.signal(signal.SIGINT, before)
    assert background.at_work
    leave.set()
    background.wait()
    assert not background.at_work


@needs_core
@pytest.mark.journey
def test_a_python_program_that_is_interrupted_while_tables_are_built_does_not_abort(tmp_path: Path) -> None:
    script = "from taquin import scramble, solve; print(0, flush=True); solve(scramble(4, seed=1))"
    for number in range(3):
        program = subprocess.Popen(
            [sys.executable, "-c", script],
            env={**os.environ, "TAQUIN_CACHE": str(tmp_path / str(number))},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        assert program.stdout is not None and program.stdout.readline() == "0\n"
        time.sleep(0.4 + 0.3 * number)
        program.send_signal(signal.SIGINT)
        errors = program.communicate(timeout=60)[1]
        assert "terminate called" not in errors and program.returncode != -signal.SIGABRT
