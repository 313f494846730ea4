"""What a teaching search tells while it works: a small set of events, version 3, described in docs/trace.md.

A search calls `on_event(event)` for each. Nodes are named as course sheets number them: the root is "0", the second
child of the third board expanded is "3.2", and a search from the goal starts at "G". The same events draw the text of
`taquin trace`, the picture of the search tree and the replay in the browser.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from taquin.board import Board
from taquin.display import Displayed
from taquin.errors import ParseError
from taquin.move import Move
from taquin.notation import board_to_json
from taquin.puzzle import Puzzle
from taquin.result import Solution

__all__ = [
    "DROPPED",
    "REPLACING",
    "STATUSES",
    "VERSION",
    "Child",
    "Deepened",
    "Ended",
    "Event",
    "Expanded",
    "Forgot",
    "OnEvent",
    "Recorder",
    "Root",
    "Started",
    "moment",
]

VERSION: Final = 3
"""Raised when an event or a field goes or changes its meaning; new fields and events may come without it."""

STATUSES: Final = {
    "queued": "waits to be expanded",
    "cheaper": "was waiting already; this way to it is shorter and takes its place",
    "reopened": "was expanded already; this way to it is shorter, so it waits again",
    "seen": "dropped: the board is known by a way that is no longer",
    "back": "dropped: the board is known, and is the board before its parent",
    "missed": "dropped although this way is shorter than the known one: the algorithm keeps the first way it found",
    "pruned": "dropped: its f is above the limit of this round",
    "rejected": "dropped: a sibling was taken, or none of them has an f below the parent's",
    "refused": "dropped: its f is above the parent's, and chance was against it",
    "unmade": "never made, and not counted: it would be the board before its parent again (the critical optimization)",
}
"""What becomes of a child."""

DROPPED: Final = frozenset({"seen", "back", "missed", "pruned", "rejected", "refused", "unmade"})
"""Those of STATUSES after which nobody looks at the child again."""

REPLACING: Final = frozenset({"cheaper", "reopened"})
"""Those of STATUSES with which the child takes the place of the node `before`."""


@dataclass(frozen=True, slots=True)
class Started:
    """A search begins."""

    puzzle: Puzzle
    algorithm: str
    heuristic: str
    rank: str = "g + h"
    """What f is."""

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object."""
        return {
            "event": "start",
            "version": VERSION,
            "algorithm": self.algorithm,
            "heuristic": self.heuristic,
            "rank": self.rank,
            "start": board_to_json(self.puzzle.start),
            "goal": board_to_json(self.puzzle.goal),
        }


@dataclass(frozen=True, slots=True)
class Root:
    """One of the two boards from which a search from both ends begins; it waits to be expanded."""

    node: str
    h: float
    f: float
    board: Board
    side: str
    """"start" or "goal"."""

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object."""
        return {
            "event": "root",
            "node": self.node,
            "h": self.h,
            "f": self.f,
            "board": board_to_json(self.board),
            "side": self.side,
        }


@dataclass(frozen=True, slots=True)
class Deepened:
    """An iterative search begins a round: nothing with a larger f is looked at in it."""

    limit: float

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object."""
        return {"event": "deepen", "limit": self.limit}


@dataclass(frozen=True, slots=True)
class Expanded:
    """A board leaves the queue; unless it is the goal, its children follow."""

    number: int
    """1 for the first board expanded."""
    node: str
    move: Move | None
    g: int
    h: float
    f: float
    board: Board
    is_goal: bool
    """Whether it is the board that its side looks for."""
    side: str = ""
    """Of a search from both ends: "start" or "goal"; its goal is the start where it comes from the goal."""

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object."""
        return {"event": "expand", "number": self.number, **_node_to_json(self)}


@dataclass(frozen=True, slots=True)
class Child:
    """A child of the board whose number stands before the dot in its name."""

    node: str
    move: Move
    g: int
    h: float
    f: float
    board: Board
    is_goal: bool
    status: str
    """One of STATUSES."""
    side: str = ""
    before: str = ""
    """The node by which its board was known, where the search knows that."""
    before_g: int = 0
    """How many moves the way to that one has."""

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object."""
        before = {"before": self.before or None, "before_g": self.before_g if self.before else None}
        return {"event": "child", **_node_to_json(self), "status": self.status, **before}


