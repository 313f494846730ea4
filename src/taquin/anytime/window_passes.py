"""Passes of windows: a whole solution is made shorter pass by pass, by all threads at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from taquin.anytime.budget import Budget
from taquin.anytime.offers import Offers
from taquin.anytime.pace import Pace
from taquin.anytime.slices import Slices
from taquin.anytime.windows import Shortener, shortener
from taquin.replay import replay

__all__ = ["WindowPasses"]

_LITTLE = 0.005
"""A pass that gains less than this part of the length asks for wider windows."""
_SHORTEST_SEGMENT = 60
"""Moves of a segment at least: shorter solutions are cut for fewer threads."""


class WindowPasses:
    """The passes of windows of one search."""

    def __init__(self, pace: Pace, slices: Slices, offers: Offers, seed: int) -> None:
        self.start = pace.ends.puzzle.start
        self.pace, self.slices, self.offers, self.seed = pace, slices, offers, seed
        self.passes = 0
        """Passes that have begun."""

    def shorten(self, moves: str, budget: Budget, followed: int, most: int | None = None) -> Iterator[None]:
        """Shorten a solution until some passes find nothing worth while, or after so many passes at most.

        The solution has been followed by so many passes already: the widths of the budget begin after those.
        """
        if not budget.windows:
            return
        width, idle = budget.windows[min(followed, len(budget.windows) - 1)], 0
        last = None if most is None else self.passes + most
        while idle < budget.idle_passes and self.passes != last and not self.pace.is_too_late_for_windows():
            self.passes += 1
            segments = self._segments(moves, width)
            yield from self._run(segments)
            if self.pace.is_round_over():
                break
            before, moves = len(moves), "".join(segment.path() for segment in segments)
            gained = (before - len(moves)) / max(before, 1)
            idle = 0 if gained > budget.worth_while else idle + 1
            if gained < _LITTLE:
                width = min(2 * width, budget.widest)

    def _segments(self, moves: str, width: int) -> Sequence[Shortener]:
        """Shorteners over consecutive parts of a solution, one a thread, cut elsewhere every time."""
        parts = max(1, min(self.slices.free_threads(), len(moves) // _SHORTEST_SEGMENT))
        piece = len(moves) / parts
        shift = piece / 2 if parts > 1 and self.passes % 2 else 0.0
        cuts = sorted({0, *(int(piece * number + shift) for number in range(parts)), len(moves)})
        found = []
        board = self.start
        for number, (begin, end) in enumerate(pairwise(cuts)):
            part = moves[begin:end]
            found.append(shortener(board, part, self.seed + 10_000 * self.passes + number, width))
            board = replay(board, part)
        return found

    def _run(self, segments: Sequence[Shortener]) -> Iterator[None]:
        """One pass over all segments."""
        for done in self.slices.run(segments):
            last = all(done) or self.pace.is_round_over()
            # Fewer moves may have more slides: where those count, whoever takes the offer looks at them.
            moves = sum(segment.length for segment in segments)
            shorter = moves < len(self.offers.best) or self.pace.ends.metric != "stm"
            if shorter and (last or (self.offers.live and self.pace.is_due_in_pass())):
                yield from self.offers.offer("".join(segment.path() for segment in segments), "windows")
            if last:
                break
            yield  # the bound may have risen
