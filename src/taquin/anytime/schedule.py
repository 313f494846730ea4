"""Keeping a descent to its time: one that falls behind goes on with a narrower beam.

The widths of budget.py come from what a board cost on one machine. On a slower one, or a busy one, a descent would not
arrive, and its time would be lost.
"""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Schedule"]

_PACE_PART = 0.1
"""The pace of a descent is measured over this part of its time, because beams stand still now and then."""
_TOLERANCE = 1.1
"""A descent is narrowed only where it seems to need more than so many times the time that is left: its pace varies."""
_NARROWER = 0.4
"""A beam that is narrowed keeps at least this part of its width, each time."""


@dataclass
class Schedule:
    """The time of one descent, and how far it was when its beam got the width that it has."""

    began: float
    due: float
    """When it should arrive."""
    seen: float = field(init=False)
    """When its pace was last judged too slow."""
    progress: float = 0.0
    """How far it was then."""

    def __post_init__(self) -> None:
        self.seen = self.began

    def narrow(self, now: float, progress: float) -> float | None:
        """The part of its width that a descent with this progress, 0 to 1, should go on with; None for all of it."""
        if now - self.seen < _PACE_PART * (self.due - self.began) or now >= self.due:
            return None
        pace = (progress - self.progress) / (now - self.seen)
        needed = (1 - progress) / max(pace, 1e-9)
        left = self.due - now
        if needed <= _TOLERANCE * left:
            return None
        self.seen, self.progress = now, progress
        return max(_NARROWER, left / needed)
