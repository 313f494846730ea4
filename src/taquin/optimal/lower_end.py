"""The lower end of a search: it raises the bound until that meets the best solution.

It works through the stages that the strategy names, one after the other:

    table              the complete table of distances of a small shape: exact at once
    linear-conflict    IDA* with Manhattan distance and linear conflict, which needs no tables: a while of it, or all
    groups             the bound by groups of tiles
    patterns           IDA* over pattern tables, which are built first where they are missing

Whatever a stage proves holds for the next one: an iteration begins at the bound that is known. A stage that finds a
solution has found a shortest one. The end can work in the caller's thread for a while (`run`), and then in a thread of
its own (`start`), all the time or a share of it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Final

from taquin.bounds.groups import GroupBound
from taquin.ends import Ends
from taquin.errors import TableError
from taquin.move import letters_of
from taquin.optimal.estimates import HEURISTICS
from taquin.optimal.search import Search
from taquin.optimal.small import distances
from taquin.result import Building, Limits, Outcome, Progress

__all__ = ["LowerEnd", "Stage"]

_SLICE: Final = 10.0
"""Milliseconds of the group bound between two looks up."""
_STEPS: Final = 20
"""Groups of tiles between two looks up where the work is fixed: a tenth of a millisecond on squares, 10 ms on thin
boards, where the slowest group takes 7 ms (measured 2026-11)."""
_FIRST_SAVE: Final = 0.5
"""Seconds until the search is saved for the first time, where it is saved at all; then twice as long every time."""
_LONGEST_UNSAVED: Final = 10.0
"""Seconds that a crash may cost at most."""
_NAMES: Final = {"patterns": "pattern tables", "table": "the table of distances", "groups": "the bound by groups"}
"""What a stage is called in a sentence."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: its name, and how much it may do before the next one; None is no limit."""

    name: str
    nodes: int | None = None
    """Of a search."""
    seconds: float | None = None
    """Of the group bound."""
    steps: int | None = None
    """Of the group bound, where the work is fixed instead of the time."""
    tables: str = "default"
    """The size of the pattern tables."""


