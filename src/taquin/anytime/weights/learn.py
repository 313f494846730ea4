"""Learn the weights of a shape from random boards, and write their file (core/ranking.hpp says how).

    python -m taquin.anytime.weights.learn 7 7 --boards 800 --beam 1000

The same options give the same file. Some minutes; nothing else in the program runs this.
"""

from __future__ import annotations

import argparse
import json
from statistics import fmean
from typing import Any

from taquin import native
from taquin.anytime.weights import NAMES, pack_pairs, path_of
from taquin.tables.excess import excess_tables

__all__ = ["learn", "main"]

_SLOWEST = 4
"""The steps become so many times smaller in the end."""


def learn(width: int, height: int, boards: int, beam: int, seed: int = 1) -> dict[str, Any]:
    """The weights after so many random boards, each solved by a beam of this width, as their file holds them."""
    tables = excess_tables(width, height)
    if tables is None:
        raise ValueError("weights are learned for boards of 4x4 to 64 cells, with the compiled core")
    ranking = native.require_native().Ranking(width, height, tables, None, beam, seed)
    lengths: list[int] = []
    for number in range(boards):
        lengths.append(ranking.learn(1 / (1 + (_SLOWEST - 1) * number / boards)))
        if len(lengths) == 100:
            print(f"{number + 1:>6} boards, mean length of the last 100: {fmean(lengths):.1f}", flush=True)
            lengths.clear()
    found = ranking.weights()
    weights: dict[str, Any] = {name: [round(value, 2) for value in getattr(found, name)] for name in NAMES}
    return weights | {"pair": pack_pairs(found.pair)}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("width", type=int)
    parser.add_argument("height", type=int)
    parser.add_argument("--boards", type=int, default=800)
    parser.add_argument("--beam", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    weights = learn(options.width, options.height, options.boards, options.beam, options.seed)
    path = path_of(options.width, options.height)
    lines = ",\n".join(f' "{name}": {json.dumps(values)}' for name, values in weights.items())
    path.write_text("{\n" + lines + "\n}\n")
    print(f"written to {path}")


if __name__ == "__main__":
    main()
