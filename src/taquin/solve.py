"""The one door: any puzzle in, a verified Solution out."""

from __future__ import annotations

from taquin.board import Board
from taquin.puzzle import Puzzle
from taquin.result import Limits, Outcome, Solution
from taquin.solvability import diagnose

__all__ = ["solve"]


def solve(puzzle: Puzzle | Board, limits: Limits | None = None) -> Solution:
    """Solve a puzzle, or a board towards `Board.blank_last`.

    >>> solve(Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]])).length
    2

    An unsolvable puzzle is refused before any search; its outcome says so and its reason says why.
    """
    if isinstance(puzzle, Board):
        puzzle = Puzzle(puzzle)
    if not puzzle.is_solvable():
        return Solution(puzzle, Outcome.UNSOLVABLE, reason=diagnose(puzzle.start, puzzle.goal).reason)
    from taquin.heuristics import heuristic
    from taquin.search import run

    return run("ida", puzzle, heuristic("manhattan", puzzle.goal), limits)
