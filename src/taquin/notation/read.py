"""Reading boards: lines -> cells -> all possible readings -> the one that is a board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any, Final

from taquin.board import Board
from taquin.cells import find_problems
from taquin.errors import InvalidBoard, ParseError

__all__ = ["parse_board", "parse_boards", "read_rows"]

Rows = list[list[int]]

BLANK_SIGNS: Final = frozenset("-_.xX")
_TOKEN: Final = re.compile(r"[^\s,]+")
_BORDER: Final = re.compile(r"\s*[+┌┬├└╭╰╔╠╚][-+=─┬┼┴┐┤┘╮╯═╦╬╩╗╣╝]*\s*")
_BAR: Final = re.compile(r"[|│║]")
_LITERAL: Final = re.compile(r"\s*(?:[\[({]|Board\(|array\(|np\.array\()")
_LONGEST_NUMBER: Final = 9


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of a text with the cells found in it. A sign for the blank is kept as None until all is read."""

    number: int
    cells: tuple[int | None, ...]
    is_row: bool
    """Whether slashes or a box say that these cells are one row."""


def parse_board(text: str) -> Board:
    """Read exactly one board. Raises ParseError (or InvalidBoard, which lists the problems), nothing else."""
    rows = read_rows(text)
    problems = find_problems(rows)
    if problems:
        raise InvalidBoard(problems)
    return Board(rows)


def parse_boards(text: str) -> list[Board]:
    """Read many boards: one a line, or separated by empty lines. Errors name the line."""
    boards: list[Board] = []
    for first, block in _blocks(text):
        as_one = _attempt("\n".join(block), first)
        if len(block) == 1:
            as_many: list[Board] | ParseError = as_one
        else:
            as_many = _attempt_each(block, first)
        if isinstance(as_one, list) and isinstance(as_many, list) and as_one != as_many:
            raise ParseError(
                f"ambiguous: these {len(block)} lines are one {as_one[0].width}x{as_one[0].height} board or "
                f"{len(as_many)} boards of one line each; separate boards by empty lines",
                line=first,
            )
        found = as_one if isinstance(as_one, list) else as_many
        if isinstance(found, ParseError):
            raise as_one if isinstance(as_one, ParseError) else found
        boards += found
    if not boards:
        raise ParseError("there is no board in this text")
    return boards


def read_rows(text: str) -> Rows:
    """The numbers of one board as rows, blank as 0, **not** checked for duplicates and the like.

    Where no reading is a board, the most natural one is returned, so that its problems can be named. Raises
    ParseError where the text is not made of numbers or can be read as several boards.
    """
    text = text.removeprefix("\ufeff")
    if _LITERAL.match(text):
        return _read_literal(text)
    lines = list(_lines(text))
    if not lines:
        raise ParseError("there is no board in this text")
    readings = [_with_blank(rows) for rows in _readings(lines)]
    valid = [rows for rows in readings if not find_problems(rows)]
    if len(valid) > 1:
        shapes = " or ".join(f"{len(rows[0])}x{len(rows)}" for rows in valid)
        raise ParseError(
            f"ambiguous: this can be read as {shapes}; put the size line 'W H' first", line=lines[0].number
        )
    if valid:
        return valid[0]
    return readings[0]


def _attempt(text: str, first: int) -> list[Board] | ParseError:
    """Read one board; an error comes back as a value, its line counted in the whole text."""
    try:
        return [parse_board(text)]
    except ParseError as error:
        error.line = first + (error.line or 1) - 1
        return error


def _attempt_each(block: Sequence[str], first: int) -> list[Board] | ParseError:
    """Read every line as a board of its own; the first error comes back as a value."""
    boards = []
    for number, line in enumerate(block, start=first):
        found = _attempt(line, number)
        if isinstance(found, ParseError):
            return found
        boards += found
    return boards


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """Runs of lines separated by empty ones, with the number of their first line; comment lines are left out."""
    block: list[str] = []
    first = 1
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        content = line.split("#", 1)[0].rstrip()
        if content:
            if not block:
                first = number
            block.append(content)
        elif block and not line.strip():
            yield first, block
            block = []
    if block:
        yield first, block


def _lines(text: str) -> Iterator[_Line]:
    """The lines that hold cells. `/` ends a row like a line end does; borders of boxes are left out."""
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.split("#", 1)[0]
        if not content.strip() or _BORDER.fullmatch(content):
            continue
        is_row = "/" in content or _BAR.search(content) is not None
        column = 1
        for part in content.split("/"):
            cells = tuple(_cells(part, number, column))
            column += len(part) + 1
            if cells:
                yield _Line(number, cells, is_row)


