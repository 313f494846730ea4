"""The Python twin of the core's Construction (core/anysize/construct.hpp): the same moves, a hundred times slower."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter

from taquin.anytime.walker import INVERSE, Walker
from taquin.puzzle import Puzzle

__all__ = ["PythonConstruction"]


class PythonConstruction(Walker):
    """A construction, tile by tile. Pieces are named by the cells where they belong; the blank belongs in the last."""

    def __init__(self, puzzle: Puzzle) -> None:
        if not puzzle.is_solvable():
            raise ValueError("the puzzle is not solvable")
        width, height = puzzle.start.shape
        self.left = self.work = width * height * (width + height)
        """How much is left, and how much there was: cells times the length of a tile's way."""
        self.done = False
        last = len(puzzle.goal) - 1
        start, goal, blank = puzzle.start.tiles, puzzle.goal.tiles, puzzle.goal.blank
        self.turned = 2 * blank < last
        if self.turned:
            start, goal, blank = start[::-1], goal[::-1], last - blank
        row, column = divmod(blank, width)
        walk = "R" * (width - 1 - column) + "D" * (height - 1 - row)
        home = {tile: cell for cell, tile in enumerate(_walked(goal, blank, walk, width))}
        super().__init__(width, height, [home[tile] for tile in start], last)
        self.back = "".join(INVERSE[move] for move in reversed(walk))
        self.steps = self.slide(puzzle) if min(puzzle.start.shape) == 1 else self.finish_tiles()

    @property
    def length(self) -> int:
        """The number of moves so far."""
        return len(self.moves)

    @property
    def progress(self) -> float:
        """How much of the work is done, 0 to 1."""
        return 1.0 if self.done else 1 - self.left / self.work

    def path(self) -> str:
        """The moves so far: a solution, or its beginning."""
        return "".join(self.moves)

    def run(self, milliseconds: float) -> bool:
        """Work for about so long; whether the path leads to the goal."""
        end = perf_counter() + milliseconds / 1000
        while not self.done:
            self.done = next(self.steps, "done") == "done"
            if perf_counter() >= end:
                break
        return self.done

    def slide(self, puzzle: Puzzle) -> Iterator[None]:
        """One row or one column: the blank slides to its home, and every tile falls into place."""
        steps = puzzle.goal.blank - puzzle.start.blank
        forward, back = ("R", "L") if self.height == 1 else ("D", "U")
        self.moves += (forward if steps > 0 else back) * abs(steps)
        yield from ()

    def finish_tiles(self) -> Iterator[None]:
        """Bring one tile home after the other, with a break after each."""
        top, left, rows, columns = 0, 0, self.height, self.width
        while rows > 2 or columns > 2:
            first = top * self.width + left
            step, inwards, length = (1, self.width, columns) if rows >= columns else (self.width, 1, rows)
            for along, _ in enumerate(self.finish_line(first, step, inwards, length)):
                self.left = (rows * columns - along - 1) * (rows + columns)
                yield
            if rows >= columns:
                top, rows = top + 1, rows - 1
            else:
                left, columns = left + 1, columns - 1
        corner = top * self.width + left
        block = [corner, corner + 1, corner + self.width, corner + self.width + 1]
        self.search_block(block, block[:3])
        for move in self.back:
            self.record(move)

    def finish_line(self, first: int, step: int, inwards: int, length: int) -> Iterator[None]:
        """Bring home the tiles of the cells `first`, `first + step` ...; `inwards` is the step to the next line."""

        def cell(along: int, across: int) -> int:
            return first + along * step + across * inwards

        for along in range(length - 1):
            self.walk_tile(cell(along, 0), cell(along, 0), inwards)
            self.finished.add(cell(along, 0))
            yield
        corner, before = cell(length - 1, 0), cell(length - 2, 0)
        if self.place[corner] != corner:
            block = [cell(length - 2 + along, across) for across in range(3) for along in range(2)]
            if self.place[corner] not in block:
                self.walk_tile(corner, cell(length - 1, 1), inwards)
            if self.blank not in block:
                self.walk_blank(block[4] if self.place[corner] != block[4] else block[5], self.place[corner])
            self.finished.discard(before)
            self.search_block(block, [before, corner])
            self.finished.add(before)
        self.finished.add(corner)
        yield

    def record(self, move: str) -> None:
        """Add a move, in the direction that it has on the board that was given, turned or not."""
        super().record(INVERSE[move] if self.turned else move)


def _walked(tiles: Sequence[int], blank: int, walk: str, width: int) -> list[int]:
    """The tiles after the blank's walk to the right and down."""
    after = list(tiles)
    for move in walk:
        cell = blank + (1 if move == "R" else width)
        after[blank], after[cell] = after[cell], 0
        blank = cell
    return after
