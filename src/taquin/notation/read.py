"""Reading boards: lines -> cells -> the reading that the documented formats allow -> a board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Final

from taquin.board import Board
from taquin.cells import common_width, find_problems
from taquin.errors import InvalidBoard, ParseError, Problem
from taquin.notation.literals import goal_beside, looks_like_literal, read_literal
from taquin.texts import AnyOf, Sentence

__all__ = ["parse_board", "parse_boards", "parse_goal", "read_rows"]

BLANK_SIGNS: Final = frozenset("-_.xX")
_TOKEN: Final = re.compile(r"[^\s,;]+")
_BORDER: Final = re.compile(r"\s*[+┌┬├└╭╰╔╠╚][-+=─┬┼┴┐┤┘╮╯═╦╬╩╗╣╝]*\s*")
_SCRAMBLE: Final = re.compile(r"\s*[0-9]+\s*[x×]")
"""What a scramble begins with: its size."""
_BAR: Final = re.compile(r"[|│║]")
_LONGEST_NUMBER: Final = 9
"""Digits of a tile at most: nobody has a billion cells."""

Row = list[int | None]
"""One row as it is read: a sign for the blank is None until all is read."""

Reading = tuple[list[list[int]], tuple[Problem, ...]]
"""Rows with the blank as 0, and everything that keeps them from being a board."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of a text, or the part of it between slashes."""

    number: int
    cells: Row
    is_row: bool
    """Whether slashes or a box say that these cells are one row."""


def parse_board(text: str) -> Board:
    """Read exactly one board. Raises ParseError (or InvalidBoard, which lists the problems), nothing else."""
    return _board(*_read_one(text))


def parse_goal(text: str) -> Board | None:
    """The goal that an object brings along with its board, `{"board": ..., "goal": ...}`; None where there is none."""
    goal = goal_beside(_without_comments(text.removeprefix("\ufeff")))
    return None if goal is None else parse_board(goal)


def parse_boards(text: str) -> list[Board]:
    """Read many boards: one a line, or separated by empty lines. Errors name the line."""
    boards: list[Board] = []
    for first, block in _blocks(text):
        as_one = _attempt("\n".join(block), first)
        as_many = _attempt_each(block, first) if len(block) > 1 else as_one
        if isinstance(as_one, list) and isinstance(as_many, list) and as_one != as_many:
            raise ParseError(
                Sentence(
                    "errors.ambiguous_lines",
                    lines=len(block),
                    width=as_one[0].width,
                    height=as_one[0].height,
                    boards=len(as_many),
                ),
                line=first,
            )
        if isinstance(as_one, list):
            boards += as_one
        elif isinstance(as_many, list):
            boards += as_many
        else:
            # Where the first line alone is a board, the block was meant as one board a line.
            raise as_one if as_many.line == first else as_many
    if not boards:
        raise ParseError(Sentence("errors.no_board"))
    return boards


def read_rows(text: str) -> list[list[int]]:
    """The numbers of one board as rows, blank as 0, **not** checked for duplicates and the like.

    Raises ParseError where the text is not made of numbers, where it could mean several shapes, and where it holds
    several boards.
    """
    rows, _ = _read_one(text)
    return rows


def _read_one(text: str) -> Reading:
    """Read one board, and say so where there are several."""
    try:
        rows, problems = _read(text)
    except ParseError:
        _refuse_several(text)
        _refuse_moves(text)
        raise
    if problems:
        _refuse_several(text)
    return rows, problems


def _refuse_several(text: str) -> None:
    """Raise ParseError if this text, which is not one board, is several."""
    try:
        count = len(parse_boards(text))
    except ParseError:
        return
    if count > 1:
        raise ParseError(Sentence("errors.several_boards", count=count))


def _refuse_moves(text: str) -> None:
    """Raise ParseError if this text, which is no board, is the moves of a scramble."""
    from taquin.notation.scrambles import is_without_size

    if is_without_size(_without_comments(text)):
        raise ParseError(Sentence("errors.moves_for_board"), line=1, column=1)


