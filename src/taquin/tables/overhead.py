"""Overhead tables: what groups of up to four tiles cost beyond their Manhattan distance (overhead.hpp of the core).

They make the beams of medium boards better, so they are wanted at once or not at all: `overhead_tables` loads those
that are on disk, and builds what is missing only where that takes little of the time there is. One set serves every
goal of a shape, because those beams work towards a goal with the blank last. Where a file must not be used, a warning
says so, and its table is built again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from pathlib import Path
from typing import Final

from taquin import native
from taquin.errors import TableError
from taquin.memory import allowed_memory, free_memory
from taquin.tables import store
from taquin.tables.obtain import OnWarning
from taquin.tables.partition import squares
from taquin.tables.pattern import Pattern, canonical

__all__ = [
    "LARGEST_CELLS",
    "OverheadPlan",
    "fits",
    "overhead_paths",
    "overhead_plan",
    "overhead_tables",
    "require_room",
]

_WHOLE_CELLS: Final = native.OVERHEAD_CELLS
"""Squares of up to so many cells have tables of their own; larger boards use those of a part of theirs."""
LARGEST_CELLS: Final = native.BOARD_BEAM_CELLS
"""The most cells that a board with tables has; 0 without the core, which makes them."""
_LONGEST_SIDE: Final = isqrt(LARGEST_CELLS)
"""Cells along the longer side of the boards that have tables."""
_PART = 6
"""Cells along each side of that part: the tables of all patterns together fit into a processor's cache."""
SMALLEST_SIDE = 4
"""Narrower boards are cut apart by most placements, which makes building slow and the tables useless."""
_KIND = "overhead"
_SECONDS_PER_ENTRY = 75e-9
"""Seconds that building takes for each placement, on one core (measured 2026-10)."""
_SLICE_SECONDS = 0.02
"""Seconds of building between two looks at whether to stop."""
_KEPT = 4
"""Shapes whose tables stay loaded."""
_loaded: dict[tuple[int, int], native.core.OverheadTables] = {}


@dataclass(frozen=True, slots=True)
class OverheadPlan:
    """Which tables a shape needs: for each partition the pattern, its tiles and the frame it is used in."""

    partitions: tuple[tuple[tuple[Pattern, tuple[int, ...], tuple[int, ...]], ...], ...]

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """Every pattern once."""
        return tuple(dict.fromkeys(pattern for partition in self.partitions for pattern, _, _ in partition))

    @property
    def bytes(self) -> int:
        """The size of all tables."""
        return sum(map(_bytes, self.patterns))

    @property
    def missing(self) -> tuple[Pattern, ...]:
        """The patterns whose tables are not on disk, or not whole, or of another version."""
        return tuple(pattern for pattern in self.patterns if not _complete(pattern))


def _bytes(pattern: Pattern) -> int:
    entries: int = (pattern.width * pattern.height + 1) ** len(pattern.home)
    return (entries + 3) // 4


def _complete(pattern: Pattern) -> bool:
    try:
        return store.path_of(pattern, _KIND).stat().st_size == store.HEADER + _bytes(pattern)
    except OSError:
        return False


def forget_others(width: int, height: int) -> None:
    """Let go of the loaded tables of all other shapes."""
    for shape in list(_loaded):
        if shape != (width, height):
            _loaded.pop(shape, None)


@lru_cache(maxsize=16)
def overhead_plan(width: int, height: int) -> OverheadPlan:
    """The tables for a shape."""
    partitions = []
    for groups in squares(width, height):
        uses = []
        for group in groups:
            pattern, frame = _framed(width, height, group)
            uses.append((pattern, tuple(map(frame.index, pattern.home)), frame))
        partitions.append(tuple(uses))
    return OverheadPlan(tuple(partitions))


def _in_parts(width: int, height: int) -> bool:
    """Whether a shape uses the tables of a part: large boards do, and rectangles, which would need many tables each."""
    return width * height > _WHOLE_CELLS or (width != height and min(width, height) >= _PART)


