"""From records to tables: means by group, the published figures beside ours, and the conditions of it all."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from statistics import fmean, median

from taquin.lab.experiment import Experiment
from taquin.lab.published import board_tables, published_table, summary_table
from taquin.lab.record import Record, averaged, entry, figure_names, grouped, identity_keys, require_figures, values_of
from taquin.lab.tables import Cell, Table

__all__ = ["tables"]


def tables(experiment: Experiment, records: Sequence[Record]) -> list[Table]:
    """All tables of an experiment's report; a figure is the mean over the repeats of a board."""
    report = experiment.content.get("report", {})
    keys = [key for key in identity_keys(records[0]) if key in records[0] and key != "id"]
    group, figures = report.get("group", keys), report.get("figures", figure_names(records[0]))
    compare = report.get("compare", {})
    require_figures(records, [*group, *figures, *compare], "the report")
    repeats = max(record.get("repeat", 1) for record in records)
    wanted = repeats * experiment.count()
    boards, title, obstacle = averaged(records), experiment.title, ""
    if first := _first(experiment):
        obstacle = "part of the boards"
        title += f" (the first {first:,} boards of each dataset)"
    if len(records) != wanted:
        obstacle = "run not finished"
        title += f" ({obstacle}: {len(records):,} of {wanted:,})"
    made = [_means(title, boards, group, figures)]
    if experiment.content.get("published"):
        made.append(published_table(experiment, boards, obstacle))
    if compare:
        made.append(summary_table(boards, group, compare))
        made += board_tables(boards, compare)
    made.append(_errors(boards))
    made.append(_conditions(experiment, records, repeats))
    return [table for table in made if table.rows]


def _means(title: str, records: Sequence[Record], group: list[str], figures: list[str]) -> Table:
    groups = list(grouped(records, group))
    if all(len(members) == 1 for _, members in groups):
        single = [[*key, *(entry(members[0], name) for name in figures)] for key, members in groups]
        return Table(title, [*group, *figures], single)
    head = [*group, "runs", "solved", *(part for name in figures for part in (f"mean {name}", f"median {name}"))]
    rows = []
    for key, members in groups:
        row: list[Cell] = [*key, len(members), sum(record["outcome"] == "solved" for record in members)]
        for name in figures:
            values = values_of(members, name)
            row += [fmean(values), median(values)] if values else [None, None]
        rows.append(row)
    return Table(title, head, rows)


def _errors(records: Sequence[Record]) -> Table:
    """What could not be measured at all."""
    failed = [record for record in records if record["outcome"] == "error"]
    return Table("Errors", ["run", "error"], [[record["line"], record.get("error", "-")] for record in failed])


def _conditions(experiment: Experiment, records: Sequence[Record], repeats: int) -> Table:
    """What is needed to repeat it: each setting, with all values that occur in the records."""
    names = {name: None for record in records for name in record["environment"]}
    rows: list[list[Cell]] = [
        [name, ", ".join(sorted({str(record["environment"].get(name)) for record in records}))] for name in names
    ]
    used = sorted({str(table) for record in records for table in record.get("tables", ())})
    rows.append(["tables", ", ".join(used) or "none"])
    rows.append(["repeats", repeats])
    rows.append(["command", _command(experiment, records, repeats)])
    rows.append(["source", str(experiment.content.get("source", "-"))])
    return Table("Conditions", ["what", "value"], rows)


def _first(experiment: Experiment) -> int:
    """To how many boards of each dataset a run was cut, 0 where it was not."""
    return max((int(grid.get("first", 0)) for grid in experiment.content["grid"]), default=0)


def _command(experiment: Experiment, records: Sequence[Record], repeats: int) -> str:
    """What measures the same again; a file that was continued with other workers leaves them open."""
    words = ["taquin lab run", shlex.quote(str(records[0].get("file", experiment.name)))]
    words += [f"--boards {first}"] if (first := _first(experiment)) else []
    words += [f"--repeat {repeats}"] if repeats > 1 else []
    pools = {(record["environment"].get("workers"), record["environment"].get("pool")) for record in records}
    workers, kind = pools.pop()
    if not pools and kind == "cluster":
        words.append("--scheduler ADDRESS")
    elif not pools and workers is not None:
        words += [f"--workers {workers}", *(["--pool threads"] if kind == "threads" else [])]
    return " ".join(words)
