"""The messages of an analysis: a solve that is to be judged, and what is said of it (see `taquin.web.messages`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from taquin.notation import NOTATIONS
from taquin.notation.timed_moves import ANY_NOTATION
from taquin.web.messages import LONGEST_MOVES, BoardText, GoalText, MetricName, Rows
from taquin.web.schema import Rule

__all__ = ["AnalyseRequest", "AnalysedMove", "AnalysedPart", "AnalysedPause", "AnalysedTurn", "Analysis"]


@dataclass(frozen=True, slots=True)
class AnalyseRequest:
    """A solve to be judged. The text of the moves may have times, as in R@0.12."""

    board: BoardText
    moves: Annotated[str, Rule(longest=LONGEST_MOVES, summary="Moves in any notation, such as R2D or R@0.12 D@0.3.")]
    goal: GoalText = "blank-last"
    notation: Annotated[str, Rule(choices=(ANY_NOTATION, *NOTATIONS), summary="auto: the one that fits.")] = (
        ANY_NOTATION
    )
    metric: MetricName = "stm"
    seconds: Annotated[float, Rule(minimum=0, summary="Seconds to work at most.")] = 10.0


@dataclass(frozen=True, slots=True)
class AnalysedMove:
    """One move of a solve, or one slide: the fewest to the goal after it that are known, and its verdict."""

    number: int
    move: str
    length: int
    tile: int
    remaining: int
    bound: int
    verdict: Literal["best", "also best", "worse", "unknown"]
    lost: int | None
    proven: bool
    seconds: float | None


@dataclass(frozen=True, slots=True)
class AnalysedPart:
    """Some moves one after the other, from the number `first` to `last`, what they cost and what they took."""

    first: int
    last: int
    lost: int
    lost_bound: int
    lost_most: int
    tiles: int
    slides: int
    seconds: float | None
    moves_per_second: float | None


@dataclass(frozen=True, slots=True)
class AnalysedTurn:
    """Moves that lost something, and the shortest way that is known from where they began."""

    first: int
    last: int
    lost: int
    lost_bound: int
    lost_most: int
    tiles: int
    slides: int
    seconds: float | None
    moves_per_second: float | None
    proven: bool
    remaining: int
    bound: int
    remaining_after: int
    way: str
    way_mtm: int


@dataclass(frozen=True, slots=True)
class AnalysedPause:
    """A long wait before the move of this number."""

    number: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """A solve judged move by move: an analysis as in docs/json.md."""

    notation: str
    metric: str
    solved: bool
    solved_after: int | None
    length: int
    length_mtm: int
    shortest: int | None
    best_known: int
    bound: int
    left: int
    left_bound: int
    lost: int
    lost_bound: int
    lost_most: int
    longest: int | None
    efficiency: float
    efficiency_bound: float
    exact: bool
    way: str
    way_mtm: int
    seconds: float | None
    moves_per_second: float | None
    pauses: list[AnalysedPause] | None
    parts: list[AnalysedPart]
    turning_points: list[AnalysedTurn]
    unjudged: list[AnalysedPart]
    moves: list[AnalysedMove]
    start: Rows
    goal: Rows
