"""What is said of a solve: every move with its verdict, the turning points, and the totals.

A move changes the number of moves to the goal by one. So it costs nothing, and is best, or it costs two moves: itself,
and the one that makes up for it. What all moves cost together is the number of moves beyond the shortest way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Literal

from taquin.analysis.lengths import Lengths
from taquin.analysis.timing import Timing
from taquin.display import Displayed
from taquin.move import Move, Moves, count_moves
from taquin.notation import board_to_json, multi_tile_length
from taquin.notation.moves import tiles_moved
from taquin.puzzle import Puzzle
from taquin.replay import reaches
from taquin.texts import Sentence

__all__ = ["Analysis", "JudgedMove", "Part", "TurningPoint"]

_BETWEEN: Final = 2
"""Lost moves with at most so many others between them are one turning point."""
SHOWN_POINTS: Final = 5
"""Turning points that are shown where nobody asks for more or fewer."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """One move of a solve."""

    number: int
    """Of the first move it is 1."""
    move: Move
    tile: int
    remaining: int
    """Moves to the goal after it by the shortest way that is known."""
    bound: int
    """How many are needed at least, proven."""
    verdict: Literal["best", "also best", "worse"]
    """Best is the first move of the shortest way that is known, also best another one that is as good; worse costs two
    moves."""
    proven: bool
    """Whether the verdict is proven, or only what the shortest ways that are known say."""
    seconds: float | None = None
    """The moment at which it was made."""

    @property
    def lost(self) -> int:
        """What it cost: 0 or 2 moves."""
        return 2 if self.verdict == "worse" else 0

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object of a judged move."""
        return {
            "number": self.number,
            "move": self.move.value,
            "tile": self.tile,
            "remaining": self.remaining,
            "bound": self.bound,
            "verdict": self.verdict,
            "lost": self.lost,
            "proven": self.proven,
            "seconds": self.seconds,
        }


@dataclass(frozen=True, slots=True)
class Part:
    """Some moves one after the other, from the number `first` to `last`, and what they cost."""

    first: int
    last: int
    lost: int
    slides: int
    seconds: float | None
    """What they took, with the wait before the first of them."""

    @property
    def length(self) -> int:
        """How many moves they are."""
        return self.last - self.first + 1

    @property
    def moves_per_second(self) -> float | None:
        """How quickly they were made; None where no time has passed, or none is known."""
        return self.length / self.seconds if self.seconds else None

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object of a part."""
        speed = self.moves_per_second
        return {
            "first": self.first,
            "last": self.last,
            "lost": self.lost,
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
    """A solve and all that is known of it. `way` is the shortest solution that is known from the start."""

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
    timing: Timing | None = None

    @classmethod
    def of(cls, lengths: Lengths, timing: Timing | None = None) -> Analysis:
        """What these lengths say."""
        moves = tuple(_judged(lengths, timing))
        return cls(
            lengths.puzzle,
            moves,
            _verified(lengths, 0),
            lengths.least[0],
            lengths.most[-1],
            lengths.least[-1],
            tuple(_turning_point(lengths, _part(moves, timing, *run), moves) for run in _runs(moves)),
            timing,
        )

    def __repr__(self) -> str:
        return f"<Analysis: {self._said}>"

    @property
    def _said(self) -> Sentence:
        return Sentence("picture.analysed", moves=count_moves(self.length), shortest=len(self.way), lost=self.lost)

    def _drawn(self) -> dict[str, str]:
        from taquin.render.cards import player

        return {"text/html": player(self.puzzle.start, [judged.move for judged in self.moves], self._said)}

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
        return len(self.way) == self.bound and all(judged.remaining == judged.bound for judged in self.moves)

    @property
    def length(self) -> int:
        """Moves of the solve, each tile step counted (single-tile metric)."""
        return len(self.moves)

    @property
    def slides(self) -> int:
        """Moves of the solve, a run in one direction counted once (multi-tile metric)."""
        return multi_tile_length(self.played)

    @property
    def played(self) -> Moves:
        """The moves themselves."""
        return Moves("".join(judged.move for judged in self.moves))

    @property
    def shortest(self) -> int | None:
        """Moves of a shortest solution, None where that is not proven."""
        return self.bound if len(self.way) == self.bound else None

    @property
    def lost(self) -> int:
        """What all moves cost together: those beyond the shortest way that is known."""
        return sum(judged.lost for judged in self.moves)

    @property
    def efficiency(self) -> float:
        """The shortest way that is known by the moves that were made and those that are left; 1 at best."""
        return len(self.way) / (self.length + self.left) if self.length + self.left else 1.0

    @property
    def efficiency_bound(self) -> float:
        """The efficiency is at least so much, proven."""
        return self.bound / (self.length + self.left) if self.length + self.left else 1.0

    def costliest(self, most: int = SHOWN_POINTS) -> tuple[TurningPoint, ...]:
        """So many turning points at most, those that cost most, in the order of play."""
        ranked = sorted(self.turning_points, key=lambda point: -point.part.lost)[:most]
        return tuple(sorted(ranked, key=lambda point: point.part.first))

    def parts(self, most: int = SHOWN_POINTS) -> tuple[Part, ...]:
        """The solve cut into its costliest turning points and what lies between them."""
        cuts = [0]
        for point in self.costliest(most):
            cuts += [point.part.first - 1, point.part.last]
        cuts.append(self.length)
        return tuple(_part(self.moves, self.timing, begin + 1, end) for begin, end in pairwise(cuts) if begin < end)

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object of an analysis."""
        timing = self.timing
        speed = None if timing is None else timing.moves_per_second
        return {
            "solved": self.solved,
            "solved_after": self.solved_after,
            "length": self.length,
            "length_mtm": self.slides,
            "shortest": self.shortest,
            "best_known": len(self.way),
            "bound": self.bound,
            "left": self.left,
            "left_bound": self.left_bound,
            "lost": self.lost,
            "efficiency": round(self.efficiency, 4),
            "efficiency_bound": round(self.efficiency_bound, 4),
            "exact": self.exact,
            "way": str(self.way),
            "way_mtm": multi_tile_length(self.way),
            "seconds": None if timing is None else timing.seconds,
            "moves_per_second": None if speed is None else round(speed, 3),
            "pauses": None if timing is None else [pause.to_json() for pause in timing.pauses],
            "parts": [part.to_json() for part in self.parts()],
            "turning_points": [point.to_json() for point in self.turning_points],
            "moves": [judged.to_json() for judged in self.moves],
            "start": board_to_json(self.puzzle.start),
            "goal": board_to_json(self.puzzle.goal),
        }