def _cells(text: str, line: int, column: int) -> Iterator[int | None]:
    boxes = _BAR.split(text)
    boxed = len(boxes) > 2
    for index, box in enumerate(boxes):
        if boxed and not box.strip() and 0 < index < len(boxes) - 1:
            yield None
        for token in _TOKEN.finditer(box):
            yield _cell(token.group(), line, column + token.start())
        column += len(box) + 1


def _cell(token: str, line: int, column: int) -> int | None:
    if token in BLANK_SIGNS:
        return None
    if not (token.isascii() and token.isdigit()):
        shown = token if len(token) <= 20 else token[:20] + "..."
        raise ParseError(f"{shown!r} is not a tile; write whole numbers, the blank as 0", line=line, column=column)
    if len(token) > _LONGEST_NUMBER:
        raise ParseError(f"{token[:12]}... is too large for a tile", line=line, column=column)
    return int(token)


def _readings(lines: Sequence[_Line]) -> Iterator[list[list[int | None]]]:
    """Every way to cut these lines into rows that the documented formats allow, the most natural first.

    A board of one row or one column needs its size line, slashes or a box: without them `1 2 3 0` would be a 2x2
    board or a row, and `1`, `0` below each other a 1x1 board with its size or a column.
    """
    rows = [list(line.cells) for line in lines]
    if lines[0].is_row:
        yield rows
        return
    if len(rows) == 1:
        side = isqrt(len(rows[0]))
        if side * side != len(rows[0]):
            raise ParseError(_one_line_message(len(rows[0])), line=lines[0].number)
        yield _cut(rows[0], side)
        return
    sized = list(_sized(rows[0], rows[1:]))
    yield from sized
    if any(len(row) > 1 for row in rows):
        yield rows
    elif not sized:
        message = f"one number a line: a board of one column needs its size line '1 {len(rows)}' first"
        raise ParseError(message, line=lines[0].number)


def _sized(head: list[int | None], rest: list[list[int | None]]) -> Iterator[list[list[int | None]]]:
    """The reading whose first line is `N` or `W H`, if the rest has just that many cells in rows or in one line."""
    sizes = [cell for cell in head if cell]
    if len(sizes) != len(head) or len(head) > 2:
        return
    body = [cell for row in rest for cell in row]
    width, height = sizes[0], sizes[-1]
    if len(body) == width * height and (len(rest) == 1 or all(len(row) == width for row in rest)):
        yield _cut(body, width)


def _cut(cells: list[int | None], width: int) -> list[list[int | None]]:
    return [cells[start : start + width] for start in range(0, len(cells), width)]


def _with_blank(rows: list[list[int | None]]) -> Rows:
    """Write the blank as 0: a sign always is one; width*height is, where neither a sign nor a 0 is there."""
    cells = [cell for row in rows for cell in row]
    largest = len(cells) if 0 not in cells and None not in cells else None
    return [[0 if cell is None or cell == largest else cell for cell in row] for row in rows]


def _one_line_message(count: int) -> str:
    shapes = [f"{width}x{count // width}" for width in range(count, 0, -1) if count % width == 0]
    return (
        f"ambiguous: {count} numbers on one line can be {' or '.join(shapes[:6])}; "
        "separate the rows by '/' or put the size line 'W H' first"
    )


def _read_literal(text: str) -> Rows:
    """Python and JSON literals; `Board(...)` and `array(...)` around them, or a JSON object with a "board"."""
    value = _evaluate(text)
    if isinstance(value, dict):
        if "board" not in value:
            raise ParseError('a JSON object needs the key "board"', line=1)
        value = value["board"]
    if isinstance(value, str):
        return read_rows(value)
    if not isinstance(value, list | tuple) or not value:
        raise ParseError("this literal is not a list of rows", line=1)
    nested = all(isinstance(row, list | tuple) for row in value)
    rows = [list(row) for row in value] if nested else [list(value)]
    for cell in (cell for row in rows for cell in row):
        if cell is not None and (isinstance(cell, bool) or not isinstance(cell, int)):
            raise ParseError(f"{str(cell)[:20]!r} is not a tile; write whole numbers, the blank as 0", line=1)
    if nested:
        return _with_blank(rows)
    side = isqrt(len(rows[0]))
    if side * side != len(rows[0]):
        raise ParseError(_one_line_message(len(rows[0])).replace("separate the rows by '/'", "nest the rows"), line=1)
    return _with_blank(_cut(rows[0], side))


def _evaluate(text: str) -> Any:
    import ast  # here, not above: both would be a good part of the time that importing the package takes
    import json

    body = text.strip()
    wrapped = re.fullmatch(r"(?:Board|(?:np\.)?array)\((.*)\)", body, re.DOTALL)
    if wrapped:
        body = wrapped.group(1)
    for read in (json.loads, ast.literal_eval):
        try:
            return read(body)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
    raise ParseError("this looks like a Python or JSON literal but is not one: check brackets and commas", line=1)
