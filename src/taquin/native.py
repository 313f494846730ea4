"""The one door to the C++ core, and the Python twin of every function behind it.

Arguments are checked here, once, before either is called.

`ENGINE` says which is in use: "native" where the compiled core is installed, else "python". The environment
variable TAQUIN_ENGINE=python forces the twins; TAQUIN_ENGINE=native makes a missing core an error.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Final, cast

from taquin.errors import TaquinError

__all__ = [
    "ENGINE",
    "ENGINES",
    "FORCED",
    "MAX_THREADS",
    "MISSING",
    "checksum",
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


def _load() -> tuple[ModuleType | None, str]:
    """The compiled core, or why it is not used."""
    if _SETTING == "python":
        return None, "TAQUIN_ENGINE=python forces the Python engine"
    try:
        # The core may have been built for another processor, and would then end the whole program.
        lacking = import_module("taquin._processor").missing()
        if lacking:
            return None, f"the compiled core was built for a processor with {', '.join(lacking)}, which this one lacks"
        return import_module("taquin._core"), ""
    except ImportError as error:
        return None, f"the compiled core is not installed ({error})"


core, MISSING = _load()
FORCED: Final = _SETTING == "python"
ENGINE: Final = "python" if core is None else "native"


def require_setting() -> None:
    """Raise TaquinError where TAQUIN_ENGINE asks for what is not there; importing the package never fails for it."""
    if _SETTING not in ("", *ENGINES):
        raise TaquinError(f"TAQUIN_ENGINE={_SETTING}: choose native or python")
    if _SETTING == "native" and core is None:
        raise TaquinError(f"TAQUIN_ENGINE=native, but {MISSING}")


def require_native() -> ModuleType:
    """The compiled core; raises TaquinError where it is not in use."""
    if core is None:
        raise TaquinError(f"this needs the native engine, but {MISSING}; 'taquin doctor' says how to get it")
    return core


def require_threads(threads: int) -> int:
    """The same number of threads; raises TaquinError where nobody can mean it."""
    if not isinstance(threads, int) or not 1 <= threads <= MAX_THREADS:
        raise TaquinError(f"threads={threads!r} is not possible: choose a whole number from 1 to {MAX_THREADS}")
    return threads


def count_smaller_after(values: Sequence[int]) -> list[int]:
    """For each value of a list of distinct whole numbers from 0 up, how many later ones are smaller."""
    if min(values, default=0) < 0:
        raise ValueError("the values must not be negative")
    if core is not None:
        return cast(list[int], core.count_smaller_after(values))
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
    if core is not None:
        return cast(list[list[int]], core.neighbor_cells(width, height))
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
    if core is not None:
        return cast(int, core.pack(tiles)).to_bytes(8, "little")
    return pack_python(tiles)


def pack_python(tiles: Sequence[int]) -> bytes:
    """The Python twin."""
    return sum(tile << 4 * cell for cell, tile in enumerate(tiles)).to_bytes(8, "little")


def unpack(packed: bytes, cells: int) -> list[int]:
    """The tiles that `pack` put together."""
    if len(packed) != 8 or not 0 <= cells <= 16:
        raise ValueError("a packed board is 8 bytes for up to 16 cells")
    if core is not None:
        return cast(list[int], core.unpack(int.from_bytes(packed, "little"), cells))
    return unpack_python(packed, cells)


def unpack_python(packed: bytes, cells: int) -> list[int]:
    """The Python twin."""
    value = int.from_bytes(packed, "little")
    return [value >> 4 * cell & 15 for cell in range(cells)]


def checksum(data: bytes | bytearray | memoryview) -> int:
    """64 bits that change with the data (core/checksum.hpp). Words are read in the byte order of the machine.

    OSError where the data is a mapped file that the disk does not deliver.
    """
    return checksum_python(data) if core is None else cast(int, core.checksum(data))


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
