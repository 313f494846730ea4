"""Ctrl-C at random moments of every command that can run long: its end, with what it has so far, and nothing half done.

Each command is a program of its own, with its own folder and cache. It gets one signal, after a time that is drawn.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from taquin.cli.exits import Exit
from taquin.notation import format_board
from taquin.random_boards import scramble

FAR = "15 14 8 12/10 11 13 9/2 6 5 1/3 7 4 0"
LONGEST_WAIT = 3.0
"""Seconds after which the signal comes at the latest."""
LONGEST_END = 2.0
"""Seconds of the processor within which a command has ended after it; a machine that is busy gets ten times as long."""
ROUNDS = int(os.environ.get("TAQUIN_INTERRUPTS", "10"))
"""Signals for each command."""
LARGE = format_board(scramble(20, seed=1), "line")

COMMANDS: dict[str, list[str]] = {
    "analyse": ["analyse", LARGE, "UD" * 300, "--time", "20", "--notation", "blank"],
    "batch": ["batch", "random-4x4-1000", "-o", "results.jsonl"],
    "batch to a pipe": ["batch", "random-3x3-9999", "--pool", "threads"],
    "check": ["check", "large.txt"],
    "classroom": ["classroom", "002", "--file", FAR],
    "classroom mistakes": ["classroom", "mistakes"],
    "compare": ["compare", FAR, "--svg", "compare.svg"],
    "datasets": ["datasets", "random-3x3-99999"],
    "depths": ["depths", "3x3", "--svg", "depths.svg"],
    "exercises": ["exercises", "4x4", "--depth", "40"],
    "explain": ["explain", "large.txt"],
    "hint": ["hint", LARGE, "--budget", "20000"],
    "improve": ["improve", "3x3.txt", "moves.txt", "--time", "20"],
    "lab run": ["lab", "run", "antipodes", "-o", "records.jsonl"],
    "random": ["random", "4x4", "--distance", "60", "--count", "100"],
    "solve": ["solve", FAR],
    "solve, all": ["solve", FAR, "--all"],
    "solve, checkpoint": ["solve", FAR, "--checkpoint", "saved"],
    "solve, in slides": ["solve", FAR, "--metric", "mtm"],
    "solve, large": ["solve", LARGE, "--time", "20"],
    "solve, one thread": ["solve", LARGE, "--time", "20", "--threads", "1"],
    "solve, teaching": ["solve", FAR, "--algorithm", "astar"],
    "tables build": ["tables", "build", "4x4"],
    "tables build, small": ["tables", "build", "6x6"],
    "trace": ["trace", FAR, "--svg", "tree.svg"],
    "web": ["web", "--no-browser"],
}
"""Each with something that takes longer than three seconds, most of them at least."""
WITH_ANSWER = {"solve, large": "Solved!", "solve, one thread": "Solved!", "improve": "Yours"}
"""What a command prints of the best so far: these have it within a moment."""


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_at_a_random_moment(name: str, tmp_path: Path) -> None:
    for number in range(ROUNDS):
        folder = tmp_path / str(number)
        folder.mkdir()
        interrupt(name, folder, random.Random(f"{name} {number}").uniform(0, LONGEST_WAIT))


def interrupt(name: str, folder: Path, wait: float) -> None:
    """Start a command, send Ctrl-C after so many seconds, and look at what it leaves."""
    (folder / "large.txt").write_text(format_board(scramble(400, seed=1), "rows"))
    (folder / "3x3.txt").write_text("1 2 3/4 5 6/7 8 0")
    (folder / "moves.txt").write_text("ULDR" * 3000)
    environment = {**os.environ, "TAQUIN_CACHE": str(folder / "cache")}
    environment.pop("PYTEST_CURRENT_TEST", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "taquin", *COMMANDS[name]],
        stdin=subprocess.DEVNULL,
        stdout=(folder / "stdout").open("wb"),
        stderr=(folder / "stderr").open("wb"),
        cwd=folder,
        env=environment,
        # A shell that runs us in the background makes its children ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    sleep(wait)
    process.send_signal(signal.SIGINT)
    sent = monotonic()
    try:
        code = process.wait(timeout=10 * LONGEST_END)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        pytest.fail(f"{name}: no end {monotonic() - sent:.1f} s after Ctrl-C, which came after {wait:.3f} s")
    out, err = ((folder / stream).read_text(errors="replace") for stream in ("stdout", "stderr"))
    said = f"{name} after {wait:.3f} s: exit code {code}\n{err[-2000:]}"
    if "KeyboardInterrupt" in err and "__main__.py" not in err:
        return  # while Python itself was starting: the program had not begun
    assert "Traceback" not in out + err and "Error" not in err and "internal error" not in err, said
    assert code in (Exit.INTERRUPTED, -signal.SIGINT) or code in list(Exit), said
    if code == -signal.SIGINT:  # Python itself had not begun yet, or was at its end
        assert not err, said
    if code == Exit.INTERRUPTED and not out and name != "hint":
        assert err in ("", "taquin: interrupted\n") or "interrupted" in err, said
    if name in WITH_ANSWER and code == Exit.INTERRUPTED and out:
        assert WITH_ANSWER[name] in out, said
    no_halves(folder, said)


def no_halves(folder: Path, said: str) -> None:
    """Files are whole or not there, and nothing temporary is left."""
    names = [path.name for path in folder.rglob("*") if path.is_file()]
    assert not [name for name in names if name.endswith((".tmp", ".damaged"))], (said, names)
    for picture in folder.glob("*.svg"):
        assert picture.read_text().rstrip().endswith("</svg>"), said
    for results in folder.glob("*.jsonl"):
        for line in results.read_text().splitlines():
            json.loads(line)
    for table in (folder / "cache").rglob("*.table"):
        environment = {**os.environ, "TAQUIN_CACHE": str(folder / "cache")}
        command = [sys.executable, "-m", "taquin", "tables", "verify"]
        assert subprocess.run(command, env=environment, capture_output=True).returncode == 0, (said, table)
        break
