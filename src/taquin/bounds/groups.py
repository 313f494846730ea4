"""A better lower bound at any size: what groups of up to four tiles must move beyond their Manhattan distance.

A tile that gets home makes, along each axis, its distance plus an even number of steps. Call that number of pairs its
overhead: the length of every solution is the Manhattan distance plus twice the sum of all overheads. Tiles in conflict
within a line, and groups of tiles that stand in each other's way, demand overhead; the least sum that meets all demands
is found exactly (core/anysize/groups/group_bound.hpp has the proof). It pays on boards of up to 7x7 and near home: on
random larger ones the gain is small.
"""

from __future__ import annotations

from taquin import native
from taquin.bounds.linear_conflict import lower_bound
from taquin.puzzle import Puzzle
from taquin.replay import core_holds

__all__ = ["GroupBound", "group_bound"]


class GroupBound:
    """A lower bound that rises while it runs, from Manhattan distance and linear conflict.

    ValueError where the puzzle has no solution. Without the compiled core it stays where it begins: this bound has no
    Python twin, but an oracle in the tests.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        start, goal = puzzle.start, puzzle.goal
        held = core_holds(start)
        self._native = native.core.GroupBound(start.width, start.tiles, goal.tiles) if held else None
        self._first = lower_bound(puzzle) if self._native is None else 0

    def run(self, milliseconds: float) -> bool:
        """Works for about so long; True when there is nothing more to do."""
        return self._native is None or bool(self._native.run(milliseconds))

    def run_steps(self, steps: int) -> bool:
        """The same for a fixed amount of work, so that the bound is the same on every machine. A step is one group."""
        return self._native is None or bool(self._native.run_steps(steps))

    @property
    def bound(self) -> int:
        """Moves that every solution has at least. It never falls, and has the parity of every solution."""
        return self._first if self._native is None else int(self._native.bound)


def group_bound(puzzle: Puzzle, seconds: float = 1.0) -> int:
    """The bound after so much time, or less where all groups have been looked at."""
    groups = GroupBound(puzzle)
    groups.run(1000 * seconds)
    return groups.bound
