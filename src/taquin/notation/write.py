"""Writing boards: the formats that `parse_board` reads back, and the boxed picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from taquin.board import Board
from taquin.errors import TaquinError

__all__ = ["FORMATS", "board_to_json", "format_board", "picture"]


def format_board(board: Board, style: str = "rows", blank: str = "0") -> str:
    """Write a board in one of FORMATS. `blank` is the sign for the blank; "last" writes it as width*height."""
    if style not in FORMATS:
        raise TaquinError(f"unknown format {style!r}: choose one of {', '.join(FORMATS)}")
    sign = str(len(board)) if blank == "last" else blank
    return FORMATS[style](board, sign)


def board_to_json(board: Board) -> list[list[int]]:
    """The board in JSON: a list of rows, blank 0."""
    return [list(row) for row in board.rows]


def picture(board: Board, drawn: Callable[[int, str], str] = lambda tile, name: f" {name} ") -> str:
    """The board drawn with boxes, the blank left empty. `drawn` makes a cell of a tile and its name, which is two
    characters wider than the name.
    """
    cell = len(str(len(board) - 1)) + 2
    edges = ["─" * cell] * board.width
    parts = [f"┌{'┬'.join(edges)}┐"]
    for number, row in enumerate(board.rows):
        if number:
            parts.append(f"├{'┼'.join(edges)}┤")
        cells = zip(row, _columns(row, cell - 2, " "), strict=True)
        parts.append(f"│{'│'.join(drawn(tile, name) for tile, name in cells)}│")
    parts.append(f"└{'┴'.join(edges)}┘")
    return "\n".join(parts)


def _columns(row: tuple[int, ...], width: int, blank: str) -> list[str]:
    return [(str(tile) if tile else blank).rjust(width) for tile in row]


def _rows(board: Board, blank: str) -> str:
    """Rows; a board of one row or one column gets its size line, without which it would be ambiguous."""
    width = max(len(str(len(board) - 1)), len(blank))
    text = "\n".join(" ".join(_columns(row, width, blank)) for row in board.rows)
    if len(board) > 1 and min(board.shape) == 1:
        return f"{board.width} {board.height}\n{text}"
    return text


def _sized(board: Board, blank: str) -> str:
    """A size line, then rows: `N` for a square board, else `W H`."""
    size = str(board.width) if board.width == board.height else f"{board.width} {board.height}"
    width = max(len(str(len(board) - 1)), len(blank))
    return "\n".join([size, *(" ".join(_columns(row, width, blank)) for row in board.rows)])


def _flat(board: Board, blank: str) -> str:
    """All cells in one line; a board that is not square gets its size line."""
    text = " ".join(str(tile) if tile else blank for tile in board.tiles)
    return text if board.width == board.height else f"{board.width} {board.height}\n{text}"


def _slashes(board: Board, blank: str) -> str:
    """The players' line: rows separated by `/`. A single row, which has none, falls back to the flat form."""
    if min(board.shape) == 1:
        return _flat(board, blank)
    return "/".join(" ".join(str(tile) if tile else blank for tile in row) for row in board.rows)


FORMATS: Final[dict[str, Callable[[Board, str], str]]] = {
    "rows": _rows,
    "sized": _sized,
    "flat": _flat,
    "line": _slashes,
    "json": lambda board, blank: str(board_to_json(board)),
    "python": lambda board, blank: repr(board),
    "picture": lambda board, blank: picture(board),
}
"""The written forms by name; `parse_board` reads every one of them back."""
