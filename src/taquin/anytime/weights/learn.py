"""Learn the weights of a shape from random boards, and write their file (core/ranking.hpp says how).

    python -m taquin.anytime.weights.learn 7 7 --boards 800 --beam 1000

The same options give the same file; `--continue` begins with the weights there are. Some minutes; nothing else in the
program runs this.
"""

from __future__ import annotations

import argparse
import json
from statistics import fmean
from typing import Any

from taquin import native
from taquin.anytime.effort import flow_stop
from taquin.anytime.weights import as_file, board_weights, path_of
from taquin.anytime.weights.flow import flow_prices
from taquin.tables.excess import excess_tables

__all__ = ["learn", "main"]

_PHASES = (2.4, 1.2, 0.0)
"""Where each phase ends: Manhattan distance of the nearest board, a cell."""
_MANY_CELLS = 64
"""Beyond, all eight images of a price are learned together: there are too many prices to learn one by one."""


def learn(
    width: int, height: int, boards: int, beam: int, rate: float = 0.1, seed: int = 1, weights: Any = None
) -> dict[str, Any]:
    """The mean weights over the second half of so many random boards, as a file holds them.

    Each board is solved by a beam of this width. Begins with `weights`, or else with the formula; steps are a third as
    long in the second half.
    """
    tables = excess_tables(width, height)
    if tables is None:
        raise ValueError(f"there are no excess tables for {width}x{height}, or no compiled core: nothing to learn")
    core = native.require_native()
    images = core.Images.all if width * height > _MANY_CELLS else core.Images.diagonal
    borders = [round(part * width * height) for part in _PHASES]
    ranking = core.Ranking(
        width, height, tables, weights, borders, beam, rate, images, flow_stop(width * height), flow_prices(), seed
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("width", type=int)
    parser.add_argument("height", type=int)
    parser.add_argument("--boards", type=int, default=800)
    parser.add_argument("--beam", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=0.1, help="length of the steps")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--continue",
        action="store_true",
        dest="again",
        help="begin with the weights there are: learned, or grown from those of a square",
    )
    options = parser.parse_args()
    shape = options.width, options.height
    weights = board_weights(*shape) if options.again else None
    learned = learn(*shape, options.boards, options.beam, options.rate, options.seed, weights)
    path = path_of(*shape)
    path.write_text(json.dumps(learned, indent=None) + "\n")
    print(f"written to {path}")


if __name__ == "__main__":
    main()
