"""What `taquin solve` and `taquin tables` share: the options of the native engine and its progress on the screen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from taquin.anytime.budget import QUALITIES
from taquin.cli.language import said, text
from taquin.cli.options import Choice, Command, decorated, gathered, threads_option
from taquin.cli.output import banner, busy, complain, status
from taquin.names import Metric, Quality
from taquin.native import ENGINES, require_native
from taquin.puzzle import Puzzle
from taquin.render.progress import progress_line, time_left
from taquin.result import Limits, Progress, Solution
from taquin.solver import solve
from taquin.solving import Solving
from taquin.watching import Taken, take_best

if TYPE_CHECKING:
    from taquin.optimal import Search

__all__ = ["EngineOptions", "engine_options", "engine_solution", "shown_progress", "warn"]

_LARGE = 100_000
"""Cells of a board for which it takes seconds to foretell its first solution."""
_FIRST_LINE_SECONDS = 30.0
"""Seconds until a search tells a log how far it is; the next pause is twice as long ..."""
_RAREST_LINE_SECONDS = 600.0
"""... and none is longer."""


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """What the options ask of the native engine."""

    engine: str | None
    tables: str
    threads: int | None
    quality: Quality | None
    checkpoint: Path | None

    def given(self) -> list[str]:
        """The options that only the native engine heeds, where they were given."""
        values = {
            "engine": self.engine == "native",
            "tables": self.tables != "auto",
            "threads": self.threads is not None,
            "quality": self.quality is not None,
            "checkpoint": self.checkpoint is not None,
        }
        return [name for name, present in values.items() if present]


def engine_options(function: Command) -> Command:
    """Add the options of the native engine; the command gets them as `native`."""
    return decorated(
        gathered(function, "native", EngineOptions, "engine", "tables", "threads", "quality", "checkpoint"),
        click.option("--engine", type=Choice(list(ENGINES)), help="Force an engine.  [default: native]"),
        click.option(
            "--tables", metavar="SIZE", default="auto", show_default=True,
            help="Pattern tables: default, large, those of another name, or pictures of partitions (.aabb/aaabb/ccabb/"
            "ccddd/ccddd); auto takes the large ones if they are built.",
        ),
        threads_option("Threads.  [default: all cores, up to 8; 1 with --algorithm or --tables]"),
        click.option(
            "--quality", type=Choice(list(QUALITIES)),
            help="The first answer, a good one after about a second, or the best in --time.  [default: the shortest up "
            "to 16 cells; beyond that good, or best with --time]",
        ),
        click.option(
            "--checkpoint", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
            help="Save the search there at least every 10 s and at the end, and go on from there if the file exists.",
        ),
    )  # fmt: skip


def engine_solution(
    puzzle: Puzzle,
    limits: Limits,
    options: EngineOptions,
    heuristic: str | None = None,
    *,
    optimal: bool = False,
    metric: Metric = "stm",
) -> Taken:
    """Solve with the engine, showing progress where the terminal can; a search that was saved says where."""
    try:
        taken = _follow(puzzle, limits, options, heuristic, optimal, metric)
    except KeyboardInterrupt:
        _tell_saved(options.checkpoint)
        raise
    _tell_saved(options.checkpoint)
    return taken


def _follow(
    puzzle: Puzzle, limits: Limits, options: EngineOptions, heuristic: str | None, optimal: bool, metric: Metric
) -> Taken:
    named = heuristic is not None or options.engine == "python" or options.tables != "auto"
    if metric != "stm" and named:
        name = "tables" if options.tables != "auto" else "engine" if options.engine == "python" else "algorithm"
        raise click.UsageError(text("usage.metric_by_name", name=name))
    with shown_progress() as show:
        shared: dict[str, Any] = {"threads": options.threads, "on_progress": show, "on_warning": warn}
        if not puzzle.is_solvable():
            shape: dict[str, Any] = {"engine": options.engine, "tables": options.tables, "threads": options.threads}
            return Taken(solve(puzzle, limits, metric=metric, **shape))
        if named and options.checkpoint is not None:
            return Taken(_named_with_checkpoint(puzzle, limits, options, heuristic, options.checkpoint, shared))
        if named:
            banner()
            by_name: dict[str, Any] = {"heuristic": heuristic, "engine": options.engine, "tables": options.tables}
            return Taken(solve(puzzle, limits, quality=options.quality, **by_name, **shared))
        if options.engine == "native":
            require_native()
        asked: dict[str, Any] = {"optimal": optimal, "quality": options.quality, "checkpoint": options.checkpoint}
        saved = options.checkpoint is not None and options.checkpoint.exists()
        with busy(text("busy.looking"), long=len(puzzle.start) > _LARGE):
            solving = Solving(puzzle, limits, metric=metric, **asked, **shared)
        banner()  # not for a board that is refused
        if saved:
            warn(text("busy.continued", path=options.checkpoint))
        return take_best(solving)


def _tell_saved(path: Path | None) -> None:
    """The file is there where the search is not over."""
    if path is not None and path.exists():
        warn(text("busy.saved", path=path))


def _named_with_checkpoint(
    puzzle: Puzzle,
    limits: Limits,
    options: EngineOptions,
    heuristic: str | None,
    path: Path,
    shared: dict[str, Any],
) -> Solution:
    """A search that was asked for by name, saved while it is at work and at its end.

    The file goes when the puzzle is solved.
    """
    from taquin.optimal import Autosave, Search

    autosave = Autosave(path, warn)
    search: Search
    if path.exists():
        search = Search.load(path, **shared)
        if search.puzzle != puzzle:
            raise click.UsageError(text("usage.checkpoint", path=path))
        _require_same(path, search, heuristic, options.tables)
        search.account = None  # from now on it is the whole
        warn(text("busy.continued", path=path))
    else:
        size = "default" if options.tables == "auto" else options.tables
        search = Search(puzzle, heuristic=heuristic or "patterns", tables=size, **shared)
    search.autosave = autosave
    try:
        solution = search.run(limits)
    except KeyboardInterrupt:
        autosave.save(search.save)
        raise
    if solution.solved:
        autosave.remove()
    else:
        autosave.save(search.save)
    return solution


def _require_same(path: Path, search: Search, heuristic: str | None, tables: str) -> None:
    """Refuse to continue a search with another heuristic or other tables than those that are asked for."""
    asked, size = heuristic or "patterns", tables if tables != "auto" else search.size
    if (search.heuristic, search.size if asked == "patterns" else size) != (asked, size):
        saved = f"{search.heuristic} ({search.size})" if search.heuristic == "patterns" else search.heuristic
        raise click.UsageError(text("usage.checkpoint_of", path=path, heuristic=saved))


def warn(message: str) -> None:
    """One line on standard error."""
    complain(message)


@contextmanager
def shown_progress() -> Iterator[Callable[[Progress], None] | None]:
    """A line on standard error that follows a search, where that is a terminal; else a line now and then."""
    if not sys.stderr.isatty():
        yield _told_now_and_then()
        return

    def show(progress: Progress) -> None:
        status(_line(progress))

    try:
        yield show
    finally:
        status()


def _line(progress: Progress, *, live: bool = True) -> str:
    left = time_left(progress)
    return said(progress_line(progress, live=live)) + (said(left) if left is not None else "")


def _told_now_and_then() -> Callable[[Progress], None]:
    """Says how far a search is in lines of their own, each after twice the time of the one before, for a log."""
    pause, due = _FIRST_LINE_SECONDS, perf_counter() + _FIRST_LINE_SECONDS

    def tell(progress: Progress) -> None:
        nonlocal pause, due
        if perf_counter() < due:
            return
        pause = min(2 * pause, _RAREST_LINE_SECONDS)
        due = perf_counter() + pause
        warn(_line(progress, live=False))

    return tell
