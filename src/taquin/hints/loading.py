"""The tables that prove plans, fetched in the background: a hint with a small budget does not wait for them.

Opening the default tables of a 15-puzzle takes 20 ms and the large ones 45 ms, because their checksums are verified
(2026-11-18). The complete table of a small board is on no disk: it is made, which takes longer still at ten cells
(core/optimal/distances.hpp). So the first hint for a goal starts a thread, and whichever hint finds the tables in
memory uses them. Of pattern tables only those that are on disk are loaded; none is built.
"""

from __future__ import annotations

import atexit
import threading
from contextlib import suppress
from time import perf_counter
from typing import Any, Final

from taquin.background import Background
from taquin.board import Board
from taquin.optimal.small import distances, loaded_distances, small_enough
from taquin.tables import Building, is_built, loaded_set, table_set

__all__ = ["Loading", "fetch_tables", "loaded_tables"]

_COMPLETE: Final = "complete"
"""The table of the distances of all boards; the other names are sizes of pattern tables."""
_MOST: Final = 8
"""Goals whose tables are loaded at the same time, or could not be loaded."""
_PATIENCE: Final = 10.0
"""Seconds that the end of the program waits for a thread at most: native code must not be cut off while it runs, and a
slow disk may take a second for the large tables."""

_loadings: dict[tuple[Board, str], Loading] = {}
_lock = threading.Lock()


class Loading:
    """One thread that fetches the tables of one goal."""

    def __init__(self, goal: Board, name: str) -> None:
        self._goal, self._name = goal, name
        self.failed = False
        self._thread = Background(self._load, f"taquin tables {name}")

    @property
    def under_way(self) -> bool:
        """Whether the thread is at work; after a fork the other process has it."""
        return self._thread.at_work

    def wait(self, until: float) -> None:
        """Wait for the tables, but no longer than this moment of `perf_counter`."""
        self._thread.wait(max(0.0, until - perf_counter()))

    def _load(self) -> None:
        try:
            if self._name == _COMPLETE:
                distances(self._goal)
            else:
                table_set(self._goal, self._name, on_building=_refuse)
        except Exception:  # damaged, unreadable, too large for the memory: hints then do without
            self.failed = True


def loaded_tables(goal: Board) -> Any:
    """The best tables for the goal that are in memory, None where there are none."""
    if small_enough(goal):
        return loaded_distances(goal)
    return loaded_set(goal, "large") or loaded_set(goal, "default")


def fetch_tables(goal: Board) -> Loading | None:
    """See to it that better tables than those in memory are on their way; None where there are none.

    The default tables come first, since they come soonest. A later hint fetches the large ones.
    """
    if small_enough(goal):
        return None if loaded_distances(goal) else _begin(goal, _COMPLETE)
    if loaded_set(goal, "large"):
        return None
    for size in ("large",) if loaded_set(goal, "default") else ("default", "large"):
        with suppress(OSError):  # a directory that nobody may look into
            if is_built(goal, size) and (coming := _begin(goal, size)):
                return coming
    return None


def _begin(goal: Board, name: str) -> Loading | None:
    """The thread for these tables, a new one where there is none; None where they cannot be loaded."""
    with _lock:
        known = _loadings.get((goal, name))
        if known is not None and known.under_way:
            return known
        if known is not None and known.failed:
            return None
        _loadings.pop((goal, name), None)
        if len(_loadings) >= _MOST:
            ended = [key for key, loading in _loadings.items() if not loading.under_way]
            if not ended:
                return None
            del _loadings[ended[0]]
        with suppress(RuntimeError):  # no more threads to be had
            _loadings[goal, name] = Loading(goal, name)
        return _loadings.get((goal, name))


def _refuse(building: Building) -> None:
    """A table that turns out to be damaged is not built again here: that takes seconds of all cores."""
    raise RuntimeError("the table has to be built")


@atexit.register
def _wait_for_all() -> None:
    until = perf_counter() + _PATIENCE
    for loading in list(_loadings.values()):
        loading.wait(until)
