"""The threads of one descent.

They share its beam, or compete (each descends by itself and the best one counts), or one descends and the others follow
it with windows. Descents that fall behind their time are narrowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from taquin import native
from taquin.anytime.budget import Budget, DescentSettings
from taquin.anytime.followers import Followers
from taquin.anytime.schedule import Schedule
from taquin.anytime.slices import Worker
from taquin.anytime.weights.flow import flow_weights
from taquin.anytime.weights.sweep import sweep_weights
from taquin.board import Board
from taquin.names import Metric
from taquin.notation import length_in

__all__ = ["DescentThreads"]

_PIECE = 200
"""A follower's piece has this many moves, and one more for every cell of the board."""


class DescentThreads:
    """Native descents from one board, and those who follow; `workers` run side by side, slice by slice.

    `due` is the moment at which the descents should have arrived, None where they may take their time.
    """

    def __init__(
        self,
        start: Board,
        goal: Board,
        settings: DescentSettings,
        budget: Budget,
        *,
        seed: int,
        free_threads: int,
        score: native.core.BoardScores | None,
        metric: Metric,
        due: float | None,
    ) -> None:
        native.require_native()
        competitors, threads, followers = {
            "share": (1, free_threads, 0),
            "compete": (free_threads, 1, 0),
            "follow": (1, 1, free_threads - 1),
        }[budget.teamwork]
        self.settings, self.metric = settings, metric
        self.descents = [
            native.core.Descent(
                start.width,
                start.tiles,
                goal.tiles,
                seed + number,
                flow_width=settings.flow_width,
                board_beam_width=settings.board_beam_width,
                sweep_width=settings.sweep_width,
                flow_stop=settings.flow_stop,
                score=score,
                flow_weights=flow_weights(),
                sweep_weights=sweep_weights(),
                slides=metric == "mtm",
                threads=threads,
            )
            for number in range(competitors)
        ]
        self.followers = Followers(start, followers, seed, budget.windows) if followers else None
        self.workers: Sequence[Worker] = [*self.descents, *(self.followers.followers if self.followers else ())]
        self.schedules = (
            []
            if due is None
            else [Schedule(perf_counter(), due, settings.progress(descent)) for descent in self.descents]
        )
        self.piece, self.fed = _PIECE + len(start), 0
        self.done = [False] * competitors
        self.concluded = False

    @property
    def passes(self) -> int:
        """How many passes of windows every piece of the path has had at least."""
        return self.followers.passes() if self.followers is not None else 0

    def note(self, answers: Sequence[bool]) -> None:
        """Take note of what a slice's `run` said."""
        self.done = list(answers[: len(self.descents)])

    @property
    def progress(self) -> float:
        """How much of the work is done, 0 to 1, by the one that is least far."""
        return min(self.settings.progress(descent) for descent in self.descents)

    def settled_moves(self) -> str:
        """The moves of the first descent that will not change any more."""
        return self.descents[0].part(0, self.descents[0].settled)

    def conclude(self) -> None:
        """Give up the search where it is: from now on the descents construct what is left."""
        self.concluded = True
        for descent in self.descents:
            descent.conclude()

    def steer(self) -> None:
        """Between two slices: narrow what falls behind, and hand what is settled to the followers."""
        for descent, schedule, finished in zip(self.descents, self.schedules, self.done, strict=False):
            if finished:
                continue
            part = schedule.narrow(perf_counter(), self.settings.progress(descent))
            if part is not None:
                descent.narrow(part)
        if self.followers is not None and (settled := self.descents[0].settled) >= self.fed + self.piece:
            self.followers.feed(self.descents[0].part(self.fed, settled))
            self.fed = settled

    def path(self) -> str:
        """The shortest path, in the metric, of those that have arrived, one at least."""
        arrived = [descent for descent, finished in zip(self.descents, self.done, strict=True) if finished]
        rests = [descent.part(self.fed) if self.fed else descent.path() for descent in arrived]
        beginning = self.followers.path() if self.followers is not None else ""
        return min((beginning + rest for rest in rests), key=lambda moves: length_in(moves, self.metric))
