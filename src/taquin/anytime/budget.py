"""How much work a board and a time limit are worth. Figures only: nothing here measures, so nothing here varies.

A *descent* makes a solution from scratch: a beam over the whole board where that has a score (scores.py); otherwise
the tiles flow home together and a sweep finishes the board. The largest boards that have a score flow before they are
searched as a whole. The cost of a descent is known beforehand, levels x width x a constant, and the width is chosen so
that the last one takes some half of the time; much narrower ones before it give early answers. The rest of the time
goes to windows, narrow ones first: they are cheap and find most of what there is to find.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from taquin.result import Limits

__all__ = ["QUALITIES", "Budget", "Descent", "choose_budget", "flow_stop"]

QUALITIES = {
    "first": "the first answer there is",
    "good": "a short solution after a fixed amount of work, the same every time with one thread and no time limit",
    "best": "better as long as time allows",
}

_SECONDS_PER_WHOLE_LEAF, _SECONDS_PER_LARGER_LEAF = 280e-9, 350e-9
"""One leaf of one level of a beam over whole boards, of up to 64 cells and of more: its two or three children scored,
and one of them made."""
_FLOW_LEVEL, _FLOW_LEAF = 4e-6, 175e-9
"""The same for the flow of large boards, whose score is simpler: a level, and each of its leaves."""
_MOVES, _LAST_MOVES = 1.35, 1.6
"""For each Manhattan unit: all in all, and of a beam that begins where a flow ends."""
_SWEPT_STOP, _WHOLE_STOP = 1.75, 2.5
"""Manhattan units a cell at which a flow ends and a sweep, or a beam over the whole board, begins."""
_CELLS_WITHOUT_FLOW = 64
"""Up to so many cells a board that has a score is searched as a whole from the start."""
_WIDER_THAN_FLOW = 4
"""The beam over the whole board is so many times wider than the flow before it, which has one thread for itself."""
_SWEEP_CELL, _SWEEP_LEAF = 40e-6, 2e-6
"""The sweep: one cell with the beams that free it where it is stuck, and each unit of its width."""
_DESCENT_PART, _FOLLOWED_PART, _WHOLE_PART, _FLOWN_PART = 0.5, 0.6, 0.55, 0.4
"""Of the time, for the last descent: it gains more from width than windows do. More of it when windows follow; less on
the largest boards that are searched as a whole, where windows gain much."""
_FURTHER_THREAD = 0.5
"""What a further thread adds to a beam that is shared."""
_PATIENCE, _FOLLOWED_PATIENCE = 0.85, 0.96
_BYTES_PER_LEAF, _BYTES_PER_WHOLE_LEAF = 500, 1300
_WIDEST, _WIDEST_WHOLE = 100_000, 600_000
_WIDEST_WINDOW, _WIDEST_WHOLE_WINDOW = 20_000, 5_000
_NARROWEST_FLOW, _NARROWEST_SWEEP = 20, 100
_STEP = 8
"""Each descent is so many times wider than the one before it."""
_EARLY_PART = 0.3
"""Of the time for descents, at most, for the narrow one that gives an early answer on a large board."""
_FOLLOWED_CELLS = 900
"""Boards from this size on are descended on one thread, and followed by the others. Below, and beyond those that are
searched as a whole, each thread descends by itself: these beams are too narrow to be shared, and differ much."""
_NOMINAL_SECONDS = {"good": 1.0, "best": 10.0}


@dataclass(frozen=True, slots=True)
class Descent:
    """The settings of one descent (core/anysize/descent.hpp)."""

    flow_width: int
    board_beam_width: int
    """0: not searched as a whole."""
    sweep_width: int
    flow_stop: float
    """The flow ends at so many Manhattan units a cell."""
    flow_part: float
    """The part of its time that the flow takes, if all goes well."""

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

    descents: tuple[Descent, ...]
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
    patience: float = _PATIENCE
    """The part of the time after which a descent that has not arrived is given up."""


def choose_budget(cells: int, manhattan: int, quality: str, limits: Limits, threads: int, whole: bool) -> Budget:
    """The work for a board of this many cells and this Manhattan distance, searched as a whole or not."""
    if quality == "first":
        return Budget((), (), 0, 0, False, 0)
    seconds = limits.seconds if limits.seconds is not None else _NOMINAL_SECONDS[quality]
    followed = threads > 1 and cells >= _FOLLOWED_CELLS
    widest = _WIDEST_WHOLE if whole else _WIDEST
    if limits.memory is not None:
        bytes_needed = _BYTES_PER_WHOLE_LEAF if whole else _BYTES_PER_LEAF * threads
        widest = max(10, min(widest, limits.memory // bytes_needed))
    if whole:
        part = _WHOLE_PART if flow_stop(cells) == inf else _FLOWN_PART
        descents = _whole_descents(part * seconds, cells, manhattan, widest, threads)
    else:
        part = _FOLLOWED_PART if followed else _DESCENT_PART
        descents = _large_descents(part * seconds, cells, manhattan, widest)
    return Budget(
        descents=tuple(descents),
        teamwork="follow" if followed else "share" if whole else "compete",
        patience=_FOLLOWED_PATIENCE if followed else _PATIENCE,
        windows=tuple(min(width, widest) for width in (100, 200, 400)),
        widest=min(_WIDEST_WHOLE_WINDOW if whole else _WIDEST_WINDOW, widest),
        idle_passes=2 if quality == "good" else 3 if whole else 5,
        again=quality == "best" and limits.seconds is not None,
        worth_while=0.002 if quality == "good" else 0.0,
    )


def flow_stop(cells: int) -> float:
    """Where the flow ends before a board of this many cells is searched as a whole; infinite: it does not flow."""
    return inf if cells <= _CELLS_WITHOUT_FLOW else _WHOLE_STOP


def _whole_descents(seconds: float, cells: int, manhattan: int, widest: int, threads: int) -> list[Descent]:
    """Beams over the whole board, each much wider than the one before it; the last one takes so long."""
    stop = flow_stop(cells)
    flown = max(0.0, manhattan - stop * cells)
    flow_levels = _MOVES * flown
    whole_levels = max(20, (_MOVES if stop == inf else _LAST_MOVES) * (manhattan - flown))
    leaf = _SECONDS_PER_WHOLE_LEAF if stop == inf else _SECONDS_PER_LARGER_LEAF
    sharing = 1 + _FURTHER_THREAD * (threads - 1)
    narrower = int(_WIDER_THAN_FLOW * sharing)

    def descent(width: int) -> Descent:
        flow_width = max(_NARROWEST_FLOW, width // narrower)
        flow = flow_levels * (_FLOW_LEVEL + _FLOW_LEAF * flow_width)
        return Descent(flow_width, width, width, stop, flow / (flow + whole_levels * leaf * width / sharing))

    each = flow_levels * _FLOW_LEAF / narrower + whole_levels * leaf / sharing
    narrowest = min(widest, 200)
    widths = [max(narrowest, min(int((seconds - flow_levels * _FLOW_LEVEL) / each), widest))]
    while widths[0] // _STEP >= narrowest:
        widths.insert(0, widths[0] // _STEP)
    return [descent(width) for width in widths]


def _large_descents(seconds: float, cells: int, manhattan: int, widest: int) -> list[Descent]:
    """A flow and sweep that take so long, and before it an early narrow one where that takes little."""
    narrowest = min(widest, _NARROWEST_FLOW)
    levels = max(20, _MOVES * manhattan)

    def limited(width: float) -> int:
        return max(narrowest, min(int(width), widest))

    def descent(width: int) -> Descent:
        flow = levels * (_FLOW_LEVEL + _FLOW_LEAF * width)
        sweep_width = max(width, min(_NARROWEST_SWEEP, 10 * width))
        sweep = cells * (_SWEEP_CELL + _SWEEP_LEAF * sweep_width)
        return Descent(width, 0, sweep_width, _SWEPT_STOP, flow / (flow + sweep))

    fixed = levels * _FLOW_LEVEL + cells * _SWEEP_CELL
    each = levels * _FLOW_LEAF + cells * _SWEEP_LEAF
    width = limited((seconds - 2 * fixed) / (each * (1 + 1 / _STEP)))
    early = max(narrowest, width // _STEP)
    if early < width and fixed + each * early <= _EARLY_PART * seconds:
        return [descent(early), descent(width)]
    return [descent(limited((seconds - fixed) / each))]