class LowerEnd:
    """What proves. It tells `ends` of every bound, and of a shortest solution once there is one."""

    def __init__(
        self,
        ends: Ends,
        stages: tuple[Stage, ...],
        *,
        threads: int = 1,
        share: float = 1.0,
        checkpoint: Path | None = None,
        saved: Search | None = None,
        on_tick: Callable[[], None] | None = None,
        on_warning: Callable[[str], None] | None = None,
    ) -> None:
        self.ends = ends
        self.threads = threads
        self.share = share
        """The part of a thread's time that this end takes while it works beside the upper one."""
        self.building: Building | None = None
        """How far a table is that is being built."""
        self.tables: tuple[str, ...] = ()
        self._stages = list(stages)
        self._checkpoint = checkpoint
        self._searches: dict[str, Search] = {}
        if saved is not None:
            self._searches[saved.heuristic] = saved
        self._on_tick = on_tick or (lambda: None)
        self._on_warning = on_warning
        self._groups: GroupBound | None = None
        self._steps = 0
        self._thread: threading.Thread | None = None
        self._halt = threading.Event()
        self._inline = True

    # In the caller's thread, or in one of its own

    def run(self, seconds: float | None = None) -> None:
        """Work in this thread until everything is proven, the ends say stop, or so many seconds have passed."""
        until = None if seconds is None else perf_counter() + seconds
        while self._stages and not self.ends.over():
            if until is not None and perf_counter() >= until:
                return
            stage = self._stages[0]
            try:
                done = self._run_stage(stage, until)
            except (TableError, MemoryError) as error:
                self._do_without(stage, error)
                done = True
            if done:
                self._stages.pop(0)
            elif self._halt.is_set():
                return

    def start(self) -> bool:
        """Go on in a thread of its own; False where there is nothing more to do, or no thread to be had."""
        if not self._stages or self.ends.over():
            return False
        self._inline = False
        self._halt.clear()  # before the thread begins: it may be told to end at once
        self._thread = threading.Thread(target=self.run, daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # no more threads to be had: the upper end goes on alone
            self._thread = None
            return False
        return True

    def _do_without(self, stage: Stage, error: TableError | MemoryError) -> None:
        """A stage has failed: say so in one line, and go on with what needs neither tables nor much memory."""
        self.building = None
        if stage.name == "patterns":
            self._searches.pop(stage.name, None)
            self._stages.append(Stage("linear-conflict"))
        if self._on_warning is not None:
            reason = "there is not enough memory" if isinstance(error, MemoryError) else str(error)
            self._on_warning(f"the proof goes on without {_NAMES.get(stage.name, stage.name)}: {reason}")

    @property
    def working(self) -> bool:
        """Whether its thread is at work."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def finished(self) -> bool:
        """Whether there is no stage left."""
        return not self._stages

    def end(self) -> None:
        """Stop the thread and wait for it, some hundredths of a second."""
        self._halt.set()
        while self._thread is not None and self._thread.is_alive():
            for search in list(self._searches.values()):
                search.stop()
            self._thread.join(0.005)
        self._thread = None

    def wait(self, seconds: float) -> None:
        """Wait for the thread, at most so long."""
        if self._thread is not None:
            self._thread.join(seconds)

    def save(self, path: Path) -> None:
        """Write the search to a file, with the best solution so far. Not while the thread is at work."""
        if self._stages and self._stages[-1].name in HEURISTICS:
            search = self._search_of(self._stages[-1])
            search.raise_bound(self.ends.bound)
            if self.ends.moves is not None:
                search.offer(self.ends.moves, replayed=True)
            search.save(path)

    # The stages

    def _run_stage(self, stage: Stage, until: float | None) -> bool:
        """Work on a stage; whether it is over."""
        if stage.name == "table":
            return self._table()
        if stage.name == "groups":
            return self._group_bound(stage, until)
        return self._search(stage, until)

    def _table(self) -> bool:
        puzzle = self.ends.puzzle
        path = distances(puzzle.goal).solution(puzzle.start.tiles)
        width, height = puzzle.start.shape
        self.tables = (f"all {width}x{height} boards",)
        self._count(len(path), len(path))
        self._prove(path, "table")
        return True

    def _group_bound(self, stage: Stage, until: float | None) -> bool:
        if self._groups is None:
            self._groups = GroupBound(self.ends.puzzle)
        if stage.steps is not None:
            return self._count_groups(self._groups, stage.steps, until)
        ends = perf_counter() + (stage.seconds or 0.0)
        while not self._paused(until):
            done = self._groups.run(_SLICE)
            self.ends.raise_bound(self._groups.bound, "groups")
            if done or perf_counter() >= ends:
                return True
            self._rest(_SLICE / 1000)
        return False

    def _count_groups(self, groups: GroupBound, steps: int, until: float | None) -> bool:
        """So many groups of tiles, the same work on every machine."""
        while not self._paused(until):
            done = groups.run_steps(min(_STEPS, steps - self._steps))
            self._steps += _STEPS
            self.ends.raise_bound(groups.bound, "groups")
            if done or self._steps >= steps:
                return True
        return False

    def _search(self, stage: Stage, until: float | None) -> bool:
        """IDA*, in stretches where it is saved between them."""
        search = self._search_of(stage)
        search.threads, search.on_progress, search.on_tick = self.threads, self._watch, self._tick
        search.raise_bound(self.ends.bound)
        unsaved = _FIRST_SAVE
        while not self._paused(until):
            if self.ends.moves is not None:
                search.offer(self.ends.moves, replayed=True)
            ends = [time for time in (until, self.ends.deadline) if time is not None]
            if self._checkpoint is not None:
                ends.append(perf_counter() + unsaved)
            seconds = max(0.0, min(ends) - perf_counter()) if ends else None
            solution = search.run(Limits(seconds, self._node_limit(stage, search), self.ends.limits.memory))
            self._watch(search.progress())
            if solution.solved:
                self.tables = solution.tables
                self._prove(letters_of(solution.moves), f"ida {stage.name}")
                return True
            if self._checkpoint is not None and len(self._stages) == 1:
                search.save(self._checkpoint)
                unsaved = min(2 * unsaved, _LONGEST_UNSAVED)
            if solution.outcome is Outcome.STOPPED or solution.reason:
                return bool(solution.reason)  # a limit on memory, which allows no tables
            if stage.nodes is not None and search.progress().generated >= stage.nodes:
                break
        else:
            return False
        return True

    def _search_of(self, stage: Stage) -> Search:
        """The search of a stage; a later stage with the same heuristic goes on with it."""
        if stage.name not in self._searches:
            self._searches[stage.name] = Search(
                self.ends.puzzle, heuristic=stage.name, tables=stage.tables, on_warning=self._on_warning
            )
        return self._searches[stage.name]

    def _prove(self, moves: str, proved_by: str) -> None:
        self.ends.offer(moves, proved_by.split()[0])
        self.ends.raise_bound(len(moves), proved_by)

    # Between two slices

    def _node_limit(self, stage: Stage, search: Search) -> int | None:
        """Nodes that this search may make, with all that it has made; the other end's count too."""
        own = search.progress().generated
        limits = []
        if self.ends.limits.nodes is not None:
            limits.append(max(0, self.ends.limits.nodes - self.ends.generated + own))
        if stage.nodes is not None:
            limits.append(stage.nodes)
        return min(limits, default=None)

    def _watch(self, progress: Progress) -> None:
        self.building = progress.building
        self._count(*self._sums())
        name = self._stages[0].name if self._stages else ""
        self.ends.raise_bound(progress.bound, f"ida {name}")

    def _sums(self) -> tuple[int, int]:
        found = [search.progress() for search in self._searches.values()]
        return sum(progress.generated for progress in found), sum(progress.expanded for progress in found)

    def _count(self, generated: int, expanded: int) -> None:
        self.ends.count("lower", generated, expanded)

    def _tick(self, busy: float) -> bool:
        """Called after every slice of IDA*, which took so many seconds; whether to go on."""
        if self._inline:
            self._on_tick()
        else:
            self._rest(busy)
        search = self._searches.get(self._stages[0].name)
        if search is not None and self.ends.moves is not None:
            search.offer(self.ends.moves, replayed=True)
        return not (self._halt.is_set() or self.ends.stopped)

    def _rest(self, busy: float) -> None:
        """Leave the processor to the upper end for as long as this end's share of the time asks for."""
        share = self.share
        if share < 1.0 and not self._inline:
            self._halt.wait(busy * (1.0 / share - 1.0))

    def _paused(self, until: float | None) -> bool:
        if self._halt.is_set() or self.ends.over():
            return True
        return until is not None and perf_counter() >= until
