"""The Princeton assignment's API over this package: `Solver(board)` with `moves()` and `solution()`.

`Board` has the assignment's other half: `hamming()`, `manhattan()`, `is_goal()`, `is_solvable()`, `neighbors()`.

>>> from taquin import Board
>>> solver = Solver(Board.parse("0 1 3/4 2 5/7 8 6"))
>>> solver.moves()
4
>>> len(list(solver.solution()))
5
"""

from __future__ import annotations

from collections.abc import Iterator

from taquin.board import Board
from taquin.errors import TaquinError, Unsolvable
from taquin.notation import format_board
from taquin.puzzle import Puzzle
from taquin.result import Limits, Outcome, Solution
from taquin.solve import solve

__all__ = ["Solver", "report"]


class Solver:
    """Finds a shortest solution, by the quickest means that this package has.

    The A* that the assignment describes is the algorithm "princeton" of `taquin.search`; it gives the same minimum.
    Raises Unsolvable, a ValueError, if the board has no solution, and TaquinError where no minimum was proven within
    the limits.
    """

    def __init__(self, initial: Board, limits: Limits | None = None) -> None:
        self.result: Solution = solve(Puzzle(initial), limits, optimal=True)
        if self.result.outcome is Outcome.UNSOLVABLE:
            raise Unsolvable(f"this board cannot be solved: {self.result.reason}")
        if not self.result.optimal:
            raise TaquinError(f"no minimum was proven within the limits: at least {self.result.bound} moves are needed")

    def moves(self) -> int:
        """The minimum number of moves."""
        return len(self.result.moves)

    def solution(self) -> Iterator[Board]:
        """The boards of a shortest solution, the initial one first."""
        return self.result.boards()


def report(solution: Solution) -> str:
    """What the assignment's client prints: the number of moves and every board in its format, or the verdict."""
    if solution.outcome is Outcome.UNSOLVABLE:
        return "Unsolvable puzzle"
    name = "Minimum number of moves" if solution.optimal else "Number of moves"
    boards = [format_board(board, "sized") for board in solution.boards()]
    return "\n\n".join([f"{name} = {len(solution.moves)}", *boards])