def _framed(width: int, height: int, group: tuple[int, ...]) -> tuple[Pattern, tuple[int, ...]]:
    """The pattern of a group, and where each cell of the board lies in its table. A cell that the table does not have
    gets the number after its last cell."""
    if not _in_parts(width, height):
        return canonical(width, height, group, width * height - 1)
    left = _begin([cell % width for cell in group], width)
    top = _begin([cell // width for cell in group], height)
    cells = {(top + y) * width + left + x: y * _PART + x for y in range(_PART) for x in range(_PART)}
    home = tuple(cells[cell] for cell in group)
    pattern, frame = canonical(_PART, _PART, home, max(set(cells.values()) - set(home)))
    return pattern, tuple(frame[cells[cell]] if cell in cells else len(cells) for cell in range(width * height))


def _begin(places: list[int], length: int) -> int:
    """The first row, or column, of a part that has these in its middle, as far as the board allows."""
    return min(max((min(places) + max(places) + 1 - _PART) // 2, 0), length - _PART)


def fits(width: int, height: int) -> bool:
    """Whether there are tables for this shape: none without the core."""
    if width * height <= _WHOLE_CELLS:
        return min(width, height) >= SMALLEST_SIDE
    return max(width, height) <= _LONGEST_SIDE


def overhead_paths(width: int, height: int) -> list[Path]:
    """The files of a shape's tables, which need not exist."""
    return (
        [store.path_of(pattern, _KIND) for pattern in overhead_plan(width, height).patterns]
        if fits(width, height)
        else []
    )


def building_seconds(width: int, height: int) -> float:
    """About how long it takes to build the tables that a shape still lacks."""
    if (width, height) in _loaded:
        return 0.0
    return 4 * _SECONDS_PER_ENTRY * sum(map(_bytes, overhead_plan(width, height).missing))


def require_room(width: int, height: int) -> None:
    """Raise TableError where the tables of a shape take more memory than is free, or than somebody has allowed."""
    needed, free = overhead_plan(width, height).bytes if fits(width, height) else 0, free_memory()
    if needed > free:
        which = "free" if allowed_memory() is None else "allowed"
        raise TableError(
            f"the small tables of {width}x{height} have {needed / 1e6:,.1f} MB; {free / 1e6:,.1f} MB of memory are "
            f"{which}"
        )


def overhead_tables(
    width: int,
    height: int,
    *,
    seconds: float | None = None,
    memory: int | None = None,
    stopped: Callable[[], bool] = lambda: False,
    on_warning: OnWarning | None = None,
) -> native.core.OverheadTables | None:
    """The native tables for a shape; None where it has none, or they take more memory or seconds than there are."""
    if not fits(width, height):
        return None
    plan = overhead_plan(width, height)
    if memory is not None and plan.bytes > memory:
        return None
    found = _loaded.get((width, height))
    if found is None:
        if seconds is not None and building_seconds(width, height) > seconds:
            return None
        tables: dict[Pattern, bytes | memoryview] = {}
        for pattern in plan.patterns:
            table = _obtain(pattern, stopped, on_warning)
            if table is None:
                return None
            tables[pattern] = table
        found = native.core.OverheadTables(
            [
                [
                    (tables[pattern], pattern.width * pattern.height, list(tiles), list(frame))
                    for pattern, tiles, frame in uses
                ]
                for uses in plan.partitions
            ]
        )
        while len(_loaded) >= _KEPT:
            _loaded.pop(next(iter(list(_loaded))), None)  # a copy: other threads may load as well
        _loaded[width, height] = found
    return found


def _obtain(
    pattern: Pattern, stopped: Callable[[], bool], on_warning: OnWarning | None = None
) -> bytes | memoryview | None:
    """A table from disk, or built now and kept; None where building was stopped."""
    damaged = False
    try:
        file = store.open_table(pattern, _KIND)
        file.require_size(_bytes(pattern))
        return file.read()
    except FileNotFoundError:
        pass
    except (TableError, OSError) as error:
        damaged = not isinstance(error, store.OtherVersion)
        if on_warning is not None:
            on_warning(f"{error}; it is set aside and built again" if damaged else f"{error}: it is built again")
    builder = native.core.OverheadBuilder(pattern.width, pattern.height, list(pattern.home), pattern.blank)
    while not stopped():
        if builder.step(_SLICE_SECONDS):
            table = builder.table()
            _keep(pattern, table, stopped, damaged)
            return table
    return None


class _Stopped(Exception):
    """Ends the waiting for another process."""


def _keep(pattern: Pattern, table: bytes, stopped: Callable[[], bool], damaged: bool) -> None:
    """Write a table to disk, and set a damaged one aside. Where there is no place, or no time to wait for another
    writer, it is used from memory.
    """

    def look_up() -> None:
        if stopped():
            raise _Stopped

    with contextlib.suppress(OSError, _Stopped), store.lock(pattern, _KIND, look_up):
        if damaged:
            store.set_aside(pattern, _KIND)
        store.write_table(pattern, table, _KIND)
