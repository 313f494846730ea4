"""What a caller allows a search, and what comes back.

Reaching a limit is an outcome, never an exception. `generated` counts the boards that a search made, `expanded`
those whose children it made; both are exact and described for each algorithm where it is registered.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from numbers import Real
from typing import Any, Final, get_args

from taquin.board import Board
from taquin.cells import whole_number
from taquin.display import Displayed
from taquin.errors import TaquinError
from taquin.memory import allowed_memory
from taquin.move import Move, Moves, count_moves, count_slides, letters_of
from taquin.names import Metric, Quality
from taquin.notation import METRICS, board_to_json, format_slides, length_in, multi_tile_length
from taquin.puzzle import Puzzle
from taquin.texts import Sentence

__all__ = [
    "LARGEST_AMOUNT",
    "LARGEST_SEED",
    "Building",
    "Choice",
    "Limits",
    "OnProgress",
    "Outcome",
    "Progress",
    "Solution",
    "Stats",
    "effective_branching_factor",
    "require_amount",
    "require_limits",
    "require_metric",
    "require_quality",
    "require_seed",
    "require_whole",
]


class Outcome(StrEnum):
    """How a search ended."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    LIMIT = "limit"
    STOPPED = "stopped"

    def __repr__(self) -> str:
        return f"Outcome.{self.name}"


LARGEST_AMOUNT: Final = 10**18
"""The largest limit: of seconds, nodes or bytes. More is nothing that a machine could reach, and no clock counts it."""
LARGEST_SEED: Final = 2**63 - 1
"""The core adds to a seed, and counts in 64 bits."""


def require_amount(name: str, value: Any, advice: str = "") -> None:
    """Raise TaquinError unless a value is a number from 0 to LARGEST_AMOUNT; `name` says what it is of."""
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not (is_number and 0 <= value <= LARGEST_AMOUNT):
        ending = f"; {advice}" if advice else ""
        raise TaquinError(f"{name} must be a finite number from 0 up, at most 10**18, not {_short(value)}{ending}")


def require_whole(name: str, value: Any) -> int:
    """The whole number from 0 up that a value is, numpy's included; raises TaquinError where it is none."""
    number = whole_number(value)
    if number is None or number < 0:
        raise TaquinError(f"{name} must be a whole number from 0 up, not {_short(value)}")
    return number


def require_seed(seed: Any) -> None:
    """Raise TaquinError unless this is a seed of random numbers."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= LARGEST_SEED:
        raise TaquinError(f"a seed is a whole number from 0 to 2**63 - 1, not {_short(seed)}")


def require_metric(metric: Any) -> None:
    """Raise TaquinError unless this is a metric: stm, single-tile moves, or mtm, slides of whole runs."""
    if metric not in METRICS:
        raise TaquinError(f"no metric {metric!r}: choose {' or '.join(METRICS)}")


def require_quality(quality: Any) -> None:
    """Raise TaquinError unless this is a quality, or None, which leaves the choice to the engine."""
    if quality is not None and quality not in get_args(Quality):
        raise TaquinError(f"no quality {quality!r}: choose {', '.join(get_args(Quality))}")


def _short(value: Any) -> str:
    """A wrong value in a message: a number of hundreds of digits is written as a power of ten."""
    if isinstance(value, int) and abs(value) > LARGEST_AMOUNT:
        return f"{'-' if value < 0 else ''}10**{int(abs(value).bit_length() * math.log10(2))}"
    return repr(value)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search may use; None is no limit. `memory` is in bytes; unless it is given, it is what this process has
    been allowed, if anything (`taquin.memory.allow`).
    """

    seconds: float | None = None
    nodes: int | None = None
    memory: int | None = field(default_factory=allowed_memory)

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "memory"):
            value = getattr(self, name)
            if value is not None:
                require_amount(f"the limit {name}", value, "leave it out for none")
                if name != "seconds" and value != int(value):
                    raise TaquinError(f"the limit {name} must be a whole number, not {value}")


def require_limits(limits: Any) -> Limits:
    """The limits, none where there is None; TypeError where it is something else, such as a number."""
    if limits is None:
        return Limits()
    if not isinstance(limits, Limits):
        said = f"Limits(seconds={limits!r})" if isinstance(limits, int | float) else "Limits(seconds=10)"
        raise TypeError(f"limits are written as Limits, for example {said}; this is {type(limits).__name__}")
    return limits


