"""Beside a solution that is not proven shortest: the right answer, and the reason for the difference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from taquin.cli.output import verdict
from taquin.move import count_moves
from taquin.result import Limits, Solution
from taquin.solve import solve

if TYPE_CHECKING:
    from taquin.search import Algorithm

__all__ = ["CAVEATS", "remark"]

_SECONDS_FOR_THE_RIGHT_ANSWER: Final = 5.0
"""Seconds for the search that tells how long a shortest solution would have been."""

_WORDS: Final = {
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

_FIRST_WAY: Final = (
    "ia menyimpan jalan pertama ke setiap papan dan membuang jalan lebih pendek yang ditemukan kemudian; "
    "'astar' memakai jalan yang lebih pendek dan membuka papan itu lagi"
)
CAVEATS: Final = {
    "depth-limited": "ia mengambil solusi pertama dalam batas kedalaman",
    "weighted-astar": "ia lebih memperhitungkan heuristik daripada langkah yang sudah dibuat",
    "greedy": "ia tidak memperhitungkan langkah yang sudah dibuat",
    "beam": "ia membuang semua papan di setiap lapisan kecuali yang terbaik",
    "astar003": _FIRST_WAY,
    "astar004": _FIRST_WAY + "; dan ia mengambil tujuan begitu papan itu dibuat",
}
"""The caveats of the algorithms in Indonesian; the registry has them in English."""


def remark(solution: Solution, language: str = "en") -> None:
    """Print it, after an empty line; nothing where the solution is proven shortest or no teaching algorithm's."""
    if not solution.solved or solution.optimal:
        return
    from taquin.heuristics import HEURISTICS
    from taquin.search import ALGORITHMS

    known = ALGORITHMS.get(solution.algorithm)
    if known is None:
        return
    words = _WORDS[language]
    click.echo()
    click.echo(_right_answer(solution, language))
    if known.caveat:
        click.echo(words["caveat"].format(name=solution.algorithm, caveat=_caveat(solution.algorithm, known, language)))
    elif known.needs_heuristic and not HEURISTICS[solution.heuristic].admissible:
        click.echo(words["overestimates"].format(name=solution.heuristic))


def _right_answer(solution: Solution, language: str) -> str:
    words, length = _WORDS[language], len(solution.moves)
    best = solve(solution.puzzle, Limits(seconds=_SECONDS_FOR_THE_RIGHT_ANSWER))
    if not best.optimal:
        return words["unknown"].format(moves=count_moves(length, language))
    if best.length == length:
        return words["fewest"].format(moves=count_moves(length, language))
    suffice = words["suffice"].format(moves=count_moves(len(best.moves), language), way="".join(best.moves))
    return verdict(words["not shortest"], False) + f": {suffice}"


def _caveat(name: str, known: Algorithm, language: str) -> str:
    return known.caveat if language == "en" else CAVEATS[name]
