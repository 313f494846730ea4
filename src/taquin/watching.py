"""A solve that is watched: a line tells how far it is, and whoever interrupts it has the best solution so far.

The line is an output of the notebook where there is one, else a line of the terminal, else nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from time import perf_counter
from typing import Any, Final, NamedTuple

from taquin.puzzle import PuzzleLike
from taquin.render.cards import line
from taquin.render.progress import progress_line
from taquin.result import Limits, Progress, Solution
from taquin.solving import Solving, stopped_early

__all__ = ["LiveLine", "Taken", "take_best", "watch"]

_EVERY_SECONDS: Final = 0.25
"""Between two changes of the line: every one is a message to the notebook's page."""


class Taken(NamedTuple):
    """A solution, and whether somebody took it by an interrupt before the search was over."""

    solution: Solution
    interrupted: bool = False


def watch(puzzle: PuzzleLike | Solving, limits: Limits | None = None, **options: Any) -> Solution:
    """Solve a puzzle, and tell in one line how far that is. Interrupted, it returns the best solution so far.

    >>> from taquin import watch
    >>> watch("1 2 3/4 0 5/7 8 6").length
    2

    `options` are those of `Solving`; a Solving of your own may be given instead of a puzzle. KeyboardInterrupt only
    where there is no solution yet. Unsolvable, a ValueError, where no moves lead to the goal.
    """
    with LiveLine() as live:
        solving = puzzle if isinstance(puzzle, Solving) else Solving(puzzle, limits, on_progress=live, **options)
        return take_best(solving, lambda: live(solving.progress)).solution


def take_best(solving: Solving, on_solution: Callable[[], None] = lambda: None) -> Taken:
    """The last and best solution of a search.

    KeyboardInterrupt ends the search, not the program: the best so far comes back, unless there is none.
    """
    interrupted = False
    try:
        with closing(iter(solving)) as solutions:
            for _ in solutions:
                on_solution()
    except KeyboardInterrupt:
        if solving.best is None:
            raise
        interrupted = True
    if solving.best is None:
        raise stopped_early()
    return Taken(solving.best, interrupted)


class LiveLine:
    """The line: call it with a Progress, as `on_progress` of any search does. Its `with` block takes it away."""

    def __init__(self) -> None:
        self._write = _notebook_line() or _terminal_line()
        self._due = 0.0

    def __call__(self, progress: Progress) -> None:
        """Tell how far a search is, unless the line has just changed."""
        if perf_counter() >= self._due:
            self._write(progress_line(progress, live=False))
            self._due = perf_counter() + _EVERY_SECONDS

    def __enter__(self) -> LiveLine:
        return self

    def __exit__(self, *_: object) -> None:
        self._write("")


def _notebook_line() -> Callable[[str], None] | None:
    """What writes the line into the output of a cell; None outside a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import HTML, DisplayHandle

    handle, shown = DisplayHandle(), False

    def write(text: str) -> None:
        nonlocal shown
        if text and not shown:
            shown = True  # beforehand: an interrupt that comes while it is sent must not leave it there
            handle.display(HTML(line(text)))
        elif shown:
            handle.update(HTML(line(text) if text else ""))

    return write


def _terminal_line() -> Callable[[str], None]:
    """What writes the line on a terminal, over the one before."""
    if not sys.stderr.isatty():
        return lambda text: None

    def write(text: str) -> None:
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)

    return write
