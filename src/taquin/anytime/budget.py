"""How much work a board and a time limit are worth. Figures only: nothing here measures, so nothing here varies.

A *descent* makes a solution from scratch: a beam over the whole board where that has a score (scores.py); otherwise
the tiles flow home together and a sweep finishes the board. The largest boards that have a score flow before they are
searched as a whole. The cost of a descent is known beforehand, levels x width x a constant, and the width is chosen so
that the last one takes some half of the time; much narrower ones before it give early answers. The rest of the time
goes to windows, narrow ones first: they are cheap and find most of what there is to find.

**The ladder.** Nobody who allows ten minutes wants to wait for the first good answer until a beam of five minutes has
arrived. So a long search is a row of *rounds*: searches with ever longer limits, each with its descent and its windows.
A round ends at a quarter of the time at which the next one ends, and the first one takes about a second, or as long as
the narrowest descent of the board needs (`round_ends`). After t seconds there is then what a limit of t/3 would have
given, or better. The earlier rounds cost a quarter of the time, which makes solutions half a percent longer: with ten
times the time they get some 4 % shorter (docs/notebook/lengths.md). Within the first round much narrower descents come
before the last one. Later rounds have one descent each, because the round before it was the narrow one.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

from taquin import native
from taquin.names import Metric
from taquin.result import Limits

__all__ = [
    "QUALITIES",
    "SCORE_MEMORY",
    "Budget",
    "DescentSettings",
    "choose_budget",
    "flow_stop",
    "narrowest_seconds",
    "round_ends",
]

QUALITIES = {
    "first": "the first answer there is",
    "good": "a short solution after a fixed amount of work, the same every time with one thread and no time limit",
    "best": "better as long as time allows",
}

# What work costs, in seconds of one thread of the notebook's machine (docs/notebook/README.md). On a slower machine
# schedule.py narrows a descent that falls behind.

_SECONDS_PER_WHOLE_LEAF = 280e-9
"""Seconds for one leaf of one level of a beam over whole boards of up to 64 cells: its two or three children scored,
and one of them made. 190 ns at a width of 4,000, 220 to 330 at 16,000 (docs/notebook/medium-boards.md)."""
_SECONDS_PER_LARGER_LEAF = 350e-9
"""Seconds for one leaf of one level of a beam over whole boards of more than 64 cells, which take twice the memory."""
_SECONDS_PER_SLIDE = 150e-9
"""Seconds for one slide of one leaf of a beam that counts slides: it is scored, and one of them all is made. A leaf has
as many slides as a line has cells but one (95 ns on a machine of 2026-11 on which a leaf of a beam that counts moves
took 100; docs/notebook/medium-boards.md)."""
_FLOW_LEVEL = 4e-6
"""Seconds for one level of the flow, without its leaves."""
_FLOW_LEAF = 175e-9
"""Seconds for each leaf of such a level, with the learned weights: fewer than in a beam over whole boards, since its
score is simpler. It was 100 ns at a width of 200 before there were weights, which take a fifth more
(docs/notebook/threads-and-windows.md, docs/notebook/large-boards.md)."""
_SWEEP_CELL = 40e-6
"""Seconds for one cell of the sweep, without the leaves: with the beams that free it where it is stuck."""
_SWEEP_LEAF = 2e-6
"""Seconds for a cell and each unit of the sweep's width: 4.1 ms a cell at 2,000 (docs/notebook/large-boards.md)."""
_FURTHER_THREAD = 0.5
"""What a further thread adds to a beam that is shared, in threads: 0.3 to 0.7 (docs/notebook/medium-boards.md)."""
_BYTES_PER_LEAF = 500
"""Bytes of a leaf of flow and sweep."""
_BYTES_PER_WHOLE_LEAF = 1300
"""Bytes of a leaf of a beam over whole boards, with its copy of the board: 500 to 700 of one descent, and as many that
the system does not get back at once from the descent before it (44 MB in all at a width of 40,000 on two threads, 5x5,
measured 2026-11)."""

SCORE_MEMORY = 0.5
"""The part of a memory limit for the score of a board, its tables and weights (scores.py). Beams have the rest."""

# How long the way is.

_MOVES = 1.35
"""Moves of a descent for each Manhattan unit, all in all (docs/notebook/lengths.md)."""
_SLIDES = 0.65
"""Slides of a descent that counts them for each Manhattan unit: 0.7 at 5x5, 0.55 at 10x10
(docs/notebook/medium-boards.md)."""
_LAST_MOVES = 1.6
"""Moves for each Manhattan unit of a beam that begins where a flow ends: the last moves are the dearest."""

