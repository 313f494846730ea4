"""Optimal solving with the native engine: complete tables for small spaces, IDA* over pattern tables beyond.

`Search` is one search that can be watched, stopped, saved and continued; `taquin.solve` drives it for whoever only
wants the answer.
"""

from taquin.optimal.all_solutions import all_solutions, count_solutions
from taquin.optimal.enumerate import distance_counts, level_counts
from taquin.optimal.search import HEURISTICS, Progress, Search
from taquin.optimal.small import distances, small_enough, solve_small

__all__ = [
    "HEURISTICS",
    "Progress",
    "Search",
    "all_solutions",
    "count_solutions",
    "distance_counts",
    "distances",
    "level_counts",
    "small_enough",
    "solve_small",
]
