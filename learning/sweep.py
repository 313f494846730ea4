"""Learn the weights of the sweep from random boards, and write their file (core/learn/sweep_ranking.hpp says how).

    python -m learning.sweep --boards 1000 --beam 150

A quarter of a second a board.
"""

from __future__ import annotations

from random import Random
from typing import Any

import taquin_learn
from learning.command import options, write
from taquin import native
from taquin.anytime.weights.sweep import PATH, as_file, sweep_weights

__all__ = ["learn", "main"]

_SIDES = 10, 22
"""The shortest and the longest side of the boards that weights are learned from."""


def learn(boards: int, beam: int, seed: int = 1, weights: native.core.SweepWeights | None = None) -> dict[str, Any]:
    """The mean weights over the second half of so many random boards, as the file holds them.

    Each board is swept by a beam of this width. Begins with `weights`, or else with none.
    """
    ranking = taquin_learn.SweepRanking(weights, beam, seed)
    random = Random(seed)
    moves = cells = 0
    for number in range(boards):
        if number == boards // 2:
            ranking.forget()
        width, height = random.randint(*_SIDES), random.randint(*_SIDES)
        moves, cells = moves + ranking.learn(width, height), cells + width * height
        if (number + 1) % 100 == 0:
            print(f"{number + 1:>6} boards, moves a cell of the last 100: {moves / cells:.3f}", flush=True)
            moves = cells = 0
    return as_file(ranking.mean())


def main() -> None:
    """The command line."""
    given = options(__doc__, boards=1000, beam=150).parse_args()
    weights = sweep_weights() if given.again else None
    write(learn(given.boards, given.beam, given.seed, weights), given.output or PATH)


if __name__ == "__main__":
    main()
