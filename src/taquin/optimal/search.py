"""An optimal search that can be watched, stopped, saved and taken up again.

IDA* with additive pattern tables, or with Manhattan distance alone: iterations with a growing bound on f = g + h. Each
exhausted iteration proves that no solution is as short as its bound. `generated` counts the boards produced in all
iterations (the root once), `expanded` those whose children were produced. With one thread both are the same in
every run, and the same in a run that was saved and continued.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Final, Self

from taquin import native
from taquin.board import Board
from taquin.errors import TaquinError
from taquin.move import spelled
from taquin.optimal.checkpoint import read_checkpoint, write_checkpoint
from taquin.optimal.iteration import Iteration
from taquin.optimal.subtrees import Part
from taquin.puzzle import Puzzle
from taquin.result import Limits, Outcome, Solution, Stats
from taquin.tables import MAX_CELLS, Building, TableSet, memory_needed, require_size, table_set

__all__ = ["HEURISTICS", "Progress", "Search"]

HEURISTICS: Final = ("patterns", "manhattan")
_MANHATTAN_CELLS: Final = 16  # what the core's Manhattan search holds
_LARGEST_BOUND: Final = 1000  # moves: the core's searches have room for no longer path
_WORTH_THREADS: Final = 8_000  # generated nodes of an iteration from which on the next one is cut into jobs


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is. `bound` is proven: no solution is shorter."""

    bound: int
    generated: int
    expanded: int
    seconds: float
    tables: str = ""
    building: Building | None = None
    length: int | None = None
    """Moves of the best solution so far, where a search has one before it ends."""

    @property
    def nodes_per_second(self) -> float:
        """Generated nodes a second since the search began."""
        return self.generated / self.seconds if self.seconds > 0 else 0.0


OnProgress = Callable[[Progress], None]


class _Stopped(Exception):
    """Leaves the preparation, where a limit does not allow the tables or ends their building."""


