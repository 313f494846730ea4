"""What the program of document 004 prints, label for label: A* on the 8-puzzle, any start and any goal."""

from __future__ import annotations

from collections.abc import Iterator

from taquin.board import Board
from taquin.cli.language import said
from taquin.result import Solution
from taquin.solvability import Diagnosis

__all__ = ["inversions", "refusal", "report", "totals"]


def inversions(found: Diagnosis) -> Iterator[str]:
    """Every tile with the smaller ones after it, as in `8 -> 4 (7,3,5,6)`, and their sum."""
    for tile, smaller in found.smaller_after():
        yield f"{tile} -> {len(smaller)}" + (f" ({','.join(map(str, smaller))})" if smaller else "")
    count = found.inversions_without_blank or 0
    yield f"Inversions: {count}, {'odd' if count % 2 else 'even'}"


def refusal(start: Board, found: Diagnosis) -> Iterator[str]:
    """Why the board cannot be solved: by its inversions, as in the document, where these decide; else by the rule."""
    yield f"The {len(start) - 1}-puzzle cannot be solved from this start state:"
    if start.width % 2 and min(start.shape) > 1:
        yield f"its inversions (without the blank) are {found.inversions_without_blank}, which is odd."
    else:
        yield f"{said(found.reason)}."


def report(solution: Solution, heuristic: str) -> Iterator[str]:
    """The heuristic, start and goal, and every board on the way where there is one."""
    yield f"{heuristic} Distance heuristic chosen."
    yield f"Start State: {_array(solution.puzzle.start.tiles, solution.puzzle.start)}"
    yield f"Goal State: {_array(solution.puzzle.goal.tiles, solution.puzzle.start)}"
    if solution.solved:
        yield "Goal state has been achieved with the following steps:"
        for board in solution.boards():
            rows = [_array(row, board) for row in board.rows]
            yield "[" + "\n ".join(rows) + "]"


def totals(solution: Solution) -> Iterator[str]:
    """What the search took."""
    yield f"Total States Generated: {solution.stats.generated}"
    yield f"Total States Explored: {solution.stats.expanded}"
    if solution.solved:
        yield f"Number of Steps for Optimal Solution: {len(solution.moves)}"


def _array(tiles: tuple[int, ...], board: Board) -> str:
    """As numpy prints it: every number as wide as the widest."""
    width = len(str(len(board) - 1))
    return f"[{' '.join(str(tile).rjust(width) for tile in tiles)}]"
