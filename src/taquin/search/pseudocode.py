"""The pseudocode of an algorithm: its lines, each with the moments of a trace that happen in it.

A moment is what `taquin.trace.moment` says of an event: "start", "deepen", "expand", "goal", "forget", "end", or what
becomes of a child. The page and `taquin trace --pseudocode` show the line of every event.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from taquin.texts import languages, written
from taquin.trace import STATUSES

__all__ = ["Line", "Pseudocode", "each_child", "line", "line_of", "require_complete"]

ALWAYS: Final = ("start", "expand", "goal", "end")
"""The moments of every search: a start that is the goal already is told by all of them."""
MOMENTS: Final = frozenset({*ALWAYS, "deepen", "forget", *STATUSES})


@dataclass(frozen=True, slots=True)
class Line:
    """A line of pseudocode."""

    name: str
    """Of its text, in the section `pseudocode` of `taquin.texts`."""
    moments: tuple[str, ...] = ()
    """What happens in it; a line such as "for each of its children" has none."""
    depth: int = 0
    """How many loops are around it."""
    order: str = ""
    """Of the children, in the line that goes through them: the moves' letters."""

    def said(self, language: str) -> str:
        """Its text in this language, indented by two spaces for every loop."""
        order = ", ".join(written(f"words.direction_{move}", language) for move in self.order)
        return "  " * self.depth + written(f"pseudocode.{self.name}", language, order=order)

    def to_json(self) -> dict[str, Any]:
        """Its text by language, and its moments."""
        return {"text": {language: self.said(language) for language in languages()}, "moments": list(self.moments)}


Pseudocode = tuple[Line, ...]


def line(name: str, *moments: str, depth: int = 0) -> Line:
    """The line whose text has this name, with the moments that happen in it and the loops around it."""
    return Line(name, moments, depth)


def each_child(order: str) -> Line:
    """The line that goes through the children in this order."""
    return Line("children", depth=1, order=order)


def line_of(pseudocode: Pseudocode, moment: str) -> int:
    """The number of the line in which the moment happens, counted from 0."""
    return next(number for number, each in enumerate(pseudocode) if moment in each.moments)


def require_complete(pseudocode: Iterable[Line]) -> None:
    """Raise ValueError unless every search could be followed in it: no moment missing, twice, or unknown."""
    moments = [moment for each in pseudocode for moment in each.moments]
    missing = set(ALWAYS) - set(moments)
    if missing or len(set(moments)) < len(moments) or not set(moments) <= MOMENTS:
        raise ValueError(f"the pseudocode has the moments {moments}; every known one may be there once, {ALWAYS} must")


START: Final = line("put_start", "start")
GOAL: Final = line("goal_done", "goal", depth=1)
GOAL_CHILD: Final = line("goal_done", "goal", depth=2)
CHILDREN: Final = each_child("ULRD")
NOT_BACK: Final = line("not_back", "unmade", depth=2)
PARENTS: Final = line("follow_parents", "end")
