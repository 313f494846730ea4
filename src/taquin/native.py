"""The one door to the C++ core.

`ENGINE` says which engine is in use: "native" where the compiled core is installed, else "python". The environment
variable TAQUIN_ENGINE=python forces Python; TAQUIN_ENGINE=native makes a missing core an error.

`core` is the compiled module, None without it; _core.pyi, which `make stub` writes, has its types. Whoever needs the
core calls `require_native()` first, and whoever can do without asks for `ENGINE`.

A native function has a Python twin, which does the same and works where there is no core:

    count_smaller_after, neighbor_cells, pack, unpack, checksum     here
    lower_bound                                                     bounds/linear_conflict.py
    construct                                                       anytime/plain_construction.py
    replay                                                          Board.play
    DistanceTable.distance                                          optimal/small.py
    PatternBuilder, PatternTable.distance                           tables/plain.py

or an independent oracle in the tests, and then it works with the core alone:

    Windows, Descent, construct_beginning       every move is replayed (Python has smaller windows, anytime/windows.py)
    pattern_search, manhattan_search            complete tables, Korf's published lengths and node counts, each other
    Heuristic                                   complete tables: it never overestimates
    DistanceTable.solution, count_solutions     replay, and the search for all solutions
    DenseEnumeration, SparseEnumeration         DistanceTable's twin, and published counts
    OverheadBuilder, BoardScores, and weights   plain computations in the core's own tests (core/tests/)

A twin gives what the core gives; the tests compare them, `construct` move by move.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Final

from taquin.errors import TaquinError

__all__ = [
    "BOARD_BEAM_CELLS",
    "DENSE_ENUMERATION_CELLS",
    "DISTANCE_TABLE_CELLS",
    "ENGINE",
    "ENGINES",
    "FLOW_STOP",
    "FORCED",
    "LARGEST_BOUND",
    "LONGEST_PATH",
    "LONGEST_SIDE",
    "MANHATTAN_CELLS",
    "MAX_THREADS",
    "MISSING",
    "MOST_SLIDES",
    "NARROWEST_BEAM",
    "OVERHEAD_CELLS",
    "OVERHEAD_TILES",
    "PATTERN_CELLS",
    "SLIDE_TABLE_CELLS",
    "SMALL_POSITION_CELLS",
    "SPARSE_ENUMERATION_CELLS",
    "checksum",
    "core",
    "count_smaller_after",
    "neighbor_cells",
    "pack",
    "require_native",
    "require_setting",
    "require_threads",
    "unpack",
]

ENGINES: Final = ("native", "python")
MAX_THREADS: Final = 256
"""More than any machine that runs one search has use for, and few enough to be started at once."""

_SETTING: Final = os.environ.get("TAQUIN_ENGINE", "")


_PLACES: Final = ("taquin.newer", "taquin")
"""Where a core may be, the quickest first: a wheel that travels has a second one, for newer processors only."""


def _load() -> tuple[ModuleType | None, str]:
    """The quickest compiled core that runs on this processor, or why none is used."""
    if _SETTING == "python":
        return None, "TAQUIN_ENGINE=python forces the Python engine"
    reason = ""
    for place in _PLACES:
        try:
            # The core may have been built for another processor, and would then end the whole program.
            lacking = import_module(f"{place}._processor").missing()
            if not lacking:
                return import_module(f"{place}._core"), ""
            reason = f"the compiled core was built for a processor with {', '.join(lacking)}, which this one lacks"
        except ImportError as error:
            reason = f"the compiled core is not installed ({error})"
    return None, reason  # of the last place, where the core for all of them is


_loaded, MISSING = _load()
FORCED: Final = _SETTING == "python"
ENGINE: Final[str] = "python" if _loaded is None else "native"

if TYPE_CHECKING:
    from taquin import _core as core
else:
    core = _loaded

# What the core can hold. The figures are the core's own; without the core they are 0, because then nothing fits.
# Constants made of them (as in anytime/budget.py) are 0 then, too: they are about native work, which nobody does.


def _figure(name: str) -> int:
    return 0 if _loaded is None else int(getattr(_loaded, name))


PATTERN_CELLS: Final = _figure("PATTERN_CELLS")
"""Cells of a board that pattern tables, and the optimal search with them, are made for."""
MANHATTAN_CELLS: Final = _figure("MANHATTAN_CELLS")
"""Cells of a board in the optimal search with Manhattan distance alone."""
LARGEST_BOUND: Final = _figure("LARGEST_BOUND")
"""Moves of the longest path that an optimal search with pattern tables or Manhattan distance has room for."""
LONGEST_PATH: Final = _figure("LONGEST_PATH")
"""The same for the search with linear conflict, which takes boards of every size."""
SLIDE_TABLE_CELLS: Final = _figure("SLIDE_TABLE_CELLS")
"""Cells of a board in the optimal search in slides, and in its tables."""
MOST_SLIDES: Final = _figure("MOST_SLIDES")
"""Slides of a path, and so of a bound, of that search."""
DISTANCE_TABLE_CELLS: Final = _figure("DISTANCE_TABLE_CELLS")
"""Cells of a board in a complete table of distances."""
DENSE_ENUMERATION_CELLS: Final = _figure("DENSE_ENUMERATION_CELLS")
"""Cells of the boards of a whole space that are counted by their distance."""
SPARSE_ENUMERATION_CELLS: Final = _figure("SPARSE_ENUMERATION_CELLS")
"""The same for the first levels of a space."""
OVERHEAD_CELLS: Final = _figure("OVERHEAD_CELLS")
"""Cells of a board in an overhead table."""
OVERHEAD_TILES: Final = _figure("OVERHEAD_TILES")
"""Tiles of the pattern of an overhead table."""
SMALL_POSITION_CELLS: Final = _figure("SMALL_POSITION_CELLS")
"""Cells of a board that is small enough for the faster of the two beams over whole boards."""
BOARD_BEAM_CELLS: Final = _figure("BOARD_BEAM_CELLS")
"""Cells of a board in any beam over whole boards."""
LONGEST_SIDE: Final = _figure("LONGEST_SIDE")
"""Cells along a side of a board of any size."""
NARROWEST_BEAM: Final = _figure("NARROWEST_BEAM")
"""Boards a level: a beam that falls behind its schedule is made no narrower than this."""
FLOW_STOP: Final = 0.0 if _loaded is None else float(_loaded.FLOW_STOP)
"""Manhattan units a cell at which a flow ends and a sweep begins."""


def require_setting() -> None:
    """Raise TaquinError where TAQUIN_ENGINE asks for what is not there; importing the package never fails for it."""
    if _SETTING not in ("", *ENGINES):
        raise TaquinError(f"TAQUIN_ENGINE={_SETTING}: choose native or python")
    if _SETTING == "native" and _loaded is None:
        raise TaquinError(f"TAQUIN_ENGINE=native, but {MISSING}")


def require_native() -> ModuleType:
    """The compiled core; raises TaquinError where it is not in use.

    What it returns is a module of any kind to a type checker: after this call use `core`, whose types are known.
    """
    if _loaded is None:
        raise TaquinError(f"this needs the native engine, but {MISSING}; 'taquin doctor' says how to get it")
    return _loaded


def require_threads(threads: int) -> int:
    """The same number of threads; raises TaquinError where nobody can mean it."""
    if not isinstance(threads, int) or not 1 <= threads <= MAX_THREADS:
        raise TaquinError(f"threads={threads!r} is not possible: choose a whole number from 1 to {MAX_THREADS}")
    return threads


def count_smaller_after(values: Sequence[int]) -> list[int]:
    """For each value of a list of distinct whole numbers from 0 up, how many later ones are smaller."""
    if min(values, default=0) < 0:
        raise ValueError("the values must not be negative")
    if ENGINE == "native":
        return core.count_smaller_after(values)
    return count_smaller_after_python(values)


def count_smaller_after_python(values: Sequence[int]) -> list[int]:
    """The Python twin, with a binary indexed tree: n log n steps."""
    size = max(values, default=0) + 1
    tree = [0] * (size + 1)
    counts = []
    for value in reversed(values):
        count, index = 0, value
        while index > 0:
            count += tree[index]
            index &= index - 1
        counts.append(count)
        index = value + 1
        while index <= size:
            tree[index] += 1
            index += index & -index
    counts.reverse()
    return counts


def neighbor_cells(width: int, height: int) -> list[list[int]]:
    """For each cell the cells that the blank reaches by U, L, R and D, in this order; -1 where it cannot."""
    if width < 1 or height < 1:
        raise ValueError("a board is at least 1x1")
    if ENGINE == "native":
        return core.neighbor_cells(width, height)
    return neighbor_cells_python(width, height)


def neighbor_cells_python(width: int, height: int) -> list[list[int]]:
    """The Python twin."""
    return [
        [
            cell - width if row > 0 else -1,
            cell - 1 if column > 0 else -1,
            cell + 1 if column < width - 1 else -1,
            cell + width if row < height - 1 else -1,
        ]
        for row in range(height)
        for column in range(width)
        for cell in [row * width + column]
    ]


def pack(tiles: Sequence[int]) -> bytes:
    """At most 16 tiles in 8 bytes, four bits each, the first cell in the lowest bits."""
    if len(tiles) > 16 or any(not 0 <= tile < 16 for tile in tiles):
        raise ValueError("only up to 16 cells with tiles 0 to 15 fit into 64 bits")
    if ENGINE == "native":
        return core.pack(tiles).to_bytes(8, "little")
    return pack_python(tiles)


def pack_python(tiles: Sequence[int]) -> bytes:
    """The Python twin."""
    return sum(tile << 4 * cell for cell, tile in enumerate(tiles)).to_bytes(8, "little")


def unpack(packed: bytes, cells: int) -> list[int]:
    """The tiles that `pack` put together."""
    if len(packed) != 8 or not 0 <= cells <= 16:
        raise ValueError("a packed board is 8 bytes for up to 16 cells")
    if ENGINE == "native":
        return core.unpack(int.from_bytes(packed, "little"), cells)
    return unpack_python(packed, cells)


def unpack_python(packed: bytes, cells: int) -> list[int]:
    """The Python twin."""
    value = int.from_bytes(packed, "little")
    return [value >> 4 * cell & 15 for cell in range(cells)]


def checksum(data: bytes | bytearray | memoryview) -> int:
    """64 bits that change with the data (core/base/checksum.hpp). Words are read in the byte order of the machine."""
    return core.checksum(data) if ENGINE == "native" else checksum_python(data)


def checksum_python(data: bytes | bytearray | memoryview) -> int:
    """The Python twin: a second for ten megabytes."""
    size, lanes, mask = len(data), 8, 2**64 - 1

    def mixed(total: int, word: int) -> int:
        total = total + word * 0xC2B2AE3D27D4EB4F & mask
        return ((total << 31 | total >> 33) & mask) * 0x9E3779B97F4A7C15 & mask

    block = 8 * lanes
    whole = size // block * block
    rest = bytes(data[whole:])
    words = [memoryview(data)[:whole].cast("Q"), memoryview(rest.ljust(block if rest else 0, b"\0")).cast("Q")]
    total = size
    for lane in range(lanes):
        found = mixed(size, lane)
        for part in words:
            for word in part[lane::lanes]:
                found = mixed(found, word)
        total = mixed(total, found)
    return total
