"""The proof alongside: a search for a shortest solution in a thread of its own, raising the bound as it goes.

Only boards of up to 25 cells are worth it. Pattern tables that are missing are built where the caller asks for that:
those of a 24-puzzle take some ten seconds of all cores, which a short time limit has better use for.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from taquin import native
from taquin.errors import TableError
from taquin.puzzle import Puzzle
from taquin.result import Limits

if TYPE_CHECKING:
    from taquin.optimal import Progress
    from taquin.tables import Building

__all__ = ["Proof", "begin_proof"]

_LARGEST_CELLS = 25


def begin_proof(puzzle: Puzzle, limits: Limits, *, build: bool) -> Proof | None:
    """A proof at work, or None where it has no chance on this board; `build` allows it to build its tables."""
    if native.core is None or len(puzzle.start) > _LARGEST_CELLS or min(puzzle.start.shape) == 1:
        return None
    from taquin.tables import is_built

    size = next((size for size in ("large", "default") if is_built(puzzle.goal, size)), "default" if build else None)
    try:
        return None if size is None else Proof(puzzle, limits, size)
    except RuntimeError:  # no more threads to be had: the others are at work on better solutions
        return None


class Proof:
    """A search at work. `bound` only rises; `moves` is a shortest solution once there is one; `building` says how far
    a table is that is built first."""

    def __init__(self, puzzle: Puzzle, limits: Limits, tables: str) -> None:
        from taquin.optimal import Search

        self.bound = 0
        self.moves: str | None = None
        self.generated = 0
        self.building: Building | None = None
        self._limits = limits
        self._search = Search(puzzle, tables=tables, on_progress=self._watch)
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self) -> None:
        try:
            solution = self._search.run(self._limits)
        except (TableError, MemoryError):  # no proof, then; the stream goes on without
            return
        self._raise(solution.bound)
        if solution.solved:
            self.moves = "".join(solution.moves)

    def _watch(self, progress: Progress) -> None:
        self.generated, self.building = progress.generated, progress.building
        self._raise(progress.bound)

    def _raise(self, bound: int) -> None:
        self.bound = max(self.bound, bound)

    def end(self) -> None:
        """Stop the search and wait for it, some hundredths of a second."""
        while self._thread.is_alive():  # a stop before the search has begun would be forgotten
            self._search.stop()
            self._thread.join(0.01)
