"""Parts of a solve: what some moves one after the other cost, and the turning points, where most was lost.

Between two boards whose lengths lie between bounds, moves cost at least and at most what these bounds leave: so much is
told of moves that are not judged. Where boards are proven by default, a turning point is made of judged moves only. On
larger boards, of which hardly any is ever proven, it may be what the shortest ways that are known say, and then it is
not `proven`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Final, NamedTuple

from taquin.analysis.judged import JudgedMove
from taquin.analysis.lengths import Lengths
from taquin.analysis.timing import Timing
from taquin.move import Moves
from taquin.names import Metric
from taquin.notation import multi_tile_length
from taquin.puzzle import Puzzle
from taquin.replay import reaches
from taquin.strategy import proven_by_default

__all__ = ["Between", "Part", "TurningPoint", "part_of", "runs_of_lost", "turning_point", "verified_way"]

_BETWEEN: Final[dict[Metric, int]] = {"stm": 2, "mtm": 0}
"""Lost moves with at most so many others between them are one turning point. Most slides of a solve by hand lose
something, so that with others between them one turning point would be half of it."""
_LONGEST: Final[dict[Metric, float]] = {"stm": inf, "mtm": 8}
"""Moves, or slides, of a turning point at most: what goes on losing is the next one."""
_COSTLIEST: Final = 2
"""Moves, or slides, that one of them costs at most."""


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
    """Moves that lost something, at most two others between them, or slides without any others between them, and the
    shortest way from where they began."""

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


class Between(NamedTuple):
    """How long the way from every board is at most and at least."""

    most: Sequence[int]
    least: Sequence[int]


def part_of(
    lengths: Lengths | Between, moves: tuple[JudgedMove, ...], timing: Timing | None, first: int, last: int
) -> Part:
    """The moves of these numbers, from the first to the last."""
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


def turning_point(lengths: Lengths, part: Part, moves: tuple[JudgedMove, ...], ways: dict[int, Moves]) -> TurningPoint:
    """What is said of this part, with the way from where it began."""
    before = part.first - 1
    return TurningPoint(
        part,
        all(judged.proven for judged in moves[before : part.last]),
        lengths.most[before],
        lengths.least[before],
        lengths.most[part.last],
        ways[before],
    )


def _costs(lengths: Lengths, moves: tuple[JudgedMove, ...]) -> Iterator[int | None]:
    """What every move cost; None where nothing is to be said of it."""
    for place, judged in enumerate(moves):
        if judged.proven or proven_by_default(lengths.puzzle):
            yield judged.lost
        else:
            yield lengths.most[place + 1] - lengths.most[place] + 1


def runs_of_lost(lengths: Lengths, moves: tuple[JudgedMove, ...]) -> list[tuple[int, int]]:
    """The first and the last number of every run of lost moves. One that is not judged ends it, and so does length."""
    runs: list[tuple[int, int]] = []
    between, longest = _BETWEEN[lengths.metric], _LONGEST[lengths.metric]
    unjudged = 0
    for number, cost in enumerate(_costs(lengths, moves), start=1):
        if cost is None:
            unjudged = number
        elif cost:
            goes_on = runs and number - runs[-1][1] <= between + 1 and unjudged < runs[-1][1]
            if goes_on and number - runs[-1][0] < longest:
                runs[-1] = runs[-1][0], number
            else:
                runs.append((number, number))
    return runs


def verified_way(lengths: Lengths, place: int) -> Moves:
    """The shortest way that is known from a board, replayed; RuntimeError where it does not reach the goal."""
    way = lengths.way(place)
    if not reaches(Puzzle(lengths.board(place), lengths.puzzle.goal), way):
        raise RuntimeError(f"the way from board {place} of the solve does not reach the goal: please report this")
    return Moves(way)
