"""Long detours on disk: words of up to 14 moves that a better word replaces (core/optimal/detours.hpp).

They are for boards with at least five rows and columns, all of which have the same ones. To find them takes a second,
and a search is to leave out the same paths every time, so they are kept beside the pattern tables that it needs anyway.
"""

from __future__ import annotations

from typing import Final

from taquin import native
from taquin.tables.obtain import OnWarning, Recipe, obtained
from taquin.tables.pattern import Pattern

__all__ = ["NAME", "forget", "has_long_detours", "long_detours"]

KIND: Final = "detours"
_PATTERN: Final = Pattern(5, 5, (14,), 0)
"""What names their file: side of the squares in which they are looked for, and their moves."""
NAME: Final = f"{_PATTERN}-{KIND}"
"""Of their file, as the store lists it."""
_BYTES: Final = 54_281 * 10
"""Of the states of their automaton: where each of four moves leads, and which of them are allowed."""

_found: list[tuple[native.core.LongDetours, str]] = []
"""The detours and the checksum of their bytes, once they are needed."""


def has_long_detours(width: int, height: int) -> bool:
    """Whether searches of this shape leave them out."""
    return min(width, height) >= _PATTERN.width


def long_detours(on_warning: OnWarning | None = None) -> tuple[native.core.LongDetours, str]:
    """The detours, and the checksum of their file."""
    if not _found:
        recipe = Recipe(
            _PATTERN,
            KIND,
            size=lambda: _BYTES,
            table=lambda kept, checksum: (native.core.LongDetours(kept), checksum or f"{native.checksum(kept):016x}"),
            build=lambda: bytearray(native.core.LongDetours.find()),
        )
        _found.append(obtained(recipe, None, on_warning))
    return _found[0]


def forget() -> None:
    """Read them again when they are needed."""
    _found.clear()