def _read(text: str) -> Reading:
    """The reading that is a board, or else the most natural one."""
    text = text.removeprefix("\ufeff")
    if looks_like_literal(_without_comments(text)):
        rows = _with_blank(read_literal(_without_comments(text)))
        return rows, find_problems(rows)
    if _SCRAMBLE.match(text):
        from taquin.notation.scrambles import board_of_scramble, is_scramble

        if is_scramble(content := _without_comments(text)):
            return [list(row) for row in board_of_scramble(content).rows], ()
    text = _with_row_ends(text)
    if compact := _compact(_without_comments(text)):
        return compact, ()
    lines = list(_lines(text))
    if not lines:
        raise ParseError(Sentence("errors.no_board"))
    readings = [(rows, find_problems(rows)) for rows in map(_with_blank, _readings(lines))]
    return next((reading for reading in readings if not reading[1]), readings[0])


def _with_row_ends(text: str) -> str:
    """The text with a slash for every bar that ends a row: in one line of several rows, as in 1 2|3 0.

    A line that has its bars at both ends, too, is a row of a box. Where each of its boxes has the numbers of a row, the
    bars could be either.
    """
    lines = [line for line in text.splitlines() if _content(line)]
    if len(lines) != 1 or not _BAR.search(content := _content(lines[0])):
        return text
    first, *inner, last = _BAR.split(content)
    counts = [len(_TOKEN.findall(part)) for part in (first, *inner, last)]
    if not first.strip() and not last.strip():
        if len(inner) > 1 and counts[1] > 1 and len(set(counts[1:-1])) == 1:
            raise ParseError(Sentence("errors.ambiguous_bars", count=sum(counts), rows=len(inner), width=counts[1]))
        return text
    rows = _BAR.sub("/", content)
    if max(counts) > 1 or _compact(rows):
        return text.replace(content, rows)
    raise ParseError(Sentence("errors.ambiguous_cells"))


def _compact(text: str) -> list[list[int]]:
    """The rows of a board of one-digit tiles written without spaces, 123/456/78_; empty where the text is none.

    No other format has rows of one number each that all have the same number of digits, two or more.
    """
    parts = re.split(r"\s*[/;\n]\s*", text.strip())
    if len(parts) < 2 or len(parts[0]) < 2 or not all(re.fullmatch(r"[0-9_.xX-]+", part) for part in parts):
        return []
    rows = _with_blank([[None if sign in BLANK_SIGNS else int(sign) for sign in part] for part in parts])
    return [] if find_problems(rows) else rows


def _board(rows: list[list[int]], problems: tuple[Problem, ...]) -> Board:
    if problems:
        raise InvalidBoard(problems)
    return Board._trusted(tuple(tile for row in rows for tile in row), len(rows[0]))


def _attempt(text: str, first: int) -> list[Board] | ParseError:
    """Read one board; an error comes back as a value, its line counted in the whole text."""
    try:
        return [_board(*_read(text))]
    except ParseError as error:
        error.line = first + (error.line or 1) - 1
        return error


def _attempt_each(block: Sequence[str], first: int) -> list[Board] | ParseError:
    """Read every line as a board of its own; the first error comes back as a value."""
    boards = []
    for number, line in enumerate(block, start=first):
        if not _content(line):
            continue
        found = _attempt(line, number)
        if isinstance(found, ParseError):
            return found
        boards += found
    return boards


def _content(line: str) -> str:
    return line.split("#", 1)[0].strip()


def _without_comments(text: str) -> str:
    return "\n".join(line.split("#", 1)[0] for line in text.splitlines())


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """Runs of lines separated by empty ones, with the number of their first line. A comment line separates nothing."""
    block: list[str] = []
    first = 1
    for number, line in enumerate([*text.removeprefix("\ufeff").splitlines(), ""], start=1):
        if line.strip():
            first = first if block else number
            block.append(line)
        elif block:
            if any(map(_content, block)):
                yield first, block
            block = []


