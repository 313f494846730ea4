"""What is said of a solve: every move with its verdict (`judged.py`), the turning points (`parts.py`), and the totals.

What all moves cost together is the number of moves beyond the shortest way, in either metric.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any, Final

from taquin.analysis.judged import JudgedMove, judged_moves
from taquin.analysis.lengths import Lengths
from taquin.analysis.parts import Between, Part, TurningPoint, part_of, runs_of_lost, turning_point, verified_way
from taquin.analysis.timing import Pause, Timing
from taquin.board import Board
from taquin.datasets import distance_counts
from taquin.display import Displayed
from taquin.move import Moves, count_moves, count_slides
from taquin.names import Metric
from taquin.notation import board_to_json, length_in, multi_tile_length
from taquin.puzzle import Puzzle
from taquin.texts import Sentence

__all__ = ["SHOWN_POINTS", "Analysis"]

SHOWN_POINTS: Final = 5
"""Turning points that are shown where nobody asks for more or fewer."""


@dataclass(frozen=True, slots=True, repr=False)
class Analysis(Displayed):
    """A solve and all that is known of it. `way` is the shortest solution that is known from the start. What is counted
    are moves, and slides where the metric is "mtm"."""

    puzzle: Puzzle
    moves: tuple[JudgedMove, ...]
    way: Moves
    bound: int
    """Moves that every solution has at least, proven."""
    left: int
    """Moves from the last board to the goal, by the shortest way that is known: 0 where the solve ends there."""
    left_bound: int
    """How many are needed there at least, proven."""
    turning_points: tuple[TurningPoint, ...]
    """In the order of play."""
    unjudged: tuple[Part, ...] = ()
    """The stretches of moves whose verdict is unknown, in the order of play."""
    timing: Timing | None = None
    metric: Metric = "stm"

    @classmethod
    def of(cls, lengths: Lengths, timing: Timing | None = None) -> Analysis:
        """What these lengths say."""
        moves = tuple(judged_moves(lengths, timing))
        runs = runs_of_lost(lengths, moves)
        ways = {place: verified_way(lengths, place) for place in (0, *(first - 1 for first, _ in runs))}
        # A step of the solve and the way behind it may be one slide together.
        shorter = [place for place, way in ways.items() if length_in(way, lengths.metric) < lengths.most[place]]
        if shorter:
            for place in shorter:
                lengths.note(lengths.board(place), str(ways[place]))
            return cls.of(lengths, timing)
        points = tuple(turning_point(lengths, part_of(lengths, moves, timing, *run), moves, ways) for run in runs)
        stretches = groupby(moves, lambda judged: judged.proven)
        numbers = [[judged.number for judged in stretch] for proven, stretch in stretches if not proven]
        unjudged = tuple(part_of(lengths, moves, timing, run[0], run[-1]) for run in numbers)
        ends = lengths.least[0], lengths.most[-1], lengths.least[-1]
        return cls(lengths.puzzle, moves, ways[0], *ends, points, unjudged, timing, lengths.metric)

    def __repr__(self) -> str:
        return f"<Analysis: {self._said}>"

    @property
    def _said(self) -> Sentence:
        count = count_moves if self.metric == "stm" else count_slides
        return Sentence("picture.analysed", moves=count(len(self.moves)), shortest=self.best_known, lost=self.lost)

    def _drawn(self) -> dict[str, str]:
        from taquin.render.cards import player

        return {"text/html": player(self.puzzle.start, list(self.played), self._said)}

    @property
    def solved(self) -> bool:
        """Whether the solve ends at the goal."""
        return self.left == 0

    @property
    def solved_after(self) -> int | None:
        """After how many moves the board was solved for the first time; None where it never was."""
        if self.puzzle.is_solved():
            return 0
        return next((judged.number for judged in self.moves if judged.remaining == 0), None)

    @property
    def exact(self) -> bool:
        """Whether everything is proven."""
        return self.best_known == self.bound and all(judged.remaining == judged.bound for judged in self.moves)

    @property
    def length(self) -> int:
        """Moves of the solve, each tile step counted (single-tile metric)."""
        return sum(judged.length for judged in self.moves)

    @property
    def slides(self) -> int:
        """Moves of the solve, a run in one direction counted once (multi-tile metric)."""
        return multi_tile_length(self.played)

    @property
    def played(self) -> Moves:
        """The moves themselves."""
        return Moves("".join(judged.move * judged.length for judged in self.moves))

    def played_between(self, first: int, last: int) -> Moves:
        """The single-tile moves of the moves with these numbers."""
        return Moves("".join(judged.move * judged.length for judged in self.moves[first - 1 : last]))

    @property
    def best_known(self) -> int:
        """The length of `way` in the metric."""
        return length_in(self.way, self.metric)

    @property
    def shortest(self) -> int | None:
        """The length of a shortest solution in the metric, None where that is not proven."""
        return self.bound if self.best_known == self.bound else None

    @property
    def lost(self) -> int:
        """What all moves cost together by the shortest ways that are known."""
        return self._all - self.best_known

    @property
    def lost_bound(self) -> int:
        """What all moves cost together at least, proven."""
        return max(0, len(self.moves) + self.left_bound - self.best_known)

    @property
    def lost_most(self) -> int:
        """What all moves cost together at most, proven."""
        return self._all - self.bound

    @property
    def longest(self) -> int | None:
        """So many moves, or slides, are enough from every board of this shape; None where that is not known."""
        return _longest_way(self.puzzle.goal, self.metric)

    @property
    def efficiency(self) -> float:
        """The shortest way that is known by the moves that were made and those that are left; 1 at best."""
        return self.best_known / self._all if self._all else 1.0

    @property
    def efficiency_bound(self) -> float:
        """The efficiency is at least so much, proven."""
        return self.bound / self._all if self._all else 1.0

    @property
    def _all(self) -> int:
        """The moves that were made and those that are left."""
        return len(self.moves) + self.left

    @property
    def pauses(self) -> tuple[Pause, ...]:
        """Long waits, with the numbers of the moves, or of the slides, that they come before; none without times."""
        pauses = () if self.timing is None else self.timing.pauses
        if self.metric == "stm":
            return pauses
        numbers = [judged.number for judged in self.moves for _ in range(judged.length)]
        return tuple(Pause(numbers[pause.number - 1], pause.seconds) for pause in pauses)

    def costliest(self, most: int = SHOWN_POINTS) -> tuple[TurningPoint, ...]:
        """So many turning points at most, those that cost most, in the order of play."""
        ranked = sorted(self.turning_points, key=lambda point: -point.part.lost)[:most]
        return tuple(sorted(ranked, key=lambda point: point.part.first))

    def parts(self, most: int = SHOWN_POINTS) -> tuple[Part, ...]:
        """The solve cut into its costliest turning points and what lies between them."""
        cuts = [0]
        for point in self.costliest(most):
            cuts += [point.part.first - 1, point.part.last]
        cuts.append(len(self.moves))
        lengths = Between(
            (self.best_known, *(judged.remaining for judged in self.moves)),
            (self.bound, *(judged.bound for judged in self.moves)),
        )
        return tuple(
            part_of(lengths, self.moves, self.timing, begin + 1, end) for begin, end in pairwise(cuts) if begin < end
        )

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object of an analysis."""
        timing = self.timing
        speed = None if timing is None else timing.moves_per_second
        return {
            "metric": self.metric,
            "solved": self.solved,
            "solved_after": self.solved_after,
            "length": self.length,
            "length_mtm": self.slides,
            "shortest": self.shortest,
            "best_known": self.best_known,
            "bound": self.bound,
            "left": self.left,
            "left_bound": self.left_bound,
            "lost": self.lost,
            "lost_bound": self.lost_bound,
            "lost_most": self.lost_most,
            "longest": self.longest,
            "efficiency": round(self.efficiency, 4),
            "efficiency_bound": round(self.efficiency_bound, 4),
            "exact": self.exact,
            "way": str(self.way),
            "way_mtm": multi_tile_length(self.way),
            "seconds": None if timing is None else timing.seconds,
            "moves_per_second": None if speed is None else round(speed, 3),
            "pauses": None if timing is None else [pause.to_json() for pause in self.pauses],
            "parts": [part.to_json() for part in self.parts()],
            "turning_points": [point.to_json() for point in self.turning_points],
            "unjudged": [part.to_json() for part in self.unjudged],
            "moves": [judged.to_json() for judged in self.moves],
            "start": board_to_json(self.puzzle.start),
            "goal": board_to_json(self.puzzle.goal),
        }


def _longest_way(goal: Board, metric: Metric) -> int | None:
    """So many moves, or slides, are enough from every board to this goal; None where that has not been published. Which
    tile belongs where does not matter for it, only where the blank does."""
    row, column = divmod(goal.blank, goal.width)
    outer = (row in (0, goal.height - 1)) + (column in (0, goal.width - 1))
    series = distance_counts(*goal.shape, ("center", "edge", "corner")[outer], metric)
    return len(series.counts) - 1 if series is not None and series.complete else None
