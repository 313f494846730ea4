"""Beside a solution that is not proven shortest, and after a search that found none: the right answer, and why."""

from __future__ import annotations

from typing import Final

import click

from taquin.cli.language import text
from taquin.cli.output import say, verdict
from taquin.move import count_moves
from taquin.notation import format_moves
from taquin.result import Limits, Outcome, Solution
from taquin.solver import solve

__all__ = ["caveat", "remark"]

_SECONDS_FOR_THE_RIGHT_ANSWER: Final = 5.0
"""Seconds for the search that tells how long a shortest solution would have been."""
_SECONDS_FOR_A_PROOF: Final = 30.0
"""The same for boards up to the 15-puzzle, which end with a proof: a second as a rule, more where tables are built."""
_PROVEN_CELLS: Final = 16
"""Cells of such boards."""
_SHOWN_MOVES: Final = 100
"""Moves that are printed at most."""


def remark(solution: Solution) -> None:
    """Print it, after an empty line; nothing where the solution is proven shortest or no teaching algorithm's.

    Nothing, either, after Ctrl-C: who ends a search does not want to wait for another one.
    """
    if solution.optimal or solution.outcome not in (Outcome.SOLVED, Outcome.LIMIT):
        return
    from taquin.heuristics import kind_of
    from taquin.search import ALGORITHMS

    known = ALGORITHMS.get(solution.algorithm)
    if known is None:
        return
    click.echo()
    say(*_right_answer(solution))
    if not solution.solved:
        return
    if not known.optimal:
        say(caveat(solution.algorithm))
    elif known.needs_heuristic and not kind_of(solution.heuristic).proves:
        say(text("words.overestimates", name=solution.heuristic))


def caveat(algorithm: str) -> str:
    """Why the solutions of an algorithm may be longer than necessary."""
    return text("words.caveat", name=algorithm, caveat=text(f"caveats.{algorithm}"))


def _right_answer(solution: Solution) -> tuple[str, str]:
    """What to say, and what to say before it in color."""
    length = len(solution.moves)
    small = len(solution.puzzle.start) <= _PROVEN_CELLS
    best = solve(solution.puzzle, Limits(_SECONDS_FOR_A_PROOF if small else _SECONDS_FOR_THE_RIGHT_ANSWER))
    if not solution.solved:
        name = "remark.answer" if best.optimal else "remark.best"
        return text(name, moves=count_moves(len(best.moves)), bound=best.bound, way=_way(best)), ""
    if not best.optimal:
        return text("remark.unknown", moves=count_moves(length)), ""
    if best.length == length:
        return text("remark.fewest", moves=count_moves(length)), ""
    suffice = text("remark.suffice", moves=count_moves(len(best.moves)), way=_way(best))
    return f": {suffice}", verdict(text("remark.not_shortest"), False)


def _way(solution: Solution) -> str:
    """The moves of the blank; only their beginning where nobody would read them all."""
    letters = format_moves(solution.moves[:_SHOWN_MOVES])
    return letters if len(solution.moves) <= _SHOWN_MOVES else f"{letters}..."
