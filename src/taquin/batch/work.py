"""What runs on a worker: the text of a board in, one JSON line out. Everything here can be pickled by name."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple
from zlib import crc32

from taquin.board import Board
from taquin.errors import ParseError, TableError, TaquinError
from taquin.notation import parse_board, parse_goal
from taquin.puzzle import GOALS, Puzzle
from taquin.result import Limits, Solution
from taquin.solver import AUTO, is_for_engine, solve
from taquin.solving import Solving
from taquin.tables import checksums_of_loaded

__all__ = ["Job", "Settings", "read_puzzle", "solve_jobs", "solve_puzzles", "timed", "warnings_of_task"]


class Job(NamedTuple):
    """One board to solve: the number of its first line in the source, and its text."""

    line: int
    text: str

    @property
    def check(self) -> int:
        """A checksum of the text: whether a result on this line is of this board."""
        return crc32(self.text.encode())


_ONE_THREAD: Final[Mapping[str, Any]] = {"threads": 1}
"""A board: there are as many workers as there are cores."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How every board is to be solved. `goal` is a name of GOALS or the text of a board; `options` go to `solve`."""

    goal: str = "blank-last"
    limits: Limits = field(default_factory=Limits)
    options: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """What a results file records, so that it is continued only with the same settings."""
        return {"goal": self.goal, "limits": asdict(self.limits), "options": dict(self.options)}

    def solve(self, puzzle: Puzzle) -> Solution:
        """Solve one puzzle: by `solve`, or by the teaching algorithm that the options name.

        Raises Stopped where the pool that this thread belongs to is being closed.
        """
        options, limits = dict(self.options), self._own_limits()
        algorithm = options.pop("algorithm", AUTO)
        if is_for_engine(algorithm, options.get("engine")):
            return solve(puzzle, limits, **self._told(), **{**_ONE_THREAD, **options})
        from taquin.search import ALGORITHMS, run

        known = ALGORITHMS.get(algorithm)
        name = options.pop("heuristic", known and known.heuristic) or "zero"
        return run(puzzle, algorithm, _heuristic(name, puzzle.goal), limits, None, _look_up, **options)

    def solving(self, puzzle: Puzzle, checkpoint: Path) -> Solving:
        """The search with two ends that `solve` would wait for, kept in a file and continued from it."""
        return Solving(
            puzzle, self._own_limits(), checkpoint=checkpoint, **self._told(), **{**_ONE_THREAD, **self.options}
        )

    def _own_limits(self) -> Limits:
        if self.limits.memory is None:  # not said when the settings were made, but this worker may have its share
            return Limits(self.limits.seconds, self.limits.nodes)
        return self.limits

    def _told(self) -> dict[str, Any]:
        return {"on_progress": _look_up, "on_warning": warnings_of_task().append}


class Stopped(Exception):
    """Leaves a search whose result nobody waits for any more."""


_thread = threading.local()


def stop_with(event: threading.Event) -> None:
    """Let all searches of this thread end soon after the event is set."""
    _thread.stop = event


def warnings_of_task() -> list[str]:
    """What a task that runs on this thread has to say: `timed` sends it home with the results."""
    if not hasattr(_thread, "warnings"):
        _thread.warnings = []
    found: list[str] = _thread.warnings
    return found


def _look_up(_: Any) -> None:
    stop: threading.Event | None = getattr(_thread, "stop", None)
    if stop is not None and stop.is_set():
        raise Stopped


@lru_cache(16)
def _heuristic(name: str, goal: Board) -> Callable[[Board], float]:
    """Some heuristics build tables for their goal: once a worker."""
    from taquin.heuristics import heuristic

    return heuristic(name, goal)


def solve_jobs(settings: Settings, jobs: Sequence[Job]) -> list[str]:
    """One JSON line a job. What is wrong with a board becomes its result; a table that fails stops the run."""
    return [json.dumps(_solve_job(settings, job), ensure_ascii=False) + "\n" for job in jobs]


def _solve_job(settings: Settings, job: Job) -> dict[str, Any]:
    result: dict[str, Any] = {"line": job.line, "check": job.check}
    puzzle: Puzzle | None = None
    try:
        puzzle, name = read_puzzle(job.text, settings.goal)
        if name is not None:
            result["id"] = name
        return {**result, **settings.solve(puzzle).to_json()}
    except (TableError, Stopped):
        raise
    except ParseError as error:
        message = error.message
    except TaquinError as error:  # too large, or of a shape that has not the tables that were asked for
        message = str(error)
    except Exception as error:
        message = f"internal error: {type(error).__name__}: {error}"
        if puzzle is not None:  # wrong tables may be the reason
            result["checksums"] = checksums_of_loaded(puzzle.goal)
    return {**result, "outcome": "error", "error": message, "text": job.text[:200]}


def read_puzzle(text: str, goal: str) -> tuple[Puzzle, Any]:
    """The puzzle in a text, and its id. A JSON object may bring its own `goal` and `id` along with its `board`."""
    start = parse_board(text)
    value: Any = json.loads(text) if text.lstrip().startswith("{") else {}
    target = parse_goal(text) or (GOALS[goal](*start.shape) if goal in GOALS else parse_board(goal))
    if target.shape != start.shape:
        raise ParseError(
            f"the goal is {target.width}x{target.height}, this board {start.width}x{start.height}: "
            "both must have the same shape"
        )
    return Puzzle(start, target), value.get("id")


def solve_puzzles(settings: Settings, puzzles: Sequence[Puzzle]) -> list[Solution]:
    """The solutions of some puzzles."""
    return [settings.solve(puzzle) for puzzle in puzzles]


def timed(function: Any, items: Sequence[Any]) -> tuple[list[Any], float, list[str]]:
    """What the function makes of the items, the seconds it took on the worker, and the warnings that it gave there."""
    _thread.warnings = []
    started = perf_counter()
    results = function(items)
    return results, perf_counter() - started, _thread.warnings
