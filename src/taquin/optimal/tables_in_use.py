"""The tables of one search: loaded before it begins, and others chosen in their place where that is worth it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from taquin import native
from taquin.optimal.choice import choose_tables, is_worth_choosing, memory_of_choice
from taquin.optimal.native_heuristics import IN_SLIDES, native_search
from taquin.puzzle import Puzzle
from taquin.result import Choice
from taquin.tables import SIZES, TableSet, memory_needed, slides, table_set
from taquin.tables.obtain import OnBuilding, OnWarning

__all__ = ["TablesInUse"]

_WITH_TABLES: Final = ("patterns", IN_SLIDES)


class TablesInUse:
    """What a search looks up, if anything, and the native searches that do so."""

    def __init__(self, puzzle: Puzzle, heuristic: str, size: str, may_choose: bool) -> None:
        self.puzzle, self.heuristic = puzzle, heuristic
        self._may_choose = may_choose and heuristic == "patterns" and size in SIZES
        self.asked = size
        """The size that the search was begun with."""
        self.choices: tuple[Choice, ...] = ()
        """The tables that were chosen for this board, one after the other."""
        self.checksums: tuple[str, ...] = ()
        """Of all tables that the bound may rest on."""
        self._set: TableSet | slides.SlideTables | None = None
        self._native: dict[int, native.core.Search] = {}  # [worker]

    @property
    def size(self) -> str:
        """The size in use."""
        return self.choices[-1].tables if self.choices else self.asked

    @property
    def name(self) -> str:
        """Of the set, once it is loaded."""
        return "" if self._set is None else self._set.name

    @property
    def missing(self) -> bool:
        """Whether there are tables to be loaded."""
        return self.heuristic in _WITH_TABLES and self._set is None

    def memory_needed(self, threads: int | None) -> int:
        """The bytes that loading them takes."""
        if self.heuristic == IN_SLIDES:
            return slides.memory_needed(self.puzzle.goal, threads)
        return memory_needed(self.puzzle.goal, self.size, threads)

    def load(self, on_building: OnBuilding, on_warning: OnWarning | None, threads: int | None) -> None:
        """Load them; missing ones are built."""
        goal = self.puzzle.goal
        if self.heuristic == IN_SLIDES:
            self._take(slides.slide_tables(goal, on_building, on_warning, threads))
        else:
            self._take(table_set(goal, self.size, on_building, on_warning, threads))

    def choose(
        self, bound: int, last_iteration: int, memory: int | None, threads: int, look_up: Callable[[], object]
    ) -> None:
        """Before an iteration with this bound, after one of so many nodes: go on with tables that suit the board better
        than those in use, where that is allowed, there are such, and it is worth it.
        """
        if not self._may_choose or not is_worth_choosing(last_iteration, bool(self.choices)):
            return
        if memory is not None and memory_of_choice(self.puzzle.goal, threads) > memory:
            return
        choice = choose_tables(self.puzzle, bound, last_iteration, self.size, threads, look_up)
        if choice is not None:
            self.choices = (*self.choices, choice)
            self._take(table_set(self.puzzle.goal, choice.tables))

    def _take(self, tables: TableSet | slides.SlideTables) -> None:
        self._set, self._native = tables, {}
        self.checksums = tuple(dict.fromkeys((*self.checksums, tables.checksum)))

    def search(self, worker: int) -> native.core.Search:
        """The native search of a worker, kept for all iterations: it has found the start's place in the tables."""
        if worker not in self._native:
            self._native[worker] = native_search(self.puzzle, self.heuristic, self._set)
        return self._native[worker]
