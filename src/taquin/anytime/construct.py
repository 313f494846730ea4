"""A solution that cannot fail: finish the board line by line, tile by tile.

The unfinished part of the board is always a rectangle. While it is larger than 2x2, its longer side loses one line,
the top row or the left column. Every tile of the line but the last is walked home, the blank going round it. For the
last one the 2x3 block in the corner is searched completely: only the last two tiles and the blank matter there, 120
states, all connected. The last 2x2 block has 12 states, searched the same way. A goal with the blank elsewhere is
reached through the goal with its blank walked to the last cell, on the board turned by half where that is nearer.

The largest boards take a second, or in Python hours. So a construction works in slices, and can be left at any time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from taquin import native
from taquin.anytime.plain_construction import PythonConstruction
from taquin.anytime.walker import add_move
from taquin.bounds import lower_bound
from taquin.puzzle import Puzzle
from taquin.replay import core_holds

__all__ = [
    "Construction",
    "FirstAnswer",
    "PythonConstruction",
    "begin_construction",
    "cancel_reversals",
    "construct",
    "construct_python",
    "foretell",
]

_MOVES_PER_UNIT = 5
"""Moves that a construction makes for each unit of the bound: 4.2 to 4.6 on small and on thin boards, 4.96 at 255x255
(measured 2026-11)."""
_SECONDS_PER_MOVE = 12e-9
"""Seconds for each move of the first answer, which is made, written as text and replayed: 11.8 to 12.5 ns of CPU time
at 100x100 to 255x255 (measured 2026-11)."""
_PYTHON_SECONDS_PER_MOVE = 2.5e-6
"""The same in Python: 2.1 microseconds at 100x100 and 2x1000, 2.3 at 256x256, 2.6 at 1000x1000 (measured 2026-11)."""
_SECONDS_PER_LINE = 22e-6
"""Seconds for the block at the end of each line, which takes longest on thin boards (measured 2026-11 at 2x255)."""
_BYTES_PER_MOVE = 3
"""Bytes for each move at the peak, when there are the moves by number, their text, and the text as Python has it (2.9
at 255x255, measured 2026-11)."""
_PYTHON_BYTES_PER_MOVE = 10
"""The same in Python, where there are a list of letters and the text (9.4 at 100x100, measured 2026-11)."""
_BYTES_PER_CELL = 300
"""Bytes for each cell: the tables of a construction, and the boards of a puzzle."""
_SLICE_MS = 1000.0
"""Milliseconds of a slice where nobody waits."""


class Construction(Protocol):
    """A solution in the making; `run` says whether it leads to the goal."""

    @property
    def length(self) -> int:
        """The number of moves so far."""

    @property
    def progress(self) -> float:
        """How much of the work is done, 0 to 1."""

    def run(self, milliseconds: float, /) -> bool:
        """Work for about so long; whether the path leads to the goal."""

    def path(self) -> str:
        """The moves so far: a solution, or its beginning."""


def begin_construction(puzzle: Puzzle) -> Construction:
    """A construction, to be run slice by slice; ValueError where the puzzle is not solvable.

    A slice is over after at most one tile more: less than a millisecond at 255x255, in Python some ten.
    """
    if core_holds(puzzle.start):
        return native.core.Construction(puzzle.start.width, puzzle.start.tiles, puzzle.goal.tiles)
    return PythonConstruction(puzzle)


def construct(puzzle: Puzzle) -> str:
    """The blank's moves from start to goal; ValueError where the puzzle is not solvable.

    There are 4 to 5 times as many moves as the Manhattan distance says. A 127x127 board takes a tenth of a second, in
    Python minutes.
    """
    return _complete(begin_construction(puzzle))


def construct_python(puzzle: Puzzle) -> str:
    """The Python twin."""
    return _complete(PythonConstruction(puzzle))


def _complete(construction: Construction) -> str:
    while not construction.run(_SLICE_MS):
        pass
    return construction.path()


@dataclass(frozen=True, slots=True)
class FirstAnswer:
    """What the first answer takes, constructed and replayed, within about a third on one machine."""

    seconds: float
    """Of CPU time."""
    bytes: int
    """Of memory at the peak, besides the puzzle's."""


def foretell(puzzle: Puzzle) -> FirstAnswer:
    """What the first answer will take: so a board can be refused before any work.

    To find that out takes a millisecond at 255x255, a second at 1000x1000.
    """
    moves = _MOVES_PER_UNIT * lower_bound(puzzle)
    tables = _BYTES_PER_CELL * len(puzzle.start)
    if not core_holds(puzzle.start):
        return FirstAnswer(_PYTHON_SECONDS_PER_MOVE * moves, _PYTHON_BYTES_PER_MOVE * moves + tables)
    seconds = _SECONDS_PER_MOVE * moves + _SECONDS_PER_LINE * sum(puzzle.start.shape)
    return FirstAnswer(seconds, _BYTES_PER_MOVE * moves + tables)


def cancel_reversals(moves: str) -> str:
    """The moves without every immediate there-and-back."""
    kept: list[str] = []
    for move in moves:
        add_move(kept, move)
    return "".join(kept)
