"""What can go wrong, as types.

Every error is a ValueError and says in one line what is wrong and what to do. The
command line gives each kind an exit code of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "IllegalMove",
    "InvalidBoard",
    "ParseError",
    "Problem",
    "TableError",
    "TaquinError",
    "TooLarge",
    "Unsolvable",
]


class TaquinError(ValueError):
    """The root of all errors raised by this package."""


class ParseError(TaquinError):
    """A text cannot be read. Knows where: `source`, `line` and `column` count from 1 and are None if unknown."""

    def __init__(
        self, message: str, *, source: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.source = source
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.source, self.line, self.column) if part is not None)
        return f"{place}: {self.message}" if place else self.message


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that keeps some numbers from being a board.

    `kind` is one of "shape", "ragged", "range", "duplicate", "missing", "blank"; `cells` are the (row, column)
    pairs concerned, counted from 1 as people do.
    """

    kind: str
    message: str
    cells: tuple[tuple[int, int], ...] = ()


class InvalidBoard(ParseError):
    """Numbers were read, but they are not a board. `problems` lists every reason, not only the first."""

    def __init__(self, problems: tuple[Problem, ...], *, source: str | None = None, line: int | None = None) -> None:
        named = "; ".join(problem.message for problem in problems[:8])
        more = f"; and {len(problems) - 8} more problems" if len(problems) > 8 else ""
        super().__init__(named + more, source=source, line=line)
        self.problems = problems


class IllegalMove(TaquinError):
    """A move that the board does not allow."""


class Unsolvable(TaquinError):
    """No sequence of moves leads from the start to the goal."""


class TooLarge(TaquinError):
    """The first solution of a board takes far more time or memory than there is."""


class TableError(TaquinError):
    """A table cannot be built, read or written."""
