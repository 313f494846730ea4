"""The row-by-row method: how a person solves a board, stage by stage.

The unfinished part of the board is a rectangle with the home of the blank in it. While it has more than two rows, one
row is finished: the top one, or the bottom one where the blank belongs in the top one. Then columns, from the left or,
for the same reason, from the right. The last 2x2 is turned until it is right.

The tiles of a line go home one after the other, but for the last two. Were one of them brought home alone, the other
would push it out again. So the first of them goes where the second belongs; the second is parked behind it; the blank
goes round to the free cell, and both slide in. Either may be the first: the shorter way is taken. Where the second
would be locked in both ways, in the free cell, it is taken aside before. That this is always enough, a test shows for
every place of the two and of the blank: nothing else matters.

That a tile can always be walked to where it belongs, see `taquin.anytime.construct`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from taquin.anytime.walker import INVERSE, Walker
from taquin.puzzle import Puzzle

__all__ = ["Line", "Method", "Stage"]


@dataclass(frozen=True, slots=True)
class Line:
    """A row or a column that is being finished: its cells in order, and the step from one to the next line inwards."""

    cells: tuple[int, ...]
    inwards: int

    def inside(self, place: int, depth: int = 1) -> int:
        """The cell that lies so many lines behind a cell of this one; places count from the end where negative."""
        return self.cells[place] + depth * self.inwards


@dataclass(frozen=True, slots=True)
class Stage:
    """A few moves with one purpose: which pieces they are about, named by their homes, and where those are to go."""

    kind: str
    """home, bring, aside, corner, park, enter, slip, last or slide: see `taquin.explanation.Step`."""
    pieces: tuple[int, ...]
    aims: tuple[int, ...]
    """The cell to which each piece goes."""
    moves: str
    done: tuple[int, ...]
    """The cells that are finished with it, for good."""
    line: Line


class Method(Walker):
    """A board while it is solved by hand. `stages` yields one stage after the other, and makes its moves."""

    def __init__(self, puzzle: Puzzle) -> None:
        home = puzzle.goal.positions
        super().__init__(*puzzle.start.shape, [home[tile] for tile in puzzle.start.tiles], puzzle.goal.blank)
        self.home = puzzle.goal.blank
        """Where the blank belongs."""

    def stages(self) -> Iterator[Stage]:
        """Everything that is to be done, in order; nothing where the board is solved."""
        if min(self.width, self.height) == 1:
            yield from self._slide()
            return
        top, left, bottom, right = 0, 0, self.height - 1, self.width - 1
        row, column = divmod(self.home, self.width)
        while bottom - top > 1:
            first = row != top
            cells = tuple(self._cell(top if first else bottom, at) for at in range(left, right + 1))
            yield from self._finish(Line(cells, self.width if first else -self.width))
            top, bottom = (top + 1, bottom) if first else (top, bottom - 1)
        while right - left > 1:
            first = column != left
            at = left if first else right
            yield from self._finish(Line((self._cell(top, at), self._cell(bottom, at)), 1 if first else -1))
            left, right = (left + 1, right) if first else (left, right - 1)
        yield from self._turn(Line(tuple(self._cell(r, c) for r in (top, bottom) for c in (left, right)), 0))

    def _cell(self, row: int, column: int) -> int:
        return row * self.width + column

    def _slide(self) -> Iterator[Stage]:
        """A single row or column: the blank goes home, and every tile falls into its place."""
        line = Line(tuple(range(len(self.board))), 0)
        if self.blank != self.home:
            self.walk_blank(self.home, -1)
            yield self._stage("slide", line, (), (), done=tuple(cell for cell in line.cells if cell != self.home))

    def _finish(self, line: Line) -> Iterator[Stage]:
        """Finish a row or a column. Neighbors that are home already make one stage together."""
        *others, before, corner = line.cells
        standing: list[int] = []
        for cell in others:
            if self.place[cell] == cell:
                standing.append(cell)
                continue
            yield from self._stand(line, standing)
            self.walk_tile(cell, cell, line.inwards)
            yield self._stage("bring", line, (cell,), (cell,), done=(cell,))
        if self.place[before] == before and self.place[corner] == corner:
            standing += [before, corner]
        yield from self._stand(line, standing)
        if corner not in self.finished:
            yield from self.finish_pair(line)

    def _stand(self, line: Line, standing: list[int]) -> Iterator[Stage]:
        """The stage of pieces that are home already, where there are any; it takes them."""
        cells = tuple(standing)
        standing.clear()
        if cells:
            yield self._stage("home", line, cells, cells, done=cells)

    def finish_pair(self, line: Line) -> Iterator[Stage]:
        """The last two pieces of a line, together; of the two ways in, the shorter one."""
        before, corner = line.cells[-2:]
        for piece, other in ((corner, before), (before, corner)):
            if self.place[other] == other and self.blank == piece and self.place[piece] == piece + line.inwards:
                self.walk_blank(piece + line.inwards, -1)
                yield self._stage("slip", line, (other, piece), (other, piece), done=(before, corner))
                return
        orders = ((before, corner), (corner, before))
        for aside in (False, True):
            tried = [self._tried(line, *order, aside=aside) for order in orders]
            if ways := [stages for stages in tried if stages and stages[-1].kind == "enter"]:
                break
        for stage in min(ways, key=lambda stages: sum(len(stage.moves) for stage in stages)):
            for move in stage.moves:
                self.step(move)
            yield self._stage(stage.kind, line, stage.pieces, stage.aims, stage.done)

    def _tried(self, line: Line, first: int, second: int, *, aside: bool = False) -> list[Stage]:
        """The stages of a way in, after which all is as it was; the second piece goes aside first where asked."""
        stages = [*(self._take_aside(line, second) if aside else ()), *self._way_in(line, first, second)]
        self.finished -= {first, second}
        made = "".join(stage.moves for stage in stages)
        for move in reversed(made):
            self.step(INVERSE[move])
        self.moves.clear()
        return stages

    def _take_aside(self, line: Line, piece: int) -> Iterator[Stage]:
        """Two cells behind its place a piece is in nobody's way."""
        aim = piece + 2 * line.inwards
        self.walk_tile(piece, aim, line.inwards)
        if self.moves:
            yield self._stage("aside", line, (piece,), (aim,))

    def _way_in(self, line: Line, first: int, second: int) -> Iterator[Stage]:
        """One piece goes where the other belongs, the other is parked behind it, and both slide in. That last stage is
        missing where the other is locked in.
        """
        behind = second + line.inwards
        self.walk_tile(first, second, line.inwards)
        if self.moves:
            yield self._stage("corner", line, (first,), (second,))
        self.finished.add(second)
        if self.place[second] == first or (self.blank == first and self.place[second] == first + line.inwards):
            return
        self.walk_tile(second, behind, line.inwards)
        if self.moves:
            yield self._stage("park", line, (second,), (behind,))
        self.walk_blank(first, behind)
        self.finished.discard(second)
        self.walk_blank(second, -1)
        self.walk_blank(behind, -1)
        yield self._stage("enter", line, (first, second), (first, second), done=(first, second))

    def _turn(self, line: Line) -> Iterator[Stage]:
        """The last 2x2, round and round."""
        pieces = tuple(cell for cell in line.cells if cell != self.home)
        self.search_block(line.cells, pieces)
        kind = "last" if self.moves else "home"
        yield self._stage(kind, line, pieces, pieces, done=pieces)

    def _stage(
        self, kind: str, line: Line, pieces: tuple[int, ...], aims: tuple[int, ...], done: tuple[int, ...] = ()
    ) -> Stage:
        """The stage of the moves made since the last one, after which some cells are done."""
        moves = "".join(self.moves)
        self.moves.clear()
        self.finished.update(done)
        return Stage(kind, pieces, aims, moves, done, line)
