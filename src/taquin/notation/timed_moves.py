"""The moves of a solve as players' programs write them down: in a notation that may have to be found out, and with or
without the moments at which they were made, in seconds since the clock began.

Times stand behind the moves, `R@0.12 D2@0.31`, or in a second column: a move, or a run of them, and a time in every
line. A time has a decimal point in one line at least, since `R 2` alone is two moves; or a decimal comma, where moves
are no numbers, or a semicolon or a tab is between the columns. A first line of words, the heads of the columns, is
skipped. `#` starts a comment.

Logs that look different are refused in words that say what is different (foreign_logs.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from taquin.board import Board
from taquin.errors import IllegalMove, ParseError
from taquin.move import Move
from taquin.notation.foreign_logs import is_head, refuse_foreign_log, refuse_milliseconds
from taquin.notation.moves import parse_clicks, parse_moves
from taquin.texts import Sentence

__all__ = ["ANY_NOTATION", "TimedMoves", "parse_timed_moves"]

ANY_NOTATION: Final = "auto"
"""The notation is the only one in which the moves can be made, and solve the board where more than one can."""
_TIME: Final = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_TIMED: Final = re.compile(rf"\s*([^\s@,;]+)\s*(?:@\s*({_TIME})s?(?=[\s,;]|$))?[\s,;]*")
"""A move or a run of them, and the time behind it."""
_NEGATIVE: Final = re.compile(r"\s*[^\s@,;]+\s*@\s*-\s*[0-9.]")
_TWO_COLUMNS: Final = re.compile(rf"\s*([^\s@,;]+)[\s,;]+({_TIME})\s*")
_DECIMAL_COMMA: Final = re.compile(r"\s*([^\s@,;0-9]+[0-9]*)[\s;]+([0-9]+(?:,[0-9]+)?)\s*")
_CLICK_DECIMAL_COMMA: Final = re.compile(r" *([0-9]+) *[;\t] *([0-9]+(?:,[0-9]+)?)\s*")
_WITH_COMMA: Final = (_DECIMAL_COMMA, _CLICK_DECIMAL_COMMA)
_NUMBERS: Final = re.compile(r"[0-9\s,;]+")


class TimedMoves(NamedTuple):
    """Moves, the moment of each where they are known, and the notation in which they were written."""

    moves: tuple[Move, ...]
    times: tuple[float, ...] | None
    notation: str


def parse_timed_moves(text: str, board: Board, goal: Board | None = None, notation: str = ANY_NOTATION) -> TimedMoves:
    """Read the moves of a solve that starts from this board. ParseError or IllegalMove where they are none.

    >>> from taquin import Board
    >>> from taquin.notation import parse_timed_moves
    >>> parse_timed_moves("R@0.5 D@0.75", Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]]))
    TimedMoves(moves=(Move.R, Move.D), times=(0.5, 0.75), notation='blank')
    """
    text = "\n".join(line.split("#", 1)[0] for line in text.splitlines())
    try:
        return _parse(text, board, goal, notation)
    except (IllegalMove, ParseError):
        refuse_foreign_log(text)
        raise


def _parse(text: str, board: Board, goal: Board | None, notation: str) -> TimedMoves:
    pieces = list(_with_times(text))
    if not pieces:
        moves, notation = _read(text, board, goal, notation)
        return TimedMoves(moves, None, notation)
    moves, notation = _read(" ".join(piece for piece, _ in pieces), board, goal, notation)
    return TimedMoves(moves, tuple(_spread(pieces, notation, board)), notation)


def _with_times(text: str) -> Iterator[tuple[str, float]]:
    """The pieces of a text with their times; nothing where it has none."""
    if "@" in text:
        position, end, times = 0, len(text.rstrip()), []
        while position < end:
            found = _TIMED.match(text, position)
            if found is None or found[2] is None:
                shown = text[position:].split()[0][:20]
                number = text[:position].count("\n") + 1
                name = "time_negative" if _NEGATIVE.match(text, position) else "time_missing"
                raise ParseError(Sentence(f"errors.{name}", shown=repr(shown)), line=number)
            yield found[1], float(found[2])
            times.append(found[2])
            position = found.end()
        refuse_milliseconds(times)
        return
    lines = {number: line for number, line in enumerate(text.splitlines(), start=1) if line.strip()}
    if len(lines) > 1 and is_head(next(iter(lines.values()))):
        first, *rest = lines
        if any(form.fullmatch(lines[number]) for form in (_TWO_COLUMNS, *_WITH_COMMA) for number in rest):
            del lines[first]
    for form in _WITH_COMMA if len(lines) > 1 else (_DECIMAL_COMMA,):  # one line `5;6,7` may be three clicks
        commas = [form.fullmatch(line) for line in lines.values()]
        if all(commas) and any(found is not None and "," in found[2] for found in commas):
            yield from ((found[1], float(found[2].replace(",", "."))) for found in commas if found is not None)
            return
    columns = {number: _TWO_COLUMNS.fullmatch(line) for number, line in lines.items()}
    if not any(found is not None and "." in found[2] for found in columns.values()):
        return
    for number, found in columns.items():
        if found is None:
            raise ParseError(Sentence("errors.two_columns", shown=repr(lines[number].strip()[:20])), line=number)
        yield found[1], float(found[2])


def _spread(pieces: Sequence[tuple[str, float]], notation: str, board: Board) -> Iterator[float]:
    """The time of every move: all of one piece have the same."""
    if notation == "number":
        slides = parse_clicks(" ".join(piece for piece, _ in pieces), board)
        lengths: Iterable[int] = map(len, slides)
    else:
        lengths = (len(parse_moves(piece)) for piece, _ in pieces)
    for (_, time), length in zip(pieces, lengths, strict=True):
        yield from [time] * length


def _read(text: str, board: Board, goal: Board | None, notation: str) -> tuple[tuple[Move, ...], str]:
    """The moves, and the notation in which they can be made."""
    if notation == "number" or (notation == ANY_NOTATION and _NUMBERS.fullmatch(text)):
        return parse_moves(text, "number", board), "number"
    names = ("tile", "blank") if notation == ANY_NOTATION else (notation,)
    readings = {name: parse_moves(text, name) for name in names}
    refused = {name: _first_illegal(moves, board) for name, moves in readings.items()}
    possible = [name for name in names if refused[name] is None]
    if not possible and len(names) == 1:
        raise IllegalMove(Sentence("errors.illegal_move", number=refused[notation], notation=notation))
    if not possible:
        raise IllegalMove(Sentence("errors.no_notation", **refused))
    solving = [name for name in possible if board.play(readings[name]).is_goal(goal)]
    fitting = solving if len(solving) == 1 else possible
    if len(fitting) > 1 and readings[fitting[0]]:
        raise ParseError(Sentence("errors.two_notations"))
    return readings[fitting[0]], fitting[0]


def _first_illegal(moves: Iterable[Move], board: Board) -> int | None:
    """The number of the first move with which the blank would leave the board, counted from 1; None where all stay."""
    row, column = divmod(board.blank, board.width)
    for number, move in enumerate(moves, start=1):
        row, column = row + move.row_step, column + move.column_step
        if not (0 <= row < board.height and 0 <= column < board.width):
            return number
    return None