def _part(moves: tuple[JudgedMove, ...], timing: Timing | None, first: int, last: int) -> Part:
    among = moves[first - 1 : last]
    slides = multi_tile_length([judged.move for judged in among])
    seconds = None if timing is None else timing.between(first, last)
    return Part(first, last, sum(judged.lost for judged in among), slides, seconds)


def _turning_point(lengths: Lengths, part: Part, moves: tuple[JudgedMove, ...]) -> TurningPoint:
    before = part.first - 1
    return TurningPoint(
        part,
        all(judged.proven for judged in moves[before : part.last]),
        lengths.most[before],
        lengths.least[before],
        lengths.most[part.last],
        _verified(lengths, before),
    )


def _judged(lengths: Lengths, timing: Timing | None) -> Iterator[JudgedMove]:
    most, least = lengths.most, lengths.least
    tiles = tiles_moved(Moves(lengths.moves), lengths.puzzle.start)
    for place, letter in enumerate(lengths.moves):
        worse = most[place + 1] > most[place]
        # The true lengths are between the bounds: a move is proven to lead away from the goal where every possible
        # length after it is larger than every one before it, and towards the goal where it is smaller.
        proven = least[place + 1] >= most[place] if worse else most[place + 1] <= least[place]
        yield JudgedMove(
            place + 1,
            Move(letter),
            tiles[place],
            most[place + 1],
            least[place + 1],
            "worse" if worse else "best" if lengths.first_move(place) == letter else "also best",
            proven,
            None if timing is None else timing.times[place],
        )


def _runs(moves: tuple[JudgedMove, ...]) -> list[tuple[int, int]]:
    """The first and the last number of every run of lost moves."""
    runs: list[tuple[int, int]] = []
    for judged in moves:
        if judged.lost:
            if runs and judged.number - runs[-1][1] <= _BETWEEN + 1:
                runs[-1] = runs[-1][0], judged.number
            else:
                runs.append((judged.number, judged.number))
    return runs


def _verified(lengths: Lengths, place: int) -> Moves:
    """The shortest way that is known from a board, replayed; RuntimeError where it does not reach the goal."""
    way = lengths.way(place)
    if not reaches(Puzzle(lengths.board(place), lengths.puzzle.goal), way):
        raise RuntimeError(f"the way from board {place} of the solve does not reach the goal: please report this")
    return Moves(way)
