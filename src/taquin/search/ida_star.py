"""Iterative-deepening A* (Korf 1985): depth-first searches, each allowed a larger f = g + h than the one before.

Needs memory for one path only. The parent of a node is not generated again. The root is counted as generated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from taquin.board import Board
from taquin.move import Move
from taquin.puzzle import Puzzle
from taquin.result import Limits, Outcome, Solution, Stats

__all__ = ["ida_star"]

Heuristic = Callable[[Board], int]


def ida_star(puzzle: Puzzle, heuristic: Heuristic, limits: Limits | None = None) -> Solution:
    """The shortest solution, if the heuristic never overestimates."""
    limits = limits or Limits()
    started = perf_counter()
    threshold = heuristic(puzzle.start)
    generated, expanded = 1, 0
    outcome = Outcome.LIMIT
    moves: tuple[Move, ...] = ()

    def within_limits() -> bool:
        if limits.nodes is not None and generated > limits.nodes:
            return False
        # Looking at the clock costs as much as a node does.
        return limits.seconds is None or bool(generated & 255) or perf_counter() - started < limits.seconds

    found = puzzle.is_solved()
    while not found and within_limits():
        # One depth-first search. The stack holds the successors of each node on the path that are still to be tried.
        following = None
        path: list[Move] = []
        stack: list[Iterator[tuple[Move, Board]]] = [iter(puzzle.start.successors())]
        expanded += 1
        while stack and not found and within_limits():
            step = next(stack[-1], None)
            if step is None:
                stack.pop()
                if path:
                    path.pop()
                continue
            move, board = step
            if path and move is path[-1].inverse:
                continue
            generated += 1
            f = len(stack) + heuristic(board)
            if f > threshold:
                following = f if following is None else min(following, f)
                continue
            path.append(move)
            found = board == puzzle.goal
            if not found:
                expanded += 1
                stack.append(iter(board.successors()))
        if found:
            moves = tuple(path)
        elif not stack:
            if following is None:
                outcome = Outcome.UNSOLVABLE
                break
            threshold = following
    return Solution(
        puzzle=puzzle,
        outcome=Outcome.SOLVED if found else outcome,
        moves=moves,
        bound=len(moves) if found else threshold,
        stats=Stats(generated, expanded, perf_counter() - started),
        algorithm="ida",
        heuristic=getattr(heuristic, "__name__", ""),
    )
