"""The work of a search: how its two ends take turns, side by side, and one after the other.

Solutions come down from above, the bound comes up from below, and it is over when they meet, a limit is reached, or
somebody stops it. `solving.py` is what everybody holds while this runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from taquin import native
from taquin.anytime.construct import construct, foretell
from taquin.anytime.room import require_room
from taquin.board import Board
from taquin.bounds import lower_bound, slides_lower_bound
from taquin.ends import Abandoned, Ends
from taquin.errors import TaquinError, Unsolvable
from taquin.move import Move, Moves, letters_of
from taquin.names import Metric, Quality
from taquin.notation import length_in
from taquin.optimal.checkpoint import Autosave
from taquin.optimal.lower_end import LowerEnd
from taquin.optimal.lower_end_thread import LowerEndThread
from taquin.optimal.native_heuristics import require_reach
from taquin.optimal.search import Search
from taquin.puzzle import Puzzle
from taquin.replay import reaches
from taquin.result import (
    Limits,
    OnProgress,
    Outcome,
    Progress,
    Solution,
    Stats,
    require_metric,
    require_quality,
    require_seed,
)
from taquin.solvability import diagnose
from taquin.strategy import Strategy, choose_strategy, proven_by_default
from taquin.tables import slides
from taquin.texts import Sentence

if TYPE_CHECKING:
    from taquin.anytime.upper_end import UpperEnd

__all__ = ["BothEnds"]

_REPORT_SECONDS = 0.1
"""Seconds between two reports to `on_progress`."""
_PROOF_LOOK_SECONDS = 0.02
"""Seconds between two looks at a proof that is the only thing left to wait for."""
_LONGEST_WORK_SECONDS = 0.1
"""One turn of the lower end makes up for at most so many seconds of the upper end's work. Where more have passed since
the last turn, somebody was looking at a solution."""
_LAST_TURN_SECONDS = 0.03
"""Seconds before the limit from which on the lower end gets no more turns: a slice of building takes half of them."""
_AT_ONCE_SECONDS = 0.03
"""Seconds that whoever stops a search before its first solution waits for one that is constructed."""
_PYTHON_NODES = 300_000
"""What the Python engine may generate, some seconds' worth, before an answer that is not proven has to do."""
_LONG_PROOF_SECONDS = 0.2
"""Seconds. A proof that goes on for longer than this after the upper end has come to its end gets all threads."""


