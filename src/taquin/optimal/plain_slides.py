"""Shortest in slides in Python: breadth-first search from both sides, for small boards where there is no core, and for
boards of every size that are near their goal, where there are no tables of slides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from taquin.board import Board
from taquin.move import Move, legal_moves, spelled
from taquin.notation import length_in
from taquin.puzzle import Puzzle

__all__ = ["MOST_CELLS", "PLAIN_CELLS", "Side", "SlidesFromBothSides", "shortest_in_slides", "slides"]

PLAIN_CELLS: Final = 9
"""Cells of the largest board for which this takes seconds at most: no 8-puzzle has more than 24 slides, and some ten
thousand boards lie within twelve."""

MOST_CELLS: Final = 2_000_000
"""Cells of all boards that a search from both sides makes on a larger board: at 5x5 they are 80,000 boards, which
reach some thirteen slides in a tenth of a second (2026-11-19)."""
_STEP: Final = 500
"""Boards that are made between two steps."""
_BYTE: Final = 256
"""Boards of so many cells have tiles that are bytes, which are quicker than tuples."""
_INVERSE: Final = str.maketrans({move.value: move.inverse.value for move in Move})

Way = tuple[Move, ...]
Tiles = bytes | tuple[int, ...]


def slides(board: Board) -> Iterator[tuple[Way, Board]]:
    """The boards one slide away, each with the single-tile moves of that slide."""
    for move in board.moves():
        slid, way = board, ()  # type: Board, Way
        while (cell := dict(legal_moves(slid.blank, *board.shape)).get(move)) is not None:
            slid, way = slid._slide(cell), (*way, move)
            yield way, slid


def shortest_in_slides(puzzle: Puzzle) -> Way:
    """A solution with the fewest slides of a solvable puzzle. It is for small boards: others take too long."""
    search = SlidesFromBothSides(puzzle, most_cells=None)
    for _ in search:
        pass
    assert search.way is not None  # nothing ends it before
    return tuple(spelled(search.way))


class SlidesFromBothSides:
    """Breadth-first search in slides from both sides, on boards of every size: a shortest solution where that is near.

    Whole levels are searched, the smaller side first. Two slides along the same line are one, or none, so a slide along
    a row is followed by one along a column. To iterate is to work: between two steps some thousandth of a second
    passes, and it may be left there and gone on with. `way` is a shortest solution once there is one; `bound` is proven
    at every moment. It ends with that solution, or when it has taken its share of memory.

    A side may be given that another search towards the same goal has used: what is known of it is not searched again.
    """

    def __init__(self, puzzle: Puzzle, *, home: Side | None = None, most_cells: int | None = MOST_CELLS) -> None:
        self.sides = Side(puzzle.start), home or Side(puzzle.goal)
        self.way: str | None = None
        self.generated = self.expanded = 0
        self._most = None if most_cells is None else most_cells // len(puzzle.start)
        self._work = self._search()

    @property
    def bound(self) -> int:
        """Slides that every solution has at least."""
        if self.way is not None:
            return length_in(self.way, "mtm")
        return sum(side.depth for side in self.sides) + 1

    def __iter__(self) -> Iterator[None]:
        return self._work

    def _search(self) -> Iterator[None]:
        start, home = self.sides
        if start.root in home.before:
            self._meet(start.root)
        while self.way is None:
            side, other = (start, home) if len(start.newest) <= len(home.newest) else (home, start)
            level = side.grow()
            for count, found in enumerate(level):
                self.generated += 1
                if found in other.before:
                    for _ in level if side is home else ():
                        pass  # whoever uses this side again relies on levels that are whole
                    self.expanded += side.expanded
                    return self._meet(found)
                if self._most is not None and self.generated > self._most:
                    return None
                if count % _STEP == 0:
                    yield
            self.expanded += side.expanded
        return None

    def _meet(self, found: Tiles) -> None:
        start, home = self.sides
        back = home.way_to(found)
        self.way = start.way_to(found) + back[::-1].translate(_INVERSE)


class Side:
    """The boards around one, level by level: how each was reached first."""

    def __init__(self, board: Board) -> None:
        width, height = board.shape
        cells = range(width * height)
        self.root: Tiles = bytes(board.tiles) if len(board) <= _BYTE else tuple(board.tiles)
        self.before: dict[Tiles, tuple[Tiles, str]] = {self.root: (self.root, "")}
        """The board before each, and the moves between them."""
        self.newest: list[tuple[Tiles, int, str]] = [(self.root, board.blank, "")]
        """The boards of the last level, with their blank, and the directions of the slide before."""
        self.depth = 0
        """Levels that are whole."""
        self.expanded = 0
        """Boards of the last level that was worked on."""
        rows = [[cell for cell in cells if cell // width == row] for row in range(height)]
        columns = [[cell for cell in cells if cell % width == column] for column in range(width)]
        self._lines = [(("LR", rows[cell // width], 1), ("UD", columns[cell % width], width)) for cell in cells]

    def grow(self) -> Iterator[Tiles]:
        """The boards of the next level, each once."""
        before, fresh, self.expanded = self.before, [], 0
        for tiles, blank, last in self.newest:
            self.expanded += 1
            for directions, line, step in self._lines[blank]:
                if directions == last:
                    continue
                for target in line:
                    if target == blank:
                        continue
                    slid = _slid(tiles, blank, target, step)
                    if slid not in before:
                        way = directions[target > blank] * (abs(target - blank) // step)
                        before[slid] = tiles, way
                        fresh.append((slid, target, directions))
                        yield slid
        self.newest = fresh
        self.depth += 1

    def way_to(self, tiles: Tiles) -> str:
        """The moves from the first board to this one."""
        ways = []
        while tiles != self.root:
            tiles, way = self.before[tiles]
            ways.append(way)
        return "".join(reversed(ways))


def _slid(tiles: Tiles, blank: int, target: int, step: int) -> Tiles:
    """The tiles after the blank has gone to a cell, so many cells a step: 1 along a row."""
    if step == 1:
        if target > blank:
            return tiles[:blank] + tiles[blank + 1 : target + 1] + tiles[blank : blank + 1] + tiles[target + 1 :]  # type: ignore[operator]
        return tiles[:target] + tiles[blank : blank + 1] + tiles[target:blank] + tiles[blank + 1 :]  # type: ignore[operator]
    cells = list(tiles)
    for cell in range(blank, target, step if target > blank else -step):
        after = cell + (step if target > blank else -step)
        cells[cell], cells[after] = cells[after], cells[cell]
    return bytes(cells) if isinstance(tiles, bytes) else tuple(cells)