@dataclass(frozen=True, slots=True)
class Stats:
    """What a search used. The queue is the nodes that still wait; searches without one leave it 0."""

    generated: int = 0
    expanded: int = 0
    seconds: float = 0.0
    reopened: int = 0
    """How often a shorter way was found to a board that had been expanded already, which then waits again."""
    queue_left: int = 0
    queue_peak: int = 0
    memory: int = 0
    """Bytes held at the peak, estimated from the number of stored nodes."""
    roots: int = 1
    """How many of the generated boards are nobody's children: one, as a rule."""

    @property
    def children(self) -> int:
        """The generated boards that are children of others."""
        return self.generated - self.roots


@dataclass(frozen=True, slots=True)
class Choice:
    """Tables that a search chose for its board (optimal/choice.py): from which bound on, and what they gain."""

    tables: str
    """Pictures of the partitions."""
    bound: int
    nodes: int
    """That the iteration with this bound was expected to generate, by a sample of its tree."""
    usual_nodes: int
    """The same with the default tables."""

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object of a choice."""
        return {
            "tables": self.tables,
            "bound": self.bound,
            "expected_nodes": self.nodes,
            "expected_with_default": self.usual_nodes,
        }

    @classmethod
    def of_json(cls, state: dict[str, Any]) -> Choice:
        """What `to_json` gave."""
        counts = (int(state[name]) for name in ("bound", "expected_nodes", "expected_with_default"))
        return cls(str(state["tables"]), *counts)


@dataclass(frozen=True, slots=True, repr=False)
class Solution(Displayed):
    """The result of a search, solved or not.

    `moves` is empty unless `outcome` is solved. It is `Moves`, whatever it was made from: printed, it is its letters,
    and it is equal to a tuple of the same moves. `bound` is a proven lower
    bound on the length of every solution; the solution is optimal if and only if its length equals it. Both lengths
    are there, in moves and in slides; `metric` says which one was to be short, and that is what `bound`, `gap` and
    `optimal` speak of.
    """

    puzzle: Puzzle
    outcome: Outcome
    moves: Sequence[Move] = Moves()
    bound: int = 0
    stats: Stats = field(default_factory=Stats)
    engine: str = "python"
    algorithm: str = ""
    heuristic: str = ""
    tables: tuple[str, ...] = ()
    checksums: tuple[str, ...] = ()
    """Of the pattern tables that the bound may rest on (`TableSet.checksum`)."""
    proved_by: str = ""
    """What proved the bound. Empty where there was nothing to prove, and for teaching algorithms: their own rules say
    whether they are optimal."""
    ended_by: str = ""
    """What ended a search with two ends: "proof", "time", "nodes", "stop", or "work" where all that was to be done is
    done. Empty before its end, and for other searches."""
    reason: str = ""
    """Why there is no solution, or none was found, where there is more to say than the outcome."""
    metric: Metric = "stm"
    """What was to be short: "stm", single-tile moves, or "mtm", slides, each of which moves a whole run of tiles."""
    choices: tuple[Choice, ...] = ()
    """The tables that the search chose for its board, one after the other."""

    def __post_init__(self) -> None:
        if not isinstance(self.moves, Moves):
            object.__setattr__(self, "moves", Moves(letters_of(self.moves)))
        if self.solved and self.measured < self.bound:
            unit = "moves" if self.metric == "stm" else "slides"
            raise RuntimeError(
                f"{self.algorithm or 'a search'} found {self.measured} {unit} where at least {self.bound} were proven "
                "to be needed: please report this"
            )

    def __repr__(self) -> str:
        """One line, however long the solution is: `<Solution of 4x4: 52 moves, shortest>`."""
        return f"<Solution of {self.puzzle.start.width}x{self.puzzle.start.height}: {self.summary}>"

    def __str__(self) -> str:
        """The summary, and the moves, or why there are none."""
        more = str(self.moves) if self.solved else self.reason
        return f"{self.summary}: {more}" if more else self.summary

    def _drawn(self) -> dict[str, str]:
        from taquin.render.cards import player

        caption = f"{self.summary}: {self.reason}" if self.reason else self.summary
        return {"text/html": player(self.puzzle.start, self.moves, caption)}

    @property
    def summary(self) -> Sentence:
        """The length, and what is known about it, or how the search ended without a solution."""
        if not self.solved:
            how = Sentence(f"outcome.{self.outcome}")
            return Sentence("summary.bounded", what=how, bound=self.bound) if self.bound else how
        length = count_moves(self.measured) if self.metric == "stm" else count_slides(self.measured)
        if self.optimal:
            return Sentence("summary.shortest", what=length)
        return Sentence("summary.bounded", what=length, bound=self.bound) if self.bound else length

    @property
    def solved(self) -> bool:
        """Whether `moves` is a solution."""
        return self.outcome is Outcome.SOLVED

    @property
    def length(self) -> int | None:
        """The number of moves (single-tile metric), None where there is no solution."""
        return len(self.moves) if self.solved else None

    @property
    def slides(self) -> int | None:
        """The number of slides (multi-tile metric), None where there is no solution."""
        return multi_tile_length(self.moves) if self.solved else None

    @property
    def measured(self) -> int:
        """The length in the metric of this solution, 0 where there is none."""
        return length_in(self.moves, self.metric)

    @property
    def optimal(self) -> bool:
        """Whether the solution is proven to be a shortest one, in its metric."""
        return self.solved and self.measured == self.bound

    @property
    def gap(self) -> int | None:
        """How much too long the solution may be at most, in its metric, None where there is no solution."""
        return self.measured - self.bound if self.solved else None

    @property
    def branching_factor(self) -> float | None:
        """The effective branching factor b*: a uniform tree of the solution's depth with as many children as were
        generated has this many branches at every node. None where there is no solution or it has no moves.
        """
        if not self.solved or not self.moves or self.stats.children <= 0:
            return None
        return effective_branching_factor(self.stats.children, self.measured)

    def boards(self) -> Iterator[Board]:
        """Every board on the way, the start first."""
        board = self.puzzle.start
        yield board
        for move in self.moves:
            board = board.apply(move)
            yield board

    def verified(self) -> Solution:
        """This solution, after replaying it move by move; raises RuntimeError if it does not reach the goal."""
        if self.solved and not self.puzzle.is_solution(self.moves):
            raise RuntimeError(f"{self.algorithm} returned moves that do not reach the goal: please report this")
        return self

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object of a solution."""
        return {
            "outcome": str(self.outcome),
            "length": self.length,
            "length_mtm": self.slides,
            "metric": self.metric,
            "moves": letters_of(self.moves) if self.solved else None,
            "slides": format_slides(self.moves) if self.solved else None,
            "optimal": self.optimal,
            "bound": self.bound,
            "gap": self.gap,
            "generated": self.stats.generated,
            "expanded": self.stats.expanded,
            "reopened": self.stats.reopened,
            "queue_left": self.stats.queue_left,
            "queue_peak": self.stats.queue_peak,
            "memory": self.stats.memory,
            "branching_factor": None if self.branching_factor is None else round(self.branching_factor, 4),
            "seconds": round(self.stats.seconds, 6),
            "engine": self.engine,
            "algorithm": self.algorithm,
            "heuristic": self.heuristic,
            "tables": list(self.tables),
            "checksums": list(self.checksums),
            "choices": [choice.to_json() for choice in self.choices],
            "proved_by": self.proved_by,
            "ended_by": self.ended_by,
            "reason": self.reason,
            "start": board_to_json(self.puzzle.start),
            "goal": board_to_json(self.puzzle.goal),
        }


