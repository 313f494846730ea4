"""Two runs of the same experiment, board by board: what became better or worse, and what is noise.

- Counts are exact: one board that differs is a difference. They are compared where both runs solved the board.
- Solutions: a board that was solved and no longer is, or no longer proven, or no longer measured, is worse.
- Times vary, and all boards of one pass share the state of the machine: a run says about chance only what its repeats
  say. For each repeat the logarithms of the times are averaged over the boards; the two runs' averages are compared
  with an interval, and a ratio whose interval holds 1 is noise. A run without repeats is shown, and not judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean, geometric_mean
from typing import Any, Final, NamedTuple

from taquin.errors import TaquinError
from taquin.lab.figures import better, is_exact
from taquin.lab.record import Record, figure, figure_names, identity, is_solve
from taquin.lab.statistics import ratio
from taquin.lab.tables import Cell, Table

__all__ = ["changed_solvers", "diff_table", "has_regression"]

_HEAD: Final = (
    "what",
    "where",
    "figure",
    "pairs",
    "before",
    "after",
    "after / before",
    "95 % interval",
    "mean",
    "verdict",
)
_REGRESSIONS: Final = ("worse", "differs")


class _Pair(NamedTuple):
    """The repeats of one board, or of another measure, in both runs."""

    before: list[Record]
    after: list[Record]

    def records(self) -> list[Record]:
        return [*self.before, *self.after]


def diff_table(before: Sequence[Record], after: Sequence[Record], title: str = "Difference") -> Table:
    """One row a solver (or other measure), dataset and figure. Raises TaquinError where the runs share nothing."""
    first, second = _by_board(before), _by_board(after)
    if not first.keys() & second.keys():
        raise TaquinError("these two files have no run in common: nothing to compare")
    obstacle = _obstacle(before, after)
    groups: dict[tuple[str, str], list[_Pair]] = {}
    for board in {**first, **second}:
        pair = _Pair(first.get(board, []), second.get(board, []))
        groups.setdefault(_group(pair.records()[0]), []).append(pair)
    rows: list[list[Cell]] = []
    for group, pairs in groups.items():
        whole = [pair for pair in pairs if pair.before and pair.after]
        rows += ([*group, *row] for row in _presence(pairs))
        rows += ([*group, *row] for row in _solutions(whole))
        rows += ([*group, *row] for row in _figure_rows(whole, obstacle))
    if not rows:
        raise TaquinError("these two files share runs, but none has a figure to compare")
    return Table(title, _HEAD, rows)


def has_regression(table: Table) -> bool:
    """Whether anything became worse beyond chance, or changed that must not."""
    return any(str(row[-1]).startswith(_REGRESSIONS) for row in table.rows)


def changed_solvers(before: Sequence[Record], after: Sequence[Record]) -> list[str]:
    """A line for every solver that has other options or limits in the second run: then it is another search that
    became better or worse."""
    first, second = _set_up(before), _set_up(after)
    lines = []
    for solver in first.keys() & second.keys():
        changes = [
            f"{name} {', '.join(sorted(was)) or 'not set'} before, {', '.join(sorted(now)) or 'not set'} after"
            for name in sorted(first[solver].keys() | second[solver].keys())
            if (was := first[solver].get(name, set())) != (now := second[solver].get(name, set()))
        ]
        if changes:
            lines.append(f"the solver {solver} is not the same in both runs: {'; '.join(changes)}")
    return sorted(lines)


def _set_up(records: Sequence[Record]) -> dict[str, dict[str, set[str]]]:
    """What every solver was told, option by option, and with which limits it searched."""
    found: dict[str, dict[str, set[str]]] = {}
    for record in records:
        if "solver" not in record:
            continue
        told = found.setdefault(str(record["solver"]), {})
        limits = {f"limit of {name}": value for name, value in record.get("limits", {}).items()}
        for name, value in {**record.get("options", {}), **limits}.items():
            told.setdefault(name, set()).add(str(value))
    return found


def _presence(pairs: Sequence[_Pair]) -> Iterator[list[Cell]]:
    missing, new = sum(not pair.after for pair in pairs), sum(not pair.before for pair in pairs)
    if missing or new:
        words = ([f"worse: {missing:,} missing"] if missing else []) + ([f"{new:,} new"] if new else [])
        yield [
            "measured",
            len(pairs) - missing - new,
            len(pairs) - new,
            len(pairs) - missing,
            None,
            "-",
            "-",
            ", ".join(words),
        ]


def _solutions(pairs: Sequence[_Pair]) -> Iterator[list[Cell]]:
    """How many boards are solved, and how many of them proven shortest. A loss is worse, whatever was won elsewhere."""
    if not pairs or not is_solve(pairs[0].before[0]):
        return
    for name, holds in (("solved", _is_solved), ("optimal", _is_optimal)):
        states = [(_mostly(holds, pair.before), _mostly(holds, pair.after)) for pair in pairs]
        lost, won = states.count((True, False)), states.count((False, True))
        word = "same" if not lost + won else f"better: {won:,} more" if not lost else f"worse: {lost:,} lost"
        if lost and won:
            word += f", {won:,} more"
        counts = sum(one for one, _ in states), sum(two for _, two in states)
        yield [name, len(pairs), *counts, counts[1] / counts[0] if counts[0] else None, "-", "-", word]


def _figure_rows(pairs: Sequence[_Pair], obstacle: str) -> Iterator[list[Cell]]:
    solved = [pair for pair in pairs if all(map(_is_solved, pair.records()))]
    if not solved:
        return
    # A run that was stopped has more repeats of some boards than of others.
    repeats = min(len(pair.before) for pair in solved), min(len(pair.after) for pair in solved)
    for name in dict.fromkeys(name for pair in solved for name in figure_names(pair.before[0])):
        known = [
            (one, two)
            for pair in solved
            if (one := _values(pair.before[: repeats[0]], name)) and (two := _values(pair.after[: repeats[1]], name))
        ]
        if known:
            records = [record for pair in solved for record in pair.records()]
            both_ends = any(record.get("options", {}).get("optimal") for record in records)
            exact = is_exact(name, both_ends) and not any(map(_ended_by_time, records))
            yield [name, *_compared(name, known, exact, obstacle)]
        elif any(_values(pair.before, name) for pair in solved):
            yield [name, 0, None, None, None, "-", "-", "worse: missing"]


def _compared(name: str, values: Sequence[tuple[list[float], list[float]]], exact: bool, obstacle: str) -> list[Cell]:
    """Pairs, before, after, their ratio, its interval, what kind of mean all of these are, verdict."""
    before, after = (fmean(value for pair in values for value in pair[side]) for side in (0, 1))
    shown: list[Cell] = [len(values), before, after]
    if exact and all(len(set(repeats)) == 1 for pair in values for repeats in pair):
        differing = sum(one[0] != two[0] for one, two in values)
        word = "same" if not differing else f"{differing:,} differ" if before == after else better(name, after, before)
        return [*shown, after / before if before else None, "-", "arithmetic", word]
    positive = [pair for pair in values if min(map(min, pair)) > 0]
    if not positive:
        return [*shown, None, "-", "arithmetic", "too small to judge"]
    first, second = (_geometric_means([pair[side] for pair in positive]) for side in (0, 1))
    found = ratio(first, second)
    shown = [len(positive), geometric_mean(first), geometric_mean(second), found.mean]
    interval = "-" if found.count == 1 else f"{found.low:.3f} to {found.high:.3f}"
    if obstacle:
        word = f"{obstacle}: not judged"
    elif found.count == 1:
        runs = "each" if len(first) == len(second) else "before" if len(first) == 1 else "after"
        word = f"one run {runs}: not judged"
    else:
        word = "noise" if found.holds(1.0) else better(name, found.mean, 1.0)
    return [*shown, interval, "geometric", word]


def _geometric_means(boards: Sequence[Sequence[float]]) -> list[float]:
    """For each repeat the mean over all boards."""
    return [geometric_mean(values) for values in zip(*boards, strict=True)]


def _values(records: Sequence[Record], name: str) -> list[float]:
    """The figure in every repeat, or nothing."""
    values = [value for record in records if (value := figure(record, name)) is not None]
    return values if len(values) == len(records) else []


def _is_solved(record: Record) -> bool:
    return bool(record.get("outcome", "solved") == "solved")


def _is_optimal(record: Record) -> bool:
    return _is_solved(record) and bool(record.get("optimal"))


def _mostly(holds: Callable[[Record], bool], records: Sequence[Record]) -> bool:
    return 2 * sum(map(holds, records)) >= len(records)


def _ended_by_time(record: Record) -> bool:
    """Whether a search found what it could in its time: then the clock decides on lengths and nodes too."""
    seconds = record.get("limits", {}).get("seconds")
    return seconds is not None and not _is_optimal(record) and float(record.get("seconds", 0)) >= 0.9 * float(seconds)


def _by_board(records: Sequence[Record]) -> dict[tuple[Any, ...], list[Record]]:
    found: dict[tuple[Any, ...], list[Record]] = {}
    for record in records:
        found.setdefault(identity(record), []).append(record)
    return found


def _obstacle(before: Sequence[Record], after: Sequence[Record]) -> str:
    """Why times of two runs say nothing about the program: another machine, or other workers beside each other."""
    for keys, word in ((("processor", "cores"), "another machine"), (("workers", "pool"), "other workers")):
        one, two = (_environments(records, keys) for records in (before, after))
        if one and two and one != two:
            return word if keys[0] != "workers" else f"{word} ({_pools(one)}; {_pools(two)})"
    return ""


def _environments(records: Sequence[Record], keys: tuple[str, ...]) -> set[tuple[Any, ...]]:
    """All that records say about some keys of their environment; nothing where none knows them."""
    known = (record["environment"] for record in records if "environment" in record)
    return {tuple(map(found.get, keys)) for found in known if any(key in found for key in keys)}


def _pools(found: set[tuple[Any, ...]]) -> str:
    return " and ".join(sorted(f"{kind}: {workers}" for workers, kind in found))


def _group(record: Record) -> tuple[str, str]:
    what = record.get("solver") or record.get("heuristic") if "measure" in record else "batch"
    where = [str(record[name]) for name in ("dataset", "shape", "metric", "home") if name in record]
    return str(what or record.get("name") or record["measure"]), " ".join(where) or "-"
