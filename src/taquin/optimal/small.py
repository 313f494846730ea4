"""Small spaces: a complete table of distances answers at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from time import perf_counter
from typing import Any, Final

from taquin import native
from taquin.board import Board
from taquin.move import spelled
from taquin.puzzle import Puzzle
from taquin.result import Outcome, Solution, Stats

__all__ = ["MAX_CELLS", "distances", "distances_python", "small_enough", "solve_small"]

MAX_CELLS: Final = 10


def small_enough(board: Board) -> bool:
    """Whether a complete table is made for boards of this shape."""
    return len(board) <= MAX_CELLS


@lru_cache(maxsize=4)
def distances(goal: Board, multi_tile: bool = False) -> Any:
    """The native table of the exact distances of all boards to the goal; some milliseconds up to 3x3."""
    return native.require_native().DistanceTable(*goal.shape, goal.tiles, multi_tile)


def distances_python(goal: Board, multi_tile: bool = False) -> dict[Board, int]:
    """The Python twin of `distances`."""
    found, level, depth = {goal: 0}, [goal], 0
    while level:
        depth += 1
        fresh = []
        for board in level:
            for neighbor in _slides(board) if multi_tile else board.neighbors():
                if neighbor not in found:
                    found[neighbor] = depth
                    fresh.append(neighbor)
        level = fresh
    return found


def _slides(board: Board) -> Iterator[Board]:
    """The boards one multi-tile move away."""
    for move in board.moves():
        slid = board
        while move in slid.moves():
            slid = slid.apply(move)
            yield slid


def solve_small(puzzle: Puzzle) -> Solution:
    """A shortest solution by walking down the table."""
    started = perf_counter()
    path = distances(puzzle.goal).solution(puzzle.start.tiles)
    return Solution(
        puzzle,
        Outcome.SOLVED,
        spelled(path),
        bound=len(path),
        stats=Stats(len(path), len(path), perf_counter() - started),
        engine="native",
        algorithm="table",
        heuristic="distance",
        tables=(f"all {puzzle.start.width}x{puzzle.start.height} boards",),
    ).verified()
