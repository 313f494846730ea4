"""The one place where it is chosen what each end of a search does: from shape, goal, limits, tables at hand and engine.

    one row or column    nothing to search: the bound is exact
    up to 10 cells       the complete table of distances
    up to 16 cells       IDA* over pattern tables, which are built where they are missing; solutions from above come
                         only if the proof takes longer than a moment
    up to 36 cells       the same where the tables are at hand or may be built; solutions from above come at once
    all others           IDA* with linear conflict for a moment, then the group bound, then IDA* again for a share of
                         the time; solutions from above come at once

In slides (the multi-tile metric) boards of up to 16 cells are proven by IDA* over tables of slides. All others have a
bound that is there at once, and where that is low, breadth-first search from both sides proves those near their goal.

A board near its goal is proven in the first moment, so the upper end of large boards begins after it.

What is allowed, the ends share like this:

    threads    beside the upper end, the proof takes a thread of its own where there is hope that it arrives, else a
               small share of one. With one thread in all, the ends take turns in it, slice by slice.
    nodes      where there is no time limit besides, the ends work one after the other: first the lower end, for at
               most half of the nodes; then the upper end; then the lower end with what is left. With one thread the
               answer is the same every time.
    memory     tables for the proof are used where they take at most half of it; the upper end gets the rest. Without
               a limit, both together take at most half of what is free.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Final

from taquin.bounds import slides_lower_bound
from taquin.memory import spare_memory
from taquin.names import Metric
from taquin.optimal.choice import memory_of_choice
from taquin.optimal.lower_end import NEAR_IN_SLIDES, Stage
from taquin.optimal.native_heuristics import IN_SLIDES, NATIVE_HEURISTICS, reach_of
from taquin.optimal.small import small_enough
from taquin.processors import count_processors
from taquin.puzzle import Puzzle
from taquin.result import Limits
from taquin.tables import is_built, kept_bytes, memory_needed, slides

__all__ = ["Strategy", "choose_strategy", "proven_by_default"]

_PROVEN_CELLS: Final = 16
"""Boards of up to so many cells are proven in seconds at most: without a limit, a search goes on until then, and builds
the pattern tables that it needs (4x4: two seconds on two cores)."""
_HEAD_START_SECONDS: Final = 0.04
"""Seconds that the lower end works alone on a board that is proven by default: a 15-puzzle with its tables at hand
takes 6 ms on average."""
_HEAD_START_IN_SLIDES: Final = 0.25
"""The same in slides: a 15-puzzle takes 60 ms on average, after 40 ms in which its table is read and verified."""
_NEAR_SLIDES: Final = 14
"""Slides. A board whose first bound is higher is not tried: at 5x5 a search from both sides reaches so far."""
_NEAR_SLIDES_PART: Final = 0.2
"""At most this part of a time limit the upper end waits for such a proof."""
_ONE_THREAD_PART: Final = 0.5
"""The part of a time limit that the lower end works alone on such a board where there is only one thread."""
_NEAR_HOME_SECONDS: Final = 0.03
"""Seconds of IDA* with linear conflict before anything else, on boards without tables: it proves boards near home."""
_NEAR_HOME_PART: Final = 0.03
"""At most this part of a time limit goes into that moment."""
_NODES_A_SECOND: Final = 50_000_000
"""Nodes that this IDA* generates in a second of a quiet core (2026-11-18). Its moment is counted in nodes: on a busy
machine, seconds would pass with little done, and tables would be built for a board that is nearly proven."""
_NEAR_HOME_NODES: Final = 300_000
"""Nodes of that IDA* where the work is fixed instead of the time."""
_PROOF_NODES: Final = 20_000_000
"""Nodes that IDA* with linear conflict makes in all where the work is fixed: 0.4 s, some five times what it makes
beside solutions within a time limit of a second."""
_TABLE_PROOF_NODES: Final = 8_000_000
"""Nodes that IDA* over pattern tables makes where the work is fixed: about as long."""
_HOPEFUL_GAP: Final = 30
"""Moves. Fixed work of the proof goes on after the upper end where the best solution is at most so far above the bound:
every two moves cost some four times as many nodes."""
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
_EQUAL_SHARE: Final = 0.5
"""The part of the only thread that a proof with hope takes."""
_FIRST_NODES: Final = 0.5
"""The part of a limit on nodes that the lower end may use before the upper one begins."""
_TABLE_MEMORY: Final = 0.5
"""The part of a limit on memory that tables for the proof may take."""
_SLOW_TO_READ: Final = 64_000_000
"""Bytes of tables that take more than a tenth of a second to read and check: where there is a time limit, the upper end
does not wait for them."""
_WORTH_READING: Final = 1_000_000
"""Nodes that IDA* makes with quicker tables first: as long as the large tables of the 15-puzzle take to be read (45 ms,
2026-11-18). Of Korf's 100 boards one takes more."""
_STANDING_BACK: Final = 0.5
"""The part of a time limit that the upper end may stand back while tables are built."""
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
    """Of both ends together. Where that is one, the ends take turns in it."""
    until_proven: bool
    """Whether to go on when the upper end has nothing more to do."""
    fixed_work: bool
    """Whether the work of both ends is fixed, the same on every machine. What the lower end has left then when the
    upper end is done, it does where there is hope."""
    building_threads: int | None
    """Of the lower end while it builds tables beside the upper one; None: one a processor, up to four."""
    stages: tuple[Stage, ...] = ()
    """Of the lower end."""
    head_start: float = 0.0
    """Seconds that the lower end works alone before the upper end begins, after the stages that it does alone."""
    first_nodes: int | None = None
    """Nodes that the lower end may make before the upper end begins, of a limit on nodes."""
    side_by_side: bool = True
    """Whether the ends work at the same time, or one after the other."""
    proof_threads: int = 1
    """Of the lower end while it works alone; beside the upper end it leaves that one a thread."""
    share: float = 1.0
    """The part of its thread's time that the lower end takes while the upper end works; 1 takes the whole thread."""
    standing_back: float = 0.0
    """Seconds that the upper end, once it has an answer, leaves its threads to those who build tables."""
    table_memory: int | None = None
    """Bytes that pattern tables may take; None: no limit."""
    upper_memory: int | None = None
    """Bytes that the upper end may take; None: nobody has said."""

    def is_hopeful(self, gap: int) -> bool:
        """Whether the lower end should go on at this gap when the upper end has nothing more to do."""
        return self.until_proven or (self.fixed_work and gap <= _HOPEFUL_GAP)


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
    metric: Metric = "stm",
) -> Strategy:
    """What to do with a solvable puzzle.

    `optimal`: do not stop before the proof. `prove`: whether tables may be built for it (True), or no proof is wanted
    at all (False). `threads`: one a processor, up to eight, unless given; the upper end never has more than there are
    processors, because threads that wait for each other's turn make its solutions longer.
    The first line that fits decides, and the stages in brackets are done before the upper end begins:

        what is asked for                            stages of the lower end                    head start
        no core, one line, side > 255, prove=False   none
        up to 10 cells                               [table]
        fixed work, "first"                          [linear-conflict]
        fixed work, "good", tables at hand           [linear-conflict], patterns
        fixed work, "good"                           [linear-conflict, groups], linear-conflict
        up to 16 cells, tables at hand               patterns; before large ones that have to   40 ms, or on one thread
                                                     be read, a while with default ones         half of the time
        tables at hand or to be built                linear-conflict, patterns                  30 ms
        all others                                   linear-conflict, groups, linear-conflict   30 ms

    The work is fixed for "first" and "good", also where nobody asks for a quality and there is no time limit, unless
    the search is to go on until the proof. With a limit on nodes and none on time there is no head start in seconds.
    The lower end works first, without building tables, for up to half of the nodes.
    """
    until_proven = optimal or (proven_by_default(puzzle) and quality in (None, "best") and prove is not False)
    if quality is None:
        timed = limits.seconds is not None or (until_proven and limits.nodes is None)
        quality = "best" if timed else "good"
    fixed_work = quality in ("first", "good") and not until_proven
    counted = limits.nodes is not None and limits.seconds is None
    memory = spare_memory() if limits.memory is None else limits.memory  # asked once: the system takes its time
    strategy = Strategy(
        quality=quality,
        threads=min(threads or _MOST_THREADS, count_processors()),
        until_proven=until_proven,
        fixed_work=fixed_work,
        building_threads=None if threads is None else max(1, threads - 1),
        first_nodes=None if limits.nodes is None else int(_FIRST_NODES * limits.nodes),
        side_by_side=not counted,
        upper_memory=memory,
    )
    if prove is False or not NATIVE_HEURISTICS["linear-conflict"].holds(puzzle.start):
        return strategy
    if metric == "mtm":
        return _in_slides(strategy, puzzle, limits, memory, counted)
    if small_enough(puzzle.start):
        return replace(strategy, stages=(Stage("table", alone=True),))
    build = optimal or prove is True
    wanted = (build or proven_by_default(puzzle)) and not fixed_work
    sizes = _tables(puzzle, limits, memory, wanted, strategy.building_threads)
    if fixed_work:
        strategy = _fixed(strategy, puzzle, sizes)
    elif sizes:
        strategy = _with_tables(strategy, puzzle, limits, sizes, hopeful=build, asked_threads=threads)
    else:
        strategy = _without_tables(strategy, puzzle, limits, share=1.0 if optimal else _SHARE)
    if counted:
        strategy = _counted(strategy, puzzle)
    if sizes:
        strategy = _share_memory(strategy, puzzle, sizes, memory, limited=limits.memory is not None)
    return strategy


