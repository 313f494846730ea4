"""The answer to a check: the diagnosis of a text, with what the page draws on the board to explain it."""

from __future__ import annotations

from typing import Final

from taquin.errors import InvalidBoard, ParseError, Problem
from taquin.puzzle import Puzzle
from taquin.solvability import Diagnosis, diagnose, princeton_rule
from taquin.web.boards import Refused, read_goal, require_size, require_text
from taquin.web.codes import code_of
from taquin.web.messages import Check, Failure, Place
from taquin.web.settings import Settings

__all__ = ["check", "failure"]

_LARGEST_LISTING: Final = 100
"""Up to this many cells the pairs behind the Kurang table are listed."""


def check(settings: Settings, text: str, goal: str) -> Check:
    """Is this text a board, and can it be solved? Everything that is wrong, all at once, and the reasons."""
    require_text(settings, text)
    try:
        found = diagnose(text)
    except ParseError as error:
        return _checked(Diagnosis((), _problems(error)), error)
    require_size(settings, len(found.rows[0]) if found.rows else 0, len(found.rows))
    if found.puzzle is not None:
        start = found.puzzle.start
        found = diagnose(start, read_goal(settings, goal, *start.shape))
    return _checked(found)


def _checked(found: Diagnosis, error: ParseError | None = None) -> Check:
    """Everything about a board; `error` is where its text could not be read."""
    known = {**found.to_json(), "problems": _places(found.problems, error)}
    pair = found.swap() if found.valid else None
    return Check(
        **known,
        rule=princeton_rule(found),
        swap=list(pair) if pair else None,
        pairs=_pairs(found.puzzle),
        shaded=_shaded(found.puzzle),
    )


def failure(error: Exception) -> Failure:
    """Why a request was refused, with every place that is wrong."""
    if isinstance(error, ParseError):
        return Failure(error.message, _places(_problems(error), error), **code_of(error.message))
    if isinstance(error, Refused):
        return Failure(str(error), error.places, **(error.code or code_of(error.message)))
    return Failure(str(error), [], **code_of(error.args[0] if error.args else ""))


def _problems(error: ParseError) -> tuple[Problem, ...]:
    return (
        error.problems
        if isinstance(error, InvalidBoard)
        else (Problem("syntax", "problems.as_told", (), (("message", error.message),)),)
    )


def _places(problems: tuple[Problem, ...], error: ParseError | None) -> list[Place]:
    line, column = (error.line, error.column) if error else (None, None)
    return [
        Place(p.kind, p.message, [list(cell) for cell in p.cells], line, column, **code_of(p.message)) for p in problems
    ]


def _pairs(puzzle: Puzzle | None) -> list[list[int]]:
    """For each i of the Kurang table, the blank last, the tiles of lower rank that come after it."""
    if puzzle is None or len(puzzle.start) > _LARGEST_LISTING:
        return []
    rank, cells = puzzle.goal.positions, puzzle.start.tiles
    after = {
        tile: [other for other in cells[cell + 1 :] if rank[other] < rank[tile]] for cell, tile in enumerate(cells)
    }
    return [after[tile] for tile in (*range(1, len(cells)), 0)]


def _shaded(puzzle: Puzzle | None) -> list[int]:
    if puzzle is None:
        return []
    width, home = puzzle.start.width, puzzle.goal.blank
    return [
        cell for cell in range(len(puzzle.start)) if (cell // width + cell % width + home // width + home % width) % 2
    ]
