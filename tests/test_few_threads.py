"""Where the system gives no thread and no process more, the work is done with those that there are."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys

import pytest

from taquin.notation import format_board
from taquin.random_boards import scramble

AS_NOBODY = ["setpriv", "--reuid", "65534", "--clear-groups"]
"""The limit does not hold for root."""
BOARD = format_board(scramble(8, seed=1), "line")

COMMANDS = {
    "solve": (["solve", BOARD, "--threads", "4", "--time", "0.5"], 5, "Solved!"),
    "improve": (["improve", "1 2 3/4 0 5/7 8 6", "LRRD", "--threads", "4", "--time", "1"], 0, "2 moves saved"),
    "hint": (["hint", BOARD, "--budget", "300"], 0, "slide"),
    "batch": (["batch", "random-2x2-3", "--workers", "3"], 0, '"outcome": "solved"'),
    "batch on threads": (["batch", "random-2x2-3", "--workers", "3", "--pool", "threads"], 0, '"outcome": "solved"'),
}


def prefix() -> list[str]:
    """What comes before a command for which the limit holds."""
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("root may have as many processes as there are, and there is no setpriv to be somebody else")
    if subprocess.run([*AS_NOBODY, sys.executable, "-c", "import taquin.cli"], capture_output=True).returncode:
        pytest.skip("only root can read this Python")
    return AS_NOBODY


@pytest.mark.parametrize(("arguments", "code", "answer"), COMMANDS.values(), ids=COMMANDS)
def test_no_thread_to_be_had(arguments: list[str], code: int, answer: str) -> None:
    done = subprocess.run(
        [*prefix(), sys.executable, "-m", "taquin", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "TAQUIN_CACHE": "/dev/null/cache"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NPROC, (1, 1)),
    )
    assert done.returncode == code, done.stderr
    assert answer in done.stdout
    assert "Traceback" not in done.stderr and "internal error" not in done.stderr
