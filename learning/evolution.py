"""Evolution: numbers that cost less, where nothing but the cost of a try can be known."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

__all__ = ["evolve"]


def evolve(
    weights: Sequence[float],
    cost: Callable[[list[float], int], float],
    generations: int,
    spread: float = 0.5,
    seed: int = 1,
    on_generation: Callable[[int, float], None] = lambda number, cost: None,
) -> list[float]:
    """Weights that cost less, by separable CMA-ES: each weight has a spread of its own, which grows where it pays.

    `cost(weights, generation)` is compared only within a generation.
    """
    random = Random(seed)
    mean = list(weights)
    count = len(mean)
    tries = 4 + int(3 * math.log(count))
    shares = [math.log(tries / 2 + 0.5) - math.log(rank + 1) for rank in range(tries // 2)]
    shares = [share / sum(shares) for share in shares]
    together = 1 / sum(share * share for share in shares)
    path_rate = (together + 2) / (count + together + 5)
    rate = min(1.0, (count + 2) / 3 * 2 * (together + 1 / together) / ((count + 2) ** 2 + together))
    length = math.sqrt(count) * (1 - 1 / (4 * count))
    squares, path = [1.0] * count, [0.0] * count
    for generation in range(generations):
        steps = [[random.gauss(0, 1) for _ in range(count)] for _ in range(tries)]
        changes = [[math.sqrt(s) * z for s, z in zip(squares, step, strict=True)] for step in steps]
        costs = [cost([m + spread * c for m, c in zip(mean, change, strict=True)], generation) for change in changes]
        best = sorted(range(tries), key=costs.__getitem__)[: len(shares)]
        on_generation(generation, sum(costs) / tries)
        for i in range(count):
            step, change, square = (
                sum(share * values[one][i] ** power for share, one in zip(shares, best, strict=True))
                for values, power in ((steps, 1), (changes, 1), (changes, 2))
            )
            mean[i] += spread * change
            path[i] = (1 - path_rate) * path[i] + math.sqrt(path_rate * (2 - path_rate) * together) * step
            squares[i] = (1 - rate) * squares[i] + rate * square
        spread *= math.exp(path_rate / (1 + path_rate) * (math.hypot(*path) / length - 1))
    return mean
