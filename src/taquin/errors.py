"""What can go wrong, as types.

Every error is a ValueError and says in one line what is wrong and what to do. The
command line gives each kind an exit code of its own. As a str an error is English;
`said` gives it in another language, where its message is a Sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from taquin.texts import ENGLISH, Sentence, in_language

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

_NAMED_CELLS: Final = 4
"""Cells that the message of a problem names."""
_NAMED_PROBLEMS: Final = 8
"""Problems of a board that its error names; the others are counted."""


class TaquinError(ValueError):
    """The root of all errors raised by this package; but what cannot be meant at all, such as a number where a board is
    expected, is a TypeError."""

    def said(self, language: str) -> str:
        """What `str` says, in this language."""
        return str(in_language(self.args[0], language)) if self.args else ""


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
        return self.said(ENGLISH)

    def said(self, language: str) -> str:
        """What `str` says, in this language."""
        place = self._place(language)
        message = self._message(language)
        return f"{place}: {message}" if place else message

    def _place(self, language: str) -> str:
        """Where it is: in a file as compilers write it, `boards.txt:2:3`, in a text in words."""
        if self.source is None and self.line is not None:
            name = "errors.at_line" if self.column is None else "errors.at_column"
            return Sentence(name, line=self.line, column=self.column).said(language)
        parts = (in_language(part, language) for part in (self.source, self.line, self.column))
        return ":".join(str(part) for part in parts if part is not None)

    def _message(self, language: str) -> str:
        return str(in_language(self.message, language))


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that keeps some numbers from being a board.

    `kind` is one of "shape", "ragged", "range", "duplicate", "missing", "blank"; `cells` are the (row, column)
    pairs concerned, counted from 1 as people do. `text` names the message in the catalogue, and `values` are its own.
    """

    kind: str
    text: str
    cells: tuple[tuple[int, int], ...] = ()
    values: tuple[tuple[str, Any], ...] = ()

    @property
    def message(self) -> Sentence:
        """What is wrong. It is made when it is asked for: of a large board, a million cells can be wrong."""
        places = tuple(Sentence("words.place", row=row, column=column) for row, column in self.cells[:_NAMED_CELLS])
        if len(self.cells) > _NAMED_CELLS:
            places += (Sentence("problems.elsewhere"),)
        return Sentence(self.text, **dict(self.values), where=places)


class InvalidBoard(ParseError):
    """Numbers were read, but they are not a board. `problems` lists every reason, not only the first."""

    def __init__(self, problems: tuple[Problem, ...], *, source: str | None = None, line: int | None = None) -> None:
        self.problems = problems
        super().__init__(self._message(ENGLISH), source=source, line=line)

    def _message(self, language: str) -> str:
        listed: list[Sentence] = [problem.message for problem in self.problems[:_NAMED_PROBLEMS]]
        if len(self.problems) > _NAMED_PROBLEMS:
            listed.append(Sentence("problems.more", count=len(self.problems) - _NAMED_PROBLEMS))
        return "; ".join(in_language(message, language) for message in listed)


class IllegalMove(TaquinError):
    """A move that the board does not allow."""


class Unsolvable(TaquinError):
    """No sequence of moves leads from the start to the goal."""


class TooLarge(TaquinError):
    """The first solution of a board takes far more time or memory than there is."""


class TableError(TaquinError):
    """A table cannot be built, read or written."""