@dataclass(frozen=True, slots=True)
class Forgot:
    """Nodes that waited wait no longer, for want of memory.

    A beam cuts its next layer. RBFS goes back from a node, forgets its children, and remembers their best f with it.
    """

    nodes: tuple[str, ...]
    node: str | None = None
    """The node whose children they were, which waits again itself."""
    f: float | None = None
    """What that node is worth now."""

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object."""
        return {"event": "forget", "nodes": list(self.nodes), "node": self.node, "f": self.f}


@dataclass(frozen=True, slots=True)
class Ended:
    """The search is over; `path` names the nodes from the root to the goal where one was found."""

    solution: Solution
    path: tuple[str, ...]
    unmade: int = 0
    """How many nodes were not made because they would have been the board before their parent."""
    meeting: tuple[str, str] | None = None
    """Of a search from both ends: the node from the start and the node from the goal that have the same board."""
    expanded_by: tuple[int, int] = (0, 0)
    """Of a search from both ends: how many nodes the side of the start expanded, and how many the side of the goal."""

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object: that of the solution, and the path."""
        meeting = None if self.meeting is None else list(self.meeting)
        more = {"path": list(self.path), "unmade": self.unmade, "meeting": meeting}
        return {"event": "end", **more, **self.solution.to_json()}


Event = Started | Root | Deepened | Expanded | Child | Forgot | Ended
OnEvent = Callable[[Event], None]


def moment(event: Event) -> str:
    """What happens in an event, in a word: "goal" where a board that leaves the queue is it, what becomes of a child,
    else the name of the event. The lines of an algorithm's pseudocode are found by it."""
    match event:
        case Child():
            return event.status
        case Expanded() if event.is_goal:
            return "goal"
        case Root():
            return "start"
        case _:
            return str(event.to_json()["event"])


EVENT_BYTES: Final = 800
"""Bytes of a recorded event on a small board, with its part of a picture that is made of it (measured by the memory of
a process, 2026-11)."""


@dataclass(slots=True, repr=False)
class Recorder(Displayed):
    """Keeps events: `search.run(..., on_event=recorder)`.

    Beyond `largest` events it drops earlier rounds of a search in rounds, then all that come but the end. A notebook
    shows the search tree with at most `shown` nodes; `recorder.shown = 500` makes the picture larger.
    """

    largest: int = 1_000_000
    shown: int = 60
    """Nodes of its picture at most, which then has some 30 kB."""
    events: list[Event] = field(default_factory=list)
    dropped: int = 0
    _round: int = 1
    """Where in `events` the last round begins; before the first one stands the start."""

    def __call__(self, event: Event) -> None:
        """Keep the event."""
        if isinstance(event, Deepened):
            self._round = len(self.events)
        if len(self.events) >= self.largest and self._round > 1:
            self.dropped += self._round - 1
            del self.events[1 : self._round]
            self._round = 1
        if len(self.events) < self.largest or isinstance(event, Ended):
            self.events.append(event)
        else:
            self.dropped += 1

    def __repr__(self) -> str:
        return f"<Recorder: {len(self.events):,} events>"

    def _drawn(self) -> dict[str, str]:
        from taquin.render.tree import tree_svg

        return {"image/svg+xml": tree_svg(self.events, self.shown, self.dropped, fitted=False, more="Recorder.shown")}

    def to_json_lines(self) -> Iterator[str]:
        """Every event as one line of JSON."""
        for event in self.events:
            yield json.dumps(event.to_json())


def read_json_lines(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The events of a recorded trace as dictionaries; raises ParseError where a line is not one of this version."""
    for number, line in enumerate(lines, start=1):
        try:
            event = json.loads(line)
            kind = event["event"]
        except (ValueError, KeyError, TypeError):
            raise ParseError("this is not an event of a trace", line=number) from None
        if kind == "start" and event.get("version") != VERSION:
            raise ParseError(f"a trace of version {event.get('version')}; this is version {VERSION}", line=number)
        yield event


def _node_to_json(event: Expanded | Child) -> dict[str, Any]:
    return {
        "node": event.node,
        "move": event.move,
        "g": event.g,
        "h": event.h,
        "f": event.f,
        "board": board_to_json(event.board),
        "is_goal": event.is_goal,
        "side": event.side or None,
    }
