"""The moves that make a board from the solved one: the way back of a solution."""

from __future__ import annotations

from taquin.board import BoardLike
from taquin.errors import Unsolvable
from taquin.move import Moves
from taquin.puzzle import GoalLike, Puzzle
from taquin.solver import solve
from taquin.texts import Sentence

__all__ = ["scramble_moves"]


def scramble_moves(board: BoardLike, goal: GoalLike | None = None) -> Moves:
    """The moves from the goal (`Board.blank_last`) to the board: a random-state scramble where the board is random.

    They are as few as possible up to 16 cells, and few beyond, after about a second of work. One thread does it, so the
    same board has the same moves. Unsolvable where there are none.

    >>> from taquin.scramble_moves import scramble_moves
    >>> scramble_moves("1 2 3/4 0 5/7 8 6")
    Moves('UL')
    """
    puzzle = Puzzle(board, goal)
    solution = solve(puzzle, threads=1)
    if not solution.solved:
        raise Unsolvable(Sentence("errors.unsolvable", reason=solution.reason))
    return Moves("".join(move.inverse for move in reversed(solution.moves)))
