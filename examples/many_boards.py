"""Solve many boards on all processors, and look at the figures as a table.

    python examples/many_boards.py [COUNT]

It needs pandas. `solve_many` takes puzzles as they are needed, and gives solutions as they come.
"""

from __future__ import annotations

import sys
from itertools import islice

import pandas as pd

from taquin.batch import solve_many
from taquin.random_boards import scrambles


def table(count: int) -> pd.DataFrame:
    """A row a board: its shortest length, and what proving it took."""
    boards = islice(scrambles(4, seed=1), count)
    return pd.DataFrame(solution.to_json() for solution in solve_many(boards))


if __name__ == "__main__":
    figures = table(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
    print(figures[["length", "length_mtm", "generated", "seconds"]].describe().round(3))
