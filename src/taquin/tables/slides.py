"""Tables of distances in slides, for the multi-tile metric (core/patterns/coloring.hpp).

A slide moves tiles of several groups at once, so distances of groups do not add up, as they do in single-tile moves.
One table speaks of all tiles instead, and tells them apart only by the color of their home cell. A goal needs two: that
of the board read row by row, and that of its transpose. Both are the same one where the blank belongs to a diagonal of
a square. Goals are mirrored so that the blank belongs into the last rows and columns: 4x4 has four tables for all
goals. Tables of up to 12 cells have 0.4 MB at most, and are on no disk: they are made anew in a moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import factorial, prod
from typing import Final

from taquin import native
from taquin.board import Board
from taquin.tables import store
from taquin.tables.obtain import (
    OnBuilding,
    OnTable,
    OnWarning,
    Recipe,
    building_threads,
    obtained,
    one_by_one,
    run_builder,
)
from taquin.tables.pattern import Pattern

__all__ = [
    "MAX_CELLS",
    "SlideTables",
    "colored",
    "forget",
    "is_built",
    "is_loaded",
    "memory_needed",
    "memory_of_tables",
    "slide_tables",
]

MAX_CELLS: Final = native.SLIDE_TABLE_CELLS
"""The largest board that has such tables; 0 without the core, which makes them."""
KIND: Final = "tracks"
"""Of the files. The `home` of their patterns is the color of every goal cell, that of the blank's cell being 0."""
_COLORS: Final = 4
"""Kinds of tiles that are told apart."""
_SMALL_CELLS: Final = 12
"""Cells of the largest board whose tables are on no disk."""
_KEPT: Final = 3
"""Larger tables that stay in memory: those of two goals, one of them the usual one."""
_PICTURES: Final = {
    (4, 4, 15): "2211 3200 2300 3300",
}
"""Colors of goals, [width, height, blank], that were looked for; others are cut by `colored`."""

_loaded: dict[Pattern, tuple[native.core.SlideTable, str]] = {}
"""Tables and their checksums."""


@dataclass(frozen=True, slots=True)
class SlideTables:
    """The tables for one goal, loaded."""

    name: str
    rows: native.core.SlideTable
    columns: native.core.SlideTable
    checksum: str
    """The name of the set and a checksum of both, as that of `TableSet`."""


@lru_cache(maxsize=64)
def colored(width: int, height: int, blank: int) -> Pattern:
    """The colors of a goal whose blank belongs into the last rows and columns.

    Without a picture the cells are cut in reading order into groups of about the same size.
    """
    cells, picture = width * height, _PICTURES.get((width, height, blank), "").replace(" ", "")
    if picture:
        return Pattern(width, height, tuple(map(int, picture)), blank)
    order = [cell for cell in range(cells) if cell != blank]
    colors = [0] * cells
    for place, cell in enumerate(order):
        colors[cell] = _COLORS * place // len(order)
    return Pattern(width, height, tuple(colors), blank)


@lru_cache(maxsize=64)
def patterns(width: int, height: int, blank: int) -> tuple[Pattern, Pattern]:
    """What the two tables of a goal are for: read row by row, and column by column."""
    row, column = divmod(blank, width)
    row, column = max(row, height - 1 - row), max(column, width - 1 - column)
    return colored(width, height, row * width + column), colored(height, width, column * height + row)


def slide_tables(
    goal: Board,
    on_building: OnBuilding | None = None,
    on_warning: OnWarning | None = None,
    threads: int | None = None,
    on_table: OnTable | None = None,
) -> SlideTables:
    """Load the tables for a goal, building and keeping those that are missing."""
    native.require_native()
    used = patterns(*goal.shape, goal.blank)
    tables = {
        pattern: _obtain(pattern, on_building, on_warning, threads)
        for pattern in one_by_one(dict.fromkeys(used), on_table)
    }
    (rows, first), (columns, second) = (tables[pattern] for pattern in used)
    name = f"{goal.width}x{goal.height}-{KIND}"
    return SlideTables(name, rows, columns, f"{name}:{native.checksum(f'{first} {second}'.encode()):016x}")


