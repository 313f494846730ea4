"""The published figures beside ours: same, better or worse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from taquin.lab.experiment import Experiment
from taquin.lab.figures import better
from taquin.lab.record import Record, figure, grouped, values_of
from taquin.lab.statistics import Estimate, estimate
from taquin.lab.tables import Cell, Table, number

__all__ = ["board_tables", "published_table", "summary_table", "verdict"]

_KEYS: Final = ("dataset", "solver", "shape", "metric", "home", "id")
"""What tells the records of an experiment apart."""
_NOT_SOLVED: Final = "not solved"


def verdict(name: str, ours: float, published: float, *, exact: bool, interval: Estimate | None = None) -> str:
    """`same`, `better` or `worse`. A sampled mean is the same where chance explains the difference."""
    tolerance = 5e-4 * abs(published)  # published means are rounded
    close = abs(ours - published) <= (min(tolerance, 0.5) if exact else tolerance)
    if close or (not exact and interval is not None and interval.count > 1 and interval.holds(published)):
        return "same"
    return better(name, ours, published)


def published_table(experiment: Experiment, records: Sequence[Record], obstacle: str) -> Table:
    """Our means beside those that the experiment names. The mean of a part of the boards is not the mean of all:
    `obstacle` says why there is no more than a part, and nothing is claimed then.
    """
    head = ["what", "figure", "boards", "ours", "95 % interval", "published", "ours / published", "verdict"]
    # One source for all stands under the tables already.
    sourced = any("source" in line for line in experiment.content["published"])
    rows: list[list[Cell]] = []
    for line in experiment.content["published"]:
        where: Mapping[str, Any] = line.get("where", {})
        members = [record for record in records if all(record.get(key) == value for key, value in where.items())]
        values = values_of([record for record in members if record["outcome"] == "solved"], line["figure"])
        what = ", ".join(str(value) for value in where.values()) or "all"
        value = line["value"]
        source: list[Cell] = [line.get("source", experiment.content.get("source", "-"))] if sourced else []
        if not values or len(values) < len(members):
            missing = f"{len(members) - len(values)} not solved" if members else "not measured"
            rows.append([what, line["figure"], len(values), None, "-", value, None, missing, *source])
            continue
        found = estimate(values)
        exact = bool(line.get("exact"))
        # The same boards leave nothing to chance.
        interval = "-" if exact or found.count == 1 else f"{number(found.low)} to {number(found.high)}"
        word = obstacle or verdict(line["figure"], found.mean, value, exact=exact, interval=found)
        quotient = found.mean / value if value else None
        rows.append([what, line["figure"], found.count, found.mean, interval, value, quotient, word, *source])
    return Table("Beside the published figures", [*head, "source"] if sourced else head, rows)


def summary_table(records: Sequence[Record], group: list[str], compare: Mapping[str, str]) -> Table:
    """How many single boards have the same, a better or a worse figure than was published for them."""
    groups = list(grouped(records, group))
    if all(len(members) == 1 for _, members in groups):
        group, groups = [], [([], list(records))]
    head = [*group, "figure", "published as", "same", "better", "worse", "not solved", "first that differs"]
    rows: list[list[Cell]] = []
    for key, members in groups:
        for name, theirs in compare.items():
            words = [(word, record) for record, *_, word in _compared(members, name, theirs)]
            if not words:
                continue
            counts = [sum(word == kind for word, _ in words) for kind in ("same", "better")]
            worse = sum(word in ("worse", "differs") for word, _ in words)
            missing = sum(word == _NOT_SOLVED for word, _ in words)
            first = next((str(record.get("id", record["line"])) for word, record in words if word != "same"), "-")
            rows.append([*key, name, theirs, *counts, worse, missing, first])
    return Table("One by one", head, rows)


def board_tables(records: Sequence[Record], compare: Mapping[str, str]) -> Iterator[Table]:
    """For each figure every board, or whatever was measured, beside its published figure."""
    keys = [key for key in _KEYS if len({str(record.get(key)) for record in records}) > 1] or ["line"]
    for name, theirs in compare.items():
        head = [*keys, "ours", f"published ({theirs})", "ours / published", "verdict"]
        rows: list[list[Cell]] = []
        for record, ours, value, word in _compared(records, name, theirs):
            quotient = ours / value if ours is not None and value else None
            rows.append([*(record.get(key) for key in keys), ours, value, quotient, word])
        yield Table(f"{name}, one by one", head, rows)


def _compared(records: Sequence[Record], name: str, theirs: str) -> Iterator[tuple[Record, float | None, float, str]]:
    """Every record for which something was published: our figure, the published one, the verdict."""
    for record in records:
        value = figure(record, f"published.{theirs}")
        if value is not None:
            ours = figure(record, name) if record["outcome"] == "solved" else None
            yield record, ours, value, _NOT_SOLVED if ours is None else verdict(name, ours, value, exact=True)
