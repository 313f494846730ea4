"""A search on a terminal: a line of figures while it goes on, and Ctrl-C takes the best so far."""

from __future__ import annotations

from contextlib import closing
from typing import NamedTuple

from taquin.cli.output import status
from taquin.errors import TaquinError
from taquin.result import Solution
from taquin.solving import STOPPED_EARLY, Solving

__all__ = ["Taken", "take_best"]


class Taken(NamedTuple):
    """A solution, and whether somebody took it by Ctrl-C before the search was over."""

    solution: Solution
    interrupted: bool = False


def take_best(solving: Solving, quiet: bool = True) -> Taken:
    """The last and best solution of a search, with a line about every better one unless it is to be quiet.

    Ctrl-C ends the search, not the program: the best so far comes back. It is KeyboardInterrupt only where there is no
    solution.
    """
    interrupted = False
    try:
        with closing(iter(solving)) as solutions:
            for solution in solutions:
                if not quiet:
                    _show(solution)
    except KeyboardInterrupt:
        if solving.best is None:
            raise
        interrupted = True
    finally:
        if not quiet:
            status()
    if solving.best is None:
        raise TaquinError(STOPPED_EARLY)
    return Taken(solving.best, interrupted)


def _show(best: Solution) -> None:
    line = f"{best.length:,} moves, at least {best.bound:,}, gap {best.gap:,}, {best.stats.seconds:.1f} s"
    status(f"{line}  ({best.algorithm}; Ctrl-C: take it)")
