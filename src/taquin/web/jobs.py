"""What a worker does with a job: run the search that was asked for and report on it.

Events: "progress" with the figures so far, "improved" with a better solution, "trace" with recorded events in pieces,
"text" with the same as text, "result" with the JSON object of the final Solution.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from time import perf_counter
from typing import Any, Final

from taquin.anytime import improve
from taquin.heuristics import heuristic
from taquin.hint import hint
from taquin.native import ENGINE
from taquin.notation import board_to_json, parse_board
from taquin.puzzle import Puzzle
from taquin.render.trace_text import trace_lines
from taquin.result import Limits, Solution, Stats
from taquin.scramble import boards_at_distance
from taquin.search import ALGORITHMS
from taquin.search import run as teach
from taquin.solve import solve
from taquin.trace import Recorder

__all__ = ["run"]

Emit = Callable[[str, dict[str, Any]], None]

_PROVABLE: Final = 16 if ENGINE == "native" else 9
"""Up to this many cells the shortest solution is proven at once or within seconds; beyond, good ones come first."""
_HINT_BUDGET: Final = 0.1
"""Seconds that a plan may take where nobody else waits."""
_PIECE: Final = 500
"""Events of a trace sent at once."""
_LONGEST_TEXT: Final = 2000
"""Events that are also sent as text."""


def run(job: dict[str, Any], emit: Emit) -> None:
    """Run one job to its end."""
    _JOBS[job["kind"]](job, emit)


def _solve(job: dict[str, Any], emit: Emit) -> None:
    puzzle = _puzzle(job)
    limits = Limits(seconds=job["seconds"], nodes=job["nodes"], memory=job["memory"])
    if job["algorithm"] != "auto":
        _teach(job, puzzle, limits, emit)
    elif len(puzzle.start) <= _PROVABLE or not puzzle.is_solvable():
        emit("result", solve(puzzle, limits, on_progress=lambda now: emit("progress", _figures(now))).to_json())
    else:
        _improve(puzzle, limits, emit)


def _improve(puzzle: Puzzle, limits: Limits, emit: Emit) -> None:
    """Better and better solutions, and between them a sign of life."""
    began = perf_counter()
    best: list[Solution] = []
    done = Event()

    def tick() -> None:
        while not done.wait(0.2):
            if best:
                emit("progress", {**_short(best[-1]), "seconds": perf_counter() - began})

    Thread(target=tick, daemon=True).start()
    try:
        for solution in improve(puzzle, limits):
            best.append(solution)
            emit("improved", {**_short(solution), "moves": "".join(solution.moves)})
    finally:
        done.set()
    emit("result", best[-1].to_json())


def _teach(job: dict[str, Any], puzzle: Puzzle, limits: Limits, emit: Emit) -> None:
    """Run a teaching algorithm, and record it where that was asked for."""
    name = job["algorithm"]
    estimate = heuristic(job["heuristic"] or ALGORITHMS[name].heuristic or "zero", puzzle.goal)
    if not job["trace"]:
        solution = teach(name, puzzle, estimate, limits, on_progress=lambda now: emit("progress", _figures(now)))
        emit("result", {**solution.to_json(), "estimates": [estimate(board) for board in solution.boards()]})
        return
    recorder = Recorder(largest=job["trace"])
    solution = teach(name, puzzle, estimate, limits, on_event=recorder)
    for start in range(0, len(recorder.events), _PIECE):
        emit("trace", {"events": [event.to_json() for event in recorder.events[start : start + _PIECE]]})
    shown = recorder.events[:_LONGEST_TEXT]
    text = "\n".join(line for event in shown for line in trace_lines(event, job["language"]))
    emit("text", {"text": text, "dropped": recorder.dropped, "shown": len(shown)})
    emit("result", solution.to_json())


def _hint(job: dict[str, Any], emit: Emit) -> None:
    """A shortest way where that is quick, else a good one; half of the budget for each.

    The more players wait, the less time each plan gets: a plain hint now beats a fine one too late.
    """
    puzzle = _puzzle(job)
    half = _HINT_BUDGET / 2 / (1 + job["waiting"])
    solution = solve(puzzle, Limits(seconds=half)) if _is_quick(puzzle) else None
    if solution is not None and solution.solved:
        emit("result", {"moves": "".join(solution.moves), "optimal": solution.optimal})
    else:
        plan = hint(puzzle.start, puzzle.goal, budget_ms=1000 * half).plan
        emit("result", {"moves": plan.moves, "optimal": plan.optimal})


def _is_quick(puzzle: Puzzle) -> bool:
    """Whether the tables for a shortest way are there already: nobody waits for a hint until they are built."""
    if len(puzzle.start) <= 9 or ENGINE == "python":
        return len(puzzle.start) <= 9
    from taquin.tables import is_built

    return len(puzzle.start) <= _PROVABLE and is_built(puzzle.goal, "default")


def _random(job: dict[str, Any], emit: Emit) -> None:
    boards = boards_at_distance(parse_board(job["goal"]), job["distance"], seed=job["seed"])
    emit("result", {"board": board_to_json(next(boards))})


def _puzzle(job: dict[str, Any]) -> Puzzle:
    return Puzzle(parse_board(job["board"]), parse_board(job["goal"]))


def _figures(now: Any) -> dict[str, Any]:
    """The figures of a search that is under way; both kinds of search name them alike."""
    known = ("bound", "generated", "expanded", "seconds", "queue_left", "memory")
    return {name: getattr(now, name) for name in known if hasattr(now, name)}


def _short(solution: Solution) -> dict[str, Any]:
    stats: Stats = solution.stats
    return {
        "length": solution.length,
        "bound": solution.bound,
        "generated": stats.generated,
        "seconds": stats.seconds,
        "optimal": solution.optimal,
    }


_JOBS: Final = {"solve": _solve, "hint": _hint, "random": _random}