# Where the stages of a descent begin and end.

_CELLS_WITHOUT_FLOW = 64
"""Cells: up to so many, a board that has a score is searched as a whole from the start. A flow before it gains nothing
at 7x7 and 8x8, and much at 9x9 and 10x10 (docs/notebook/medium-boards.md). That the faster of the core's beams holds as
many is another matter."""
_SWEPT_STOP = native.FLOW_STOP
"""Manhattan units a cell at which a flow ends and a sweep begins (docs/notebook/large-boards.md)."""
_WHOLE_STOP = 2.5
"""Manhattan units a cell at which a flow ends and a beam over the whole board begins: best in a second at 10x10
(docs/notebook/medium-boards.md)."""

# How wide a descent is.

_WIDER_THAN_FLOW = 4
"""The beam over the whole board is so many times wider than the flow before it, which has one thread for itself."""
_TIMES_WIDER = 8
"""Each descent is so many times wider than the one before it."""
_WIDEST = 100_000
"""Boards a level of the widest flow and sweep."""
_WIDEST_WHOLE = 600_000
"""Boards a level of the widest beam over whole boards: 780 MB of them."""
_NARROWEST_WHOLE = 200
"""Boards a level of the narrowest beam over whole boards."""
_NARROWEST_FLOW = native.NARROWEST_BEAM
"""Boards a level of the narrowest flow: the core itself makes no beam narrower that falls behind."""
_NARROWEST_SWEEP = 100
"""Boards a level of the narrowest sweep, unless the flow before it is less than a tenth as wide: then ten times that.
Narrow sweeps are enough (docs/notebook/large-boards.md)."""
_WIDEST_WINDOW = 20_000
"""Boards a level of the widest window after flow and sweep."""
_WIDEST_WHOLE_WINDOW = 5_000
"""Boards a level of the widest window after a beam over the whole board."""
_WINDOWS = (100, 200, 400)
"""Boards a level of the windows that follow a descent, pass by pass: narrow ones find most in the same time
(docs/notebook/threads-and-windows.md)."""
_FEWEST_LEVELS = 20
"""Levels that a descent is expected to have at least, or the width would grow without end near home."""

# How the time is shared out.

_TIMES_LATER = 4
"""Each round ends so many times later than the one before it. Three times left the last round a tenth less."""
_SHORTEST_ROUND = 0.8
"""Seconds of the first round of several: enough to read the weights of every shape (scores.py)."""
_DESCENT_PART = 0.5
"""The part of the time for the last descent by flow and sweep: it gains more from width than windows do
(docs/notebook/threads-and-windows.md)."""
_FOLLOWED_PART = 0.6
"""The part of the time for the last descent where windows follow it; 0.72 was too much
(docs/notebook/threads-and-windows.md)."""
_WHOLE_PART = 0.55
"""The part of the time for the last descent of boards that are searched as a whole from the start."""
_FLOWN_PART = 0.4
"""The part of the time for the last descent of boards that flow before they are searched as a whole: there windows gain
much (docs/notebook/medium-boards.md)."""
_SLIDES_PART = 0.7
"""The part of the time for the last descent that counts slides: no windows follow it, since they gain nothing
(docs/notebook/optimal-search.md)."""
_EARLY_PART = 0.3
"""At most this part of the time for descents goes into the narrow one that gives an early answer on a large board."""
_PATIENCE = 0.85
"""The part of the time after which a descent that has not arrived is given up: windows have the rest."""
_FOLLOWED_PATIENCE = 0.96
"""The same for a descent that windows follow, which have done their work by then, and for one that counts slides."""
_FOLLOWED_CELLS = 900
"""Cells: boards from this size on are descended on one thread, and followed by the others. Below, and beyond those that
are searched as a whole, each thread descends by itself: these beams are too narrow to be shared, and differ much
(docs/notebook/threads-and-windows.md)."""
_NODES_A_SECOND = 25_000_000
"""Nodes that a thread makes at most in a second of such work: 16 to 20 million (measured 2026-11)."""
_NOMINAL_SECONDS = {"good": 1.0, "best": 10.0}
"""Seconds that the work is meant for where there is no time limit, by quality."""


