"""The plan of the last `taquin hint`, kept in a file, so that whoever follows hint after hint arrives.

A hint that is not proven shortest comes from a search within some milliseconds, and the next search may find another
way, on which the first step leads back. So each call goes on with the plan of the last one where the board lies on it,
and leaves it only for a shorter one. Nothing in the file is trusted: its moves are replayed, and its bound is not kept.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from taquin import files
from taquin.board import Board
from taquin.bounds import lower_bound, slides_lower_bound
from taquin.errors import TaquinError
from taquin.hints import Plan
from taquin.names import Metric
from taquin.puzzle import Puzzle
from taquin.replay import reaches
from taquin.tables.store import directory

__all__ = ["keep_plan", "kept_plan"]

_MOST_MOVES: Final = 200_000
"""Moves of a plan that is kept at most: it is read and replayed in a few hundredths of a second."""


def _path() -> Path:
    return directory() / "last-hint.json"


def keep_plan(plan: Plan) -> None:
    """Remember this plan instead of the last one, where there is a place for it."""
    if not plan.moves or not plan.complete or len(plan.moves) > _MOST_MOVES:
        return
    content = {"board": plan.board.rows, "goal": plan.goal.rows, "metric": plan.metric, "moves": plan.moves}
    with suppress(OSError):
        _path().parent.mkdir(parents=True, exist_ok=True)
        files.write_whole(_path(), json.dumps(content).encode())


def kept_plan(goal: Board, metric: Metric) -> Plan | None:
    """The plan of the last hint, if it was one to this goal in this metric and leads there."""
    with suppress(OSError, ValueError, TypeError, KeyError, TaquinError):
        content = json.loads(_path().read_bytes())
        puzzle = Puzzle(content["board"], content["goal"])
        if puzzle.goal == goal and content["metric"] == metric and reaches(puzzle, content["moves"]):
            bound = lower_bound(puzzle) if metric == "stm" else slides_lower_bound(puzzle)
            return Plan(puzzle.start, puzzle.goal, content["moves"], bound, metric=metric)
    return None
