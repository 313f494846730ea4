"""OPEN and CLOSED: which nodes wait at any step of a search, and which it has expanded, from its events alone.

OPEN stands in the order in which the search would take them, so its first node is the one that is expanded next. A
search that keeps only one path has that path in the place of CLOSED. A search from both ends has two lists of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import Any, Final

from taquin.board import Board
from taquin.render.trace_text import figures
from taquin.texts import ENGLISH, section, written
from taquin.trace import DROPPED, REPLACING, Child, Deepened, Event, Expanded, Forgot, Root, Started

__all__ = ["Lists"]

_SHOWN: Final = 60
"""Nodes of a list that are printed at most; JSON has all."""


@dataclass(frozen=True, slots=True)
class _Node:
    name: str
    f: float
    g: int
    h: float
    side: str
    turn: int
    """The larger, the later it began to wait."""

    def __lt__(self, other: _Node) -> bool:
        """As document 002's heap compares, which then decides by itself between equal ones."""
        return self.f < other.f


_ORDER: Final[dict[str, Callable[[_Node], tuple[float, ...]]]] = {
    "newest": lambda node: (node.f, -node.turn),
    "oldest": lambda node: (node.f, node.turn),
    "least g": lambda node: (node.f, node.g, node.turn),
    "deepest": lambda node: (node.f, -node.g, node.turn),
    "layer": lambda node: (node.g, node.f, node.turn),
}
"""What ranks waiting nodes, for every rule on equal ones; a "heap" is asked itself."""


class Lists:
    """What waits and what is kept, event by event; `ties` and `memory` are those of the Algorithm."""

    def __init__(self, ties: str = "oldest", memory: str = "boards") -> None:
        self._ties, self._memory = ties, memory
        self._start: Board | None = None
        self._sides: tuple[str, ...] = ("",)
        self._turn = self._number = 0
        self._clear()

    def _clear(self) -> None:
        self._open: dict[str, _Node] = {}
        self._closed: dict[str, _Node] = {}
        self._heap: list[_Node] = []
        self._by_board: dict[tuple[str, Board], str] = {}
        self._parents: dict[str, str] = {}
        self._expanded_as: dict[int, str] = {}
        self._goals: set[str] = set()
        self._current = ""

    def __call__(self, event: Event) -> None:
        """Take the next event into account."""
        match event:
            case Root():
                self._sides = ("start", "goal")
                self._by_board[event.side, event.board] = event.node
                self._wait(_Node(event.node, event.f, 0, event.h, event.side, self._turn))
            case Deepened():
                self._clear()
            case Expanded():
                self._expand(event)
            case Child() if event.status not in DROPPED:
                self._enter(event)
            case Forgot():
                for name in event.nodes:
                    self._open.pop(name, None)
                if event.node is not None and event.f is not None:
                    # It was the best of its siblings, so it stays before those that are no better.
                    self._turn += 1
                    self._wait(replace(self._closed[event.node], f=event.f, turn=-self._turn))
                    self._current = self._parents.get(event.node, "")
            case Started():
                self._start = event.puzzle.start

    def _expand(self, event: Expanded) -> None:
        if event.board == self._start and event.node in self._closed and event.move is None:
            self._open.clear()  # the search begins again
        before = self._open.pop(event.node, None) or self._closed.get(event.node)
        node = before or _Node(event.node, event.f, event.g, event.h, event.side, self._turn)
        self._by_board.setdefault((event.side, event.board), event.node)
        if self._heap:
            heappop(self._heap)
        self._closed[event.node] = node
        if event.is_goal:
            self._goals.add(event.node)
        self._current, self._number = event.node, event.number
        self._expanded_as[event.number] = event.node

    def _enter(self, event: Child) -> None:
        place = event.side, event.board
        if event.status in REPLACING:
            self._open.pop(self._by_board[place], None)
            self._closed.pop(self._by_board[place], None)
        self._by_board[place] = event.node
        self._parents[event.node] = self._expanded_as[int(event.node.partition(".")[0])]
        self._turn += 1
        self._wait(_Node(event.node, event.f, event.g, event.h, event.side, self._turn))

    def _wait(self, node: _Node) -> None:
        self._open[node.name] = node
        if self._ties == "heap":
            heappush(self._heap, node)

    def waiting(self, side: str = "") -> list[_Node]:
        """OPEN, of one side: the nodes that wait, in the order in which they would be taken."""
        if self._ties == "heap":
            heap = list(self._heap)
            return [heappop(heap) for _ in range(len(heap))]
        return sorted((node for node in self._open.values() if node.side == side), key=_ORDER[self._ties])

    def kept(self, side: str = "") -> list[str]:
        """The names of CLOSED, in the order of expansion, or of the path where the search keeps nothing else."""
        if self._memory == "boards":
            return [name for name, node in self._closed.items() if node.side == side]
        path, name = [], self._current
        while name:
            path.append(name)
            name = self._parents.get(name, "")
        return path[::-1]

    def _kept_texts(self, side: str, language: str) -> list[str]:
        """The names of CLOSED; the goal, which is taken and then not expanded, says so."""
        goals = self._goals if self._memory == "boards" else ()
        return [written("words.goal_taken", language, node=name) if name in goals else name for name in self.kept(side)]

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object: the lists as they are after the present step."""
        waiting = [node for side in self._sides for node in self.waiting(side)]
        entries = [
            {"node": node.name, "g": node.g, "h": node.h, "f": node.f, "side": node.side or None} for node in waiting
        ]
        kept = [name for side in self._sides for name in self.kept(side)]
        return {
            "event": "lists",
            "number": self._number,
            "open": entries,
            "closed" if self._memory == "boards" else "path": kept,
        }

    def lines(self, language: str = ENGLISH) -> Iterator[str]:
        """The lists in a line each, and an empty line."""
        words = section("trace", language)
        kind = "CLOSED" if self._memory == "boards" else words["path"]
        for side in self._sides:
            whose = " " + written(f"trace.side_{side}", language) if side else ""
            nodes = [f"{node.name}:{figures(node.f, node.g, node.h)}" for node in self.waiting(side)]
            yield f"OPEN{whose}: {_listed(nodes, words)}"
            yield f"{kind}{whose}: {_listed(self._kept_texts(side, language), words)}"
        yield ""


def _listed(texts: list[str], words: dict[str, str]) -> str:
    if len(texts) > _SHOWN:
        texts = [*texts[:_SHOWN], words["more"].format(count=len(texts) - _SHOWN)]
    return ", ".join(texts) or words["empty"]
