"""The lower end of a search: it raises the bound until that meets the best solution.

It works through the stages that the strategy names, one after the other:

    table              the complete table of distances of a small shape: exact at once
    linear-conflict    IDA* with Manhattan distance and linear conflict, which needs no tables: a while of it, or all
    groups             the bound by groups of tiles
    patterns           IDA* over pattern tables, which are built first where they are missing
    slides             the same in slides, for the multi-tile metric; all others but the next one count moves
    slides near home   breadth-first search in slides from both sides, where there are no tables of them

Whatever a stage proves holds for the next one: an iteration begins at the bound that is known. A stage that finds a
solution has found a shortest one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Final

from taquin.bounds.groups import GroupBound
from taquin.ends import Ends
from taquin.errors import TableError
from taquin.move import letters_of
from taquin.optimal.checkpoint import Autosave
from taquin.optimal.native_heuristics import IN_SLIDES, NATIVE_HEURISTICS
from taquin.optimal.plain_slides import SlidesFromBothSides
from taquin.optimal.saved_search import Account
from taquin.optimal.search import Search
from taquin.optimal.small import distances
from taquin.result import Building, Choice, Limits, Progress
from taquin.texts import Sentence

__all__ = ["NEAR_IN_SLIDES", "LowerEnd", "Stage"]

NEAR_IN_SLIDES: Final = "slides near home"

_DONE: Final = object()
_SLICE_MS: Final = 10.0
"""Milliseconds of the group bound between two looks up."""
_SLICE_STEPS: Final = 20
"""Groups of tiles between two looks up where the work is fixed: a tenth of a millisecond on squares, 10 ms on thin
boards, where the slowest group takes 7 ms (measured 2026-11)."""
_NAMES: Final = {"patterns": "pattern tables", "table": "the table of distances", "groups": "the bound by groups"}
"""What a stage is called in a sentence."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: its name, and how much it may do before the next one; None is no limit."""

    name: str
    nodes: int | None = None
    """Of a search."""
    seconds: float | None = None
    """Of the group bound: of its work, without the rests in between."""
    steps: int | None = None
    """Of the group bound, where the work is fixed instead of the time."""
    tables: str = "default"
    """The size of the pattern tables."""
    builds: bool = False
    """Whether tables have to be built for it: a builder that is cut off loses its work."""
    alone: bool = False
    """Whether the upper end waits for it."""


