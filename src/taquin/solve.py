"""The one door: any puzzle in, a verified Solution out.

The strategy follows the size of the board: a complete table of distances up to 3x3 and 2x5, IDA* over pattern tables
up to 16 cells, beyond that the best of a stream of ever better solutions, with a proven bound; and the Python engine
where there is no other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from taquin import native
from taquin.board import Board
from taquin.puzzle import Puzzle
from taquin.result import Limits, Outcome, Solution
from taquin.solvability import diagnose

if TYPE_CHECKING:
    from taquin.optimal import Progress

__all__ = ["OPTIMAL_CELLS", "solve"]

_PYTHON_NODES = 300_000
"""What the Python engine may generate, some seconds' worth, before an answer that is not proven has to do."""

OPTIMAL_CELLS = 16
"""Larger boards are not solved optimally unless asked for."""


def solve(
    puzzle: Puzzle | Board,
    limits: Limits | None = None,
    *,
    heuristic: str | None = None,
    engine: str | None = None,
    tables: str = "auto",
    threads: int | None = None,
    quality: str | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    on_warning: Callable[[str], None] | None = None,
) -> Solution:
    """Solve a puzzle, or a board towards `Board.blank_last`.

    >>> solve(Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]])).length
    2

    An unsolvable puzzle is refused before any search; its outcome says so and its reason says why.

    `heuristic` ("patterns" or "manhattan") and `engine` ("native" or "python") force a part of the program; `tables`
    ("default" or "large") chooses the pattern tables: "auto" takes the large ones if they have been built, and no more
    than a limit on memory allows, down to Manhattan distance alone.
    Beyond 16 cells, unless one of these asks for the optimal search, the answer is the best of `taquin.improve`:
    `quality` is "first", "good" or "best" (by default "best" with a time limit, else "good"); Ctrl-C ends it with the
    best so far. `threads` is 1 by default in the optimal search and the number of cores here.
    `on_progress` is called about every 0.1 s and with every better solution, `on_warning` with one line where a table
    could not be kept or had to be rebuilt.
    """
    if isinstance(puzzle, Board):
        puzzle = Puzzle(puzzle)
    if engine not in (None, *native.ENGINES):
        raise ValueError(f"no engine {engine!r}: choose {' or '.join(native.ENGINES)}")
    if threads is not None:
        native.require_threads(threads)
    if tables != "auto":
        from taquin.tables import require_size

        require_size(*puzzle.goal.shape, puzzle.goal.blank, tables)
    if not puzzle.is_solvable():
        return Solution(puzzle, Outcome.UNSOLVABLE, reason=diagnose(puzzle.start, puzzle.goal).reason)
    if engine == "native":
        native.require_native()
    forced = heuristic is not None or engine == "python" or tables != "auto"
    stream = partial(_best_of_stream, puzzle, quality=quality, threads=threads, on_progress=on_progress)
    if not forced and (len(puzzle.start) > OPTIMAL_CELLS or min(puzzle.start.shape) == 1):
        return stream(limits or Limits())
    if native.core is None and not forced:
        return _solve_without_core(puzzle, limits or Limits(), stream)
    if engine == "python" or native.core is None or min(puzzle.start.shape) == 1 or len(puzzle.start) > 36:
        return _solve_python(puzzle, limits)

    from taquin.optimal import Search, small_enough, solve_small

    if heuristic is None and small_enough(puzzle.start):
        return solve_small(puzzle)
    if puzzle.is_solved():
        return Solution(puzzle, Outcome.SOLVED, engine="native", algorithm="none")  # not worth building tables for
    options: dict[str, Any] = {"threads": threads or 1, "on_progress": on_progress, "on_warning": on_warning}
    size = None if heuristic == "manhattan" else tables if tables != "auto" else _choose(puzzle, limits)
    if size is None and heuristic != "patterns":
        return Search(puzzle, heuristic="manhattan", **options).run(limits)
    return Search(puzzle, heuristic=heuristic or "patterns", tables=size or "default", **options).run(limits)


def _best_of_stream(
    puzzle: Puzzle,
    limits: Limits,
    *,
    quality: str | None,
    threads: int | None,
    on_progress: Callable[[Progress], None] | None,
) -> Solution:
    """The best of the stream; an interruption ends the stream, not the program."""
    from taquin.anytime import improve
    from taquin.optimal import Progress

    quality = quality or ("good" if limits.seconds is None else "best")
    best: Solution | None = None
    try:
        for best in improve(puzzle, limits, quality=quality, threads=threads, on_progress=on_progress):
            if on_progress is not None:
                stats = best.stats
                on_progress(Progress(best.bound, stats.generated, stats.expanded, stats.seconds, length=best.length))
    except KeyboardInterrupt:
        if best is None:
            raise
    if best is None:
        raise RuntimeError("a stream without a first solution: please report this")
    return best


def _solve_without_core(puzzle: Puzzle, limits: Limits, stream: Callable[[Limits], Solution]) -> Solution:
    """The shortest solution where Python finds it soon, else the best of the stream with the bound proven so far."""
    nodes = _PYTHON_NODES if limits.nodes is None else min(limits.nodes, _PYTHON_NODES)
    seconds = None if limits.seconds is None else limits.seconds / 2
    exact = _solve_python(puzzle, Limits(seconds, nodes, limits.memory))
    if exact.outcome is not Outcome.LIMIT or nodes == limits.nodes:
        return exact
    best = stream(Limits(seconds, None, limits.memory))
    return replace(best, bound=max(best.bound, exact.bound))


def _choose(puzzle: Puzzle, limits: Limits | None) -> str | None:
    """The size of the tables to use: the large ones if they have been built, none where memory allows none."""
    from taquin.tables import is_built, memory_needed

    sizes = ("large", "default") if is_built(puzzle.goal, "large") else ("default",)
    if limits is None or limits.memory is None:
        return sizes[0]
    return next((size for size in sizes if memory_needed(puzzle.goal, size) <= limits.memory), None)


def _solve_python(puzzle: Puzzle, limits: Limits | None) -> Solution:
    from taquin.heuristics import heuristic
    from taquin.search import run

    return run("ida", puzzle, heuristic("manhattan", puzzle.goal), limits)
