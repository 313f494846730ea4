"""One search with two ends: solutions come down from above, the bound comes up from below.

`Solving` is the search while it runs, and what everybody holds: `solve` and `improve`, the command line, the page,
batch and cluster. It is over when the ends meet, a limit is reached, or somebody stops it.
"""

from __future__ import annotations

import threading
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, Self

from taquin import native
from taquin.anytime.budget import QUALITIES
from taquin.anytime.construct import foretell
from taquin.anytime.upper_end import Abandoned, UpperEnd
from taquin.board import Board
from taquin.bounds import lower_bound
from taquin.ends import Ends
from taquin.errors import TaquinError, TooLarge, Unsolvable
from taquin.memory import free_memory
from taquin.move import Move, Moves, letters_of
from taquin.optimal.lower_end import LowerEnd
from taquin.optimal.search import Search
from taquin.puzzle import Puzzle
from taquin.replay import reaches
from taquin.result import Limits, OnProgress, Outcome, Progress, Solution, Stats
from taquin.strategy import Strategy, choose_strategy

__all__ = ["Solving"]

_REPORT = 0.1
"""Seconds between two reports to `on_progress`."""
_LOOK = 0.02
"""Seconds between two looks at a proof that is the only thing left to wait for."""
_PYTHON_NODES = 300_000
"""What the Python engine may generate, some seconds' worth, before an answer that is not proven has to do."""
_LONG_PROOF = 0.2
"""Seconds: a proof beside which the upper end has come to its end gets all threads once it has taken so long."""
_REFUSED = 5
"""A board is refused whose first solution takes so many times as long as a time limit, and ..."""
_REFUSED_SECONDS = 10.0
"""... so many seconds: whatever is there sooner is an answer worth waiting for."""
_REFUSED_BYTES = 32 << 20
"""A board whose first solution takes no more memory than this is never refused: Python itself takes as much."""


def require_room(puzzle: Puzzle, limits: Limits) -> None:
    """Raise TooLarge where the first solution of a puzzle takes far more time than its limit, or more memory than there
    is. To know that takes a second at 1000x1000, where the solution takes hours.
    """
    name, first = f"a {puzzle.start.width}x{puzzle.start.height} board", foretell(puzzle)
    if limits.seconds is not None and first.seconds > max(_REFUSED * limits.seconds, _REFUSED_SECONDS):
        raise TooLarge(
            f"{name} needs about {_rounded(first.seconds)} seconds for its first solution, far more than the limit of "
            f"{limits.seconds:g}: give it so much time, or no limit"
        )
    if first.bytes <= _REFUSED_BYTES:
        return
    room, which = (free_memory(), "that is free") if limits.memory is None else (limits.memory, "of the limit")
    if first.bytes > room:
        raise TooLarge(
            f"{name} needs about {_rounded(first.bytes / 1e6)} MB of memory for its first solution, more than the "
            f"{room // 10**6:,} MB {which}: give it more memory, or a smaller board"
        )


def _rounded(value: float) -> str:
    """With two digits, which is what an estimate is good for."""
    return f"{float(f'{value:.1e}'):,.0f}"


