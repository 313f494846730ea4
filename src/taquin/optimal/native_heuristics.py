"""The heuristics of the native searches: how far each one reaches, and how its search is made.

Those of the teaching searches are another list, `HEURISTICS` of taquin/heuristics.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from taquin import native
from taquin.board import Board
from taquin.errors import TaquinError
from taquin.puzzle import Puzzle
from taquin.tables import MAX_CELLS, TableSet
from taquin.tables.slides import SlideTables

__all__ = ["IN_SLIDES", "NATIVE_HEURISTICS", "Reach", "native_search", "reach_of", "require_reach"]


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a native search reaches: boards from 2x2 up to so many cells, and paths of so many moves."""

    summary: str
    cells: int
    side: int
    moves: int

    def holds(self, board: Board) -> bool:
        """Whether the search has room for boards of this shape."""
        return min(board.shape) >= 2 and max(board.shape) <= self.side and len(board) <= self.cells

    @property
    def largest(self) -> str:
        """The largest board in words."""
        return f"{self.side}x{self.side}" if self.cells == self.side**2 else f"{self.cells} cells"


NATIVE_HEURISTICS: Final[dict[str, Reach]] = {
    "patterns": Reach("sums of pattern tables", MAX_CELLS, MAX_CELLS // 2, native.LARGEST_BOUND),
    "manhattan": Reach(
        "Manhattan distance, with Korf's node counts of 1985",
        native.MANHATTAN_CELLS,
        native.MANHATTAN_CELLS // 2,
        native.LARGEST_BOUND,
    ),
    "linear-conflict": Reach(
        "Manhattan distance and linear conflict, without tables",
        native.LONGEST_SIDE**2,
        native.LONGEST_SIDE,
        native.LONGEST_PATH,
    ),
}
"""The heuristics of the native search. What each one holds are limits of the core: nothing where there is none."""

IN_SLIDES: Final = "slides"
"""The only heuristic of the multi-tile metric. It is none of those above, which count single-tile moves."""
_SLIDES: Final = Reach(
    "tables of distances in slides", native.SLIDE_TABLE_CELLS, native.SLIDE_TABLE_CELLS // 2, native.MOST_SLIDES
)


def reach_of(heuristic: str) -> Reach | None:
    """How far a heuristic reaches, in either metric; None where there is no such."""
    return _SLIDES if heuristic == IN_SLIDES else NATIVE_HEURISTICS.get(heuristic)


def require_reach(board: Board, heuristic: str) -> None:
    """Raise TaquinError where there is no such heuristic, or its search does not hold boards of this shape."""
    reach = reach_of(heuristic)
    if reach is None:
        raise TaquinError(f"no heuristic {heuristic!r} in the native search: choose {' or '.join(NATIVE_HEURISTICS)}")
    native.require_native()
    if not reach.holds(board):
        raise TaquinError(
            f"the optimal search ({heuristic}) is for 2x2 to {reach.largest}, not for {board.width}x{board.height}"
        )


def native_search(
    puzzle: Puzzle, heuristic: str, tables: TableSet | SlideTables | None = None, every_path: bool = False
) -> native.core.Search:
    """A native search from the start board. "patterns" and "slides" need their tables, and can look for every shortest
    path in the order U L R D."""
    native.require_native()
    core, start, goal = native.core, puzzle.start.tiles, puzzle.goal.tiles
    if heuristic == "manhattan":
        return core.manhattan_search(*puzzle.start.shape, goal, start)
    if heuristic == "linear-conflict":
        return core.linear_conflict_search(*puzzle.start.shape, goal, start)
    if isinstance(tables, SlideTables):
        return core.slide_search(*puzzle.start.shape, goal, start, tables.rows, tables.columns, every_path)
    if tables is None:
        raise ValueError("the search with patterns needs its tables")
    return core.pattern_search(tables.heuristic, start, every_path)
