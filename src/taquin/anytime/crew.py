"""The threads of one descent.

They share its beam, or compete (each descends by itself and the best one counts), or one descends and the others follow
it with windows. Descents that fall behind their time are narrowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any

from taquin import native
from taquin.anytime.effort import Descent, Effort
from taquin.anytime.follow import Procession
from taquin.anytime.schedule import Schedule
from taquin.anytime.weights.flow import flow_prices
from taquin.anytime.weights.sweep import sweep_prices
from taquin.board import Board

__all__ = ["Crew"]

_PIECE = 200
"""A follower's piece has this many moves, and one more for every cell of the board."""


class Crew:
    """Native descents from one board, and those who follow; `workers` run side by side, slice by slice."""

    def __init__(
        self,
        start: Board,
        goal: Board,
        settings: Descent,
        effort: Effort,
        *,
        seed: int,
        hands: int,
        score: Any,
        ends: float | None,
    ) -> None:
        rivals, threads, followers = {
            "share": (1, hands, 0),
            "compete": (hands, 1, 0),
            "follow": (1, 1, hands - 1),
        }[effort.teamwork]
        self.settings = settings
        self.descents = [
            native.require_native().Descent(
                start.width,
                start.tiles,
                goal.tiles,
                seed + number,
                flow_width=settings.flow_width,
                whole_width=settings.whole_width,
                sweep_width=settings.sweep_width,
                flow_stop=settings.flow_stop,
                score=score,
                flow_prices=flow_prices(),
                sweep_prices=sweep_prices(),
                threads=threads,
            )
            for number in range(rivals)
        ]
        self.procession = Procession(start, followers, seed, effort.windows)
        self.workers: Sequence[Any] = [*self.descents, *self.procession.followers]
        self.schedules = (
            []
            if ends is None
            else [Schedule(perf_counter(), ends, settings.progress(descent)) for descent in self.descents]
        )
        self.piece, self.fed = _PIECE + len(start), 0
        self.done = [False] * rivals

    @property
    def generated(self) -> int:
        """Boards made so far."""
        made: int = sum(descent.generated for descent in self.descents)
        return made + self.procession.generated

    @property
    def passes(self) -> int:
        """How many passes of windows every piece of the path has had at least."""
        return self.procession.passes()

    def note(self, answers: Sequence[bool]) -> None:
        """Take note of what a slice's `run` said."""
        self.done = list(answers[: len(self.descents)])

    def steer(self) -> None:
        """Between two slices: narrow what falls behind, and hand what is settled to the followers."""
        for descent, schedule, finished in zip(self.descents, self.schedules, self.done, strict=False):
            if finished:
                continue
            part = schedule.narrow(perf_counter(), self.settings.progress(descent))
            if part is not None:
                descent.narrow(part)
        if self.procession.followers and (settled := self.descents[0].settled) >= self.fed + self.piece:
            self.procession.feed(self.descents[0].part(self.fed, settled))
            self.fed = settled

    def path(self) -> str:
        """The shortest path of those that have arrived; of the first, with the rest constructed, where none has."""
        arrived = [descent for descent, finished in zip(self.descents, self.done, strict=True) if finished]
        rests: list[str] = [
            descent.part(self.fed) if self.fed else descent.path() for descent in arrived or self.descents[:1]
        ]
        return self.procession.path() + min(rests, key=len)
