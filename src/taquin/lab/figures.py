"""What the figures of records mean: which are exact, and which way is better.

An exact figure is the same in every run of the same program on the same board: one that differs is a difference. All
others, times above all, vary with the machine and are judged over repeats alone.
"""

from __future__ import annotations

from typing import Final

__all__ = ["EXACT", "better", "is_exact", "more_is_better"]

_FACTS: Final = frozenset({"boards", "mean_distance", "farthest", "at_farthest", "tables", "MB"})
"""What is neither good nor bad, but must not change."""

EXACT: Final = _FACTS | {
    *("length", "generated", "expanded"),
    *("differing", "mean_h", "mean_error", "largest_error", "overestimates", "exact_share"),
}

_MORE: Final = ("per_second", "speedup", "efficiency", "busy", "exact_share", "mean_h")
"""Parts of the names of figures of which more is better; of all others, less."""


_NODES: Final = frozenset({"generated", "expanded"})


def is_exact(name: str, both_ends: bool = False) -> bool:
    """Whether a figure does not vary from run to run, unless a search is ended by its time.

    A search with both ends proves the same length every time; but when its upper end finds what, and so how many nodes
    there are in all, depends on the clock.
    """
    return name in EXACT and not (both_ends and name in _NODES)


def more_is_better(name: str) -> bool:
    """Whether a larger value is the better one."""
    return any(part in name for part in _MORE)


def better(name: str, ours: float, other: float) -> str:
    """The word for a figure that is not the same as the other: better, worse, or just different."""
    if name in _FACTS:
        return "differs"
    return "better" if (ours > other) == more_is_better(name) else "worse"
