"""A move, named by the direction in which the **blank** travels."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

__all__ = ["Move", "cell_distance", "count_moves", "legal_moves", "spelled"]


class Move(StrEnum):
    """A direction of the blank, in Korf's operator order: Up, Left, Right, Down. A Move is also its letter."""

    U = "U"
    L = "L"
    R = "R"
    D = "D"

    def __repr__(self) -> str:
        return f"Move.{self.name}"

    @property
    def inverse(self) -> Move:
        """The move that takes this one back."""
        return _INVERSE[self]

    @property
    def row_step(self) -> int:
        """How many rows down the blank goes: -1, 0 or 1."""
        return (self is Move.D) - (self is Move.U)

    @property
    def column_step(self) -> int:
        """How many columns to the right the blank goes: -1, 0 or 1."""
        return (self is Move.R) - (self is Move.L)

    @property
    def word(self) -> str:
        """The direction in full: Up, Left, Right or Down."""
        return _WORD[self]


_INVERSE: Final = {Move.U: Move.D, Move.L: Move.R, Move.R: Move.L, Move.D: Move.U}
_BY_LETTER: Final = {move.value: move for move in Move}
_WORD: Final = {Move.U: "Up", Move.L: "Left", Move.R: "Right", Move.D: "Down"}


def spelled(letters: str) -> tuple[Move, ...]:
    """The moves of these letters, each of U L R D; many times faster than calling Move for each."""
    return tuple(map(_BY_LETTER.__getitem__, letters))


def count_moves(number: int, language: str = "en") -> str:
    """So many moves in words: `1 move`, `12 moves`, or in Indonesian `12 langkah`."""
    if language == "id":
        return f"{number} langkah"
    return f"{number} move{'' if number == 1 else 's'}"


def cell_distance(cell: int, other: int, width: int) -> int:
    """How many steps one cell is from another: rows plus columns between them."""
    return abs(cell // width - other // width) + abs(cell % width - other % width)


def legal_moves(blank: int, width: int, height: int) -> list[tuple[Move, int]]:
    """The moves of a blank in this cell, in the order Up, Left, Right, Down, each with the cell it leads to."""
    row, column = divmod(blank, width)
    found = []
    if row > 0:
        found.append((Move.U, blank - width))
    if column > 0:
        found.append((Move.L, blank - 1))
    if column < width - 1:
        found.append((Move.R, blank + 1))
    if row < height - 1:
        found.append((Move.D, blank + width))
    return found
