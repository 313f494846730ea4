"""Ctrl-C at any moment of the program: its end with 130 and at most one line, never a traceback."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

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
