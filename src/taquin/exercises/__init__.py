"""Exercises for a class: `make.py` draws boards and computes the answers, `sheet.py` writes them, in every language."""

from taquin.exercises.make import EXPANSIONS, Exercise, first_exercises, make_exercises
from taquin.exercises.sheet import SHEETS, Asked, Block, Field, Heading, Table, sheet_blocks, write_sheet

__all__ = [
    "EXPANSIONS",
    "SHEETS",
    "Asked",
    "Block",
    "Exercise",
    "Field",
    "Heading",
    "Table",
    "first_exercises",
    "make_exercises",
    "sheet_blocks",
    "write_sheet",
]
