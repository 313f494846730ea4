"""Small spaces: a complete table of distances answers at once."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from taquin import native
from taquin.board import Board
from taquin.move import spelled
from taquin.optimal.plain_slides import slides
from taquin.puzzle import Puzzle
from taquin.result import Outcome, Solution, Stats
from taquin.texts import Sentence

__all__ = ["MAX_CELLS", "distances", "distances_python", "loaded_distances", "small_enough", "solve_small"]

MAX_CELLS: Final = native.DISTANCE_TABLE_CELLS
"""The largest board that has a complete table; 0 without the core, which makes it."""
_KEPT: Final = 4
"""Tables that stay in memory."""

_tables: dict[tuple[Board, bool], native.core.DistanceTable] = {}


def small_enough(board: Board) -> bool:
    """Whether a complete table is made for boards of this shape."""
    return len(board) <= MAX_CELLS


def distances(goal: Board, multi_tile: bool = False) -> native.core.DistanceTable:
    """The native table of the exact distances of all boards to the goal. distances.hpp says what making it takes.

    The last few tables stay in memory.
    """
    known = _tables.get((goal, multi_tile))
    if known is not None:
        return known
    native.require_native()
    table = native.core.DistanceTable(*goal.shape, goal.tiles, multi_tile)
    while len(_tables) >= _KEPT:
        _tables.pop(next(iter(list(_tables))), None)  # a copy: another thread may add a table at this moment
    _tables[goal, multi_tile] = table
    return table


def loaded_distances(goal: Board, multi_tile: bool = False) -> native.core.DistanceTable | None:
    """The table that `distances` has made and kept, None where there is none."""
    return _tables.get((goal, multi_tile))


def distances_python(goal: Board, multi_tile: bool = False) -> dict[Board, int]:
    """The Python twin of `distances`."""
    found, level, depth = {goal: 0}, [goal], 0
    while level:
        depth += 1
        fresh = []
        for board in level:
            for neighbor in (slid for _, slid in slides(board)) if multi_tile else board.neighbors():
                if neighbor not in found:
                    found[neighbor] = depth
                    fresh.append(neighbor)
        level = fresh
    return found


def solve_small(puzzle: Puzzle, table: native.core.DistanceTable | None = None) -> Solution:
    """A shortest solution by walking down the table, which is made where it is not given."""
    started = perf_counter()
    path = (table or distances(puzzle.goal)).solution(puzzle.start.tiles)
    return Solution(
        puzzle,
        Outcome.SOLVED,
        spelled(path),
        bound=len(path),
        stats=Stats(len(path), len(path), perf_counter() - started),
        engine="native",
        algorithm="table",
        heuristic="distance",
        tables=(Sentence("solve.all_boards", width=puzzle.start.width, height=puzzle.start.height),),
    ).verified()
