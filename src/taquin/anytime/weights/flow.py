"""The learned prices of the flow (core/flow_prices.hpp): one file for boards of every size.

The file is JSON: `in_a_row`, the prices of two neighbours by the kind of the left one, then of the right one, as signed
bytes in units of `UNIT`, compressed, in base64.

    python -m taquin.anytime.weights.flow --generations 200

begins with the file there is and looks for better prices by evolution: every generation tries some that differ a little
at random, on random boards, and goes on with what the better half of them have in common. What counts is how many
moves the flow takes, not how it takes them. The same options give the same file; ten seconds a generation on one core;
nothing else in the program runs this.
"""

from __future__ import annotations

import argparse
import json
import math
from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from taquin import native
from taquin.anytime.weights.packing import pack, unpack

__all__ = ["UNIT", "as_file", "evolve", "flow_prices", "main", "mirrored", "read_prices"]

UNIT = 0.05
_WANTS = 5
_KINDS = _WANTS**2
_PATH = Path(__file__).with_name("flow.json")
_SIDE = 20
"""Of the boards that prices are tried on: neither all border nor slow."""


@lru_cache(maxsize=1)
def flow_prices() -> Any:
    """The native prices; None without the compiled core."""
    return None if native.core is None else native.core.FlowPrices(read_prices())


def read_prices() -> list[float]:
    """All prices of the file."""
    return [UNIT * price for price in array("b", unpack(json.loads(_PATH.read_text())["in_a_row"]))]


def as_file(prices: Sequence[float]) -> dict[str, str]:
    """Prices as their file holds them."""
    units = array("b", (max(-127, min(127, round(price / UNIT))) for price in prices))
    return {"in_a_row": pack(units.tobytes())}


@lru_cache(maxsize=1)
def mirrored() -> list[list[int]]:
    """The places of prices that are the same because one pair is the other one in a mirror."""

    def flipped(kind: int, across: bool, along: bool) -> int:
        x, y = divmod(kind, _WANTS)
        return (_WANTS - 1 - x if across else x) * _WANTS + (_WANTS - 1 - y if along else y)

    found: dict[frozenset[int], list[int]] = {}
    for left in range(_KINDS):
        for right in range(_KINDS):
            images = set()
            for along in (False, True):
                images.add(flipped(left, False, along) * _KINDS + flipped(right, False, along))
                images.add(flipped(right, True, along) * _KINDS + flipped(left, True, along))
            found.setdefault(frozenset(images), sorted(images))
    return list(found.values())


def evolve(
    prices: Sequence[float],
    cost: Callable[[list[float], int], float],
    generations: int,
    spread: float = 0.5,
    seed: int = 1,
    on_generation: Callable[[int, float], None] = lambda number, cost: None,
) -> list[float]:
    """Prices that cost less, by separable CMA-ES: each price has a spread of its own, which grows where it pays.

    `cost(prices, generation)` is compared only within a generation.
    """
    random = Random(seed)
    mean = list(prices)
    count = len(mean)
    tries = 4 + int(3 * math.log(count))
    weights = [math.log(tries / 2 + 0.5) - math.log(rank + 1) for rank in range(tries // 2)]
    weights = [weight / sum(weights) for weight in weights]
    together = 1 / sum(weight * weight for weight in weights)
    path_rate = (together + 2) / (count + together + 5)
    rate = min(1.0, (count + 2) / 3 * 2 * (together + 1 / together) / ((count + 2) ** 2 + together))
    length = math.sqrt(count) * (1 - 1 / (4 * count))
    squares, path = [1.0] * count, [0.0] * count
    for generation in range(generations):
        steps = [[random.gauss(0, 1) for _ in range(count)] for _ in range(tries)]
        changes = [[math.sqrt(s) * z for s, z in zip(squares, step, strict=True)] for step in steps]
        costs = [cost([m + spread * c for m, c in zip(mean, change, strict=True)], generation) for change in changes]
        best = sorted(range(tries), key=costs.__getitem__)[: len(weights)]
        on_generation(generation, sum(costs) / tries)

        def mixed(of: list[list[float]], place: int, power: int = 1, chosen: list[int] = best) -> float:
            return sum(weight * of[one][place] ** power for weight, one in zip(weights, chosen, strict=True))

        for i in range(count):
            mean[i] += spread * mixed(changes, i)
            path[i] = (1 - path_rate) * path[i] + math.sqrt(path_rate * (2 - path_rate) * together) * mixed(steps, i)
            squares[i] = (1 - rate) * squares[i] + rate * mixed(changes, i, power=2)
        spread *= math.exp(path_rate / (1 + path_rate) * (math.hypot(*path) / length - 1))
    return mean


def _learn(generations: int, beam: int, boards: int, seed: int) -> list[float]:
    core = native.require_native()
    groups = mirrored()

    def spread_out(free: Sequence[float]) -> list[float]:
        prices = [0.0] * _KINDS**2
        for price, places in zip(free, groups, strict=True):
            for place in places:
                prices[place] = price
        return prices

    def cost(free: list[float], generation: int) -> float:
        prices = core.FlowPrices(spread_out(free))
        first = (seed * generations + generation) * boards
        costs: list[float] = [core.flow_cost(_SIDE, _SIDE, beam, first + board, prices) for board in range(boards)]
        return sum(costs) / boards

    def report(generation: int, mean: float) -> None:
        print(f"{generation + 1:>6} generations, {mean:.4f} moves a unit", flush=True)

    now = read_prices()
    return spread_out(evolve([now[places[0]] for places in groups], cost, generations, 0.3, seed, report))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generations", type=int, default=200)
    parser.add_argument("--beam", type=int, default=30)
    parser.add_argument("--boards", type=int, default=8, help="that each try is judged by")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    prices = _learn(options.generations, options.beam, options.boards, options.seed)
    _PATH.write_text(json.dumps(as_file(prices)) + "\n")
    print(f"written to {_PATH}")


if __name__ == "__main__":
    main()
