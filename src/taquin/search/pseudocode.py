"""The pseudocode of an algorithm: its lines in every language, each with the moments of a trace that happen in it.

A moment is what `taquin.trace.moment` says of an event: "start", "deepen", "expand", "goal", "forget", "end", or what
becomes of a child. The page and `taquin trace --pseudocode` show the line of every event.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from taquin.trace import STATUSES

__all__ = ["Line", "Pseudocode", "line", "line_of", "require_complete"]

ALWAYS: Final = ("start", "expand", "goal", "end")
"""The moments of every search: a start that is the goal already is told by all of them."""
MOMENTS: Final = frozenset({*ALWAYS, "deepen", "forget", *STATUSES})
LANGUAGES: Final = frozenset({"en", "id"})


@dataclass(frozen=True, slots=True)
class Line:
    """A line, indented by two spaces for every loop around it."""

    text: dict[str, str]
    """By language."""
    moments: tuple[str, ...] = ()
    """What happens in it; a line such as "for each of its children" has none."""

    def to_json(self) -> dict[str, Any]:
        """Text and moments."""
        return {"text": self.text, "moments": list(self.moments)}


Pseudocode = tuple[Line, ...]


def line(*moments: str, **text: str) -> Line:
    """A line with the moments that happen in it, and its text by language."""
    return Line(text, moments)


def line_of(pseudocode: Pseudocode, moment: str) -> int:
    """The number of the line in which the moment happens, counted from 0."""
    return next(number for number, each in enumerate(pseudocode) if moment in each.moments)


def require_complete(pseudocode: Iterable[Line]) -> None:
    """Raise ValueError unless every search could be followed in it: no moment missing, twice, or unknown."""
    lines = tuple(pseudocode)
    moments = [moment for each in lines for moment in each.moments]
    missing = set(ALWAYS) - set(moments)
    if missing or len(set(moments)) < len(moments) or not set(moments) <= MOMENTS:
        raise ValueError(f"the pseudocode has the moments {moments}; every known one may be there once, {ALWAYS} must")
    for each in lines:
        if each.text.keys() != LANGUAGES:
            raise ValueError(f"a line of pseudocode needs the languages {sorted(LANGUAGES)}: {each.text}")


START: Final = line("start", en="put the start into the queue", id="masukkan papan awal ke antrean")
GOAL: Final = line("goal", en="  if it is the goal: done", id="  jika itu tujuan: selesai")
GOAL_CHILD: Final = line("goal", en="    if it is the goal: done", id="    jika itu tujuan: selesai")
CHILDREN: Final = line(en="  for each of its children", id="  untuk setiap anaknya")
NOT_BACK: Final = line(
    "unmade", en="    the board before this one: do not make it", id="    papan sebelum ini: jangan dibuat"
)
PARENTS: Final = line("end", en="follow the parents back to the start", id="ikuti induk kembali ke awal")
