"""A whole run: every job of a source through workers into a results file, continuing what is there."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TextIO

from taquin.batch.check import problem_of_line
from taquin.batch.dispatch import dispatch
from taquin.batch.journal import Journal, ending
from taquin.batch.pace import Pace
from taquin.batch.reader import Source
from taquin.batch.work import Job, Settings, solve_jobs
from taquin.batch.workers import Workers

__all__ = ["Summary", "solve_file", "solve_stream"]

OnLine = Callable[[str], None]
"""What is told of a run several times a second: a line for a person."""


@dataclass(frozen=True, slots=True)
class Summary:
    """How the jobs of a source ended, those of earlier runs included; seconds and rate are of this run."""

    outcomes: Counter[str]
    recovered: int
    seconds: float
    rate: float

    @property
    def done(self) -> int:
        """All jobs with a result."""
        return self.outcomes.total()


def solve_file(
    source: Source,
    results: Path,
    settings: Settings,
    workers: Workers,
    *,
    ordered: bool = True,
    restart: bool = False,
    on_line: OnLine = lambda text: None,
) -> Summary:
    """Solve every board of the source that has no result yet. Raises TaquinError where the file is of another run."""
    journal = Journal(results, {**settings.to_json(), "order": "input" if ordered else "finish"}, restart)
    try:
        pace = Pace(journal.outcomes, journal.recovered)
        todo = (job for job in source.jobs() if not journal.is_done(job.line, job.check))
        for lines in _results(todo, source, settings, workers, ordered, pace, on_line):
            journal.append(lines)
        return Summary(journal.outcomes, journal.recovered, pace.seconds, pace.overall_rate)
    finally:
        journal.close()


def solve_stream(
    source: Source,
    output: TextIO,
    settings: Settings,
    workers: Workers,
    *,
    ordered: bool = True,
    on_line: OnLine = lambda text: None,
) -> Summary:
    """The same into a stream such as standard output, which cannot be continued."""
    outcomes: Counter[str] = Counter()
    pace = Pace(outcomes)
    for lines in _results(source.jobs(), source, settings, workers, ordered, pace, on_line):
        output.writelines(lines)
        output.flush()
        outcomes.update(ending(json.loads(line)) for line in lines)
    return Summary(outcomes, 0, pace.seconds, pace.overall_rate)


def _results(
    jobs: Iterator[Job],
    source: Source,
    settings: Settings,
    workers: Workers,
    ordered: bool,
    pace: Pace,
    on_line: OnLine,
) -> Iterator[list[str]]:
    read_all = False

    def reading() -> Iterator[Job]:
        nonlocal read_all
        yield from jobs
        read_all = True

    def tick() -> None:
        total = source.jobs_read if read_all else source.total()
        on_line(pace.line(total, read_all or source.exact))

    work = partial(solve_jobs, settings)
    check = partial(problem_of_line, settings)
    return dispatch(reading(), work, workers, ordered=ordered, give_up=_gave_up, check=check, on_tick=tick)


def _gave_up(job: Job) -> str:
    """The result of a board on which workers died again and again."""
    message = "the worker died whenever it worked on this board (out of memory?)"
    result = {"line": job.line, "check": job.check, "outcome": "error", "error": message, "text": job.text[:200]}
    return json.dumps(result) + "\n"
