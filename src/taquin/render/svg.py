"""A solution as SVG: it plays by itself in any browser.

A file needs nothing but itself: colors and sizes are written into it, and the animation is declarative, so it also
plays inside a page or a document that runs no script.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from taquin.board import Board
from taquin.move import Move

__all__ = ["animation_svg"]

_CELL: Final = 64
"""Units of the picture: the side of a tile."""
_GAP: Final = 4
"""Units between two tiles."""
_EDGE: Final = 8
"""Units from the tiles to the edge of the picture."""
_SLIDE: Final = 0.5
"""The part of a move's time in which the tile slides; then it rests."""
_PAUSE: Final = 1.5
"""Seconds before the first move and after the last."""
_STYLE: Final = (
    "<style>.frame{fill:#e7e2d8}.tile{fill:#2f6f73}"
    "text{fill:#fff;font:600 26px system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}"
    ".small{font-size:18px}</style>"
)


def animation_svg(board: Board, moves: Sequence[Move], seconds: float = 0.4) -> str:
    """The moves played on the board, over and over, one every so many seconds."""
    duration = len(moves) * seconds + 2 * _PAUSE
    stations = _stations(board, moves)
    motions = [
        _motion(board.width, board.positions[tile], stations[tile], seconds, duration) for tile in range(len(board))
    ]
    return _document(board, [_tile(board, tile, motions[tile]) for tile in board if tile])


def _stations(board: Board, moves: Sequence[Move]) -> list[list[tuple[int, int]]]:
    """For every tile the (number of the move, cell it then goes to), in order."""
    stations: list[list[tuple[int, int]]] = [[] for _ in board]
    tiles, blank = list(board.tiles), board.blank
    for number, move in enumerate(moves):
        source = blank + move.row_step * board.width + move.column_step
        stations[tiles[source]].append((number, blank))
        tiles[blank], tiles[source] = tiles[source], 0
        blank = source
    return stations


def _motion(width: int, start: int, stations: list[tuple[int, int]], seconds: float, duration: float) -> str:
    """The way of one tile, as positions at points of time from 0 to 1."""
    if not stations:
        return ""
    times, places = [0.0], [_offset(start, width)]
    for number, cell in stations:
        began = _PAUSE + number * seconds
        times += [began / duration, (began + seconds * _SLIDE) / duration]
        places += [places[-1], _offset(cell, width)]
    times.append(1.0)
    places.append(places[-1])
    return (
        f'<animateTransform attributeName="transform" type="translate" dur="{duration:g}s" repeatCount="indefinite" '
        f'keyTimes="{";".join(f"{time:.5g}" for time in times)}" '
        f'values="{";".join(f"{x},{y}" for x, y in places)}"/>'
    )


def _offset(cell: int, width: int) -> tuple[int, int]:
    row, column = divmod(cell, width)
    return _EDGE + column * (_CELL + _GAP), _EDGE + row * (_CELL + _GAP)


def _tile(board: Board, tile: int, motion: str) -> str:
    x, y = _offset(board.positions[tile], board.width)
    size = ' class="small"' if tile > 99 else ""
    return (
        f'<g transform="translate({x},{y})">{motion}<rect class="tile" width="{_CELL}" height="{_CELL}" rx="9"/>'
        f'<text x="{_CELL // 2}" y="{_CELL // 2 + 1}"{size}>{tile}</text></g>'
    )


def _document(board: Board, tiles: list[str]) -> str:
    width = board.width * (_CELL + _GAP) - _GAP + 2 * _EDGE
    height = board.height * (_CELL + _GAP) - _GAP + 2 * _EDGE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{board.width}x{board.height} sliding puzzle">{_STYLE}'
        f'<rect class="frame" width="{width}" height="{height}" rx="14"/>{"".join(tiles)}</svg>\n'
    )
