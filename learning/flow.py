"""Look for better weights of the flow by evolution, and write their file.

    python -m learning.flow --generations 200

Every generation tries some weights that differ a little at random, on random boards, and goes on with what the better
half of them have in common. What counts is how many moves the flow takes, not how it takes them. Weights of pairs that
want the same ways change together: 175 weights one by one drown in the noise of a few boards. Ten seconds a generation
on one core.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import taquin_learn
from learning.command import options, write
from learning.evolution import evolve
from taquin import native
from taquin.anytime.weights.flow import PATH, as_file, read_weights

__all__ = ["alike", "learn", "main", "mirrored"]

_WANTS = native.core.FLOW_WANTS
"""How many things a tile can want along one axis (core/anysize/flow/flow_weights.hpp)."""
_KINDS = _WANTS**2
"""How many kinds of tiles there are: by what they want along both axes."""
_SIDE = 20
"""Of the boards that weights are tried on: neither all border nor slow."""
_TEST_BOARDS = 20
"""So many boards are not learned from."""
_SPREAD = 0.7
"""Of the changes that the first generation tries."""


def mirrored() -> list[list[int]]:
    """The places of weights that are the same because one pair is the other one in a mirror."""
    return _grouped(lambda kind: kind)


def alike() -> list[list[int]]:
    """The places of weights that are learned together: of mirror images, and of pairs that want the same ways."""

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


def _cost(weights: Sequence[float], beam: int, boards: range) -> float:
    """The moves that a flow takes for each Manhattan unit, on boards with these seeds."""
    learned = native.core.FlowWeights(list(weights))
    costs = [taquin_learn.flow_cost(_SIDE, _SIDE, beam, board, learned) for board in boards]
    return sum(costs) / len(costs)


def learn(weights: Sequence[float], generations: int, beam: int, boards: int, seed: int = 1) -> list[float]:
    """Better weights than these. Each try is judged by so many boards, the same for all of a generation."""
    groups = alike()

    def changed(changes: Sequence[float]) -> list[float]:
        found = list(weights)
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
    given = options(__doc__, generations=200, beam=30, boards=8).parse_args()
    before = read_weights() if given.again else [0.0] * _KINDS**2
    weights = learn(before, given.generations, given.beam, given.boards, given.seed)
    write(as_file(weights), given.output or PATH)
    costs = [_cost(those, given.beam, range(_TEST_BOARDS)) for those in (before, weights)]
    print(f"{costs[0]:.4f} moves a unit before, {costs[1]:.4f} now, on {_TEST_BOARDS} other boards")


if __name__ == "__main__":
    main()
