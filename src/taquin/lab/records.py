"""Records: the JSON lines of a run, and the file that a run appends them to."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from taquin.batch import Engine
from taquin.batch.flow import flow
from taquin.batch.journal import Journal, companion
from taquin.batch.progress import Progress
from taquin.errors import TaquinError
from taquin.lab.bench import bench_records
from taquin.lab.experiment import Experiment, load_experiment
from taquin.lab.measures import measure_jobs

__all__ = ["Record", "experiment_of", "figure", "read_records", "run_experiment"]

Record = dict[str, Any]


def run_experiment(
    experiment: Experiment,
    results: Path,
    engine: Engine,
    *,
    restart: bool = False,
    on_progress: Callable[[str], None] = lambda text: None,
) -> tuple[int, int]:
    """Measure what is not in the results file yet; how many records there are, and how many were there before."""
    journal = Journal(results, {"experiment": experiment.name, "content": dict(experiment.content)}, restart)
    total = experiment.count()
    progress = Progress(journal.outcomes, journal.recovered)
    try:
        todo = (job for job in experiment.jobs() if not journal.is_done(job["line"]))

        def tick() -> None:
            on_progress(progress.line(total, True).replace("boards", "runs", 1))

        for lines in flow(todo, measure_jobs, engine, on_tick=tick):
            journal.append(lines)
        return journal.outcomes.total(), journal.recovered
    finally:
        journal.close()


def experiment_of(path: Path, records: Sequence[Record]) -> Experiment:
    """The experiment that the records of this file are of: as it was run, else the built-in one of its name."""
    name = str(records[0].get("experiment"))
    try:
        return Experiment(name, json.loads(companion(path).read_text())["content"])
    except (OSError, ValueError, KeyError):
        return load_experiment(name)


def read_records(path: Path) -> list[Record]:
    """All records of a file, which may be that of `make bench`; a line torn by a kill at its end is left out."""
    if path.suffix == ".json":
        return _read_bench(path)
    records = []
    for number, line in enumerate(path.read_bytes().splitlines(keepends=True), start=1):
        if not line.endswith(b"\n"):
            break
        try:
            record = json.loads(line)
            if not isinstance(record, dict):
                raise ValueError
        except ValueError:
            raise TaquinError(f"{path}:{number}: this is not a record") from None
        records.append(record)
    if not records:
        raise TaquinError(f"{path}: there are no records in this file")
    return records


def _read_bench(path: Path) -> list[Record]:
    try:
        records = list(bench_records(json.loads(path.read_text())))
    except (ValueError, AttributeError):
        records = []
    if not records:
        raise TaquinError(f"{path}: this is not a results file of 'make bench'")
    return records


def entry(record: Record, name: str) -> Any:
    """What a record says under a name; `published.length` looks into the dataset's figures of its board."""
    outer, _, inner = name.partition(".")
    return record.get(outer, {}).get(inner) if inner else record.get(name)


def figure(record: Record, name: str) -> float | None:
    """A figure of a record as a number; None where it has none, as the length of a board that was not solved."""
    value = entry(record, name)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
