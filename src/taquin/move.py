"""A move, named by the direction in which the **blank** travels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from operator import eq
from typing import Final, overload

from taquin.texts import Sentence

__all__ = [
    "ARROWS",
    "Move",
    "Moves",
    "cell_distance",
    "count_boards",
    "count_moves",
    "count_slides",
    "legal_moves",
    "letters_of",
    "require_moves",
    "spelled",
]


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


ARROWS: Final = {Move.U: "↑", Move.L: "←", Move.R: "→", Move.D: "↓"}
"""The directions as signs."""
_WITHOUT_LETTERS: Final = dict.fromkeys(map(ord, _BY_LETTER))


class Moves(Sequence[Move]):
    """Moves one after the other, kept as their letters. Equal to a tuple of the same moves, with the same hash.

    Solutions of the largest boards have fifty million moves: a byte each here, eight in a tuple, which takes two
    seconds to make. ValueError where a letter is none of U L R D.
    """

    __slots__ = ("_letters",)

    def __init__(self, letters: str = "") -> None:
        if letters.translate(_WITHOUT_LETTERS):
            raise ValueError("moves are written U, L, R and D")
        self._letters = letters

    def __str__(self) -> str:
        return self._letters

    def __repr__(self) -> str:
        return f"Moves({self._letters!r})"

    def __len__(self) -> int:
        return len(self._letters)

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> Moves: ...
    def __getitem__(self, place: int | slice) -> Move | Moves:
        found = self._letters[place]
        return Moves(found) if isinstance(place, slice) else _BY_LETTER[found]

    def __iter__(self) -> Iterator[Move]:
        return map(_BY_LETTER.__getitem__, self._letters)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Moves):
            return self._letters == other._letters
        if isinstance(other, tuple):
            return len(self) == len(other) and all(map(eq, self._letters, other))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._letters))  # a Move has the hash of its letter


def spelled(letters: str) -> Moves:
    """The moves of these letters, each of U L R D."""
    return Moves(letters)


def letters_of(moves: Iterable[Move | str]) -> str:
    """The letters of moves in one text; at once where they are Moves."""
    return str(moves) if isinstance(moves, Moves | str) else "".join(require_moves(moves))


def require_moves(moves: Iterable[Move | str]) -> Iterable[Move | str]:
    """The same; TypeError where it is something else, such as a number."""
    if not isinstance(moves, Iterable):
        raise TypeError(f"moves are a text such as 'RDLU', or a sequence of Move, not {type(moves).__name__}")
    return moves


def count_moves(number: int) -> Sentence:
    """So many moves in words: `1 move`, `12 moves`."""
    return Sentence("words.moves", n=number)


def count_slides(number: int) -> Sentence:
    """So many slides in words: `1 slide`, `12 slides`."""
    return Sentence("words.slides", n=number)


def count_boards(number: int) -> Sentence:
    """So many boards in words: `1 board`, `12 boards`."""
    return Sentence("words.boards", n=number)


def cell_distance(cell: int, other: int, width: int) -> int:
    """How many steps one cell is from another: rows plus columns between them."""
    return abs(cell // width - other // width) + abs(cell % width - other % width)


@lru_cache(maxsize=4096)
def legal_moves(blank: int, width: int, height: int) -> tuple[tuple[Move, int], ...]:
    """The moves of a blank in this cell, in the order Up, Left, Right, Down, each with the cell it leads to.

    They are kept: every board that a search in Python makes is asked for them.
    """
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
    return tuple(found)
