"""The moves of a solve with their verdicts.

A single-tile move changes the number of moves to the goal by one. So it costs nothing, and is best, or it costs two
moves: itself, and the one that makes up for it. A slide, a move of the multi-tile metric, changes the number of slides
by one at most: it costs nothing, one slide, or two. A move is judged where its cost is proven.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from taquin.analysis.lengths import Lengths
from taquin.analysis.timing import Timing
from taquin.move import Move, Moves
from taquin.notation.moves import tiles_moved

__all__ = ["JudgedMove", "judged_moves"]


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


def judged_moves(lengths: Lengths, timing: Timing | None) -> Iterator[JudgedMove]:
    """All of them, as far as these lengths prove what they cost."""
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
