"""Pools: tables for many partitions, among which a search chooses those that suit its board.

A board of 5x5 with the blank in a corner of the goal has 2,182 partitions into four connected patterns of six tiles
(1,093 and their mirror images). They are made of 727 patterns, and turned and mirrored patterns share a table: 139
tables serve them all. Which partitions see most of what is in the way on one board is seen only on that board
(optimal/choice.py), so a pool has the tables of many, built once because somebody asked for it. A search finds it on
disk.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Final

from taquin.board import Board
from taquin.errors import TableError
from taquin.tables.build import obtain, require_memory, table_bytes
from taquin.tables.obtain import OnBuilding, OnWarning
from taquin.tables.partition import Partition, is_corner, partitions
from taquin.tables.pattern import Pattern, canonical
from taquin.tables.store import HEADER, directory, is_kept

__all__ = ["POOLS", "build_pool", "has_pools", "is_at_hand", "partitions_at_hand", "pool_patterns"]

_SIDE: Final = 5
"""Cells: the only boards with pools."""
_TILES: Final = 6
"""Tiles of a pattern."""
_FREQUENT: Final = """
    0.1.2.3.4.5-b6 0.1.2.3.4.6-b5 0.1.2.3.5.10-b4 0.1.2.3.5.6-b4 0.1.2.3.5.7-b4 0.1.2.3.6.11-b4 0.1.2.3.6.7-b4
    0.1.2.3.6.8-b4 0.1.2.3.8.13-b4 0.1.2.3.8.9-b4 0.1.2.5.6.11-b3 0.1.2.5.6.7-b3 0.1.2.5.7.10-b3 0.1.2.6.7.11-b3
    0.1.2.6.7.12-b3 0.1.2.7.11.12-b3 0.1.5.6.7.12-b2 0.1.5.6.7.8-b2 0.1.6.11.12.17-b2 0.1.6.7.11.16-b2
    1.2.3.5.6.10-b0 1.2.3.5.6.7-b0 1.2.3.5.6.8-b0 1.2.5.6.11.16-b0 1.2.5.6.7.10-b0 1.2.5.6.7.12-b0 1.2.6.7.11.12-b0
    1.2.6.7.11.16-b0 1.2.7.11.12.17-b0 1.6.11.12.13.17-b0 1.6.11.12.16.17-b0 1.6.11.12.17.22-b0 1.6.7.11.12.16-b0
    2.6.7.11.12.16-b0 2.6.7.11.12.17-b0 2.7.11.12.16.17-b0 6.7.8.11.12.13-b0 6.7.8.12.16.17-b0
