"""`solve_many`: puzzles in, solutions out, on any executor."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from concurrent.futures import Executor
from functools import partial
from typing import Any

from taquin.batch.check import problem_of_solution
from taquin.batch.dask_cluster import DaskCluster
from taquin.batch.dispatch import dispatch
from taquin.batch.work import Settings, solve_puzzles
from taquin.batch.workers import GivenExecutor, LocalThreads, Workers
from taquin.board import Board
from taquin.puzzle import Puzzle, PuzzleLike, as_puzzle
from taquin.result import Limits, Solution, require_limits

__all__ = ["solve_many"]


def solve_many(
    puzzles: Iterable[PuzzleLike],
    executor: Executor | Workers | None = None,
    *,
    limits: Limits | None = None,
    ordered: bool = True,
    **options: Any,
) -> Generator[Solution, None, None]:
    """The solutions of many puzzles, in their order or as they finish; puzzles are taken as they are needed.

    >>> from taquin.batch import solve_many
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> boards = ["1 2/0 3", [[0, 1], [3, 2]]]
    >>> with ThreadPoolExecutor(2) as executor:
    ...     [solution.length for solution in solve_many(boards, executor)]
    [1, 2]

    `executor` is any `concurrent.futures.Executor` (Dask's `client.get_executor()` is one), or `Workers` of this
    package; without one, threads. `limits` hold for each puzzle; further options go to `solve`.
    """
    if isinstance(puzzles, Board | Puzzle | str) or not isinstance(puzzles, Iterable):
        raise TypeError(f"many puzzles are expected, in a list for example, not one {type(puzzles).__name__}")
    settings = Settings(limits=require_limits(limits), options=options)
    given = isinstance(executor, Workers)
    workers = executor if isinstance(executor, Workers) else _workers_of(executor) if executor else LocalThreads()
    try:
        work = partial(solve_puzzles, settings)
        for solutions in dispatch(map(as_puzzle, puzzles), work, workers, ordered=ordered, check=problem_of_solution):
            yield from solutions
    finally:
        if not given:
            workers.close()


def _workers_of(executor: Executor) -> Workers:
    """Dask's executor does not say how many workers there are; its client does."""
    client = getattr(executor, "_client", None)
    if client is not None and type(executor).__module__.startswith("distributed."):
        return DaskCluster(client)
    return GivenExecutor(executor)
