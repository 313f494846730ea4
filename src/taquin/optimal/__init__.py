"""Optimal solving with the native engine: complete tables for small spaces, IDA* over pattern tables beyond, and IDA*
without tables for boards of every size.

`Search` is one search that can be watched, stopped, saved and continued; `taquin.solver` drives it for whoever only
wants the answer.
"""

from taquin.optimal.all_solutions import all_solutions, count_solutions
from taquin.optimal.checkpoint import Autosave
from taquin.optimal.distance_counts import distance_counts, level_counts
from taquin.optimal.native_heuristics import NATIVE_HEURISTICS
from taquin.optimal.search import Search
from taquin.optimal.small import distances, small_enough, solve_small

__all__ = [
    "NATIVE_HEURISTICS",
    "Autosave",
    "Search",
    "all_solutions",
    "count_solutions",
    "distance_counts",
    "distances",
    "level_counts",
    "small_enough",
    "solve_small",
]