"""
"""The tables of the small pool: home cells and the blank's region. `python -m learning.pool` chose them on 24 random
boards of our own."""
POOLS: Final = ("pool", "whole-pool")
"""Their names, the smallest first: tables that serve many boards, and all of them."""


def has_pools(goal: Board) -> bool:
    """Whether there are pools for this goal."""
    return goal.shape == (_SIDE, _SIDE) and is_corner(*goal.shape, goal.blank)


def pool_patterns(name: str) -> tuple[Pattern, ...]:
    """The tables of a pool. Those of the default partitions are among them."""
    return _every_pattern() if name == POOLS[-1] else _frequent_patterns()


def is_at_hand(goal: Board) -> bool:
    """Whether there is a pool for this goal on disk."""
    return has_pools(goal) and all(map(is_kept, pool_patterns(POOLS[0])))


def build_pool(
    name: str,
    on_building: OnBuilding | None = None,
    on_warning: OnWarning | None = None,
    threads: int | None = None,
    on_table: Callable[[int, int], None] = lambda done, of: None,
) -> tuple[Pattern, ...]:
    """Build and keep what is missing of a pool, table by table; `on_table` is told how many are done.

    Raises TableError where there is not enough room on disk or in memory for those that are missing, before any is
    built.
    """
    patterns = pool_patterns(name)
    missing = [pattern for pattern in patterns if not is_kept(pattern)]
    if missing:
        require_memory(missing[0], on_warning, threads)
        _require_room(missing)
    for done, pattern in enumerate(patterns):
        on_table(done, len(patterns))
        if pattern in missing:
            obtain(pattern, on_building, on_warning, threads)
    on_table(len(patterns), len(patterns))
    return patterns


def _require_room(missing: list[Pattern]) -> None:
    needed, place = sum(HEADER + table_bytes(pattern) for pattern in missing), directory()
    while not place.exists():
        place = place.parent
    try:
        free = shutil.disk_usage(place).free
    except OSError:  # writing will tell
        return
    if needed > free:
        raise TableError(
            f"{len(missing)} tables take {needed / 1e6:,.0f} MB, and {free / 1e6:,.0f} MB are free in {place}: "
            "make room, or set TAQUIN_CACHE to another place"
        )


def partitions_at_hand(goal: Board) -> list[Partition]:
    """The partitions whose tables are on disk, where those of a whole pool are; else none. The default ones come
    first."""
    if not is_at_hand(goal):
        return []
    kept = set(filter(is_kept, _every_pattern()))
    found = [
        partition
        for partition in _every_partition(goal.blank)
        if all(canonical(*goal.shape, group, goal.blank)[0] in kept for group in partition)
    ]
    usual = partitions(*goal.shape, goal.blank)
    return usual + [partition for partition in found if partition not in usual]


@lru_cache(maxsize=4)
def _every_partition(blank: int) -> tuple[Partition, ...]:
    """All divisions of a goal with the blank in this corner into connected patterns."""
    across, down = (blank % _SIDE > 0), (blank // _SIDE > 0)

    def place(cell: int) -> int:
        """Back from the picture with the blank in its first cell."""
        row, column = divmod(cell, _SIDE)
        return (_SIDE - 1 - row if down else row) * _SIDE + (_SIDE - 1 - column if across else column)

    return tuple(
        tuple(sorted(tuple(sorted(place(cell) for cell in range(_SIDE**2) if group >> cell & 1)) for group in groups))
        for groups in _divisions((1 << _SIDE**2) - 2)
    )


@cache
def _frequent_patterns() -> tuple[Pattern, ...]:
    found = (name.split("-b") for name in _FREQUENT.split())
    return tuple(Pattern(_SIDE, _SIDE, tuple(map(int, home.split("."))), int(blank)) for home, blank in found)


@cache
def _every_pattern() -> tuple[Pattern, ...]:
    """Up to symmetry, those first that come up most often."""
    counts: dict[Pattern, int] = {}
    for partition in _every_partition(0):
        for group in partition:
            pattern, _ = canonical(_SIDE, _SIDE, group, 0)
            counts[pattern] = counts.get(pattern, 0) + 1
    return tuple(sorted(counts, key=lambda pattern: (-counts[pattern], pattern)))


_BESIDE: Final = tuple(
    sum(
        1 << other
        for other in range(_SIDE**2)
        if abs(other // _SIDE - cell // _SIDE) + abs(other % _SIDE - cell % _SIDE) == 1
    )
    for cell in range(_SIDE**2)
)
"""Of every cell, its neighbors, a bit each."""


@cache
def _divisions(free: int) -> tuple[tuple[int, ...], ...]:
    """All divisions of these cells into connected groups. A set of cells is an int with a bit for each."""
    if not free:
        return ((),)
    return tuple((group, *rest) for group in _groups(free) for rest in _divisions(free & ~group))


def _groups(free: int) -> Iterator[int]:
    """All connected groups of these cells that have the first one of them, each once."""

    def grow(group: int, size: int, border: int, refused: int) -> Iterator[int]:
        """`border` are the cells that may come next; `refused` are those that belong to groups already given."""
        if size == _TILES:
            yield group
            return
        while border:
            cell = border & -border
            border &= ~cell
            fresh = _BESIDE[cell.bit_length() - 1] & free & ~(group | border | refused | cell)
            yield from grow(group | cell, size + 1, border | fresh, refused | cell)
            refused |= cell

    first = free & -free
    yield from grow(first, 1, _BESIDE[first.bit_length() - 1] & free, first)
