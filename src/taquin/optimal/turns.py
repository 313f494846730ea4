"""Turns: two ends of a search in one thread's worth of time.

The upper end works in the thread of whoever owns the search, the lower end in one of its own, because the building of a
table cannot be left half done. Only one of them is at work at any moment: the owner gives time, and stands still while
the lower end uses it up. A slice that takes longer than what was given is made up for by later turns.
"""

from __future__ import annotations

import threading
from typing import Final

__all__ = ["Turns"]

_LOOK_SECONDS: Final = 0.05
"""Seconds after which the owner looks up from a slice that takes long, so that it can be stopped."""


class Turns:
    """The time that the owner has given and the lower end has not used yet. It begins with none."""

    def __init__(self) -> None:
        self._seconds = 0.0
        self._free = False
        """Whether the lower end asks nobody."""
        self._stopped = False
        """Whether the lower end has come to its end, or is told to."""
        self._changed = threading.Condition()

    # In the owner's thread

    def give(self, seconds: float) -> None:
        """Let the lower end work for so long, as soon as that makes up for earlier slices, and wait for it."""
        with self._changed:
            self._seconds += seconds
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._seconds <= 0 or self._free or self._stopped, _LOOK_SECONDS)

    def set_free(self, free: bool) -> None:
        """Whether the lower end works without asking from now on, because the owner stands still anyway."""
        with self._changed:
            self._free = free
            self._changed.notify_all()

    # In the lower end's thread

    def take(self, seconds: float) -> None:
        """Say that so much has been used, and wait until it is this end's turn again."""
        with self._changed:
            self._seconds -= seconds
            self._changed.notify_all()
        self.wait_for_turn()

    def wait_for_turn(self) -> None:
        """Wait until there is time to be used."""
        with self._changed:
            self._changed.wait_for(lambda: self._seconds > 0 or self._free or self._stopped)

    # In either

    def stop(self) -> None:
        """Nobody waits for the other any more."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