class BothEnds:
    """The two ends of one search of a solvable puzzle, and the order of their work.

    Iterating over `work` does it all, once. Whoever does that owns the search: the lower end has a thread of its own,
    but only the owner's thread calls `on_solution` and `on_progress`, starts and ends the lower end, and runs the upper
    one. From any other thread `stop`, `progress` and `solution` may be called.

    `on_solution` gets every solution before `work` yields it, and before `on_progress` is told.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        limits: Limits,
        *,
        quality: Quality | None = None,
        optimal: bool = False,
        prove: bool | None = None,
        threads: int | None = None,
        seed: int = 0,
        moves: Iterable[Move | str] | None = None,
        checkpoint: Path | None = None,
        metric: Metric = "stm",
        on_solution: Callable[[Solution], None] = lambda solution: None,
        on_progress: OnProgress | None = None,
        on_warning: Callable[[str], None] | None = None,
    ) -> None:
        # 1. Refuse what makes no sense, and boards whose first solution would take far too long.
        require_quality(quality)
        if threads is not None:
            native.require_threads(threads)
        require_seed(seed)
        require_metric(metric)
        if metric == "mtm":
            _require_slides(puzzle, optimal, checkpoint)
        if not puzzle.is_solvable():
            raise Unsolvable(diagnose(puzzle.start, puzzle.goal).reason)
        if not proven_by_default(puzzle):
            import taquin.anytime.upper_end  # noqa: F401 - before the time counts: it will be needed
        self.puzzle = puzzle
        self.ends = Ends(puzzle, limits, metric)  # from here on the time counts
        given = None if moves is None else letters_of(moves)
        if given is not None and not reaches(puzzle, given):
            raise TaquinError("these moves do not solve the puzzle")
        if given is None:
            require_room(puzzle, limits)
        # 2. Choose what each end does.
        self.strategy: Strategy = choose_strategy(
            puzzle, limits, quality=quality, optimal=optimal, prove=prove, threads=threads, metric=metric
        )
        # 3. What the owner is told, and what has been told already.
        self._on_solution = on_solution
        self._on_progress = on_progress
        self._on_warning = on_warning
        self._warn = on_warning or (lambda message: None)
        self._reported = self.ends.began
        self._turned = 0.0
        """When the upper end went on after the lower end's last turn, where they share one thread."""
        self._yielded = (-1, -1)
        """Length and bound of the last solution."""
        self._moves = Moves()
        """Those of the last solution that was made."""
        # 4. Make the two ends, from what a checkpoint holds.
        self._autosave: Autosave | None = None
        saved = None if checkpoint is None else self._open_checkpoint(checkpoint)
        self._lower = LowerEnd(
            self.ends,
            self.strategy.stages,
            threads=self.strategy.proof_threads,
            building_threads=self.strategy.building_threads,
            memory=self.strategy.table_memory,
            autosave=self._autosave,
            saved=saved,
            on_warning=on_warning,
        )
        self._lower_thread = LowerEndThread(
            self._lower, share=self.strategy.share, one_thread=self.strategy.threads == 1, on_tick=self._report
        )
        self._upper: UpperEnd | None = None
        """Made when the lower end has had its head start, which is all that most searches of small boards need."""
        self._seed, self._given = seed, given

    def _open_checkpoint(self, path: Path) -> Search | None:
        """Keep the search in this file; what it holds already is what both ends begin with."""
        native.require_native()
        if min(self.puzzle.start.shape) > 1:
            require_reach(self.puzzle.start, "linear-conflict")  # which is what is saved where there is nothing better
        self._autosave = Autosave(path, self._warn)
        if not path.exists():
            return None
        saved = Search.load(path, choose=True)
        if saved.puzzle != self.puzzle:
            raise TaquinError(Sentence("usage.checkpoint", path=path))
        if saved.heuristic == "manhattan":
            raise TaquinError(Sentence("usage.checkpoint_of", path=path, heuristic=saved.heuristic))
        account = saved.account
        if account is not None:
            self.ends.go_on_after(account.seconds, account.processor_seconds, account.other_nodes)
            self.ends.count_nodes("lower", *account.own_nodes)
            self.ends.raise_bound(saved.progress().bound, account.proved_by)
            if saved.offered is not None:
                self.ends.offer(saved.offered, account.found_by)
        return saved

    # From any thread

    def stop(self) -> None:
        """End the work within some hundredths of a second; the best so far stays."""
        self.ends.stop()

    @property
    def progress(self) -> Progress:
        """How far it is."""
        ends = self.ends
        tables = ", ".join(self._lower.tables)
        figures = ends.bound, ends.generated, ends.expanded, ends.seconds
        return Progress(
            *figures,
            tables,
            self._lower.building,
            ends.length,
            metric=ends.metric,
            seconds_left=self._lower.seconds_left,
            choice=self._lower.choices[-1] if self._lower.choices else None,
        )

    @property
    def ended_by(self) -> str:
        """What has ended a search that is over."""
        handed_over = self._upper is not None and self._upper.pace.over()
        return self.ends.ended_by or ("time" if handed_over else "work")

    def solution(self, ended_by: str = "") -> Solution | None:
        """The best moves so far as a Solution with the figures of this moment, None before there are any; at the end it
        says what has ended the search.

        Both ends have replayed the moves.
        """
        ends = self.ends
        moves, bound, found_by, proved_by = ends.moves, ends.bound, ends.found_by, ends.proved_by
        if moves is None:
            return None
        proven = length_in(moves, ends.metric) == bound
        letters = self._moves
        if str(letters) is not moves:  # a higher bound alone is no reason to look at millions of moves again
            self._moves = letters = Moves(moves)
        by_search = found_by in ("ida", "table")
        return Solution(
            self.puzzle,
            Outcome.SOLVED,
            moves=letters,
            bound=bound,
            stats=Stats(ends.generated, ends.expanded, ends.seconds),
            engine=native.ENGINE,
            algorithm=found_by,
            heuristic=_heuristic(proved_by) if by_search else "",
            tables=self._lower.tables if proven else (),
            checksums=self._lower.checksums,
            proved_by=proved_by,
            ended_by=ended_by,
            metric=ends.metric,
            choices=self._lower.choices,
        )

    # The work

    def work(self) -> Iterator[Solution]:
        """All of it: a head start for the lower end, then both or the upper end alone, then the rest of the proof.

        Yields every better solution, and the best one again whenever the bound has risen. Nothing is yielded where the
        search is stopped before there is any, on a board so large that none can be constructed at once.
        """
        try:
            if native.core is None and self.strategy.until_proven:
                self._prove_in_python()
            if self.ends.moves is not None:
                yield self._show()  # that of the checkpoint
            self._lower.take_head_start(self.strategy.head_start, self.strategy.first_nodes)
            if not self.ends.met:
                self._raise_first_bound()
                yield from self._find_solutions()
                if self.strategy.is_hopeful(self.ends.gap or 0):
                    yield from self._wait_for_proof()
            self._lower_thread.end()
            if self.ends.moves is None:
                raise RuntimeError("a search without a first solution: please report this")
            if self._has_news:
                yield self._show()
        except Abandoned:
            self._construct_at_last()
            if self._has_news:
                yield self._show()
        except KeyboardInterrupt:
            self._construct_at_last()
            raise
        finally:
            self._lower_thread.end()
            self._save()

    def _raise_first_bound(self) -> None:
        """The bound that every board gets at once."""
        if self.ends.metric == "stm":
            self.ends.raise_bound(lower_bound(self.puzzle), "linear conflict")
        else:
            self.ends.raise_bound(slides_lower_bound(self.puzzle), "lines")

    def _find_solutions(self) -> Iterator[Solution]:
        """The upper end in this thread; beside it the lower one in its own, with a thread less than there are."""
        if self.strategy.side_by_side:
            self._lower.threads = min(self._lower.threads, max(1, self.strategy.threads - 1))
            self._lower_thread.start()
        self._turned = perf_counter()
        self._upper = self._make_upper_end()
        try:
            for _ in self._upper.search():
                if self._has_news:
                    yield self._show()
        except MemoryError:
            if self.ends.moves is None:
                raise
            self._warn("no shorter solution is looked for: there is not enough memory")

    def _make_upper_end(self) -> UpperEnd:
        from taquin.anytime.upper_end import UpperEnd

        return UpperEnd(
            self.ends,
            quality=self.strategy.quality,
            threads=self.strategy.threads,
            seed=self._seed,
            given=self._given,
            memory=self.strategy.upper_memory,
            spared=lambda: self._lower_thread.threads_taken,
            on_tick=self._tick,
            on_warning=self._on_warning,
        )

    def _wait_for_proof(self) -> Iterator[Solution]:
        """The upper end has nothing more to do: a proof that lasts takes all threads."""
        began = perf_counter()
        self._lower_thread.set_share(1.0)
        if not self._lower_thread.working:
            self._lower_thread.start()
        while self._lower_thread.working and not self.ends.over():
            self._lower_thread.wait(_PROOF_LOOK_SECONDS)
            self._report()
            if self.ends.bound > self._yielded[1]:
                yield self._show()
            lasts = perf_counter() - began > _LONG_PROOF_SECONDS
            # To cut off a builder of tables would lose its work.
            if lasts and self.strategy.threads > self._lower.threads and self._lower.building is None:
                self._lower_thread.end()
                self._lower.threads = self.strategy.threads
                self._lower_thread.start()
        if not self._lower_thread.working:
            self._lower.run()  # what is left where there was no thread to be had; nothing after a normal end

    def _prove_in_python(self) -> None:
        """IDA* without the compiled core: the shortest solution where Python finds it soon."""
        if self.ends.metric == "mtm":
            from taquin.optimal.plain_slides import shortest_in_slides

            moves = letters_of(shortest_in_slides(self.puzzle))
            self.ends.prove(moves, "breadth-first", "breadth-first search")
            return
        from taquin.heuristics import heuristic
        from taquin.heuristics.kind import Heuristic
        from taquin.search import run

        manhattan = heuristic("manhattan", self.puzzle.goal)

        def watched(board: Board) -> float:
            if self.ends.stopped:
                raise Abandoned
            return manhattan(board)

        left, limits = self.ends.left, self.ends.limits
        first_nodes = self.strategy.first_nodes
        nodes = _PYTHON_NODES if first_nodes is None else min(first_nodes, _PYTHON_NODES)
        allowed = Limits(None if left is None else max(0.0, left / 2), nodes, limits.memory)
        solution = run(self.puzzle, "ida", Heuristic("manhattan", watched, 0), allowed, returns_stopped=True)
        self.ends.count_nodes("lower", solution.stats.generated, solution.stats.expanded)
        self.ends.raise_bound(solution.bound, "ida manhattan")
        if solution.solved:
            self.ends.offer(letters_of(solution.moves), "ida")
        if solution.outcome is Outcome.STOPPED:
            raise KeyboardInterrupt

    def _construct_at_last(self) -> None:
        """Whoever ends the search before its first solution gets one that is there at once, if there is such."""
        if self.ends.moves is None and foretell(self.puzzle).seconds < _AT_ONCE_SECONDS:
            moves = construct(self.puzzle)
            if reaches(self.puzzle, moves):
                self._raise_first_bound()
                self.ends.offer(moves, "construct")

    @property
    def _has_news(self) -> bool:
        """Whether there is a solution, and it is shorter than the last one that was shown or its bound is higher."""
        moves = self.ends.moves
        return moves is not None and (self.ends.length, self.ends.bound) != self._yielded

    def _show(self) -> Solution:
        """Hand over the best solution so far."""
        solution = self.solution()
        if solution is None:
            raise RuntimeError("a search without a first solution: please report this")
        self._yielded = solution.measured, solution.bound
        self._on_solution(solution)
        if self._on_progress is not None and solution.algorithm not in ("ida", "table"):
            self._reported = perf_counter()
            self._on_progress(self.progress)
        return solution

    def _tick(self) -> None:
        """Between two slices of the upper end."""
        self._report()
        if not self._lower_thread.working:  # while it works, the lower end saves the search itself
            self._lower.save(only_when_due=True)
            return
        self._stand_back()
        now = perf_counter()
        if self.ends.moves is not None and not self.ends.is_out_of_time(_LAST_TURN_SECONDS):
            self._lower_thread.take_turn(min(now - self._turned, _LONGEST_WORK_SECONDS))
        self._turned = perf_counter()

    def _stand_back(self) -> None:
        """Where the proof only waits for its tables, those who build them have all threads once there is an answer."""
        ends, until = self.ends, self.ends.began + self.strategy.standing_back
        if self._lower.building is None or perf_counter() >= until or ends.found_by in ("", "construct"):
            return
        self._lower_thread.set_share(1.0)
        while self._lower.building is not None and perf_counter() < until and not ends.over():
            self._lower_thread.wait(_PROOF_LOOK_SECONDS)
            self._report()
        self._lower_thread.set_share(self.strategy.share)

    def _report(self) -> None:
        """Say how far it is, unless that was said a moment ago."""
        if self._on_progress is not None and (now := perf_counter()) - self._reported >= _REPORT_SECONDS:
            self._reported = now
            self._on_progress(self.progress)

    def _save(self) -> None:
        """At the end: what is left to do, or nothing where all is proven."""
        if self._autosave is None:
            return
        if self.ends.met:
            self._autosave.remove()
        else:
            self._lower.save()


def _require_slides(puzzle: Puzzle, optimal: bool, checkpoint: Path | None) -> None:
    """Raise TaquinError where the multi-tile metric cannot do what is asked for."""
    if checkpoint is not None:
        raise TaquinError("a search in slides is not saved: leave out the checkpoint, or the metric")
    line = min(puzzle.start.shape) == 1
    if native.core is None and not line:
        from taquin.optimal.plain_slides import PLAIN_CELLS

        if len(puzzle.start) > PLAIN_CELLS:
            needs = f"shortest in slides beyond {PLAIN_CELLS} cells needs the native engine"
            raise TaquinError(f"{needs}: see 'taquin doctor'")
    if optimal and len(puzzle.start) > slides.MAX_CELLS and not line and native.core is not None:
        raise TaquinError(f"the fewest slides are proven up to {slides.MAX_CELLS} cells: leave out 'optimal'")


def _heuristic(proved_by: str) -> str:
    """What the solution's `heuristic` says of a proof: that of the search, or the bound itself."""
    name = proved_by.removeprefix("ida ")
    return "distance" if name == "table" else name