def _in_slides(strategy: Strategy, puzzle: Puzzle, limits: Limits, memory: int, counted: bool) -> Strategy:
    """The proof in slides: by tables where the board is small enough for them and they are allowed."""
    reach, built = reach_of(IN_SLIDES), slides.is_built(puzzle.goal) if len(puzzle.start) <= slides.MAX_CELLS else False
    if reach is None or not reach.holds(puzzle.start) or (strategy.fixed_work and not built):
        return _near_in_slides(strategy, puzzle, limits, counted)
    needed = slides.memory_needed(puzzle.goal, strategy.building_threads)
    if needed > (memory if limits.memory is None else _TABLE_MEMORY * limits.memory):
        return _near_in_slides(strategy, puzzle, limits, counted)
    alone = built and (counted or strategy.threads == 1 or strategy.fixed_work)
    nodes = _TABLE_PROOF_NODES if strategy.fixed_work else None
    return replace(
        strategy,
        stages=(Stage(IN_SLIDES, nodes=nodes, builds=not built, alone=alone),),
        head_start=0.0 if counted else _HEAD_START_IN_SLIDES,
        share=_EQUAL_SHARE if strategy.threads == 1 else 1.0,
        standing_back=inf if limits.seconds is None else _STANDING_BACK * limits.seconds,
        table_memory=None if limits.memory is None else needed,
        upper_memory=max(0, memory - needed),
    )


