"""A trace as text, much as document 003 prints it, in English or in that document's Indonesian, with the reason why a
child was dropped. The document's own layout is that of `trace_003.py`."""

from __future__ import annotations

from collections.abc import Iterator

from taquin.board import Board
from taquin.move import Move, count_moves
from taquin.result import Outcome
from taquin.texts import ENGLISH, section, written
from taquin.trace import Child, Deepened, Ended, Event, Expanded, Forgot, Root, Started

__all__ = ["figures", "trace_lines"]


def trace_lines(event: Event, language: str = ENGLISH, code: str = "") -> Iterator[str]:
    """The lines of one event; an empty line ends each board. Below the first one stands the `code` of the event: its
    line of pseudocode."""
    words = section("trace", language)
    below = [f"  {code}"] if code else []
    match event:
        case Started() if event.rank != "g + h":
            yield f"f = {event.rank}"
            yield ""
        case Root():
            side = written(f"trace.side_{event.side}", language)
            yield words["root"].format(side=side, node=event.node, figures=figures(event.f, 0, event.h))
            yield from _board(event.board)
        case Deepened():
            yield words["round"].format(limit=f"{event.limit:g}")
            yield from (*below, "")
        case Expanded():
            yield f"PARENT {event.number}{_side(event, language)}. {_node(event, language)}"
            yield from (*below, *_board(event.board))
        case Child():
            # Where h is 0, f is the depth.
            too_deep = event.status == "pruned" and event.h == 0
            reason = words["too_deep"] if too_deep else words.get(event.status)
            if reason and event.before:
                reason = words["known"].format(why=reason, g=event.before_g, node=event.before)
            why = f" ({reason})" if reason else ""
            yield f"Child {event.node}{_side(event, language)}. {_node(event, language)}{why}"
            yield from (*below, *_board(event.board))
        case Forgot():
            nodes = ", ".join(event.nodes)
            yield words["cut" if event.f is None else "back_from"].format(node=event.node, f=event.f, nodes=nodes)
            yield from (*below, "")
        case Ended():
            yield from _ending(event, language)


def figures(f: float, g: int, h: float) -> str:
    """f(g+h), as the sheets write it."""
    return f"{f:g}({g}+{h:g})"


def _side(event: Expanded | Child, language: str) -> str:
    return " " + written(f"trace.side_{event.side}", language) if event.side else ""


def _node(event: Expanded | Child, language: str) -> str:
    """Action, f(g+h), and whether this is the goal."""
    return f"{_move(event.move, language)} - {figures(event.f, event.g, event.h)} -> {event.is_goal}"


def _move(move: Move | None, language: str) -> str:
    if move is None:
        return written("trace.none", language)
    return written(f"words.direction_{move}", language).capitalize()


def _board(board: Board) -> Iterator[str]:
    width = len(str(len(board) - 1))
    for row in board.rows:
        yield f"|{' '.join(str(tile).rjust(width) for tile in row)}|"
    yield ""


def _ending(event: Ended, language: str) -> Iterator[str]:
    words, solution = section("trace", language), event.solution
    if event.meeting is not None:
        yield words["met"].format(start=event.meeting[0], goal=event.meeting[1])
        g = event.path.index(event.meeting[0])
        nodes = dict(zip(("start_nodes", "goal_nodes"), event.expanded_by, strict=True))
        yield words["halves"].format(start_g=g, goal_g=len(solution.moves) - g, **nodes)
        yield from _board(list(solution.boards())[g])
    if solution.solved:
        yield words["solution"]
        yield ""
        actions = [words["start"], *(words["move"].format(direction=_move(move, language)) for move in solution.moves)]
        for number, (action, board) in enumerate(zip(actions, solution.boards(), strict=True), start=1):
            yield f"STEP {number}. {action}"
            yield from _board(board)
        yield words["total"].format(steps=len(actions))
        nodes = {"generated": solution.stats.generated, "expanded": solution.stats.expanded}
        yield written("trace.figures", language, moves=count_moves(len(solution.moves)), **nodes)
    else:
        ending = "stopped" if solution.outcome is Outcome.STOPPED else "not_found" if solution.reason else "limit"
        moves, reason = count_moves(solution.bound), solution.reason
        yield written(f"trace.{ending}", language, moves=moves, reason=reason)
    if event.unmade:
        yield words["saved"].format(count=event.unmade)
