"""How far a run is: done, of how many, how fast, how long still."""

from __future__ import annotations

from collections import Counter, deque
from time import monotonic

from taquin.batch.journal import NOT_PROVEN

__all__ = ["Pace", "duration"]

_MEMORY = 30.0
"""The rate is that of the last so many seconds: it follows workers that come and go."""


class Pace:
    """Counts what finishes. `before` jobs were finished by an earlier run and do not speed up this one's rate."""

    def __init__(self, outcomes: Counter[str], before: int = 0) -> None:
        self._outcomes = outcomes
        self._started = monotonic()
        self._before = before
        self._history: deque[tuple[float, int]] = deque([(self._started, before)])

    @property
    def done(self) -> int:
        """All jobs with a result."""
        return self._outcomes.total()

    @property
    def seconds(self) -> float:
        """Since this run began."""
        return monotonic() - self._started

    @property
    def overall_rate(self) -> float:
        """Jobs a second over this whole run."""
        return (self.done - self._before) / max(self.seconds, 1e-9)

    def line(self, total: int | None, exact: bool) -> str:
        """One line for a person, such as `1,200 of about 5,000 boards (24 %), 310/s, 0:12 left, 3 not solved`."""
        now, done = monotonic(), self.done
        self._history.append((now, done))
        while self._history[0][0] < now - _MEMORY:
            self._history.popleft()
        then, done_then = self._history[0]
        rate = (done - done_then) / max(now - then, 1e-9)
        text = f"{done:,} boards"
        if total:
            about = "" if exact else "about "
            text = f"{done:,} of {about}{total:,} boards ({100 * done // max(total, done, 1)} %)"
        text += f", {rate:,.1f}/s" if rate < 100 else f", {rate:,.0f}/s"
        if total and rate > 0:
            text += f", {duration((total - done) / rate)} left"
        unsolved = done - self._outcomes["solved"] - self._outcomes[NOT_PROVEN]
        return text + (f", {unsolved:,} not solved" if unsolved else "")


def duration(seconds: float) -> str:
    """`0:07`, `12:30` or `3:05:00`."""
    minutes, second = divmod(round(max(seconds, 0)), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
