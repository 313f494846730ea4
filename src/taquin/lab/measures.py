"""What can be measured: each measure is a function from a job to figures, run on a worker."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from taquin.batch.work import Settings
from taquin.board import Board
from taquin.datasets import distance_counts
from taquin.errors import TaquinError
from taquin.lab.environment import environment
from taquin.native import ENGINE
from taquin.puzzle import Puzzle
from taquin.result import Limits
from taquin.scramble import layers

__all__ = ["MEASURES", "measure_jobs"]

Job = dict[str, Any]


def measure_jobs(jobs: Sequence[Job]) -> list[str]:
    """One record, a JSON line, a job."""
    return [
        json.dumps({**job, **MEASURES[job["measure"]](job), "environment": environment()}, ensure_ascii=False) + "\n"
        for job in jobs
    ]


def _solve(job: Job) -> dict[str, Any]:
    settings = Settings(limits=Limits(**job["limits"]), options=job["options"])
    found = settings.solve(Puzzle(Board(job["board"]), Board(job["goal"]))).to_json()
    return {key: value for key, value in found.items() if key not in ("start", "goal")}


def _distances(job: Job) -> dict[str, Any]:
    """How many boards lie at each distance from the goal whose blank is in a corner, on an edge or in the centre."""
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


def _heuristic(job: Job) -> dict[str, Any]:
    """A heuristic against the true distance, on every board of a shape: `errors[e]` boards are e too low."""
    from taquin.heuristics import heuristic

    goal = Board.blank_last(*_shape(job))
    estimate = heuristic(job["heuristic"], goal)
    errors: dict[int, int] = {}
    total = estimated = 0
    for distance, layer in enumerate(layers(goal)):
        for board in layer:
            value = round(estimate(board))
            errors[distance - value] = errors.get(distance - value, 0) + 1
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


MEASURES: Final[dict[str, Callable[[Job], dict[str, Any]]]] = {
    "solve": _solve,
    "distances": _distances,
    "heuristic": _heuristic,
}


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
