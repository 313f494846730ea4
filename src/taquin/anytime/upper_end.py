"""The upper end of a search: ever better solutions of any board, towards any goal.

First a solution that cannot fail is constructed, or somebody has given one, which windows shorten for a while. Then
come rounds, each some times as long as the one before (budget.py): descents, each wider than the one before, and
windows that shorten the best of them. In the last round both come again, from other seeds, while time is left.
Everything found is told to the `Ends`, which also say when it is over.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import count, pairwise
from time import perf_counter
from typing import TYPE_CHECKING, Any

from taquin import native
from taquin.anytime.budget import Budget, choose_budget, narrowest_seconds, round_ends
from taquin.anytime.construct import begin_construction
from taquin.anytime.descent_threads import DescentThreads, Worker
from taquin.anytime.pace import SLICE_MS, Pace
from taquin.anytime.scores import fits_formula, fits_weights, load_score, must_build_tables
from taquin.anytime.windows import Shortener, remove_loops, shortener
from taquin.ends import Ends
from taquin.puzzle import Puzzle
from taquin.replay import core_holds, reaches, replay
from taquin.result import Limits

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["Abandoned", "UpperEnd"]

_GOLDEN = 0.618034
"""Where on the best way later descents begin: spread by the golden ratio ..."""
_LAST_RESTART = 0.8
"""... before this part of it."""
_LITTLE = 0.005
"""A pass of windows that gains less than this part of the length asks for wider ones."""
_GIVEN_PART = 0.125
"""The part of the time for windows over moves that somebody gives, before the first round; without a time limit it is a
few passes. They come to it again at the end of a round whose descents found nothing shorter."""
_LONG = 100_000
"""Moves: loops are looked for only in shorter solutions that somebody gives."""


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
        memory: int | None = None,
        spared: Callable[[], int] = lambda: 0,
        on_tick: Callable[[], None] = lambda: None,
        on_warning: Callable[[str], None] | None = None,
    ) -> None:
        self.ends, self.puzzle, self.limits = ends, ends.puzzle, replace(ends.limits, memory=memory)
        self.quality, self.threads, self.seed, self.given = quality, threads, seed, given
        self.spared = spared
        """How many threads the lower end takes."""
        self.on_tick, self.on_warning = on_tick, on_warning
        self.score: Any = None
        """By which the board is searched as a whole, once looked for; None where it flows."""
        self.budget: Budget = self.choose_work(fits_formula(*self.puzzle.start.shape), self.limits)
        self.pace = Pace(ends)
        self.attempts = 0
        """Descents that have begun."""
        self.widest = 0
        """Width of the widest beam over whole boards that has descended from the start by the present score."""
        self.has_arrived = False
        """Whether a descent has arrived."""
        self.live = quality == "best"
        """Whether to show what a pass has found before it is complete, which depends on the clock."""
        self.generated = self.expanded = 0
        self.passes = 0
        self.followed = 0
        """Passes of windows that the last descent has had already."""

    @property
    def best(self) -> str:
        """The best solution so far, of either end."""
        return self.ends.moves or ""

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
            self.pace.note_shown(began)

    def search(self) -> Iterator[None]:
        """Construct, descend and shorten, in rounds, until it is over."""
        yield from self.begin()
        ends = self.round_ends()
        for number, end in enumerate(ends):
            if self.pace.over():
                break
            yield from self.search_round(end, first=number == 0, last=number == len(ends) - 1)

    def begin(self) -> Iterator[None]:
        """The first solution: what is given and made shorter, or constructed."""
        if self.given is not None:
            short = len(self.given) < _LONG
            yield from self.offer(remove_loops(self.puzzle.start, self.given) if short else self.given, "given")
            descends = self.has_time_to_descend()
            if self.limits.seconds is not None and descends:
                self.pace.begin_round(self.ends.began, _GIVEN_PART * self.limits.seconds)
            yield from self.windows(self.best, passes=len(self.budget.windows) if descends else None)
        elif self.ends.moves is None:
            began = perf_counter()
            moves = self.construct(self.puzzle)
            self.pace.constructing = perf_counter() - began
            if moves is not None:
                yield from self.offer(moves, "construct")
        if self.ends.moves is None:
            raise Abandoned

    def has_time_to_descend(self) -> bool:
        """Whether the narrowest descent arrives within the time limit."""
        if not self.can_descend():
            return False
        return self.limits.seconds is None or self.limits.seconds >= narrowest_seconds(*self.measures, self.whole)

    def round_ends(self) -> Sequence[float | None]:
        """Seconds from the call to the end of each round; None where there is no time limit, and all is one round."""
        if self.limits.seconds is None:
            return (None,)
        if not self.can_descend():
            return (self.limits.seconds,)
        return round_ends(self.limits.seconds, *self.measures, self.whole)

    def search_round(self, end: float | None, *, first: bool, last: bool) -> Iterator[None]:
        """Descend and shorten until so many seconds after the call; only the last round goes on with other seeds.

        Where the board is searched as a whole, such a later descent begins somewhere on the best way so far.
        """
        began = self.ends.began if first else perf_counter()
        seconds = self.pace.begin_round(began, None if first and last else end)
        # Nothing is left of a round whose end went by while the other end built its tables.
        limits = self.limits if seconds is None else replace(self.limits, seconds=max(0.0, seconds))
        yield from self.prepare(limits, first)
        widest = len(self.budget.descents) - 1
        for number in count():
            again = number > widest
            if self.pace.is_round_over() or (again and not (last and self.budget.again and widest >= 0)):
                break
            found = None
            if self.can_descend() and widest >= 0 and not (number and self.is_too_late_to_descend()):
                found = yield from self.descend(min(number, widest))
                self.attempts += 1
            yield from self.offer_descent(found)
            if number >= widest:
                yield from self.windows(found if again and found is not None else self.best)

    def prepare(self, limits: Limits, first: bool) -> Iterator[None]:
        """Find the score, and choose the work for it, in a round with these limits."""
        if not self.can_descend() or not self.budget.descents:
            return
        if not self.has_arrived and must_build_tables(*self.puzzle.start.shape, limits):
            self.load_score(limits, first, build=False)  # first an answer by what is known already
            yield from self.offer_descent((yield from self.descend(0)))
        self.load_score(limits, first, build=True)

    def construct(self, puzzle: Puzzle) -> str | None:
        """A solution that cannot fail, whatever the limits; None where somebody stops the search before it is there."""
        construction = begin_construction(puzzle)
        while not construction.run(SLICE_MS) and not self.ends.stopped:
            self.on_tick()
        return None if self.ends.stopped else construction.path()

    def offer_descent(self, found: str | None) -> Iterator[None]:
        """Hand out what a descent found, if it is the best so far."""
        if found is not None:
            yield from self.offer(found, "descent")

    def load_score(self, limits: Limits, early: bool, build: bool) -> None:
        """Find the score of the board's shape, and choose the work for it."""
        score = load_score(*self.puzzle.start.shape, limits, self.pace.over, build, self.on_warning)
        if score is not self.score:
            self.score, self.widest = score, 0
        self.budget = self.choose_work(self.score is not None, limits, early)

    def choose_work(self, whole: bool, limits: Limits, early: bool = True) -> Budget:
        """The work for this board, searched as a whole or not, on the threads that the lower end leaves."""
        cells, manhattan, threads = self.measures
        return choose_budget(cells, manhattan, self.quality, limits, threads, whole, early)

    @property
    def whole(self) -> bool:
        """Whether boards of this shape are searched as a whole where there is time for it."""
        return fits_weights(*self.puzzle.start.shape) or fits_formula(*self.puzzle.start.shape)

    @property
    def measures(self) -> tuple[int, int, int]:
        """What work is measured by: cells, Manhattan distance, and threads."""
        return len(self.puzzle.start), self.puzzle.start.manhattan(self.puzzle.goal), self.free_threads()

    @property
    def last_arrival(self) -> float | None:
        """When a descent that has not arrived is given up; None where there is no time limit."""
        return self.pace.last_arrival(self.budget.patience)

    def free_threads(self) -> int:
        """Threads that are not busy with the proof."""
        return max(1, self.threads - self.spared())

    def can_descend(self) -> bool:
        """Whether the board has room for more than one way."""
        return core_holds(self.puzzle.start) and min(self.puzzle.start.shape) > 1

    def is_too_late_to_descend(self) -> bool:
        """Whether the rest of the time is better spent on windows than on a descent that has not arrived yet."""
        return self.last_arrival is not None and perf_counter() > self.last_arrival

    def descend(self, index: int) -> Generator[None, None, str | None]:
        """A descent on all threads; None when it did not arrive in time.

        The very first one counts even unfinished, where there is time to construct the rest: that is better than what
        was constructed from the start on. Where it takes long, that is done now and then.
        """
        settings = self.budget.descents[index]
        again = 0 < settings.board_beam_width <= self.widest
        self.widest = max(self.widest, settings.board_beam_width)
        beginning = self.best[: int(len(self.best) * (_GOLDEN * self.attempts % _LAST_RESTART))] if again else ""
        descent = DescentThreads(
            replay(self.puzzle.start, beginning),
            self.puzzle.goal,
            settings,
            self.budget,
            seed=self.seed + 1000 * self.attempts,
            free_threads=self.free_threads(),
            score=self.score,
            due=self.arrival_due(early=index < len(self.budget.descents) - 1),
        )
        first, looked = not self.has_arrived and self.pace.constructing > 0, perf_counter()
        for answers in self.run_in_slices(descent.workers):
            descent.note(answers)
            given_up = not first and (self.pace.is_round_over() or self.is_too_late_to_descend())
            if all(descent.done) or self.pace.is_lost(first) or given_up:
                break
            if descent.concluded:
                continue
            if first and self.pace.must_conclude(descent.progress):
                descent.conclude()
                self.pace.concluding = 0.0
            else:
                descent.steer()
                if first and self.live and self.pace.is_due_in_descent(looked):
                    yield from self.offer_unfinished(descent)
                    looked = perf_counter()
        self.pace.concluding = 0.0
        if not any(descent.done):
            return None
        self.has_arrived = True
        self.followed = descent.passes
        return beginning + descent.path()

    def offer_unfinished(self, descent: DescentThreads) -> Iterator[None]:
        """Construct the rest from where a descent is."""
        settled = descent.settled_moves()
        rest = self.construct(Puzzle(replay(self.puzzle.start, settled), self.puzzle.goal))
        if rest is not None:
            yield from self.offer(settled + rest, "descent")

    def arrival_due(self, early: bool) -> float | None:
        """When a descent that begins now should arrive; an early one leaves half of the time to those after it."""
        if self.last_arrival is None:
            return None
        return (perf_counter() + self.last_arrival) / 2 if early else self.last_arrival

    def windows(self, moves: str, passes: int | None = None) -> Iterator[None]:
        """Shorten a solution pass by pass, until nothing worth while is found for some, or so many are done."""
        budget = self.budget
        if not budget.windows:
            return
        width, idle = budget.windows[min(self.followed, len(budget.windows) - 1)], 0
        last = None if passes is None else self.passes + passes
        while idle < budget.idle_passes and self.passes != last and not self.pace.is_too_late_for_windows():
            self.passes += 1
            segments = self.segments(moves, width)
            yield from self.shorten(segments)
            if self.pace.is_round_over():
                break
            before, moves = len(moves), "".join(segment.path() for segment in segments)
            gained = (before - len(moves)) / max(before, 1)
            idle = 0 if gained > budget.worth_while else idle + 1
            if gained < _LITTLE:
                width = min(2 * width, budget.widest)

    def shorten(self, segments: Sequence[Shortener]) -> Iterator[None]:
        """One pass of windows over all segments."""
        for done in self.run_in_slices(segments):
            last = all(done) or self.pace.is_round_over()
            shorter = sum(segment.length for segment in segments) < len(self.best)
            if shorter and (last or (self.live and self.pace.is_due_in_pass())):
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
                slices = None if pool is None else _begin_slices(pool, workers, self.pace.slice_ms())
                if slices is None:
                    stack.close()  # no more threads to be had, or none needed: one after the other, from now on
                    pool = None
                    answers = [worker.run(self.pace.slice_ms() / len(workers)) for worker in workers]
                else:
                    answers = [future.result() for future in slices]
                self.generated = generated + sum(worker.generated for worker in workers)
                self.expanded = expanded + sum(worker.expanded for worker in workers)
                self.ends.count_nodes("upper", self.generated, self.expanded)
                yield answers
                self.on_tick()


def _begin_slices(pool: Executor, workers: Sequence[Worker], milliseconds: float) -> list[Future[bool]] | None:
    """One slice of every worker on threads of the pool; None where the system gives no thread."""
    try:
        return [pool.submit(worker.run, milliseconds) for worker in workers]
    except RuntimeError:  # of a thread that cannot be started: what `run` itself raises comes with its result
        return None