class Solving:
    """A search of a solvable puzzle.

    It works while somebody iterates over it or waits for it, in that thread; after `start` in a thread of its own.
    Iterating yields a Solution with every better one and whenever the bound rises. `stop`, `best` and `progress` may be
    called from any thread, also from `on_progress`.

    `optimal`: do not stop before the proof. `moves`: a solution of somebody else's, to be shortened. `checkpoint`: a
    file that the search is saved to every few seconds and at its end, and continued from if it exists; it is removed
    once the shortest solution is proven. Raises Unsolvable, a ValueError, where no moves lead to the goal, and TooLarge
    where the first solution takes far more time or memory than there is.
    """

    def __init__(
        self,
        puzzle: Puzzle | Board,
        limits: Limits | None = None,
        *,
        quality: str | None = None,
        optimal: bool = False,
        prove: bool | None = None,
        threads: int | None = None,
        seed: int = 0,
        moves: Iterable[Move | str] | None = None,
        checkpoint: str | Path | None = None,
        on_progress: OnProgress | None = None,
        on_warning: Callable[[str], None] | None = None,
    ) -> None:
        if isinstance(puzzle, Board):
            puzzle = Puzzle(puzzle)
        if quality is not None and quality not in QUALITIES:
            raise ValueError(f"no quality {quality!r}: choose {', '.join(QUALITIES)}")
        if threads is not None:
            native.require_threads(threads)
        if not puzzle.is_solvable():
            raise Unsolvable("the puzzle is not solvable")
        self.puzzle = puzzle
        self.ends = Ends(puzzle, limits or Limits())
        given = None if moves is None else letters_of(moves)
        if given is not None and not reaches(puzzle, given):
            raise ValueError("these moves do not solve the puzzle")
        if given is None:
            require_room(puzzle, self.ends.limits)
        self.strategy: Strategy = choose_strategy(
            puzzle, self.ends.limits, quality=quality, optimal=optimal, prove=prove, threads=threads
        )
        self._checkpoint = None if checkpoint is None else Path(checkpoint)
        self._on_progress = on_progress
        self._warn = on_warning or (lambda message: None)
        self._reported = self.ends.began
        self._yielded = (-1, -1)
        self._moves = Moves()
        self._lower = self._make_lower(on_warning)
        self._upper = UpperEnd(
            self.ends,
            quality=self.strategy.quality,
            threads=self.strategy.threads,
            seed=seed,
            given=given,
            spared=self._spared,
            on_tick=self._tick,
        )
        self._thread: threading.Thread | None = None
        self._news = threading.Condition()
        self._solution: Solution | None = None
        self._error: BaseException | None = None
        self._done = False

    def _make_lower(self, on_warning: Callable[[str], None] | None) -> LowerEnd:
        saved: Search | None = None
        if self._checkpoint is not None:
            native.require_native()
            if self._checkpoint.exists():
                saved = Search.load(self._checkpoint)
                if saved.puzzle != self.puzzle:
                    raise TaquinError(f"{self._checkpoint} is the checkpoint of another puzzle; name another file")
                self.ends.raise_bound(saved.progress().bound, "the saved search")
                if saved.offered is not None:
                    self.ends.offer(saved.offered, "the saved search")
        return LowerEnd(
            self.ends,
            self.strategy.stages,
            threads=self.strategy.proof_threads,
            share=self.strategy.share,
            checkpoint=self._checkpoint,
            saved=saved,
            on_tick=self._tick,
            on_warning=on_warning,
        )

    # The work

    def _work(self) -> Iterator[Solution]:
        """All of it: a head start for the lower end, then both, then the rest of the proof."""
        try:
            if native.core is None and self.strategy.until_proven:
                self._prove_in_python()
            self._lower.run(self.strategy.head_start)
            if not self.ends.met:
                self.ends.raise_bound(lower_bound(self.puzzle), "linear conflict")
                self._lower.start()
                try:
                    for _ in self._upper.search():
                        yield self._make_solution()
                except MemoryError:
                    if self.ends.moves is None:
                        raise
                    self._warn("no shorter solution is looked for: there is not enough memory")
                if self.strategy.until_proven:
                    yield from self._wait_for_proof()
            if self.ends.moves is None:
                raise RuntimeError("a search without a first solution: please report this")
            self._lower.end()
            if (len(self.ends.moves), self.ends.bound) != self._yielded:
                yield self._make_solution()
        except Abandoned:
            return
        finally:
            self._lower.end()
            self._save()

    def _wait_for_proof(self) -> Iterator[Solution]:
        """The upper end has nothing more to do: the proof takes all threads, where it lasts."""
        began = perf_counter()
        while self._lower.working and not self.ends.over():
            self._lower.share = 1.0
            self._lower.wait(_LOOK)
            self._tick()
            if self.ends.bound > self._yielded[1]:
                yield self._make_solution()
            if self.strategy.threads > self._lower.threads and perf_counter() - began > _LONG_PROOF:
                self._lower.end()
                self._lower.threads = self.strategy.threads
                self._lower.start()

    def _prove_in_python(self) -> None:
        """IDA* without the compiled core: the shortest solution where Python finds it soon."""
        from taquin.heuristics import heuristic
        from taquin.heuristics.kind import Heuristic
        from taquin.search import run

        manhattan = heuristic("manhattan", self.puzzle.goal)

        def watched(board: Board) -> float:
            if self.ends.stopped:
                raise Abandoned
            return manhattan(board)

        left, limits = self.ends.left, self.ends.limits
        nodes = _PYTHON_NODES if limits.nodes is None else min(limits.nodes, _PYTHON_NODES)
        allowed = Limits(None if left is None else max(0.0, left / 2), nodes, limits.memory)
        solution = run("ida", self.puzzle, Heuristic("manhattan", watched, 0), allowed)
        self.ends.count("lower", solution.stats.generated, solution.stats.expanded)
        self.ends.raise_bound(solution.bound, "ida manhattan")
        if solution.solved:
            self.ends.offer(letters_of(solution.moves), "ida")
        if solution.outcome is Outcome.STOPPED:
            raise KeyboardInterrupt

    def _spared(self) -> int:
        """Threads that the lower end takes from the upper one."""
        return int(self._lower.working and self._lower.share == 1.0)

    def _save(self) -> None:
        if self._checkpoint is None:
            return
        if self.ends.met:
            self._checkpoint.unlink(missing_ok=True)
        else:
            self._lower.save(self._checkpoint)

    def _tick(self) -> None:
        """Say how far it is, unless that was said a moment ago."""
        if self._on_progress is not None and (now := perf_counter()) - self._reported >= _REPORT:
            self._reported = now
            self._on_progress(self.progress)

    def _make_solution(self) -> Solution:
        """The best moves as a Solution. Both ends have replayed them."""
        ends, lower = self.ends, self._lower
        moves, bound = ends.moves or "", ends.bound
        proven = len(moves) == bound
        if str(self._moves) is not moves:  # a higher bound alone is no reason to look at millions of moves again
            self._moves = Moves(moves)
        by_search = ends.found_by in ("ida", "table")
        solution = Solution(
            self.puzzle,
            Outcome.SOLVED,
            moves=self._moves,
            bound=bound,
            stats=Stats(ends.generated, ends.expanded, ends.seconds),
            engine=native.ENGINE,
            algorithm=ends.found_by,
            heuristic=_heuristic(ends.proved_by) if by_search or proven else "linear conflict",
            tables=lower.tables if proven else (),
            proved_by=ends.proved_by if proven else "",
        )
        self._yielded = len(moves), bound
        with self._news:
            self._solution = solution
            self._news.notify_all()
        if self._on_progress is not None and not by_search:
            self._reported = perf_counter()
            self._on_progress(self.progress)
        return solution

    # Holding it

    def start(self) -> Self:
        """Work in a thread of its own from now on."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run_to_the_end, daemon=True)
            self._thread.start()
        return self

    def _run_to_the_end(self) -> None:
        try:
            for _ in self._work():
                pass
        except BaseException as error:
            self._error = error
        finally:
            with self._news:
                self._done = True
                self._news.notify_all()

    def stop(self) -> None:
        """End the search within some hundredths of a second, from any thread; the best so far stays."""
        self.ends.stop()

    @property
    def best(self) -> Solution | None:
        """The best solution so far, None before there is one."""
        return self._solution

    @property
    def progress(self) -> Progress:
        """How far it is."""
        ends = self.ends
        length = None if ends.moves is None else len(ends.moves)
        tables = ", ".join(self._lower.tables)
        return Progress(ends.bound, ends.generated, ends.expanded, ends.seconds, tables, self._lower.building, length)

    def __iter__(self) -> Generator[Solution, None, None]:
        if self._thread is None:
            yield from self._work()
            self._done = True
            return
        seen: Solution | None = None
        while True:
            with self._news:
                while self._solution is seen and not self._done:
                    self._news.wait()
                latest, done = self._solution, self._done
            if latest is not None and latest is not seen:
                seen = latest
                yield latest
            elif done:
                break
        if self._error is not None:
            raise self._error

    def wait(self, timeout: float | None = None) -> Solution | None:
        """The last and best solution, once the search is over.

        None where it goes on after so many seconds, or was stopped before there was any.
        """
        if self._thread is None and not self._done:
            if timeout is None:
                for _ in self:
                    pass
                return self._solution
            self.start()
        with self._news:
            self._news.wait_for(lambda: self._done, timeout)
        if self._error is not None:
            raise self._error
        return self._solution if self._done else None

    def __await__(self) -> Generator[Any, None, Solution]:
        return self._in_asyncio().__await__()

    async def _in_asyncio(self) -> Solution:
        """Wait without holding up the event loop; cancelled, the search is stopped and has ended."""
        import asyncio

        self.start()
        try:
            await asyncio.to_thread(self._wait_for_end)
        except asyncio.CancelledError:
            self.stop()
            await asyncio.shield(asyncio.to_thread(self._wait_for_end))
            raise
        if self._error is not None:
            raise self._error
        if self._solution is None:
            raise RuntimeError("a search without a first solution: please report this")
        return self._solution

    def _wait_for_end(self) -> None:
        with self._news:
            self._news.wait_for(lambda: self._done)

    async def __aiter__(self) -> AsyncGenerator[Solution, None]:
        """Solutions without holding up the event loop. Left or cancelled, a search that began here has ended."""
        import asyncio

        began_here = self._thread is None
        self.start()
        solutions = iter(self)
        try:
            while (solution := await asyncio.to_thread(next, solutions, None)) is not None:
                yield solution
        finally:
            if began_here and not self._done:
                self.stop()
                await asyncio.shield(asyncio.to_thread(self._wait_for_end))

    def __repr__(self) -> str:
        length = "none" if self.ends.moves is None else len(self.ends.moves)
        return f"<Solving length={length} bound={self.ends.bound} generated={self.ends.generated}>"


def _heuristic(proved_by: str) -> str:
    """What the solution's `heuristic` says of a proof: that of the search, or the bound itself."""
    name = proved_by.removeprefix("ida ")
    return "distance" if name == "table" else name
