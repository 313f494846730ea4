"""From records to tables: means by group, and the published figures beside ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, median
from typing import Any

from taquin.lab.experiment import Experiment
from taquin.lab.records import Record, entry, figure
from taquin.lab.statistics import Estimate, estimate
from taquin.lab.tables import Cell, Table, number

__all__ = ["tables", "verdict"]


def tables(experiment: Experiment, records: Sequence[Record]) -> list[Table]:
    """All tables of an experiment's report."""
    report = experiment.content.get("report", {})
    group = report.get("group", ["dataset", "solver"])
    made = [_means(experiment, records, group, report.get("figures", ["length", "generated", "seconds"]))]
    if experiment.content.get("published"):
        made.append(_published(experiment, records))
    if report.get("compare"):
        made.append(_board_by_board(records, group, report["compare"]))
    made.append(_conditions(experiment, records))
    return made


def verdict(ours: float, published: float, *, exact: bool, interval: Estimate | None = None) -> str:
    """`same`, `better` or `worse`; fewer is better. A sampled mean is the same where chance explains the difference."""
    tolerance = 5e-4 * abs(published)  # published means are rounded
    close = abs(ours - published) <= (min(tolerance, 0.5) if exact else tolerance)
    if close or (not exact and interval is not None and interval.count > 1 and interval.holds(published)):
        return "same"
    return "better" if ours < published else "worse"


def _means(experiment: Experiment, records: Sequence[Record], group: list[str], figures: list[str]) -> Table:
    groups = list(_groups(records, group))
    if all(len(members) == 1 for _, members in groups):
        single = [[*key, *(entry(members[0], name) for name in figures)] for key, members in groups]
        return Table(experiment.title, [*group, *figures], single)
    head = [*group, "runs", "solved", *(part for name in figures for part in (f"mean {name}", f"median {name}"))]
    rows = []
    for key, members in groups:
        row: list[Cell] = [*key, len(members), sum(record["outcome"] == "solved" for record in members)]
        for name in figures:
            values = _values(members, name)
            row += [fmean(values), median(values)] if values else [None, None]
        rows.append(row)
    return Table(experiment.title, head, rows)


def _published(experiment: Experiment, records: Sequence[Record]) -> Table:
    head = ["what", "figure", "boards", "ours", "95 % interval", "published", "ours / published", "verdict"]
    # One source for all stands under the tables already.
    sourced = any("source" in line for line in experiment.content["published"])
    complete = len(records) == experiment.count()
    rows: list[list[Cell]] = []
    for line in experiment.content["published"]:
        where: Mapping[str, Any] = line.get("where", {})
        members = [record for record in records if all(record.get(key) == value for key, value in where.items())]
        values = _values(members, line["figure"])
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
        # The mean of a part of the boards is not the mean of all.
        word = verdict(found.mean, value, exact=exact, interval=found) if complete else "run not finished"
        quotient = found.mean / value if value else None
        rows.append([what, line["figure"], found.count, found.mean, interval, value, quotient, word, *source])
    return Table("Beside the published figures", [*head, "source"] if sourced else head, rows)


def _board_by_board(records: Sequence[Record], group: list[str], pairs: Mapping[str, str]) -> Table:
    """How many single boards have the same, a smaller or a larger figure than was published for them."""
    groups = list(_groups(records, group))
    if all(len(members) == 1 for _, members in groups):
        group, groups = [], [([], list(records))]
    head = [*group, "figure", "published as", "same", "better", "worse", "first that differs"]
    rows: list[list[Cell]] = []
    for key, members in groups:
        for ours, theirs in pairs.items():
            known = [(record, figure(record, ours), record.get("published", {}).get(theirs)) for record in members]
            words = [
                (verdict(mine, value, exact=True), record)
                for record, mine, value in known
                if mine is not None and value is not None
            ]
            if not words:
                continue
            counts = [sum(word == name for word, _ in words) for name in ("same", "better", "worse")]
            first = next((str(record.get("id", record["line"])) for word, record in words if word != "same"), "-")
            rows.append([*key, ours, theirs, *counts, first])
    return Table("One by one", head, rows)


def _conditions(experiment: Experiment, records: Sequence[Record]) -> Table:
    """What is needed to repeat it: each setting, with all values that occur in the records."""
    names = {name: None for record in records for name in record["environment"]}
    rows: list[list[Cell]] = [
        [name, ", ".join(sorted({str(record["environment"].get(name)) for record in records}))] for name in names
    ]
    used = sorted({str(table) for record in records for table in record.get("tables", ())})
    rows.append(["tables", ", ".join(used) or "none"])
    rows.append(["command", f"taquin lab run {experiment.name}"])
    rows.append(["source", str(experiment.content.get("source", "-"))])
    return Table("Conditions", ["what", "value"], rows)


def _groups(records: Sequence[Record], group: Sequence[str]) -> Iterator[tuple[list[Cell], list[Record]]]:
    """Records with the same values of the grouping keys, in the order in which they first occur."""
    found: dict[tuple[Any, ...], list[Record]] = {}
    for record in records:
        found.setdefault(tuple(entry(record, name) for name in group), []).append(record)
    return ((list(key), members) for key, members in found.items())


def _values(records: Sequence[Record], name: str) -> list[float]:
    return [value for record in records if (value := figure(record, name)) is not None]
