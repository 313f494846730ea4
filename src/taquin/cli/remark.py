"""Beside a solution that is not proven shortest: the right answer, and the reason for the difference."""

from __future__ import annotations

from typing import Final

import click

from taquin.cli.output import verdict
from taquin.move import count_moves
from taquin.result import Limits, Solution
from taquin.solve import solve

__all__ = ["WORDS", "remark"]

_SECONDS_FOR_THE_RIGHT_ANSWER: Final = 5.0
"""Seconds for the search that tells how long a shortest solution would have been."""

WORDS: Final = {
    "en": {
        "unknown": "Whether {moves} are the fewest is not known.",
        "fewest": "{moves} are the fewest possible here, though this search does not prove it.",
        "not shortest": "Not the shortest",
        "suffice": "{moves} suffice: {way}.",
        "caveat": "{name} does not always find the shortest solution: {caveat}.",
        "overestimates": "{name} may overestimate, so nothing is proven with it.",
    },
    "id": {
        "unknown": "Tidak diketahui apakah {moves} sudah yang paling sedikit.",
        "fewest": "{moves} sudah yang paling sedikit di sini, walaupun pencarian ini tidak membuktikannya.",
        "not shortest": "Bukan yang terpendek",
        "suffice": "{moves} sudah cukup: {way}.",
        "caveat": "{name} tidak selalu menemukan solusi terpendek: {caveat}.",
        "overestimates": "{name} dapat menaksir terlalu tinggi, jadi tidak ada yang terbukti dengannya.",
    },
}


def remark(solution: Solution, language: str = "en") -> None:
    """Print it, after an empty line; nothing where the solution is proven shortest or no teaching algorithm's."""
    if not solution.solved or solution.optimal:
        return
    from taquin.heuristics import HEURISTICS
    from taquin.search import ALGORITHMS

    known = ALGORITHMS.get(solution.algorithm)
    if known is None:
        return
    words = WORDS[language]
    click.echo()
    click.echo(_right_answer(solution, language))
    if known.caveat:
        click.echo(words["caveat"].format(name=solution.algorithm, caveat=known.caveat[language]))
    elif known.needs_heuristic and not HEURISTICS[solution.heuristic].admissible:
        click.echo(words["overestimates"].format(name=solution.heuristic))


def _right_answer(solution: Solution, language: str) -> str:
    words, length = WORDS[language], len(solution.moves)
    best = solve(solution.puzzle, Limits(seconds=_SECONDS_FOR_THE_RIGHT_ANSWER))
    if not best.optimal:
        return words["unknown"].format(moves=count_moves(length, language))
    if best.length == length:
        return words["fewest"].format(moves=count_moves(length, language))
    suffice = words["suffice"].format(moves=count_moves(len(best.moves), language), way="".join(best.moves))
    return verdict(words["not shortest"], False) + f": {suffice}"
