"""The proof alongside: a search for a shortest solution in a thread of its own, raising the bound as it goes.

Only boards of up to 25 cells are worth it, and only where their pattern tables have been built (`taquin tables
build`): those of a 24-puzzle take minutes.
"""

from __future__ import annotations

import threading

from taquin import native
from taquin.puzzle import Puzzle
from taquin.result import Limits

__all__ = ["Proof", "begin_proof"]

_LARGEST_CELLS = 25


def begin_proof(puzzle: Puzzle, limits: Limits) -> Proof | None:
    """A proof at work, or None where it has no chance on this board."""
    if native.core is None or len(puzzle.start) > _LARGEST_CELLS or min(puzzle.start.shape) == 1:
        return None
    from taquin.tables import is_built

    size = next((size for size in ("large", "default") if is_built(puzzle.goal, size)), None)
    return None if size is None else Proof(puzzle, limits, size)


class Proof:
    """A search at work. `bound` only rises; `moves` is a shortest solution once there is one."""

    def __init__(self, puzzle: Puzzle, limits: Limits, tables: str) -> None:
        from taquin.optimal import Search

        self.bound = 0
        self.moves: str | None = None
        self._limits = limits
        self._search = Search(puzzle, tables=tables, on_progress=lambda progress: self._raise(progress.bound))
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self) -> None:
        solution = self._search.run(self._limits)
        self._raise(solution.bound)
        if solution.solved:
            self.moves = "".join(solution.moves)

    def _raise(self, bound: int) -> None:
        self.bound = max(self.bound, bound)

    def end(self) -> None:
        """Stop the search and wait for it, some hundredths of a second."""
        while self._thread.is_alive():  # a stop before the search has begun would be forgotten
            self._search.stop()
            self._thread.join(0.01)
