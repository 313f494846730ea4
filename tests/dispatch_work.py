"""Functions that the tests run on workers; importable there by name."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from taquin.batch.work import warnings_of_task


def double(items: Sequence[int]) -> list[int]:
    return [2 * item for item in items]


def warn_and_double(items: Sequence[int]) -> list[int]:
    """Every task warns of the same, and one of something else too."""
    warnings_of_task().extend(["a table is damaged", *(["seven"] if 7 in items else [])])
    return double(items)


def sleepy(items: Sequence[int]) -> list[int]:
    """Later items are faster, so that they finish before earlier ones."""
    for item in items:
        time.sleep(0.02 if item % 5 == 0 else 0.001)
    return [2 * item for item in items]


def fail_on_seven(items: Sequence[int]) -> list[int]:
    if 7 in items:
        raise ArithmeticError("seven")
    return list(items)


def die_on_seven(items: Sequence[int]) -> list[int]:
    """A poisonous item: whoever works on it dies at once."""
    if 7 in items:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return [2 * item for item in items]


def die_once(folder: Path, items: Sequence[int]) -> list[int]:
    """A worker that dies in the middle of a task, the first time that item 7 is done."""
    if 7 in items:
        try:
            (folder / "died").touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
        except FileExistsError:
            pass
    time.sleep(0.01)
    return [2 * item for item in items]
