"""What a worker does with a job: run the search that was asked for and report on it.

Events: "progress" with the counters, "improved" with a better solution, "trace" with recorded events in pieces, "text"
with the same as text,
"result" with the JSON object of the final Solution.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from taquin.notation import board_to_json, parse_board
from taquin.puzzle import Puzzle
from taquin.render.trace_text import trace_lines
from taquin.result import Limits
from taquin.scramble import boards_at_distance
from taquin.solve import solve
from taquin.trace import Recorder

__all__ = ["run"]

Emit = Callable[[str, dict[str, Any]], None]

_PIECE = 500
"""Events of a trace sent at once."""
_LONGEST_TEXT = 2000
"""Events that are also sent as text."""


def run(job: dict[str, Any], emit: Emit) -> None:
    """Run one job to its end."""
    _JOBS[job["kind"]](job, emit)


def _solve(job: dict[str, Any], emit: Emit) -> None:
    puzzle = Puzzle(parse_board(job["board"]), parse_board(job["goal"]))
    limits = Limits(seconds=job["seconds"], nodes=job["nodes"], memory=job["memory"])
    if job["algorithm"] == "auto":
        emit("result", solve(puzzle, limits).to_json())
    else:
        _teach(job, puzzle, limits, emit)


def _teach(job: dict[str, Any], puzzle: Puzzle, limits: Limits, emit: Emit) -> None:
    """Run a teaching algorithm, and record it where that was asked for."""
    from taquin.heuristics import heuristic
    from taquin.search import ALGORITHMS, run

    name = job["algorithm"]
    estimate = heuristic(job["heuristic"] or ALGORITHMS[name].heuristic or "zero", puzzle.goal)
    if not job["trace"]:
        solution = run(name, puzzle, estimate, limits)
        emit("result", {**solution.to_json(), "estimates": [estimate(board) for board in solution.boards()]})
        return
    recorder = Recorder(largest=job["trace"])
    solution = run(name, puzzle, estimate, limits, on_event=recorder)
    for start in range(0, len(recorder.events), _PIECE):
        emit("trace", {"events": [event.to_json() for event in recorder.events[start : start + _PIECE]]})
    shown = recorder.events[:_LONGEST_TEXT]
    text = "\n".join(line for event in shown for line in trace_lines(event, job["language"]))
    emit("text", {"text": text, "dropped": recorder.dropped, "shown": len(shown)})
    emit("result", solution.to_json())


def _hint(job: dict[str, Any], emit: Emit) -> None:
    puzzle = Puzzle(parse_board(job["board"]), parse_board(job["goal"]))
    solution = solve(puzzle, Limits(seconds=1.0))
    emit("result", {"moves": "".join(solution.moves), "optimal": solution.optimal})


def _random(job: dict[str, Any], emit: Emit) -> None:
    boards = boards_at_distance(parse_board(job["goal"]), job["distance"], seed=job["seed"])
    emit("result", {"board": board_to_json(next(boards))})


_JOBS = {"solve": _solve, "hint": _hint, "random": _random}
