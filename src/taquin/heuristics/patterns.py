"""Additive pattern sums (Korf and Felner 2002): exact costs for small groups of tiles, added up.

Keep only the tiles of one group and the blank; all others are alike. Count only the moves of the group's tiles. The
fewest such moves that bring the group home from every arrangement are found by search from the goal, once. A move
moves one tile, which is in one group: so the numbers of disjoint groups may be added and still never overestimate.
The blank's place is part of the arrangement, which keeps the sum consistent.

The groups are made of tiles that stand together in the goal, as large as a table built in Python can be.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from itertools import pairwise
from math import perm

from taquin.board import Board
from taquin.errors import TaquinError
from taquin.heuristics.kind import Lookup, sum_over_cells
from taquin.native import neighbor_cells
from taquin.texts import Sentence

__all__ = ["pattern_sum"]

_LARGEST_TABLE = 50_000
"""Entries of one table at most."""
_MOST_ENTRIES = 1_000_000
"""In all tables together: some seconds to build, about a hundred megabytes to keep."""


def pattern_sum(goal: Board) -> Lookup:
    """The sum over the groups of the moves that each needs on its own, from tables that are built here."""
    parts = groups(goal)
    if sum(perm(len(goal), len(group) + 1) for group in parts) > _MOST_ENTRIES:
        raise TaquinError(Sentence("errors.patterns_too_large", width=goal.width, height=goal.height))
    lookups = [_lookup(goal, group) for group in parts]

    def estimate(board: Board) -> int:
        return sum(lookup(board) for lookup in lookups)

    return estimate


def groups(goal: Board) -> list[tuple[int, ...]]:
    """The tiles in reading order of the goal, divided as evenly as possible into groups of the largest size."""
    tiles = [tile for tile in goal if tile]
    size = 1
    while size < len(tiles) and perm(len(goal), size + 2) <= _LARGEST_TABLE:
        size += 1
    count = -(-len(tiles) // size)
    cuts = [len(tiles) * number // count for number in range(count + 1)]
    return [tuple(tiles[start:end]) for start, end in pairwise(cuts)]


def _lookup(goal: Board, group: tuple[int, ...]) -> Lookup:
    size = len(goal)
    table = _table(goal.shape, tuple(goal.positions[tile] for tile in group), goal.blank)
    digit = {tile: size**place for place, tile in enumerate((0, *group))}
    key = sum_over_cells([[cell * digit.get(tile, 0) for tile in range(size)] for cell in range(size)])
    return lambda board: table[key(board)]


@lru_cache(maxsize=64)
def _table(shape: tuple[int, int], homes: tuple[int, ...], blank: int) -> dict[int, int]:
    """By key (the cells of the blank and the group's tiles as digits), the fewest moves of the group's tiles.

    A move of another tile costs nothing, so arrangements at equal cost come first: they go to the left of the queue.
    """
    size = shape[0] * shape[1]
    neighbors = [[cell for cell in row if cell >= 0] for row in neighbor_cells(*shape)]
    digit = [size**place for place in range(len(homes) + 1)]
    start = (blank, *homes)
    costs: dict[int, int] = {}
    queue = deque([(0, start)])
    while queue:
        cost, cells = queue.popleft()
        key = sum(map(int.__mul__, cells, digit))
        if key in costs:
            continue
        costs[key] = cost
        for target in neighbors[cells[0]]:
            if target in cells:
                moved = [target, *(cells[0] if cell == target else cell for cell in cells[1:])]
                queue.append((cost + 1, tuple(moved)))
            else:
                queue.appendleft((cost, (target, *cells[1:])))
    return costs