@dataclass(frozen=True, slots=True)
class DescentSettings:
    """The settings of one descent (core/anysize/descent.hpp)."""

    flow_width: int
    board_beam_width: int
    """0: not searched as a whole."""
    sweep_width: int
    flow_stop: float
    """The flow ends at so many Manhattan units a cell."""
    flow_part: float
    """The part of its time that the flow takes, if all goes well."""
    seconds: float
    """What it takes on the threads that it has, about."""

    def progress(self, descent: Any) -> float:
        """How much of the work of a native descent with these settings is done, 0 to 1."""
        part: float = descent.progress
        if descent.flowing:
            return self.flow_part * part
        if self.board_beam_width and descent.sweeping:
            return 1.0  # not expected
        return self.flow_part + (1 - self.flow_part) * part


@dataclass(frozen=True, slots=True)
class Budget:
    """The descents in their order, and the windows' settings."""

    descents: tuple[DescentSettings, ...]
    windows: tuple[int, ...]
    """Widths of the windows that follow a descent, pass by pass. Those after it go on where they ended, and double,
    up to `widest`, after every pass that gains little."""
    widest: int
    idle_passes: int
    """Windows end after so many passes that gained nothing worth while."""
    again: bool
    """Whether to begin anew from another seed when the windows have ended."""
    worth_while: float
    """The part of the length that a pass must gain."""
    teamwork: str = "share"
    """What several threads do: "share" a beam, "compete" with a descent each, or "follow" one with windows."""
    shortens: bool = True
    """Whether windows follow every last descent. They find hardly fewer slides than a beam that counts them, and have
    only the time after the last one."""
    patience: float = _PATIENCE
    """The part of the time after which a descent that has not arrived is given up."""


def round_ends(
    seconds: float, cells: int, manhattan: int, threads: int, whole: bool, metric: Metric = "stm"
) -> tuple[float, ...]:
    """When each round of a search with this time limit ends, in seconds from its beginning."""
    shortest = max(_SHORTEST_ROUND, narrowest_seconds(cells, manhattan, threads, whole, metric))
    ends = [seconds]
    while ends[0] / _TIMES_LATER >= shortest:
        ends.insert(0, ends[0] / _TIMES_LATER)
    if len(ends) > 1 and ends[0] >= 2 * shortest:
        ends.insert(0, shortest)
    return tuple(ends)


def narrowest_seconds(cells: int, manhattan: int, threads: int, whole: bool, metric: Metric = "stm") -> float:
    """The shortest time limit that leaves time for a descent: for the narrowest one, and the windows after it."""
    if whole:
        (narrowest,) = _whole_descents(0.0, cells, manhattan, _NARROWEST_WHOLE, threads, False, metric)
        return narrowest.seconds / _whole_part(cells, metric)
    (narrowest,) = _large_descents(0.0, cells, manhattan, _NARROWEST_FLOW, early=False)
    return narrowest.seconds / (_FOLLOWED_PART if _is_followed(cells, threads) else _DESCENT_PART)


def _is_followed(cells: int, threads: int) -> bool:
    return threads > 1 and cells >= _FOLLOWED_CELLS


def _whole_part(cells: int, metric: Metric) -> float:
    if metric == "mtm":
        return _SLIDES_PART
    return _WHOLE_PART if flow_stop(cells) == inf else _FLOWN_PART


