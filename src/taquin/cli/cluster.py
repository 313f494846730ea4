"""`taquin solve --scheduler`: one hard puzzle on all workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from taquin.cli.engine import EngineOptions
from taquin.puzzle import Puzzle
from taquin.result import Limits, Solution
from taquin.solver import solve

if TYPE_CHECKING:
    from taquin.batch.hard import SharedIteration

__all__ = ["cluster_solution", "scheduler_option"]


def scheduler_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option --scheduler."""
    help_text = "Search on the Dask cluster of this scheduler, as tcp://HOST:8786; --checkpoint keeps what is done."
    return click.option("--scheduler", metavar="ADDRESS", help=help_text)(function)


def cluster_solution(
    puzzle: Puzzle, limits: Limits, scheduler: str, options: EngineOptions, heuristic: str | None = None
) -> Solution:
    """Solve on the cluster. Small and unsolvable boards need none; the largest have no optimal search."""
    from taquin.batch import DaskCluster
    from taquin.batch.hard import solve_hard
    from taquin.cli.pool import show_progress, warn_of_worker
    from taquin.native import require_native
    from taquin.optimal import NATIVE_HEURISTICS, small_enough

    if limits.memory is not None:
        raise click.UsageError("--memory is not for --scheduler: the workers' memory is set where they are started")
    start = puzzle.start
    if not puzzle.is_solvable() or puzzle.is_solved() or small_enough(start) or min(start.shape) == 1:
        return solve(puzzle, limits)
    require_native()
    if heuristic != "linear-conflict" and not NATIVE_HEURISTICS["patterns"].holds(start):
        largest = NATIVE_HEURISTICS["patterns"].largest
        raise click.UsageError(
            f"--scheduler proves shortest solutions of up to {largest}: leave it out, or search without tables by "
            "--algorithm ida --engine native --heuristic linear-conflict"
        )
    started, show = perf_counter(), show_progress()

    def on_iteration(iteration: SharedIteration) -> None:
        show(progress_line(iteration, perf_counter() - started))

    with DaskCluster(scheduler, on_warning=warn_of_worker) as workers:
        return solve_hard(
            puzzle,
            workers,
            limits,
            heuristic=heuristic or "patterns",
            tables="default" if options.tables == "auto" else options.tables,
            checkpoint=options.checkpoint,
            on_iteration=on_iteration,
        )


def progress_line(iteration: SharedIteration, seconds: float) -> str:
    """How far the iteration is."""
    return (
        f"at least {iteration.bound} moves; {iteration.done:,} of {iteration.subtrees:,} subtrees, "
        f"{iteration.generated / 1e6:,.1f} M nodes in this iteration, {seconds:.0f} s"
    )
