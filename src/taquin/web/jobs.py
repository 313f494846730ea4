"""What a worker does with a job: run the search that was asked for and report on it.

Events: "progress" with the figures so far, "improved" with a better solution, "trace" with recorded events in pieces,
"text" with the same as text, "ways" with its nodes on shortest ways, "result" with the JSON object of the final
Solution.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final

from taquin.analysis import analyse
from taquin.at_distance import boards_at_distance
from taquin.errors import TaquinError
from taquin.explanation import explain
from taquin.heuristics import heuristic
from taquin.hints import Plan, hint
from taquin.hints.needs import missing_for_proof
from taquin.move import letters_of
from taquin.native import ENGINE
from taquin.notation import board_to_json, format_moves, multi_tile_length, parse_board, parse_moves, parse_timed_moves
from taquin.processors import count_processors
from taquin.puzzle import Puzzle
from taquin.random_boards import random_walk
from taquin.render.trace_text import trace_lines
from taquin.result import Limits, Outcome, Progress, Solution, Stats
from taquin.scramble_moves import scramble_moves
from taquin.search import ALGORITHMS
from taquin.search import run as teach
from taquin.shortest_ways import shortest_ways
from taquin.solver import is_for_engine, solve
from taquin.solving import Solving
from taquin.trace import Recorder
from taquin.web.boards import read_puzzle
from taquin.web.checks import check
from taquin.web.exports import export
from taquin.web.messages import ExercisesRequest
from taquin.web.schema import fields
from taquin.web.settings import Settings
from taquin.web.sheets import sheet

__all__ = ["run"]

Emit = Callable[[str, dict[str, Any]], None]

_PLANNED_CELLS: Final = 9
"""Up to this many cells the Python engine finds a shortest way in the time of a hint."""
_HINT_BUDGET: Final = 0.1
"""Seconds that a plan may take where nobody else waits."""
_HINT_PATIENCE: Final = 0.5
"""The same on a board whose shortest way can be proven: a player rather waits for it than for a way twice as long."""
_PROOF_PATIENCE: Final = 5.0
"""The same where the tables for the proof are at hand and the server is one's own: the first hint reads them, which
takes some seconds for slides. A player who does not wait makes a move, which ends the job."""
_PROVEN_CELLS: Final = 16
"""Up to this many cells a shortest way is nearly always proven in a second, and mostly in some milliseconds."""
_PROOF_BUDGET: Final = 1.0
"""Seconds for that, where it is told beside something else that is read for longer."""
_ENGINE_FIGURES: Final = ("length", "bound", "generated", "expanded", "seconds")
"""What is sent of a search by the engine that is under way."""
_TEACHING_FIGURES: Final = ("generated", "expanded", "seconds", "queue_left", "memory")
"""What is sent of a teaching search that is under way."""
_MOST_ANALYSED: Final = 10_000
"""Moves of a solve that is analysed: each is an object of the answer."""
_REPEATING: Final = 2.0
"""Seconds that the repeats of one search may take together: a search that needs longer is not worth repeating."""
_PIECE: Final = 500
"""Events of a trace sent at once."""
_LONGEST_TEXT: Final = 2000
"""Events that are also sent as text."""
_WAYS_BUDGET: Final = 5.0
"""Seconds to find out which nodes of a recorded search lie on a shortest way: some milliseconds, but for 15-puzzles far
from home while tables are built."""


def run(job: dict[str, Any], emit: Emit) -> None:
    """Run one job to its end."""
    _JOBS[job["kind"]](job, emit)


def _solve(job: dict[str, Any], emit: Emit) -> None:
    puzzle = _puzzle(job)
    limits = Limits(seconds=job["seconds"], nodes=job["nodes"], memory=job["memory"])
    if not is_for_engine(job["algorithm"]):
        _teach(job, puzzle, limits, emit)
    elif not puzzle.is_solvable():
        emit("result", solve(puzzle, metric=job["metric"]).to_json())
    else:
        _stream(job, puzzle, limits, emit)


def _stream(job: dict[str, Any], puzzle: Puzzle, limits: Limits, emit: Emit) -> None:
    """Better and better solutions; the proof alongside raises the bound between them."""
    threads = max(1, count_processors() // job["running"])
    prove = True if job["build"] else None
    solving = Solving(
        puzzle, limits, threads=threads, prove=prove, metric=job["metric"], on_progress=partial(_report, emit)
    )
    length: int | None = None
    for solution in solving:
        if solution.measured != length and not solution.optimal:
            length = solution.measured
            emit("improved", {**_short(solution), "moves": letters_of(solution.moves)})
    if solving.best is not None:
        emit("result", solving.best.to_json())


def _times(again: Callable[[], Solution], first: Solution, repeats: int) -> list[float]:
    """Seconds of so many runs of a search. The first one, which also fills caches, counts only where it is alone."""
    times: list[float] = []
    if repeats > 1 and first.outcome is not Outcome.LIMIT:
        while len(times) < repeats and sum(times) + first.stats.seconds < _REPEATING:
            times.append(round(again().stats.seconds, 6))
    return times or [round(first.stats.seconds, 6)]


def _teach(job: dict[str, Any], puzzle: Puzzle, limits: Limits, emit: Emit) -> None:
    """Run a teaching algorithm, and record it where that was asked for."""
    name = job["algorithm"]
    estimate = heuristic(job["heuristic"] or ALGORITHMS[name].heuristic or "zero", puzzle.goal)
    recorder = Recorder(largest=job["trace"]) if job["trace"] else None
    report = partial(_report, emit, names=_TEACHING_FIGURES)
    options = _options(name, job["options"])
    solution = teach(puzzle, name, estimate, limits, on_event=recorder, on_progress=report, **options)
    if recorder is None:
        times = _times(lambda: teach(puzzle, name, estimate, limits), solution, job["repeats"])
        # The exact b*: rounded once more, as the page shows it, that of the JSON may be off in its last digit.
        figures = {"seconds": median(times), "times": times, "branching_factor": solution.branching_factor}
        estimates = [estimate(board) for board in solution.boards()]
        emit("result", {**solution.to_json(), **figures, "estimates": estimates})
        return
    for start in range(0, len(recorder.events), _PIECE):
        emit("trace", {"events": [event.to_json() for event in recorder.events[start : start + _PIECE]]})
    shown = recorder.events[:_LONGEST_TEXT]
    text = "\n".join(line for event in shown for line in trace_lines(event, job["language"]))
    emit("text", {"text": text, "dropped": recorder.dropped, "shown": len(shown)})
    if not solution.optimal and (solution.solved or solution.reason):
        ways = shortest_ways(recorder.events, min(_WAYS_BUDGET, job["seconds"]))
        if ways is not None:
            emit("ways", ways.to_json())
    emit("result", solution.to_json())


def _options(name: str, options: dict[str, float]) -> dict[str, Any]:
    """The options as the algorithm takes them: JSON does not tell 3 from 3.0."""
    whole = {option for option, known in ALGORITHMS[name].options.items() if known.kind is int}
    return {
        option: int(value) if option in whole and value.is_integer() else value for option, value in options.items()
    }


def _hint(job: dict[str, Any], emit: Emit) -> None:
    """A plan, and what is to be said of every move.

    The more players wait, the less time each plan gets: a plain hint now beats a fine one too late.
    """
    puzzle = _puzzle(job)
    plan = "".join(parse_moves(job["plan"]))
    if puzzle.is_solution(plan):
        emit("result", {"moves": plan, "bound": 0, "optimal": False, "judged": []})
        return
    metric = job["metric"]
    patience = _HINT_PATIENCE if len(puzzle.start) <= _PROVEN_CELLS else _HINT_BUDGET
    if job["patient"] and missing_for_proof(puzzle.goal, metric) == ():
        patience = _PROOF_PATIENCE
    budget = patience / (1 + job["waiting"])
    known = _python_plan(puzzle, budget) if metric == "stm" else None
    made = hint(puzzle.start, puzzle.goal, budget_ms=1000 * budget, plan=known, rank=True, metric=metric)
    judged = [ranked.to_json() for ranked in made.moves or ()]
    emit("result", {"moves": made.plan.moves, "bound": made.plan.bound, "optimal": made.plan.optimal, "judged": judged})


def _python_plan(puzzle: Puzzle, budget: float) -> Plan | None:
    """A shortest way of an 8-puzzle where the Python engine has to find it; the hint itself knows no proof there."""
    if ENGINE == "native" or len(puzzle.start) > _PLANNED_CELLS:
        return None
    solution = solve(puzzle, Limits(seconds=budget))
    moves = letters_of(solution.moves)
    return Plan(puzzle.start, puzzle.goal, moves, solution.bound) if solution.solved else None


def _explain(job: dict[str, Any], emit: Emit) -> None:
    """Every step in the reader's language, with the tiles that it brings home; and how long the shortest way is."""
    puzzle, language = _puzzle(job), job["language"]
    told, home = [], 0
    for step in explain(puzzle.start, puzzle.goal):
        told.append(
            {
                "kind": step.kind,
                "tiles": step.tiles,
                "cells": step.cells,
                "title": step.title.said(language),
                "why": step.why.said(language),
                "moves": str(step.moves),
                "fixed": step.fixed[home:],
            }
        )
        home = len(step.fixed)
    budget = _PROOF_BUDGET if len(puzzle.start) <= _PROVEN_CELLS else _HINT_BUDGET
    plan = hint(puzzle.start, puzzle.goal, budget_ms=1000 * budget).plan
    shortest = len(plan.moves) if plan.optimal else None
    length = sum(len(step["moves"]) for step in told)
    emit("result", {"steps": told, "length": length, "shortest": shortest, "bound": plan.bound})


