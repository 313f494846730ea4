"""Tiles that are walked over a board by its blank: what every construction in Python is made of."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

__all__ = ["INVERSE", "Walker", "add_move"]

INVERSE = {"U": "D", "D": "U", "L": "R", "R": "L"}


def add_move(moves: list[str], move: str) -> None:
    """Add a move, or take back the one before it."""
    if moves and moves[-1] == INVERSE[move]:
        moves.pop()
    else:
        moves.append(move)


class Walker:
    """A board on which tiles are walked. Pieces, and the blank, are named by the cells where they belong.

    Cells that are finished are not touched, unless a block is searched that holds them.
    """

    def __init__(self, width: int, height: int, board: list[int], blank: int) -> None:
        self.width, self.height = width, height
        self.board = board
        """The piece in every cell."""
        self.place = {label: cell for cell, label in enumerate(board)}
        """The cell of every piece."""
        self.blank = self.place[blank]
        self.finished: set[int] = set()
        self.moves: list[str] = []

    def walk_tile(self, label: int, target: int, inwards: int) -> None:
        """Walk a tile to the target. Where a step along the line and one across it both help, it takes the one whose
        side the blank is nearer to, unless that is finished.
        """
        while (cell := self.place[label]) != target:
            down, right = self.offset(cell, target)
            helps = ["LR"[right > 0]] * (right != 0), ["UD"[down > 0]] * (down != 0)
            along, across = helps if abs(inwards) == self.width else helps[::-1]
            move = (along or across)[0]
            if along and across:
                side, other = self.neighbor(cell, across[0]), self.neighbor(cell, along[0])
                if side not in self.finished and self.distance(self.blank, side) < self.distance(self.blank, other):
                    move = across[0]
            self.walk_blank(self.neighbor(cell, move), cell)
            self.step(INVERSE[move])

    def walk_blank(self, target: int, avoid: int) -> None:
        """Shortest way of the blank over unfinished cells other than `avoid`, searched from the target: cells that come
        nearer first, and the others in the order in which they were seen.
        """
        way: dict[int, str] = {}
        waiting = deque([(target, "")])
        while self.blank not in way:
            here, move_back = waiting.popleft()
            if here in way:
                continue
            way[here] = move_back
            distance = self.distance(here, self.blank)
            for move in "ULRD":
                cell = self.neighbor(here, move)
                if cell >= 0 and cell not in way and cell != avoid and cell not in self.finished:
                    nearer = self.distance(cell, self.blank) < distance
                    (waiting.appendleft if nearer else waiting.append)((cell, INVERSE[move]))
        while self.blank != target:
            self.step(way[self.blank])

    def search_block(self, block: Sequence[int], wanted: Sequence[int]) -> None:
        """Bring home the tiles of the wanted cells without leaving the block, breadth first over their places."""
        home = tuple(wanted)
        start = (self.blank, *(self.place[cell] for cell in wanted))
        ways = {start: ""}
        queue = deque([start])
        while (state := queue.popleft())[1:] != home:
            for move in "ULRD":
                cell = self.neighbor(state[0], move)
                if cell in block:
                    following = (cell, *(state[0] if place == cell else place for place in state[1:]))
                    if following not in ways:
                        ways[following] = ways[state] + move
                        queue.append(following)
        for move in ways[state]:
            self.step(move)

    def offset(self, cell: int, target: int) -> tuple[int, int]:
        """Rows and columns from one cell to another."""
        return target // self.width - cell // self.width, target % self.width - cell % self.width

    def distance(self, cell: int, other: int) -> int:
        """Steps from one cell to another."""
        down, right = self.offset(cell, other)
        return abs(down) + abs(right)

    def neighbor(self, cell: int, move: str) -> int:
        """The cell that a move leads to, -1 off the board."""
        row, column = divmod(cell, self.width)
        row, column = row + (move == "D") - (move == "U"), column + (move == "R") - (move == "L")
        return row * self.width + column if 0 <= row < self.height and 0 <= column < self.width else -1

    def step(self, move: str) -> None:
        """Move the blank."""
        cell = self.neighbor(self.blank, move)
        label = self.board[cell]
        self.board[self.blank], self.place[label] = label, self.blank
        self.blank = cell
        self.record(move)

    def record(self, move: str) -> None:
        """Add a move of the blank."""
        add_move(self.moves, move)
