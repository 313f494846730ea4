"""What a notebook shows of results: HTML that stands by itself, and plays where scripts may run.

A page that takes away scripts, styles and SVG, as some do with notebooks that are looked at and not run, still has the
board as a table, and the sentences. Nothing on the page is named by an id, so any number of these stand side by side.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from taquin.board import Board
from taquin.move import Move, letters_of
from taquin.render.board import SHOWN_SIDE, rows_table
from taquin.render.side_by_side import figures_of
from taquin.result import Solution
from taquin.solvability import Diagnosis
from taquin.texts import ENGLISH, in_language, section, written

__all__ = ["card", "comparison_table", "diagnosis_card", "figures_table", "line", "paragraph", "player"]

_LONGEST: Final = 5_000
"""Moves that are shown and played at most: a byte each in a saved notebook."""
_SMALL: Final = 12
"""Boards with more columns than this have smaller tiles."""
_COUNTED: Final = 25
"""Cells of a board at most whose Kurang(i) are listed."""
_WORDS: Final = ("play", "pause", "back", "forward", "first", "last", "place", "notation", "blank", "tile", "number")
"""What the player calls its controls."""


def player(board: Board, moves: Sequence[Move], caption: str, language: str = ENGLISH) -> str:
    """The moves on the board, to be played forth and back; the caption stands below. Large boards stand still."""
    letters = letters_of(moves[:_LONGEST])
    if len(moves) > _LONGEST:
        caption += f"; {written('picture.first_moves', language, count=_LONGEST)}"
    below = paragraph(caption) + f"<code>{letters}</code>"
    if not letters:
        return card(board.rows, paragraph(caption), language=language)
    if max(board.shape) > SHOWN_SIDE:
        return card(board.rows, below, language=language)
    words = {name: section("picture", language)[name] for name in _WORDS}
    data = f" data-moves=\"{letters}\" data-words='{escape(json.dumps(words, ensure_ascii=False))}'"
    return card(board.rows, below, data=data, script=_asset("player.js"), language=language)


def card(
    rows: Sequence[Sequence[int]],
    below: str,
    marks: Mapping[int, str] | None = None,
    *,
    data: str = "",
    script: str = "",
    language: str = ENGLISH,
) -> str:
    """A board with HTML below it. `marks` says what stands behind the number of a tile."""
    width, height = max(map(len, rows), default=0), len(rows)
    if max(width, height) > SHOWN_SIDE:
        cut = written("picture.first_cells", language, side=SHOWN_SIDE, width=width, height=height)
        below = paragraph(cut) + below
    kind = "board small" if width > _SMALL else "board"
    table = f'<div class="{kind}">{rows_table(rows, marks)}</div>'
    scripts = f"<script>{script}</script>" if script else ""
    return f'<div class="taquin"{data}>{table}{below}<style>{_asset("player.css")}</style>{scripts}</div>'


def diagnosis_card(found: Diagnosis, language: str = ENGLISH) -> str:
    """The board, whether it can be solved, and why; on small boards with Kurang's table."""
    if not found.valid:
        problems = "".join(f"<li>{escape(problem.message.said(language))}</li>" for problem in found.problems)
        return card(found.rows, f"{paragraph(found.verdict.said(language))}<ul>{problems}</ul>", language=language)
    reason = in_language(found.reason, language)
    below = paragraph(f"{found.verdict.said(language).capitalize()}: {reason}.")
    if len(found.kurang) <= _COUNTED:
        tiles = [*range(1, len(found.kurang)), written("words.blank", language)]
        below += figures_table(["i", *tiles], [["Kurang(i)", *found.kurang]])
    return card(found.rows, below, language=language)


def comparison_table(solutions: Sequence[Solution], shortest: int | None, language: str = ENGLISH) -> str:
    """The figures of many searches, side by side."""
    head, *rows = figures_of(solutions, shortest, language=language)
    return figures_table(head.values(), (row.values() for row in rows))


def paragraph(text: str) -> str:
    """A paragraph of plain text."""
    return f"<p>{escape(text)}</p>"


def figures_table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """A table of figures, as a notebook shows tables."""
    lines = [_row(head, "th"), *(_row(row, "td") for row in rows)]
    return f"<table>{''.join(lines)}</table>"


def _row(cells: Iterable[Any], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(str(cell))}</{tag}>' for cell in cells)}</tr>"


def line(text: str) -> str:
    """A line that is written anew again and again."""
    return f'<code style="color:inherit;background:none">{escape(text)}</code>'


@cache
def _asset(name: str) -> str:
    """A file beside this one without its comments and the space before its lines."""
    lines = Path(__file__).with_name(name).read_text("utf-8").splitlines()
    text = "\n".join(stripped for full in lines if (stripped := full.strip()) and not stripped.startswith("//"))
    return text.partition("*/")[2].strip() if text.startswith("/*") else text
