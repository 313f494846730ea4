"""A search on disk: one file, replaced whole, so that a crash leaves the last good one.

Its first line, a JSON object, says what the file is and has the checksum of the second line, which is the state as
JSON. A file that was altered meanwhile is refused, because a proof would rest on it.
"""

from __future__ import annotations

import json
import weakref
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, Final
from zlib import crc32

from taquin.errors import TaquinError
from taquin.files import Lock, remove_drafts, write_whole

__all__ = ["LEFT_OUT", "Autosave", "read_checkpoint", "write_checkpoint"]

LEFT_OUT: Final = 2
"""Which paths the native searches leave out (core/optimal/detours.hpp). Goes up whenever these are others than before.
Of two ways to a board one version may leave out the first and another version the second; a search that is begun by the
one and continued by the other could miss both. So it is a part of the number of every format that holds a search which
is half done: of this file, and of what workers share (batch/door.py)."""
VERSION: Final = 7 + LEFT_OUT
"""The first number goes up with every change of the format."""
_FIRST_SAVE_SECONDS: Final = 0.5
"""Seconds until a search is saved for the first time; then twice as long every time."""
_LONGEST_UNSAVED_SECONDS: Final = 10.0
"""Seconds that a crash may cost at most."""


class Autosave:
    """The file that a search keeps itself in, and the rhythm in which it does so.

    A disk that does not take the file costs one warning, never the search. TaquinError where there is no such folder,
    and where another process keeps its search in the same file: each would overwrite what the other has saved. Within
    one process that is the caller's affair.
    """

    def __init__(self, path: Path, on_warning: Callable[[str], None] | None = None) -> None:
        if not path.parent.is_dir():
            raise TaquinError(f"{path.parent}: no such folder to save the search in; name a file in another one")
        self.path = path
        self._lock = _taken_lock(path)
        self._warn = on_warning or (lambda message: None)
        self._warned = False
        self._pause = _FIRST_SAVE_SECONDS
        self._next_save = perf_counter() + self._pause

    @property
    def due(self) -> bool:
        """Whether it is time to save again."""
        return perf_counter() >= self._next_save

    def save(self, write: Callable[[Path], None]) -> None:
        """Let `write` make the file. Every pause until the next time is twice as long as the one before it, up to ten
        seconds."""
        self._attempt(lambda: write(self.path), "the search is not saved, and goes on")
        self._pause = min(2 * self._pause, _LONGEST_UNSAVED_SECONDS)
        self._next_save = perf_counter() + self._pause

    def remove(self) -> None:
        """Delete the file, once there is nothing left to go on with, and its lock with it."""
        self._attempt(lambda: self.path.unlink(missing_ok=True), "the saved search stays, and is not needed any more")
        self._lock = None

    def _attempt(self, action: Callable[[], None], consequence: str) -> None:
        try:
            action()
        except (OSError, MemoryError) as error:
            if not self._warned:
                self._warned = True
                reason = "there is not enough memory" if isinstance(error, MemoryError) else error.strerror or error
                self._warn(f"{self.path}: {reason}: {consequence}")


_locks: weakref.WeakValueDictionary[Path, Lock] = weakref.WeakValueDictionary()
"""The locks of this process."""


def _taken_lock(path: Path) -> Lock | None:
    """The lock of a checkpoint, held until nobody needs it any more; None where there can be none."""
    place = path.resolve()
    lock = _locks.get(place)
    if lock is None:
        lock = Lock(place.with_name(place.name + ".lock"))
        try:
            if not lock.try_to_take():
                raise TaquinError(f"{path}: another run is saving its search there; name another file")
        except OSError:  # it cannot be saved there either, which is said when it is tried
            return None
        remove_drafts(place)
        _locks[place] = lock
    return lock


def write_checkpoint(path: Path, state: dict[str, Any]) -> None:
    """Write the state, all of it or nothing."""
    content = json.dumps(state).encode()
    header = json.dumps({"taquin": "search", "version": VERSION, "crc32": crc32(content)}).encode()
    write_whole(path, header + b"\n" + content)


def read_checkpoint(path: Path) -> dict[str, Any]:
    """The state in a file; raises TaquinError where it is none."""
    if path.exists() and not path.is_file():  # reading a pipe or a device might never end
        raise TaquinError(f"{path}: not a file that a search can be saved in; name another")
    first, _, content = path.read_bytes().partition(b"\n")
    header = _parsed(first)
    if header is None or header.get("taquin") != "search":
        raise TaquinError(f"{path}: not a saved search; name another file")
    if header.get("version") != VERSION:
        raise TaquinError(
            f"{path}: saved by another version of taquin ({header.get('version')}, not {VERSION}); "
            "delete it to begin the search anew"
        )
    state = _parsed(content) if header.get("crc32") == crc32(content) else None
    if state is None:
        raise TaquinError(f"{path}: the saved search is damaged; delete it to begin the search anew")
    return state


def _parsed(text: bytes) -> dict[str, Any] | None:
    """The JSON object in a text, None where there is none."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