def _check(job: dict[str, Any], emit: Emit) -> None:
    emit("result", fields(check(Settings(**job["settings"]), job["board"], job["goal"])))


def _read(job: dict[str, Any], emit: Emit) -> None:
    """A board and its goal, out of long texts."""
    puzzle = read_puzzle(Settings(**job["settings"]), job["board"], job["goal"])
    emit("result", {"board": board_to_json(puzzle.start), "goal": board_to_json(puzzle.goal)})


def _moves(job: dict[str, Any], emit: Emit) -> None:
    board = parse_board(job["board"])
    path = parse_moves(job["moves"], job["notation"], board)
    board.play(path)
    emit(
        "result",
        {
            "blank": format_moves(path, runs=True),
            "tile": format_moves(path, "tile", runs=True),
            "number": format_moves(path, "number", board),
            "stm": len(path),
            "mtm": multi_tile_length(path),
        },
    )


def _scramble(job: dict[str, Any], emit: Emit) -> None:
    puzzle = _puzzle(job)
    moves = scramble_moves(puzzle.start, puzzle.goal)
    emit("result", {"scramble": format_moves(moves, "tile", puzzle.goal, runs=True, space=" ")})


def _analyse(job: dict[str, Any], emit: Emit) -> None:
    puzzle = _puzzle(job)
    solve = parse_timed_moves(job["moves"], puzzle.start, puzzle.goal, job["notation"])
    if len(solve.moves) > _MOST_ANALYSED:
        raise TaquinError(f"at most {_MOST_ANALYSED:,} moves are analysed here; the command line takes more")
    limits = Limits(seconds=job["seconds"], memory=job["memory"])
    found = analyse(puzzle, solve.moves, limits, metric=job["metric"], times=solve.times, build=job["build"])
    emit("result", {"notation": solve.notation, **found.to_json()})


