"""What a search asks of a heuristic: a number for every board."""

from __future__ import annotations

import math
from collections.abc import Callable

from taquin.board import Board
from taquin.errors import TaquinError

__all__ = ["Estimate", "checked"]

Estimate = Callable[[Board], float]
"""An estimate of the moves from a board to the goal. Where it has an attribute `excess`, it promises never to be
more than so much above the truth: 0 means admissible. Without one, or with None, nothing is taken as proven by it.
Where it has a method `towards(goal)`, that gives the same estimate for another goal, or None if it cannot be had."""


def checked(estimate: Estimate) -> Estimate:
    """The same estimate, which raises TaquinError where it is not a number, and names the board."""

    def number(board: Board) -> float:
        value = estimate(board)
        try:
            fine = value > -math.inf  # false for "not a number", which would upset every order
        except TypeError:
            fine = False
        if not fine:
            rows = "/".join(str(board).splitlines())
            raise TaquinError(f"the heuristic must give a number, but gives {value!r} for the board {rows}")
        return value

    return number