def _obtain(
    pattern: Pattern, on_building: OnBuilding | None, on_warning: OnWarning | None, threads: int | None
) -> tuple[native.core.SlideTable, str]:
    known = _loaded.get(pattern)
    if known is None and _is_small(pattern):
        known = _loaded[pattern] = _table(pattern, build(pattern, threads=1), "")
    if known is None:
        recipe = Recipe(
            pattern,
            KIND,
            size=lambda: table_bytes(pattern),
            table=lambda bits, checksum: _table(pattern, bits, checksum),
            build=lambda: build(pattern, on_building, threads),
        )
        known = obtained(recipe, on_building, on_warning)
        large = [other for other in list(_loaded) if not _is_small(other)]  # a copy: other threads may load as well
        for other in large[: max(0, len(large) + 1 - _KEPT)]:
            _loaded.pop(other, None)
        _loaded[pattern] = known
    return known


def _table(pattern: Pattern, bits: memoryview | bytearray, checksum: str) -> tuple[native.core.SlideTable, str]:
    table = native.core.SlideTable(pattern.width, pattern.height, list(pattern.home), pattern.blank, bits)
    return table, checksum or f"{native.checksum(bits):016x}"


def build(pattern: Pattern, on_building: OnBuilding | None = None, threads: int | None = None) -> memoryview:
    """The bits of a table, built by so many threads, or by one a processor, up to four."""
    builder = native.core.SlideTableBuilder(
        pattern.width, pattern.height, list(pattern.home), pattern.blank, building_threads(threads)
    )
    run_builder(builder, on_building)
    bits = store.empty_memory(table_bytes(pattern))
    builder.copy_to(bits)
    return bits


def table_bytes(pattern: Pattern) -> int:
    """The size of a table: four bytes for every sequence of colors, in whole words of eight."""
    colors = [color for cell, color in enumerate(pattern.home) if cell != pattern.blank]
    sequences = factorial(len(colors)) // prod(factorial(colors.count(color)) for color in range(_COLORS))
    return (sequences + 1) // 2 * 8


def _is_small(pattern: Pattern) -> bool:
    return pattern.width * pattern.height <= _SMALL_CELLS


def _is_at_hand(pattern: Pattern) -> bool:
    return _is_small(pattern) or pattern in _loaded or store.is_kept(pattern, KIND)


def is_built(goal: Board) -> bool:
    """Whether the tables for this goal are loaded, on disk, or made in a moment."""
    return all(map(_is_at_hand, patterns(*goal.shape, goal.blank)))


def is_loaded(goal: Board) -> bool:
    """Whether the tables for this goal are in memory."""
    return all(pattern in _loaded for pattern in patterns(*goal.shape, goal.blank))


def memory_needed(goal: Board, threads: int | None = None) -> int:
    """The bytes of the tables, and of the work space of so many threads where some have still to be built."""
    used = dict.fromkeys(patterns(*goal.shape, goal.blank))
    missing = [pattern for pattern in used if not _is_at_hand(pattern)]
    space = max(map(table_bytes, missing), default=0) * (2 + building_threads(threads)) // 2
    return memory_of_tables(goal) + space


def memory_of_tables(goal: Board) -> int:
    """The bytes of the tables for this goal, once they are built."""
    return sum(map(table_bytes, dict.fromkeys(patterns(*goal.shape, goal.blank))))


def checksums_of_loaded(goal: Board) -> tuple[str, ...]:
    """The checksum of the set for a goal, where it is loaded."""
    return (slide_tables(goal).checksum,) if is_loaded(goal) else ()


def forget() -> None:
    """Let go of all loaded tables."""
    _loaded.clear()
