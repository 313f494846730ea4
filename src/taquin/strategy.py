"""The one place where it is chosen what each end of a search does: from shape, goal, limits, tables at hand and engine.

    one row or column    nothing to search: the bound is exact
    up to 10 cells       the complete table of distances
    up to 16 cells       IDA* over pattern tables, which are built where they are missing; solutions from above come
                         only if the proof takes longer than a moment
    up to 36 cells       the same where the tables are at hand or may be built; solutions from above come at once
    all others           IDA* with linear conflict for a moment, then the group bound, then IDA* again for a share of
                         the time; solutions from above come at once

A board near its goal is proven in the first moment, so the upper end of large boards begins after it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Final

from taquin import native
from taquin.optimal.estimates import HEURISTICS
from taquin.optimal.lower_end import Stage
from taquin.optimal.small import small_enough
from taquin.puzzle import Puzzle
from taquin.result import Limits
from taquin.tables import is_built, memory_needed

__all__ = ["Strategy", "choose_strategy", "proven_by_default"]

_PROVEN_CELLS: Final = 16
"""Boards of up to so many cells are proven in seconds at most: without a limit, a search goes on until then, and builds
the pattern tables that it needs (4x4: two seconds on two cores)."""
_HEAD_START: Final = 0.04
"""Seconds that the lower end works alone on a board that is proven by default: a 15-puzzle with its tables at hand
takes 6 ms on average."""
_ALONE: Final = 0.5
"""The part of a time limit that it works alone where there is only one thread."""
_FIRST_MOMENT: Final = 0.03
"""Seconds of IDA* with linear conflict before anything else, on boards without tables: it proves boards near home."""
_FIRST_PART: Final = 0.03
"""At most this part of a time limit goes into that moment."""
_NODES_A_SECOND: Final = 50_000_000
"""What it generates in a second of a quiet core (2026-11-18). Its part is counted in nodes, so that a busy machine, on
which that moment passes with little done, does not build tables for a board that is nearly proven."""
_FIRST_NODES: Final = 300_000
"""The same where the work is fixed instead of the time."""
_GROUP_SECONDS: Final = 1.0
"""Time for the group bound: what it has not found by then it hardly finds later (docs/notebook/group-bound.md)."""
_GROUP_PART: Final = 0.25
"""At most this part of a time limit goes into it."""
_GROUP_STEPS: Final = 20_000
"""The same as groups of tiles, where the work is fixed instead of the time: a tenth of a second on squares."""
_THIN_GROUP_STEPS: Final = 2_000
"""The same on boards of two or three rows or columns, where a group costs up to a hundred times as much."""
_SHARE: Final = 0.04
"""The part of one thread's time that a proof without much hope takes from the solutions."""
_PROVING_SECONDS: Final = 4.0
"""With less time than this the proof of a 24-puzzle hardly ever arrives: it gets its share only."""
_MOST_THREADS: Final = 8
"""More threads than this are used only where the caller asks for them."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """What each end does, in which order, with how many threads."""

    stages: tuple[Stage, ...]
    """Of the lower end."""
    head_start: float | None
    """Seconds that the lower end works alone before the upper end begins; None: until it has done all its stages."""
    quality: str
    """Of the upper end (anytime/budget.py)."""
    threads: int
    """Of both ends together."""
    proof_threads: int
    """Of the lower end."""
    share: float
    """The part of its thread's time that the lower end takes while the upper end works; 1 takes the whole thread."""
    until_proven: bool
    """Whether to go on when the upper end has nothing more to do."""


def proven_by_default(puzzle: Puzzle) -> bool:
    """Whether a search of this puzzle goes on, without a limit, until the solution is proven to be shortest."""
    return min(puzzle.start.shape) == 1 or len(puzzle.start) <= _PROVEN_CELLS


def choose_strategy(
    puzzle: Puzzle,
    limits: Limits,
    *,
    quality: str | None = None,
    optimal: bool = False,
    prove: bool | None = None,
    threads: int | None = None,
) -> Strategy:
    """What to do with a solvable puzzle.

    `optimal`: do not stop before the proof. `prove`: whether tables may be built for it (True), or no proof is wanted
    at all (False). `threads`: as many as there are cores, unless given.
    """
    small = proven_by_default(puzzle)
    until_proven = optimal or (small and quality in (None, "best") and prove is not False)
    fixed = quality in ("first", "good") and not until_proven
    if quality is None:
        quality = "best" if limits.seconds is not None or until_proven else "good"
        fixed = quality == "good"
    together = threads or min(os.cpu_count() or 1, _MOST_THREADS)
    if native.core is None or min(puzzle.start.shape) == 1 or prove is False:
        return Strategy((), None, quality, together, 1, 1.0, until_proven)
    if small_enough(puzzle.start):
        return Strategy((Stage("table"),), None, quality, together, 1, 1.0, until_proven)
    size = _tables(puzzle, limits, build=small or optimal or prove is True)
    if fixed:
        steps = _GROUP_STEPS if min(puzzle.start.shape) > 3 else _THIN_GROUP_STEPS
        stages: tuple[Stage, ...] = (
            Stage("linear-conflict", nodes=_FIRST_NODES),
            *((Stage("groups", steps=steps),) if quality == "good" else ()),
        )
        return Strategy(stages, None, quality, together, 1, 1.0, until_proven)
    first = _FIRST_MOMENT if limits.seconds is None else min(_FIRST_MOMENT, _FIRST_PART * limits.seconds)
    beginning = Stage("linear-conflict", nodes=int(_NODES_A_SECOND * first))
    if size is not None:
        ready = is_built(puzzle.goal, size)
        hopeful = small or optimal or prove is True or (limits.seconds or _PROVING_SECONDS) >= _PROVING_SECONDS
        patterns = Stage("patterns", tables=size)
        stages = (patterns,) if ready and small else (beginning, patterns)
        head_start: float | None = first
        if ready and small:
            head_start = _HEAD_START
            if together == 1:  # two ends on one thread would hold each other up: the proof first, as far as it may go
                head_start = None if limits.seconds is None else _ALONE * limits.seconds
        # A 15-puzzle is proven by one thread unless the caller has more for it: most are done before more would help.
        proof_threads = threads or 1 if small else 1
        return Strategy(stages, head_start, quality, together, proof_threads, 1.0 if hopeful else _SHARE, until_proven)
    group_seconds = _GROUP_SECONDS if limits.seconds is None else min(_GROUP_SECONDS, _GROUP_PART * limits.seconds)
    stages = (
        beginning,
        Stage("groups", seconds=group_seconds),
        Stage("linear-conflict"),
    )
    return Strategy(stages, first, quality, together, 1, 1.0 if optimal else _SHARE, until_proven)


def _tables(puzzle: Puzzle, limits: Limits, build: bool) -> str | None:
    """The size of the pattern tables to prove with: the large ones if they are built; None where there are none."""
    if not HEURISTICS["patterns"].holds(puzzle.start):
        return None
    sizes = [size for size in ("large", "default") if is_built(puzzle.goal, size)]
    if not sizes and build:
        sizes = ["default"]
    allowed = (size for size in sizes if limits.memory is None or memory_needed(puzzle.goal, size) <= limits.memory)
    return next(allowed, None)
