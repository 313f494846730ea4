"""Logs of solves as other programs write them, where they cannot be read: what about them is different.

A table may have more columns, or others. Times may be milliseconds, or stand in quotation marks, or look like a clock.
Whoever reads such a log as moves can only say that its first word is no move, which helps nobody.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from taquin.errors import ParseError
from taquin.notation.moves import parse_moves
from taquin.texts import Sentence

__all__ = ["is_head", "refuse_foreign_log", "refuse_milliseconds"]

_HEADS: Final = re.compile(r"[^0-9@#]*[^\W\d_][^0-9@#]*")
"""The heads of columns: words."""
_CLOCK: Final = re.compile(r"[0-9]+:[0-9]{2}\b")
_DECIMAL: Final = re.compile(r"[0-9][.,][0-9]")
_TIME_FIRST: Final = re.compile(
    r"[0-9]+(?:[.,][0-9]*)?[\s,;]+[^\s@,;0-9.]+[0-9]*"  # 0.12,R2
    r"|[0-9]*\.[0-9]+[\s,;]+[0-9]+"  # 0.12,5
)
_MOVE_AND_WHOLE: Final = re.compile(r"[^\s@,;]+[\s,;]+([0-9]+)")
_MANY: Final = 100
"""A whole number from here on is hardly the length of a run."""
_SLOW: Final = 40
"""Seconds from a move to the next that nobody takes on average. The fastest players make some 20 moves a second, so in
milliseconds even theirs are farther apart."""


def is_head(line: str) -> bool:
    """Whether a line is made of words that are no moves."""
    if _HEADS.fullmatch(line) is None:
        return False
    try:
        parse_moves(line)
    except ParseError:
        return True
    return False


def refuse_milliseconds(times: Sequence[str]) -> None:
    """ParseError where the times of a solve are whole numbers, up to a hundred and more, and far apart on average.

    As seconds they would tell of a player who waits that long before every move; as milliseconds, of any solve.
    """
    if not times or not all(map(str.isdigit, times)):
        return
    numbers = [int(time) for time in times]
    step = (numbers[-1] - numbers[0]) / (len(numbers) - 1) if len(numbers) > 1 else numbers[0]
    if numbers == sorted(numbers) and numbers[-1] >= _MANY and step >= _SLOW:
        _refuse_whole(numbers[-1])


def refuse_foreign_log(text: str) -> None:
    """ParseError where a text that could not be read is a log of a kind that is known: the error says of which."""
    lines = {number: line.strip() for number, line in enumerate(text.splitlines(), start=1) if line.strip()}
    headed = len(lines) > 1 and is_head(next(iter(lines.values())))
    if headed:
        del lines[next(iter(lines))]
    for number, line in lines.items():
        if '"' in line:
            raise ParseError(Sentence("errors.times_quoted"), line=number)
        if clock := _CLOCK.search(line):
            raise ParseError(Sentence("errors.times_clock", shown=repr(clock.group())), line=number)
    rows, first = list(lines.values()), next(iter(lines), 1)
    decimal = all(map(_DECIMAL.search, rows))
    if any(map(_DECIMAL.search, rows)) and all(map(_TIME_FIRST.fullmatch, rows)):
        raise ParseError(Sentence("errors.time_first"), line=first)
    counts = {len(_columns(row)) for row in rows}
    if len(rows) > 1 and len(counts) == 1 and max(counts) > 2 and (headed or decimal):
        raise ParseError(Sentence("errors.many_columns", count=max(counts)), line=first)
    wholes = [_MOVE_AND_WHOLE.fullmatch(row) for row in rows]
    times = [int(found[1]) for found in wholes if found is not None]
    if 1 < len(times) == len(rows) and times == sorted(times) and times[-1] >= _MANY:
        _refuse_whole(times[-1])
    if headed and any(len(_columns(row)) > 1 for row in rows):
        raise ParseError(Sentence("errors.two_columns", shown=repr(rows[0][:20])), line=first)


def _columns(row: str) -> list[str]:
    """The fields of a line, between whichever signs separate them; one field where only spaces are between words."""
    for sign in (";", "\t", ","):
        if sign in row:
            return row.split(sign)
    return row.split() if _DECIMAL.search(row) else [row]


def _refuse_whole(last: int) -> None:
    raise ParseError(Sentence("errors.times_whole", shown=last, seconds=f"{last / 1000:.3f}"))
