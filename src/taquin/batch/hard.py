"""One hard puzzle on many workers: the iterations of IDA*, each cut into subtrees that run anywhere.

The tree of an iteration is cut below its first moves into some thousands of subtrees. A task works on one for a few
seconds; what is not finished by then comes back as a saved search and is handed out again, so that no worker is busy
for long with work that nobody needs any more. The nodes above the cut and those of all subtrees add up to exactly the
nodes of the whole iteration, whoever did what.

The checkpoint is a journal like that of `taquin batch`: one JSON line a finished subtree. A search that is started
again cuts the same tree in the same way and skips the subtrees that are there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

from taquin import native
from taquin.batch.engines import Engine
from taquin.batch.flow import flow
from taquin.batch.journal import Journal
from taquin.move import Move
from taquin.notation import board_to_json
from taquin.puzzle import Puzzle
from taquin.result import Limits, Outcome, Solution, Stats
from taquin.tables import table_set

__all__ = ["HardSearch", "Iteration", "solve_hard"]

SUBTREES: Final = 2000
"""An iteration is cut into at least so many where it is large enough. Not a matter of how many workers there are: a
search can be continued on others."""
DEEPEST_CUT: Final = 40
TASK_SECONDS: Final = 3.0
TASKS_PER_SECOND: Final = 300
"""What a scheduler can hand out with ease; where there are more workers than that allows, tasks take longer."""
_SLICE: Final = 200_000

Saved = tuple[int, int, int, str, list[int]]
"""A native search between two slices, as `taquin.optimal` has it."""


class Subtree(NamedTuple):
    """A task: the number of a subtree in the journal, and its prefix or the search saved in it."""

    line: int
    job: str | Saved


class Finding(NamedTuple):
    """What came of a task: "exhausted", "found" with the path, or "running" with the saved search."""

    line: int
    status: str
    generated: int
    expanded: int
    rest: Any


@dataclass(slots=True)
class Iteration:
    """One iteration so far: `done` of `subtrees` are finished; nodes of unfinished ones are not counted."""

    bound: int
    subtrees: int
    generated: int
    expanded: int
    done: int = 0
    solution: str | None = None


class _LimitReached(Exception):
    """Leaves an iteration; becomes an outcome."""


def solve_hard(
    puzzle: Puzzle,
    engine: Engine,
    limits: Limits | None = None,
    *,
    heuristic: str = "patterns",
    tables: str = "default",
    checkpoint: Path | None = None,
    subtrees: int = SUBTREES,
    on_progress: Callable[[Iteration], None] = lambda iteration: None,
) -> Solution:
    """A shortest solution of a solvable puzzle, by all workers of an engine.

    `on_progress` is called several times a second, and with every finished iteration. The node counts of all iterations
    but the last are exactly those of one thread; the last one ends where somebody found a solution. More than some
    hundred workers need more `subtrees` to be busy all the time.
    """
    search = HardSearch(puzzle, engine, limits or Limits(), heuristic, tables, checkpoint, subtrees, on_progress)
    try:
        return search.run()
    finally:
        search.close()


class HardSearch:
    """The state of such a search."""

    def __init__(
        self,
        puzzle: Puzzle,
        engine: Engine,
        limits: Limits,
        heuristic: str,
        tables: str,
        checkpoint: Path | None,
        subtrees: int,
        on_progress: Callable[[Iteration], None],
    ) -> None:
        self.puzzle, self.engine, self.limits, self.on_progress = puzzle, engine, limits, on_progress
        self.subtrees = subtrees
        self.subject = (puzzle, heuristic, tables)
        self.started = perf_counter()
        self.generated, self.expanded = 1, 0
        self.lines = 0
        """Subtrees of all iterations so far: the numbering of the journal."""
        self.finished: dict[int, Finding] = {}
        """What an earlier run finished."""
        self.journal: Journal | None = None
        if checkpoint is not None:
            description = {
                "start": board_to_json(puzzle.start),
                "goal": board_to_json(puzzle.goal),
                "heuristic": heuristic,
                "tables": tables,
                "subtrees": subtrees,
            }
            self.journal = Journal(checkpoint, description, on_recovered=self.recover)

    def recover(self, record: dict[str, Any]) -> None:
        """Take note of a subtree that an earlier run finished."""
        finding = Finding(*(record[name] for name in ("line", "outcome", "generated", "expanded", "path")))
        self.finished[finding.line] = finding

    def close(self) -> None:
        """Let go of the checkpoint."""
        if self.journal is not None:
            self.journal.close()

    def run(self) -> Solution:
        """Iteration after iteration, until one has a solution or a limit is reached."""
        search = subtree_search(*self.subject)
        bound = search.lower_bound
        while True:
            prefixes = _cut(search, bound, self.subtrees)
            iteration = Iteration(bound, len(prefixes), search.generated, search.expanded)
            try:
                self.iterate(iteration, prefixes)
            except _LimitReached:
                return self.result(Outcome.LIMIT, iteration)
            self.on_progress(iteration)
            if iteration.solution is not None:
                return self.result(Outcome.SOLVED, iteration)
            self.generated += iteration.generated
            self.expanded += iteration.expanded
            bound += 2

    def iterate(self, iteration: Iteration, prefixes: Sequence[str]) -> None:
        """Work on all subtrees, in rounds: what a round leaves unfinished is the next one's work."""
        todo: list[Subtree] = []
        for prefix in prefixes:
            self.lines += 1
            known = self.finished.pop(self.lines, None)
            if known is None:
                todo.append(Subtree(self.lines, prefix))
            else:
                self.take(iteration, known)
        while todo and iteration.solution is None:
            unfinished: list[Subtree] = []
            seconds = max(TASK_SECONDS, self.engine.slots() / TASKS_PER_SECOND)
            work = partial(search_subtrees, self.subject, iteration.bound, seconds)
            tick = partial(self.tick, iteration)
            for findings in flow(todo, work, self.engine, ordered=False, on_tick=tick):
                unfinished += [Subtree(found.line, found.rest) for found in findings if found.status == "running"]
                finished = [found for found in findings if found.status != "running"]
                self.write(iteration.bound, finished)
                for found in finished:
                    self.take(iteration, found)
                if iteration.solution is not None:
                    break
            todo = unfinished

    def take(self, iteration: Iteration, found: Finding) -> None:
        """Add a finished subtree to its iteration."""
        iteration.done += 1
        iteration.generated += found.generated
        iteration.expanded += found.expanded
        if found.status == "found" and iteration.solution is None:
            iteration.solution = found.rest

    def write(self, bound: int, finished: Sequence[Finding]) -> None:
        """Put finished subtrees into the checkpoint."""
        if self.journal is None or not finished:
            return
        names = ("line", "outcome", "generated", "expanded", "path")
        self.journal.append(
            [json.dumps({**dict(zip(names, found, strict=True)), "bound": bound}) + "\n" for found in finished]
        )

    def tick(self, iteration: Iteration) -> None:
        """Look up, several times a second."""
        self.on_progress(iteration)
        limits = self.limits
        if limits.seconds is not None and perf_counter() - self.started >= limits.seconds:
            raise _LimitReached
        if limits.nodes is not None and self.generated + iteration.generated >= limits.nodes:
            raise _LimitReached

    def result(self, outcome: Outcome, iteration: Iteration) -> Solution:
        """What came of it all; unfinished subtrees are not counted."""
        _, heuristic, tables = self.subject
        return Solution(
            self.puzzle,
            outcome,
            tuple(map(Move, iteration.solution or "")),
            bound=iteration.bound,
            stats=Stats(
                self.generated + iteration.generated,
                self.expanded + iteration.expanded,
                perf_counter() - self.started,
            ),
            engine="native",
            algorithm="ida",
            heuristic=heuristic,
            tables=(tables,) if heuristic == "patterns" else (),
            reason="" if outcome is Outcome.SOLVED else "the search was ended before it found a solution",
        ).verified()


