"""`taquin lab`: experiments, their reports, and what changed between two runs."""

from __future__ import annotations

from pathlib import Path

import click

from taquin.cli.engine import warn
from taquin.cli.exits import Exit
from taquin.cli.options import WholeNumber
from taquin.cli.output import banner, figures, say
from taquin.cli.pool import Pool, pool_options, show_progress
from taquin.lab import built_in_names, load_experiment, read_records
from taquin.lab.diff import changed_solvers, diff_table, has_regression
from taquin.lab.experiment import built_in_text
from taquin.lab.page import write_report
from taquin.lab.plots import NEEDED, can_draw
from taquin.lab.records import experiment_of, require_measured, run_experiment
from taquin.lab.report import tables
from taquin.lab.tables import FORMS

__all__ = ["command"]

_MOST_REPEATS = 1000
"""Passes of an experiment at most."""
_MOST_BOARDS = 10**9
"""Boards of a dataset at most."""
_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.group("lab")
def command() -> None:
    """Run experiments and turn them into tables and plots.

    \b
    Example:
      taquin lab list

    'show' prints the file of one, 'run' measures, 'report' writes tables and plots, 'diff' compares two runs.
    """


@command.command("list")
def list_() -> None:
    """List the experiments that come with taquin."""
    click.echo(figures((name, load_experiment(name).title) for name in built_in_names()))


@command.command("show")
@click.argument("name", metavar="NAME")
def show(name: str) -> None:
    """Print the TOML file of an experiment that comes with taquin: a pattern for one of your own."""
    click.echo(built_in_text(name), nl=False)


@command.command("run")
@click.argument("experiment", metavar="NAME|FILE.toml")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The records file.  [default: NAME.jsonl]")
@click.option(
    "--repeat",
    type=WholeNumber(1, _MOST_REPEATS),
    default=1,
    show_default=True,
    help="Measure everything so many times, one pass after another: 'diff' judges times by it.",
)
@click.option("--boards", type=WholeNumber(1, _MOST_BOARDS), help="Only the first so many boards of each dataset.")
@pool_options
@click.option("--restart", is_flag=True, help="Throw away the records that are there, and start anew.")
@click.option("--quiet", is_flag=True, help="No progress.")
def run(
    experiment: str,
    output: Path | None,
    repeat: int,
    boards: int | None,
    pool: Pool,
    restart: bool,
    quiet: bool,
) -> Exit:
    """Run an experiment: one JSON line a run. Stopped or killed, the same command goes on where it stopped.

    A larger --repeat continues a file too. Times are those of single runs; for figures that others should trust, give
    the machine nothing else to do and let --workers be at most half its cores.
    """
    found = load_experiment(experiment)
    if boards is not None:
        found = found.with_first(boards)
    path = output or Path(f"{found.name}.jsonl")
    banner()
    with pool.start() as workers:
        on_line = (lambda text: None) if quiet else show_progress()
        ran = run_experiment(found, path, workers, repeat=repeat, restart=restart, on_line=on_line)
    earlier = f", {ran.before:,} of them by earlier runs" if ran.before else ""
    failed = f", {ran.failed:,} with an error" if ran.failed else ""
    say(f"{ran.records:,} runs in {path}{earlier}{failed}; now:", err=True)
    click.echo(f"taquin lab report {path}", err=True)  # in one piece, to be copied
    return Exit.FAILED if ran.failed else Exit.OK


@command.command("report")
@click.argument("records", type=_FILE)
@click.option("--experiment", metavar="NAME|FILE.toml", help="Report as this experiment.  [default: as it was run]")
@click.option("--format", "form", type=click.Choice(list(FORMS)), default="markdown", show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=False), help="Write everything here.")
@click.option("--plots", type=click.Choice(["svg", "png", "none"]), default="svg", show_default=True)
def report(records: Path, experiment: str | None, form: str, output: Path | None, plots: str) -> None:
    """Print the tables of a run; with --output write them in all formats, the plots and an HTML page."""
    found = read_records(records, warn)
    require_measured(records, found)
    about = load_experiment(experiment) if experiment else experiment_of(records, found)
    if output is None:
        click.echo("\n".join(FORMS[form](table) for table in tables(about, found)), nl=False)
        return
    if plots != "none" and about.content.get("plot") and not can_draw():
        say(f"taquin: the report is without plots: {NEEDED}", err=True)
    for path in write_report(about, found, output, plots):
        click.echo(path)


@command.command("diff")
@click.argument("before", type=_FILE)
@click.argument("after", type=_FILE)
@click.option("--format", "form", type=click.Choice(list(FORMS)), default="markdown", show_default=True)
def diff(before: Path, after: Path, form: str) -> Exit:
    """Compare two runs board by board: what became better or worse, and what is noise.

    Two runs of an experiment, of 'taquin batch' or of 'make bench'. A solver that was told something else in the second
    run is named above the table. Times are judged over repeats: 'run --repeat 5'.
    Exit code 0 if nothing became worse, else 5.
    """
    first, second = read_records(before, warn), read_records(after, warn)
    table = diff_table(first, second, f"{before.name} and {after.name}")
    for line in changed_solvers(first, second):
        say(line, err=True)
    click.echo(FORMS[form](table), nl=False)
    return Exit.NOT_PROVEN if has_regression(table) else Exit.OK
