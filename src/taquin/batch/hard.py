"""One hard puzzle on many workers: the iterations of IDA*, each in parts that run anywhere.

The tree of an iteration is cut below its first moves into some thousands of subtrees. A task works for a few seconds;
what it leaves unfinished is divided and handed out again, so that the parts get small where the work is, everybody is
busy to the end, and nobody works for long on what is not needed any more. The nodes above the cut and those of all
tasks add up to exactly the nodes of the whole iteration, whoever did what.

The checkpoint is a journal like that of `taquin batch`: one JSON line for what a task did with a part, and what came of
it. A search that is started again cuts the same tree in the same way, and takes from the journal what is there.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

from taquin import native
from taquin.batch.check import other_tables, problem_of_moves
from taquin.batch.dispatch import dispatch
from taquin.batch.door import PARTS_FORMAT, Unfit
from taquin.batch.journal import Journal
from taquin.batch.work import warnings_of_task
from taquin.batch.workers import OnWarning, Workers
from taquin.move import spelled
from taquin.notation import board_to_json
from taquin.optimal.native_heuristics import native_search, require_reach
from taquin.optimal.subtrees import Part, cut, divide
from taquin.optimal.tables_in_use import TablesInUse
from taquin.puzzle import Puzzle
from taquin.result import Choice, Limits, Outcome, Solution, Stats
from taquin.tables import table_set

__all__ = ["HardSearch", "SharedIteration", "solve_hard"]

SUBTREES: Final = 2000
"""An iteration is cut into at least so many where it is large enough. Not a matter of how many workers there are: a
search can be continued on others."""
PARTS: Final = 8
"""What a task leaves unfinished is divided into so many."""
TASK_SECONDS: Final = 3.0
"""Seconds after which a task gives back what it has not done."""
TASKS_PER_SECOND: Final = 100
"""What a scheduler can hand out with ease; where there are more workers than that allows, tasks take longer."""
_SLICE: Final = 200_000
"""Nodes between two looks at the clock: some hundredths of a second."""


_CHOSEN: Final = "chosen"
"""The outcome of a record that says which tables were chosen."""


class Finding(NamedTuple):
    """What came of a part: "exhausted", "found" with the path, "divided" with the parts, or "waiting" as before."""

    part: Part
    status: str
    generated: int = 0
    expanded: int = 0
    rest: Any = None
    tables: str = ""
    """The checksum of the tables that the worker used, if any."""


@dataclass(slots=True)
class SharedIteration:
    """One iteration that many workers share, so far: `done` of the `subtrees` known by now are finished."""

    bound: int
    subtrees: int
    generated: int
    expanded: int
    done: int = 0
    solution: str | None = None


class _LimitReached(Exception):
    """Leaves an iteration, or a choice before it; becomes an outcome."""


def solve_hard(
    puzzle: Puzzle,
    workers: Workers,
    limits: Limits | None = None,
    *,
    heuristic: str = "patterns",
    tables: str = "default",
    checkpoint: Path | None = None,
    subtrees: int = SUBTREES,
    on_iteration: Callable[[SharedIteration], None] = lambda iteration: None,
) -> Solution:
    """A shortest solution of a solvable puzzle, by all of these workers.

    `on_iteration` is called several times a second, and with every finished iteration. The node counts of all
    iterations but the last are exactly those of one thread; the last one ends where somebody found a solution. An
    iteration is cut into `subtrees` before the work begins.
    """
    search = HardSearch(puzzle, workers, limits or Limits(), heuristic, tables, checkpoint, subtrees, on_iteration)
    try:
        return search.run()
    finally:
        search.close()


class HardSearch:
    """The state of such a search."""

    def __init__(
        self,
        puzzle: Puzzle,
        workers: Workers,
        limits: Limits,
        heuristic: str,
        tables: str,
        checkpoint: Path | None,
        subtrees: int,
        on_iteration: Callable[[SharedIteration], None],
    ) -> None:
        require_reach(puzzle.goal, heuristic)
        self.puzzle, self.workers, self.limits, self.on_iteration = puzzle, workers, limits, on_iteration
        self.subtrees = subtrees
        self.in_use = TablesInUse(puzzle, heuristic, tables, may_choose=True)
        self.started = perf_counter()
        self.checksums: tuple[str, ...] = ()
        """Of all tables that the bound may rest on, those in use last."""
        self.generated, self.expanded = 1, 0
        self.waiting: deque[Part] = deque()
        self.known: dict[str, Finding] = {}
        """What an earlier run found, by the part's `_key`."""
        self.chosen: dict[int, Choice] = {}
        """The tables that an earlier run chose, by the bound of their first iteration."""
        self.records = 0
        self.journal: Journal | None = None
        self.description = {
            "format": f"taquin parts {PARTS_FORMAT}",
            "start": board_to_json(puzzle.start),
            "goal": board_to_json(puzzle.goal),
            "heuristic": heuristic,
            "tables": self.use_tables(),
            "subtrees": subtrees,
        }
        if checkpoint is not None:
            self.journal = Journal(checkpoint, self.description, on_recovered=self.recover)

    def recover(self, record: dict[str, Any]) -> None:
        """Take note of what an earlier run found, or chose."""
        self.records = max(self.records, record["line"])
        if record["outcome"] == _CHOSEN:
            self.chosen[record["bound"]] = Choice.of_json(record["choice"])
            return
        found = Finding(*(record[name] for name in ("part", "outcome", "generated", "expanded", "rest")))
        self.known[_key(record["bound"], found.part)] = found

    def close(self) -> None:
        """Let go of the checkpoint."""
        if self.journal is not None:
            self.journal.close()

    def run(self) -> Solution:
        """Iteration after iteration, until one has a solution or a limit is reached."""
        bound, last = subtree_search(*self.subject).lower_bound, 0
        while True:
            iteration = SharedIteration(bound, 0, 0, 0)
            try:
                self.choose_tables(bound, last)
                search = subtree_search(*self.subject)
                parts = cut(search, bound, self.subtrees)
                iteration = SharedIteration(bound, len(parts), search.generated, search.expanded)
                self.iterate(iteration, parts)
            except _LimitReached:
                return self.result(Outcome.LIMIT, iteration)
            self.on_iteration(iteration)
            if iteration.solution is not None:
                return self.result(Outcome.SOLVED, iteration)
            self.generated += iteration.generated
            self.expanded += iteration.expanded
            bound, last = bound + 2, iteration.generated

    @property
    def subject(self) -> tuple[Puzzle, str, str]:
        """What a worker has to know: the tables by their name, which it finds or builds itself."""
        return self.puzzle, self.in_use.heuristic, self.in_use.size

    def use_tables(self) -> str:
        """The checksum of those that are in use from now on."""
        checksum = table_checksum(*self.subject)
        self.checksums = tuple(dict.fromkeys((*self.checksums, checksum))) if checksum else ()
        return checksum

    def choose_tables(self, bound: int, last: int) -> None:
        """Go on with tables that suit the board better, where an earlier run did so, or this one finds some."""
        before = self.in_use.choices
        if bound in self.chosen:
            self.in_use.choices = (*before, self.chosen[bound])
        else:
            memory = self.limits.memory
            self.in_use.choose(bound, last, memory, 1, lambda: self.tick(SharedIteration(bound, 0, 0, 0)))
            if self.in_use.choices != before:
                self.note({"bound": bound, "outcome": _CHOSEN, "choice": self.in_use.choices[-1].to_json()})
        self.use_tables()

    def iterate(self, iteration: SharedIteration, parts: Sequence[Part]) -> None:
        """Work on all parts, and on those into which they are divided."""
        self.waiting.clear()
        self.queue(iteration, parts)
        seconds = max(TASK_SECONDS, self.workers.slots() / TASKS_PER_SECOND)
        work = partial(search_parts, self.subject, iteration.bound, seconds)
        tick = partial(self.tick, iteration)
        check = partial(self.problem, iteration.bound)
        for findings in dispatch(_Feed(self.waiting), work, self.workers, ordered=False, check=check, on_tick=tick):
            self.write(iteration.bound, findings)
            for found in findings:
                self.take(iteration, found)
            if iteration.solution is not None:
                return

    def problem(self, bound: int, part: Part, found: Finding) -> str:
        """What is wrong with what a worker found in a part. That there is nothing in it rests on its tables."""
        if found.part != part:
            return "it searched another part"
        if found.status == "found" and (problem := problem_of_moves(self.puzzle, found.rest, bound, bound)):
            return problem
        return other_tables(found.tables, self.checksums[-1] if self.checksums else "")

    def queue(self, iteration: SharedIteration, parts: Sequence[Part]) -> None:
        """Line parts up, the last ones last; of those that an earlier run did, take what it found."""
        todo = []
        for part in parts:
            known = self.known.pop(_key(iteration.bound, part), None)
            if known is None:
                todo.append(part)
            else:
                self.take(iteration, known)
        # In front of the rest: what was large enough to be divided is likely to be the longest work.
        self.waiting.extendleft(reversed(todo))

    def take(self, iteration: SharedIteration, found: Finding) -> None:
        """Add what came of a part to its iteration."""
        iteration.generated += found.generated
        iteration.expanded += found.expanded
        if found.status == "waiting":
            self.waiting.append(found.part)
        elif found.status == "divided":
            iteration.subtrees += len(found.rest) - 1
            self.queue(iteration, found.rest)
        else:
            iteration.done += 1
            if found.status == "found" and iteration.solution is None:
                iteration.solution = found.rest

    def write(self, bound: int, findings: Sequence[Finding]) -> None:
        """Put what was done into the checkpoint."""
        records = []
        for part, status, generated, expanded, rest, _ in findings:
            if status != "waiting":
                record = {"bound": bound, "part": part, "outcome": status}
                records.append(record | {"generated": generated, "expanded": expanded, "rest": rest})
        self.note(*records)

    def note(self, *records: dict[str, Any]) -> None:
        """Put these into the checkpoint."""
        lines = [json.dumps({"line": self.records + 1 + i} | record) + "\n" for i, record in enumerate(records)]
        self.records += len(lines)
        if self.journal is not None and lines:
            self.journal.append(lines)

    def tick(self, iteration: SharedIteration) -> None:
        """Look up, several times a second."""
        self.on_iteration(iteration)
        limits = self.limits
        if limits.seconds is not None and perf_counter() - self.started >= limits.seconds:
            raise _LimitReached
        if limits.nodes is not None and self.generated + iteration.generated >= limits.nodes:
            raise _LimitReached

    def result(self, outcome: Outcome, iteration: SharedIteration) -> Solution:
        """What came of it all; tasks that did not come back are not counted."""
        puzzle, heuristic, tables = self.subject
        return Solution(
            puzzle,
            outcome,
            spelled(iteration.solution or ""),
            bound=iteration.bound,
            stats=Stats(
                self.generated + iteration.generated,
                self.expanded + iteration.expanded,
                perf_counter() - self.started,
            ),
            engine="native",
            algorithm="ida",
            heuristic=heuristic,
            tables=(table_set(puzzle.goal, tables).name,) if heuristic == "patterns" else (),
            checksums=self.checksums,
            choices=self.in_use.choices,
        ).verified()


