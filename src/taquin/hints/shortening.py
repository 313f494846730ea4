"""Plans made shorter in the background: a large board takes longer than the budget of a hint.

The plan that is constructed for a large board is some three times too long. Nothing much can be done about that within
some milliseconds. So once a player comes back with such a plan, a search of its own begins, from the board where the
player is then. Whatever it finds is taken up by the hints that follow: the few moves that the player has made meanwhile
are taken back, and the rest of the way is the new one. The search ends after some seconds, or when nobody holds a plan
that it is for.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from itertools import takewhile
from operator import eq
from typing import Any, Final

from taquin.anytime.budget import narrowest_seconds
from taquin.errors import TaquinError
from taquin.move import Move, letters_of
from taquin.puzzle import Puzzle
from taquin.replay import core_holds
from taquin.result import Limits
from taquin.solving import Solving

__all__ = ["Shortening", "begin_shortening", "reversed_moves"]

_LEAST_SECONDS: Final = 1.0
"""Seconds of a search in the background at least."""
_MOST_SECONDS: Final = 60.0
"""Seconds of it at most."""
_NARROWEST: Final = 1.5
"""Between these two limits it gets so many times the time of a solution by the narrowest beams: 1.5 s at 40x40."""

_INVERSE: Final = str.maketrans({move.value: move.inverse.value for move in Move})


def reversed_moves(moves: str) -> str:
    """The moves that lead back."""
    return moves[::-1].translate(_INVERSE)


class Shortening:
    """A search for a shorter way from one board, in a thread of its own; it is stopped when nobody holds it."""

    def __init__(self, puzzle: Puzzle) -> None:
        needed = narrowest_seconds(len(puzzle.start), puzzle.start.manhattan(puzzle.goal), threads=1, whole=False)
        seconds = min(_MOST_SECONDS, max(_LEAST_SECONDS, _NARROWEST * needed))
        self._solving = Solving(puzzle, Limits(seconds=seconds), threads=1, prove=False).start()
        weakref.finalize(self, self._solving.stop)

    def __reduce__(self) -> tuple[Callable[[], Any], tuple[()]]:
        return type(None), ()  # a copy in another process has no search

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be found."""
        return self._solving.wait(0) is not None

    def way_after(self, played: str) -> str | None:
        """The best way so far to the goal, for a player who has made these moves since; None before there is one."""
        best = self._solving.best
        if best is None:
            return None
        moves = letters_of(best.moves)
        shared = sum(takewhile(bool, map(eq, played, moves)))
        return reversed_moves(played[shared:]) + moves[shared:]


def begin_shortening(puzzle: Puzzle) -> Shortening | None:
    """A search in the background; None where there is no core, or no thread, for one."""
    if not core_holds(puzzle.start) or min(puzzle.start.shape) == 1:
        return None
    try:
        return Shortening(puzzle)
    except (TaquinError, MemoryError):
        return None
