"""Everything that hints want, made ready before the first one is asked for: while a game shows its title.

A hint builds no table, since that takes seconds, and waits for none. So what it can prove depends on what happens to be
on disk. `prepare` sees to that in a thread of its own: the tables that are missing are built and kept, all of them are
read into memory, and one hint is made that nobody sees, because the first one of a process has modules to import and
weights to read.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable
from typing import Final, Literal, get_args
from weakref import WeakSet

from taquin import native
from taquin.background import Background
from taquin.board import Board
from taquin.errors import TaquinError
from taquin.hints.loading import loaded_tables
from taquin.hints.proving import TABLE_CELLS
from taquin.names import Metric
from taquin.optimal.small import distances, small_enough
from taquin.puzzle import GoalLike
from taquin.random_boards import goal_or_default, scramble
from taquin.result import Building, require_amount, require_metric
from taquin.tables import patterns_of, slides, table_bytes, table_set

__all__ = ["PreparedTables", "Preparing", "prepare"]

PreparedTables = Literal["default", "large"]
"""Pattern tables that hints use."""

_TRIAL_MS: Final = 100
"""Of the hint that nobody sees: more than games give one, so that it loads whatever theirs would."""


class _Stopped(Exception):
    """Nobody wants the tables any more."""


class Preparing:
    """The tables and all else that hints for one goal want, on their way into memory, in a thread of its own.

    `prepare` begins it. Everything may be called from any thread.
    """

    def __init__(
        self,
        goal: Board,
        metric: Metric,
        tables: PreparedTables,
        threads: int | None,
        on_warning: Callable[[str], None] | None,
    ) -> None:
        self.goal = goal
        self.metric = metric
        self._tables, self._threads, self._on_warning = tables, threads, on_warning
        self._stopped = False
        self._error: Exception | None = None
        self._part = 0.0
        self._sizes: list[int] = []
        """Of the tables, in the order in which they come."""
        self._table = 0
        """The one that is coming."""
        try:
            self._thread = Background(self._work, "taquin prepares hints")
        except RuntimeError as error:
            raise TaquinError("the system gives no more threads: a hint then does what it can by itself") from error
        _all.add(self)

    def _work(self) -> None:
        try:
            if native.core is not None and len(self.goal) <= TABLE_CELLS and min(self.goal.shape) > 1:
                self._fetch_tables()
            if not self._stopped:
                self._try_a_hint()
                self._part = 1.0
        except _Stopped:
            pass
        except Exception as error:
            self._error = error

    def _fetch_tables(self) -> None:
        if self.metric == "mtm":
            self._sizes = [1] * len(set(slides.patterns(*self.goal.shape, self.goal.blank)))
            slides.slide_tables(self.goal, self._look_up, self._on_warning, self._threads, self._begin)
        elif small_enough(self.goal):
            distances(self.goal)
        else:
            self._sizes = list(map(table_bytes, patterns_of(self.goal, self._tables)))
            table_set(self.goal, self._tables, self._look_up, self._on_warning, self._threads, self._begin)

    def _try_a_hint(self) -> None:
        from taquin.hints import hint

        board = scramble(*self.goal.shape, seed=1, goal=self.goal)
        hint(board, self.goal, budget_ms=_TRIAL_MS, metric=self.metric, rank=True)

    def _begin(self, number: int, of: int) -> None:
        """A table comes."""
        self._table = number
        self._look_up(Building(0, 1, 0.0))

    def _look_up(self, building: Building) -> None:
        """Say how far the work is, and end it where nobody wants it any more."""
        if self._stopped:
            raise _Stopped
        before, size = sum(self._sizes[: self._table]), self._sizes[self._table]
        self._part = (before + size * building.found / building.total) / sum(self._sizes)

    @property
    def done(self) -> bool:
        """Whether the work is over: all is ready, or it was stopped or could not be done."""
        return not self._thread.at_work

    @property
    def part(self) -> float:
        """How much of the work is done, from 0 to 1."""
        return self._part

    @property
    def proves(self) -> bool:
        """Whether hints are proven from now on, and the verdicts on every move with them, where the budget allows it.

        On boards of up to 16 cells that is so once the tables are in memory: nearly always within 50 ms, or, in slides
        on 4x4, within half a second. On larger boards it never is: there only the last 30 moves or so are proven.
        """
        if min(self.goal.shape) == 1:
            return True
        if native.core is None or len(self.goal) > TABLE_CELLS:
            return False
        return slides.is_loaded(self.goal) if self.metric == "mtm" else loaded_tables(self.goal) is not None

    def stop(self) -> None:
        """End the work within some hundredths of a second. Tables that are finished stay; `prepare` goes on there."""
        self._stopped = True

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the end of the work, at most so many seconds; says what `proves` says.

        Raises TableError where building a table takes more memory than is free. Hints then do without it.
        """
        if timeout is not None:
            require_amount("the timeout", timeout)
        self._thread.wait(timeout)
        if self.done and self._error is not None:
            raise self._error
        return self.proves

    def __repr__(self) -> str:
        width, height = self.goal.shape
        return f"<Preparing of {width}x{height}: {self.part:.0%}{', done' if self.done else ''}>"


def prepare(
    width: int,
    height: int | None = None,
    *,
    goal: GoalLike | None = None,
    metric: Metric = "stm",
    tables: PreparedTables = "default",
    threads: int | None = None,
    on_warning: Callable[[str], None] | None = None,
) -> Preparing:
    """Make ready what the hints of a game want, in a thread of its own: for its title screen.

    >>> from taquin import prepare
    >>> prepare(3).wait()
    True

    Tables that are missing are built and kept on disk, once on a machine; then they are read into memory, and the
    first hint is as quick as the next. Those of a 15-puzzle take 19 MB, and two seconds of one processor to build. The
    "large" ones prove nearly every hint within 16 ms instead of 50; `taquin.tables` tells what they take. `threads`
    says how many build, unless it is one a processor, up to four. `on_warning` gets one line where a table could not be
    kept, or had to be rebuilt.

    The game goes on meanwhile, and may ask for hints. It looks at `Preparing.done` and `Preparing.part`, calls
    `Preparing.stop` when the player leaves, or `Preparing.wait`, which says whether hints are proven from then on.
    """
    require_metric(metric)
    if tables not in get_args(PreparedTables):
        raise TaquinError(f"hints use no tables {tables!r}: choose {' or '.join(get_args(PreparedTables))}")
    if threads is not None:
        native.require_threads(threads)
    return Preparing(goal_or_default(width, height, goal), metric, tables, threads, on_warning)


_all: WeakSet[Preparing] = WeakSet()


@atexit.register
def _end_all() -> None:
    """The end of the program stops the work, and waits for it: native code must not be cut off while it runs."""
    for preparing in list(_all):
        preparing.stop()
    for preparing in list(_all):
        preparing._thread.wait()