def _lines(text: str) -> Iterator[_Line]:
    """The lines that hold cells. `/` ends a row like a line end does, and so does `;` where the cells of a row are
    separated by something else; borders of boxes are left out."""
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.split("#", 1)[0]
        if not content.strip() or _BORDER.fullmatch(content):
            continue
        ends = "/;" if any(len(_TOKEN.findall(part)) > 1 for part in content.split(";")) else "/"
        parts = re.split(f"[{ends}]", content)
        is_row = len(parts) > 1 or _BAR.search(content) is not None
        column = 1
        for part in parts:
            cells = list(_cells(part, number, column))
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
        raise ParseError(Sentence("errors.not_a_tile", shown=repr(shown)), line=line, column=column)
    if len(token) > _LONGEST_NUMBER:
        raise ParseError(Sentence("errors.tile_too_large", shown=token[:12]), line=line, column=column)
    return int(token)


def _readings(lines: Sequence[_Line]) -> list[list[Row]]:
    """The ways to cut the lines into rows that the documented formats allow, the most natural first.

    A board of one row or one column needs its size line, slashes or a box: without them `1 2 3 0` would be a 2x2
    board or a row, and `1`, `0` below each other a 1x1 board with its size or a column. With this rule no more than one
    reading is a board: a size line `2 H` above rows of two numbers would name the tile 2 again.
    """
    rows = [line.cells for line in lines]
    if lines[0].is_row:
        return [rows]
    if len(rows) == 1:
        return [cut_square(rows[0], lines[0].number)]
    head, rest = rows[0], rows[1:]
    width = common_width(rest)
    if len(head) == width > 1:
        return [rows, *_sized(head, rest)]
    sized = _sized(head, rest)
    if not sized and len(head) <= 2 and width > len(head) and all(head):
        size = f"{head[0]}x{head[-1]}"
        message = Sentence("errors.size_line", size=size, rows=len(rest), width=width)
        raise ParseError(message, line=lines[0].number)
    if not sized and width == len(head) == 1:
        message = Sentence("errors.one_column", rows=len(rows))
        raise ParseError(message, line=lines[0].number)
    return sized or [rows]


def _sized(head: Row, rest: list[Row]) -> list[list[Row]]:
    """The reading whose first line is `N` or `W H`: rows of that width, ragged ones too, or all cells in one line."""
    if len(head) > 2 or not all(head):
        return []
    width, height = head[0] or 0, head[-1] or 0
    body = [cell for row in rest for cell in row]
    if len(body) == width * height and len(rest) == 1:
        return [[body[start : start + width] for start in range(0, len(body), width)]]
    return [rest] if (common_width(rest), len(rest)) == (width, height) else []


def cut_square(cells: Row, line: int) -> list[Row]:
    """The rows of a square board written in one line."""
    side = isqrt(len(cells))
    if side * side != len(cells):
        count = len(cells)
        if isqrt(count + 1) ** 2 == count + 1 and set(cells) == set(range(1, count + 1)):
            raise ParseError(Sentence("errors.blank_missing", count=count, side=isqrt(count + 1)), line=line)
        shapes = [f"{width}x{count // width}" for width in range(count, 0, -1) if count % width == 0]
        raise ParseError(Sentence("errors.ambiguous_line", count=count, shapes=AnyOf(shapes[:6])), line=line)
    return [cells[start : start + side] for start in range(0, len(cells), side)]


def _with_blank(rows: list[Row]) -> list[list[int]]:
    """Write the blank as 0: a sign always is one; width*height is, where neither a sign nor a 0 is there."""
    cells = [cell for row in rows for cell in row]
    largest = common_width(rows) * len(rows) if 0 not in cells and None not in cells else None
    return [[0 if cell is None or cell == largest else cell for cell in row] for row in rows]
