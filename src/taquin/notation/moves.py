"""Sequences of moves in three notations, and their length in the two metrics.

- "blank": the direction in which the blank travels, `RDLU`;
- "tile": the direction in which the tile slides, the players' way, the opposite of the blank's;
- "number": the numbers of the tiles that slide, `12 11 8`.

In the first two a run may be written with its length: `R2` is `RR`. A direction may be written in full, or as an arrow.
A number may name a tile farther from the blank in its line, as a click on it does: all tiles between slide with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby, zip_longest
from typing import Final

from taquin.board import Board
from taquin.errors import IllegalMove, ParseError, TaquinError
from taquin.move import Move, legal_moves, letters_of
from taquin.names import Metric
from taquin.texts import Sentence

__all__ = [
    "METRICS",
    "NOTATIONS",
    "ONE_RUN",
    "format_clicks",
    "format_moves",
    "format_slides",
    "length_in",
    "multi_tile_length",
    "parse_clicks",
    "parse_moves",
    "tiles_moved",
]

NOTATIONS: Final = ("blank", "tile", "number")
METRICS: Final[tuple[Metric, ...]] = ("stm", "mtm")
"""How solutions are measured: in single-tile moves, or in multi-tile moves, which are slides of a whole run."""
ONE_RUN: Final = r"\s*(?:(up|left|right|down)\b|([ulrd←↑→↓<^>v\uffe9-\uffec]))\s*([0-9]{0,6})\s*[,;]?"
"""One direction, as a word, a letter or an arrow, in whichever case, and how many times it is taken."""
_RUN: Final = re.compile(ONE_RUN, re.IGNORECASE)
_ARROWS: Final = str.maketrans("←↑→↓\uffe9\uffea\uffeb\uffec<^>vV", "LURDLURDLURDD")
"""The arrows as letters; those of half width are csTimer's."""
_MOST_MOVES: Final = 100_000_000
"""Moves that a text may stand for: R999999 is short, and no solution of 255x255 is so long."""
_NUMBER: Final = re.compile(r"[^\s,;]+")


def parse_moves(text: str, notation: str = "blank", board: Board | None = None) -> tuple[Move, ...]:
    """Read moves. The notation "number" needs the board that they start from.

    >>> from taquin.notation import parse_moves
    >>> parse_moves("R2 d")
    (Move.R, Move.R, Move.D)
    """
    _require_known(notation)
    if notation == "number":
        return tuple(move for slide in parse_clicks(text, _required(board)) for move in slide)
    moves: list[Move] = []
    position, end = 0, len(text.rstrip())
    while position < end:
        run = _RUN.match(text, position)
        if run is None:
            line, column = _place(text, position)
            shown = text[position:].split()[0][:20]
            raise ParseError(Sentence("errors.not_a_move", shown=repr(shown)), line=line, column=column)
        move = Move((run[1] or run[2])[0].translate(_ARROWS).upper())
        if len(moves) + int(run[3] or 1) > _MOST_MOVES:
            raise ParseError(Sentence("errors.too_many_moves", most=_MOST_MOVES))
        moves += [move if notation == "blank" else move.inverse] * int(run[3] or 1)
        position = run.end()
    return tuple(moves)


def format_moves(
    moves: Iterable[Move], notation: str = "blank", board: Board | None = None, *, runs: bool = False, space: str = ""
) -> str:
    """Write moves; `runs` writes `R2` for `RR`, `space` stands between two. The notation "number" needs the board that
    they start from; its numbers always have spaces between them."""
    _require_known(notation)
    if notation == "number":
        return " ".join(map(str, tiles_moved(tuple(moves), _required(board))))
    letters = letters_of(moves if notation == "blank" else (move.inverse for move in moves))
    if not runs:
        return space.join(letters) if space else letters
    lengths = ((move, len(list(run))) for move, run in groupby(letters))
    return space.join(move if length == 1 else f"{move}{length}" for move, length in lengths)


def format_slides(moves: Iterable[Move]) -> str:
    """Slides as players write them: which way the tiles go, and how many of them where that is more than one.

    `parse_moves` reads it back in the notation "tile".

    >>> from taquin.notation import format_slides, parse_moves
    >>> format_slides(parse_moves("RRDLLL"))
    'L2 U R3'
    """
    letters = (str(move.inverse) for move in moves)
    lengths = ((letter, len(list(run))) for letter, run in groupby(letters))
    return " ".join(letter if length == 1 else f"{letter}{length}" for letter, length in lengths)


