"""From loose values to the rows of a board: what Python values mean, and everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from taquin.errors import InvalidBoard, Problem

__all__ = ["as_rows", "find_problems"]


def find_problems(rows: Sequence[Sequence[Any]]) -> tuple[Problem, ...]:
    """Everything that keeps these rows from being a board; empty if they are one."""
    if not rows or not rows[0]:
        return (Problem("shape", "a board needs at least one cell"),)
    problems = []
    width, size = len(rows[0]), sum(len(row) for row in rows)
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            whole_row = tuple((number, column) for column in range(1, len(row) + 1))
            message = f"row {number} has {_count(len(row), 'number')}, row 1 has {width}"
            problems.append(Problem("ragged", message, whole_row))
    places: dict[Any, list[tuple[int, int]]] = {}
    for number, row in enumerate(rows, start=1):
        for column, tile in enumerate(row, start=1):
            places.setdefault(tile, []).append((number, column))
    for tile, cells in places.items():
        if tile not in range(size):
            message = f"{tile} is out of range (row {cells[0][0]}, column {cells[0][1]}): tiles are 1 to {size - 1}"
            problems.append(Problem("range", message, tuple(cells)))
        elif len(cells) > 1:
            times = "twice" if len(cells) == 2 else f"{len(cells)} times"
            where = " and ".join(f"row {row}, column {column}" for row, column in cells[:4])
            name, kind = ("the blank", "blank") if tile == 0 else (str(tile), "duplicate")
            problems.append(Problem(kind, f"{name} appears {times} ({where})", tuple(cells)))
    missing = [tile for tile in range(1, size) if tile not in places]
    if missing:
        named = ", ".join(map(str, missing[:10])) + (", ..." if len(missing) > 10 else "")
        problems.append(Problem("missing", f"{named} {'is' if len(missing) == 1 else 'are'} missing"))
    if 0 not in places:
        problems.append(Problem("blank", "there is no blank: write it as 0"))
    return tuple(problems)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def as_rows(cells: Iterable[Any], width: int | None) -> list[list[int]]:
    """Bring nested or flat values into rows of plain integers."""
    if isinstance(cells, str | bytes):
        raise TypeError("a text is read by Board.parse(text)")
    values = cells.tolist() if hasattr(cells, "tolist") else list(cells)
    if values and all(hasattr(row, "__iter__") for row in values):
        return [[_as_int(tile) for tile in row] for row in values]
    flat = [_as_int(tile) for tile in values]
    if width is None:
        width = round(len(flat) ** 0.5)
        if width * width != len(flat):
            message = f"{len(flat)} cells are not a square: give rows, or the width"
            raise InvalidBoard((Problem("shape", message),))
    if width < 1 or len(flat) % width:
        raise InvalidBoard((Problem("shape", f"{len(flat)} cells do not make rows of {width}"),))
    return [flat[start : start + width] for start in range(0, len(flat), width)]


def _as_int(value: Any) -> int:
    """An exact integer (numpy's included); 1.0, "1" and True are refused rather than converted."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return int(value.__index__())
    except (AttributeError, TypeError):
        raise InvalidBoard((Problem("range", f"{value!r} is not a whole number"),)) from None
