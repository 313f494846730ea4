"""The Python twin of the table builder: small, obvious, slow. Tests hold the native tables against it."""

from __future__ import annotations

from taquin.native import neighbor_cells
from taquin.tables.pattern import Pattern, region

__all__ = ["pattern_distances_python"]

Placement = tuple[tuple[int, ...], int]
"""The cell of each tile of the pattern, and the first cell of the blank's region."""


def pattern_distances_python(pattern: Pattern) -> dict[Placement, int]:
    """The pattern-tile moves from every placement to the home one, by breadth-first search over dictionaries."""
    width, height = pattern.width, pattern.height
    neighbors = neighbor_cells(width, height)
    home = (pattern.home, min(region(width, height, pattern.home, pattern.blank)))
    found, level = {home: 0}, [home]
    while level:
        fresh = []
        for cells, blank in level:
            holes = region(width, height, cells, blank)
            for tile, cell in enumerate(cells):
                for hole in neighbors[cell]:
                    if hole not in holes:
                        continue
                    moved = (*cells[:tile], hole, *cells[tile + 1 :])
                    placement = (moved, min(region(width, height, moved, cell)))
                    if placement not in found:
                        found[placement] = found[cells, blank] + 1
                        fresh.append(placement)
        level = fresh
    return found