def format_clicks(moves: Sequence[Move], board: Board) -> str:
    """Write moves as clicks: of each slide the tile farthest from the blank. `parse_clicks` reads them.

    >>> from taquin import Board, Move
    >>> from taquin.notation import format_clicks
    >>> format_clicks((Move.L, Move.L, Move.U), Board([[1, 2, 3], [4, 5, 6], [7, 8, 0]]))
    '7 4'
    """
    last = [following != move for move, following in zip_longest(moves, moves[1:])]
    return " ".join(str(tile) for tile, ends in zip(tiles_moved(moves, board), last, strict=True) if ends)


def length_in(moves: Sequence[Move] | str, metric: str) -> int:
    """The length of moves, or of their letters, in a metric."""
    return len(moves) if metric == "stm" else multi_tile_length(moves)


def multi_tile_length(moves: Sequence[Move] | str) -> int:
    """The length in the multi-tile metric: a run of moves in one direction counts as one."""
    letters = letters_of(moves).encode()
    # Every letter beside the one before it, all at once in one long number: a solution may have millions. Of two equal
    # ones zero is left.
    number = int.from_bytes(letters)
    return len(letters) - (number ^ number >> 8).to_bytes(len(letters)).count(0)


def _require_known(notation: str) -> None:
    if notation not in NOTATIONS:
        raise TaquinError(f"unknown notation {notation!r}: choose one of {', '.join(NOTATIONS)}")


def _required(board: Board | None) -> Board:
    if board is None:
        raise TaquinError("tile numbers mean nothing without the board that they start from")
    return board


def parse_clicks(text: str, board: Board) -> list[tuple[Move, ...]]:
    """Read numbers of tiles: the moves of each, several where the tile is in the blank's line but not next to it."""
    slides: list[tuple[Move, ...]] = []
    tiles, blank, width, made = list(board.tiles), board.blank, board.width, 0
    places = list(board.positions)
    for token in _NUMBER.finditer(text):
        word = token.group()[:20]
        if not (word.isascii() and word.isdigit()):
            line, column = _place(text, token.start())
            raise ParseError(Sentence("errors.not_a_number", word=repr(word)), line=line, column=column)
        tile = int(word)
        slide = _slide_to(places[tile], blank, width) if 0 < tile < len(tiles) else ()
        if not slide:
            beside = sorted(tiles[target] for _, target in legal_moves(blank, width, board.height))
            able = ", ".join(map(str, beside)) or Sentence("errors.no_tile")
            raise IllegalMove(Sentence("errors.tile_not_movable", number=made + 1, tile=word, able=able))
        for move in slide:
            target = blank + move.row_step * width + move.column_step
            places[tiles[target]] = blank
            tiles[blank], tiles[target], blank = tiles[target], 0, target
        slides.append(slide)
        made += len(slide)
    return slides


def _slide_to(cell: int, blank: int, width: int) -> tuple[Move, ...]:
    """The moves that bring the blank to a cell in its row or column; none where it is in neither."""
    (row, column), (blank_row, blank_column) = divmod(cell, width), divmod(blank, width)
    if row == blank_row:
        return (Move.R if column > blank_column else Move.L,) * abs(column - blank_column)
    if column == blank_column:
        return (Move.D if row > blank_row else Move.U,) * abs(row - blank_row)
    return ()


def tiles_moved(moves: Sequence[Move], board: Board) -> list[int]:
    """The tile that slides at each move. The board is changed in place: solutions of large boards are long."""
    board.play(moves)  # raises where a move is not legal
    moved = []
    tiles, blank, width = list(board.tiles), board.blank, board.width
    for move in moves:
        target = blank + move.row_step * width + move.column_step
        moved.append(tiles[target])
        tiles[blank], tiles[target] = tiles[target], 0
        blank = target
    return moved


def _place(text: str, position: int) -> tuple[int, int]:
    before = text[:position]
    return before.count("\n") + 1, position - (before.rfind("\n") + 1) + 1
