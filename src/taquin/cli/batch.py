"""`taquin batch`: every board of a file, on every core or a cluster, continued where it stopped."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from taquin.batch import Settings, Summary, solve_file
from taquin.batch.journal import NOT_PROVEN
from taquin.batch.pace import duration
from taquin.batch.reader import DatasetSource, FileSource, Source
from taquin.batch.run import solve_stream
from taquin.cli.boards import read_board
from taquin.cli.exits import Exit
from taquin.cli.options import limit_options, metric_option
from taquin.cli.output import banner, say, status
from taquin.cli.pool import Pool, pool_options, show_progress
from taquin.datasets import dataset, is_dataset
from taquin.errors import ParseError
from taquin.heuristics import HEURISTICS
from taquin.names import Metric
from taquin.native import ENGINES, require_native
from taquin.notation import format_board
from taquin.optimal import NATIVE_HEURISTICS
from taquin.puzzle import GOALS
from taquin.result import Limits
from taquin.search import ALGORITHMS
from taquin.solver import AUTO, is_for_engine
from taquin.tables import NAMES

__all__ = ["command"]


@click.command("batch")
@click.argument("boards", metavar="BOARDS")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The results file.  [default: standard output]")
@click.option("--goal", metavar="GOAL", help=f"The goal: {', '.join(GOALS)}, or a board.  [default: blank-last]")
@pool_options
@limit_options("a board", memory=False)
@click.option("--algorithm", type=click.Choice([AUTO, *ALGORITHMS]), default=AUTO, help="A teaching algorithm.")
@click.option("--heuristic", type=click.Choice(list(HEURISTICS)), help="Its heuristic.")
@click.option(
    "--engine",
    type=click.Choice(list(ENGINES)),
    help="Force an engine; with '--algorithm ida', native is the fast search.",
)
@click.option(
    "--tables",
    type=click.Choice(["auto", *NAMES]),
    default="auto",
    metavar="SIZE",
    help="Pattern tables, as in 'solve'.",
)
@metric_option
@click.option("--unordered", is_flag=True, help="Write results as they finish, not in the order of BOARDS.")
@click.option("--restart", is_flag=True, help="Throw away the results that are there, and start anew.")
@click.option("--quiet", is_flag=True, help="No progress and no summary.")
def command(
    boards: str,
    output: Path | None,
    goal: str | None,
    pool: Pool,
    limits: Limits,
    algorithm: str,
    heuristic: str | None,
    engine: str | None,
    tables: str,
    metric: Metric,
    unordered: bool,
    restart: bool,
    quiet: bool,
) -> Exit:
    """Solve every board of BOARDS: a file, '-' for standard input, or the name of a dataset.

    \b
    Example:
      taquin batch random-2x3-20

    Results are JSON lines: the line number in BOARDS, then what 'taquin solve --json' prints; a bad line becomes a
    result with its error. Stopped by Ctrl-C or killed, the same command goes on where it stopped.
    Exit code 0 if all were solved, else 3 (bad lines), 4 (unsolvable boards) or 5 (limits reached, or a solution
    that is not proven shortest, unless an --algorithm was named), the first of these that happened.
    """
    source = _source(boards, goal)
    if output == Path("-"):
        output = None
    elif output is not None and output.exists() and Path(boards).exists() and output.samefile(boards):
        raise click.UsageError(f"{output} holds the boards: the results need a file of their own")
    # Memory is shared by the workers, however many there are when the file is continued.
    limits = replace(limits, memory=None)
    # Every board of a dataset brings its own goal; the results file names it all the same.
    own = source.dataset.goal if isinstance(source, DatasetSource) else _goal(goal)
    settings = Settings(own, limits, _options(algorithm, heuristic, engine, tables, metric))
    if engine == "native":
        require_native()
    banner()
    on_line = (lambda text: None) if quiet else show_progress()
    with pool.start() as workers:
        try:
            if output is None:
                summary = solve_stream(source, sys.stdout, settings, workers, ordered=not unordered, on_line=on_line)
            else:
                summary = solve_file(
                    source, output, settings, workers, ordered=not unordered, restart=restart, on_line=on_line
                )
        except KeyboardInterrupt:
            if output is not None and not quiet:
                click.echo(err=True)
                say(f"taquin: what is done is in {output}; the same command goes on from there", err=True)
            raise
    if not quiet:
        _print_summary(summary)
    return _exit(summary, proofs=algorithm == AUTO)


def _exit(summary: Summary, proofs: bool) -> Exit:
    """The exit code: the worst that happened to any board; whether proofs were expected of the search."""
    for outcome, code in (("error", Exit.BAD_BOARD), ("unsolvable", Exit.UNSOLVABLE), ("limit", Exit.NOT_PROVEN)):
        if summary.outcomes[outcome]:
            return code
    return Exit.NOT_PROVEN if proofs and summary.outcomes[NOT_PROVEN] else Exit.OK


def _source(boards: str, goal: str | None) -> Source:
    if boards == "-":
        return FileSource(None)
    path = Path(boards)
    try:
        exists = path.exists()
    except (OSError, ValueError):  # no name that a file could have
        exists = False
    if exists:
        if path.is_dir():
            raise ParseError("this is a directory, not a file of boards", source=boards)
        return FileSource(path)
    if is_dataset(boards):
        if goal is not None:
            raise click.UsageError(f"the dataset {boards} has its own goal: leave out --goal")
        return DatasetSource(dataset(boards))
    raise ParseError("no such file, and no dataset of this name ('taquin datasets' lists them)", source=boards)


def _options(algorithm: str, heuristic: str | None, engine: str | None, tables: str, metric: Metric) -> dict[str, str]:
    """What `Settings` takes: only what was asked for."""
    if metric != "stm":
        given = {"algorithm": algorithm != AUTO, "tables": tables != "auto", "engine": engine == "python"}
        for name in (name for name, present in given.items() if present):
            raise click.UsageError(f"--metric {metric} is for the search by itself: leave out --{name}")
        return {"metric": metric}
    named = {} if algorithm == AUTO else {"algorithm": algorithm}
    if is_for_engine(algorithm, engine):
        if algorithm == AUTO and heuristic is not None:
            raise click.UsageError("--heuristic needs an --algorithm")
        if named:
            heuristic = heuristic or "patterns"
        if heuristic is not None and heuristic not in NATIVE_HEURISTICS:
            raise click.UsageError(f"the native engine has no {heuristic}: choose {', '.join(NATIVE_HEURISTICS)}")
        asked = {"heuristic": heuristic, "engine": engine, "tables": None if tables == "auto" else tables}
        return named | {name: value for name, value in asked.items() if value is not None}
    if tables != "auto" or engine == "native":
        raise click.UsageError(
            f"--{'tables' if tables != 'auto' else 'engine'} is not for a teaching algorithm in Python"
        )
    return named | ({} if heuristic is None else {"heuristic": heuristic})


def _goal(goal: str | None) -> str:
    if goal is None or goal in GOALS:
        return goal or "blank-last"
    return format_board(read_board(goal), "json")


def _print_summary(summary: Summary) -> None:
    parts = [f"{count:,} {outcome}" for outcome, count in summary.outcomes.most_common()]
    text = f"{summary.done:,} boards: {', '.join(parts) or 'nothing to do'}"
    if summary.recovered:
        text += f"; {summary.recovered:,} of them by earlier runs"
    status()
    say(f"{text}; {duration(summary.seconds)} at {summary.rate:,.1f}/s", err=True)
