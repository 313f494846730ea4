"""From loose values to the rows of a board: what Python values mean, and everything that is wrong with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import chain
from typing import Any

from taquin.errors import InvalidBoard, Problem
from taquin.texts import Sentence

__all__ = ["as_rows", "common_width", "find_problems"]


def common_width(rows: Sequence[Sequence[Any]]) -> int:
    """The length that most rows have: the width that a ragged board was meant to have."""
    return Counter(len(row) for row in rows).most_common(1)[0][0]


def find_problems(rows: Sequence[Sequence[int]]) -> tuple[Problem, ...]:
    """Everything that keeps these rows from being a board; empty if they are one."""
    if not any(rows):
        return (Problem("shape", Sentence("problems.no_cell")),)
    width = common_width(rows)
    size = width * len(rows)
    if sorted(chain.from_iterable(rows)) == list(range(size)) and all(len(row) == width for row in rows):
        return ()
    problems = []
    places: dict[int, list[tuple[int, int]]] = {}
    for number, row in enumerate(rows, start=1):
        cells = tuple((number, column) for column in range(1, len(row) + 1))
        if len(row) != width:
            problems.append(Problem("ragged", Sentence("problems.ragged", row=number, n=len(row), width=width), cells))
        for tile, cell in zip(row, cells, strict=True):
            places.setdefault(tile, []).append(cell)
    for tile, found in places.items():
        if tile not in range(size):
            allowed = Sentence("problems.allowed", last=size - 1) if size > 1 else Sentence("problems.single_cell")
            message = Sentence("problems.range", tile=_shown(tile), where=_where(found), allowed=allowed)
            problems.append(Problem("range", message, tuple(found)))
        elif len(found) > 1:
            name, kind = (Sentence("problems.the_blank"), "blank") if tile == 0 else (str(tile), "duplicate")
            often = "problems.twice" if len(found) == 2 else "problems.times"
            message = Sentence(often, tile=name, times=len(found), where=_where(found))
            problems.append(Problem(kind, message, tuple(found)))
    missing = [tile for tile in range(1, size) if tile not in places]
    if missing:
        tiles, more = ", ".join(map(str, missing[:10])), len(missing) - 10
        message = (
            Sentence("problems.missing_more", tiles=tiles, more=more)
            if more > 0
            else Sentence("problems.missing", tiles=tiles, n=len(missing))
        )
        problems.append(Problem("missing", message))
    if 0 not in places:
        problems.append(Problem("blank", Sentence("problems.no_blank")))
    return tuple(problems)


def _where(cells: Sequence[tuple[int, int]]) -> tuple[Sentence, ...]:
    named = tuple(Sentence("words.place", row=row, column=column) for row, column in cells[:4])
    return (*named, Sentence("problems.elsewhere")) if len(cells) > 4 else named


def _shown(number: int) -> str:
    """A number in digits, unless it has far too many of them."""
    return str(number) if number.bit_length() < 64 else Sentence("problems.long_number")


def as_rows(cells: Iterable[Any], width: int | None) -> list[list[int]]:
    """Bring nested or flat values into rows of plain integers."""
    if isinstance(cells, str | bytes):
        raise TypeError("a text is read by Board.parse(text)")
    values = cells.tolist() if hasattr(cells, "tolist") else cells
    if not isinstance(values, Iterable) or isinstance(values, Set | Mapping):
        raise TypeError(f"a board is made from rows or from a sequence of tiles, not from {type(cells).__name__}")
    values = list(values)
    if values and all(isinstance(row, Iterable) for row in values):
        rows = [[_as_int(tile) for tile in row] for row in values]
        if width is not None and any(len(row) != width for row in rows):
            raise InvalidBoard((Problem("shape", f"these rows are not {width} wide"),))
        return rows
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