def _near_in_slides(strategy: Strategy, puzzle: Puzzle, limits: Limits, counted: bool) -> Strategy:
    """A proof of boards near their goal, for which no table is needed."""
    if slides_lower_bound(puzzle) > _NEAR_SLIDES:
        return strategy
    alone = counted or strategy.threads == 1 or strategy.fixed_work
    seconds = inf if limits.seconds is None else _NEAR_SLIDES_PART * limits.seconds
    head_start = 0.0 if counted else min(_HEAD_START_IN_SLIDES, seconds)
    return replace(strategy, stages=(Stage(NEAR_IN_SLIDES, alone=alone),), head_start=head_start)


def _fixed(strategy: Strategy, puzzle: Puzzle, sizes: tuple[str, ...]) -> Strategy:
    """The same work on every machine. On one thread the ends do it one after the other, so that the moves, too, are the
    same every time."""
    stages: tuple[Stage, ...] = (Stage("linear-conflict", nodes=_NEAR_HOME_NODES, alone=True),)
    if strategy.quality == "good" and sizes:
        stages += (Stage("patterns", nodes=_TABLE_PROOF_NODES, tables=sizes[-1], alone=proven_by_default(puzzle)),)
    elif strategy.quality == "good":
        stages += (_group_stage(puzzle), Stage("linear-conflict", nodes=_PROOF_NODES))
    side_by_side = strategy.side_by_side and strategy.threads > 1
    return replace(strategy, stages=stages, side_by_side=side_by_side, share=_SHARE)


def _group_stage(puzzle: Puzzle) -> Stage:
    return Stage("groups", steps=_GROUP_STEPS if min(puzzle.start.shape) > 3 else _THIN_GROUP_STEPS, alone=True)


def _near_home_seconds(limits: Limits) -> float:
    return _NEAR_HOME_SECONDS if limits.seconds is None else min(_NEAR_HOME_SECONDS, _NEAR_HOME_PART * limits.seconds)


def _near_home_stage(limits: Limits) -> Stage:
    return Stage("linear-conflict", nodes=int(_NODES_A_SECOND * _near_home_seconds(limits)))


