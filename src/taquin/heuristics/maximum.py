"""The maximum of several heuristics: on every board the largest of their estimates.

Where none of them overestimates, neither does the largest. Where none falls by more than one at a move, neither does
the largest. So the maximum of admissible heuristics is admissible, that of consistent ones is consistent, and on every
board it is at least as good as each of them; it costs the time of all.
"""

from __future__ import annotations

from collections.abc import Sequence

from taquin.board import Board
from taquin.estimate import Estimate
from taquin.heuristics.kind import Heuristic, Kind, Make

__all__ = ["largest_kind", "largest_of", "maximum"]


def maximum(first: Heuristic, *others: Heuristic) -> Heuristic:
    """The heuristic that gives the largest estimate of these, with what follows from what each of them promises."""
    parts = (first, *others)
    name = f"max({', '.join(part.__name__ for part in parts)})"
    promises = [part.excess for part in parts if part.excess is not None]
    ways = [part.make for part in parts if part.make is not None]
    return Heuristic(
        name,
        _largest([part.estimate for part in parts]),
        max(promises) if len(promises) == len(parts) else None,
        largest_of(*ways) if len(ways) == len(parts) else None,
    )


def largest_kind(kinds: Sequence[Kind]) -> Kind:
    """The largest of the heuristics of several kinds, with what follows from what is proved about each."""
    promises = [kind.excess for kind in kinds if kind.excess is not None]
    return Kind(
        largest_of(*(kind.make for kind in kinds)),
        all(kind.admissible for kind in kinds),
        all(kind.consistent for kind in kinds),
        max(promises) if len(promises) == len(kinds) else None,
    )


def largest_of(*ways: Make) -> Make:
    """A way to make a heuristic for any goal: the largest estimate of those that these ways make."""
    return lambda goal: _largest([make(goal) for make in ways])


def _largest(estimates: list[Estimate]) -> Estimate:
    def largest(board: Board) -> float:
        return max(estimate(board) for estimate in estimates)

    return largest