def choose_budget(
    cells: int,
    manhattan: int,
    quality: str,
    limits: Limits,
    threads: int,
    whole: bool,
    early: bool = True,
    metric: Metric = "stm",
) -> Budget:
    """The work for a board of this many cells and this Manhattan distance, searched as a whole or not, in a round with
    these limits; `early`: whether narrower descents come before its own."""
    if quality == "first":
        return Budget((), (), 0, 0, False, 0)
    seconds = limits.seconds if limits.seconds is not None else _nominal_seconds(quality, limits.nodes)
    followed = _is_followed(cells, threads)
    widest = _WIDEST_WHOLE if whole else _WIDEST
    if limits.memory is not None:
        bytes_needed = _BYTES_PER_WHOLE_LEAF if whole else _BYTES_PER_LEAF * threads
        widest = max(10, min(widest, int((1 - SCORE_MEMORY) * limits.memory) // bytes_needed))
    if whole:
        descents = _whole_descents(
            _whole_part(cells, metric) * seconds, cells, manhattan, widest, threads, early, metric
        )
    else:
        part = _FOLLOWED_PART if followed else _DESCENT_PART
        descents = _large_descents(part * seconds, cells, manhattan, widest, early)
    return Budget(
        descents=tuple(descents),
        teamwork="follow" if followed else "share" if whole else "compete",
        patience=_FOLLOWED_PATIENCE if followed or (whole and metric == "mtm") else _PATIENCE,
        windows=tuple(min(width, widest) for width in _WINDOWS),
        shortens=not (whole and metric == "mtm"),
        widest=min(_WIDEST_WHOLE_WINDOW if whole else _WIDEST_WINDOW, widest),
        idle_passes=2 if quality == "good" else 3 if whole else 5,
        again=quality == "best" and limits.seconds is not None,
        worth_while=0.002 if quality == "good" else 0.0,
    )


def _nominal_seconds(quality: str, nodes: int | None) -> float:
    """Seconds that the work is meant for where there is no time limit: fewer where that would make too many nodes."""
    seconds = _NOMINAL_SECONDS[quality]
    return seconds if nodes is None else min(seconds, nodes / _NODES_A_SECOND)


def flow_stop(cells: int, metric: Metric = "stm") -> float:
    """Where the flow ends before a board of this many cells is searched as a whole; infinite: it does not flow. Where
    slides count it never does: a flow makes many short ones."""
    return inf if cells <= _CELLS_WITHOUT_FLOW or metric == "mtm" else _WHOLE_STOP


def _whole_costs(cells: int, metric: Metric) -> tuple[float, float]:
    """Of a beam over the whole board: levels for each Manhattan unit, and seconds for each leaf of a level."""
    if metric == "mtm":
        return _SLIDES, _SECONDS_PER_SLIDE * (sqrt(cells) - 1)
    if flow_stop(cells) == inf:
        return _MOVES, _SECONDS_PER_WHOLE_LEAF
    return _LAST_MOVES, _SECONDS_PER_LARGER_LEAF


def _whole_descents(
    seconds: float, cells: int, manhattan: int, widest: int, threads: int, early: bool, metric: Metric
) -> list[DescentSettings]:
    """Beams over the whole board, each much wider than the one before it; the last one takes so long."""
    stop = flow_stop(cells, metric)
    flown = max(0.0, manhattan - stop * cells)
    flow_levels = _MOVES * flown
    levels, leaf = _whole_costs(cells, metric)
    whole_levels = max(_FEWEST_LEVELS, levels * (manhattan - flown))
    sharing = 1 + _FURTHER_THREAD * (threads - 1)
    narrower = int(_WIDER_THAN_FLOW * sharing)

    def descent(width: int) -> DescentSettings:
        flow_width = max(_NARROWEST_FLOW, width // narrower)
        flow = flow_levels * (_FLOW_LEVEL + _FLOW_LEAF * flow_width)
        seconds = flow + whole_levels * leaf * width / sharing
        return DescentSettings(flow_width, width, width, stop, flow / seconds, seconds)

    each = flow_levels * _FLOW_LEAF / narrower + whole_levels * leaf / sharing
    narrowest = min(widest, _NARROWEST_WHOLE)
    widths = [max(narrowest, min(int((seconds - flow_levels * _FLOW_LEVEL) / each), widest))]
    while early and widths[0] // _TIMES_WIDER >= narrowest:
        widths.insert(0, widths[0] // _TIMES_WIDER)
    return [descent(width) for width in widths]


def _large_descents(seconds: float, cells: int, manhattan: int, widest: int, early: bool) -> list[DescentSettings]:
    """A flow and sweep that take so long, and before it an early narrow one where that takes little."""
    narrowest = min(widest, _NARROWEST_FLOW)
    levels = max(_FEWEST_LEVELS, _MOVES * manhattan)

    def limited(width: float) -> int:
        return max(narrowest, min(int(width), widest))

    def descent(width: int) -> DescentSettings:
        flow = levels * (_FLOW_LEVEL + _FLOW_LEAF * width)
        sweep_width = max(width, min(_NARROWEST_SWEEP, 10 * width))
        sweep = cells * (_SWEEP_CELL + _SWEEP_LEAF * sweep_width)
        return DescentSettings(width, 0, sweep_width, _SWEPT_STOP, flow / (flow + sweep), flow + sweep)

    fixed = levels * _FLOW_LEVEL + cells * _SWEEP_CELL
    each = levels * _FLOW_LEAF + cells * _SWEEP_LEAF
    width = limited((seconds - 2 * fixed) / (each * (1 + 1 / _TIMES_WIDER)))
    narrow = max(narrowest, width // _TIMES_WIDER)
    if early and narrow < width and fixed + each * narrow <= _EARLY_PART * seconds:
        return [descent(narrow), descent(width)]
    return [descent(limited((seconds - fixed) / each))]
