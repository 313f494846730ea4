"""Nilsson's sequence score (1971): Manhattan distance plus three times how wrong the order round the border is.

    h = P + 3 S     P: Manhattan distance; S: the sequence score

Go round the border clockwise. A tile there scores 2 unless the cell after it holds what comes after that tile in the
goal; a tile inside the border scores 1 unless it is at home. Nilsson's goal is 1 2 3/8 0 4/7 6 5, where the only cell
inside is the blank's; said like this, the score is 0 on every goal of every shape.

It is meant to find some solution soon, not a shortest one. It overestimates even one move from the goal: where tile 2
of Nilsson's goal has slid into the middle, that scores 1, and tile 1, which the blank follows now, scores 2, so that h
is 1 + 3 * 3 = 10. How much too high it is at most depends on the shape (on 3x3 it is 48), so it promises nothing.
"""

from __future__ import annotations

from taquin.board import Board
from taquin.heuristics.counting import manhattan
from taquin.heuristics.kind import Lookup

__all__ = ["nilsson"]


def nilsson(goal: Board) -> Lookup:
    """Manhattan distance plus three times the sequence score."""
    distance = manhattan(goal)
    border = _border(goal)
    inside = sorted(set(range(len(goal))) - set(border))
    after = dict(zip(border, border[1:] + border[:1], strict=True))
    successor = {goal.tiles[cell]: goal.tiles[following] for cell, following in after.items()}

    def estimate(board: Board) -> int:
        tiles = board.tiles
        score = sum(tiles[cell] != goal.tiles[cell] for cell in inside if tiles[cell])
        score += sum(2 for cell in border if tiles[cell] and successor.get(tiles[cell]) != tiles[after[cell]])
        return distance(board) + 3 * score

    return estimate


def _border(goal: Board) -> list[int]:
    """The cells of the border, clockwise from the first; of a single row or column, all cells."""
    width, height = goal.shape
    first, *others = Board.spiral(width, height).positions
    length = 2 * (width + height) - 4 if min(width, height) > 1 else len(goal)
    return [*others, first][:length]
