"""What the program of document 002 prints, label for label: the 15-puzzle by branch and bound, on a console."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from taquin.board import Board
from taquin.result import Solution
from taquin.solvability import Diagnosis
from taquin.texts import ENGLISH, seconds_text

__all__ = ["NO_FILE", "PROMPT_FILE", "PROMPT_METHOD", "RULE", "WRONG_INPUT", "heading", "inquiry", "steps", "totals"]

RULE: Final = "/" * 36
"""The line above and below everything, of so many characters."""
PROMPT_METHOD: Final = "Chosen Method : "
PROMPT_FILE: Final = "Filename : "
WRONG_INPUT: Final = "Sorry... Wrong Input"
NO_FILE: Final = "Sorry... The file is not found"


def heading(menu: bool) -> Iterator[str]:
    """The banner, with the menu where a method is to be chosen."""
    yield RULE
    yield "15-Puzzle Solver"
    yield "Branch and Bound"
    if menu:
        yield "1. Read the puzzle from a file"
        yield "2. Make a random puzzle"
        yield "p.s. The second method may make a puzzle that is hard to solve."
        yield "p.s. If it takes too long, try again or choose the first method."


def inquiry(start: Board, found: Diagnosis) -> Iterator[str]:
    """The board, Kurang of every tile and of the blank, X, their sum, and the verdict."""
    yield "Puzzle Matrix :"
    yield from _rows(start)
    yield "Value of the function Kurang(i) on each non-empty cell:"
    for number, count in enumerate(found.kurang, start=1):
        yield f"Kurang( {number} ) =  {count}"
    yield f"Value of X =  {found.x}"
    yield f"Sum(Kurang(i)) + X =  {found.total}"
    yield "The puzzle is solvable" if found.solvable else "Sorry... The puzzle is not solvable"


def steps(solution: Solution) -> Iterator[str]:
    """Every move with the board after it."""
    boards = iter(solution.boards())
    yield "Steps to solve the puzzle :"
    yield "Initial State :"
    yield from _rows(next(boards))
    for move, board in zip(solution.moves, boards, strict=True):
        yield f"Move :  {move.word}"
        yield from _rows(board)


def totals(solution: Solution) -> Iterator[str]:
    """What the search took."""
    yield f"Child Node Generated =  {solution.stats.generated}"
    yield f"Execution Time =  {seconds_text(solution.stats.seconds, ENGLISH)} second"


def _rows(board: Board) -> Iterator[str]:
    for row in board.rows:
        yield "\t".join(str(tile or "-") for tile in row)
