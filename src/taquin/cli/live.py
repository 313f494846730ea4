"""The live line: length, bound, gap and time of the best solution so far, on a terminal, while the search goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from taquin.result import Solution

__all__ = ["follow"]


def follow(solutions: Iterable[Solution], quiet: bool = False) -> Solution:
    """The last and best of the solutions. Ctrl-C ends the search, not the program: the best so far comes back.

    Interrupted before there is any solution, it is KeyboardInterrupt as usual.
    """
    live = sys.stderr.isatty() and not quiet
    best: Solution | None = None
    try:
        for solution in solutions:
            best = solution
            if live:
                line = f"{best.length:,} moves, at least {best.bound:,}, gap {best.gap:,}, {best.stats.seconds:.1f} s"
                click.echo(f"\r\033[K{line}  ({best.algorithm}; Ctrl-C: take it)", nl=False, err=True)
    except KeyboardInterrupt:
        if best is None:
            raise
    finally:
        if live and best is not None:
            click.echo("\r\033[K", nl=False, err=True)
    if best is None:
        raise RuntimeError("a search that ended without a solution")
    return best
