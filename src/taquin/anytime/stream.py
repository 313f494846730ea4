"""One stream of ever better solutions, for any board and any goal."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import count, pairwise
from operator import methodcaller
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from taquin import native
from taquin.anytime.bound import lower_bound
from taquin.anytime.construct import construct
from taquin.anytime.crew import Crew
from taquin.anytime.effort import QUALITIES, Effort, choose_effort
from taquin.anytime.knowledge import by_formula, has_to_build, whole_score
from taquin.anytime.proof import Proof, begin_proof
from taquin.anytime.replay import core_for, reaches, replay
from taquin.anytime.shorten import Shortener, remove_loops, shortener
from taquin.board import Board
from taquin.move import Move, spelled
from taquin.puzzle import Puzzle
from taquin.result import Limits, Outcome, Solution, Stats

if TYPE_CHECKING:
    from taquin.optimal import Progress

__all__ = ["improve"]

_SLICE = 20.0
"""Milliseconds of native work between two looks at the clock."""
_REPORT = 0.1
"""Seconds between two reports to `on_progress`."""
_PROVING_SECONDS = 4.0
"""With less time than this the proof of a 24-puzzle hardly ever arrives, and takes a thread from the others."""
_GOLDEN, _LATEST = 0.618034, 0.8
"""Where on a way later descents begin: spread by the golden ratio, before the last fifth."""
_LITTLE = 0.005
"""A pass of windows that gains less than this part of the length asks for wider ones."""


class Worker(Protocol):
    """Anything that works in slices."""

    def run(self, milliseconds: float, /) -> bool: ...


def improve(
    puzzle: Puzzle | Board,
    limits: Limits | None = None,
    *,
    moves: Iterable[Move | str] | None = None,
    quality: str = "best",
    threads: int | None = None,
    seed: int = 0,
    prove: bool | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Iterator[Solution]:
    """Yield solutions, each strictly better than the one before, until the work or a limit is done.

    The first one comes at once. With `moves`, a solution of somebody else's, that one is shortened. `quality` is
    "first", "good" (a fixed amount of work) or "best" (while time allows). With one thread the same seed gives the
    same solutions in the same order; a time limit cuts them off, and narrows what falls behind. With "best", boards of
    up to 25 cells are proven alongside where their pattern tables have been built; `prove=True` builds them where they
    are missing (those of a 24-puzzle in some ten seconds), `prove=False` does without. `on_progress` is called at most
    every 0.1 s: the proof raises the bound between two solutions. ValueError where the puzzle is not solvable or the
    moves do not solve it.
    """
    if isinstance(puzzle, Board):
        puzzle = Puzzle(puzzle)
    if quality not in QUALITIES:
        raise ValueError(f"no quality {quality!r}: choose {', '.join(QUALITIES)}")
    if not puzzle.is_solvable():
        raise ValueError("the puzzle is not solvable")
    given = None if moves is None else "".join(moves)
    if given is not None and not reaches(puzzle, given):
        raise ValueError("these moves do not solve the puzzle")
    threads = min(os.cpu_count() or 1, 8) if threads is None else native.require_threads(threads)
    if quality != "best":
        prove = False
    return _Stream(puzzle, limits or Limits(), quality, threads, seed, prove, on_progress).run(given)


class _Stream:
    """The state of one `improve`: the best moves so far, what they cost, and when to stop."""

    def __init__(
        self,
        puzzle: Puzzle,
        limits: Limits,
        quality: str,
        threads: int,
        seed: int,
        prove: bool | None,
        on_progress: Callable[[Progress], None] | None,
    ) -> None:
        self.began = perf_counter()
        self.puzzle, self.limits, self.quality, self.threads, self.seed = puzzle, limits, quality, threads, seed
        self.deadline = None if limits.seconds is None else self.began + limits.seconds
        self.bound = lower_bound(puzzle)
        self.score: Any = None
        """By which the board is searched as a whole, once looked for; None where it flows."""
        self.effort: Effort = self.choose(whole=by_formula(*puzzle.start.shape))
        self.prove = prove
        self.on_progress = on_progress
        self.reported = self.began
        self.live = quality == "best"
        """Whether to show what a pass has found before it is complete, which depends on the clock."""
        self.proof: Proof | None = None
        self.best = ""
        self.yielded = (-1, -1)
        """Length and bound of the last solution handed out."""
        self.generated = 0
        self.passes = 0
        self.followed = 0
        """Passes of windows that the last descent has had already."""
        self.making = 0.0
        """Seconds that the last Solution took to make: large for millions of moves."""
        self.made = 0.0

    def run(self, given: str | None) -> Iterator[Solution]:
        """All of it; the proof, where there is one, ends with the stream."""
        try:
            yield from self.search(given)
            if self.proof is not None and self.proof.moves is not None:
                self.best, self.bound = self.proof.moves, len(self.proof.moves)
            if (len(self.best), self.bound) != self.yielded:
                yield self.solution("ida" if self.proof is not None and self.proof.moves == self.best else "windows")
        finally:
            if self.proof is not None:
                self.proof.end()

    def search(self, given: str | None) -> Iterator[Solution]:
        """Construct, descend and shorten; then, while time is left, descend and shorten again from other seeds.

        Where the board is searched as a whole, such a later descent begins somewhere on the best way so far.
        """
        if given is not None:
            self.best = remove_loops(self.puzzle.start, given) if len(given) < 100_000 else given
            yield self.solution("given")
            yield from self.windows(self.best)
            return
        self.best = construct(self.puzzle)
        yield self.solution("construct")
        if self.deep() and self.effort.descents:
            if has_to_build(*self.puzzle.start.shape, self.limits):
                self.know(build=False)  # first an answer by what is known already
                yield from self.take(self.descend(0, 0))
            self.know(build=True)
        last = len(self.effort.descents) - 1
        for number in count():
            if number > last and (not self.effort.again or last < 0):
                break
            if self.proof is None and self.worth_proving(first=number <= last) and not self.over():
                self.proof = begin_proof(self.puzzle, self.limits, build=self.prove is True)
            found = self.descend(number, min(number, last)) if self.deep() and last >= 0 else None
            yield from self.take(found)
            if number >= last:
                yield from self.windows(self.best if number <= last or found is None else found)
            if self.over():
                break

    def take(self, found: str | None) -> Iterator[Solution]:
        """Hand out what a descent found, if it is the best so far."""
        if found is not None and len(found) < len(self.best):
            self.best = found
            yield self.solution("descent")

    def know(self, build: bool) -> None:
        """Find the score of the board's shape, and choose the work for it."""
        self.score = whole_score(*self.puzzle.start.shape, self.limits, self.over, build)
        self.effort = self.choose(whole=self.score is not None)

    def choose(self, whole: bool) -> Effort:
        """The work for this board, searched as a whole or not."""
        start, goal = self.puzzle.start, self.puzzle.goal
        return choose_effort(len(start), start.manhattan(goal), self.quality, self.limits, self.threads, whole)

    @property
    def latest(self) -> float | None:
        """When a descent should have arrived."""
        return None if self.limits.seconds is None else self.began + self.effort.patience * self.limits.seconds

    def worth_proving(self, first: bool) -> bool:
        """Whether the proof may begin; with little time it waits for the end of the first round."""
        if self.prove is not None or not first:
            return self.prove is not False
        return self.limits.seconds is None or self.limits.seconds >= _PROVING_SECONDS

    def hands(self) -> int:
        """Threads that are not busy with the proof."""
        return max(1, self.threads - (self.proof is not None))

    def deep(self) -> bool:
        """Whether the board has room for more than one way."""
        return core_for(self.puzzle.start) is not None and min(self.puzzle.start.shape) > 1

    def over(self) -> bool:
        """Whether to stop: proven, out of time (leaving enough to hand over the result), or out of nodes."""
        if self.proof is not None:
            self.bound = max(self.bound, self.proof.bound)
            if self.proof.moves is not None:
                return True
        if len(self.best) <= self.bound:
            return True
        if self.limits.nodes is not None and self.generated >= self.limits.nodes:
            return True
        return self.deadline is not None and perf_counter() + 1.5 * self.making >= self.deadline

    def late(self) -> bool:
        """Whether the rest of the time is better spent on windows than on a descent that has not arrived yet."""
        return self.latest is not None and perf_counter() > self.latest

    def report(self) -> None:
        """Say how far it is, unless that was said a moment ago."""
        if self.on_progress is None or (now := perf_counter()) - self.reported < _REPORT:
            return
        from taquin.optimal import Progress

        self.reported = now
        proof = self.proof
        generated = self.generated + (proof.generated if proof is not None else 0)
        building = proof.building if proof is not None else None
        self.on_progress(Progress(self.bound, generated, 0, now - self.began, "", building, len(self.best)))

    def solution(self, algorithm: str) -> Solution:
        """The best moves as a Solution, replayed."""
        began = perf_counter()
        if not reaches(self.puzzle, self.best):
            raise RuntimeError(f"{algorithm} returned moves that do not reach the goal: please report this")
        solution = Solution(
            self.puzzle,
            Outcome.SOLVED,
            moves=spelled(self.best),
            bound=self.bound,
            stats=Stats(generated=self.generated, seconds=perf_counter() - self.began),
            engine=native.ENGINE,
            algorithm=algorithm,
            heuristic="linear conflict",
        )
        self.made = perf_counter()
        self.making = self.made - began
        self.yielded = len(self.best), self.bound
        return solution

    def descend(self, attempt: int, index: int) -> str | None:
        """A descent on all threads; None when it did not arrive in time."""
        settings = self.effort.descents[index]
        again = bool(settings.whole_width) and attempt > index
        beginning = self.best[: int(len(self.best) * (_GOLDEN * attempt % _LATEST))] if again else ""
        crew = Crew(
            replay(self.puzzle.start, beginning),
            self.puzzle.goal,
            settings,
            self.effort,
            seed=self.seed + 1000 * attempt,
            hands=self.hands(),
            score=self.score,
            ends=self.due(early=attempt < len(self.effort.descents) - 1),
        )
        counted = 0
        for answers in self.slices(crew.workers):
            crew.note(answers)
            self.generated, counted = self.generated + crew.generated - counted, crew.generated
            if all(crew.done) or self.over() or (attempt and self.late()):
                break
            crew.steer()
        # The very first descent counts even unfinished: constructing the rest is better than constructing all.
        if attempt and not any(crew.done):
            return None
        self.followed = crew.passes
        return beginning + crew.path()

    def due(self, early: bool) -> float | None:
        """When a descent that begins now should arrive; an early one leaves half of the time to those after it."""
        if self.latest is None:
            return None
        return (perf_counter() + self.latest) / 2 if early else self.latest

    def windows(self, moves: str) -> Iterator[Solution]:
        """Shorten a solution pass by pass, until nothing worth while is found for some passes."""
        effort = self.effort
        width, idle = effort.windows[min(self.followed, len(effort.windows) - 1)], 0
        while idle < effort.idle_passes and not self.over():
            self.passes += 1
            crew = self.segments(moves, width)
            yield from self.shorten(crew)
            before, moves = len(moves), "".join(member.path() for member in crew)
            gained = (before - len(moves)) / max(before, 1)
            idle = 0 if gained > effort.worth_while else idle + 1
            if gained < _LITTLE:
                width = min(2 * width, effort.widest)

    def shorten(self, crew: Sequence[Shortener]) -> Iterator[Solution]:
        """One pass of windows over all segments."""
        counted = 0
        for done in self.slices(crew):
            generated = sum(member.generated for member in crew)
            self.generated, counted = self.generated + generated - counted, generated
            last = all(done) or self.over()
            shorter = sum(member.length for member in crew) < len(self.best)
            if shorter and (last or (self.live and perf_counter() - self.made > max(0.05, 10 * self.making))):
                self.best = "".join(member.path() for member in crew)
                yield self.solution("windows")
            if last:
                break

    def segments(self, moves: str, width: int) -> Sequence[Shortener]:
        """Shorteners over consecutive parts of a solution, one a thread, cut elsewhere every time."""
        parts = max(1, min(self.hands(), len(moves) // 60))
        piece = len(moves) / parts
        shift = piece / 2 if parts > 1 and self.passes % 2 else 0.0
        cuts = sorted({0, *(int(piece * number + shift) for number in range(parts)), len(moves)})
        crew = []
        board = self.puzzle.start
        for number, (begin, end) in enumerate(pairwise(cuts)):
            part = moves[begin:end]
            crew.append(shortener(board, part, self.seed + 10_000 * self.passes + number, width))
            board = replay(board, part)
        return crew

    def slices(self, crew: Sequence[Worker]) -> Iterator[list[bool]]:
        """Let everybody work for one slice at a time, side by side; yields what their `run` said."""
        with ExitStack() as stack:
            each: Callable[..., Iterable[bool]] = map
            turns = 1
            if self.threads > 1 and len(crew) > 1 and native.core is not None:
                from concurrent.futures import ThreadPoolExecutor

                each = stack.enter_context(ThreadPoolExecutor(self.threads)).map
            while True:
                try:
                    answers = list(each(methodcaller("run", self.slice() / turns), crew))
                except RuntimeError:
                    if each is map:
                        raise
                    stack.close()  # no more threads to be had: from now on one after the other
                    each, turns = map, len(crew)
                    continue
                yield answers
                self.report()

    def slice(self) -> float:
        """Milliseconds until the next look: a slice, or what is left."""
        if self.deadline is None:
            return _SLICE
        return max(0.0, min(_SLICE, 1000 * (self.deadline - 1.5 * self.making - perf_counter())))
