"""Plans proven shortest, within a budget.

Three provers up to 16 cells, each stronger than the one after it: the complete table of all distances (up to 10 cells),
IDA* over pattern tables, and IDA* with Manhattan distance, which needs no table. The last one proves nearly every
8-puzzle within a millisecond, and the last 30 moves or so of a 15-puzzle. On larger boards IDA* with Manhattan distance
and linear conflict proves the last 30 moves or so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Final, Protocol

from taquin import native
from taquin.hints.plan import Plan
from taquin.move import letters_of
from taquin.puzzle import Puzzle
from taquin.replay import core_holds
from taquin.result import Limits, Solution

__all__ = ["TABLE_CELLS", "Prover", "find_prover", "proven"]

TABLE_CELLS: Final = 16
"""Cells of the largest board whose plans are proven from anywhere: most 15-puzzles take some milliseconds, 24-puzzles
hours."""
_NEAR_HOME: Final = 50
"""Moves: a larger board whose first bound is as high is not tried. 5x5 boards that were 30 moves from home took 0.3 ms,
those 40 moves from home 0.2 to 100 ms (2026-11-18). A random 5x5 board has a first bound of 80."""
_LARGE_PART: Final = 0.5
"""The part of the time for such a proof; the rest makes the plan shorter where it fails."""
_WITHOUT_TABLES: Final = 0.25
"""The part of the time for a proof that Manhattan distance gets where no table is in memory."""
_WHILE_LOADING: Final = 0.01
"""Seconds that Manhattan distance gets at most while tables are on their way."""
_NODES_A_SECOND: Final = 200_000_000
"""More than any search here generates (2026-11-18). It keeps the first slice of a tiny budget small."""
_LEAST_SECONDS: Final = 0.0005
"""Seconds that a proof gets even where the budget is spent: enough for nearly every 8-puzzle and every easy board."""


class Prover(Protocol):
    """What proves lengths, on one shape and towards one goal."""

    def shortest(self, puzzle: Puzzle, seconds: float) -> Solution:
        """A shortest solution, or the bound that was proven in this time."""

    def is_within(self, puzzle: Puzzle, length: int, seconds: float) -> bool | None:
        """Whether there is a solution of at most so many moves (of the right parity); None where time was too short."""


@dataclass(frozen=True, slots=True)
class CompleteTable:
    """All distances are known."""

    table: Any

    def shortest(self, puzzle: Puzzle, seconds: float) -> Solution:
        """At once."""
        from taquin.optimal import solve_small

        return solve_small(puzzle, self.table)

    def is_within(self, puzzle: Puzzle, length: int, seconds: float) -> bool | None:
        """At once."""
        return int(self.table.distance(puzzle.start.tiles)) <= length


@dataclass(frozen=True, slots=True)
class TreeSearch:
    """IDA* over loaded pattern tables, or with another native heuristic where they are None."""

    tables: Any = None
    heuristic: str = "manhattan"

    def shortest(self, puzzle: Puzzle, seconds: float) -> Solution:
        """Iteration after iteration."""
        from taquin.optimal import Search

        seconds = max(_LEAST_SECONDS, seconds)
        limits = Limits(seconds=seconds, nodes=int(_NODES_A_SECOND * seconds))
        if self.tables is None:
            return Search(puzzle, heuristic=self.heuristic).run(limits)
        return Search(puzzle, tables=self.tables.size).run(limits)

    def is_within(self, puzzle: Puzzle, length: int, seconds: float) -> bool | None:
        """One iteration."""
        from taquin.optimal.iteration import Iteration
        from taquin.optimal.native_heuristics import native_search

        search = native_search(puzzle, self.heuristic if self.tables is None else "patterns", self.tables)
        if search.lower_bound > length:
            return False
        seconds = max(_LEAST_SECONDS, seconds)
        until, nodes = perf_counter() + seconds, int(_NODES_A_SECOND * seconds)
        iteration = Iteration.begin(lambda _: search, length)
        done = iteration.run(1, lambda: perf_counter() < until, lambda: nodes - search.generated)
        return iteration.solution is not None if done else None


def proven(plan: Plan, until: float) -> Plan:
    """The plan, or a shorter one, with all that could be proven until this moment of `perf_counter`."""
    if plan.optimal or not _is_provable(plan):
        return plan
    if _is_large(plan):
        return _attempt(plan, TreeSearch(heuristic="linear-conflict"), _LARGE_PART * (until - perf_counter()))
    from taquin.hints.loading import fetch_tables, loaded_tables

    coming, tables = fetch_tables(plan.goal), loaded_tables(plan.goal)
    if tables is None:
        share = _WITHOUT_TABLES * (until - perf_counter())
        plan = _attempt(plan, TreeSearch(), share if coming is None else min(share, _WHILE_LOADING))
        if coming is not None and not plan.optimal:
            coming.wait(until)
            tables = loaded_tables(plan.goal)
    return plan if tables is None or plan.optimal else _attempt(plan, _prover(tables), until - perf_counter())


def find_prover(plan: Plan) -> Prover | None:
    """The strongest prover at hand for the boards of this plan; None where there is none for so large a board."""
    if not _is_provable(plan):
        return None
    if _is_large(plan):
        return TreeSearch(heuristic="linear-conflict")
    from taquin.hints.loading import fetch_tables, loaded_tables

    tables = loaded_tables(plan.goal)
    if tables is None:
        fetch_tables(plan.goal)  # for the next hint
    return _prover(tables)


def _prover(tables: Any) -> Prover:
    from taquin.tables import TableSet

    return TreeSearch(tables) if tables is None or isinstance(tables, TableSet) else CompleteTable(tables)


def _is_provable(plan: Plan) -> bool:
    if native.core is None or not plan.complete or min(plan.board.shape) == 1:
        return False
    return not _is_large(plan) or (plan.bound < _NEAR_HOME and core_holds(plan.board))


def _is_large(plan: Plan) -> bool:
    return len(plan.board) > TABLE_CELLS


def _attempt(plan: Plan, prover: Prover, seconds: float) -> Plan:
    """The plan with the bound that the prover reaches in this time; its own moves stay where none are fewer."""
    solution = prover.shortest(Puzzle(plan.board, plan.goal), seconds)
    shorter = solution.solved and len(solution.moves) < len(plan.moves)
    moves = letters_of(solution.moves) if shorter else plan.moves
    return replace(plan, moves=moves, bound=max(plan.bound, solution.bound))
