"""What a heuristic is: a function of a board, with its name and what is proved about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import getitem

from taquin.board import Board
from taquin.estimate import Estimate

__all__ = ["Heuristic", "Kind", "Lookup", "Make", "sum_over_cells"]

Lookup = Callable[[Board], int]
"""An estimate in whole moves, as most are."""
Make = Callable[[Board], Estimate]
"""From a goal to the estimate towards it. Whatever can be computed once is computed here."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to make a heuristic for any goal, and what is proved about all that it makes.

    What it counts is the text of its name in the section `heuristics` of `taquin.texts`.
    """

    make: Make
    admissible: bool
    """Whether it never overestimates."""
    consistent: bool
    """Whether it never falls by more than one at a single move."""
    excess: int | None = 0
    """How much it overestimates at most, at any shape and goal; 0 if it is admissible, None if there is no such
    figure."""

    @property
    def proves(self) -> bool:
        """Whether an optimal search with it proves its solutions shortest. Two solutions of a board differ by an even
        number of moves, so an overestimate of one excludes no shorter solution."""
        return self.excess is not None and self.excess <= 1


class Heuristic:
    """A heuristic for one goal: call it with a board. `excess` is its promise to a search, None if it has none.

    Where it is known how to `make` it, `towards` gives the same heuristic for another goal.
    """

    __slots__ = ("__name__", "estimate", "excess", "make")

    def __init__(self, name: str, estimate: Estimate, excess: int | None, make: Make | None = None) -> None:
        self.__name__ = name
        self.estimate = estimate
        self.excess = excess
        self.make = make

    def __call__(self, board: Board) -> float:
        """The estimate for this board."""
        return self.estimate(board)

    def towards(self, goal: Board) -> Heuristic | None:
        """The same heuristic for another goal; None where nobody knows how to make it."""
        return None if self.make is None else Heuristic(self.__name__, self.make(goal), self.excess, self.make)

    def __repr__(self) -> str:
        return f"<heuristic {self.__name__}>"


def sum_over_cells(table: Sequence[Sequence[int]]) -> Lookup:
    """The function that adds up `table[cell][tile]` over all cells of a board, without a loop in Python.

    Most heuristics are such sums, and so are the keys under which larger tables are looked up.
    """

    def total(board: Board) -> int:
        return sum(map(getitem, table, board.tiles))

    return total
