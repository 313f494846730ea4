"""What is said of a solve: every move with its verdict, the turning points, and the totals.

A single-tile move changes the number of moves to the goal by one. So it costs nothing, and is best, or it costs two
moves: itself, and the one that makes up for it. A slide, a move of the multi-tile metric, changes the number of slides
by one at most: it costs nothing, one slide, or two. What all moves cost together is the number of moves beyond the
shortest way, in either metric.

A move is judged where its cost is proven. Between two boards whose lengths lie between bounds, moves cost at least and
at most what these bounds leave: so much is told of moves that are not judged. Where boards are proven by default, a
turning point is made of judged moves only. On larger boards, of which hardly any is ever proven, it may be what the
shortest ways that are known say, and then it is not `proven`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any, Final, Literal, NamedTuple

from taquin.analysis.lengths import Lengths
from taquin.analysis.timing import Pause, Timing
from taquin.board import Board
from taquin.datasets import distance_counts
from taquin.display import Displayed
from taquin.move import Move, Moves, count_moves, count_slides
from taquin.names import Metric
from taquin.notation import board_to_json, length_in, multi_tile_length
from taquin.notation.moves import tiles_moved
from taquin.puzzle import Puzzle
from taquin.replay import reaches
from taquin.strategy import proven_by_default
from taquin.texts import Sentence

__all__ = ["Analysis", "JudgedMove", "Part", "TurningPoint"]

_BETWEEN: Final = 2
"""Lost moves with at most so many others between them are one turning point."""
_COSTLIEST: Final = 2
"""Moves, or slides, that one of them costs at most."""
SHOWN_POINTS: Final = 5
"""Turning points that are shown where nobody asks for more or fewer."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """One move of a solve: in the multi-tile metric a slide."""

    number: int
    """Of the first move it is 1."""
    move: Move
    """Where the blank goes."""
    length: int
    """How many tiles move: 1, or all those that slide."""
    tile: int
    """The one that a player pushes: of a slide the farthest from the blank."""
    remaining: int
    """Moves to the goal after it by the shortest way that is known."""
    bound: int
    """How many are needed at least, proven."""
    verdict: Literal["best", "also best", "worse", "unknown"]
    """Best is the first move of the shortest way that is known, also best another one that is as good; the others are
    worse. It is unknown where nothing is proven."""
    lost: int | None
    """What it cost, proven: 0 or 2 moves; 0, 1 or 2 slides. None where the verdict is unknown."""
    seconds: float | None = None
    """The moment at which it was made; of a slide that of its last tile."""

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object of a judged move."""
        return {
            "number": self.number,
            "move": self.move.value,
            "length": self.length,
            "tile": self.tile,
            "remaining": self.remaining,
            "bound": self.bound,
            "verdict": self.verdict,
            "lost": self.lost,
            "proven": self.proven,
            "seconds": self.seconds,
        }

    @property
    def proven(self) -> bool:
        """Whether it is judged: no verdict is given that is not proven."""
        return self.lost is not None


