"""Boards as Python or JSON literals, also in `Board(...)`, `array(...)` or a JSON object, or as NumPy prints them."""

from __future__ import annotations

import re
from typing import Any, Final

from taquin.errors import ParseError
from taquin.texts import Sentence

__all__ = ["goal_beside", "looks_like_literal", "read_literal"]

_START: Final = re.compile(r"\s*(?:[\[({]|Board\(|(?:np\.|numpy\.)?array\()")
_CALL: Final = re.compile(
    r"(?:Board|(?:np\.|numpy\.)?array)\(\s*(.*?)\s*(?:,\s*(?:dtype|shape)=[^()\[\]]*)?\)", re.DOTALL
)
_PRINTED: Final = re.compile(r"[\[\]0-9\s]+")
"""What NumPy prints: brackets and numbers without commas."""
_GAP: Final = re.compile(r"(?<=[0-9\]])\s+(?=[0-9\[])")
"""Where a comma would stand in it."""
_LARGEST: Final = 10**9
"""Numbers from here on are no tiles: nobody has so many cells."""


def looks_like_literal(text: str) -> bool:
    """Whether this text starts like a literal and can be nothing else."""
    return _START.match(text) is not None


def read_literal(text: str) -> list[list[int | None]]:
    """The rows of a literal; None stands for the blank. A flat list must be square."""
    from taquin.notation.read import cut_square, read_rows  # read.py builds on this file

    value = _evaluate(text.strip())
    if isinstance(value, dict):
        if "board" not in value:
            raise ParseError(Sentence("errors.json_key"), line=1)
        value = value["board"]
    if isinstance(value, str) and not looks_like_literal(value):
        return [list(row) for row in read_rows(value)]
    if not isinstance(value, list | tuple) or not value:
        raise ParseError(Sentence("errors.not_rows"), line=1)
    nested = all(isinstance(row, list | tuple) for row in value)
    rows = [[_tile(cell) for cell in row] for row in value] if nested else [[_tile(cell) for cell in value]]
    return rows if nested else cut_square(rows[0], 1)


def goal_beside(text: str) -> str | None:
    """The text of the goal that an object brings along with its board; None where there is none."""
    import json

    if not text.lstrip().startswith("{"):
        return None
    value = _evaluate(text.strip())
    goal = value.get("goal") if isinstance(value, dict) else None
    return goal if goal is None or isinstance(goal, str) else json.dumps(goal)


def _tile(cell: Any) -> int | None:
    if cell is None:
        return None
    if isinstance(cell, bool) or not isinstance(cell, int):
        shown = "..." if isinstance(cell, list | tuple | dict) else repr(cell)[:20]
        raise ParseError(Sentence("errors.not_a_tile", shown=shown), line=1)
    if not -_LARGEST < cell < _LARGEST:
        raise ParseError(Sentence("errors.number_too_large"), line=1)
    return cell


def _evaluate(text: str) -> Any:
    import ast  # here, not above: both would be a good part of the time that importing the package takes
    import json

    call = _CALL.fullmatch(text)
    body = call.group(1) if call else text
    if _PRINTED.fullmatch(body):
        body = _GAP.sub(",", body)
    for read in (json.loads, ast.literal_eval):
        try:
            return read(body)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
    raise ParseError(Sentence("errors.not_a_literal"), line=1)
