"""A puzzle: a start board and a goal board of the same shape."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from taquin.board import Board, BoardLike, as_board
from taquin.display import Displayed
from taquin.errors import ParseError, TaquinError
from taquin.move import Move
from taquin.names import GoalName
from taquin.symmetry import Symmetry

__all__ = ["GOALS", "GoalLike", "Puzzle", "PuzzleLike", "as_goal", "as_puzzle"]

GOALS: Final[dict[str, Callable[[int, int], Board]]] = {
    "blank-last": Board.blank_last,
    "blank-first": Board.blank_first,
    "spiral": Board.spiral,
}
"""The goals that have a name, as functions of width and height."""


@dataclass(frozen=True, slots=True, init=False)
class Puzzle(Displayed):
    """Where to start and where to end. The goal is `Board.blank_last` unless given; those of GOALS have names.

    >>> from taquin import Board, Puzzle
    >>> Puzzle(Board([[1, 2], [0, 3]])).goal
    Board([[1, 2], [3, 0]])
    >>> Puzzle("1 2/0 3", "blank-first").goal
    Board([[0, 1], [2, 3]])
    """

    start: Board
    goal: Board

    def __init__(self, start: BoardLike, goal: GoalLike | None = None) -> None:
        start = as_board(start)
        goal = as_goal(goal, *start.shape)
        if goal.shape != start.shape:
            raise TaquinError(
                f"the goal is {goal.width}x{goal.height}, the start {start.width}x{start.height}: "
                "both must have the same shape"
            )
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "goal", goal)

    def _drawn(self) -> dict[str, str]:
        from taquin.render.board import puzzle_svg

        return {"image/svg+xml": puzzle_svg(self)}

    def is_solved(self) -> bool:
        """Whether start and goal are the same board."""
        return self.start == self.goal

    def is_solvable(self) -> bool:
        """Whether legal moves lead from start to goal."""
        return self.start.is_solvable(self.goal)

    def is_solution(self, moves: Iterable[Move | str]) -> bool:
        """Whether these moves, replayed one by one, are legal and end at the goal."""
        try:
            return self.start.play(moves) == self.goal
        except TaquinError:
            return False

    def reversed(self) -> Puzzle:
        """The way back."""
        return Puzzle(self.goal, self.start)

    def normalized(self) -> Puzzle:
        """The same puzzle with tiles renamed so that the goal reads 1, 2, 3, ... around its blank.

        Solutions and distances are the same; only the names of the tiles differ.
        """
        numbers = [0] * len(self.goal)
        following = iter(range(1, len(self.goal)))
        for tile in self.goal:
            if tile:
                numbers[tile] = next(following)
        return Puzzle(self.start.relabel(numbers), self.goal.relabel(numbers))

    def transform(self, symmetry: Symmetry | str) -> Puzzle:
        """The puzzle turned or mirrored, then `normalized`: an equally long way, with turned or mirrored moves."""
        return Puzzle(self.start.transform(symmetry), self.goal.transform(symmetry)).normalized()


GoalLike = BoardLike | GoalName
"""What is taken for a goal: a board, or one of the names in GOALS."""
PuzzleLike = Puzzle | BoardLike
"""What is taken for a puzzle: a Puzzle, or a board, whose goal is then `Board.blank_last`."""


def as_goal(value: GoalLike | None, width: int, height: int) -> Board:
    """The goal that is meant; None is `Board.blank_last`. Names are those of GOALS, for this width and height."""
    if value is None:
        return Board.blank_last(width, height)
    if isinstance(value, str) and value in GOALS:
        return GOALS[value](width, height)
    if isinstance(value, str) and not any(map(str.isdigit, value)):
        raise ParseError(f"there is no goal {value!r}: choose {', '.join(GOALS)}, or write the board")
    return as_board(value)


def as_puzzle(value: PuzzleLike) -> Puzzle:
    """The puzzle that is meant."""
    return value if isinstance(value, Puzzle) else Puzzle(value)
