"""How much work a board and a time limit are worth. Figures only: nothing here measures, so nothing here varies.

A *descent* makes a solution from scratch: a beam over the whole board up to 64 cells, beyond that the tiles flow home
together and a sweep finishes the board. Its cost is known beforehand, moves x width x a constant, and the width is
chosen so that the last descent takes about two fifths of the time; narrower ones before it give early answers. The
rest of the time goes to windows.
"""

from __future__ import annotations

from dataclasses import dataclass

from taquin.result import Limits

__all__ = ["QUALITIES", "Descent", "Effort", "choose_effort"]

QUALITIES = {
    "first": "the first answer there is",
    "good": "a short solution after a fixed amount of work, the same every time with one thread",
    "best": "better as long as time allows",
}

_SECONDS_PER_NODE = 220e-9
_BYTES_PER_WIDTH = 700
_WHOLE_CELLS = 64
_NOMINAL_SECONDS = {"good": 1.0, "best": 10.0}


@dataclass(frozen=True, slots=True)
class Descent:
    """The settings of one descent (core/descent.hpp)."""

    width: int
    whole: bool
    power: float
    border: float


@dataclass(frozen=True, slots=True)
class Effort:
    """The descents in their order, one list of variants for every thread, and the windows' settings."""

    descents: tuple[Descent, ...]
    window_width: int
    shortest: int
    longest: int
    idle_passes: int
    """Windows end after so many passes that found nothing."""


def choose_effort(cells: int, manhattan: int, quality: str, limits: Limits, threads: int) -> Effort:
    """The work for a board of this many cells and this Manhattan distance."""
    if quality == "first":
        return Effort((), 0, 40, 100, 0)
    seconds = limits.seconds if limits.seconds is not None else _NOMINAL_SECONDS[quality]
    moves = 1.5 * max(manhattan, 10)
    width = int(0.4 * seconds / (moves * _SECONDS_PER_NODE))
    largest = 100_000
    if limits.memory is not None:
        largest = max(10, min(largest, limits.memory // (_BYTES_PER_WIDTH * threads)))
    whole = cells <= _WHOLE_CELLS
    smallest = min(largest, 200 if whole else 40)
    width = max(smallest, min(width, largest))
    widths = [width]
    while widths[0] // 16 >= smallest:
        widths.insert(0, widths[0] // 16)
    power, border = (1.5, 0.0) if cells <= 25 else (1.7, 1.0)
    return Effort(
        descents=tuple(Descent(beam, whole, power, border) for beam in widths),
        window_width=min(3000, largest),
        shortest=40,
        longest=100,
        idle_passes=2 if quality == "good" else 12,
    )
