"""A table and the forms it is written in: Markdown, CSV, LaTeX, HTML."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

__all__ = ["FORMS", "Table", "number"]

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head, with a title. Numbers stay numbers until they are written."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def number(value: Cell, group: str = ",") -> str:
    """A cell for people: thousands grouped, four significant digits behind the point."""
    if value is None:
        return "-"
    if isinstance(value, str):
        return value
    if isinstance(value, int) or (value.is_integer() and abs(value) >= 1000):
        text = f"{int(value):,}"
    elif abs(value) >= 1000:
        text = f"{value:,.0f}"
    else:
        text = f"{value:.4g}"
    return text.replace(",", group)


def _markdown(table: Table) -> str:
    cells = [[number(cell).replace("|", "\\|") for cell in row] for row in table.rows]
    widths = [max(len(line[column]) for line in [table.head, *cells]) for column in range(len(table.head))]
    right = [_is_numeric(table, column) for column in range(len(table.head))]

    def line(row: Sequence[str]) -> str:
        aligned = (
            cell.rjust(width) if is_right else cell.ljust(width)
            for cell, width, is_right in zip(row, widths, right, strict=True)
        )
        return f"| {' | '.join(aligned)} |"

    rule = "|".join(
        "-" * (width + 1) + (":" if is_right else "-") for width, is_right in zip(widths, right, strict=True)
    )
    return "\n".join([f"### {table.title}", "", line(table.head), f"|{rule}|", *map(line, cells)]) + "\n"


def _csv(table: Table) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.head)
    writer.writerows([["" if cell is None else cell for cell in row] for row in table.rows])
    return text.getvalue()


def _latex(table: Table) -> str:
    columns = "".join("r" if _is_numeric(table, column) else "l" for column in range(len(table.head)))
    lines = [
        " & ".join(_tex(cell) if isinstance(cell, str) else number(cell, "\\,") for cell in row) + r" \\"
        for row in table.rows
    ]
    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{_tex(table.title)}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\hline",
            " & ".join(map(_tex, table.head)) + r" \\",
            r"\hline",
            *lines,
            r"\hline",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _html(table: Table) -> str:
    head = "".join(f"<th>{html.escape(name)}</th>" for name in table.head)
    right = [_is_numeric(table, column) for column in range(len(table.head))]
    rows = (
        "".join(
            f"<td{' class=n' if is_right else ''}>{html.escape(number(cell))}</td>"
            for cell, is_right in zip(row, right, strict=True)
        )
        for row in table.rows
    )
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    return f"<h2>{html.escape(table.title)}</h2>\n<table>\n<tr>{head}</tr>\n{body}\n</table>\n"


FORMS: Final[dict[str, Callable[[Table], str]]] = {
    "markdown": _markdown,
    "csv": _csv,
    "latex": _latex,
    "html": _html,
}


def _is_numeric(table: Table, column: int) -> bool:
    """Whether a column holds numbers, and is set flush right."""
    cells = [row[column] for row in table.rows]
    return bool(cells) and all(not isinstance(cell, str) for cell in cells)


_SPECIAL = str.maketrans(
    {sign: f"\\{sign}" for sign in "&%$#_{}"} | {"~": r"\~{}", "^": r"\^{}", "\\": r"\textbackslash{}"}
)


def _tex(text: str) -> str:
    return text.translate(_SPECIAL)
