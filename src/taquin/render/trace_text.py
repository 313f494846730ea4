"""A trace as text, much as document 003 prints it, in English or in that document's Indonesian, with the reason why a
child was dropped. The document's own layout is that of `trace_003.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from taquin.board import Board
from taquin.move import Move, count_moves
from taquin.result import Outcome, Solution
from taquin.trace import Child, Deepened, Ended, Event, Expanded, Started

__all__ = ["WORDS", "trace_lines"]

WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "U": "Up",
        "L": "Left",
        "R": "Right",
        "D": "Down",
        "move": "Move {}",
        "start": "Start",
        "round": "ROUND with f up to {}",
        "solution": "SOLUTION",
        "total": "Total step: {}",
        "limit": "No solution found within the limits; every solution has at least {}.",
        "not found": "This search found no solution; every solution has at least {}.",
        "stopped": "Stopped; every solution has at least {}.",
        "none": "None",
        "cheaper": "a shorter way to a board that waits: it takes its place",
        "reopened": "a shorter way to a board that was expanded: it waits again",
        "seen": "dropped: known by a way that is no longer",
        "back": "dropped: the move undoes the one before it",
        "missed": "DROPPED ALTHOUGH THIS WAY IS SHORTER",
        "pruned": "dropped: f is above the limit",
        "rejected": "dropped: a sibling has a smaller h, or none is below the parent",
        "refused": "dropped: farther than its parent, and chance was against it",
    },
    "id": {
        "U": "Atas",
        "L": "Kiri",
        "R": "Kanan",
        "D": "Bawah",
        "move": "Geser {}",
        "start": "Awal",
        "round": "PUTARAN dengan f sampai {}",
        "solution": "SOLUSI",
        "total": "Total step: {}",
        "limit": "Solusi tidak ditemukan dalam batas; setiap solusi memerlukan sedikitnya {}.",
        "not found": "Pencarian ini tidak menemukan solusi; setiap solusi memerlukan sedikitnya {}.",
        "stopped": "Dihentikan; setiap solusi memerlukan sedikitnya {}.",
        "none": "None",
        "cheaper": "jalan lebih pendek ke papan yang menunggu: menggantikannya",
        "reopened": "jalan lebih pendek ke papan yang sudah diekspansi: menunggu lagi",
        "seen": "dibuang: sudah dikenal lewat jalan yang tidak lebih panjang",
        "back": "dibuang: langkah ini membatalkan langkah sebelumnya",
        "missed": "DIBUANG PADAHAL JALAN INI LEBIH PENDEK",
        "pruned": "dibuang: f di atas batas",
        "rejected": "dibuang: ada saudara dengan h lebih kecil, atau tidak ada yang di bawah induknya",
        "refused": "dibuang: lebih jauh dari induknya, dan peluang menolaknya",
    },
}


def trace_lines(event: Event, language: str = "en") -> Iterator[str]:
    """The lines of one event; an empty line ends each board."""
    words = WORDS[language]
    match event:
        case Started() if event.rank != "g + h":
            yield f"f = {event.rank}"
            yield ""
        case Deepened():
            yield words["round"].format(f"{event.limit:g}")
            yield ""
        case Expanded():
            yield f"PARENT {event.number}. {_node(event, words)}"
            yield from _board(event.board)
        case Child():
            reason = words.get(event.status)
            yield f"Child {event.node}. {_node(event, words)}{f' ({reason})' if reason else ''}"
            yield from _board(event.board)
        case Ended():
            yield from _solution(event.solution, language)


def _node(event: Expanded | Child, words: dict[str, str]) -> str:
    """Action, f(g+h), and whether this is the goal."""
    figures = f"{event.f:g}({event.g}+{event.h:g})"
    return f"{_move(event.move, words)} - {figures} -> {event.is_goal}"


def _move(move: Move | None, words: dict[str, str]) -> str:
    return words["none"] if move is None else words[move]


def _board(board: Board) -> Iterator[str]:
    width = len(str(len(board) - 1))
    for row in board.rows:
        yield f"|{' '.join(str(tile).rjust(width) for tile in row)}|"
    yield ""


def _solution(solution: Solution, language: str) -> Iterator[str]:
    words = WORDS[language]
    if not solution.solved:
        ending = "stopped" if solution.outcome is Outcome.STOPPED else "not found" if solution.reason else "limit"
        yield words[ending].format(count_moves(solution.bound, language))
        return
    yield words["solution"]
    yield ""
    actions = [words["start"], *(words["move"].format(words[move]) for move in solution.moves)]
    for number, (action, board) in enumerate(zip(actions, solution.boards(), strict=True), start=1):
        yield f"STEP {number}. {action}"
        yield from _board(board)
    yield words["total"].format(len(actions))
