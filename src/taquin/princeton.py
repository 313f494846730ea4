"""The Princeton assignment "8 puzzle" over this package: its `Board`, its `Solver`, and what its client prints.

The assignment changed over the years, and students of every year find their own here. A board's side was `dimension()`
first and is `size()` now. Early years look for unsolvable boards by solving a `twin()` beside the board, and their
Solver has `isSolvable()`; in later years the board itself has `isSolvable()`, and the Solver refuses what cannot be
solved. Every name that has two words is there as Java and as Python spells it: `isGoal` and `is_goal`.

>>> from taquin.princeton import Board, Solver
>>> initial = Board([[0, 1, 3], [4, 2, 5], [7, 8, 6]])
>>> initial.size(), initial.hamming(), initial.manhattan(), initial.isGoal()
(3, 4, 4, False)
>>> solver = Solver(initial)
>>> solver.moves()
4
>>> len(list(solver.solution()))
5
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Self

from taquin.board import Board as AnyBoard
from taquin.errors import TaquinError, Unsolvable
from taquin.notation import format_board
from taquin.puzzle import Puzzle
from taquin.result import Limits, Outcome, Solution
from taquin.solver import solve
from taquin.texts import Sentence

__all__ = ["Board", "Solver", "report"]


class Board(AnyBoard):
    """The assignment's board: n-by-n cells, the blank 0. It is a `taquin.Board` with the assignment's names and text.

    Equal to every board with the same tiles, and taken wherever a board is. Raises TaquinError, a ValueError, where the
    tiles are not a square board.
    """

    __slots__ = ()

    def __init__(self, tiles: Iterable[Any]) -> None:
        super().__init__(tiles)
        _require_square(self)

    @classmethod
    def of(cls, board: AnyBoard) -> Self:
        """The assignment's board with the tiles of this one."""
        _require_square(board)
        return cls._trusted(board.tiles, board.width, board.blank)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a board, as the assignment writes it or in any other format of `taquin.notation`."""
        return cls.of(AnyBoard.parse(text))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self)._trusted, (self.tiles, self.width)

    def __str__(self) -> str:
        """The size, then the rows: n + 1 lines, each with its end, so that printed boards stand apart."""
        return format_board(self, "sized") + "\n"

    def size(self) -> int:
        """The side n."""
        return self.width

    def tile_at(self, row: int, column: int) -> int:
        """The tile in a cell, both counted from 0, 0 for the blank; raises ValueError where there is no such cell."""
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise TaquinError(f"no cell ({row}, {column}) on a {self.width}x{self.height} board")
        return self[row, column]

    def neighbors(self) -> tuple[Self, ...]:
        """The boards one move away."""
        return tuple(map(self.of, super().neighbors()))

    def twin(self) -> Self:
        """The board with its first two tiles exchanged: just one of the two boards can be solved.

        Raises TaquinError on a 1x1 board, which has no tiles.
        """
        tiles = list(self.tiles)
        cells = [cell for cell, tile in enumerate(tiles[:3]) if tile][:2]
        if len(cells) < 2:
            raise TaquinError("a 1x1 board has no twin: there are no two tiles to exchange")
        first, second = cells
        tiles[first], tiles[second] = tiles[second], tiles[first]
        return self._trusted(tuple(tiles), self.width, self.blank)

    def equals(self, other: object) -> bool:
        """Whether the other is a board with the same tiles."""
        return self == other

    # The other names: of earlier years, and as Java spells them.
    dimension = size
    tileAt = tile_at  # noqa: N815
    isGoal = AnyBoard.is_goal  # noqa: N815
    isSolvable = AnyBoard.is_solvable  # noqa: N815
    toString = __str__  # noqa: N815


def _require_square(board: AnyBoard) -> None:
    if board.width != board.height:
        raise TaquinError(f"the assignment's boards are square, this one is {board.width}x{board.height}")


class Solver:
    """Finds a shortest solution and proves it, by what this package has for boards of that size.

    That takes far fewer nodes than the A* that the assignment describes, which is the algorithm "princeton" of
    `taquin.search` and gives the same minimum. It answers at every size, 1x1 to 127x127 and beyond, as the
    assignment's own solver does: soon where the goal is near, and after any time at all where a large board is far
    from it, so give it `limits` there.

    Raises Unsolvable, a ValueError, where there is no solution. The years of the twin have it otherwise, and so has
    `refuse=False`: then `isSolvable()` is False, `moves()` is -1, and `solution()` is None. Raises TaquinError where no
    minimum was proven within the limits, and TypeError where the board is None, as the assignment wants.
    """

    def __init__(self, initial: AnyBoard, limits: Limits | None = None, *, refuse: bool = True) -> None:
        if not isinstance(initial, AnyBoard):
            raise TypeError(f"a Solver takes a Board, not {initial!r}")
        self.result: Solution = solve(Puzzle(Board.of(initial)), limits, optimal=True)
        if self.result.outcome is Outcome.UNSOLVABLE:
            if refuse:
                raise Unsolvable(Sentence("errors.unsolvable", reason=self.result.reason))
        elif not self.result.optimal:
            raise TaquinError(f"no minimum was proven within the limits: at least {self.result.bound} moves are needed")

    def is_solvable(self) -> bool:
        """Whether there is a solution."""
        return self.result.solved

    def moves(self) -> int:
        """The minimum number of moves, -1 where there is no solution."""
        return len(self.result.moves) if self.result.solved else -1

    def solution(self) -> Iterator[Board] | None:
        """The boards of a shortest solution, the initial one first; None where there is no solution."""
        return map(Board.of, self.result.boards()) if self.result.solved else None

    isSolvable = is_solvable  # noqa: N815


def report(solution: Solution) -> str:
    """What the assignment's client prints: the number of moves and every board in its format, or the verdict."""
    if solution.outcome is Outcome.UNSOLVABLE:
        return "Unsolvable puzzle"
    name = "Minimum number of moves" if solution.optimal else "Number of moves"
    boards = [format_board(board, "sized") for board in solution.boards()]
    return "\n\n".join([f"{name} = {len(solution.moves)}", *boards])
