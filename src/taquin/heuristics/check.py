"""Is a heuristic admissible, and is it consistent? Decided by looking at every board there is."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial

from taquin.board import Board, BoardLike, as_board
from taquin.errors import TaquinError
from taquin.estimate import Estimate, checked
from taquin.move import count_moves

__all__ = ["Verdict", "check_admissible"]

_MOST_BOARDS = 200_000
"""Boards that are looked at, one by one: those of 3x3 are 181,440."""


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """What was found. Each counterexample is the one nearest to the goal."""

    boards: int
    """How many boards were looked at: all from which the goal can be reached."""
    admissible: bool
    consistent: bool
    """Whether no move takes it down by more than one, and it is 0 on the goal (or less)."""
    excess: float
    """How much the heuristic overestimates at most; 0 or less if it is admissible."""
    overestimated: tuple[Board, float, int] | None = None
    """A board, the estimate, and the true distance, which is smaller."""
    inconsistent: tuple[Board, Board, float, float] | None = None
    """Two boards one move apart with their estimates, which differ by more than one; None if only the goal is wrong."""

    def __repr__(self) -> str:
        """One line: `<Verdict on 360 boards: not admissible, up to 2 too high, not consistent>`."""
        admissible = "admissible" if self.admissible else f"not admissible, up to {self.excess:g} too high"
        consistent = "consistent" if self.consistent else "not consistent"
        return f"<Verdict on {self.boards:,} boards: {admissible}, {consistent}>"

    def __str__(self) -> str:
        lines = [f"{self.boards:,} boards looked at"]
        if self.overestimated is None:
            lines.append("admissible: it never overestimates")
        else:
            board, estimate, distance = self.overestimated
            lines.append(f"not admissible: {estimate} on a board {count_moves(distance)} from the goal:\n{board}")
            lines.append(f"on the worst board it is {self.excess:g} too high")
        if self.consistent:
            lines.append("consistent: it falls by at most one at every move, to 0 on the goal")
        elif self.inconsistent is None:
            lines.append("not consistent: it falls by at most one at every move, but not to 0 on the goal")
        else:
            board, after, high, low = self.inconsistent
            lines.append(f"not consistent: one move takes it from {high} to {low}:\n{board}\n\n{after}")
        return "\n".join(lines)


def check_admissible(
    heuristic: Estimate, shape: tuple[int, int] | int | None = None, goal: BoardLike | None = None
) -> Verdict:
    """Compare a heuristic with the true distance on every board of this shape, and every move.

    The shape is (width, height), or the width of a square; where it is not given, the goal's, or 3x3. The boards up to
    3x3 take some seconds; raises TaquinError where there are too many, also where an estimate is no number.

    >>> from taquin import Board
    >>> from taquin.heuristics import check_admissible
    >>> def twice(board: Board) -> int:
    ...     return 2 * board.hamming()
    >>> verdict = check_admissible(twice, (2, 2))
    >>> verdict.admissible, verdict.excess
    (False, 3)
    """
    goal = None if goal is None else as_board(goal)
    shape = (shape, shape) if isinstance(shape, int) else shape or (goal.shape if goal else (3, 3))
    goal = Board.blank_last(*shape) if goal is None else goal
    heuristic = checked(heuristic)
    if goal.shape != shape:
        raise TaquinError(f"the goal is {goal.width}x{goal.height}, not {shape[0]}x{shape[1]}")
    if len(goal) > 20 or (min(shape) > 1 and factorial(len(goal)) // 2 > _MOST_BOARDS):
        raise TaquinError(f"{shape[0]}x{shape[1]} has too many boards to look at all: check on 3x3 or smaller")
    estimates = {goal.tiles: heuristic(goal)}
    excess: float = estimates[goal.tiles]
    overestimated = (goal, excess, 0) if excess > 0 else None
    inconsistent = None
    layer, distance = [goal], 0
    while layer:
        distance += 1
        following: list[Board] = []
        for board in layer:
            high = estimates[board.tiles]
            for after in board.neighbors():
                if after.tiles not in estimates:
                    estimate = heuristic(after)
                    estimates[after.tiles] = estimate
                    following.append(after)
                    excess = max(excess, estimate - distance)
                    if estimate > distance and overestimated is None:
                        overestimated = (after, estimate, distance)
                low = estimates[after.tiles]
                if inconsistent is None and abs(high - low) > 1:
                    inconsistent = (board, after, high, low) if high > low else (after, board, low, high)
        layer = following
    consistent = inconsistent is None and estimates[goal.tiles] <= 0
    return Verdict(len(estimates), overestimated is None, consistent, excess, overestimated, inconsistent)
