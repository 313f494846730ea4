"""One record: what it says, and which others are about the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any, Final

from taquin.errors import TaquinError
from taquin.lab.measures import MEASURES

__all__ = [
    "Record",
    "averaged",
    "entry",
    "figure",
    "figure_names",
    "grouped",
    "identity",
    "identity_keys",
    "is_solve",
    "problem_of",
    "require_figures",
    "values_of",
]

Record = dict[str, Any]

_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "environment": (dict,),
    "limits": (dict,),
    "line": (int,),
    "measure": (str,),
    "outcome": (str,),
    "published": (dict,),
    "repeat": (int,),
    "seconds": (int, float),
}
"""What stands under the names on which every part of the laboratory relies, where they are there."""


def problem_of(value: Any) -> str:
    """What keeps a value, read from somebody's file, from being a record; empty where nothing does."""
    if not isinstance(value, dict):
        return "this is not a record"
    wrong = [name for name, kinds in _KINDS.items() if name in value and not isinstance(value[name], kinds)]
    if not wrong:
        limits = value.get("limits", {})
        wrong = [f"limits.{name}" for name, limit in limits.items() if not isinstance(limit, int | float | None)]
    return f"this is not a record: {wrong[0]} has a value of the wrong kind" if wrong else ""


def entry(record: Record, name: str) -> Any:
    """What a record says under a name; `published.length` looks into the dataset's figures of its board."""
    outer, _, inner = name.partition(".")
    return record.get(outer, {}).get(inner) if inner else record.get(name)


def figure(record: Record, name: str) -> float | None:
    """A figure of a record as a number; None where it has none, as the length of a board that was not solved."""
    value = entry(record, name)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def is_solve(record: Record) -> bool:
    """Whether this is about one board: a record of such a measure, or a result of `taquin batch`."""
    return bool(record.get("measure", "solve") == "solve")


def identity(record: Record) -> tuple[Any, ...]:
    """What was measured: the same in all repeats and in all runs of an experiment."""
    measure = record.get("measure")
    if measure is None:
        return "batch", record.get("line"), str(record.get("start"))
    values = (record.get(key) for key in identity_keys(record))
    return measure, *(str(value) if isinstance(value, list | dict) else value for value in values)


def identity_keys(record: Record) -> tuple[str, ...]:
    """Where a record says what was measured."""
    measure = MEASURES.get(record["measure"])
    return ("dataset", "name") if measure is None else measure.keys


def figure_names(record: Record) -> list[str]:
    """The figures that are worth showing: of a board the usual ones, else everything that is a number."""
    if is_solve(record):
        return ["length", "generated", "expanded", "seconds"]
    return [name for name in record if figure(record, name) is not None and name not in ("line", "repeat")]


def averaged(records: Sequence[Record]) -> list[Record]:
    """One record for all repeats of a board: the first, with the means of what varies.

    It counts as solved, and has a figure, where every repeat has.
    """
    boards: dict[tuple[Any, ...], list[Record]] = {}
    for record in records:
        boards.setdefault(identity(record), []).append(record)
    return [repeats[0] if len(repeats) == 1 else _mean(repeats) for repeats in boards.values()]


def _mean(repeats: Sequence[Record]) -> Record:
    worst = next((record for record in repeats if record["outcome"] != "solved"), repeats[0])
    mean = dict(worst)
    for name in worst:
        values = [figure(record, name) for record in repeats]
        if name not in ("line", "repeat") and None not in values and len(set(values)) > 1:
            mean[name] = fmean(value for value in values if value is not None)
    return mean


def grouped(records: Sequence[Record], group: Sequence[str]) -> Iterator[tuple[list[Any], list[Record]]]:
    """Records with the same values of the grouping keys, in the order in which they first occur."""
    found: dict[tuple[Any, ...], list[Record]] = {}
    for record in records:
        found.setdefault(tuple(entry(record, name) for name in group), []).append(record)
    return ((list(key), members) for key, members in found.items())


def values_of(records: Sequence[Record], name: str) -> list[float]:
    """The figure in those records that have it."""
    return [value for record in records if (value := figure(record, name)) is not None]


def require_figures(records: Sequence[Record], names: Sequence[str], place: str) -> None:
    """Raise TaquinError for names that no record knows: they are misspelt."""
    measured = [record for record in records if record["outcome"] != "error"]
    for name in names if measured else ():
        outer, _, inner = name.partition(".")
        if not any(inner in record.get(outer, {}) if inner else name in record for record in measured):
            known = ", ".join(key for key in measured[0] if figure(measured[0], key) is not None)
            raise TaquinError(f"{place}: no record has {name!r}; figures are {known}")