def _with_tables(
    strategy: Strategy,
    puzzle: Puzzle,
    limits: Limits,
    sizes: tuple[str, ...],
    *,
    hopeful: bool,
    asked_threads: int | None,
) -> Strategy:
    """A proof by pattern tables, with a thread of its own where there is hope that it arrives."""
    *sooner, size = sizes
    small, one_thread = proven_by_default(puzzle), strategy.threads == 1
    enough_time = (limits.seconds or _PROVING_SECONDS) >= _PROVING_SECONDS
    built = is_built(puzzle.goal, size)
    if limits.seconds is not None and kept_bytes(puzzle.goal, size) > _SLOW_TO_READ:
        built = False
    # Two ends on one thread hold each other up: the proof first, as far as it may go.
    alone = small and built and one_thread and limits.seconds is None
    patterns, standing_back = Stage("patterns", tables=size, builds=not built, alone=alone), 0.0
    quick = tuple(Stage("patterns", nodes=_WORTH_READING, tables=other, alone=alone) for other in sooner)
    if small and (built or quick):
        stages: tuple[Stage, ...] = (*quick, patterns)
        head_start = _ONE_THREAD_PART * limits.seconds if one_thread and limits.seconds else _HEAD_START_SECONDS
    else:
        stages, head_start = (_near_home_stage(limits), patterns), _near_home_seconds(limits)
        if small and enough_time:
            standing_back = inf if limits.seconds is None else _STANDING_BACK * limits.seconds
    return replace(
        strategy,
        stages=stages,
        head_start=head_start,
        # A 15-puzzle is proven by one thread unless the caller has more for it: most are done before more would help.
        proof_threads=(asked_threads or 1) if small else 1,
        share=_SHARE if not (hopeful or small or enough_time) else _EQUAL_SHARE if one_thread else 1.0,
        standing_back=standing_back,
    )


def _without_tables(strategy: Strategy, puzzle: Puzzle, limits: Limits, share: float) -> Strategy:
    """A proof of boards near home, then the best bound that there is, then as much of a proof as there is time for."""
    if strategy.threads == 1:
        share = min(share, _EQUAL_SHARE)
    group_seconds = _GROUP_SECONDS
    if limits.seconds is not None:
        group_seconds = min(group_seconds, _GROUP_PART * share * limits.seconds)
    return replace(
        strategy,
        stages=(_near_home_stage(limits), Stage("groups", seconds=group_seconds), Stage("linear-conflict")),
        head_start=_near_home_seconds(limits),
        share=share,
    )


def _counted(strategy: Strategy, puzzle: Puzzle) -> Strategy:
    """Nodes instead of seconds decide how far the lower end goes before the upper end begins. It then does every stage
    that builds no tables, except a last one without tables, which hardly ever comes to its end.
    """

    def counted(stage: Stage) -> Stage:
        if stage.name == "groups":
            return _group_stage(puzzle)
        if stage.name == "patterns":
            return replace(stage, alone=not stage.builds)
        return replace(stage, alone=stage.alone or stage is not strategy.stages[-1])

    return replace(strategy, stages=tuple(map(counted, strategy.stages)), head_start=0.0)


def _share_memory(
    strategy: Strategy, puzzle: Puzzle, sizes: tuple[str, ...], memory: int, *, limited: bool
) -> Strategy:
    """The tables for the proof take what they need; the upper end gets the rest of this memory. Tables that are built
    are read and nothing more, so that only a limit asks how much they need in all. Where there is a pool to choose from
    and room for that, it counts, too."""
    if limited or not is_built(puzzle.goal, sizes[-1]):
        taken = sum(memory_needed(puzzle.goal, size, strategy.building_threads) for size in sizes)
    else:
        taken = sum(kept_bytes(puzzle.goal, size) for size in sizes)
    choosing = memory_of_choice(puzzle.goal, strategy.threads)
    if choosing <= _TABLE_MEMORY * memory:
        taken = max(taken, choosing)
    return replace(strategy, table_memory=taken if limited else None, upper_memory=max(0, memory - taken))


def _tables(puzzle: Puzzle, limits: Limits, memory: int, build: bool, building_threads: int | None) -> tuple[str, ...]:
    """The sizes of the pattern tables to prove with, one after the other; none where there are no tables.

    They are the large ones if they are built. Where these take long to read and others do not, a search that is soon
    over is over with the others: those come first, on boards that are proven by default.
    """
    if not NATIVE_HEURISTICS["patterns"].holds(puzzle.start):
        return ()
    goal = puzzle.goal
    built = [size for size in ("default", "large") if is_built(goal, size)]
    if not built and build:
        built = ["default"]

    def allowed(*sizes: str) -> bool:
        if limits.memory is None:
            return sum(kept_bytes(goal, size) for size in sizes) <= memory
        return sum(memory_needed(goal, size, building_threads) for size in sizes) <= _TABLE_MEMORY * limits.memory

    best = next(filter(allowed, reversed(built)), None)
    if best is None:
        return ()
    slow = proven_by_default(puzzle) and kept_bytes(goal, best) > _SLOW_TO_READ
    sooner = [size for size in built if slow and kept_bytes(goal, size) <= _SLOW_TO_READ and allowed(size, best)]
    return (*sooner, best)
