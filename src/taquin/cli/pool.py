"""What `taquin batch` and `taquin lab run` share: the workers they use and the progress they show."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

import click

from taquin.batch import DaskCluster, LocalProcesses, LocalThreads, Workers
from taquin.cli.options import Command, WholeNumber, decorated, gathered, memory_option
from taquin.cli.output import status
from taquin.memory import allowed_memory
from taquin.native import MAX_THREADS
from taquin.processors import count_processors

__all__ = ["Pool", "pool_options", "show_progress", "warn_of_worker"]

_LEAST_SHARE = 32 << 20
"""Bytes that a worker has at least: the tables of the 15-puzzle are built in less."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The workers that the options ask for."""

    workers: int | None
    kind: str
    scheduler: str | None

    def start(self) -> Workers:
        """Start them. From now on SIGTERM, by which batch systems end a job, is as Ctrl-C."""
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, signal.default_int_handler)
        if self.scheduler is not None:
            if self.workers is not None:
                raise click.UsageError("--workers is for this machine: a cluster has the workers it has")
            if allowed_memory() is not None:
                raise click.UsageError(
                    "--memory is not for --scheduler: the workers' memory is set where they are started"
                )
            return DaskCluster(self.scheduler, on_warning=warn_of_worker)
        kind = LocalProcesses if self.kind == "processes" else LocalThreads
        found = self._affordable()
        workers = kind(found, allowed_memory(), warn_of_worker)
        if workers.slots() < (found or count_processors()):
            warn_of_worker(f"the system gives no more {self.kind}: the work is done by {workers.slots()} at once")
        return workers

    def _affordable(self) -> int | None:
        """How many workers there is memory for, where that is limited; it is said what each of them may take."""
        memory = allowed_memory()
        if memory is None:
            return self.workers
        asked = self.workers or count_processors()
        found = max(1, min(asked, memory // _LEAST_SHARE))
        if asked > 1:
            instead = f" instead of {asked}" if found < asked else ""
            warn_of_worker(f"--memory is for {found} at once{instead}, with {memory // found / 1e6:,.0f} MB each")
        return found


def warn_of_worker(message: str) -> None:
    """One line on standard error, in place of the progress that is shown there."""
    status()
    click.echo(f"taquin: {message}", err=True)


def pool_options(function: Command) -> Command:
    """Add --workers, --pool, --scheduler and --memory; the command gets the first three as `pool`."""
    return decorated(
        gathered(function, "pool", Pool, "workers", "kind", "scheduler"),
        click.option("--workers", type=WholeNumber(1, MAX_THREADS), help="How many at once.  [default: one a core]"),
        click.option(
            "--pool", "kind", type=click.Choice(["processes", "threads"]), default="processes", show_default=True,
            help="What the workers are.",
        ),
        click.option("--scheduler", metavar="ADDRESS", help="Use the Dask cluster of this scheduler: tcp://HOST:8786."),
        memory_option("What all workers may take together, as in 500M."),
    )  # fmt: skip


def show_progress(every: float = 0.5) -> Callable[[str], None]:
    """Show progress on standard error: one line that is rewritten on a terminal, a line every ten seconds elsewhere."""
    terminal = sys.stderr.isatty()
    every = every if terminal else 10.0
    shown = monotonic()

    def show(text: str) -> None:
        nonlocal shown
        if monotonic() - shown < every:
            return
        shown = monotonic()
        if terminal:
            status(text)
        else:
            click.echo(f"taquin: {text}", err=True)

    return show
