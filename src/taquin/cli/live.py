"""A search on a terminal, where Ctrl-C takes the best so far."""

from __future__ import annotations

from contextlib import closing
from typing import NamedTuple

from taquin.result import Solution
from taquin.solving import Solving, stopped_early

__all__ = ["Taken", "take_best"]


class Taken(NamedTuple):
    """A solution, and whether somebody took it by Ctrl-C before the search was over."""

    solution: Solution
    interrupted: bool = False


def take_best(solving: Solving) -> Taken:
    """The last and best solution of a search.

    Ctrl-C ends the search, not the program: the best so far comes back. It is KeyboardInterrupt only where there is no
    solution.
    """
    interrupted = False
    try:
        with closing(iter(solving)) as solutions:
            for _ in solutions:
                pass
    except KeyboardInterrupt:
        if solving.best is None:
            raise
        interrupted = True
    if solving.best is None:
        raise stopped_early()
    return Taken(solving.best, interrupted)
