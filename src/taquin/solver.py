"""The one door: any puzzle in, verified solutions out.

`solve` is for whoever wants the answer, `improve` for whoever wants every better one on the way; `Solving` is the
search itself, to be watched, stopped, saved and awaited. All three are the same search with two ends. Only a search
that is asked for by name (a heuristic, an engine, a size of tables) runs alone, and counts as its algorithm does.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from typing import Any, Final

from taquin import native
from taquin.errors import TaquinError
from taquin.estimate import Estimate
from taquin.move import Move
from taquin.names import AlgorithmName, EngineName, HeuristicName, Metric, Quality, TablesName
from taquin.puzzle import Puzzle, PuzzleLike, as_puzzle
from taquin.result import Limits, OnProgress, Outcome, Solution, require_limits, require_metric, require_quality
from taquin.solvability import diagnose
from taquin.solving import Solving, stopped_early
from taquin.texts import AnyOf, Sentence

__all__ = ["AUTO", "improve", "is_for_engine", "solve"]

AUTO: Final = "auto"
"""The algorithm that is no teaching algorithm: the engine chooses."""


def is_for_engine(algorithm: str, engine: str | None = None) -> bool:
    """Whether a search that is asked for by this name is for `solve`, or for a teaching algorithm (`taquin.search`).

    IDA* is both: it is the engine's own search where the native engine is asked for.
    """
    return algorithm == AUTO or (algorithm == "ida" and engine == "native")


def solve(
    puzzle: PuzzleLike,
    limits: Limits | None = None,
    *,
    optimal: bool = False,
    quality: Quality | None = None,
    threads: int | None = None,
    algorithm: AlgorithmName = AUTO,
    heuristic: HeuristicName | Estimate | None = None,
    engine: EngineName | None = None,
    tables: TablesName = "auto",
    metric: Metric = "stm",
    on_progress: OnProgress | None = None,
    on_warning: Callable[[str], None] | None = None,
) -> Solution:
    """Solve a puzzle, or a board towards `Board.blank_last`.

    >>> from taquin import solve
    >>> solve("1 2 3/4 0 5/7 8 6").length
    2

    Every solvable puzzle gets a solution, whatever the limits, with a proven bound; `Solution.optimal` says whether it
    is proven to be a shortest one. An unsolvable puzzle is refused before any search; its outcome says so and its
    reason says why. Boards of up to 16 cells are proven unless a limit ends that; larger ones are worked on for about a
    second where there is no time limit, and as long as it lasts where there is one. `optimal` does not stop before the
    proof. `quality` is "first", "good" or "best" (taquin.anytime.budget). Ctrl-C is KeyboardInterrupt; who wants the
    best so far then holds a `Solving`, and asks for its `best`.

    `metric` "mtm" asks for few slides instead of few moves: a slide moves a whole run of tiles in one line and counts
    one. Up to 16 cells the fewest are found and proven; beyond that, of the solutions that are found the one with the
    fewest slides is kept, with a proven bound. `Solution.bound` and `optimal` then speak of slides.

    `heuristic` ("patterns", "manhattan" or "linear-conflict"), `engine` ("native" or "python") and `tables` ("default",
    "large", or a name of your own: taquin.tables.sizes tells those of a goal) ask for one search by name: IDA* alone,
    which has no answer before its proof, whether `optimal` is asked for or not, and one thread unless told otherwise.
    Tables that are missing are built.

    `algorithm` asks for a teaching algorithm of `taquin.search` by name, with a `heuristic` of `taquin.heuristics`, a
    function of a board of your own, or its usual one. What else it takes, its options and its events,
    `taquin.search.run` takes.

    `on_progress` is called about every 0.1 s and with every better solution, `on_warning` with one line where a table
    could not be kept, had to be rebuilt, or failed: then the search goes on without it.
    """
    puzzle, limits = as_puzzle(puzzle), require_limits(limits)
    if not is_for_engine(algorithm, engine):
        return _taught(puzzle, algorithm, heuristic, limits, on_progress)
    if engine not in (None, *native.ENGINES):
        raise TaquinError(f"no engine {engine!r}: choose {' or '.join(native.ENGINES)}")
    if threads is not None:
        native.require_threads(threads)
    if tables != "auto":
        from taquin.tables import require_size

        require_size(*puzzle.goal.shape, puzzle.goal.blank, tables)
    require_metric(metric)
    require_quality(quality)
    if metric != "stm" and (heuristic is not None or engine == "python" or tables != "auto"):
        raise TaquinError("a search that is asked for by name counts single-tile moves: leave out the metric")
    if not puzzle.is_solvable():
        return Solution(puzzle, Outcome.UNSOLVABLE, metric=metric, reason=diagnose(puzzle.start, puzzle.goal).reason)
    if engine == "native":
        native.require_native()
    if heuristic is not None or engine == "python" or tables != "auto" or algorithm != AUTO:
        options: dict[str, Any] = {"threads": threads, "on_progress": on_progress, "on_warning": on_warning}
        return _named_search(puzzle, limits, heuristic, engine, tables, options)
    solution = Solving(
        puzzle,
        limits,
        optimal=optimal,
        quality=quality,
        threads=threads,
        metric=metric,
        on_progress=on_progress,
        on_warning=on_warning,
    ).wait()
    if solution is None:
        raise stopped_early()
    return solution


def improve(
    puzzle: PuzzleLike,
    limits: Limits | None = None,
    *,
    moves: Iterable[Move | str] | None = None,
    quality: Quality = "best",
    threads: int | None = None,
    seed: int = 0,
    prove: bool | None = None,
    metric: Metric = "stm",
    on_progress: OnProgress | None = None,
    on_warning: Callable[[str], None] | None = None,
) -> Generator[Solution, None, None]:
    """Yield solutions, each shorter than the one before, until the work or a limit is done.

    The first one comes at once; the last one may be as long as the one before it, with a higher bound. With `moves`, a
    solution of somebody else's, that one is shortened. `quality` is "first", "good" (a fixed amount of work) or "best"
    (while time allows). With one thread the same seed gives the same solutions in the same order; a time limit cuts
    them off, and narrows what falls behind. `prove=True` builds pattern tables for the proof where they are missing
    (those of a 24-puzzle in some ten seconds), `prove=False` does without any proof. With `metric="mtm"` shorter means
    fewer slides. `on_progress` is called about
    every 0.1 s, `on_warning` with one line where a table failed. Whoever leaves early calls `close()`, or leaves a
    `contextlib.closing` block: the search has then ended.
    Unsolvable where no moves lead to the goal; TaquinError where the given moves do not.
    """
    solving = Solving(
        puzzle,
        limits,
        moves=moves,
        quality=quality,
        threads=threads,
        seed=seed,
        prove=prove,
        metric=metric,
        on_progress=on_progress,
        on_warning=on_warning,
    )
    return _shorter(solving)


def _shorter(solving: Solving) -> Generator[Solution, None, None]:
    """The solutions of a search without those that only have a higher bound, but for the last one."""
    length: int | None = None
    pending: Solution | None = None
    with closing(iter(solving)) as solutions:
        for solution in solutions:
            if length is None or solution.measured < length:
                length, pending = solution.measured, None
                yield solution
            else:
                pending = solution
    if pending is not None:
        yield pending


def _taught(
    puzzle: Puzzle,
    algorithm: str,
    heuristic: str | Estimate | None,
    limits: Limits,
    on_progress: OnProgress | None,
) -> Solution:
    """By a teaching algorithm, with this heuristic or its own."""
    from taquin.heuristics import as_estimate
    from taquin.search import ALGORITHMS, run

    known = ALGORITHMS.get(algorithm)
    chosen = heuristic or (known and known.heuristic) or "zero"
    return run(puzzle, algorithm, as_estimate(chosen, puzzle.goal), limits, on_progress=on_progress)


def _named_search(
    puzzle: Puzzle,
    limits: Limits,
    heuristic: str | Estimate | None,
    engine: str | None,
    tables: str,
    options: dict[str, Any],
) -> Solution:
    """IDA* alone, by the heuristic, the engine or the tables that the caller names."""
    from taquin.optimal import NATIVE_HEURISTICS, Search
    from taquin.optimal.native_heuristics import require_reach

    named = heuristic or "patterns"
    if not isinstance(named, str):
        raise TaquinError(
            'the engine has heuristics of its own: a function goes with a teaching algorithm, as in algorithm="astar"'
        )
    if named not in NATIVE_HEURISTICS:
        raise TaquinError(Sentence("errors.unknown_in_engine", name=repr(named), names=AnyOf(NATIVE_HEURISTICS)))
    if engine == "native":
        require_reach(puzzle.start, named)
    if engine == "python" or native.core is None or not NATIVE_HEURISTICS[named].holds(puzzle.start):
        from taquin.heuristics import heuristic as estimate
        from taquin.search import run

        name = "linear-conflict" if named == "linear-conflict" else "manhattan"
        return run(puzzle, "ida", estimate(name, puzzle.goal), limits)
    if puzzle.is_solved():
        return Solution(puzzle, Outcome.SOLVED, engine="native", algorithm="none")  # not worth building tables for
    if tables == "auto" and named == "patterns":
        from taquin.tables import is_built

        tables = "large" if is_built(puzzle.goal, "large") else "default"
    if named == "patterns":
        options = {**options, "tables": tables}
    return Search(puzzle, heuristic=named, **options).run(limits)