class Search:
    """A search for a shortest solution of a solvable puzzle. `run` may be called again after a limit or a stop, and
    after the solution, which it then returns again.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        heuristic: str = "patterns",
        tables: str = "default",
        threads: int = 1,
        on_progress: OnProgress | None = None,
        on_warning: Callable[[str], None] | None = None,
    ) -> None:
        if heuristic not in HEURISTICS:
            raise TaquinError(f"no heuristic {heuristic!r} in the native search: choose {' or '.join(HEURISTICS)}")
        native.require_threads(threads)
        largest = MAX_CELLS if heuristic == "patterns" else _MANHATTAN_CELLS
        if min(puzzle.goal.shape) < 2 or len(puzzle.goal) > largest:
            width, height = puzzle.goal.shape
            raise TaquinError(
                f"the optimal search ({heuristic}) is for 2x2 to {largest} cells, not for {width}x{height}"
            )
        if heuristic == "patterns":
            require_size(*puzzle.goal.shape, puzzle.goal.blank, tables)
        self.puzzle = puzzle
        self.heuristic = heuristic
        self.size = tables
        self.threads = threads
        self.on_progress = on_progress
        self.on_warning = on_warning
        self._stop = threading.Event()
        self._set: TableSet | None = None
        self._native: dict[int, Any] = {}  # [worker]
        self._bound = puzzle.start.manhattan(puzzle.goal)
        self._generated, self._expanded, self._seconds = 1, 0, 0.0
        self._last_iteration = 0
        self._iteration: Iteration | None = None
        self._saved: dict[str, Any] | None = None
        self._path: str | None = None  # the solution, once found
        self._started = self._reported = 0.0

    # Running

    def stop(self) -> None:
        """End `run` within a few hundredths of a second, from any thread."""
        self._stop.set()

    def run(self, limits: Limits | None = None) -> Solution:
        """Search until solved, stopped or at a limit.

        A limit on seconds counts from this call, one on nodes all boards generated so far, one on memory the tables.
        """
        if self._path is not None:
            return self._result(Outcome.SOLVED, self._path)
        limits = limits or Limits()
        self._stop.clear()
        self._started = perf_counter()
        self._reported = self._started
        try:
            try:
                self._prepare(limits)
            except _Stopped as stopped:
                return self._result(self._ending(), reason=str(stopped))
            while True:
                iteration = self._current_iteration()
                done = iteration.run(self.threads, lambda: self._tick(limits), lambda: self._nodes_left(limits))
                if iteration.solution is not None:
                    self._close(iteration)
                    self._path = iteration.solution
                    return self._result(Outcome.SOLVED, self._path)
                if not done:
                    return self._result(self._ending())
                self._close(iteration)
                self._bound += 2
        finally:
            self._seconds += perf_counter() - self._started
            self._started = 0.0

    def _ending(self) -> Outcome:
        return Outcome.STOPPED if self._stop.is_set() else Outcome.LIMIT

    def _prepare(self, limits: Limits) -> None:
        """Load the tables and find the first bound."""
        if self.heuristic == "patterns" and self._set is None:
            if limits.memory is not None and (needed := memory_needed(self.puzzle.goal, self.size)) > limits.memory:
                raise _Stopped(f"the tables need {needed:,} bytes, more than the limit of {limits.memory:,}")

            def on_building(building: Building) -> None:
                if not self._tick(limits, building):
                    raise _Stopped

            self._set = table_set(self.puzzle.goal, self.size, on_building, self.on_warning)
            self._bound = max(self._bound, self._make(0).lower_bound)
        if self._saved is not None:
            saved = self._saved
            waiting = deque(self._required(part) for part in saved["waiting"])
            self._iteration = Iteration(self._make, self._bound, waiting, saved["generated"], saved["expanded"])
            self._saved = None

    def _required(self, part: Any) -> Part:
        """A part of a saved iteration, once a native search has taken it; TaquinError where it does not fit."""
        search = self._make(0)
        try:
            if isinstance(part, str):
                search.begin(part, self._bound)
                return part
            search.restore(tuple(part))
            if part[0] == self._bound:
                return part[0], part[1], part[2], part[3]
        except (TypeError, ValueError):
            pass
        raise TaquinError("the saved search does not fit together: begin it anew")

    def _make(self, worker: int) -> Any:
        """The native search of a worker, kept for all iterations: it has found the start's place in the tables."""
        if worker not in self._native:
            core, puzzle = native.require_native(), self.puzzle
            if self._set is None:
                made = core.manhattan_search(*puzzle.start.shape, puzzle.goal.tiles, puzzle.start.tiles)
            else:
                made = core.pattern_search(self._set.heuristic, puzzle.start.tiles, False)
            self._native[worker] = made
        return self._native[worker]

    def _current_iteration(self) -> Iteration:
        if self._iteration is None:
            parts = self.threads if self._last_iteration >= _WORTH_THREADS else 1
            self._iteration = Iteration.begin(self._make, self._bound, parts)
        return self._iteration

    def _close(self, iteration: Iteration) -> None:
        self._generated += iteration.generated
        self._expanded += iteration.expanded
        self._last_iteration = iteration.generated
        self._iteration = None

    # Between two slices

    def _tick(self, limits: Limits, building: Building | None = None) -> bool:
        """Report where it is time to, and say whether to go on."""
        now = perf_counter()
        if self.on_progress is not None and now - self._reported >= 0.1:
            self._reported = now
            self.on_progress(self._progress(building))
        if self._stop.is_set() or (limits.seconds is not None and now - self._started >= limits.seconds):
            return False
        left = self._nodes_left(limits)
        return building is not None or left is None or left > 0

    def _nodes_left(self, limits: Limits) -> int | None:
        return None if limits.nodes is None else limits.nodes - self._counts()[0]

    def _counts(self) -> tuple[int, int]:
        generated, expanded = self._iteration.counts() if self._iteration is not None else (0, 0)
        return self._generated + generated, self._expanded + expanded

    def _elapsed(self) -> float:
        return self._seconds + (perf_counter() - self._started if self._started else 0.0)

    def _progress(self, building: Building | None) -> Progress:
        name = self._set.name if self._set is not None else ""
        return Progress(self._bound, *self._counts(), self._elapsed(), name, building)

    def _result(self, outcome: Outcome, path: str = "", reason: str = "") -> Solution:
        generated, expanded = self._counts()
        return Solution(
            self.puzzle,
            outcome,
            spelled(path),
            bound=self._bound,
            stats=Stats(generated, expanded, self._elapsed()),
            engine="native",
            algorithm="ida",
            heuristic=self.heuristic,
            tables=() if self._set is None else (self._set.name,),
            reason=reason,
        ).verified()

    # Checkpoints

    def save(self, path: str | Path) -> None:
        """Write the whole search to a file, replacing it. Call it while `run` is not at work."""
        iteration = self._iteration
        state: dict[str, Any] = {
            "width": self.puzzle.start.width,
            "start": list(self.puzzle.start.tiles),
            "goal": list(self.puzzle.goal.tiles),
            "heuristic": self.heuristic,
            "tables": self.size,
            "bound": self._bound,
            "generated": self._generated,
            "expanded": self._expanded,
            "seconds": self._elapsed(),
            "last_iteration": self._last_iteration,
            "solution": self._path if iteration is None else iteration.solution,
            "iteration": self._saved,  # of a search that was loaded and did not get as far as its tables
        }
        if iteration is not None:
            state["iteration"] = {
                "generated": iteration.generated,
                "expanded": iteration.expanded,
                "waiting": iteration.left(),
            }
        write_checkpoint(Path(path), state)

    @classmethod
    def load(cls, path: str | Path, **options: Any) -> Self:
        """The search that `save` wrote; `threads` and the callbacks may be given anew."""
        state = read_checkpoint(Path(path))
        try:
            puzzle = Puzzle(Board(state["start"], state["width"]), Board(state["goal"], state["width"]))
            heuristic, tables = state["heuristic"], state["tables"]
            bound, seconds, solution = int(state["bound"]), float(state["seconds"]), state["solution"]
            counts = [int(state[name]) for name in ("generated", "expanded", "last_iteration")]
            iteration = state["iteration"]
            if iteration is not None:
                counted = {name: int(iteration[name]) for name in ("generated", "expanded")}
                iteration = {**counted, "waiting": list(iteration["waiting"])}
            least = puzzle.start.manhattan(puzzle.goal)
            if not puzzle.is_solvable() or not least <= bound <= _LARGEST_BOUND or (bound - least) % 2:
                raise ValueError("puzzle and bound do not fit together")
            if solution is not None:
                Solution(puzzle, Outcome.SOLVED, spelled(str(solution)), bound, algorithm="the saved search").verified()
        except (KeyError, TypeError, ValueError, OverflowError, RuntimeError) as error:
            raise TaquinError(f"{path}: not a whole saved search ({error}); begin it anew") from error
        search = cls(puzzle, heuristic=heuristic, tables=tables, **options)
        search._bound, search._seconds, search._path, search._saved = bound, seconds, solution, iteration
        search._generated, search._expanded, search._last_iteration = counts
        return search

    def __repr__(self) -> str:
        return f"<Search bound={self._bound} generated={self._counts()[0]}>"
