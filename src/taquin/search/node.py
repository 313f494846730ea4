"""A node of a search tree: a board, and how the search came to it."""

from __future__ import annotations

from taquin.board import Board
from taquin.move import Move

__all__ = ["Node"]


class Node:
    """A board with the way to it. `g` counts the moves made, `h` estimates those to come, `f` is what ranks it."""

    __slots__ = ("board", "closed", "f", "g", "h", "made", "move", "name", "number", "parent", "side")

    def __init__(self, board: Board, parent: Node | None, move: Move | None, g: int, h: float, f: float) -> None:
        self.board = board
        self.parent = parent
        self.move = move
        self.g = g
        self.h = h
        self.f = f
        self.closed = False
        """Whether its children have been made."""
        # Only a traced search looks at these: how the trace names the node, the number under which it was expanded,
        # how many children have been told, and from which end of a search from both it comes.
        self.name = "0"
        self.number = 0
        self.made = 0
        self.side = ""

    def __lt__(self, other: Node) -> bool:
        """No node is less than another: where keys are equal, the binary heap itself decides."""
        return False

    def way(self) -> list[Node]:
        """The nodes from the root to this one."""
        nodes = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def moves(self) -> tuple[Move, ...]:
        """The moves from the root to this node."""
        return tuple(node.move for node in self.way() if node.move is not None)
