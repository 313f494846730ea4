"""Heuristics: estimates of the moves from a board to a goal, each with what is proved about it.

`heuristic(name, goal)` gives a function of a board; any function of your own does as well, and `check_admissible`
tells what it is worth. `maximum` takes the largest of several. The claims in the registry are checked on every board
of 3x3 by the tests.
"""

from __future__ import annotations

from typing import Final

from taquin.board import BoardLike, as_board
from taquin.errors import TaquinError
from taquin.estimate import Estimate
from taquin.heuristics.check import Verdict, check_admissible
from taquin.heuristics.counting import gaschnig, hamming004, manhattan, misplaced, misplaced_blank, zero
from taquin.heuristics.euclidean import euclidean
from taquin.heuristics.inversion_distance import inversion_distance
from taquin.heuristics.kind import Heuristic, Kind
from taquin.heuristics.linear_conflict import linear_conflict
from taquin.heuristics.maximum import largest_kind, largest_of, maximum
from taquin.heuristics.nilsson import nilsson
from taquin.heuristics.out_of_row_and_column import out_of_row_and_column
from taquin.heuristics.patterns import pattern_sum
from taquin.heuristics.walking_distance import walking_distance
from taquin.names import OTHER_NAMES, HeuristicName
from taquin.texts import Sentence

__all__ = [
    "HEURISTICS",
    "Heuristic",
    "Kind",
    "Verdict",
    "as_estimate",
    "check_admissible",
    "heuristic",
    "kind_of",
    "maximum",
    "promised",
]

HEURISTICS: Final[dict[str, Kind]] = {
    "manhattan": Kind(manhattan, True, True),
    "linear-conflict": Kind(linear_conflict, True, True),
    "walking-distance": Kind(walking_distance, True, True),
    "patterns": Kind(pattern_sum, True, True),
    "inversion-distance": Kind(inversion_distance, True, True),
    "maximum": Kind(largest_of(linear_conflict, inversion_distance), True, True),
    "gaschnig": Kind(gaschnig, True, True),
    "out-of-row-and-column": Kind(out_of_row_and_column, True, True),
    "euclidean": Kind(euclidean, True, True),
    "misplaced": Kind(misplaced, True, True),
    "zero": Kind(zero, True, True),
    "misplaced-blank": Kind(misplaced_blank, False, False, 1),
    "hamming004": Kind(hamming004, True, False),
    "nilsson": Kind(nilsson, False, False, None),
}
"""Every heuristic by name. What stands here is offered, documented and tested."""

EXAMPLE: Final = "maximum:manhattan+gaschnig"
"""How the parts of a maximum are named."""


def kind_of(name: str) -> Kind:
    """What is known about the heuristic of this name: an entry of the registry, or, as in `maximum:manhattan+gaschnig`,
    the largest of several of them. Raises TaquinError for any other name.

    >>> from taquin.heuristics import kind_of
    >>> kind_of("maximum:manhattan+gaschnig").admissible, kind_of("maximum:manhattan+nilsson").admissible
    (True, False)
    """
    whole, colon, parts = name.partition(":")
    if not colon and whole in HEURISTICS:
        return HEURISTICS[whole]
    choices = ", ".join(HEURISTICS)
    if (other := OTHER_NAMES.get(name.lower())) in HEURISTICS:
        raise TaquinError(Sentence("usage.meant", value=repr(name), near=repr(other)))
    if whole != "maximum":
        raise TaquinError(Sentence("errors.unknown_heuristic", name=repr(name), names=choices, example=EXAMPLE))
    for part in parts.split("+"):
        if part not in HEURISTICS:
            raise TaquinError(Sentence("errors.unknown_part", part=repr(part), name=repr(name), names=choices))
    return largest_kind([HEURISTICS[part] for part in parts.split("+")])


def heuristic(name: HeuristicName, goal: BoardLike) -> Heuristic:
    """The heuristic of this name for this goal; tables that it needs are built now.

    >>> from taquin import heuristic
    >>> from taquin import Board
    >>> heuristic("manhattan", "1 2 3/4 5 6/7 8 0")(Board([[8, 1, 3], [4, 0, 2], [7, 6, 5]]))
    10
    """
    kind = kind_of(name)
    return Heuristic(name, kind.make(as_board(goal)), kind.excess, kind.make)


def as_estimate(given: HeuristicName | Estimate, goal: BoardLike) -> Estimate:
    """The heuristic of this name for this goal, or the function that is given."""
    if isinstance(given, str):
        return heuristic(given, goal)
    if not callable(given):
        raise TypeError(f"a heuristic is a name or a function of a board, not {type(given).__name__}")
    return given


def promised(function: Estimate, *, excess: int = 0) -> Heuristic:
    """A function of your own with your promise that it never overestimates by more than `excess`."""
    return Heuristic(getattr(function, "__name__", "heuristic"), function, excess)
