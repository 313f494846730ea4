"""Sets made by chance from a seed.

`random-4x4-1000-seed7` is 1000 boards 4 wide and 4 high, uniform over all solvable ones; `depth-3x3-20-100-seed7` is
100 boards whose shortest solution has exactly 20 moves, uniform over all of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from taquin.board import Board
from taquin.datasets.instances import Dataset, Instance
from taquin.puzzle import Puzzle
from taquin.random_boards import scrambles, uniform_at_distance

__all__ = ["PATTERNS", "seeded"]

PATTERNS = {
    "random-WxH-COUNT[-seedN]": "so many random boards, uniform over all solvable; the same for the same seed",
    "depth-WxH-MOVES-COUNT[-seedN]": "so many boards that need exactly so many moves, uniform (small boards)",
}
_NAME = re.compile(r"(?:random-(\d{1,3})x(\d{1,3})|depth-(\d)x(\d)-(\d{1,3}))-(\d{1,9})(?:-seed(\d{1,18}))?")


def seeded(name: str) -> Dataset | None:
    """The set of this name, or None where the name is not of this kind. Without -seedN the seed is 0."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    width, height = int(found[1] or found[3]), int(found[2] or found[4])
    depth = None if found[5] is None else int(found[5])
    count, seed = int(found[6]), int(found[7] or 0)
    if not (width and height and count):
        return None
    goal = Board.blank_last(width, height)

    def read() -> Iterator[Instance]:
        boards = scrambles(width, height, seed=seed, goal=goal)
        figures = {}
        if depth is not None:
            boards = uniform_at_distance(goal, depth, seed=seed)
            figures = {"length": depth}
        for number, board in enumerate(islice(boards, count), start=1):
            yield Instance(str(number), Puzzle(board, goal), figures)

    kind = "uniform over all solvable ones" if depth is None else f"whose shortest solution has {depth} moves"
    return Dataset(
        name=name,
        title=f"{count:,} random {width}x{height} boards, {kind}, seed {seed}",
        source="made by taquin (SplitMix64)",
        shape=(width, height),
        count=count,
        goal="blank-last",
        read=read,
        figures={} if depth is None else {"length": "shortest length"},
    )