@dataclass(frozen=True, slots=True)
class Building:
    """How far a table is that is being built: placements found of all, and seconds since its start."""

    found: int
    total: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is. `bound` is proven: no solution is shorter."""

    bound: int
    generated: int
    expanded: int
    seconds: float
    tables: str = ""
    building: Building | None = None
    """How far a table is that is built first."""
    length: int | None = None
    """Moves of the best solution so far, or slides where those are to be few, where a search has one before it ends."""
    queue_left: int = 0
    """Nodes that wait, as in Stats: in the teaching searches."""
    memory: int = 0
    """Bytes of all nodes that are kept, as in Stats: in the teaching searches."""
    metric: str = "stm"
    """What `bound` and `length` count: moves, or slides."""
    seconds_left: float | None = None
    """An estimate of the seconds until the best solution is proven, if it is a shortest one; None where there is
    none."""
    choice: Choice | None = None
    """The tables that the search has chosen for its board."""

    @property
    def nodes_per_second(self) -> float:
        """Generated nodes a second since the search began."""
        return self.generated / self.seconds if self.seconds > 0 else 0.0


OnProgress = Callable[[Progress], None]
"""What is told of a search while it is under way, some ten times a second."""


def effective_branching_factor(children: float, depth: int) -> float:
    """The b with b + b^2 + ... + b^depth = children, to nine digits, by bisection. The root is nobody's child."""

    def nodes(b: float) -> float:
        if b == 1:
            return depth
        too_large = b > 1 and depth * math.log(b) > 700  # for a float; solutions of large boards are that long
        return math.inf if too_large else b * (b**depth - 1) / (b - 1)

    low, high = 0.0, 1.0
    while nodes(high) < children:
        low, high = high, high * 2
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if nodes(middle) < children else (low, middle)
    return (low + high) / 2
