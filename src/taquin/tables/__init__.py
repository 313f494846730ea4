"""Tables: what is computed once and kept on disk.

`pattern -> partition -> build <-> store`, and `table_set` puts them together: everything that a search towards one
goal needs. Sets are named by shape and size: "4x4" (default), "4x4-large".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from taquin import native
from taquin.board import Board
from taquin.tables import detours, slides
from taquin.tables.build import (
    Building,
    building_bytes,
    checksum_of,
    loaded,
    obtain,
    require_memory,
    table_bytes,
)
from taquin.tables.obtain import OnBuilding, OnTable, OnWarning, one_by_one
from taquin.tables.partition import NAMES, SIZES, Partition, partitions, require_size, sizes
from taquin.tables.pattern import Pattern, canonical, region
from taquin.tables.store import is_kept, size_of

__all__ = [
    "MAX_CELLS",
    "NAMES",
    "SIZES",
    "Building",
    "Partition",
    "Pattern",
    "TableSet",
    "canonical",
    "checksum_of_files",
    "checksums_of_loaded",
    "forget",
    "forget_others",
    "is_built",
    "kept_bytes",
    "loaded_set",
    "memory_needed",
    "own_checksum",
    "partitions",
    "patterns_of",
    "plan",
    "region",
    "require_size",
    "set_name",
    "sizes",
    "table_bytes",
    "table_set",
]

_KEPT = 8
"""Sets of tables that stay open; the one that was opened first goes first."""
_sets: dict[tuple[Board, str], TableSet] = {}

MAX_CELLS: Final = native.PATTERN_CELLS
"""The largest board that pattern tables are made for; 0 without the core, which makes them."""


@dataclass(frozen=True, slots=True)
class TableSet:
    """The tables for one goal, loaded: `heuristic` is the native lower bound."""

    name: str
    patterns: tuple[Pattern, ...]
    heuristic: native.core.Heuristic
    size: str = "default"
    checksum: str = ""
    """The name of the set and a checksum of all its tables and detours that are kept, as `4x4:0123456789abcdef`: the
    same on every machine, and another one for a goal whose blank is elsewhere."""

    def lower_bound(self, board: Board) -> int:
        """A proven lower bound on the moves from the board to the set's goal."""
        return self.heuristic.lower_bound(board.tiles)


def set_name(width: int, height: int, size: str = "default") -> str:
    """The name of a set: 4x4, 4x4-large."""
    return f"{width}x{height}" + ("" if size == "default" else f"-{size}")


@lru_cache(maxsize=64)
def plan(width: int, height: int, blank: int, size: str) -> list[list[tuple[Pattern, tuple[int, ...]]]]:
    """For each partition its canonical patterns, each with the frame in which it is used."""
    return [
        [canonical(width, height, group, blank) for group in partition]
        for partition in partitions(width, height, blank, size)
    ]


def patterns_of(goal: Board, size: str = "default") -> tuple[Pattern, ...]:
    """The patterns of all tables of a set, each once."""
    return tuple(dict.fromkeys(p for uses in plan(*goal.shape, goal.blank, size) for p, _ in uses))


def table_set(
    goal: Board,
    size: str = "default",
    on_building: OnBuilding | None = None,
    on_warning: OnWarning | None = None,
    threads: int | None = None,
    on_table: OnTable | None = None,
) -> TableSet:
    """Load the tables for a goal, building and keeping those that are missing. The last few sets stay loaded.

    Raises TableError where building a missing one takes more memory than is free, before any is built.
    """
    known = _sets.get((goal, size))
    if known is not None:
        return known
    native.require_native()
    patterns = patterns_of(goal, size)
    warned = False  # said once
    for pattern in patterns:
        warned |= require_memory(pattern, None if warned else on_warning, threads)
    tables = {pattern: obtain(pattern, on_building, on_warning, threads) for pattern in one_by_one(patterns, on_table)}
    uses = plan(*goal.shape, goal.blank, size)
    partitions_in_use = [[(tables[pattern], list(frame)) for pattern, frame in partition] for partition in uses]
    sums = {str(pattern): checksum_of(table) for pattern, table in tables.items()}
    left_out = None
    if detours.has_long_detours(*goal.shape):
        left_out, sums[detours.NAME] = detours.long_detours(on_warning)
    heuristic = native.core.Heuristic(goal.width, goal.height, goal.tiles, partitions_in_use, left_out)
    name = set_name(*goal.shape, size)
    checksum = _set_checksum(name, sums)
    found = TableSet(name, tuple(tables), heuristic, size, checksum)
    while len(_sets) >= _KEPT:
        _sets.pop(next(iter(_sets)), None)
    _sets[goal, size] = found
    return found


def _set_checksum(name: str, files: Mapping[str, str]) -> str:
    sums = " ".join(f"{file}:{checksum}" for file, checksum in files.items())
    return f"{name}:{native.checksum(sums.encode()):016x}"


def checksum_of_files(goal: Board, size: str, files: Mapping[str, str]) -> str:
    """The checksum of the set for a goal, of the checksums of files by their names; "" where one of its tables is not
    among them."""
    names: dict[str, None] = dict.fromkeys(map(str, patterns_of(goal, size)))
    if detours.has_long_detours(*goal.shape):
        names[detours.NAME] = None
    if not all(name in files for name in names):
        return ""
    return _set_checksum(set_name(*goal.shape, size), {name: files[name] for name in names})


def loaded_set(goal: Board, size: str = "default") -> TableSet | None:
    """The tables for a goal that `table_set` has loaded and kept, None where there are none."""
    return _sets.get((goal, size))


def checksums_of_loaded(goal: Board) -> tuple[str, ...]:
    """The checksums of all sets for a goal that are loaded and kept."""
    own = tuple(kept.checksum for (of, _), kept in list(_sets.items()) if of == goal)
    return own + (slides.checksums_of_loaded(goal) if 4 <= len(goal) <= slides.MAX_CELLS else ())


def own_checksum(goal: Board, checksum: str) -> str:
    """Our own checksum of the set that this one names, which somebody else has used. Its tables are loaded or built for
    that; empty where the name is that of another shape."""
    shape, _, size = checksum.partition(":")[0].partition("-")
    if shape != set_name(*goal.shape):
        return ""
    if size == slides.KIND:
        return slides.slide_tables(goal).checksum if len(goal) <= slides.MAX_CELLS else ""
    return table_set(goal, size or "default").checksum


def is_built(goal: Board, size: str) -> bool:
    """Whether every table of the set for this goal is loaded or on disk."""
    return (goal, size) in _sets or all(map(is_kept, patterns_of(goal, size)))


def kept_bytes(goal: Board, size: str) -> int:
    """The bytes of a set's files, which a search reads into memory: 0 where it has them there already."""
    if (goal, size) in _sets:
        return 0
    return sum(map(size_of, patterns_of(goal, size)))


def memory_needed(goal: Board, size: str, threads: int | None = None) -> int:
    """The bytes of a set's tables, and of the work space of so many threads where some have still to be built."""
    patterns = patterns_of(goal, size)
    return sum(map(table_bytes, patterns)) + max(
        (building_bytes(p, threads) for p in patterns if not is_kept(p)), default=0
    )


def forget_others(goal: Board) -> None:
    """Let go of the loaded tables for all other goals."""
    for known in list(_sets):
        if known[0] != goal:
            _sets.pop(known, None)


def forget() -> None:
    """Let go of all loaded tables; the next search reads or builds them again."""
    _sets.clear()
    loaded.clear()
    slides.forget()
    detours.forget()
