"""Learn the weights of a shape from random boards, and write their file (core/learn/board_ranking.hpp says how).

    python -m learning.board 7 7 --boards 800 --beam 1000
    python -m learning.board 7 7 --metric mtm

Some minutes on one core. With the metric mtm the beams count slides, and begin with the weights for moves.
"""

from __future__ import annotations

from statistics import fmean
from typing import Any, get_args

import taquin_learn
from learning.command import options, write
from taquin import native
from taquin.anytime.budget import flow_stop
from taquin.anytime.weights.board import as_file, board_weights, path_of
from taquin.anytime.weights.flow import flow_weights
from taquin.names import Metric
from taquin.tables.overhead import overhead_tables

__all__ = ["learn", "main"]

_PHASES = (2.4, 1.2, 0.0)
"""Where each phase ends: Manhattan distance of the nearest board, a cell."""
_MANY_CELLS = 64
"""Beyond, all eight symmetries are learned together: there are too many weights to learn one by one."""
_MANY_CELLS_IN_SLIDES = 25
"""The same where slides count."""
_RATE = 0.1
"""Length of the steps in the first half of the boards; a third of it in the second half."""


def learn(
    width: int,
    height: int,
    boards: int,
    beam: int,
    seed: int = 1,
    weights: native.core.LearnedWeights | None = None,
    metric: Metric = "stm",
) -> dict[str, Any]:
    """The mean weights over the second half of so many random boards, as a file holds them.

    Each board is solved by a beam of this width. Begins with `weights`, or else with the formula.
    """
    tables = overhead_tables(width, height)
    if tables is None:
        raise ValueError(f"there are no overhead tables for {width}x{height}, or no compiled core: nothing to learn")
    core = native.core
    many = _MANY_CELLS if metric == "stm" else _MANY_CELLS_IN_SLIDES
    symmetry = core.Symmetry.all if width * height > many else core.Symmetry.diagonal
    borders = [round(part * width * height) for part in _PHASES]
    stop, slides = flow_stop(width * height, metric), metric == "mtm"
    ranking = taquin_learn.BoardRanking(
        width, height, tables, weights, borders, beam, _RATE, symmetry, stop, flow_weights(), slides, seed
    )
    lengths: list[int] = []
    for number in range(boards):
        if number == boards // 2:
            ranking.forget()
            ranking.slow_down(3.0)
        lengths.append(ranking.learn())
        if len(lengths) == 100:
            print(f"{number + 1:>6} boards, mean length of the last 100: {fmean(lengths):.1f}", flush=True)
            lengths.clear()
    return as_file(ranking.mean())


def main() -> None:
    """The command line."""
    parser = options(__doc__, boards=800, beam=1000)
    parser.add_argument("width", type=int)
    parser.add_argument("height", type=int)
    parser.add_argument("--metric", choices=get_args(Metric), default="stm", help="what the beams count")
    given = parser.parse_args()
    shape, metric = (given.width, given.height), given.metric
    before: Metric = metric if given.again else "stm"
    weights = board_weights(*shape, before) if given.again or metric == "mtm" else None
    found = learn(*shape, given.boards, given.beam, given.seed, weights, metric)
    write(found, given.output or path_of(*shape, metric))


if __name__ == "__main__":
    main()
