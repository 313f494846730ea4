"""Many puzzles on many workers: processes or threads here, or a Dask cluster.

`source -> dispatch to workers -> journal`: a source is read as a stream of jobs (`reader`), `dispatch` hands them to
the workers in tasks of a fraction of a second (`work` is what runs there), and the journal appends one JSON line a job.
A job is done when its line is in the results file, and not before: killing anything at any moment loses no result
that was written and repeats none, since the next run skips the lines that are there.
"""

from taquin.batch.dask_cluster import DaskCluster
from taquin.batch.many import solve_many
from taquin.batch.run import Summary, solve_file
from taquin.batch.work import Settings
from taquin.batch.workers import GivenExecutor, LocalProcesses, LocalThreads, Workers

__all__ = [
    "DaskCluster",
    "GivenExecutor",
    "LocalProcesses",
    "LocalThreads",
    "Settings",
    "Summary",
    "Workers",
    "solve_file",
    "solve_many",
]
