"""The answer to a request for exercises: the blocks of a sheet, which the page draws and prints."""

from __future__ import annotations

from taquin.board import Board
from taquin.errors import TaquinError
from taquin.exercises import Asked, Block, Field, Heading, Table, first_exercises, sheet_blocks
from taquin.web.messages import ExercisesRequest, Sheet, SheetBlock

__all__ = ["sheet"]


def sheet(request: ExercisesRequest) -> Sheet:
    """The sheet that `taquin exercises` makes. What cannot be had is said in the language of the sheet."""
    try:
        made = first_exercises(request.width, request.height, request.depth, request.count, seed=request.seed)
    except TaquinError as error:
        raise TaquinError(error.said(request.language)) from None
    questions, answers = request.part != "answers", request.part != "questions"
    blocks = sheet_blocks(made, request.seed, request.language, questions=questions, answers=answers)
    return Sheet([_block(block) for block in blocks])


def _block(block: Block) -> SheetBlock:
    match block:
        case Heading():
            return SheetBlock("heading", block.text, block.level, [])
        case Table():
            return SheetBlock("table", "", 0, [list(row) for row in block.rows])
        case Field():
            return SheetBlock("field", block.label, 0, [])
        case Board():
            return SheetBlock("board", "", 0, [list(map(str, row)) for row in block.rows])
        case Asked():
            return SheetBlock("asked", block, 0, [], block.lines)
        case str():
            return SheetBlock("text", block, 0, [])
