"""What can be measured: each measure is a function from a job to figures, run on a worker."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from taquin.batch.work import Settings
from taquin.board import Board
from taquin.datasets import distance_counts
from taquin.errors import TableError, TaquinError
from taquin.lab.environment import environment
from taquin.native import ENGINE
from taquin.puzzle import Puzzle
from taquin.random_boards import layers
from taquin.result import Limits
from taquin.solving import stopped_early

__all__ = ["HOMES", "MEASURES", "METRICS", "Measure", "failed", "measure_jobs"]

Job = dict[str, Any]


def measure_jobs(jobs: Sequence[Job], pool: Mapping[str, Any] | None = None, searches: Path | None = None) -> list[str]:
    """One record, a JSON line, a job. What goes wrong with a job is its record; a table that fails stops the run.

    `pool` says what else is measured at the same time: it is a part of the environment. `searches` is the folder in
    which searches that may take hours are kept, each until it is done.
    """
    return [json.dumps(_record(job, pool or {}, searches), ensure_ascii=False) + "\n" for job in jobs]


def failed(job: Job, message: str, pool: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a job that gave no figures."""
    return {**job, "outcome": "error", "error": message, "environment": {**environment(), **pool}}


def _record(job: Job, pool: Mapping[str, Any], searches: Path | None) -> dict[str, Any]:
    try:
        return {**job, **MEASURES[job["measure"]].run(job, searches), "environment": {**environment(), **pool}}
    except TableError:
        raise
    except TaquinError as error:
        return failed(job, str(error), pool)
    except Exception as error:
        return failed(job, f"internal error: {type(error).__name__}: {error}", pool)


def _solve(job: Job, searches: Path | None) -> dict[str, Any]:
    settings = Settings(limits=Limits(**job["limits"]), options=job["options"])
    puzzle = Puzzle(Board(job["board"]), Board(job["goal"]))
    _prepare(json.dumps(job["options"], sort_keys=True), settings.limits.memory, puzzle.goal)
    if searches is not None and job["options"].get("optimal"):
        solving = settings.solving(puzzle, searches / f"{job['line']}.json")
        solution = solving.wait()
        if solution is None:
            raise stopped_early()
        found = {**solution.to_json(), "processor_seconds": round(solving.processor_seconds, 3)}
    else:
        found = settings.solve(puzzle).to_json()
    # Experiments solve in single-tile moves; a "metric" in a record says what kind of distances was counted.
    return {key: value for key, value in found.items() if key not in ("start", "goal", "metric")}


@lru_cache(64)
def _prepare(options: str, memory: int | None, goal: Board) -> None:
    """Solve a board of one move, once a worker: building and loading tables is no part of what is measured."""
    for start in goal.neighbors()[:1]:
        Settings(limits=Limits(memory=memory), options=json.loads(options)).solve(Puzzle(start, goal))


def _distances(job: Job, _: Path | None) -> dict[str, Any]:
    """How many boards lie at each distance from the goal whose blank is in a corner, on an edge or in the center."""
    width, height = _shape(job)
    home, metric = job.get("home", "corner"), job.get("metric", "stm")
    goal = _goal(width, height, home)
    if ENGINE == "native":
        from taquin.optimal import distance_counts as count

        counts = count(goal, metric == "mtm")
    elif metric == "stm":
        counts = [len(layer) for layer in layers(goal)]
    else:
        raise TaquinError("counting in the multi-tile metric needs the native engine: see 'taquin doctor'")
    known = distance_counts(width, height, home, metric)
    differing = None
    published = {}
    if known is not None and known.complete:
        differing = sum(ours != theirs for ours, theirs in zip(counts, known.counts, strict=False))
        differing += abs(len(counts) - len(known.counts))
        published = _extremes(list(known.counts)) | {"differing": 0}
    return {"outcome": "solved", **_extremes(counts), "differing": differing, "counts": counts, "published": published}


def _extremes(counts: list[int]) -> dict[str, Any]:
    boards = sum(counts)
    mean = sum(depth * count for depth, count in enumerate(counts)) / boards
    return {"boards": boards, "mean_distance": mean, "farthest": len(counts) - 1, "at_farthest": counts[-1]}


def _heuristic(job: Job, _: Path | None) -> dict[str, Any]:
    """A heuristic against the true distance, on every board of a shape: `errors[e]` boards are e too low."""
    from taquin.heuristics import heuristic

    goal = Board.blank_last(*_shape(job))
    estimate = heuristic(job["heuristic"], goal)
    errors: dict[int, int] = {}
    total, estimated = 0, 0.0
    for distance, layer in enumerate(layers(goal)):
        for board in layer:
            value = estimate(board)
            error = distance - math.ceil(value)  # in whole moves, as every distance is
            errors[error] = errors.get(error, 0) + 1
            total += distance
            estimated += value
    boards = sum(errors.values())
    return {
        "outcome": "solved",
        "boards": boards,
        "mean_distance": total / boards,
        "mean_h": estimated / boards,
        "mean_error": (total - estimated) / boards,
        "largest_error": max(errors),
        "overestimates": sum(count for error, count in errors.items() if error < 0),
        "exact_share": errors.get(0, 0) / boards,
        "errors": [errors.get(error, 0) for error in range(max(errors) + 1)],
    }


@dataclass(frozen=True, slots=True)
class Measure:
    """A function, the keys of a job that tell what is measured, and those of them that may be left out."""

    run: Callable[[Job, Path | None], dict[str, Any]]
    keys: tuple[str, ...]
    optional: tuple[str, ...] = ()


MEASURES: Final[dict[str, Measure]] = {
    "solve": Measure(_solve, ("dataset", "solver", "id")),
    "distances": Measure(_distances, ("shape", "metric", "home"), ("metric", "home")),
    "heuristic": Measure(_heuristic, ("shape", "heuristic")),
}
METRICS: Final = ("stm", "mtm")
HOMES: Final = ("corner", "edge", "center")


def _shape(job: Job) -> tuple[int, int]:
    width, height = map(int, job["shape"].split("x"))
    return width, height


def _goal(width: int, height: int, home: str) -> Board:
    """1, 2, 3, ... with the blank in the last cell, in the middle of the last row, or in the middle."""
    cell = {
        "corner": width * height - 1,
        "edge": width * (height - 1) + width // 2,
        "center": width * (height // 2) + width // 2,
    }[home]
    tiles = list(range(1, width * height))
    tiles.insert(cell, 0)
    return Board(tiles, width)
