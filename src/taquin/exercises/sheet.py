"""Sheets of exercises as text, Markdown or a page to print. Its words are the section `sheet` of `taquin.texts`.

A sheet is a list of blocks; a writer turns blocks into its format, and the web page draws them itself. The answers
begin with a block of their own, which the page to print puts on a new sheet of paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from taquin.board import Board
from taquin.exercises.make import EXPANSIONS, Exercise
from taquin.move import count_boards, count_moves
from taquin.notation import format_board, picture
from taquin.texts import ENGLISH, written

__all__ = ["SHEETS", "Asked", "Block", "Field", "Heading", "Table", "sheet_blocks", "write_sheet"]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the sheet's, and `new_page` begins the answers."""

    text: str
    level: int = 2
    new_page: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first row is its head."""

    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Field:
    """A line to be filled in by hand, after its label."""

    label: str


class Asked(str):
    """A question that is answered in writing: on paper there is room for so many lines below it."""

    __slots__ = ("lines",)
    lines: int

    def __new__(cls, text: str, lines: int) -> Asked:
        """A question with room for so many lines."""
        asked = super().__new__(cls, text)
        asked.lines = lines
        return asked


Block = Heading | Table | Field | Board | str
"""A paragraph is a str."""


def write_sheet(
    exercises: Sequence[Exercise],
    seed: int,
    form: str = "text",
    language: str = ENGLISH,
    *,
    questions: bool = True,
    answers: bool = True,
) -> str:
    """A sheet of exercises, and then their answers, in one of SHEETS; or one of the two halves."""
    return SHEETS[form](sheet_blocks(exercises, seed, language, questions=questions, answers=answers), language)


def sheet_blocks(
    exercises: Sequence[Exercise],
    seed: int,
    language: str = ENGLISH,
    *,
    questions: bool = True,
    answers: bool = True,
) -> list[Block]:
    """What stands on a sheet, in this order."""
    title = written("sheet.title", language, puzzle=len(exercises[0].board) - 1)
    blocks: list[Block] = [Heading(title, 1)]
    if questions:
        blocks.append(Field(written("sheet.name", language)))
    blocks.append(written("sheet.made", language, boards=count_boards(len(exercises)), seed=seed))
    if questions:
        blocks += _questions(exercises, language)
    if answers:
        blocks.append(Heading(written("sheet.answers", language), 1, new_page=questions))
        for number, exercise in enumerate(exercises, start=1):
            blocks.append(Heading(written("sheet.answer", language, number=number)))
            blocks += _answer(exercise, language)
    return blocks


def _questions(exercises: Sequence[Exercise], language: str) -> Iterator[Block]:
    def text(key: str, **values: object) -> str:
        return written(f"sheet.{key}", language, **values)

    yield text("kurang")
    yield text("rules")
    for number, exercise in enumerate(exercises, start=1):
        yield Heading(text("exercise", number=number))
        yield exercise.board
        yield text("ask_kurang")
        yield _kurang(exercise, language, filled=False)
        yield Asked(text("ask_solvable"), 2)
        yield Asked(text("ask_expansions", expansions=EXPANSIONS), EXPANSIONS)
        yield Asked(text("ask_nodes"), 2)


def _answer(exercise: Exercise, language: str) -> Iterator[Block]:
    found, solution = exercise.diagnosis, exercise.solution
    yield _kurang(exercise, language, filled=True)
    yield "a) " + written("sheet.sum", language, sum=found.inversions, x=found.x, total=found.total)
    yield "b) " + written("sheet.solvable" if found.solvable else "sheet.unsolvable", language)
    if not found.solvable:
        return
    rows = [["c)", written("sheet.board", language), "g", "h", "f"]]
    for number, node in enumerate(exercise.expansions, start=1):
        rows.append([str(number), format_board(node.board, "line"), str(node.g), f"{node.h:g}", f"{node.f:g}"])
    yield Table(rows)
    nodes = written(
        "sheet.nodes",
        language,
        generated=solution.stats.generated,
        expanded=solution.stats.expanded,
        moves=count_moves(len(solution.moves)),
        way="".join(solution.moves) or "-",
    )
    count = exercise.shortest
    others = written("sheet.only" if count == 1 else "sheet.one_of", language, count=count) if count else ""
    yield " ".join(filter(None, ("d)", nodes, others)))


def _kurang(exercise: Exercise, language: str, *, filled: bool) -> Table:
    counts = exercise.diagnosis.kurang
    names = [*map(str, range(1, len(counts))), written("words.blank", language)]
    return Table([["i", *names], ["Kurang(i)", *(str(count) if filled else "" for count in counts)]])


def _text(blocks: Sequence[Block], language: str) -> str:
    parts = []
    for block in blocks:
        match block:
            case Heading():
                line = ("=" if block.level == 1 else "-") * len(block.text)
                parts.append(("\n\n" if block.new_page else "") + f"{block.text}\n{line}")
            case Table():
                widths = [max(map(len, column)) for column in zip(*block.rows, strict=True)]
                cells = [" |".join(map(str.rjust, row, widths)) for row in block.rows]  # narrow enough for a 15-puzzle
                parts.append("\n".join([cells[0], "-+".join("-" * width for width in widths), *cells[1:]]))
            case Field():
                parts.append(f"{block.label}: {'_' * 40}")
            case str():
                parts.append(block)
            case Board():
                parts.append(picture(block))
    return "\n\n".join(parts) + "\n"


def _markdown(blocks: Sequence[Block], language: str) -> str:
    parts = []
    for block in blocks:
        match block:
            case Heading():
                parts.append(f"{'#' * block.level} {block.text}")
            case Table():
                head, *rows = [f"| {' | '.join(row)} |" for row in block.rows]
                parts.append("\n".join([head, "|" + "---|" * len(block.rows[0]), *rows]))
            case Field():
                parts.append(f"{block.label}: {'_' * 40}")
            case str():
                parts.append(block.replace("*", "\\*"))
            case Board():
                parts.append(f"```text\n{picture(block)}\n```")
    return "\n\n".join(parts) + "\n"


_STYLE: Final = """\
body { font: 11pt/1.4 serif; max-width: 46em; margin: 2em auto; padding: 0 1em; color: #000; background: #fff }
h1, h2 { font-family: sans-serif; line-height: 1.2 }
h2 { font-size: 1.1em; margin-top: 1.6em }
pre { font: 11pt/1.05 monospace }
table { border-collapse: collapse; margin: .6em 0; font-size: .9em }
th, td { border: 1px solid #888; padding: .2em .5em; min-width: 1em; text-align: right }
th { background: #eee; font-weight: normal; print-color-adjust: exact }
section { break-inside: avoid }
.field { display: flex; gap: .5em }
.field span { flex: 1; border-bottom: 1px solid #000 }
.answers { border-top: 3px double #000; padding-top: 1em }
@page { margin: 2cm }
@media print {
  body { margin: 0; max-width: none; padding: 0 }
  .asked { padding-bottom: calc(var(--lines) * 1.7em) }
  .answers { break-before: page; border: 0; padding: 0 }
}"""
"""One file for screen and paper: an exercise is not torn apart, and the answers begin on a page of their own."""


def _html(blocks: Sequence[Block], language: str) -> str:
    title = next(block.text for block in blocks if isinstance(block, Heading))
    lines = [
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>\n<main>",
    ]
    is_open = False
    for block in blocks:
        if isinstance(block, Heading) and is_open:
            lines.append("</section>")
            is_open = False
        match block:
            case Heading(level=1):
                ending = "</main>\n<main class='answers'>\n" if block.new_page else ""
                lines.append(f"{ending}<h1>{escape(block.text)}</h1>")
            case Heading():
                lines.append(f"<section>\n<h2>{escape(block.text)}</h2>")
                is_open = True
            case Table():
                head, *rows = block.rows
                lines.append(f"<table>\n<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>")
                lines += [f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows]
                lines.append("</table>")
            case Field():
                lines.append(f'<p class="field">{escape(block.label)}: <span></span></p>')
            case Asked():
                lines.append(f'<p class="asked" style="--lines: {block.lines}">{escape(block)}</p>')
            case str():
                lines.append(f"<p>{escape(block)}</p>")
            case Board():
                lines.append(f"<pre>{escape(picture(block))}</pre>")
    return "\n".join([*lines, *(["</section>"] if is_open else []), "</main>\n</body>\n</html>"]) + "\n"


SHEETS: Final[dict[str, Callable[[Sequence[Block], str], str]]] = {
    "text": _text,
    "markdown": _markdown,
    "html": _html,
}
"""The formats of a sheet, by name."""
