"""A board as a picture that stands still: SVG where pictures are shown, a table where only text and tables are.

Both are drawn on any background, light or dark: the frame is a shade of it. Colors stand in attributes, never in a
style sheet, because that would hold for the whole page on which the picture stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final

from taquin.board import Board
from taquin.puzzle import Puzzle

__all__ = ["SHOWN_SIDE", "board_svg", "puzzle_svg", "rows_table"]

SHOWN_SIDE: Final = 24
"""Rows and columns that are drawn at most: of a larger board the first ones."""
_PIXELS: Final = 44
"""The side of a tile on small boards."""
_LARGEST: Final = 560
"""Pixels of a whole board at most, unless its tiles would become smaller than"""
_SMALLEST: Final = 18
"""pixels."""
_ROOM: Final = 22
"""Pixels below a board for a line of text."""
_TILE: Final = "#2f7377"
_FRAME: Final = 'fill="#808080" fill-opacity=".25"'
_WORDS: Final = 'fill="#808080" font-family="system-ui,sans-serif" font-size="13"'


def board_svg(board: Board) -> str:
    """The board; of a large one the corner."""
    drawing, width, height = _drawing(board)
    return _document(f"{board.width}x{board.height} board", drawing, width, height)


def puzzle_svg(puzzle: Puzzle) -> str:
    """The start, an arrow, and the goal."""
    start, width, height = _drawing(puzzle.start)
    goal, _, _ = _drawing(puzzle.goal)
    middle = height / 2
    arrow = (
        f'<path d="M{width + 10:g} {middle:g}h28m-8 -7l8 7l-8 7" fill="none" stroke="#808080" stroke-width="2.5" '
        f'stroke-linecap="round"/><g transform="translate({width + 48:g})">{goal}</g>'
    )
    title = f"{puzzle.start.width}x{puzzle.start.height} puzzle: start and goal"
    return _document(title, start + arrow, 2 * width + 48, height)


def rows_table(rows: Sequence[Sequence[int]], marks: Mapping[int, str] | None = None) -> str:
    """The rows as an HTML table, the blank an empty cell. `marks` says what stands behind a tile's number."""
    marks = marks or {}

    def cell(tile: int) -> str:
        if tile in marks:
            return f'<td class="marked"><b>{tile}{escape(marks[tile])}</b></td>'
        return f"<td>{tile or ''}</td>"

    shown = (row[:SHOWN_SIDE] for row in rows[:SHOWN_SIDE])
    return f"<table>{''.join(f'<tr>{_joined(map(cell, row))}</tr>' for row in shown)}</table>"


def _joined(parts: Iterable[str]) -> str:
    return "".join(parts)


def _drawing(board: Board) -> tuple[str, float, float]:
    """The board with its frame, and the width and height of that in pixels."""
    columns, rows = min(board.width, SHOWN_SIDE), min(board.height, SHOWN_SIDE)
    side = max(_SMALLEST, min(_PIXELS, _LARGEST // max(columns, rows)))
    gap, edge = max(1, side // 14), max(2, side // 8)
    corner = side / 10  # the tiles are lines as thick as their corners are round
    inner = side - gap - 2 * corner
    tiles, numbers = [], []
    for row in range(rows):
        for column in range(columns):
            tile = board[row, column]
            if tile:
                x, y = edge + column * side, edge + row * side
                tiles.append(f"M{x + corner:g} {y + corner:g}h{inner:g}v{inner:g}h{-inner:g}z")
                numbers.append(f'<text x="{x + (side - gap) / 2:g}" y="{y + (side - gap) / 2:g}">{tile}</text>')
    width, height = columns * side + 2 * edge - gap, rows * side + 2 * edge - gap
    size = side * 0.42 if len(board) <= 100 else side * 0.34
    drawing = (
        f'<rect width="{width}" height="{height}" rx="{side / 6:g}" {_FRAME}/>'
        f'<path fill="{_TILE}" stroke="{_TILE}" stroke-width="{2 * corner:g}" stroke-linejoin="round" '
        f'd="{_joined(tiles)}"/>'
        f'<g fill="#fff" font-family="system-ui,sans-serif" font-weight="600" font-size="{size:g}" '
        f'text-anchor="middle" dominant-baseline="central">{_joined(numbers)}</g>'
    )
    if (columns, rows) == board.shape:
        return drawing, width, height
    note = f"the first {columns}x{rows} cells of {board.width}x{board.height}"
    return f'{drawing}<text x="{edge}" y="{height + 16}" {_WORDS}>{note}</text>', width, height + _ROOM


def _document(title: str, drawing: str, width: float, height: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img"><title>{title}</title>{drawing}</svg>'
    )