def subtree_search(puzzle: Puzzle, heuristic: str, tables: str) -> Any:
    """A native search from the start; tables are found, or built, on the machine where this runs."""
    core, start, goal = native.require_native(), puzzle.start, puzzle.goal
    if heuristic == "manhattan":
        return core.manhattan_search(*start.shape, goal.tiles, start.tiles)
    return core.pattern_search(table_set(goal, tables).heuristic, start.tiles, False)


def _cut(search: Any, bound: int, subtrees: int) -> list[str]:
    """The prefixes of the subtrees, in an order that depends on nothing but the search, the bound and their number.

    A solution has `bound` moves, so none ends above a cut that is less deep.
    """
    prefixes: list[str] = search.split(bound, 0)
    for depth in range(2, min(DEEPEST_CUT, bound), 2):
        if not 0 < len(prefixes) < subtrees:
            break
        prefixes = search.split(bound, depth)
    return prefixes


def search_subtrees(
    subject: tuple[Puzzle, str, str], bound: int, seconds: float, subtrees: Sequence[Subtree]
) -> list[Finding]:
    """Run on a worker: search every subtree, for so many seconds each."""
    search = subtree_search(*subject)
    return [_search(search, bound, seconds, subtree) for subtree in subtrees]


def _search(search: Any, bound: int, seconds: float, subtree: Subtree) -> Finding:
    if isinstance(subtree.job, str):
        search.begin(subtree.job, bound)
    else:
        search.restore(subtree.job)
    deadline = perf_counter() + seconds
    while (status := search.run(_SLICE)) == "running" and perf_counter() < deadline:
        pass
    rest = search.save() if status == "running" else search.path() if status == "found" else None
    return Finding(subtree.line, status, search.generated, search.expanded, rest)
