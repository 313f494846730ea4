"""The upper end of a search: ever better solutions of any board, towards any goal.

First a solution that cannot fail is constructed. Then come descents, each wider than the one before, and windows that
shorten the best of them; while time is left, both again from other seeds. Everything found is told to the `Ends`, which
also say when it is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import count, pairwise
from time import perf_counter
from typing import TYPE_CHECKING, Any

from taquin import native
from taquin.anytime.budget import Budget, choose_budget
from taquin.anytime.construct import begin_construction
from taquin.anytime.descent_threads import DescentThreads, Worker
from taquin.anytime.scores import fits_formula, load_score, must_build_tables
from taquin.anytime.windows import Shortener, remove_loops, shortener
from taquin.ends import Ends
from taquin.replay import core_holds, reaches, replay

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["Abandoned", "UpperEnd"]

_SLICE_MS = 20.0
"""Milliseconds of native work between two looks at the clock."""
_SHORTEST_SLICE_MS = 1.0
"""Milliseconds of the last slices before a limit."""
_GOLDEN = 0.618034
"""Where on the best way later descents begin: spread by the golden ratio ..."""
_LAST_RESTART = 0.8
"""... before this part of it."""
_LITTLE = 0.005
"""A pass of windows that gains less than this part of the length asks for wider ones."""
_LONG = 100_000
"""Moves: loops are looked for only in shorter solutions that somebody gives."""
_SHOWING = 0.05
"""Seconds between two solutions that are shown while a pass is under way."""
_CONCLUDING = 1.5
"""The time that is left for constructing the rest of a descent, as a multiple of what it should take."""
_LEAST_REST = 0.01
"""Seconds that are left for it at least ..."""
_LEAST_PART = 0.25
"""... and this part of what the first construction took: a sweep that is nearly done has still to clear up."""
_GRACE = 0.03
"""Seconds that it may take longer: a beam that frees a thin board takes 20 ms a level, and looks up late."""
_HANDING_OVER = 3
"""To put a solution together, replay it and show it takes up to so many times as long as the last two alone (2.7 times
for a descent at 255x255, measured 2026-11)."""
_CUTTING = 8
"""The same for a pass of windows that is worth beginning: a solution is cut, worked on, and put together again."""


class Abandoned(Exception):
    """Somebody has stopped the search before there was any solution."""


class UpperEnd:
    """What finds solutions. Iterating over `search` does the work; it yields whenever there is a better one."""

    def __init__(
        self,
        ends: Ends,
        *,
        quality: str,
        threads: int,
        seed: int = 0,
        given: str | None = None,
        spared: Callable[[], int] = lambda: 0,
        on_tick: Callable[[], None] = lambda: None,
        on_warning: Callable[[str], None] | None = None,
    ) -> None:
        self.ends, self.puzzle, self.limits = ends, ends.puzzle, ends.limits
        self.quality, self.threads, self.seed, self.given = quality, threads, seed, given
        self.spared = spared
        """How many threads the lower end takes."""
        self.on_tick, self.on_warning = on_tick, on_warning
        self.score: Any = None
        """By which the board is searched as a whole, once looked for; None where it flows."""
        self.budget: Budget = self.choose_work(whole=fits_formula(*self.puzzle.start.shape))
        self.live = quality == "best"
        """Whether to show what a pass has found before it is complete, which depends on the clock."""
        self.generated = self.expanded = 0
        self.passes = 0
        self.followed = 0
        """Passes of windows that the last descent has had already."""
        self.constructing = 0.0
        """Seconds that the first solution took, where it was constructed."""
        self.showing = 0.0
        """Seconds that it takes to replay and show a solution: many for millions of moves."""
        self.shown = 0.0
        self.concluding = 0.0
        """Seconds before the limit at which the present descent gives up its search and constructs what is left."""

    @property
    def best(self) -> str:
        """The best solution so far, of either end."""
        return self.ends.moves or ""

    def over(self) -> bool:
        """Whether to stop, leaving enough time to hand over the result."""
        return self.ends.over(_HANDING_OVER * self.showing)

    def is_lost(self, grace: float) -> bool:
        """Whether nothing that is found within so many seconds can be handed over in time, or none is wanted."""
        return self.ends.met or self.ends.is_out_of_time(_HANDING_OVER * self.showing - grace)

    @property
    def margin(self) -> float:
        """Seconds before the limit at which those at work must look up."""
        return _CONCLUDING * self.concluding + _HANDING_OVER * self.showing

    def offer(self, moves: str, found_by: str) -> Iterator[None]:
        """Tell of a solution, once it has been replayed; yields where it is the best so far."""
        if self.ends.moves is not None and len(moves) >= len(self.ends.moves):
            return
        if self.ends.stopped:
            return
        began = perf_counter()
        if not reaches(self.puzzle, moves):
            raise RuntimeError(f"{found_by} returned moves that do not reach the goal: please report this")
        if self.ends.offer(moves, found_by):
            yield
            self.shown = perf_counter()
            self.showing = self.shown - began

    def search(self) -> Iterator[None]:
        """Construct, descend and shorten; then, while time is left, descend and shorten again from other seeds.

        Where the board is searched as a whole, such a later descent begins somewhere on the best way so far.
        """
        if self.given is not None:
            short = len(self.given) < _LONG
            yield from self.offer(remove_loops(self.puzzle.start, self.given) if short else self.given, "given")
            yield from self.windows(self.best)
            return
        if self.ends.moves is None:
            yield from self.offer(self.construct(), "construct")
            if self.ends.moves is None:
                raise Abandoned
        if self.can_descend() and self.budget.descents and not self.over():
            if must_build_tables(*self.puzzle.start.shape, self.limits):
                self.load_score(build=False)  # first an answer by what is known already
                yield from self.offer_descent(self.descend(0, 0))
            self.load_score(build=True)
        last = len(self.budget.descents) - 1
        for number in count():
            if self.over() or (number > last and (not self.budget.again or last < 0)):
                break
            may_descend = self.can_descend() and last >= 0 and not (number and self.is_too_late_to_descend())
            found = self.descend(number, min(number, last)) if may_descend else None
            yield from self.offer_descent(found)
            if number >= last:
                yield from self.windows(self.best if number <= last or found is None else found)

    def construct(self) -> str:
        """The first solution, whatever the limits; somebody who stops the search before it is there gets none."""
        began = perf_counter()
        construction = begin_construction(self.puzzle)
        while not construction.run(_SLICE_MS):
            if self.ends.stopped:
                raise Abandoned
            self.on_tick()
        if self.ends.stopped:
            raise Abandoned
        path = construction.path()
        self.constructing = perf_counter() - began
        return path

    def offer_descent(self, found: str | None) -> Iterator[None]:
        """Hand out what a descent found, if it is the best so far."""
        if found is not None:
            yield from self.offer(found, "descent")

    def load_score(self, build: bool) -> None:
        """Find the score of the board's shape, and choose the work for it."""
        self.score = load_score(*self.puzzle.start.shape, self.limits, self.over, build, self.on_warning)
        self.budget = self.choose_work(whole=self.score is not None)

    def choose_work(self, whole: bool) -> Budget:
        """The work for this board, searched as a whole or not, on the threads that the lower end leaves."""
        start, goal = self.puzzle.start, self.puzzle.goal
        return choose_budget(len(start), start.manhattan(goal), self.quality, self.limits, self.free_threads(), whole)

    @property
    def last_arrival(self) -> float | None:
        """When a descent that has not arrived is given up; None where there is no time limit."""
        return None if self.limits.seconds is None else self.ends.began + self.budget.patience * self.limits.seconds

    def free_threads(self) -> int:
        """Threads that are not busy with the proof."""
        return max(1, self.threads - self.spared())

    def can_descend(self) -> bool:
        """Whether the board has room for more than one way."""
        return core_holds(self.puzzle.start) and min(self.puzzle.start.shape) > 1

    def is_too_late_to_descend(self) -> bool:
        """Whether the rest of the time is better spent on windows than on a descent that has not arrived yet."""
        return self.last_arrival is not None and perf_counter() > self.last_arrival

    def descend(self, attempt: int, index: int) -> str | None:
        """A descent on all threads; None when it did not arrive in time.

        The very first one counts even unfinished, where there is time to construct the rest: that is better than what
        was constructed from the start on.
        """
        settings = self.budget.descents[index]
        again = bool(settings.board_beam_width) and attempt > index
        beginning = self.best[: int(len(self.best) * (_GOLDEN * attempt % _LAST_RESTART))] if again else ""
        descent = DescentThreads(
            replay(self.puzzle.start, beginning),
            self.puzzle.goal,
            settings,
            self.budget,
            seed=self.seed + 1000 * attempt,
            free_threads=self.free_threads(),
            score=self.score,
            due=self.arrival_due(early=attempt < len(self.budget.descents) - 1),
        )
        for answers in self.run_in_slices(descent.workers):
            descent.note(answers)
            given_up = attempt and (self.over() or self.is_too_late_to_descend())
            if all(descent.done) or self.is_lost(0.0 if attempt else _GRACE) or given_up:
                break
            if descent.concluded:
                continue
            self.concluding = 0.0 if attempt else self.concluding_seconds(descent.progress)
            if not attempt and self.ends.over(self.margin):
                descent.conclude()
                self.concluding = 0.0
            else:
                descent.steer()
        self.concluding = 0.0
        if not any(descent.done):
            return None
        self.followed = descent.passes
        return beginning + descent.path()

    def concluding_seconds(self, progress: float) -> float:
        """Seconds for constructing what is left of a descent that has come so far, 0 to 1."""
        return max(_LEAST_REST, self.constructing * max(_LEAST_PART, 1 - progress))

    def arrival_due(self, early: bool) -> float | None:
        """When a descent that begins now should arrive; an early one leaves half of the time to those after it."""
        if self.last_arrival is None:
            return None
        return (perf_counter() + self.last_arrival) / 2 if early else self.last_arrival

    def windows(self, moves: str) -> Iterator[None]:
        """Shorten a solution pass by pass, until nothing worth while is found for some passes."""
        budget = self.budget
        if not budget.windows:
            return
        width, idle = budget.windows[min(self.followed, len(budget.windows) - 1)], 0
        while idle < budget.idle_passes and not self.ends.over(_CUTTING * self.showing):
            self.passes += 1
            segments = self.segments(moves, width)
            yield from self.shorten(segments)
            if self.over():
                break
            before, moves = len(moves), "".join(segment.path() for segment in segments)
            gained = (before - len(moves)) / max(before, 1)
            idle = 0 if gained > budget.worth_while else idle + 1
            if gained < _LITTLE:
                width = min(2 * width, budget.widest)

    def shorten(self, segments: Sequence[Shortener]) -> Iterator[None]:
        """One pass of windows over all segments."""
        for done in self.run_in_slices(segments):
            last = all(done) or self.over()
            shorter = sum(segment.length for segment in segments) < len(self.best)
            if shorter and (last or (self.live and perf_counter() - self.shown > max(_SHOWING, 10 * self.showing))):
                yield from self.offer("".join(segment.path() for segment in segments), "windows")
            if last:
                break

    def segments(self, moves: str, width: int) -> Sequence[Shortener]:
        """Shorteners over consecutive parts of a solution, one a thread, cut elsewhere every time."""
        parts = max(1, min(self.free_threads(), len(moves) // 60))
        piece = len(moves) / parts
        shift = piece / 2 if parts > 1 and self.passes % 2 else 0.0
        cuts = sorted({0, *(int(piece * number + shift) for number in range(parts)), len(moves)})
        found = []
        board = self.puzzle.start
        for number, (begin, end) in enumerate(pairwise(cuts)):
            part = moves[begin:end]
            found.append(shortener(board, part, self.seed + 10_000 * self.passes + number, width))
            board = replay(board, part)
        return found

    def run_in_slices(self, workers: Sequence[Worker]) -> Iterator[list[bool]]:
        """Let everybody work for one slice at a time, side by side, and count nodes; yields what their `run` said."""
        generated, expanded = self.generated, self.expanded
        with ExitStack() as stack:
            pool: Executor | None = None
            if self.threads > 1 and len(workers) > 1 and native.core is not None:
                from concurrent.futures import ThreadPoolExecutor

                pool = stack.enter_context(ThreadPoolExecutor(self.threads))
            while True:
                slices = None if pool is None else _begin_slices(pool, workers, self.slice_ms())
                if slices is None:
                    stack.close()  # no more threads to be had, or none needed: one after the other, from now on
                    pool = None
                    answers = [worker.run(self.slice_ms() / len(workers)) for worker in workers]
                else:
                    answers = [future.result() for future in slices]
                self.generated = generated + sum(worker.generated for worker in workers)
                self.expanded = expanded + sum(worker.expanded for worker in workers)
                self.ends.count_nodes("upper", self.generated, self.expanded)
                yield answers
                self.on_tick()

    def slice_ms(self) -> float:
        """Milliseconds until the next look: a slice, or what is left."""
        left = self.ends.left
        return _SLICE_MS if left is None else max(_SHORTEST_SLICE_MS, min(_SLICE_MS, 1000 * (left - self.margin)))


def _begin_slices(pool: Executor, workers: Sequence[Worker], milliseconds: float) -> list[Future[bool]] | None:
    """One slice of every worker on threads of the pool; None where the system gives no thread."""
    try:
        return [pool.submit(worker.run, milliseconds) for worker in workers]
    except RuntimeError:  # of a thread that cannot be started: what `run` itself raises comes with its result
        return None
