"""Boards told by a scramble: the size, and the moves that make the board from the solved one, `4x4 R D2 L`.

A scramble may name the directions in which tiles slide, or those in which the blank travels. Nobody has to say which:
the blank begins in the last corner, where the first move can be made in one of the two only.
"""

from __future__ import annotations

import re
from typing import Final

from taquin.board import Board
from taquin.errors import IllegalMove, ParseError
from taquin.notation.moves import ONE_RUN
from taquin.notation.timed_moves import parse_timed_moves

__all__ = ["board_of_scramble", "is_scramble", "is_without_size"]

_SCRAMBLE: Final = re.compile(r"\s*([1-9][0-9]{0,2})\s*[x×]\s*([1-9][0-9]{0,2})(?::\s*|\s+)([^0-9\s].*)", re.DOTALL)
_MOVES: Final = re.compile(rf"(?:{ONE_RUN})+\s*", re.IGNORECASE)


def is_scramble(text: str) -> bool:
    """Whether a text tells a board by a size and letters behind it."""
    return _SCRAMBLE.fullmatch(text) is not None


def is_without_size(text: str) -> bool:
    """Whether a text is a scramble but for its size."""
    return _MOVES.fullmatch(text) is not None


def board_of_scramble(text: str) -> Board:
    """The board that a scramble makes. ParseError where its moves cannot be made."""
    found = _SCRAMBLE.fullmatch(text)
    if found is None:
        raise ValueError("this is no scramble")
    solved = Board.blank_last(int(found[1]), int(found[2]))
    try:
        return solved.play(parse_timed_moves(found[3], solved).moves)
    except IllegalMove as error:
        raise ParseError(error.args[0]) from None
    except ParseError as error:
        raise ParseError(error.message) from None  # its place is that within the moves
