"""Keeping a descent to its time: one that falls behind goes on with a narrower beam.

The widths of budget.py come from what a board cost on one machine. On a slower one, or a busy one, a descent would not
arrive, and its time would be lost.
"""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Schedule"]

_LOOK = 0.1
"""The part of the time that tells a pace: beams stand still now and then."""
_TOLERANCE = 1.1
"""A descent may seem to need so many times what is left: the pace varies."""
_NARROWER = 0.4
"""At one time a beam gets no narrower than this part of its width."""


@dataclass
class Schedule:
    """The time of one descent, and how far it was when its beam got the width that it has."""

    begins: float
    ends: float
    seen: float = field(init=False)
    progress: float = 0.0

    def __post_init__(self) -> None:
        self.seen = self.begins

    def narrow(self, now: float, progress: float) -> float | None:
        """The part of its width that a descent with this progress, 0 to 1, should go on with; None for all of it."""
        if now - self.seen < _LOOK * (self.ends - self.begins) or now >= self.ends:
            return None
        pace = (progress - self.progress) / (now - self.seen)
        needed = (1 - progress) / max(pace, 1e-9)
        left = self.ends - now
        if needed <= _TOLERANCE * left:
            return None
        self.seen, self.progress = now, progress
        return max(_NARROWER, left / needed)