class LowerEnd:
    """What proves. It tells `ends` of every bound, and of a shortest solution once there is one.

    It works in the thread that calls it: for a while before the upper end begins (`take_head_start`), or until all is
    proven (`run`). To run it in a thread of its own is what lower_end_thread.py does. Two fields say where it is:

        _stages    what is still to be done, the present stage first; empty: finished
        halt       whoever sets it makes `run` leave the present stage at the next look. The stage stays the present
                   one, so that a later `run` goes on where this one left

    While `run` is at work in a thread, only that thread calls `save`, and nobody calls `take_head_start` or sets
    `threads`. `building`, `tables`, `checksums`, `choices`, `seconds_left` and `finished` may be asked, and `interrupt`
    called, from any thread.
    """

    def __init__(
        self,
        ends: Ends,
        stages: tuple[Stage, ...],
        *,
        threads: int = 1,
        building_threads: int | None = None,
        memory: int | None = None,
        autosave: Autosave | None = None,
        saved: Search | None = None,
        on_warning: Callable[[str], None] | None = None,
    ) -> None:
        self.ends = ends
        self.threads = threads
        self.tables: tuple[str, ...] = ()
        self.checksums: tuple[str, ...] = ()
        """Of all pattern tables that a search has used: the bound may rest on them before there is a proof."""
        self.halt = threading.Event()
        self.on_slice: Callable[[float], None] = lambda busy: None
        """Called after every slice of work with the seconds that it took; the next one begins when it returns."""
        self._memory = memory
        """Bytes that pattern tables may take; None: no limit."""
        self._building_threads = building_threads
        self._stages = list(stages)
        self._autosave = autosave
        self._searches: dict[tuple[str, str], Search] = {}
        """By heuristic and size of the tables."""
        if saved is not None:  # it goes on with its own tables
            self._stages = [
                replace(stage, tables=saved.size) if stage.name == saved.heuristic else stage for stage in stages
            ]
            self._searches[saved.heuristic, saved.size] = saved
            self.checksums = saved.account.checksums if saved.account is not None else ()
        self._on_warning = on_warning
        self._groups: GroupBound | None = None
        self._group_seconds = 0.0
        """What the group bound has worked so far."""
        self._group_steps = 0
        """Groups of tiles that it has looked at so far."""
        self._both_sides: SlidesFromBothSides | None = None
        self._first_nodes: int | None = None
        """Nodes of a head start."""

    def take_head_start(self, seconds: float, nodes: int | None = None) -> None:
        """Work in this thread on the stages that the upper end waits for, and so many seconds on those after them, but
        on none that builds tables. All of it makes at most so many nodes.
        """
        self._first_nodes = nodes
        while self._stages and self._stages[0].alone and not self._paused(None):
            self._work_on_stage(None)
        if seconds:
            self._work(perf_counter() + seconds)
        self._first_nodes = None

    def run(self) -> None:
        """Work until everything is proven, the ends say stop, or somebody sets `halt`."""
        self._work(None)

    def _work(self, until: float | None) -> None:
        while self._stages and not self._paused(until) and not (until and self._stages[0].builds):
            self._work_on_stage(until)

    def _work_on_stage(self, until: float | None) -> None:
        """Work on the present stage until it is over, or until this end is to pause (`_paused`)."""
        stage = self._stages[0]
        try:
            done = self._run_stage(stage, until)
        except (TableError, MemoryError) as error:
            self._do_without(stage, error)
            done = True
        if done:
            self._stages.pop(0)

    def _do_without(self, stage: Stage, error: TableError | MemoryError) -> None:
        """A stage has failed: say so in one line, and go on with what needs neither tables nor much memory."""
        if stage.name == "patterns":
            self._searches.pop((stage.name, stage.tables), None)
            self._stages.append(Stage("linear-conflict", nodes=stage.nodes))
        if self._on_warning is not None:
            reason = "there is not enough memory" if isinstance(error, MemoryError) else str(error)
            if stage.name == IN_SLIDES:  # there is no other proof
                self._on_warning(f"shortest in slides cannot be proven: {reason}")
                return
            self._on_warning(f"the proof goes on without {_NAMES.get(stage.name, stage.name)}: {reason}")

    @property
    def finished(self) -> bool:
        """Whether there is no stage left."""
        return not self._stages

    @property
    def building(self) -> Building | None:
        """How far a table is that is being built."""
        found = (search.progress().building for search in list(self._searches.values()))
        return next((building for building in found if building is not None), None)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The tables that were chosen for this board, one after the other."""
        return tuple(choice for search in list(self._searches.values()) for choice in search.choices)

    @property
    def seconds_left(self) -> float | None:
        """An estimate of the seconds that the present search takes until the best solution is proven."""
        search = self._present_search()
        return None if search is None else search.progress().seconds_left

    def interrupt(self) -> None:
        """End the slice that is under way, once `halt` is set."""
        for search in list(self._searches.values()):
            search.stop()

    # Saving

    def save(self, only_when_due: bool = False) -> None:
        """Write what is known to the checkpoint, where there is one.

        That is the best solution so far, the bound, and how far IDA* is; not the descent or the windows that the upper
        end is busy with.
        """
        if self._autosave is not None and (self._autosave.due or not only_when_due):
            self._autosave.save(self._write)

    def _write(self, path: Path) -> None:
        search = self._search_to_save()
        if search is None:
            return
        search.raise_bound(self.ends.bound)
        self._count_nodes(*self._node_sums())
        ends, own = self.ends, search.progress()
        if ends.moves is not None:
            search.offer(ends.moves, replayed=True)
        nodes = own.generated, own.expanded
        others = max(0, ends.generated - own.generated), max(0, ends.expanded - own.expanded)
        times = ends.seconds, ends.processor_seconds
        search.account = Account(ends.found_by, ends.proved_by, self.checksums, *times, nodes, others)
        search.save(path)

    def _search_to_save(self) -> Search | None:
        """The search that the last stage needs, else one that there is, else a new one; None on boards of one line."""
        for stage in reversed(self._stages):
            if stage.name in NATIVE_HEURISTICS:
                return self._search_of(stage)
        if self._searches:
            return next(reversed(self._searches.values()))
        general = Stage("linear-conflict")
        return self._search_of(general) if NATIVE_HEURISTICS[general.name].holds(self.ends.puzzle.start) else None

    # The stages

    def _run_stage(self, stage: Stage, until: float | None) -> bool:
        """Work on a stage; whether it is over."""
        if stage.name == "table":
            return self._walk_down_table()
        if stage.name == "groups":
            return self._group_bound(stage, until)
        if stage.name == NEAR_IN_SLIDES:
            return self._meet_in_slides(until)
        return self._search(stage, until)

    def _walk_down_table(self) -> bool:
        puzzle = self.ends.puzzle
        path = distances(puzzle.goal).solution(puzzle.start.tiles)
        width, height = puzzle.start.shape
        self.tables = (Sentence("solve.all_boards", width=width, height=height),)
        self._count_nodes(len(path), len(path))
        self._prove(path, "table")
        return True

    def _group_bound(self, stage: Stage, until: float | None) -> bool:
        if self._groups is None:
            self._groups = GroupBound(self.ends.puzzle)
        if stage.steps is not None:
            return self._look_at_groups(self._groups, stage.steps, until)
        while not self._paused(until):
            began = perf_counter()
            done = self._groups.run(_SLICE_MS)
            busy = perf_counter() - began
            self._group_seconds += busy
            self.ends.raise_bound(self._groups.bound, "groups")
            if done or self._group_seconds >= (stage.seconds or 0.0):
                return True
            self.on_slice(busy)
            self.save(only_when_due=True)
        return False

    def _look_at_groups(self, groups: GroupBound, steps: int, until: float | None) -> bool:
        """So many groups of tiles, the same work on every machine."""
        while not self._paused(until):
            done = groups.run_steps(min(_SLICE_STEPS, steps - self._group_steps))
            self._group_steps += _SLICE_STEPS
            self.ends.raise_bound(groups.bound, "groups")
            if done or self._group_steps >= steps:
                return True
            self.on_slice(0.0)
        return False

    def _meet_in_slides(self, until: float | None) -> bool:
        if self._both_sides is None:
            self._both_sides = SlidesFromBothSides(self.ends.puzzle)
        search = self._both_sides
        while not self._paused(until):
            began = perf_counter()
            done = next(iter(search), _DONE) is _DONE
            self._count_nodes(search.generated, search.expanded)
            self.ends.raise_bound(search.bound, "breadth-first search")
            if search.way is not None:
                self.ends.prove(search.way, "breadth-first", "breadth-first search")
            if done:
                return True
            self.on_slice(perf_counter() - began)
        return False

    def _search(self, stage: Stage, until: float | None) -> bool:
        """IDA*, which saves itself where it is the last stage: what comes before is short."""
        if self._paused(until):
            return False
        search = self._search_of(stage)
        search.threads, search.building_threads = self.threads, self._building_threads
        search.on_progress, search.on_tick = self._watch, self._tick
        search.autosave = self._autosave if len(self._stages) == 1 else None
        search.raise_bound(self.ends.bound)
        if self.ends.moves is not None:
            search.offer(self.ends.moves, replayed=True)
        solution = search.run(Limits(self._seconds_left(until), self._node_limit(stage, search), self._memory))
        self._watch(search.progress())
        if solution.solved:
            self.tables = solution.tables
            self._prove(letters_of(solution.moves), f"ida {stage.name}")
            return True
        if solution.reason:  # a limit on memory, which allows no tables
            return True
        return stage.nodes is not None and search.progress().generated >= stage.nodes

    def _search_of(self, stage: Stage) -> Search:
        """The search of a stage; a later stage with the same heuristic and tables goes on with it."""
        key = stage.name, stage.tables
        if key not in self._searches:
            self._searches[key] = Search(
                self.ends.puzzle, heuristic=stage.name, tables=stage.tables, choose=True, on_warning=self._on_warning
            )
        return self._searches[key]

    def _present_search(self) -> Search | None:
        return self._searches.get((self._stages[0].name, self._stages[0].tables)) if self._stages else None

    def _prove(self, moves: str, proved_by: str) -> None:
        self.ends.prove(moves, proved_by.split()[0], proved_by)

    # Between two slices

    def _seconds_left(self, until: float | None) -> float | None:
        """Until this moment or the end of the search, whichever is first; None where there is neither."""
        moments = [moment for moment in (until, self.ends.deadline) if moment is not None]
        return max(0.0, min(moments) - perf_counter()) if moments else None

    def _node_limit(self, stage: Stage, search: Search) -> int | None:
        """Nodes that this search may make, with all that it has made; the other end's count too."""
        own = search.progress().generated
        limits = []
        for allowed in (self.ends.limits.nodes, self._first_nodes):
            if allowed is not None:
                limits.append(max(0, allowed - self.ends.generated + own))
        if stage.nodes is not None:
            limits.append(stage.nodes)
        return min(limits, default=None)

    def _watch(self, progress: Progress) -> None:
        self._count_nodes(*self._node_sums())
        used = (checksum for search in self._searches.values() for checksum in search.checksums)
        self.checksums = tuple(dict.fromkeys((*self.checksums, *used)))
        name = self._stages[0].name if self._stages else ""
        self.ends.raise_bound(progress.bound, f"ida {name}")

    def _node_sums(self) -> tuple[int, int]:
        found = [search.progress() for search in self._searches.values()]
        return sum(progress.generated for progress in found), sum(progress.expanded for progress in found)

    def _count_nodes(self, generated: int, expanded: int) -> None:
        self.ends.count_nodes("lower", generated, expanded)

    def _tick(self, busy: float) -> bool:
        """Called after every slice of IDA*, which took so many seconds; whether to go on."""
        self.on_slice(busy)
        search = self._present_search()
        if search is not None and self.ends.moves is not None:
            search.offer(self.ends.moves, replayed=True)
        # Where the ends have met, the search itself says so, with its tables.
        return not (self.halt.is_set() or (self.ends.over() and not self.ends.met))

    def _paused(self, until: float | None) -> bool:
        """Whether to leave the present stage for now, or for good."""
        if self.halt.is_set() or self.ends.over():
            return True
        if self._first_nodes is not None and self.ends.generated >= self._first_nodes:
            return True
        return until is not None and perf_counter() >= until
