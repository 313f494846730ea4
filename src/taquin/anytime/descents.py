"""Descents, one after the other: each makes a solution from scratch, or from somewhere on the best way so far."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from time import perf_counter

from taquin import native
from taquin.anytime.budget import Budget
from taquin.anytime.descent_threads import DescentThreads
from taquin.anytime.offers import Offers
from taquin.anytime.pace import Pace
from taquin.anytime.slices import Slices
from taquin.puzzle import Puzzle
from taquin.replay import replay

__all__ = ["Descents"]

_GOLDEN = 0.618034
"""Where on the best way later descents begin: multiples of the golden ratio are spread evenly."""
_LAST_RESTART = 0.8
"""Later descents begin before this part of the best way."""


class Descents:
    """The descents of one search, and what each knows of those before it."""

    def __init__(self, pace: Pace, slices: Slices, offers: Offers, seed: int) -> None:
        self.puzzle = pace.ends.puzzle
        self.pace, self.slices, self.offers, self.seed = pace, slices, offers, seed
        self.score: native.core.BoardScores | None = None
        """By which the board is searched as a whole; None where it flows."""
        self.widest = 0
        """Width of the widest beam over whole boards that has descended from the start by the present score."""
        self.attempts = 0
        """Descents that are over, but for preliminary ones."""
        self.has_arrived = False
        """Whether a descent has arrived."""
        self.followed = 0
        """Passes of windows that the last descent has had already."""

    def set_score(self, score: native.core.BoardScores | None) -> None:
        """From now on the board is searched by this score."""
        if score is not self.score:
            self.score, self.widest = score, 0

    def is_too_late(self, budget: Budget) -> bool:
        """Whether the rest of the time is better spent on windows than on a descent that has not arrived yet."""
        last_arrival = self.pace.last_arrival(budget.patience)
        return last_arrival is not None and perf_counter() > last_arrival

    def descend(self, budget: Budget, index: int, preliminary: bool = False) -> Generator[None, None, str | None]:
        """The descent of this number of the budget, on all threads; None when it did not arrive in time.

        The very first one counts even unfinished, where there is time to construct the rest: that is better than what
        was constructed from the start on. Where it takes long, that is done now and then.
        """
        beginning = self._beginning(budget.descents[index].board_beam_width)
        descent = DescentThreads(
            replay(self.puzzle.start, beginning),
            self.puzzle.goal,
            budget.descents[index],
            budget,
            seed=self.seed + 1000 * self.attempts,
            free_threads=self.slices.free_threads(),
            score=self.score,
            metric=self.pace.ends.metric,
            due=self._arrival_due(budget, early=index < len(budget.descents) - 1),
        )
        yield from self._run(descent, budget)
        self.pace.concluding = 0.0
        if not preliminary:
            self.attempts += 1
        if not any(descent.done):
            return None
        self.has_arrived = True
        self.followed = descent.passes
        return beginning + descent.path()

    def _beginning(self, width: int) -> str:
        """The moves before a descent of this width over whole boards: none, or part of the best way where one as wide
        has gone all the way already."""
        again = 0 < width <= self.widest
        self.widest = max(self.widest, width)
        best = self.offers.best
        return best[: int(len(best) * (_GOLDEN * self.attempts % _LAST_RESTART))] if again else ""

    def _arrival_due(self, budget: Budget, early: bool) -> float | None:
        """When a descent that begins now should arrive; an early one leaves half of the time to those after it."""
        last_arrival = self.pace.last_arrival(budget.patience)
        if last_arrival is None:
            return None
        return (perf_counter() + last_arrival) / 2 if early else last_arrival

    def _run(self, descent: DescentThreads, budget: Budget) -> Iterator[None]:
        """Let a descent work until it arrives or is given up."""
        first, looked = not self.has_arrived and self.pace.constructing > 0, perf_counter()
        for answers in self.slices.run(descent.workers):
            descent.note(answers)
            yield  # the bound may have risen
            given_up = not first and (self.pace.is_round_over() or self.is_too_late(budget))
            if all(descent.done) or self.pace.is_lost(first) or given_up:
                break
            if descent.concluded:
                continue
            if first and self.pace.must_conclude(descent.progress):
                descent.conclude()
                self.pace.concluding = 0.0
            else:
                descent.steer()
                if first and self.offers.live and self.pace.is_due_in_descent(looked):
                    yield from self._offer_unfinished(descent)
                    looked = perf_counter()

    def _offer_unfinished(self, descent: DescentThreads) -> Iterator[None]:
        """Construct the rest from where a descent is."""
        settled = descent.settled_moves()
        rest = self.slices.construct(Puzzle(replay(self.puzzle.start, settled), self.puzzle.goal))
        if rest is not None:
            yield from self.offers.offer(settled + rest, "descent")
