"""A trace as text, much as document 003 prints it, in English or in that document's Indonesian, with the reason why a
child was dropped. The document's own layout is that of `trace_003.py`."""

from __future__ import annotations

from collections.abc import Iterator

from taquin.board import Board
from taquin.move import Move, count_moves
from taquin.result import Outcome, Solution
from taquin.texts import ENGLISH, section, written
from taquin.trace import Child, Deepened, Ended, Event, Expanded, Started

__all__ = ["trace_lines"]


def trace_lines(event: Event, language: str = ENGLISH) -> Iterator[str]:
    """The lines of one event; an empty line ends each board."""
    words = section("trace", language)
    match event:
        case Started() if event.rank != "g + h":
            yield f"f = {event.rank}"
            yield ""
        case Deepened():
            yield words["round"].format(limit=f"{event.limit:g}")
            yield ""
        case Expanded():
            yield f"PARENT {event.number}. {_node(event, language)}"
            yield from _board(event.board)
        case Child():
            reason = words.get(event.status)
            yield f"Child {event.node}. {_node(event, language)}{f' ({reason})' if reason else ''}"
            yield from _board(event.board)
        case Ended():
            yield from _solution(event.solution, language)


def _node(event: Expanded | Child, language: str) -> str:
    """Action, f(g+h), and whether this is the goal."""
    figures = f"{event.f:g}({event.g}+{event.h:g})"
    return f"{_move(event.move, language)} - {figures} -> {event.is_goal}"


def _move(move: Move | None, language: str) -> str:
    if move is None:
        return written("trace.none", language)
    return written(f"words.direction_{move}", language).capitalize()


def _board(board: Board) -> Iterator[str]:
    width = len(str(len(board) - 1))
    for row in board.rows:
        yield f"|{' '.join(str(tile).rjust(width) for tile in row)}|"
    yield ""


def _solution(solution: Solution, language: str) -> Iterator[str]:
    words = section("trace", language)
    if not solution.solved:
        ending = "stopped" if solution.outcome is Outcome.STOPPED else "not_found" if solution.reason else "limit"
        yield words[ending].format(moves=count_moves(solution.bound).said(language))
        return
    yield words["solution"]
    yield ""
    actions = [words["start"], *(words["move"].format(direction=_move(move, language)) for move in solution.moves)]
    for number, (action, board) in enumerate(zip(actions, solution.boards(), strict=True), start=1):
        yield f"STEP {number}. {action}"
        yield from _board(board)
    yield words["total"].format(steps=len(actions))
