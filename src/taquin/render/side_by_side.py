"""The figures of many searches side by side: one table for the command line, for `str` and for notebooks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from taquin.names import Metric
from taquin.notation import length_in
from taquin.result import Solution
from taquin.texts import ENGLISH, numeral, seconds_text, written

__all__ = ["Table", "figures_of", "side_by_side"]

_COLUMNS: Final = (
    "algorithm", "heuristic", "length", "slides", "shortest", "generated", "expanded", "queue", "MB", "seconds", "b*"
)  # fmt: skip
"""The slides where they are asked for."""
_SPARE: Final = ("queue", "MB", "seconds", "expanded", "b*")
"""The columns that go, one after the other, where the screen is too narrow for all."""
_WORDS: Final = ("algorithm", "heuristic")
"""The columns that have words, which begin at the left."""
_TIME_WIDTH: Final = 9
"""Characters of a time: as many as 0.0000123 has, so that the table looks the same on every machine."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as text, the names of its columns, and the headings of those that had no room."""

    lines: list[str]
    columns: list[str]
    left_out: list[str]


def side_by_side(
    solutions: Sequence[Solution],
    shortest: int | None,
    metric: Metric = "stm",
    language: str = ENGLISH,
    width: int | None = None,
) -> Table:
    """The table; within so many columns of a screen, where that is given."""
    head, *rows = figures_of(solutions, shortest, metric, language)
    rows = [{**row, "seconds": row["seconds"].rjust(_TIME_WIDTH)} for row in rows]
    widths = {name: max(len(row[name]) for row in (head, *rows)) for name in head}
    left_out = []
    if width is not None:
        # Where there is no room, long names of heuristics take several lines; then columns go.
        wanted = widths["heuristic"]
        widths["heuristic"] = max(len(piece) for row in (head, *rows) for piece in _pieces(row["heuristic"]))

        def room() -> int:
            return width - sum(widths.values()) - 2 * (len(widths) - 1)

        for name in _SPARE:
            if room() < 0:
                left_out.append(head[name])
                del widths[name]
        widths["heuristic"] = min(wanted, widths["heuristic"] + max(0, room()))
    lines = []
    for row in (head, *rows):
        first, *more = _in_lines(row["heuristic"], widths["heuristic"])
        cells = {**row, "heuristic": first}
        line = [cells[name].ljust(wide) if name in _WORDS else cells[name].rjust(wide) for name, wide in widths.items()]
        lines.append("  ".join(line).rstrip())
        lines += [" " * (widths["algorithm"] + 2) + rest for rest in more]
    return Table(lines, list(widths), left_out)


def figures_of(
    solutions: Sequence[Solution], shortest: int | None, metric: Metric = "stm", language: str = ENGLISH
) -> list[dict[str, str]]:
    """The headings of the columns by their names, then the figures of every search."""
    columns = [name for name in _COLUMNS if name != "slides" or metric == "mtm"]
    head = {name: written(f"compare.head_{name}", language) for name in columns}
    rows = [_cells(solution, shortest, metric, language) for solution in solutions]
    return [head, *({name: row[name] for name in columns} for row in rows)]


def _cells(solution: Solution, shortest: int | None, metric: Metric, language: str) -> dict[str, str]:
    def number(value: float, form: str = ",") -> str:
        return numeral(value, form, language)

    stats, factor = solution.stats, solution.branching_factor
    return {
        "algorithm": solution.algorithm,
        "heuristic": solution.heuristic or "-",
        "length": _length(solution, language),
        "slides": "-" if solution.slides is None else str(solution.slides),
        "shortest": _judgement(solution, shortest, metric, language),
        "generated": number(stats.generated),
        "expanded": number(stats.expanded),
        "queue": number(stats.queue_peak),
        "MB": number(stats.memory / 1e6, ",.2f"),
        "seconds": seconds_text(stats.seconds, language),
        "b*": "-" if factor is None else number(factor, ".3f"),
    }


def _length(solution: Solution, language: str) -> str:
    """The length, or how the search ended without a solution: one that has a reason of its own reached no limit."""
    if solution.solved:
        return str(solution.length)
    return written("words.none" if solution.reason else f"outcome.{solution.outcome}", language)


def _judgement(solution: Solution, shortest: int | None, metric: Metric, language: str) -> str:
    if not solution.solved:
        return f">= {solution.bound}" if metric == "stm" else "-"
    if shortest is None:
        return "?"
    more = length_in(solution.moves, metric) - shortest
    return written("compare.longer", language, more=more) if more else written("words.yes", language)


def _pieces(name: str) -> list[str]:
    """A heuristic's name where it may be broken: `maximum:`, `manhattan+`, `gaschnig`."""
    return re.split(r"(?<=[:+])", name)


def _in_lines(name: str, width: int) -> list[str]:
    lines = [""]
    for piece in _pieces(name):
        if lines[-1] and len(lines[-1]) + len(piece) > width:
            lines.append("")
        lines[-1] += piece
    return lines
