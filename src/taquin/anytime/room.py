"""Whether there is time and memory for the first solution of a board: one that has none is refused before any work."""

from __future__ import annotations

from taquin.anytime.construct import foretell
from taquin.errors import TooLarge
from taquin.memory import free_memory
from taquin.puzzle import Puzzle
from taquin.result import Limits
from taquin.texts import Sentence

__all__ = ["require_room"]

_REFUSED_MULTIPLE = 5
"""A board is refused whose first solution takes so many times as long as its time limit, and also longer than
_REFUSED_SECONDS."""
_REFUSED_SECONDS = 10.0
"""Seconds: whatever is there sooner is an answer worth waiting for, however short the limit."""
_REFUSED_BYTES = 32 << 20
"""A board whose first solution takes no more memory than this is never refused: Python itself takes as much."""


def require_room(puzzle: Puzzle, limits: Limits) -> None:
    """Raise TooLarge where the first solution of a puzzle takes far more time than its limit, or more memory than there
    is. To know that takes a second at 1000x1000, where the solution takes hours.
    """
    first, (width, height) = foretell(puzzle), puzzle.start.shape
    if limits.seconds is not None and first.seconds > max(_REFUSED_MULTIPLE * limits.seconds, _REFUSED_SECONDS):
        seconds = _rounded(first.seconds)
        raise TooLarge(
            Sentence("errors.too_slow", width=width, height=height, seconds=seconds, limit=float(limits.seconds))
        )
    if first.bytes <= _REFUSED_BYTES:
        return
    room, which = (free_memory(), "free") if limits.memory is None else (limits.memory, "limit")
    if first.bytes > room:
        raise TooLarge(
            Sentence(
                "errors.too_large",
                width=width,
                height=height,
                megabytes=_rounded(first.bytes / 1e6),
                room=room // 10**6,
                which=Sentence(f"errors.memory_{which}"),
            )
        )


def _rounded(value: float) -> int:
    """With two digits, which is what an estimate is good for."""
    return round(float(f"{value:.1e}"))
