"""Where the upper end takes what it has found: every solution is replayed here before the ends are told of it."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from taquin.anytime.pace import Pace
from taquin.replay import reaches

__all__ = ["Offers"]


class Offers:
    """What is offered to the ends of a search."""

    def __init__(self, pace: Pace, live: bool) -> None:
        self.pace = pace
        self.live = live
        """Whether to offer what a pass or a descent has found before it is complete, which depends on the clock."""

    @property
    def best(self) -> str:
        """The best solution so far, of either end; empty before there is one."""
        return self.pace.ends.moves or ""

    def offer(self, moves: str, found_by: str) -> Iterator[None]:
        """Tell of a solution, once it has been replayed; yields where it is the best so far."""
        ends = self.pace.ends
        if ends.stopped or not ends.is_shorter(moves):
            return
        began = perf_counter()
        if not reaches(ends.puzzle, moves):
            raise RuntimeError(f"{found_by} returned moves that do not reach the goal: please report this")
        if ends.offer(moves, found_by):
            yield
            self.pace.note_shown(began)
