"""What a client makes sure of before it takes a result from a worker of a cluster.

Moves are replayed, and whether a board is unsolvable is seen by its parity. A bound cannot be replayed: it rests on the
worker's search and on its tables. So it carries the checksum of these tables, which must be that of the client's own:
tables are the same on every machine. The client loads or builds each set once, when it is first needed.

Each function gives one clause that says what is wrong, or "".
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from taquin import native
from taquin.batch.work import Job, Settings, read_puzzle
from taquin.board import Board
from taquin.errors import ParseError, TaquinError
from taquin.move import letters_of
from taquin.notation import board_to_json, length_in
from taquin.puzzle import Puzzle
from taquin.replay import reaches
from taquin.result import Outcome, Solution
from taquin.tables import own_checksum

__all__ = ["other_tables", "problem_of_line", "problem_of_moves", "problem_of_solution", "problem_of_tables"]


def problem_of_line(settings: Settings, job: Job, line: str) -> str:
    """What is wrong with the result line of a job."""
    try:
        return _problem_of_result(settings, job, json.loads(line))
    except (ValueError, LookupError, TypeError) as error:
        if isinstance(error, TaquinError):
            raise
        return f"its result is none: {line[:100]!r}"


def _problem_of_result(settings: Settings, job: Job, result: dict[str, Any]) -> str:
    if (result["line"], result["check"]) != (job.line, job.check):
        return "it gave the result of another board"
    try:
        puzzle, _ = read_puzzle(job.text, settings.goal)
    except ParseError as error:
        return "" if result["outcome"] == "error" else f"it solved what is no board ({error.message})"
    problem = problem_of_tables(puzzle.goal, result.get("checksums", ()))
    if problem or result["outcome"] == "error":
        return problem
    if (result["start"], result["goal"]) != (board_to_json(puzzle.start), board_to_json(puzzle.goal)):
        return "it solved another board"
    metric = result.get("metric", "stm")
    length, bound = result["length" if metric == "stm" else "length_mtm"], result["bound"]
    if result["optimal"] != (length is not None and length == bound):
        return f"it calls {length} moves optimal where it has proven {bound}"
    if length is None:
        return _problem_of_outcome(puzzle, Outcome(result["outcome"]))
    return problem_of_moves(puzzle, result["moves"], length, bound, metric)


def problem_of_solution(puzzle: Puzzle, solution: Solution) -> str:
    """What is wrong with the solution of a puzzle."""
    if solution.puzzle != puzzle:
        return "it solved another board"
    problem = problem_of_tables(puzzle.goal, solution.checksums)
    if problem or not solution.solved:
        return problem or _problem_of_outcome(puzzle, solution.outcome)
    moves = letters_of(solution.moves)
    return problem_of_moves(puzzle, moves, solution.measured, solution.bound, solution.metric)


def problem_of_moves(puzzle: Puzzle, moves: str, length: int, bound: int, metric: str = "stm") -> str:
    """What is wrong with moves that are said to solve a puzzle. A bound that is lower than need be is still true."""
    if length_in(moves, metric) != length or not reaches(puzzle, moves):
        return "the moves it found do not solve the board"
    return f"it found {length} moves where it has proven that {bound} are needed" if length < bound else ""


def _problem_of_outcome(puzzle: Puzzle, outcome: Outcome) -> str:
    wrong = outcome is Outcome.UNSOLVABLE and puzzle.is_solvable()
    return "it took a solvable board for an unsolvable one" if wrong else ""


def problem_of_tables(goal: Board, checksums: Sequence[str]) -> str:
    """Whether these are the checksums of the same tables here. Raises TaquinError where there can be none here."""
    for checksum in checksums:
        native.require_native()
        if problem := other_tables(checksum, own_checksum(goal, checksum)):
            return problem
    return ""


def other_tables(theirs: str, ours: str) -> str:
    """What is wrong with tables that are not the same here."""
    if theirs == ours:
        return ""
    what = f"its tables have the checksum {theirs or 'of none'}, here it is {ours or 'of none'}"
    return f"{what}; remove the wrong ones by 'taquin tables remove --all', and start it again"
