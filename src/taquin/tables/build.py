"""From a pattern to its table: from memory, from disk, or built now.

What cannot be written (a full or read-only disk) is still used from memory; a warning says so. The warnings go to a
callback, never to the screen.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from math import perm
from time import perf_counter
from weakref import WeakKeyDictionary, WeakValueDictionary

from taquin import memory, native
from taquin.background import Background
from taquin.errors import TableError
from taquin.processors import count_processors
from taquin.result import Building
from taquin.tables import store
from taquin.tables.pattern import Pattern

__all__ = ["Building", "building_bytes", "checksum_of", "obtain", "require_memory", "table_bytes"]

_SLICE_SECONDS = 0.015
"""Seconds between two looks at the clock and at whether to stop."""
_MOST_THREADS = 4
"""Threads of a builder at most, where nobody asks for more. Each has a bit set of its own: further ones cost more
memory than they save time."""

OnBuilding = Callable[[Building], None]
OnWarning = Callable[[str], None]

loaded: WeakValueDictionary[Pattern, native.core.PatternTable] = WeakValueDictionary()
_checksums: WeakKeyDictionary[native.core.PatternTable, str] = WeakKeyDictionary()
"""Of the bits that each table has in memory."""


@lru_cache(maxsize=16)
def space(width: int, height: int, tiles: int) -> native.core.PlacementSpace:
    """The coordinates that all patterns of so many tiles share."""
    native.require_native()
    return native.core.PlacementSpace(width, height, tiles)


def table_bytes(pattern: Pattern) -> int:
    """The size of a table."""
    return space(pattern.width, pattern.height, len(pattern.home)).table_bytes


def building_bytes(pattern: Pattern, threads: int | None = None) -> int:
    """The memory that building a table takes, with the threads that `build` would use."""
    place = space(pattern.width, pattern.height, len(pattern.home))
    return native.core.PatternBuilder.memory_needed(place, _threads(threads))


def _threads(asked: int | None) -> int:
    """Threads to build with: never more than somebody asked for, nor than there are processors."""
    return min(asked or _MOST_THREADS, count_processors())


def obtain(
    pattern: Pattern,
    on_building: OnBuilding | None = None,
    on_warning: OnWarning | None = None,
    threads: int | None = None,
) -> native.core.PatternTable:
    """The native table of a canonical pattern. KeyboardInterrupt between two steps leaves nothing behind."""
    table = loaded.get(pattern)
    if table is None:
        table = _open_or_warn(pattern, on_warning) or _build_and_keep(pattern, on_building, on_warning, threads)
        loaded[pattern] = table
    return table


def checksum_of(table: native.core.PatternTable) -> str:
    """The checksum of a table that `obtain` gave, as it was verified in memory; it follows from the pattern alone."""
    return _checksums[table]


def _table(pattern: Pattern, bits: memoryview | bytearray, checksum: str = "") -> native.core.PatternTable:
    """The table of these bits, whose checksum is known where they were read from a file."""
    place = space(pattern.width, pattern.height, len(pattern.home))
    table = native.core.PatternTable(place, list(pattern.home), pattern.blank, bits)
    _checksums[table] = checksum or f"{native.checksum(bits):016x}"
    return table


@contextlib.contextmanager
def _meanwhile(work: Callable[[], None]) -> Iterator[None]:
    """Do some work in another thread while the block runs; what it raises comes out at the end."""
    error: BaseException | None = RuntimeError("the thread ended before its work")

    def attempt() -> None:
        nonlocal error
        try:
            work()
            error = None
        except BaseException as raised:
            error = raised

    try:
        thread = Background(attempt)
    except RuntimeError:  # no more threads to be had
        work()
        yield
        return
    try:
        yield
    finally:
        thread.wait()
    if error is not None:
        raise error


def _open(pattern: Pattern) -> native.core.PatternTable:
    """The table on disk, verified. Raises FileNotFoundError, TableError, or OSError where it cannot be read."""
    file = store.open_table(pattern)
    read: list[memoryview] = []
    # Reading a large table takes as long as the coordinates of its placements, which the size needs.
    with _meanwhile(lambda: read.append(file.read())):
        file.require_size(table_bytes(pattern))
    return _table(pattern, read[0], file.checksum)


def _open_or_warn(pattern: Pattern, on_warning: OnWarning | None) -> native.core.PatternTable | None:
    """The table on disk, None where there is none that may be used."""
    try:
        return _open(pattern)
    except FileNotFoundError:
        return None
    except store.OtherVersion as error:
        _warn(on_warning, f"{error}: it is built again and replaced")
        return None
    except (TableError, OSError) as error:
        _warn(on_warning, f"{error}; it is set aside and built again")
        return None


def _build_and_keep(
    pattern: Pattern, on_building: OnBuilding | None, on_warning: OnWarning | None, threads: int | None
) -> native.core.PatternTable:
    bits: bytearray | None = None
    try:
        with store.lock(pattern, waiting=lambda: on_building and on_building(Building(0, 1, 0.0))):
            damaged = False
            try:
                return _open(pattern)  # another process may have finished it while this one waited for the lock
            except (FileNotFoundError, store.OtherVersion):
                pass
            except (TableError, OSError):
                damaged = True
            bits = build(pattern, on_building, threads)
            if damaged:
                store.set_aside(pattern)
            store.write_table(pattern, bits)
    except OSError as error:
        _warn(on_warning, f"the table is not kept: {error}; set TAQUIN_CACHE to a place that can be written")
        return _table(pattern, build(pattern, on_building, threads) if bits is None else bits)
    # From the file: whether the disk gives back what it took is seen now, not by the next search.
    return _open_or_warn(pattern, on_warning) or _table(pattern, bits)


def build(pattern: Pattern, on_building: OnBuilding | None = None, threads: int | None = None) -> bytearray:
    """The bits of a table, built by so many threads, or by one a processor, up to four."""
    started = perf_counter()
    place = space(pattern.width, pattern.height, len(pattern.home))
    builder = native.core.PatternBuilder(place, list(pattern.home), pattern.blank, _threads(threads))
    done = False
    while True:
        if on_building is not None:
            on_building(Building(builder.found, builder.total, perf_counter() - started))
        if done:
            break
        done = builder.step(_SLICE_SECONDS)
    bits = bytearray(place.table_bytes)
    builder.copy_to(bits)
    return bits


def require_memory(pattern: Pattern, on_warning: OnWarning | None = None, threads: int | None = None) -> bool:
    """Raise TableError where the table has still to be built, and that takes more memory than is free. Where it takes
    more than half of it, a warning says so; whether one was given.
    """
    if pattern in loaded or store.is_kept(pattern):
        return False
    tiles, cells, free = len(pattern.home), pattern.width * pattern.height, memory.free_memory()
    which = "free" if memory.allowed_memory() is None else "allowed"
    least = perm(cells, tiles) // 8  # a bit for every placement; the regions of the blank come on top
    # What is far too large is not even measured: that alone would take gigabytes.
    needed = least if least > free else building_bytes(pattern, threads)
    if needed > free:
        raise TableError(
            f"a table of {tiles} tiles on {pattern.width}x{pattern.height} has at least {least / 1e6:,.0f} MB, and "
            f"building it takes several times that; {free / 1e6:,.0f} MB of memory are {which}: take fewer tiles a "
            "group"
        )
    if needed <= free // 2 or memory.allowed_memory() is not None:
        return False
    _warn(
        on_warning,
        f"building a table of {tiles} tiles takes {needed / 1e6:,.0f} MB, more than half of the {free / 1e6:,.0f} MB "
        "of memory that are free",
    )
    return True


def _warn(on_warning: OnWarning | None, message: str) -> None:
    if on_warning is not None:
        on_warning(message)
