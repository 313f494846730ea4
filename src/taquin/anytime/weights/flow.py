"""The learned prices of the flow (core/flow_prices.hpp): one file for boards of every size.

The file is JSON: `in_a_row`, the prices of two neighbours by the kind of the left one, then of the right one, as signed
bytes in units of `UNIT`, compressed, in base64.

    python -m taquin.anytime.weights.flow --generations 200

looks for prices by evolution: every generation tries some that differ a little at random, on random boards, and goes on
with what the better half of them have in common. What counts is how many moves the flow takes, not how it takes them.
Prices of pairs that want the same ways change together: 175 prices one by one drown in the noise of a few boards.
The same options give the same file; `--continue` begins with the file there is, otherwise all cost nothing at first.
Ten seconds a generation on one core; nothing else in the program runs this.
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

__all__ = ["UNIT", "alike", "as_file", "evolve", "flow_prices", "learn", "main", "mirrored", "read_prices"]

UNIT = 0.05
_WANTS = 5
_KINDS = _WANTS**2
_PATH = Path(__file__).with_name("flow.json")
_SIDE = 20
"""Of the boards that prices are tried on: neither all border nor slow."""
_TEST_BOARDS = 20
"""So many boards are not learned from."""
_SPREAD = 0.7
"""Of the changes that the first generation tries."""


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


def mirrored() -> list[list[int]]:
    """The places of prices that are the same because one pair is the other one in a mirror."""
    return _grouped(lambda kind: kind)


def alike() -> list[list[int]]:
    """The places of prices that are learned together: mirror images, and pairs that want the same ways, however far."""

    def ways(kind: int) -> int:
        x, y = (0 if want < 2 else 1 if want == 2 else 2 for want in divmod(kind, _WANTS))
        return 3 * x + y

    return _grouped(ways)


def _grouped(sort: Callable[[int], int]) -> list[list[int]]:
    """The places of pairs of kinds, those together that are of the same sorts, or are so in a mirror."""

    def flipped(kind: int, across: bool, along: bool) -> int:
        x, y = divmod(kind, _WANTS)
        return (_WANTS - 1 - x if across else x) * _WANTS + (_WANTS - 1 - y if along else y)

    found: dict[frozenset[tuple[int, int]], list[int]] = {}
    for left in range(_KINDS):
        for right in range(_KINDS):
            images = set()
            for along in (False, True):
                images.add((sort(flipped(left, False, along)), sort(flipped(right, False, along))))
                images.add((sort(flipped(right, True, along)), sort(flipped(left, True, along))))
            found.setdefault(frozenset(images), []).append(left * _KINDS + right)
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
        for i in range(count):
            step, change, square = (
                sum(weight * values[one][i] ** power for weight, one in zip(weights, best, strict=True))
                for values, power in ((steps, 1), (changes, 1), (changes, 2))
            )
            mean[i] += spread * change
            path[i] = (1 - path_rate) * path[i] + math.sqrt(path_rate * (2 - path_rate) * together) * step
            squares[i] = (1 - rate) * squares[i] + rate * square
        spread *= math.exp(path_rate / (1 + path_rate) * (math.hypot(*path) / length - 1))
    return mean


def _cost(prices: Sequence[float], beam: int, boards: range) -> float:
    """The moves that a flow takes for each Manhattan unit, on boards with these seeds."""
    core = native.require_native()
    learned = core.FlowPrices(list(prices))
    costs: list[float] = [core.flow_cost(_SIDE, _SIDE, beam, board, learned) for board in boards]
    return sum(costs) / len(costs)


def learn(prices: Sequence[float], generations: int, beam: int, boards: int, seed: int = 1) -> list[float]:
    """Better prices than these. Each try is judged by so many boards, the same for all of a generation."""
    groups = alike()

    def changed(changes: Sequence[float]) -> list[float]:
        found = list(prices)
        for change, places in zip(changes, groups, strict=True):
            for place in places:
                found[place] += change
        return found

    def cost(changes: list[float], generation: int) -> float:
        first = _TEST_BOARDS + (seed * generations + generation) * boards
        return _cost(changed(changes), beam, range(first, first + boards))

    def report(generation: int, mean: float) -> None:
        print(f"{generation + 1:>6} generations, {mean:.4f} moves a unit", flush=True)

    return changed(evolve([0.0] * len(groups), cost, generations, _SPREAD, seed, report))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generations", type=int, default=200)
    parser.add_argument("--beam", type=int, default=30)
    parser.add_argument("--boards", type=int, default=8, help="that each try is judged by")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--continue", action="store_true", dest="again", help="begin with the file there is")
    options = parser.parse_args()
    before = read_prices() if options.again else [0.0] * _KINDS**2
    prices = learn(before, options.generations, options.beam, options.boards, options.seed)
    _PATH.write_text(json.dumps(as_file(prices)) + "\n")
    costs = [_cost(those, options.beam, range(_TEST_BOARDS)) for those in (before, prices)]
    print(f"written to {_PATH}: {costs[0]:.4f} moves a unit before, {costs[1]:.4f} now, on {_TEST_BOARDS} other boards")


if __name__ == "__main__":
    main()
