"""A trace in the layout of course document 003, label for label. The document calls its A* "BFS"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from taquin.board import Board
from taquin.move import Move
from taquin.trace import Child, Ended, Event, Expanded, Started

__all__ = ["Document003"]

_ACTIONS: Final[dict[Move | None, str]] = {
    None: "None",
    Move.U: "Atas",
    Move.L: "Kiri",
    Move.R: "Kanan",
    Move.D: "Bawah",
}


class Document003:
    """The lines of one search, event by event. It remembers all nodes, whose figures the steps at the end show."""

    def __init__(self) -> None:
        self._nodes: dict[str, Expanded | Child] = {}

    def lines(self, event: Event) -> Iterator[str]:
        """The lines of the next event."""
        match event:
            case Started():
                yield "RANGKAIAN PROSES BFS"
                yield "Jns_Node Num. Action - F(G+H) -> Result_Solving"
            case Expanded():
                self._nodes.setdefault(event.node, event)
                yield f"PARENT {event.number}. {_figures(event)}"
                yield from _rows(event.board)
                if not event.is_goal:
                    yield "LIST CHILDS :"
            case Child() if event.status != "unmade":
                self._nodes[event.node] = event
                yield f"Child {event.node}. {_figures(event)}"
                yield from _rows(event.board)
            case Ended() if event.path:
                yield "===== RANGKAIAN URUTAN PUZZLE ====="
                for number, name in enumerate(event.path, start=1):
                    yield from _step(number, self._nodes[name])
                yield f"TOTAL STEP   : {len(event.path)} step"


def _figures(node: Expanded | Child) -> str:
    return f"{_ACTIONS[node.move]} - {node.f:g}({node.g}+{node.h:g}) -> {node.is_goal}"


def _step(number: int, node: Expanded | Child) -> Iterator[str]:
    yield f"STEP {number}"
    yield f"- Geser      : {_ACTIONS[node.move]}"
    yield f"F(G+H)       : {node.f:g} ({node.g}+{node.h:g})"
    yield f"solved       : {node.is_goal}"
    yield from _rows(node.board)


def _rows(board: Board) -> Iterator[str]:
    for row in board.rows:
        yield f"| {' '.join(map(str, row))} |"