def _export(job: dict[str, Any], emit: Emit) -> None:
    puzzle = _puzzle(job)
    path = parse_moves(job["moves"])
    puzzle.start.play(path)
    content, kind, name = export(puzzle, path, job["format"], job["step"])
    emit("result", {"content": content, "type": kind, "name": name})


def _random(job: dict[str, Any], emit: Emit) -> None:
    """A board at an exact distance, or a long walk away."""
    goal, seed = parse_board(job["goal"]), job["seed"]
    if job["distance"] is not None:
        board = next(boards_at_distance(goal, job["distance"], seed=seed))
    else:
        board = random_walk(goal, job["moves"], seed=seed)
    emit("result", {"board": board_to_json(board)})


def _exercises(job: dict[str, Any], emit: Emit) -> None:
    emit("result", fields(sheet(ExercisesRequest(**job["request"]))))


def _puzzle(job: dict[str, Any]) -> Puzzle:
    return Puzzle(parse_board(job["board"]), parse_board(job["goal"]))


def _report(emit: Emit, now: Progress, names: Sequence[str] = _ENGINE_FIGURES) -> None:
    """The figures of a search that is under way, those that it has."""
    figures = {name: value for name in names if (value := getattr(now, name)) is not None}
    if now.building is not None:
        figures["building"] = now.building.found / now.building.total
    emit("progress", {"memory": _resident(), **figures})


def _resident() -> int | None:
    """Bytes that this process takes, where the system tells."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[1]
    except OSError:
        return None
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _short(solution: Solution) -> dict[str, Any]:
    stats: Stats = solution.stats
    return {
        "length": solution.length,
        "length_mtm": solution.slides,
        "bound": solution.bound,
        "generated": stats.generated,
        "seconds": stats.seconds,
        "optimal": solution.optimal,
    }


_JOBS: Final = {
    "solve": _solve,
    "hint": _hint,
    "explain": _explain,
    "check": _check,
    "read": _read,
    "moves": _moves,
    "scramble": _scramble,
    "analyse": _analyse,
    "export": _export,
    "random": _random,
    "exercises": _exercises,
}
