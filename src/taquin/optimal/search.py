"""An optimal search that can be watched, stopped, saved and taken up again.

IDA* with additive pattern tables, with Manhattan distance alone, or with Manhattan distance and linear conflict:
iterations with a growing bound on f = g + h. Each exhausted iteration proves that no solution is as short as its bound.
With the heuristic "slides" all lengths are slides (the multi-tile metric), and each iteration is longer by one; else
they are moves, and longer by two, because every solution has the same parity.
`generated` counts the boards produced in all iterations (the root once), `expanded` those whose children were produced.
With one thread both are the same in every run, and the same in a run that was saved and continued.

A solution that came from elsewhere can be offered: the search is over as soon as everything shorter is excluded.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from time import perf_counter
from typing import Any, Final, Self

from taquin import native
from taquin.errors import TaquinError, Unsolvable
from taquin.move import Move, letters_of, spelled
from taquin.names import Metric
from taquin.notation import length_in
from taquin.optimal.checkpoint import Autosave
from taquin.optimal.forecast import Forecast
from taquin.optimal.iteration import Iteration
from taquin.optimal.native_heuristics import IN_SLIDES, require_reach
from taquin.optimal.saved_search import Account, SavedIteration, SavedSearch
from taquin.optimal.subtrees import Part
from taquin.optimal.tables_in_use import TablesInUse
from taquin.puzzle import Puzzle
from taquin.result import Choice, Limits, OnProgress, Outcome, Progress, Solution, Stats
from taquin.tables import Building, forget_others, require_size
from taquin.texts import Sentence

__all__ = ["Progress", "Search"]

_WORTH_THREADS: Final = 8_000  # generated nodes of an iteration from which on the next one is cut into parts


class _Stopped(Exception):
    """Raised to leave the preparation, where a limit does not allow the tables, or ends while they are built."""


class Search:
    """A search for a shortest solution; Unsolvable where there is none. `run` may be called again after a limit or a
    stop, and after the solution, which it then returns again. With `choose` it goes on with tables of a pool that suit
    its board, where there is one on disk and the search takes long.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        heuristic: str = "patterns",
        tables: str = "default",
        threads: int | None = None,
        choose: bool = False,
        on_progress: OnProgress | None = None,
        on_warning: Callable[[str], None] | None = None,
    ) -> None:
        require_reach(puzzle.goal, heuristic)
        if threads is not None:
            native.require_threads(threads)
        if not puzzle.is_solvable():
            raise Unsolvable("the puzzle is not solvable, and a search for its solution would never end")
        if heuristic == "patterns":
            require_size(*puzzle.goal.shape, puzzle.goal.blank, tables)
        self.puzzle = puzzle
        self.heuristic = heuristic
        self.tables = TablesInUse(puzzle, heuristic, tables, choose)
        self.threads = threads or 1
        self.building_threads = threads
        """Of the builders of missing tables; None lets them take as many as there are processors, up to four."""
        self.autosave: Autosave | None = None
        """Where `run` saves the search while it is at work, if anywhere. Its end is left to the caller."""
        self.on_progress = on_progress
        self.on_tick: Callable[[float], bool] | None = None
        """Called in the thread of `run` after every slice, with the seconds it took; whether to go on."""
        self.on_warning = on_warning
        self._stopped = False
        self._pausing = False  # broken off only to be saved
        self._building: Building | None = None
        self.metric: Metric = "mtm" if heuristic == IN_SLIDES else "stm"
        self._step = 1 if heuristic == IN_SLIDES else 2
        """How much longer the next longer solution may be."""
        self._bound = 0 if heuristic == IN_SLIDES else puzzle.start.manhattan(puzzle.goal)
        self._generated, self._expanded, self._seconds = 1, 0, 0.0
        self._last_iteration = 0
        self._forecast = Forecast(self._step)
        self._iteration: Iteration | None = None
        self._saved: SavedIteration | None = None
        """The iteration of a search that was loaded, until the tables are there to go on with it."""
        self.account: Account | None = None
        """That of the whole where this is the lower end of a search; saved with it, and there again once it is loaded.
        None where the search is the whole."""
        self._path: str | None = None  # the solution, once found
        self._offered: str | None = None  # the shortest solution that came from elsewhere
        self._offering = threading.Lock()
        self._started = self._reported = self._ticked = 0.0
        self._runner: threading.Thread | None = None
        """The thread that is in `run`."""

    # Running

    def stop(self) -> None:
        """End `run` within a few hundredths of a second, from any thread."""
        self._stopped = True

    def offer(self, moves: Iterable[Move] | str, *, replayed: bool = False) -> None:
        """Make a solution known that was found elsewhere, from any thread and at any time; saved with the search.

        Once all shorter lengths are excluded, `run` ends with these moves and does not search for others of their
        length. Until then it does not return them: whoever has offered them has them. TaquinError where they do not
        lead to the goal; who has `replayed` them saves the time.
        """
        path = letters_of(moves)
        if not replayed and not self.puzzle.is_solution(path):
            raise TaquinError("the offered moves do not lead from the start to the goal")
        with self._offering:
            if self._offered is None or self._length(path) < self._length(self._offered):
                self._offered = path

    @property
    def offered(self) -> str | None:
        """The shortest solution known so far, found here or offered."""
        return self._path or self._offered

    @property
    def checksums(self) -> tuple[str, ...]:
        """Of all tables that the bound may rest on."""
        return self.tables.checksums

    @property
    def size(self) -> str:
        """Of the tables that it was begun with."""
        return self.tables.asked

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The tables that were chosen for this board, one after the other."""
        return self.tables.choices

    def raise_bound(self, bound: int) -> None:
        """Make a bound known that was proven elsewhere, and leave out iterations below it; not while `run` works."""
        bound += (bound - self._bound) % self._step  # in moves every solution has the parity of this search's own bound
        if bound <= self._bound:
            return
        if self._iteration is not None:
            self._close(self._iteration)
        if self._saved is not None:
            self._generated += self._saved.generated
            self._expanded += self._saved.expanded
            self._saved = None
        self._bound = bound

    def progress(self) -> Progress:
        """How far the search is; may be asked from any thread."""
        length = None if self._offered is None else self._length(self._offered)
        done = self._iteration.counts()[0] if self._iteration is not None else 0
        return Progress(
            self._bound,
            *self._counts(),
            self._elapsed(),
            self.tables.name,
            self._building,
            length,
            seconds_left=self._forecast.seconds_left(self._bound, done, length),
            choice=self.choices[-1] if self.choices else None,
        )

    def run(self, limits: Limits | None = None) -> Solution:
        """Search until solved, stopped or at a limit.

        A limit on seconds counts from this call, one on nodes all boards generated so far, one on memory the tables.
        TaquinError where another thread is in `run`.
        """
        if self._path is not None:
            return self._result(Outcome.SOLVED, self._path)
        here = threading.current_thread()
        if self._runner is not None and self._runner is not here and self._runner.is_alive():
            raise TaquinError("this search is at work in another thread: stop it first, or make another one")
        limits = limits or Limits()
        self._stopped = False
        self._pausing = False
        self._started = perf_counter()
        self._reported = self._ticked = self._started
        try:
            self._runner = here
            try:
                if self._saved is not None or not self._nothing_shorter():
                    self._prepare(limits)
                return self._work(limits)
            except _Stopped as stopped:
                if not self._nothing_shorter():
                    return self._result(self._ending(), reason=stopped.args[0] if stopped.args else "")
                return self._solved(self._offered or "")
        finally:
            self._seconds += perf_counter() - self._started
            self._started = 0.0
            self._runner = None

    def _work(self, limits: Limits) -> Solution:
        """Iteration after iteration. _Stopped where that comes between two of them."""
        while not self._nothing_shorter():
            iteration = self._current_iteration(limits)
            self._forecast.go_on(iteration.counts()[0])
            done = iteration.run(self.threads, lambda: self._tick(limits), lambda: self._nodes_left(limits))
            if iteration.solution is not None:
                return self._solved(iteration.solution)
            if done:
                self._close(iteration)
                self._bound += self._step
            elif not self._pausing and not self._nothing_shorter():
                return self._result(self._ending())
            if self._pausing:
                self._pausing = False
                self._save_by_itself()
        return self._solved(self._offered or "")

    def _nothing_shorter(self) -> bool:
        """Whether every length below that of the offered solution is excluded."""
        return self._offered is not None and self._length(self._offered) <= self._bound

    def _length(self, path: str) -> int:
        return length_in(path, self.metric)

    def _solved(self, path: str) -> Solution:
        if self._iteration is not None:
            self._close(self._iteration)
        self._path = path
        return self._result(Outcome.SOLVED, path)

    def _ending(self) -> Outcome:
        return Outcome.STOPPED if self._stopped else Outcome.LIMIT

    def _prepare(self, limits: Limits) -> None:
        """Load the tables and find the first bound."""
        if self.tables.missing:
            if limits.memory is not None:
                forget_others(self.puzzle.goal)
            if (
                limits.memory is not None
                and (needed := self.tables.memory_needed(self.building_threads)) > limits.memory
            ):
                raise _Stopped(Sentence("reasons.table_memory", needed=needed, limit=limits.memory))

            def on_building(building: Building) -> None:
                self._building = building
                if not self._tick(limits):
                    raise _Stopped

            try:
                self.tables.load(on_building, self.on_warning, self.building_threads)
            finally:
                self._building = None
        self._bound = max(self._bound, self.tables.search(0).lower_bound)
        if self._saved is not None:
            self._begin_forecast()
            saved = self._saved
            waiting = deque(self._required(part) for part in saved.waiting)
            self._iteration = Iteration(self.tables.search, self._bound, waiting, saved.generated, saved.expanded)
            self._saved = None

    def _required(self, part: Any) -> Part:
        """A part of a saved iteration, once a native search has taken it; TaquinError where it does not fit."""
        search = self.tables.search(0)
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

    def _current_iteration(self, limits: Limits) -> Iteration:
        if self._iteration is None:
            self._look_ahead(limits)
            parts = self.threads if self._last_iteration >= _WORTH_THREADS else 1
            self._iteration = Iteration.begin(self.tables.search, self._bound, parts)
        return self._iteration

    def _look_ahead(self, limits: Limits) -> None:
        """Before an iteration: choose tables for it where that is worth it, and estimate how long the rest will take.
        _Stopped where that is not to be."""

        def look_up() -> None:
            if not self._tick(limits):
                raise _Stopped

        self.tables.choose(self._bound, self._last_iteration, limits.memory, self.threads, look_up)
        self._begin_forecast()

    def _begin_forecast(self) -> None:
        if self.heuristic == "patterns" and self._offered is not None:
            length = self._length(self._offered)
            self._forecast.begin(self.tables.search(0), self._bound, self._last_iteration, length)

    def _close(self, iteration: Iteration) -> None:
        generated, expanded = iteration.counts()
        self._generated += generated
        self._expanded += expanded
        self._last_iteration = generated
        self._iteration = None

    # Between two slices

    def _tick(self, limits: Limits) -> bool:
        """Report and save where it is time to, and say whether to go on.

        An iteration is broken off to be saved: its threads stand still then. A table that is being built goes on, or
        its builder's work would be lost.
        """
        now = perf_counter()
        if self.on_progress is not None and now - self._reported >= 0.1:
            self._reported = now
            self.on_progress(self.progress())
        if self.on_tick is not None:
            if not self.on_tick(now - self._ticked):
                self._stopped = True
            self._ticked = now = perf_counter()
        late = limits.seconds is not None and now - self._started >= limits.seconds
        if late or self._stopped or self._nothing_shorter():
            return False
        if limits.nodes is not None and self._building is None and self._counts()[0] >= limits.nodes:
            return False
        if self.autosave is not None and self.autosave.due:
            if self._iteration is not None:
                self._pausing = True
                return False
            self._save_by_itself()
        return True

    def _save_by_itself(self) -> None:
        if self.autosave is not None:
            self.autosave.save(self.save)

    def _nodes_left(self, limits: Limits) -> int | None:
        return None if limits.nodes is None else limits.nodes - self._counts()[0]

    def _counts(self) -> tuple[int, int]:
        generated, expanded = self._iteration.counts() if self._iteration is not None else (0, 0)
        return self._generated + generated, self._expanded + expanded

    def _elapsed(self) -> float:
        return self._seconds + (perf_counter() - self._started if self._started else 0.0)

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
            tables=(self.tables.name,) if self.tables.name else (),
            checksums=self.checksums,
            proved_by=f"ida {self.heuristic}",
            reason=reason,
            metric=self.metric,
            choices=self.choices,
        ).verified()

    # Checkpoints

    def save(self, path: str | Path) -> None:
        """Write the whole search to a file, replacing it. Call it while `run` is not at work."""
        iteration, left = self._iteration, self._saved
        if iteration is not None:
            left = SavedIteration(iteration.generated, iteration.expanded, iteration.left())
        SavedSearch(
            puzzle=self.puzzle,
            heuristic=self.heuristic,
            tables=self.size,
            bound=self._bound,
            generated=self._generated,
            expanded=self._expanded,
            seconds=self._elapsed(),
            last_iteration=self._last_iteration,
            solution=self._path if iteration is None else iteration.solution,
            offered=self._offered,
            iteration=left,
            choices=self.choices,
            account=self.account
            or Account("ida", f"ida {self.heuristic}", self.checksums, self._elapsed(), own_nodes=self._counts()),
        ).write(Path(path))

    @classmethod
    def load(cls, path: str | Path, **options: Any) -> Self:
        """The search that `save` wrote; `threads` and the callbacks may be given anew."""
        saved = SavedSearch.read(Path(path))
        search = cls(saved.puzzle, heuristic=saved.heuristic, tables=saved.tables, **options)
        search._bound, search._seconds = saved.bound, saved.seconds
        search._generated, search._expanded = saved.generated, saved.expanded
        search._last_iteration, search._saved = saved.last_iteration, saved.iteration
        search._path, search._offered = saved.solution, saved.offered
        search.account = saved.account
        search.tables.choices, search.tables.checksums = saved.choices, saved.account.checksums
        return search

    def __repr__(self) -> str:
        return f"<Search bound={self._bound} generated={self._counts()[0]}>"
