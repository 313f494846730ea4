"""Named sets of puzzles, each with its source, its published figures and a checksum.

- built in: `korf100`, `korf50`, `antipodes15`, `antipodes15-mtm` (files in `data/`, one line a board);
- seeded: `random-4x4-1000` or `random-4x4-1000-seed7`, made when asked for, the same on every machine;
- outside: the test sets of DeepCubeA, read where TAQUIN_DATA names the folder that holds them.

The checksum of a set is the SHA-256 of its JSON lines (`taquin datasets NAME --json | sha256sum`): boards, goal and
figures together. A set, built in or from outside, that does not have its registered checksum is refused.
"""

from taquin.datasets.distances import DistanceCounts, distance_counts, distance_series
from taquin.datasets.instances import Dataset, Instance
from taquin.datasets.named import NAMES, dataset, is_dataset

__all__ = [
    "NAMES",
    "Dataset",
    "DistanceCounts",
    "Instance",
    "dataset",
    "distance_counts",
    "distance_series",
    "is_dataset",
]
