"""The upper end of a search: ever better solutions of any board, towards any goal.

First a solution that cannot fail is constructed, or somebody has given one, which windows shorten for a while. Then
come rounds, each some times as long as the one before (budget.py): descents, each wider than the one before, and
windows that shorten the best of them. In the last round both come again, from other seeds, while time is left.
Everything found is told to the `Ends`, which also say when it is over.

This file decides what comes next, and how much work it is worth. Its parts do it, and none of them knows another one
that stands beside or above it:

    descents.py, window_passes.py    the two kinds of work
    slices.py, offers.py             how all work is run, and where all solutions go
    pace.py                          how much time is left
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from time import perf_counter

from taquin.anytime.budget import Budget, choose_budget, narrowest_seconds, round_ends
from taquin.anytime.descents import Descents
from taquin.anytime.offers import Offers
from taquin.anytime.pace import Pace
from taquin.anytime.scores import fits_formula, fits_weights, load_score, must_build_tables
from taquin.anytime.slices import Slices
from taquin.anytime.window_passes import WindowPasses
from taquin.anytime.windows import remove_loops
from taquin.ends import Abandoned, Ends
from taquin.replay import core_holds
from taquin.result import Limits

__all__ = ["UpperEnd"]

_GIVEN_PART = 0.125
"""The part of the time for windows over moves that somebody gives, before the first round; without a time limit it is a
few passes. Windows shorten these moves again at the end of every round whose descents found nothing shorter."""
_LONG = 100_000
"""Moves: loops are looked for only in shorter solutions that somebody gives."""


class UpperEnd:
    """What finds solutions. Iterating over `search` does the work. It yields whenever there is a better one, and also
    between two slices of work, so that whoever iterates can tell of a bound that has risen."""

    def __init__(
        self,
        ends: Ends,
        *,
        quality: str,
        threads: int,
        seed: int = 0,
        given: str | None = None,
        memory: int | None = None,
        spared: Callable[[], int] = lambda: 0,
        on_tick: Callable[[], None] = lambda: None,
        on_warning: Callable[[str], None] | None = None,
    ) -> None:
        self.ends, self.limits = ends, replace(ends.limits, memory=memory)
        self.quality, self.given, self.on_warning = quality, given, on_warning
        self.pace = Pace(ends)
        self.slices = Slices(self.pace, threads, spared, on_tick)
        self.offers = Offers(self.pace, live=quality == "best")
        self.descents = Descents(self.pace, self.slices, self.offers, seed)
        self.windows = WindowPasses(self.pace, self.slices, self.offers, seed)
        self.budget: Budget = self.choose_work(fits_formula(*ends.puzzle.start.shape), self.limits)
        """The work of the present round."""

    # The work

    def search(self) -> Iterator[None]:
        """Construct, descend and shorten, in rounds, until it is over."""
        yield from self.begin()
        times = self.times_of_rounds()
        for number, end in enumerate(times):
            if self.pace.over():
                break
            yield from self.search_round(end, first=number == 0, last=number == len(times) - 1)

    def begin(self) -> Iterator[None]:
        """The first solution: what is given and made shorter, or constructed."""
        if self.given is not None:
            yield from self.begin_with(self.given)
        elif self.ends.moves is None:
            began = perf_counter()
            moves = self.slices.construct(self.ends.puzzle)
            self.pace.constructing = perf_counter() - began
            if moves is not None:
                yield from self.offers.offer(moves, "construct")
        if self.ends.moves is None:
            raise Abandoned

    def begin_with(self, given: str) -> Iterator[None]:
        """Shorten what somebody has given: for part of the time where descents come after it."""
        moves = remove_loops(self.ends.puzzle.start, given) if len(given) < _LONG else given
        yield from self.offers.offer(moves, "given")
        descends = self.has_time_to_descend()
        if self.limits.seconds is not None and descends:
            self.pace.begin_round(self.ends.began, _GIVEN_PART * self.limits.seconds)
        most = len(self.budget.windows) if descends else None
        yield from self.windows.shorten(self.offers.best, self.budget, followed=0, most=most)

    def search_round(self, end: float | None, *, first: bool, last: bool) -> Iterator[None]:
        """Descend and shorten until so many seconds after the search began; only the last round goes on with other
        seeds.

        Where the board is searched as a whole, a descent with another seed begins somewhere on the best way so far.
        """
        began = self.ends.began if first else perf_counter()
        seconds = self.pace.begin_round(began, None if first and last else end)
        if seconds is not None and seconds <= 0:
            return  # the round before lasted so long: others had the processor, or tables were built
        limits = self.limits if seconds is None else replace(self.limits, seconds=seconds)
        yield from self.prepare(limits, first)
        widest = len(self.budget.descents) - 1
        for number in count():
            again = number > widest
            if self.pace.is_round_over() or (again and not (last and self.budget.again and widest >= 0)):
                break
            found = None
            if self.can_descend() and widest >= 0 and not (number and self.descents.is_too_late(self.budget)):
                found = yield from self.descents.descend(self.budget, min(number, widest))
            yield from self.offer_descent(found)
            if number >= widest and (self.budget.shortens or self.descents.is_too_late(self.budget)):
                moves = found if again and found is not None else self.offers.best
                yield from self.windows.shorten(moves, self.budget, self.descents.followed)

    def prepare(self, limits: Limits, first: bool) -> Iterator[None]:
        """Find the score, and choose the work for it, in a round with these limits."""
        if not self.can_descend() or not self.budget.descents:
            return
        if not self.descents.has_arrived and must_build_tables(*self.ends.puzzle.start.shape, limits):
            self.set_score(limits, first, build=False)  # first an answer by what is known already
            yield from self.offer_descent((yield from self.descents.descend(self.budget, 0, preliminary=True)))
        self.set_score(limits, first, build=True)

    def offer_descent(self, found: str | None) -> Iterator[None]:
        """Hand out what a descent found, if it is the best so far."""
        if found is not None:
            yield from self.offers.offer(found, "descent")

    # How much work, and by which score

    def set_score(self, limits: Limits, early: bool, build: bool) -> None:
        """Find the score of the board's shape, and choose the work for it."""
        shape, metric = self.ends.puzzle.start.shape, self.ends.metric
        score = load_score(*shape, limits, self.pace.over, build, self.on_warning, metric)
        self.descents.set_score(score)
        self.budget = self.choose_work(score is not None, limits, early)

    def choose_work(self, whole: bool, limits: Limits, early: bool = True) -> Budget:
        """The work for this board, searched as a whole or not, on the threads that the lower end leaves."""
        cells, manhattan, threads = self.measures
        return choose_budget(cells, manhattan, self.quality, limits, threads, whole, early, self.ends.metric)

    def times_of_rounds(self) -> Sequence[float | None]:
        """Seconds from the beginning of the search to the end of each round; None where there is no time limit, and all
        is one round."""
        if self.limits.seconds is None:
            return (None,)
        if not self.can_descend():
            return (self.limits.seconds,)
        return round_ends(self.limits.seconds, *self.measures, self.whole, self.ends.metric)

    def has_time_to_descend(self) -> bool:
        """Whether the narrowest descent arrives within the time limit."""
        if not self.can_descend():
            return False
        if self.limits.seconds is None:
            return True
        return self.limits.seconds >= narrowest_seconds(*self.measures, self.whole, self.ends.metric)

    def can_descend(self) -> bool:
        """Whether the board has room for more than one way."""
        start = self.ends.puzzle.start
        return core_holds(start) and min(start.shape) > 1

    @property
    def whole(self) -> bool:
        """Whether boards of this shape are searched as a whole where there is time for it."""
        shape = self.ends.puzzle.start.shape
        return fits_weights(*shape) or fits_formula(*shape)

    @property
    def measures(self) -> tuple[int, int, int]:
        """What work is measured by: cells, Manhattan distance, and threads."""
        puzzle = self.ends.puzzle
        return len(puzzle.start), puzzle.start.manhattan(puzzle.goal), self.slices.free_threads()
