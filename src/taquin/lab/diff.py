"""Two runs of the same experiment, pair by pair: what became better or worse, and what is noise.

Counts are exact: one board that differs is a difference. Times vary, so their ratio comes with its interval, and a
ratio whose interval holds 1 is noise. One pair alone says nothing about chance: it is shown, and not judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from taquin.errors import TaquinError
from taquin.lab.records import Record, figure
from taquin.lab.statistics import Estimate, ratio
from taquin.lab.tables import Cell, Table

__all__ = ["COUNTS", "TIMES", "diff_table", "has_regression"]

COUNTS: Final = ("length", "generated", "expanded")
TIMES: Final = ("seconds",)
_IDENTITY: Final = ("measure", "dataset", "solver", "id", "shape", "home", "heuristic", "name")


def diff_table(before: Sequence[Record], after: Sequence[Record], title: str = "Difference") -> Table:
    """One row a solver (or other measure), dataset and figure. Raises TaquinError where the runs share nothing."""
    first = {_identity(record): record for record in before}
    pairs = [(first[key], record) for record in after if (key := _identity(record)) in first]
    if not pairs:
        raise TaquinError("these two files have no run in common: nothing to compare")
    groups: dict[tuple[str, str], list[tuple[Record, Record]]] = {}
    for pair in pairs:
        groups.setdefault(_group(pair[1]), []).append(pair)
    rows: list[list[Cell]] = []
    for (what, where), members in groups.items():
        for name in _figures(members[0]):
            values = [
                (one, two)
                for old, new in members
                if (one := figure(old, name)) is not None and (two := figure(new, name)) is not None
            ]
            if values:
                rows.append([what, where, name, *_row(values, name in COUNTS)])
    if not rows:
        raise TaquinError("these two files share runs, but none has a length, a node count or a time to compare")
    head = ["what", "where", "figure", "pairs", "before", "after", "after / before", "95 % interval", "verdict"]
    return Table(title, head, rows)


def has_regression(table: Table) -> bool:
    """Whether anything became worse beyond chance."""
    return any(row[-1] == "worse" for row in table.rows)


def _row(values: list[tuple[float, float]], exact: bool) -> list[Cell]:
    before = sum(one for one, _ in values) / len(values)
    after = sum(two for _, two in values) / len(values)
    differing = sum(one != two for one, two in values)
    if exact and not differing:
        return [len(values), before, after, 1.0, "-", "same"]
    positive = [(one, two) for one, two in values if one > 0 and two > 0]
    if not positive:
        return [len(values), before, after, None, "-", "noise"]
    found = ratio(positive)
    if found.count == 1:
        return [1, before, after, found.mean, "-", "one value"]
    interval = f"{found.low:.3f} to {found.high:.3f}"
    if exact:
        word = "better" if after < before else "worse" if after > before else f"{differing} differ"
    else:
        word = _beyond_chance(found)
    return [len(values), before, after, found.mean, interval, word]


def _beyond_chance(found: Estimate) -> str:
    if found.holds(1.0):
        return "noise"
    return "better" if found.mean < 1 else "worse"


def _figures(pair: tuple[Record, Record]) -> list[str]:
    """What to compare: of a benchmark everything that is a number, else counts and times."""
    if pair[0].get("measure") != "bench":
        return [*COUNTS, *TIMES]
    return [name for name in pair[0] if figure(pair[0], name) is not None]


def _identity(record: Record) -> tuple[Any, ...]:
    return tuple(record.get(name) for name in _IDENTITY)


def _group(record: Record) -> tuple[str, str]:
    what = record.get("solver") or record.get("heuristic") or record.get("name") or record.get("measure")
    return str(what), str(record.get("dataset") or record.get("shape") or "-")
