"""The live line: length, bound, gap and time of the best solution so far, on a terminal, while the search goes on."""

from __future__ import annotations

from collections.abc import Iterable

from taquin.cli.output import status
from taquin.result import Solution

__all__ = ["follow"]


def follow(solutions: Iterable[Solution], quiet: bool = False) -> Solution:
    """The last and best of the solutions. Ctrl-C ends the search, not the program: the best so far comes back.

    Interrupted before there is any solution, it is KeyboardInterrupt as usual.
    """
    best: Solution | None = None
    try:
        for solution in solutions:
            best = solution
            if not quiet:
                line = f"{best.length:,} moves, at least {best.bound:,}, gap {best.gap:,}, {best.stats.seconds:.1f} s"
                status(f"{line}  ({best.algorithm}; Ctrl-C: take it)")
    except KeyboardInterrupt:
        if best is None:
            raise
    finally:
        if not quiet:
            status()
    if best is None:
        raise RuntimeError("a search that ended without a solution")
    return best
