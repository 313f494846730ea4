"""What a worker does with a job: run the search that was asked for and report on it.

Events: "progress" with the counters, "improved" with a better solution, "trace" with recorded events in pieces,
"result" with the JSON object of the final Solution.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from taquin.notation import board_to_json, parse_board
from taquin.puzzle import Puzzle
from taquin.result import Limits
from taquin.scramble import boards_at_distance
from taquin.solve import solve

__all__ = ["run"]

Emit = Callable[[str, dict[str, Any]], None]


def run(job: dict[str, Any], emit: Emit) -> None:
    """Run one job to its end."""
    _JOBS[job["kind"]](job, emit)


def _solve(job: dict[str, Any], emit: Emit) -> None:
    puzzle = Puzzle(parse_board(job["board"]), parse_board(job["goal"]))
    limits = Limits(seconds=job["seconds"], nodes=job["nodes"], memory=job["memory"])
    emit("result", solve(puzzle, limits).to_json())


def _hint(job: dict[str, Any], emit: Emit) -> None:
    puzzle = Puzzle(parse_board(job["board"]), parse_board(job["goal"]))
    solution = solve(puzzle, Limits(seconds=1.0))
    emit("result", {"moves": "".join(solution.moves), "optimal": solution.optimal})


def _random(job: dict[str, Any], emit: Emit) -> None:
    boards = boards_at_distance(parse_board(job["goal"]), job["distance"], seed=job["seed"])
    emit("result", {"board": board_to_json(next(boards))})


_JOBS = {"solve": _solve, "hint": _hint, "random": _random}
