"""The learned prices of the sweep (core/sweep_view.hpp): one file for boards of every size.

The file is JSON: `tile`, `pair`, `blank` and `lead`, each signed bytes in units of `UNIT`, compressed, in base64.

    python -m taquin.anytime.weights.sweep --boards 1000 --beam 150

learns them from random boards (core/sweep_ranking.hpp says how) and writes the file. The same options give the same
file; `--continue` begins with the file there is. A quarter of a second a board; nothing else in the program runs this.
"""

from __future__ import annotations

import argparse
import json
from array import array
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from taquin import native
from taquin.anytime.weights.packing import pack, unpack

__all__ = ["UNIT", "as_file", "learn", "main", "sweep_prices"]

UNIT = 0.2
_NAMES = ("tile", "pair", "blank", "lead")
_PATH = Path(__file__).with_name("sweep.json")
_SIDES = 10, 22
"""The shortest and the longest side of the boards that prices are learned from."""


@lru_cache(maxsize=1)
def sweep_prices() -> Any:
    """The native prices; None without the compiled core."""
    if native.core is None:
        return None
    fields = json.loads(_PATH.read_text())
    return native.core.SweepPrices(*(unpack(fields[name]) for name in _NAMES), UNIT)


def as_file(prices: Any) -> dict[str, str]:
    """Native prices as their file holds them."""
    return {name: pack(_in_units(getattr(prices, name))) for name in _NAMES}


def _in_units(prices: list[float]) -> bytes:
    return array("b", (max(-127, min(127, round(price / UNIT))) for price in prices)).tobytes()


def learn(boards: int, beam: int, seed: int = 1, prices: Any = None) -> dict[str, str]:
    """The mean prices over the second half of so many random boards, as the file holds them.

    Each board is swept by a beam of this width. Begins with `prices`, or else with none.
    """
    ranking = native.require_native().SweepRanking(prices, beam, seed)
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--beam", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--continue", action="store_true", dest="again", help="begin with the file there is")
    options = parser.parse_args()
    file = learn(options.boards, options.beam, options.seed, sweep_prices() if options.again else None)
    _PATH.write_text(json.dumps(file) + "\n")
    print(f"written to {_PATH}")


if __name__ == "__main__":
    main()
