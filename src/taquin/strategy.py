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

from dataclasses import dataclass, replace
from typing import Final

from taquin.optimal.estimates import HEURISTICS
from taquin.optimal.lower_end import Stage
from taquin.optimal.small import small_enough
from taquin.processors import count_processors
from taquin.puzzle import Puzzle
from taquin.result import Limits
from taquin.tables import is_built, memory_needed

__all__ = ["Strategy", "choose_strategy", "proven_by_default"]

_PROVEN_CELLS: Final = 16
"""Boards of up to so many cells are proven in seconds at most: without a limit, a search goes on until then, and builds
the pattern tables that it needs (4x4: two seconds on two cores)."""
_HEAD_START_SECONDS: Final = 0.04
"""Seconds that the lower end works alone on a board that is proven by default: a 15-puzzle with its tables at hand
takes 6 ms on average."""
_ONE_THREAD_PART: Final = 0.5
"""The part of a time limit that the lower end works alone on such a board where there is only one thread."""
_NEAR_HOME_SECONDS: Final = 0.03
"""Seconds of IDA* with linear conflict before anything else, on boards without tables: it proves boards near home."""
_NEAR_HOME_PART: Final = 0.03
"""At most this part of a time limit goes into that moment."""
_NODES_A_SECOND: Final = 50_000_000
"""What it generates in a second of a quiet core (2026-11-18). Its part is counted in nodes, so that a busy machine, on
which that moment passes with little done, does not build tables for a board that is nearly proven."""
_NEAR_HOME_NODES: Final = 300_000
"""Nodes of that IDA* where the work is fixed instead of the time."""
_GROUP_SECONDS: Final = 1.0
"""Seconds of work for the group bound: what it has not found by then it hardly finds later
(docs/notebook/group-bound.md)."""
_GROUP_PART: Final = 0.25
"""At most this part of the lower end's own time goes into it where there is a time limit: IDA* gains as much with the
rest. With 2 s and all of it, the bounds of 16 boards from 6x6 to 10x10 came to 5,566, with a quarter to 5,578
(2026-11-18, a busy machine)."""
_GROUP_STEPS: Final = 20_000
"""Groups of tiles that the group bound looks at where the work is fixed instead of the time: a tenth of a second on
squares."""
_THIN_GROUP_STEPS: Final = 2_000
"""Groups of tiles that it looks at then on boards of two or three rows or columns, where a group costs up to a hundred
times as much."""
_SHARE: Final = 0.04
"""The part of one thread's time that a proof without much hope takes from the solutions."""
_PROVING_SECONDS: Final = 4.0
"""With less time than this the proof of a 24-puzzle hardly ever arrives: it gets its share only."""
_MOST_THREADS: Final = 8
"""More threads than this are used only where the caller asks for them."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """What each end does, in which order, with how many threads."""

    quality: str
    """Of the upper end (anytime/budget.py)."""
    threads: int
    """Of both ends together. Where that is one, the ends share it as the system sees fit once both are at work."""
    until_proven: bool
    """Whether to go on when the upper end has nothing more to do."""
    building_threads: int | None
    """Of the lower end while it builds tables beside the upper one; None: one a processor, up to four."""
    stages: tuple[Stage, ...] = ()
    """Of the lower end."""
    head_start: float | None = None
    """Seconds that the lower end works alone before the upper end begins; None: until it has done all its stages."""
    proof_threads: int = 1
    """Of the lower end while it works alone; beside the upper end it leaves that one a thread."""
    share: float = 1.0
    """The part of its thread's time that the lower end takes while the upper end works; 1 takes the whole thread."""


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
    at all (False). `threads`: one a processor, up to eight, unless given. The first line that fits decides:

        what is asked for                            stages of the lower end                    head start
        no core, one line, side > 255, prove=False   none
        up to 10 cells                               table                                      until done
        fixed work, "first"                          linear-conflict                            until done
        fixed work, "good"                           linear-conflict, groups                    until done
        up to 16 cells, tables at hand               patterns                                   40 ms, or on one thread
                                                                                                half of the time
        tables at hand or to be built                linear-conflict, patterns                  30 ms
        all others                                   linear-conflict, groups, linear-conflict   30 ms

    The work is fixed for "first" and "good", also where nobody asks for a quality and there is no time limit, unless
    the search is to go on until the proof.
    """
    until_proven = optimal or (proven_by_default(puzzle) and quality in (None, "best") and prove is not False)
    if quality is None:
        quality = "best" if limits.seconds is not None or until_proven else "good"
    strategy = Strategy(
        quality=quality,
        threads=threads or min(count_processors(), _MOST_THREADS),
        until_proven=until_proven,
        building_threads=None if threads is None else max(1, threads - 1),
    )
    if prove is False or not HEURISTICS["linear-conflict"].holds(puzzle.start):
        return strategy
    if small_enough(puzzle.start):
        return replace(strategy, stages=(Stage("table"),))
    if quality in ("first", "good") and not until_proven:
        return replace(strategy, stages=_fixed_stages(puzzle, quality))
    build = optimal or prove is True
    size = _tables(puzzle, limits, build or proven_by_default(puzzle), strategy.building_threads)
    if size is not None:
        return _with_tables(strategy, puzzle, limits, size, hopeful=build, asked_threads=threads)
    return _without_tables(strategy, limits, share=1.0 if optimal else _SHARE)


def _fixed_stages(puzzle: Puzzle, quality: str) -> tuple[Stage, ...]:
    """The same work on every machine."""
    near_home = Stage("linear-conflict", nodes=_NEAR_HOME_NODES)
    if quality == "first":
        return (near_home,)
    return near_home, Stage("groups", steps=_GROUP_STEPS if min(puzzle.start.shape) > 3 else _THIN_GROUP_STEPS)


def _near_home_seconds(limits: Limits) -> float:
    return _NEAR_HOME_SECONDS if limits.seconds is None else min(_NEAR_HOME_SECONDS, _NEAR_HOME_PART * limits.seconds)


def _near_home_stage(limits: Limits) -> Stage:
    return Stage("linear-conflict", nodes=int(_NODES_A_SECOND * _near_home_seconds(limits)))


def _with_tables(
    strategy: Strategy, puzzle: Puzzle, limits: Limits, size: str, *, hopeful: bool, asked_threads: int | None
) -> Strategy:
    """A proof by pattern tables, with a thread of its own where there is hope that it arrives."""
    small, patterns = proven_by_default(puzzle), Stage("patterns", tables=size)
    hopeful = hopeful or small or (limits.seconds or _PROVING_SECONDS) >= _PROVING_SECONDS
    stages: tuple[Stage, ...] = (_near_home_stage(limits), patterns)
    head_start: float | None = _near_home_seconds(limits)
    if small and is_built(puzzle.goal, size):
        stages, head_start = (patterns,), _HEAD_START_SECONDS
        if strategy.threads == 1:  # two ends on one thread hold each other up: the proof first, as far as it may go
            head_start = None if limits.seconds is None else _ONE_THREAD_PART * limits.seconds
    return replace(
        strategy,
        stages=stages,
        head_start=head_start,
        # A 15-puzzle is proven by one thread unless the caller has more for it: most are done before more would help.
        proof_threads=(asked_threads or 1) if small else 1,
        share=1.0 if hopeful else _SHARE,
    )


def _without_tables(strategy: Strategy, limits: Limits, share: float) -> Strategy:
    """A proof of boards near home, then the best bound that there is, then as much of a proof as there is time for."""
    group_seconds = _GROUP_SECONDS
    if limits.seconds is not None:
        group_seconds = min(group_seconds, _GROUP_PART * share * limits.seconds)
    return replace(
        strategy,
        stages=(_near_home_stage(limits), Stage("groups", seconds=group_seconds), Stage("linear-conflict")),
        head_start=_near_home_seconds(limits),
        share=share,
    )


def _tables(puzzle: Puzzle, limits: Limits, build: bool, building_threads: int | None) -> str | None:
    """The size of the pattern tables to prove with: the large ones if they are built; None where there are none."""
    if not HEURISTICS["patterns"].holds(puzzle.start):
        return None
    sizes = [size for size in ("large", "default") if is_built(puzzle.goal, size)]
    if not sizes and build:
        sizes = ["default"]

    def allowed(size: str) -> bool:
        return limits.memory is None or memory_needed(puzzle.goal, size, building_threads) <= limits.memory

    return next(filter(allowed, sizes), None)
