"""How the lengths of all boards of a solve are found: proven up to 16 cells, and as well as time allows beyond.

`Judging` holds what is known so far, so whoever is interrupted has that.

In single-tile moves:

- Up to 10 cells the complete table of distances has them all.
- Up to 16 cells the first board is solved. Every board after it is one move nearer to the goal or one move farther away
  than the one before. If the move was that of the shortest way that is known, it is nearer. Else one iteration of IDA*
  decides: it finds a way that is as short, or excludes it. So every board has a shortest way, and each costs at most
  one iteration.
- Beyond that the end of a solve is proven in the same way, backwards from the goal, as long as a board takes a moment.
  For the rest better ways are looked for: from the start, and from boards spread evenly over the solve.

In slides, boards of up to 16 cells are proven by the search in slides, each by two iterations at most, because a slide
changes the length by one at most. Beyond that the end of a solve is proven by breadth-first search from both sides,
some ten slides; for the rest there is only the search for better ways.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any, Final

from taquin import native
from taquin.analysis.lengths import Lengths
from taquin.anytime import construct
from taquin.board import Board
from taquin.bounds import lower_bound, slides_lower_bound
from taquin.move import Move, letters_of
from taquin.names import Metric
from taquin.optimal.native_heuristics import IN_SLIDES
from taquin.optimal.plain_slides import Side, SlidesFromBothSides
from taquin.puzzle import Puzzle
from taquin.replay import core_holds, replay
from taquin.result import Limits, Progress
from taquin.solving import Solving
from taquin.strategy import proven_by_default
from taquin.tables import slides

__all__ = ["DEFAULT_SECONDS", "Judging", "JudgingProgress", "OnJudging"]

DEFAULT_SECONDS: Final = 10.0
"""Seconds for a solve of a board that is not proven by default."""
_COMPLETE: Final = "complete"
"""The table of all distances; the other names are sizes of pattern tables."""
_START_PART: Final = 0.3
"""The part of the time for better ways from the start; the rest is shared by the other boards."""
_FIRST_PART: Final = 0.1
"""The part of a limited time for a better way from the start before tables are built, up to 16 cells."""
_LEAST_SECONDS: Final = 0.2
"""Seconds for better ways from one board at least: fewer boards are looked at where there is less time."""
_BOUNDS_PART: Final = 0.2
"""The part of the time for the bounds that every board has at once."""
_NEAR_HOME_NODES: Final = 2_000_000
"""Nodes of a proof at the end of a solve, some hundredths of a second: the first board that takes more ends them."""
_NEAR_HOME_PART: Final = 0.2
"""The part of the time that these proofs take at most."""
_BOUNDED_CELLS: Final = 20_000_000
"""Cells of all boards together whose first bounds are computed, some seconds: of a longer solve every second board's,
or every third's ..."""


@dataclass(frozen=True, slots=True)
class JudgingProgress:
    """How far it is: boards done of all, and the search that is under way."""

    done: int
    total: int
    search: Progress | None = None


OnJudging = Callable[[JudgingProgress], None]
"""What is told how far it is, some ten times a second while a search is under way."""


