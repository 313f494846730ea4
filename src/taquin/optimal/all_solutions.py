"""All shortest solutions: the last iteration once more, without stopping at a goal and without leaving out any path.

In slides (the multi-tile metric) a solution is a row of slides, and the shortest `length` is their number.
"""

from __future__ import annotations

from collections.abc import Iterator

from taquin.move import Moves, spelled
from taquin.names import Metric
from taquin.optimal.native_heuristics import IN_SLIDES, native_search, require_reach
from taquin.optimal.small import MAX_CELLS, distances
from taquin.puzzle import PuzzleLike, as_puzzle
from taquin.tables import table_set
from taquin.tables.slides import slide_tables

__all__ = ["all_solutions", "count_solutions"]

_SLICE_NODES = 200_000
"""Nodes between two looks up: some hundredths of a second."""


def all_solutions(puzzle: PuzzleLike, length: int, tables: str = "default", metric: Metric = "stm") -> Iterator[Moves]:
    """Every solution of the shortest `length`, in the order U L R D. Looks up between two slices, so Ctrl-C works."""
    puzzle = as_puzzle(puzzle)
    if metric == "mtm":
        require_reach(puzzle.start, IN_SLIDES)
        search = native_search(puzzle, IN_SLIDES, slide_tables(puzzle.goal), every_path=True)
    else:
        search = native_search(puzzle, "patterns", table_set(puzzle.goal, tables), every_path=True)
    search.begin("", length)
    while (status := search.run(_SLICE_NODES)) != "exhausted":
        if status == "found":
            yield spelled(search.path())


def count_solutions(puzzle: PuzzleLike, length: int, tables: str = "default", metric: Metric = "stm") -> int:
    """How many shortest solutions there are."""
    puzzle = as_puzzle(puzzle)
    if len(puzzle.start) <= MAX_CELLS and metric == "stm":
        return distances(puzzle.goal).count_solutions(puzzle.start.tiles)
    return sum(1 for _ in all_solutions(puzzle, length, tables, metric))
