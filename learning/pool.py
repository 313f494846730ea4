"""Choose the tables of the small pool: those with which the best pair of partitions for a board is often at hand.

    python -m learning.pool --boards 24 --tables 38

Each random 24-puzzle is known by a sample of the nodes that the default tables search in one iteration. A pair of
partitions leaves a part of these nodes, and the best pair at hand leaves the smallest part. Partition by partition, the
one is added that makes the mean of these parts smallest for each table that it needs. What comes out is judged on
boards that had no say in it: there the pair is chosen by one half of the nodes and judged by the other.

Wants the whole pool (`taquin tables build 5x5-whole-pool`), and takes some two minutes of one core.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Final

import numpy as np
from numpy.typing import NDArray

from taquin import Board, Puzzle, native, scramble
from taquin.optimal.native_heuristics import native_search
from taquin.tables import canonical, table_set
from taquin.tables.build import obtain
from taquin.tables.partition import Group
from taquin.tables.pattern import Pattern
from taquin.tables.pool import POOLS, partitions_at_hand, pool_patterns

__all__ = ["choose", "main", "parts_left"]

_NODES: Final = 3e8
"""An iteration is sampled that generates some so many nodes: ten seconds of search."""
_LOOK_WIDTH: Final = 20_000
"""Nodes of each level that a sample follows, to find that iteration."""
_WIDTH: Final = 100_000
"""The same to draw nodes of it."""
_DRAWN: Final = 1_024
"""Nodes drawn from an iteration."""
_USUAL: Final = 2
"""The default partitions come first."""

Left = NDArray[np.float32]
"""[board, partition, drawn node]: 1 where the partition leaves the node, else 0."""


def _drawn(puzzle: Puzzle) -> tuple[int, list[str]]:
    """A bound, and paths to nodes that the default tables expand with it."""
    search = native_search(puzzle, "patterns", table_set(puzzle.goal, "default"))
    bound = search.lower_bound
    while search.sample(bound, _LOOK_WIDTH, 0, bound)[0] < _NODES:
        bound += 2
    return bound, search.sample(bound, _WIDTH, _DRAWN, bound)[2]


def leave(puzzles: Sequence[Puzzle]) -> Left:
    """What every partition at hand leaves of the samples of some boards with one goal."""
    goal = puzzles[0].goal
    samples = []
    for puzzle in puzzles:
        bound, paths = _drawn(puzzle)
        boards = native.core.SampledBoards(*goal.shape, goal.tiles, puzzle.start.tiles, paths)
        samples.append((boards, np.array([bound - len(path) for path in paths])))
    partitions = partitions_at_hand(goal)
    uses: dict[Pattern, list[tuple[Group, tuple[int, ...]]]] = {}
    for group in dict.fromkeys(group for partition in partitions for group in partition):
        pattern, frame = canonical(*goal.shape, group, goal.blank)
        uses.setdefault(pattern, []).append((group, frame))
    distances: dict[Group, list[NDArray[np.uint8]]] = {}
    for pattern, groups in uses.items():
        table = obtain(pattern)
        for group, frame in groups:
            distances[group] = [np.frombuffer(boards.distances(table, frame), np.uint8) for boards, _ in samples]
    found: Left = np.zeros((len(puzzles), len(partitions), _DRAWN), np.float32)
    for number, partition in enumerate(partitions):
        for board, (_, allowed) in enumerate(samples):
            sums = sum(distances[group][board].astype(int) for group in partition)
            found[board, number, : len(allowed)] = sums <= allowed
    return found


def parts_left(left: Left, partitions: Sequence[int]) -> list[float]:
    """The part of each board's nodes that the best pair of these partitions leaves, chosen by one half of the nodes and
    judged by the other. One of each pair is a default partition: what others leave of its nodes flatters them."""
    found = []
    for board in left:
        to_choose, to_judge = (board[:, half::2] for half in (0, 1))
        first, second = np.unravel_index(
            (to_choose[:_USUAL] @ to_choose[partitions].T).argmin(), (_USUAL, len(partitions))
        )
        usual = to_judge[:_USUAL].prod(axis=0).sum()
        found.append(float(to_judge[first] @ to_judge[partitions[second]] / usual))
    return found


def choose(left: Left, needs: Sequence[frozenset[Pattern]], tables: int) -> list[Pattern]:
    """Tables for which the best pairs leave little, those of the default partitions first."""
    pairs = np.array([(board @ board.T).astype(np.uint16) for board in left])  # [board, one, other]: nodes both leave
    whole = pairs[:, 0, 1].astype(float)
    chosen = list(dict.fromkeys(pattern for need in needs[:_USUAL] for pattern in sorted(need)))
    at_hand, best = _usable(needs, chosen), whole
    while True:
        found = []
        for need in needs:
            new = need.difference(chosen)
            if not new or len(chosen) + len(new) > tables:
                continue
            fresh = [number for number in _usable(needs, new.union(chosen)) if number not in at_hand]
            after = np.minimum(best, pairs[:, fresh][:, :, [*at_hand, *fresh]].min(axis=(1, 2)))
            found.append((((best - after) / whole).mean() / len(new), sorted(new), fresh, after))
        if not found:
            return chosen
        _, added, fresh, best = max(found, key=lambda each: each[0])
        chosen += added
        at_hand += fresh
        part = (best / whole).mean()
        print(f"{len(chosen):3} tables, {len(at_hand):4} partitions: {part:.3f} of the nodes", flush=True)


def _usable(needs: Sequence[frozenset[Pattern]], tables: Iterable[Pattern]) -> list[int]:
    known = frozenset(tables)
    return [number for number, need in enumerate(needs) if need <= known]


def main() -> None:
    """Choose, judge, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=24, help="to choose by, and as many to judge by: 24 if not given")
    parser.add_argument("--tables", type=int, default=38, help="38 if not given")
    parser.add_argument("--seed", type=int, default=1000, help="of the first board: 1000 if not given")
    chosen = parser.parse_args()
    goal = Board.blank_first(5, 5)
    puzzles = [Puzzle(scramble(5, seed=chosen.seed + n, goal=goal), goal) for n in range(2 * chosen.boards)]
    needs = [
        frozenset(canonical(*goal.shape, group, goal.blank)[0] for group in partition)
        for partition in partitions_at_hand(goal)
    ]
    patterns = choose(leave(puzzles[: chosen.boards]), needs, chosen.tables)
    judging = leave(puzzles[chosen.boards :])
    sets = {
        "these": patterns,
        "the small pool": pool_patterns(POOLS[0]),
        "the whole pool": pool_patterns(POOLS[-1]),
    }
    for name, tables in sets.items():
        print(f"{name}: {len(tables)} tables, {fmean(parts_left(judging, _usable(needs, tables))):.3f} of the nodes")
    print(*sorted(f"{'.'.join(map(str, pattern.home))}-b{pattern.blank}" for pattern in patterns))


if __name__ == "__main__":
    main()
