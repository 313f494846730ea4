"""The times of a solve: how quickly its moves were made, and where the player paused.

The time of a move is the moment at which it was made, in seconds since the clock began.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from taquin.errors import ParseError
from taquin.texts import Sentence

__all__ = ["Pause", "Timing", "require_times"]

_PAUSE: Final = 4
"""A wait is a pause if it is more than so many times as long as the player's usual one, the median."""

_LONGEST_WAIT: Final = 10**8
"""Seconds, three years: a first time beyond them is counted from 1970, not from the beginning of the solve."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A long wait before the move of this number, the first being 1."""

    number: int
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object of a pause."""
        return {"number": self.number, "seconds": round(self.seconds, 3)}


@dataclass(frozen=True, slots=True)
class Timing:
    """The times of all moves."""

    times: tuple[float, ...]

    @property
    def seconds(self) -> float:
        """From the beginning to the last move."""
        return self.times[-1] if self.times else 0.0

    @property
    def moves_per_second(self) -> float | None:
        """All moves by the whole time; None where no time has passed."""
        return len(self.times) / self.seconds if self.seconds > 0 else None

    def between(self, first: int, last: int) -> float:
        """Seconds that the moves of these numbers took, with the wait before the first of them."""
        return self.times[last - 1] - (self.times[first - 2] if first > 1 else 0.0)

    @property
    def pauses(self) -> tuple[Pause, ...]:
        """The waits that are much longer than usual, in the order of play. Tiles that slide together do not wait."""
        waits = [later - earlier for earlier, later in zip((0.0, *self.times), self.times, strict=False)]
        from statistics import median  # here, since it takes milliseconds that `import taquin` need not take

        usual = median([wait for wait in waits[1:] if wait > 0] or [math.inf])
        return tuple(Pause(number, wait) for number, wait in enumerate(waits, start=1) if wait > _PAUSE * usual)


def require_times(times: Sequence[float], moves: int) -> tuple[float, ...]:
    """The times, one for every move; ParseError where there are more or fewer, or time runs backwards."""
    if len(times) != moves:
        raise ParseError(Sentence("errors.times_count", times=len(times), moves=moves))
    if times and times[0] > _LONGEST_WAIT:
        raise ParseError(Sentence("errors.times_absolute", time=f"{times[0]:.0f}"))
    before = 0.0
    for number, time in enumerate(times, start=1):
        if not (math.isfinite(time) and time >= before):
            raise ParseError(Sentence("errors.times_order", number=number, time=f"{time:g}", before=f"{before:g}"))
        before = time
    return tuple(times)
