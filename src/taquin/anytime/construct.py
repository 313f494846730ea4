"""A solution that cannot fail: finish the board line by line, tile by tile.

The unfinished part of the board is always a rectangle. While it is larger than 2x2, its longer side loses one line,
the top row or the left column. Every tile of the line but the last is walked home, the blank going round it. For the
last one the 2x3 block in the corner is searched completely: only the last two tiles and the blank matter there, 120
states, all connected. The last 2x2 block has 12 states, searched the same way. A goal with the blank elsewhere is
reached through the goal with its blank walked to the last cell.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from taquin.anytime.replay import core_for
from taquin.puzzle import Puzzle

__all__ = ["construct", "construct_python"]

_INVERSE = {"U": "D", "D": "U", "L": "R", "R": "L"}


def construct(puzzle: Puzzle) -> str:
    """The blank's moves from start to goal; ValueError where the puzzle is not solvable.

    About 4 to 5 times the Manhattan distance; a 127x127 board takes a third of a second, in Python minutes.
    """
    core = core_for(puzzle.start)
    if core is not None:
        moves: str = core.construct(puzzle.start.width, puzzle.start.tiles, puzzle.goal.tiles)
        return moves
    return construct_python(puzzle)


def construct_python(puzzle: Puzzle) -> str:
    """The Python twin."""
    if not puzzle.is_solvable():
        raise ValueError("the puzzle is not solvable")
    width, height = puzzle.start.shape
    if min(width, height) == 1:  # the blank slides to its home, and every tile falls into place
        steps = puzzle.goal.blank - puzzle.start.blank
        forward, back = ("R", "L") if height == 1 else ("D", "U")
        return (forward if steps > 0 else back) * abs(steps)
    row, column = divmod(puzzle.goal.blank, width)
    walk = "R" * (width - 1 - column) + "D" * (height - 1 - row)
    goal = puzzle.goal.play(walk)
    moves = _Builder(puzzle.start.tiles, goal.tiles, width).run()
    return cancel_reversals(moves + "".join(_INVERSE[move] for move in reversed(walk)))


def cancel_reversals(moves: str) -> str:
    """The moves without every immediate there-and-back."""
    kept: list[str] = []
    for move in moves:
        if kept and kept[-1] == _INVERSE[move]:
            kept.pop()
        else:
            kept.append(move)
    return "".join(kept)


class _Builder:
    """A board in the making; the goal's blank is in the last cell."""

    def __init__(self, tiles: Sequence[int], goal: Sequence[int], width: int) -> None:
        self.tiles = list(tiles)
        self.goal = goal
        self.width, self.height = width, len(goal) // width
        self.place = {tile: cell for cell, tile in enumerate(tiles)}
        self.finished: set[int] = set()
        self.moves: list[str] = []

    def run(self) -> str:
        top, left, rows, columns = 0, 0, self.height, self.width
        while rows > 2 or columns > 2:
            if rows >= columns:
                self.finish_line(top * self.width + left, 1, self.width, columns)
                top, rows = top + 1, rows - 1
            else:
                self.finish_line(top * self.width + left, self.width, 1, rows)
                left, columns = left + 1, columns - 1
        corner = top * self.width + left
        block = [corner, corner + 1, corner + self.width, corner + self.width + 1]
        self.search_block(block, block[:3])
        return "".join(self.moves)

    def finish_line(self, first: int, step: int, inwards: int, length: int) -> None:
        """Bring home the tiles of the cells `first`, `first + step` ...; `inwards` is the step to the next line."""

        def cell(along: int, across: int) -> int:
            return first + along * step + across * inwards

        for along in range(length - 1):
            self.walk_tile(self.goal[cell(along, 0)], cell(along, 0))
            self.finished.add(cell(along, 0))
        corner, before = cell(length - 1, 0), cell(length - 2, 0)
        last = self.goal[corner]
        if self.place[last] != corner:
            block = [cell(length - 2 + along, across) for across in range(3) for along in range(2)]
            if self.place[last] not in block:
                self.walk_tile(last, cell(length - 1, 1))
            if self.place[0] not in block:
                self.walk_blank(block[4] if self.place[last] != block[4] else block[5], self.place[last])
            self.finished.discard(before)
            self.search_block(block, [before, corner])
            self.finished.add(before)
        self.finished.add(corner)

    def walk_tile(self, tile: int, target: int) -> None:
        """Move one tile along a shortest free way to the target."""
        for move in self.find_way(self.place[tile], target, None):
            cell = self.place[tile]
            self.walk_blank(self.neighbor(cell, move), cell)
            self.step(_INVERSE[move])

    def walk_blank(self, target: int, avoid: int) -> None:
        for move in self.find_way(self.place[0], target, avoid):
            self.step(move)

    def find_way(self, start: int, target: int, avoid: int | None) -> str:
        """A shortest way over unfinished cells other than `avoid`, breadth first."""
        came: dict[int, tuple[int, str]] = {start: (start, "")}
        queue = deque([start])
        while target not in came:
            here = queue.popleft()
            for move in "ULRD":
                cell = self.neighbor(here, move)
                if cell >= 0 and cell not in came and cell != avoid and cell not in self.finished:
                    came[cell] = here, move
                    queue.append(cell)
        way = ""
        while target != start:
            target, move = came[target]
            way = move + way
        return way

    def search_block(self, block: Sequence[int], wanted: Sequence[int]) -> None:
        """Bring home the tiles of the wanted cells without leaving the block, breadth first over their places."""
        home = tuple(wanted)
        start = (self.place[0], *(self.place[self.goal[cell]] for cell in wanted))
        ways = {start: ""}
        queue = deque([start])
        while queue:
            state = queue.popleft()
            if state[1:] == home:
                for move in ways[state]:
                    self.step(move)
                return
            for move in "ULRD":
                cell = self.neighbor(state[0], move)
                if cell in block:
                    following = (cell, *(state[0] if place == cell else place for place in state[1:]))
                    if following not in ways:
                        ways[following] = ways[state] + move
                        queue.append(following)
        raise ValueError("the puzzle is not solvable")

    def neighbor(self, cell: int, move: str) -> int:
        """The cell that a move leads to, -1 off the board."""
        row, column = divmod(cell, self.width)
        row, column = row + (move == "D") - (move == "U"), column + (move == "R") - (move == "L")
        return row * self.width + column if 0 <= row < self.height and 0 <= column < self.width else -1

    def step(self, move: str) -> None:
        blank = self.place[0]
        cell = self.neighbor(blank, move)
        tile = self.tiles[cell]
        self.tiles[blank], self.tiles[cell] = tile, 0
        self.place[0], self.place[tile] = cell, blank
        self.moves.append(move)
