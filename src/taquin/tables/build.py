"""From a pattern to its table: from memory, from disk, or built now."""

from __future__ import annotations

from functools import lru_cache
from math import perm
from weakref import WeakKeyDictionary, WeakValueDictionary

from taquin import memory, native
from taquin.errors import TableError
from taquin.result import Building
from taquin.tables import store
from taquin.tables.obtain import OnBuilding, OnWarning, Recipe, building_threads, obtained, run_builder, warn
from taquin.tables.pattern import Pattern

__all__ = ["Building", "building_bytes", "checksum_of", "obtain", "require_memory", "table_bytes"]

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
    return native.core.PatternBuilder.memory_needed(place, building_threads(threads))


def obtain(
    pattern: Pattern,
    on_building: OnBuilding | None = None,
    on_warning: OnWarning | None = None,
    threads: int | None = None,
) -> native.core.PatternTable:
    """The native table of a canonical pattern. KeyboardInterrupt between two steps leaves nothing behind."""
    table = loaded.get(pattern)
    if table is None:
        recipe = Recipe(
            pattern,
            "distance",
            size=lambda: table_bytes(pattern),
            table=lambda bits, checksum: _table(pattern, bits, checksum),
            build=lambda: build(pattern, on_building, threads),
        )
        table = loaded[pattern] = obtained(recipe, on_building, on_warning)
    return table


def checksum_of(table: native.core.PatternTable) -> str:
    """The checksum of a table that `obtain` gave, as it was verified in memory; it follows from the pattern alone."""
    return _checksums[table]


def _table(pattern: Pattern, bits: memoryview | bytearray, checksum: str) -> native.core.PatternTable:
    """The table of these bits, whose checksum is known where they were read from a file."""
    place = space(pattern.width, pattern.height, len(pattern.home))
    table = native.core.PatternTable(place, list(pattern.home), pattern.blank, bits)
    _checksums[table] = checksum or f"{native.checksum(bits):016x}"
    return table


def build(pattern: Pattern, on_building: OnBuilding | None = None, threads: int | None = None) -> memoryview:
    """The bits of a table, built by so many threads, or by one a processor, up to four."""
    place = space(pattern.width, pattern.height, len(pattern.home))
    builder = native.core.PatternBuilder(place, list(pattern.home), pattern.blank, building_threads(threads))
    run_builder(builder, on_building)
    bits = store.empty_memory(place.table_bytes)
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
    warn(
        on_warning,
        f"building a table of {tiles} tiles takes {needed / 1e6:,.0f} MB, more than half of the {free / 1e6:,.0f} MB "
        "of memory that are free",
    )
    return True
