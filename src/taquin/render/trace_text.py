"""A trace as text, much as document 003 prints it, in English or in that document's Indonesian, with the reason why a
child was dropped. The document's own layout is that of `trace_003.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from taquin.board import Board
from taquin.move import Move, count_moves
from taquin.result import Outcome
from taquin.trace import Child, Deepened, Ended, Event, Expanded, Forgot, Root, Started

__all__ = ["WORDS", "figures", "trace_lines"]

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
        "unmade": "NOT MADE: the board before its parent",
        "saved": "Not made, by the rule never to make the board before the parent again: {}",
        "start side": "from the start",
        "goal side": "from the goal",
        "root": "The search {} begins at node {}: {}",
        "met": "The two sides met: {} from the start and {} from the goal are the same board.",
        "cut": "FORGOTTEN, beyond the width of the beam: {}",
        "back from": "BACK from {}, which is worth {} now; its children are forgotten: {}",
        "line": "line {}: {}",
        "path": "PATH",
        "empty": "empty",
        "more": "and {} more",
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
        "unmade": "TIDAK DIBUAT: papan sebelum induknya",
        "saved": "Tidak dibuat, karena aturan jangan membuat lagi papan sebelum induk: {}",
        "start side": "dari awal",
        "goal side": "dari tujuan",
        "root": "Pencarian {} mulai di simpul {}: {}",
        "met": "Kedua sisi bertemu: {} dari awal dan {} dari tujuan adalah papan yang sama.",
        "cut": "DILUPAKAN, di luar lebar beam: {}",
        "back from": "KEMBALI dari {}, yang kini bernilai {}; anak-anaknya dilupakan: {}",
        "line": "baris {}: {}",
        "path": "LINTASAN",
        "empty": "kosong",
        "more": "dan {} lagi",
    },
}


def trace_lines(event: Event, language: str = "en", code: str = "") -> Iterator[str]:
    """The lines of one event; an empty line ends each board. Below the first one stands the `code` of the event: its
    line of pseudocode."""
    words = WORDS[language]
    below = [f"  {code}"] if code else []
    match event:
        case Started() if event.rank != "g + h":
            yield f"f = {event.rank}"
            yield ""
        case Root():
            side = words[f"{event.side} side"]
            yield words["root"].format(side, event.node, figures(event.f, 0, event.h))
            yield from _board(event.board)
        case Deepened():
            yield words["round"].format(f"{event.limit:g}")
            yield from (*below, "")
        case Expanded():
            yield f"PARENT {event.number}{_side(event, words)}. {_node(event, words)}"
            yield from (*below, *_board(event.board))
        case Child():
            reason = words.get(event.status)
            why = f" ({reason})" if reason else ""
            yield f"Child {event.node}{_side(event, words)}. {_node(event, words)}{why}"
            yield from (*below, *_board(event.board))
        case Forgot():
            nodes = ", ".join(event.nodes)
            yield (
                words["cut"].format(nodes)
                if event.f is None
                else (words["back from"].format(event.node, f"{event.f:g}", nodes))
            )
            yield from (*below, "")
        case Ended():
            yield from _ending(event, language)


def figures(f: float, g: int, h: float) -> str:
    """f(g+h), as the sheets write it."""
    return f"{f:g}({g}+{h:g})"


def _side(event: Expanded | Child, words: dict[str, str]) -> str:
    return f" {words[f'{event.side} side']}" if event.side else ""


def _node(event: Expanded | Child, words: dict[str, str]) -> str:
    """Action, f(g+h), and whether this is the goal."""
    return f"{_move(event.move, words)} - {figures(event.f, event.g, event.h)} -> {event.is_goal}"


def _move(move: Move | None, words: dict[str, str]) -> str:
    return words["none"] if move is None else words[move]


def _board(board: Board) -> Iterator[str]:
    width = len(str(len(board) - 1))
    for row in board.rows:
        yield f"|{' '.join(str(tile).rjust(width) for tile in row)}|"
    yield ""


def _ending(event: Ended, language: str) -> Iterator[str]:
    words, solution = WORDS[language], event.solution
    if event.meeting is not None:
        yield words["met"].format(*event.meeting)
        yield from _board(list(solution.boards())[event.path.index(event.meeting[0])])
    if solution.solved:
        yield words["solution"]
        yield ""
        actions = [words["start"], *(words["move"].format(words[move]) for move in solution.moves)]
        for number, (action, board) in enumerate(zip(actions, solution.boards(), strict=True), start=1):
            yield f"STEP {number}. {action}"
            yield from _board(board)
        yield words["total"].format(len(actions))
    else:
        ending = "stopped" if solution.outcome is Outcome.STOPPED else "not found" if solution.reason else "limit"
        yield words[ending].format(count_moves(solution.bound, language))
    if event.unmade:
        yield words["saved"].format(f"{event.unmade:,}")
