"""A solve judged move by move, as chess players know it: which moves were best, where most was lost, and what would
have been better.

`lengths.py` holds what is known of every board of the solve, `judging.py` finds it out, `judged.py` judges the
moves by it, `parts.py` says what some of them cost together, `analysis.py` is the whole, and `timing.py` what its times
say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from taquin.analysis.analysis import Analysis
from taquin.analysis.judged import JudgedMove
from taquin.analysis.judging import DEFAULT_SECONDS, Judging, JudgingProgress, OnJudging
from taquin.analysis.parts import Part, TurningPoint
from taquin.analysis.timing import Pause, Timing, require_times
from taquin.errors import Unsolvable
from taquin.move import Move, Moves, letters_of
from taquin.names import Metric
from taquin.notation import parse_moves
from taquin.puzzle import PuzzleLike, as_puzzle
from taquin.result import Limits, require_metric
from taquin.solvability import diagnose
from taquin.texts import Sentence

__all__ = [
    "DEFAULT_SECONDS",
    "Analysing",
    "Analysis",
    "JudgedMove",
    "JudgingProgress",
    "Part",
    "Pause",
    "Timing",
    "TurningPoint",
    "analyse",
]


class Analysing:
    """An analysis in the making. `run` works until everything is proven or the time is over; `analysis` is what is
    known so far, also after Ctrl-C.

    Raises IllegalMove where the moves cannot be made, and Unsolvable where no moves lead to the goal.
    """

    def __init__(
        self,
        puzzle: PuzzleLike,
        moves: Iterable[Move] | str,
        limits: Limits | None = None,
        *,
        metric: Metric = "stm",
        times: Sequence[float] | None = None,
        build: bool = True,
        on_progress: OnJudging | None = None,
        on_warning: Callable[[str], None] | None = None,
    ) -> None:
        self._puzzle = as_puzzle(puzzle)
        self._moves = letters_of(parse_moves(moves) if isinstance(moves, str) else moves)
        self._puzzle.start.play(Moves(self._moves))  # raises where a move is not legal
        self._timing = None if times is None else Timing(require_times(times, len(self._moves)))
        if not self._puzzle.is_solvable():
            raise Unsolvable(
                Sentence("errors.unsolvable", reason=diagnose(self._puzzle.start, self._puzzle.goal).reason)
            )
        require_metric(metric)
        shared: dict[str, Any] = {"build": build, "on_progress": on_progress, "on_warning": on_warning}
        self._judging = Judging(self._puzzle, self._moves, limits, metric=metric, **shared)

    def run(self) -> Analysis:
        """Judge every move."""
        self._judging.run()
        return self.analysis

    @property
    def analysis(self) -> Analysis:
        """What is known so far."""
        return Analysis.of(self._judging.lengths, self._timing)


def analyse(
    puzzle: PuzzleLike,
    moves: Iterable[Move] | str,
    limits: Limits | None = None,
    *,
    metric: Metric = "stm",
    times: Sequence[float] | None = None,
    build: bool = True,
    on_progress: OnJudging | None = None,
    on_warning: Callable[[str], None] | None = None,
) -> Analysis:
    """Judge the moves of a solve, one by one. A text names the blank's directions, as `parse_moves` reads them.

    >>> from taquin import analyse
    >>> found = analyse("1 2 3/4 0 5/7 8 6", "LRRD")
    >>> found.shortest, found.lost, [judged.verdict for judged in found.moves]
    (2, 2, ['worse', 'best', 'best', 'best'])

    Up to 16 cells everything is proven, unless a limit on seconds ends that; missing tables are built, unless `build`
    is False. Larger boards get 10 seconds, or those of the limit: `Analysis.exact` says whether all is proven. A move
    is judged only where its cost is proven; the verdict of the others is "unknown". `times` are the
    moments at which the single-tile moves were made, in seconds. With the metric "mtm" slides are judged and counted
    instead of single-tile moves.

    >>> from taquin import analyse
    >>> found = analyse("1 2 3/4 0 5/7 8 6", "LRRD", metric="mtm")
    >>> found.shortest, found.lost, [judged.lost for judged in found.moves]
    (2, 1, [1, 0, 0])
    """
    shared: dict[str, Any] = {"build": build, "on_progress": on_progress, "on_warning": on_warning}
    return Analysing(puzzle, moves, limits, metric=metric, times=times, **shared).run()
