"""From loose values to the rows of a board: what Python values mean, and everything that is wrong with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import chain
from operator import index
from typing import Any, Final

from taquin.errors import InvalidBoard, Problem
from taquin.texts import Sentence

__all__ = ["as_rows", "common_width", "find_problems", "whole_number"]

_NAMED_TILES: Final = 10
"""Missing tiles that a message names; the others are counted."""


def common_width(rows: Sequence[Sequence[Any]]) -> int:
    """The length that most rows have: the width that a ragged board was meant to have."""
    return Counter(len(row) for row in rows).most_common(1)[0][0]


def find_problems(rows: Sequence[Sequence[int]]) -> tuple[Problem, ...]:
    """Everything that keeps these rows from being a board; empty if they are one."""
    if not any(rows):
        return (Problem("shape", "problems.no_cell"),)
    width = common_width(rows)
    size = width * len(rows)
    if sorted(chain.from_iterable(rows)) == list(range(size)) and all(len(row) == width for row in rows):
        return ()
    problems = []
    places: dict[int, list[tuple[int, int]]] = {}
    for number, row in enumerate(rows, start=1):
        cells = tuple((number, column) for column in range(1, len(row) + 1))
        if len(row) != width:
            counts = (("row", number), ("n", len(row)), ("width", width))
            problems.append(Problem("ragged", "problems.ragged", cells, counts))
        for tile, cell in zip(row, cells, strict=True):
            places.setdefault(tile, []).append(cell)
    allowed = Sentence("problems.allowed", last=size - 1) if size > 1 else Sentence("problems.single_cell")
    for tile, found in places.items():
        if tile not in range(size):
            values = (("tile", _shown(tile)), ("allowed", allowed))
            problems.append(Problem("range", "problems.range", tuple(found), values))
        elif len(found) > 1:
            name = Sentence("problems.the_tile", tile=tile) if tile else Sentence("problems.the_blank")
            kind = "duplicate" if tile else "blank"
            often = "problems.twice" if len(found) == 2 else "problems.times"
            problems.append(Problem(kind, often, tuple(found), (("tile", name), ("times", len(found)))))
    missing = [tile for tile in range(1, size) if tile not in places]
    if missing:
        more = len(missing) - _NAMED_TILES
        listed = ("tiles", ", ".join(map(str, missing[:_NAMED_TILES])))
        count = ("more", more) if more > 0 else ("n", len(missing))
        problems.append(
            Problem("missing", "problems.missing_more" if more > 0 else "problems.missing", (), (listed, count))
        )
    if 0 not in places:
        problems.append(Problem("blank", "problems.no_blank"))
    return tuple(problems)


def _shown(number: int) -> str:
    """A number in digits, unless it has far too many of them."""
    return str(number) if number.bit_length() < 64 else Sentence("problems.long_number")


def as_rows(cells: Any, width: int | None = None) -> list[list[int]]:
    """Bring nested or flat values into rows of plain integers."""
    if isinstance(cells, str | bytes):
        raise TypeError("a text is read by Board.parse(text)")
    array = cells.to_numpy() if hasattr(cells, "to_numpy") else cells  # a data frame would give its columns' names
    is_array = hasattr(array, "tolist")
    values = array.tolist() if is_array else array
    if not isinstance(values, Iterable) or isinstance(values, Set | Mapping):
        raise TypeError(f"a board is made from rows or from a sequence of tiles, not from {type(cells).__name__}")
    values = list(values)
    as_int = _as_int_of_array if is_array else _as_int
    if values and all(isinstance(row, Iterable) for row in values):
        rows = [[as_int(tile) for tile in row] for row in values]
        if width is not None and any(len(row) != width for row in rows):
            raise InvalidBoard((Problem("shape", "problems.not_so_wide", (), (("width", width),)),))
        return rows
    flat = [as_int(tile) for tile in values]
    if width is None:
        width = round(len(flat) ** 0.5)
        if width * width != len(flat):
            raise InvalidBoard((Problem("shape", "problems.not_square", (), (("count", len(flat)),)),))
    if width < 1 or len(flat) % width:
        raise InvalidBoard((Problem("shape", "problems.no_rows", (), (("count", len(flat)), ("width", width))),))
    return [flat[start : start + width] for start in range(0, len(flat), width)]


def whole_number(value: Any) -> int | None:
    """The exact integer that a value is (numpy's included). 1.0, "1" and True are none: nothing is converted."""
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def _as_int(value: Any) -> int:
    number = whole_number(value)
    if number is not None:
        return number
    text, values = "problems.not_whole", [("value", repr(value))]
    if isinstance(value, float) and value.is_integer():
        text, values = "problems.decimal", [*values, ("whole", str(int(value)))]
    raise InvalidBoard((Problem("range", text, (), tuple(values)),))


def _as_int_of_array(value: Any) -> int:
    """The same, but 1.0 is taken: all values of an array have one type, which its maker has seldom chosen."""
    return int(value) if isinstance(value, float) and value.is_integer() else _as_int(value)
