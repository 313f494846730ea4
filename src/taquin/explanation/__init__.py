"""How a person solves a board: the row-by-row method on the reader's own board, step by step, in words.

`method.py` makes the moves, `step.py` finds the words. The way is four to five times as long as the shortest, but
every step of it can be understood, and done without a computer.
"""

from __future__ import annotations

from collections.abc import Iterator

from taquin.board import BoardLike
from taquin.errors import Unsolvable
from taquin.explanation.step import KINDS, Step, steps
from taquin.puzzle import GoalLike, Puzzle
from taquin.solvability import diagnose
from taquin.texts import Sentence

__all__ = ["KINDS", "Step", "explain"]


def explain(board: BoardLike, goal: GoalLike | None = None) -> Iterator[Step]:
    """The steps by which a person brings the board to the goal (`Board.blank_last` unless given), one after the other.

    Each is made when it is asked for: a board of 2,500 cells has some 2,500 steps and takes seconds. A solved board has
    none. Raises Unsolvable where no way leads to the goal.

    >>> from taquin import explain
    >>> for step in explain("1 2 3/4 0 5/7 8 6"):
    ...     print(len(step.moves), step.title)
    0 Already home: 1, 2, 3.
    0 Already home: 4, 7.
    2 Turn the last four cells anticlockwise.
    """
    puzzle = Puzzle(board, goal)
    if not puzzle.is_solvable():
        raise Unsolvable(Sentence("errors.unsolvable", reason=diagnose(puzzle.start, puzzle.goal).reason))
    return iter(()) if puzzle.is_solved() else steps(puzzle)
