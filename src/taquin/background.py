"""Work in a thread of its own, whose end can be waited for whatever happens meanwhile.

`threading.Thread.join` does not do for that. Where Ctrl-C interrupts it, Python up to 3.12 takes the thread for ended
although it is at work. At the end of the program nobody waits for it then, and native code that is cut off aborts.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

__all__ = ["Background"]


class Background:
    """A thread that does some work and ends. RuntimeError where the system gives none."""

    def __init__(self, work: Callable[[], None], name: str | None = None) -> None:
        self._work = work
        self._over = threading.Event()
        self._process = os.getpid()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._work()
        finally:
            self._over.set()

    @property
    def ident(self) -> int | None:
        """The thread's number, as `threading.get_ident` tells it there."""
        return self._thread.ident

    @property
    def at_work(self) -> bool:
        """Whether it is at work; after a fork the other process has it."""
        return not self._over.is_set() and self._process == os.getpid()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the work is done, at most so long."""
        if self.at_work and not self._over.wait(seconds):
            return
        if self._over.is_set():
            self._thread.join()