class _Feed(Iterator[Part]):
    """The parts that wait. More may come after it seemed exhausted: whoever asks again gets them."""

    def __init__(self, waiting: deque[Part]) -> None:
        self.waiting = waiting

    def __next__(self) -> Part:
        if not self.waiting:
            raise StopIteration
        return self.waiting.popleft()


def _key(bound: int, part: Part) -> str:
    """What names a part, also after a way through JSON."""
    return json.dumps([bound, part])


def subtree_search(
    puzzle: Puzzle, heuristic: str, tables: str, on_warning: OnWarning | None = None
) -> native.core.Search:
    """A native search from the start; tables are found, or built, on the machine where this runs."""
    found = table_set(puzzle.goal, tables, on_warning=on_warning) if heuristic == "patterns" else None
    return native_search(puzzle, heuristic, found)


def table_checksum(puzzle: Puzzle, heuristic: str, tables: str) -> str:
    """The checksum of the tables that such a search uses, "" where it uses none."""
    return table_set(puzzle.goal, tables).checksum if heuristic == "patterns" else ""


def search_parts(subject: tuple[Puzzle, str, str], bound: int, seconds: float, parts: Sequence[Part]) -> list[Finding]:
    """Run on a worker: search one part after the other, for so many seconds in all. Raises Unfit without the core."""
    if native.core is None:
        raise Unfit(f"the search needs the native engine, but {native.MISSING}")
    search, tables = subtree_search(*subject, warnings_of_task().append), table_checksum(*subject)
    deadline = perf_counter() + seconds
    first, *others = parts
    found = [
        _search(search, bound, deadline, first),
        *(
            _search(search, bound, deadline, part) if perf_counter() < deadline else Finding(part, "waiting")
            for part in others
        ),
    ]
    return [finding._replace(tables=tables) for finding in found]


def _search(search: native.core.Search, bound: int, deadline: float, part: Part) -> Finding:
    if isinstance(part, str):
        search.begin(part, bound)
    else:
        bound, generated, expanded, branches = part  # a list, where it has gone through JSON
        search.restore((bound, generated, expanded, branches))
    while (status := search.run(_SLICE)) == "running" and perf_counter() < deadline:
        pass
    if status == "running":
        return Finding(part, "divided", search.generated, search.expanded, divide(search.save(), PARTS))
    return Finding(part, status, search.generated, search.expanded, search.path() if status == "found" else None)