class Judging:
    """The lengths of a solve in the making; `run` once."""

    def __init__(
        self,
        puzzle: Puzzle,
        moves: str,
        limits: Limits | None = None,
        *,
        metric: Metric = "stm",
        build: bool = True,
        on_progress: OnJudging | None = None,
        on_warning: Callable[[str], None] | None = None,
    ) -> None:
        end = Puzzle(replay(puzzle.start, moves), puzzle.goal)
        self.lengths = Lengths(puzzle, moves, "" if end.is_solved() else construct(end), metric)
        self._puzzle, self._metric, self._build = puzzle, metric, build
        self._limits = limits or Limits()
        self._on_progress, self._on_warning = on_progress, on_warning
        self._done = 0
        self._until = inf  # a moment of perf_counter

    def run(self) -> None:
        """Find the lengths, until all are proven or the time is over."""
        size, seconds = self._tables(), self._limits.seconds
        if seconds is None:
            seconds = DEFAULT_SECONDS if size is None else inf
        self._until = perf_counter() + seconds
        self._bound_all()
        if self.lengths.all_proven:
            return
        if size == _COMPLETE:
            self._look_up_all()
        elif size is not None:
            if self._until < inf and not self._is_built(size):  # building may take all of it
                self._improve(0, min(_LEAST_SECONDS, _FIRST_PART * self._left), prove=False)
            self._prove_all(size)
        else:
            self._prove_the_end()
            self._look_for_better()

    # Up to 16 cells

    def _tables(self) -> str | None:
        """Which tables prove every board; None where none do, or where they would have to be built and must not be."""
        goal = self._puzzle.goal
        if native.core is None or min(goal.shape) == 1 or not proven_by_default(self._puzzle):
            return None
        if self._metric == "mtm":
            return IN_SLIDES if self._build or slides.is_built(goal) else None
        from taquin.optimal import small_enough
        from taquin.tables import is_built

        if small_enough(goal):
            return _COMPLETE
        if is_built(goal, "large"):
            return "large"
        return "default" if self._build or is_built(goal, "default") else None

    def _is_built(self, size: str) -> bool:
        from taquin.tables import is_built

        if size == IN_SLIDES:
            return slides.is_built(self._puzzle.goal)
        return is_built(self._puzzle.goal, size)

    def _look_up_all(self) -> None:
        from taquin.optimal import distances

        table = distances(self._puzzle.goal)
        board = self._puzzle.start
        for place in range(len(self.lengths.most)):
            if place:
                board = board.apply(Move(self.lengths.steps[place - 1]))
            if not self.lengths.is_proven(place):
                way = table.solution(board.tiles)
                self.lengths.note(board, way)
                self.lengths.raise_least({place: len(way)})

    def _prove_all(self, size: str) -> None:
        board = self._puzzle.start
        for place in range(len(self.lengths.most)):
            if place:
                board = replay(board, self.lengths.steps[place - 1])
            by = {"heuristic": IN_SLIDES} if size == IN_SLIDES else {"heuristic": "patterns", "tables": size}
            if not self._prove(place, board, Limits(None if self._until == inf else self._left), **by):
                return
            self._tell(done=place + 1)

    def _prove(self, place: int, board: Board, limits: Limits, **options: Any) -> bool:
        """Whether the shortest way from a board could be proven; what is known of it already is not searched again."""
        lengths = self.lengths
        if lengths.is_proven(place):
            return True
        from taquin.optimal import Search

        search = Search(
            Puzzle(board, self._puzzle.goal), on_progress=self._tell, on_warning=self._on_warning, **options
        )
        search.offer(lengths.way(place))
        search.raise_bound(lengths.least[place])
        solution = search.run(limits)
        if solution.solved:
            lengths.note(board, letters_of(solution.moves))
        lengths.raise_least({place: solution.bound})
        return solution.solved

    # Beyond

    def _bound_all(self) -> None:
        """The bounds that every board has at once, or some boards, evenly spread, where all would take too long."""
        lengths, bound = self.lengths, lower_bound if self._metric == "stm" else slides_lower_bound
        until = perf_counter() + _BOUNDS_PART * self._left
        bounds: dict[int, int] = {}
        every = 1 + len(lengths.most) * len(self._puzzle.start) // _BOUNDED_CELLS
        for stride in (64 * every, 8 * every, every):
            board, here = self._puzzle.start, 0
            for place in range(0, len(lengths.most), stride):
                if place in bounds:
                    continue
                if bounds and perf_counter() > until:
                    break
                board, here = replay(board, "".join(lengths.steps[here:place])), place
                bounds[place] = bound(Puzzle(board, self._puzzle.goal))
        lengths.raise_least(bounds)

    def _prove_the_end(self) -> None:
        lengths, last = self.lengths, len(self.lengths.most) - 1
        if lengths.most[last] or not core_holds(self._puzzle.start) or min(self._puzzle.start.shape) == 1:
            return
        until = perf_counter() + _NEAR_HOME_PART * self._left
        if self._metric == "mtm":
            self._prove_the_end_in_slides(until)
            return
        board = self._puzzle.goal
        for place in range(last - 1, -1, -1):
            board = board.apply(Move(lengths.steps[place]).inverse)
            limits = Limits(max(0.0, until - perf_counter()), _NEAR_HOME_NODES)
            if not self._prove(place, board, limits, heuristic="linear-conflict"):
                return
            self._tell(done=last + 1 - place)

    def _prove_the_end_in_slides(self, until: float) -> None:
        lengths, home = self.lengths, Side(self._puzzle.goal)
        board, last = self._puzzle.goal, len(lengths.most) - 1
        for place in range(last - 1, -1, -1):
            for move in reversed(lengths.steps[place]):
                board = board.apply(Move(move).inverse)
            search = SlidesFromBothSides(Puzzle(board, self._puzzle.goal), home=home)
            for _ in search:
                if perf_counter() >= until:
                    break
            if search.way is not None:
                lengths.note(board, search.way)
            lengths.raise_least({place: search.bound})
            if search.way is None:
                return
            self._tell(done=last + 1 - place)

    def _look_for_better(self) -> None:
        """Better ways from the start, and then from boards spread over what is not proven."""
        lengths = self.lengths
        open_places = [place for place in range(len(lengths.most)) if not lengths.is_proven(place)]
        if not open_places:
            return
        left = self._left
        self._improve(open_places[0], _START_PART * left)
        count = min(len(open_places) - 1, int((1 - _START_PART) * left / _LEAST_SECONDS))
        for number in range(1, count + 1):
            if (left := self._left) <= 0:
                return
            place = open_places[number * (len(open_places) - 1) // count]
            self._improve(place, left / (count + 1 - number))

    def _improve(self, place: int, seconds: float, *, prove: bool | None = None) -> None:
        """Look for a better way from this board for so long, with tables that may have to be built unless `prove` is
        False."""
        lengths = self.lengths
        if not lengths.is_proven(place):
            board = lengths.board(place)
            solving = Solving(
                Puzzle(board, self._puzzle.goal),
                Limits(seconds),
                moves=lengths.way(place),
                quality="best",
                metric=self._metric,
                prove=prove if self._build else False,
                on_progress=self._tell,
                on_warning=self._on_warning,
            )
            try:
                for _ in solving:
                    pass
            finally:
                if (best := solving.best) is not None:
                    lengths.note(board, letters_of(best.moves))
                    lengths.raise_least({place: best.bound})
        self._tell(done=place + 1)

    # Time

    @property
    def _left(self) -> float:
        """Seconds that are left."""
        return max(0.0, self._until - perf_counter())

    def _tell(self, search: Progress | None = None, *, done: int | None = None) -> None:
        if done is not None:
            self._done = max(self._done, done)
        if self._on_progress is not None:
            self._on_progress(JudgingProgress(self._done, len(self.lengths.most), search))
