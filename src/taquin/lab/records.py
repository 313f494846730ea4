"""Records: the JSON lines of a run, and the file that a run appends them to.

A run may repeat all of its jobs: first every board once, then every board again, so that each pass meets the machine in
another state. `repeat` numbers the passes from 1; a file that holds three is continued when five are asked for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from taquin.batch import Workers
from taquin.batch.dispatch import dispatch
from taquin.batch.journal import Journal, companion, read_results
from taquin.batch.pace import Pace
from taquin.errors import TaquinError
from taquin.lab.bench import bench_records
from taquin.lab.experiment import Experiment, load_experiment
from taquin.lab.measures import failed, measure_jobs
from taquin.lab.record import Record, problem_of

__all__ = ["Ran", "experiment_of", "read_records", "require_measured", "run_experiment"]


_CONTENT: Final = "content of the experiment"
"""Under which the companion of a records file has the TOML document; a message names what of it has changed."""


class Ran(NamedTuple):
    """How many records a file has, how many of them were there before, and how many have no figures but an error."""

    records: int
    before: int
    failed: int


def run_experiment(
    experiment: Experiment,
    results: Path,
    workers: Workers,
    *,
    repeat: int = 1,
    restart: bool = False,
    on_line: Callable[[str], None] = lambda text: None,
) -> Ran:
    """Measure what is not in the results file yet."""
    journal = Journal(results, {"experiment": experiment.name, _CONTENT: dict(experiment.content)}, restart)
    count = experiment.count()
    pace = Pace(journal.outcomes, journal.recovered)
    try:
        jobs = (
            {**job, "line": done * count + job["line"], "repeat": done + 1}
            for done in range(repeat)
            for job in experiment.jobs()
        )
        todo = (job for job in jobs if not journal.is_done(job["line"]))

        def tick() -> None:
            on_line(pace.line(max(repeat * count, pace.done), True).replace("boards", "runs", 1))

        pool = {"workers": workers.slots(), "pool": workers.kind}
        searches = _searches_of(results, restart) if workers.trusted else None
        measure = partial(measure_jobs, pool=pool, searches=searches)
        give_up = partial(_gave_up, pool=pool)
        # A board may take hours: those that are done meanwhile must not wait for it.
        for lines in dispatch(todo, measure, workers, ordered=False, give_up=give_up, on_tick=tick):
            journal.append(lines)
        if searches is not None:
            with suppress(OSError):  # some are left, or there were none
                searches.rmdir()
        return Ran(journal.outcomes.total(), journal.recovered, journal.outcomes["error"])
    finally:
        journal.close()


def _searches_of(results: Path, restart: bool) -> Path:
    """The folder of searches that are not done yet, beside the records file; workers of other machines have none."""
    folder = results.with_name(f"{results.name}.searches")
    try:
        folder.mkdir(exist_ok=True)
        for saved in folder.glob("*.json") if restart else ():
            saved.unlink()
    except OSError as error:
        raise TaquinError(f"{folder}: searches cannot be kept here: {error.strerror or error}") from None
    return folder


def _gave_up(job: dict[str, Any], pool: Mapping[str, Any]) -> str:
    """The record of a job on which workers died again and again."""
    return json.dumps(failed(job, "the worker died whenever it worked on this (out of memory?)", pool)) + "\n"


def experiment_of(path: Path, records: Sequence[Record]) -> Experiment:
    """The experiment that the records of this file are of: as it was run, else the one of its name."""
    name, file = str(records[0]["experiment"]), records[0].get("file")
    try:
        return Experiment(name, json.loads(companion(path).read_text())[_CONTENT])
    except (OSError, ValueError, KeyError):
        return load_experiment(file or name)


def require_measured(path: Path, records: Sequence[Record]) -> None:
    """Raise TaquinError where these are not the records of an experiment, but results of something else."""
    for number, record in enumerate(records, start=1):
        if not all(key in record for key in ("experiment", "measure", "outcome", "environment")):
            raise TaquinError(
                f"{path}:{number}: this is no record of 'taquin lab run': results of 'taquin batch' and 'make bench' "
                "have no report, only 'taquin lab diff'"
            )


def read_records(path: Path, on_warning: Callable[[str], None] = lambda text: None) -> list[Record]:
    """All records of a file, which may be that of `make bench`; a line torn by a kill at its end is left out.

    Raises TaquinError for a line that was altered. Where that cannot be told, a warning says so.
    """
    if path.suffix == ".json":
        return _read_bench(path)
    records = []
    try:
        for number, record in enumerate(read_results(path, on_warning), start=1):
            if problem := problem_of(record):
                raise TaquinError(f"{path}:{number}: {problem}")
            records.append(record)
    except OSError as error:
        raise TaquinError(f"{path}: cannot be read: {error.strerror or error}") from None
    if not records:
        raise TaquinError(f"{path}: there are no records in this file")
    return sorted(records, key=lambda record: record.get("line", 0))  # they were written as they were done


def _read_bench(path: Path) -> list[Record]:
    try:
        records = list(bench_records(json.loads(path.read_text())))
    except (ValueError, AttributeError, RecursionError):
        records = []
    if not records:
        raise TaquinError(f"{path}: this is not a results file of 'make bench'")
    return records