@dataclass(frozen=True, slots=True)
class Part:
    """Some moves one after the other, from the number `first` to `last`, and what they cost."""

    first: int
    last: int
    lost: int
    """By the shortest ways that are known."""
    lost_bound: int
    """At least so much, proven."""
    lost_most: int
    """At most so much, proven."""
    tiles: int
    """Single-tile moves."""
    slides: int
    """Slides that begin among them: the part before has the one that goes on into this one."""
    seconds: float | None
    """What they took, with the wait before the first of them."""

    @property
    def length(self) -> int:
        """How many moves they are."""
        return self.last - self.first + 1

    @property
    def moves_per_second(self) -> float | None:
        """How quickly they were made, in single-tile moves; None where no time has passed, or none is known."""
        return self.tiles / self.seconds if self.seconds else None

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object of a part."""
        speed = self.moves_per_second
        return {
            "first": self.first,
            "last": self.last,
            "lost": self.lost,
            "lost_bound": self.lost_bound,
            "lost_most": self.lost_most,
            "tiles": self.tiles,
            "slides": self.slides,
            "seconds": None if self.seconds is None else round(self.seconds, 3),
            "moves_per_second": None if speed is None else round(speed, 3),
        }


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Moves that lost something, at most two others between them, and the shortest way from where they began."""

    part: Part
    proven: bool
    """Whether every verdict in it is proven."""
    remaining: int
    """Moves to the goal before the first of them, by `way`."""
    bound: int
    """How many are needed there at least, proven."""
    remaining_after: int
    """Moves to the goal after the last of them."""
    way: Moves
    """The shortest way that is known from there."""

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object of a turning point."""
        return {
            **self.part.to_json(),
            "proven": self.proven,
            "remaining": self.remaining,
            "bound": self.bound,
            "remaining_after": self.remaining_after,
            "way": str(self.way),
            "way_mtm": multi_tile_length(self.way),
        }


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
        moves = tuple(_judged(lengths, timing))
        runs = _runs(_costs(lengths, moves))
        ways = {place: _verified(lengths, place) for place in (0, *(first - 1 for first, _ in runs))}
        # A step of the solve and the way behind it may be one slide together.
        shorter = [place for place, way in ways.items() if length_in(way, lengths.metric) < lengths.most[place]]
        if shorter:
            for place in shorter:
                lengths.note(lengths.board(place), str(ways[place]))
            return cls.of(lengths, timing)
        points = tuple(_turning_point(lengths, _part(lengths, moves, timing, *run), moves, ways) for run in runs)
        stretches = groupby(moves, lambda judged: judged.proven)
        numbers = [[judged.number for judged in stretch] for proven, stretch in stretches if not proven]
        unjudged = tuple(_part(lengths, moves, timing, run[0], run[-1]) for run in numbers)
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
        lengths = _Ends(
            (self.best_known, *(judged.remaining for judged in self.moves)),
            (self.bound, *(judged.bound for judged in self.moves)),
        )
        return tuple(
            _part(lengths, self.moves, self.timing, begin + 1, end) for begin, end in pairwise(cuts) if begin < end
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


class _Ends(NamedTuple):
    """How long the way from every board is at most and at least."""

    most: Sequence[int]
    least: Sequence[int]


def _longest_way(goal: Board, metric: Metric) -> int | None:
    """So many moves, or slides, are enough from every board to this goal; None where that has not been published. Which
    tile belongs where does not matter for it, only where the blank does."""
    row, column = divmod(goal.blank, goal.width)
    outer = (row in (0, goal.height - 1)) + (column in (0, goal.width - 1))
    series = distance_counts(*goal.shape, ("center", "edge", "corner")[outer], metric)
    return len(series.counts) - 1 if series is not None and series.complete else None


def _part(
    lengths: Lengths | _Ends, moves: tuple[JudgedMove, ...], timing: Timing | None, first: int, last: int
) -> Part:
    among = moves[first - 1 : last]
    before = [moves[first - 2].move] if first > 1 else []
    slides = multi_tile_length([*before, *(judged.move for judged in among)]) - len(before)
    made = sum(judged.length for judged in moves[: first - 1])
    tiles = sum(judged.length for judged in among)
    seconds = None if timing is None else timing.between(made + 1, made + tiles)
    most, least, begin, made = lengths.most, lengths.least, first - 1, len(among)
    lost = made + most[last] - most[begin]
    # Neither end may be proven and yet every move between them be judged.
    known = sum(judged.lost for judged in among if judged.lost is not None)
    open_moves = sum(not judged.proven for judged in among)
    lost_bound = max(known, made + least[last] - most[begin])
    lost_most = min(known + _COSTLIEST * open_moves, made + most[last] - least[begin])
    return Part(first, last, lost, lost_bound, lost_most, tiles, slides, seconds)


def _turning_point(lengths: Lengths, part: Part, moves: tuple[JudgedMove, ...], ways: dict[int, Moves]) -> TurningPoint:
    before = part.first - 1
    return TurningPoint(
        part,
        all(judged.proven for judged in moves[before : part.last]),
        lengths.most[before],
        lengths.least[before],
        lengths.most[part.last],
        ways[before],
    )


def _judged(lengths: Lengths, timing: Timing | None) -> Iterator[JudgedMove]:
    most, least = lengths.most, lengths.least
    tiles, made = tiles_moved(Moves("".join(lengths.steps)), lengths.puzzle.start), 0
    for place, step in enumerate(lengths.steps):
        made += len(step)
        change = most[place + 1] - most[place]
        proven = _changes(lengths, place) == {change}
        verdict: Literal["best", "also best", "worse"]
        verdict = "worse" if change >= 0 else "best" if lengths.first_step(place) == step else "also best"
        yield JudgedMove(
            place + 1,
            Move(step[0]),
            len(step),
            tiles[made - 1],
            most[place + 1],
            least[place + 1],
            verdict if proven else "unknown",
            change + 1 if proven else None,
            None if timing is None else timing.times[made - 1],
        )


def _changes(lengths: Lengths, place: int) -> set[int]:
    """By how much this step can change the length, as far as is proven: the true lengths are between the bounds."""
    most, least = lengths.most, lengths.least
    possible = {-1, 1} if lengths.metric == "stm" else {-1, 0, 1}
    lowest, highest = least[place + 1] - most[place], most[place + 1] - least[place]
    return {change for change in possible if lowest <= change <= highest}


def _costs(lengths: Lengths, moves: tuple[JudgedMove, ...]) -> Iterator[int | None]:
    """What every move cost; None where nothing is to be said of it."""
    for place, judged in enumerate(moves):
        if judged.proven or proven_by_default(lengths.puzzle):
            yield judged.lost
        else:
            yield lengths.most[place + 1] - lengths.most[place] + 1


def _runs(costs: Iterable[int | None]) -> list[tuple[int, int]]:
    """The first and the last number of every run of lost moves. A move that is not judged ends it."""
    runs: list[tuple[int, int]] = []
    unjudged = 0
    for number, cost in enumerate(costs, start=1):
        if cost is None:
            unjudged = number
        elif cost:
            if runs and number - runs[-1][1] <= _BETWEEN + 1 and unjudged < runs[-1][1]:
                runs[-1] = runs[-1][0], number
            else:
                runs.append((number, number))
    return runs


def _verified(lengths: Lengths, place: int) -> Moves:
    """The shortest way that is known from a board, replayed; RuntimeError where it does not reach the goal."""
    way = lengths.way(place)
    if not reaches(Puzzle(lengths.board(place), lengths.puzzle.goal), way):
        raise RuntimeError(f"the way from board {place} of the solve does not reach the goal: please report this")
    return Moves(way)
