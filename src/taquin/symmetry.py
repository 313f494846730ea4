"""The symmetries of a rectangle, as maps of cells."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final

__all__ = ["Symmetry"]


class Symmetry(StrEnum):
    """The eight ways to turn or mirror a board; on a board that is not square, half of them swap its sides."""

    IDENTITY = "identity"
    ROTATE90 = "rotate90"
    ROTATE180 = "rotate180"
    ROTATE270 = "rotate270"
    TRANSPOSE = "transpose"
    ANTITRANSPOSE = "antitranspose"
    FLIP_ROWS = "flip_rows"
    FLIP_COLUMNS = "flip_columns"

    def __repr__(self) -> str:
        return f"Symmetry.{self.name}"

    @property
    def swaps_sides(self) -> bool:
        """Whether width and height change places."""
        return self in _SWAPS_SIDES

    def target(self, row: int, column: int, width: int, height: int) -> tuple[int, int]:
        """Where the cell (row, column) of a width x height board goes. Rotations are clockwise."""
        return _TARGET[self](row, column, width - 1, height - 1)

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that takes this one back."""
        if self is Symmetry.ROTATE90:
            return Symmetry.ROTATE270
        return Symmetry.ROTATE90 if self is Symmetry.ROTATE270 else self


_SWAPS_SIDES: Final = {Symmetry.ROTATE90, Symmetry.ROTATE270, Symmetry.TRANSPOSE, Symmetry.ANTITRANSPOSE}
_TARGET: Final[dict[Symmetry, Callable[[int, int, int, int], tuple[int, int]]]] = {
    Symmetry.IDENTITY: lambda r, c, last_c, last_r: (r, c),
    Symmetry.ROTATE90: lambda r, c, last_c, last_r: (c, last_r - r),
    Symmetry.ROTATE180: lambda r, c, last_c, last_r: (last_r - r, last_c - c),
    Symmetry.ROTATE270: lambda r, c, last_c, last_r: (last_c - c, r),
    Symmetry.TRANSPOSE: lambda r, c, last_c, last_r: (c, r),
    Symmetry.ANTITRANSPOSE: lambda r, c, last_c, last_r: (last_c - c, last_r - r),
    Symmetry.FLIP_ROWS: lambda r, c, last_c, last_r: (last_r - r, c),
    Symmetry.FLIP_COLUMNS: lambda r, c, last_c, last_r: (r, last_c - c),
}
