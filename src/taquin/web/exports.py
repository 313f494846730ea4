"""A solution as a file to keep: text for people, JSON for programs, an animated SVG for a page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from taquin.errors import TaquinError
from taquin.move import Move
from taquin.notation import board_to_json, format_board, format_moves, multi_tile_length
from taquin.puzzle import Puzzle
from taquin.render.svg import animation_svg
from taquin.texts import Sentence

__all__ = ["export"]

_MOST_CELLS: Final = 400_000
"""Cells of all boards on the way together: beyond, no animation, and a text without these boards."""


def export(puzzle: Puzzle, moves: Sequence[Move], form: str, seconds: float) -> tuple[str, str, str]:
    """The content, its media type and a name for the file."""
    if form == "svg":
        if len(moves) * len(puzzle.start) > _MOST_CELLS:
            raise TaquinError(Sentence("web.too_long_to_draw"))
        return animation_svg(puzzle.start, moves, seconds), "image/svg+xml", "solution.svg"
    if form == "json":
        return json.dumps(_record(puzzle, moves), indent=1) + "\n", "application/json", "solution.json"
    return _text(puzzle, moves), "text/plain", "solution.txt"


def _record(puzzle: Puzzle, moves: Sequence[Move]) -> dict[str, object]:
    return {
        "start": board_to_json(puzzle.start),
        "goal": board_to_json(puzzle.goal),
        "moves": format_moves(moves),
        "tiles": [int(tile) for tile in format_moves(moves, "number", puzzle.start).split()],
        "length": len(moves),
        "length_mtm": multi_tile_length(moves),
        "solved": puzzle.is_solution(tuple(moves)),
    }


def _text(puzzle: Puzzle, moves: Sequence[Move]) -> str:
    lines = [
        f"{len(moves)} moves ({multi_tile_length(moves)} in the multi-tile metric)",
        f"Blank moves:  {format_moves(moves, runs=True)}",
        f"Tiles slide:  {format_moves(moves, 'tile', runs=True)}",
        f"Tile numbers: {format_moves(moves, 'number', puzzle.start)}",
        "",
        "Start",
        format_board(puzzle.start),
    ]
    if len(moves) * len(puzzle.start) > _MOST_CELLS:
        return "\n".join([*lines, "", "The boards on the way are too many for a text."]) + "\n"
    board = puzzle.start
    for number, move in enumerate(moves, start=1):
        board = board.apply(move)
        lines += ["", f"{number}. {move.word}", format_board(board)]
    return "\n".join(lines) + "\n"
