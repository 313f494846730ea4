"""Beside a solution that is not proven shortest, and after a search that found none: the right answer, and why."""

from __future__ import annotations

from typing import Final

import click

from taquin.cli.output import say, verdict
from taquin.move import count_moves
from taquin.notation import format_moves
from taquin.result import Limits, Outcome, Solution
from taquin.solve import solve

__all__ = ["WORDS", "remark"]

_SECONDS_FOR_THE_RIGHT_ANSWER: Final = 5.0
"""Seconds for the search that tells how long a shortest solution would have been."""
_SECONDS_FOR_A_PROOF: Final = 30.0
"""The same for boards up to the 15-puzzle, which end with a proof: a second as a rule, more where tables are built."""
_PROVEN_CELLS: Final = 16
"""Cells of such boards."""
_SHOWN_MOVES: Final = 100
"""Moves that are printed at most."""

WORDS: Final = {
    "en": {
        "unknown": "Whether {moves} are the fewest is not known.",
        "fewest": "{moves} are the fewest possible here, though this search does not prove it.",
        "not shortest": "Not the shortest",
        "suffice": "{moves} suffice: {way}.",
        "answer": "The right answer, by the engine: {moves}, shortest possible: {way}.",
        "best": "The engine has {moves}, and no fewer than {bound} are possible: {way}.",
        "caveat": "{name} does not always find the shortest solution: {caveat}.",
        "overestimates": "{name} may overestimate, so nothing is proven with it.",
    },
    "id": {
        "unknown": "Tidak diketahui apakah {moves} sudah yang paling sedikit.",
        "fewest": "{moves} sudah yang paling sedikit di sini, walaupun pencarian ini tidak membuktikannya.",
        "not shortest": "Bukan yang terpendek",
        "suffice": "{moves} sudah cukup: {way}.",
        "answer": "Jawaban yang benar, dari mesin: {moves}, terpendek: {way}.",
        "best": "Mesin menemukan {moves}, dan tidak mungkin kurang dari {bound}: {way}.",
        "caveat": "{name} tidak selalu menemukan solusi terpendek: {caveat}.",
        "overestimates": "{name} dapat menaksir terlalu tinggi, jadi tidak ada yang terbukti dengannya.",
    },
}


def remark(solution: Solution, language: str = "en") -> None:
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
    words = WORDS[language]
    click.echo()
    say(*_right_answer(solution, language))
    if not solution.solved:
        return
    if known.caveat:
        say(words["caveat"].format(name=solution.algorithm, caveat=known.caveat[language]))
    elif known.needs_heuristic and not kind_of(solution.heuristic).admissible:
        say(words["overestimates"].format(name=solution.heuristic))


def _right_answer(solution: Solution, language: str) -> tuple[str, str]:
    """What to say, and what to say before it in color."""
    words, length = WORDS[language], len(solution.moves)
    small = len(solution.puzzle.start) <= _PROVEN_CELLS
    best = solve(solution.puzzle, Limits(_SECONDS_FOR_A_PROOF if small else _SECONDS_FOR_THE_RIGHT_ANSWER))
    if not solution.solved:
        answer = words["answer" if best.optimal else "best"]
        return answer.format(moves=count_moves(len(best.moves), language), bound=best.bound, way=_way(best)), ""
    if not best.optimal:
        return words["unknown"].format(moves=count_moves(length, language)), ""
    if best.length == length:
        return words["fewest"].format(moves=count_moves(length, language)), ""
    suffice = words["suffice"].format(moves=count_moves(len(best.moves), language), way=_way(best))
    return f": {suffice}", verdict(words["not shortest"], False)


def _way(solution: Solution) -> str:
    """The moves of the blank; only their beginning where nobody would read them all."""
    letters = format_moves(solution.moves[:_SHOWN_MOVES])
    return letters if len(solution.moves) <= _SHOWN_MOVES else f"{letters}..."
