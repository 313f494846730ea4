"""A pattern: some tiles of a goal, known by the cells they belong to.

A table depends on the shape, on these cells, and on the blank's home only through the region of other cells that holds
it. Turned and mirrored patterns have the same distances, so each is brought to one canonical picture: one table
serves all its images, for whatever goal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from taquin.native import neighbor_cells
from taquin.symmetry import Symmetry

__all__ = ["Pattern", "canonical", "region"]


@dataclass(frozen=True, slots=True, order=True)
class Pattern:
    """What a table is for. `home` are the goal cells of the tiles, `blank` the first cell of the blank's region."""

    width: int
    height: int
    home: tuple[int, ...]
    blank: int

    def __str__(self) -> str:
        """The name of its file: shape, home cells, blank."""
        return f"{self.width}x{self.height}-{'.'.join(map(str, self.home))}-b{self.blank}"


def region(width: int, height: int, occupied: Iterable[int], blank: int) -> set[int]:
    """The cells the blank reaches without moving a tile of the occupied cells."""
    neighbors = _neighbors(width, height)
    reached, fresh = {blank}, [blank]
    taken = set(occupied)
    while fresh:
        for cell in neighbors[fresh.pop()]:
            if cell >= 0 and cell not in taken and cell not in reached:
                reached.add(cell)
                fresh.append(cell)
    return reached


@lru_cache(maxsize=32)
def _neighbors(width: int, height: int) -> list[list[int]]:
    return neighbor_cells(width, height)


@lru_cache(maxsize=32)
def _frames(width: int, height: int) -> list[tuple[int, int, tuple[int, ...]]]:
    """The eight pictures of a board: width, height, and where each cell goes."""
    frames = []
    for symmetry in Symmetry:
        turned = (height, width) if symmetry.swaps_sides else (width, height)
        cells = []
        for cell in range(width * height):
            row, column = symmetry.target(*divmod(cell, width), width, height)
            cells.append(row * turned[0] + column)
        frames.append((*turned, tuple(cells)))
    return frames


@lru_cache(maxsize=256)
def canonical(width: int, height: int, home: tuple[int, ...], blank: int) -> tuple[Pattern, tuple[int, ...]]:
    """The canonical picture of a pattern, and the frame: where each cell of the board lies in that picture."""
    reach = region(width, height, home, blank)
    images = []
    for wide, high, frame in _frames(width, height):
        if wide >= high:
            cells = tuple(sorted(frame[cell] for cell in home))
            images.append((Pattern(wide, high, cells, min(frame[cell] for cell in reach)), frame))
    return min(images)
