"""Can this board be solved, and why? Every figure that a course sheet asks for, for any goal.

Read the goal row by row: the cell where a tile belongs is its **rank** (on the usual goal, tile 1 has rank 1 and
the blank, counted as tile width*height, the last). An *inversion* is a pair of tiles in which the one of higher
rank comes first on the board.

    Kurang(i)   the number of tiles of lower rank than i that come after i, the blank taking part like a tile
    X           the parity of the blank's distance, in rows plus columns, from its goal cell

A move exchanges the blank with a tile, which changes the parity of the sum of all Kurang(i), and takes the blank
one cell farther or nearer, which changes X. The parity of sum + X therefore never changes, and on the goal it is
even: a board with an odd total cannot be solved (Kurang's rule). Leaving the blank out of the count of inversions
gives the Princeton rule: a horizontal move changes nothing, a vertical one carries a tile past width - 1 others. On
boards at least two wide and two high these rules are also sufficient.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from taquin.board import Board, BoardLike
from taquin.cells import as_rows, find_problems
from taquin.display import Displayed
from taquin.errors import Problem
from taquin.move import cell_distance
from taquin.native import count_smaller_after
from taquin.notation import board_to_json, read_rows
from taquin.puzzle import GOALS, GoalLike, Puzzle
from taquin.texts import Sentence

__all__ = ["Diagnosis", "diagnose"]


@dataclass(frozen=True, slots=True, repr=False)
class Diagnosis(Displayed):
    """What `diagnose` found. Where the board is not valid, everything but `problems` is None or empty."""

    rows: tuple[tuple[int, ...], ...]
    problems: tuple[Problem, ...] = ()
    puzzle: Puzzle | None = None
    solvable: bool | None = None
    reason: str = ""
    kurang: tuple[int, ...] = ()
    """Kurang(1), Kurang(2), ..., and the blank's at the end."""
    inversions: int | None = None
    """The sum of all Kurang(i)."""
    x: int | None = None
    inversions_without_blank: int | None = None
    blank_row: int | None = None
    """Counted from 0 at the top."""
    hamming: int | None = None
    manhattan: int | None = None
    other_goal: str | None = None
    """The usual goal for which an unsolvable board would be solvable: a likely mix-up."""

    def __repr__(self) -> str:
        return f"<Diagnosis: {self.verdict}>"

    def __str__(self) -> str:
        """The verdict and why."""
        why = self.reason if self.valid else "; ".join(problem.message for problem in self.problems)
        return f"{self.verdict}: {why}"

    def _drawn(self) -> dict[str, str]:
        from taquin.render.cards import diagnosis_card

        return {"text/html": diagnosis_card(self)}

    @property
    def verdict(self) -> Sentence:
        """Whether it can be solved, in a word or two."""
        if not self.valid:
            return Sentence("picture.no_board")
        return Sentence("picture.solvable" if self.solvable else "outcome.unsolvable")

    @property
    def valid(self) -> bool:
        """Whether the numbers are a board at all."""
        return not self.problems

    @property
    def total(self) -> int | None:
        """The sum of all Kurang(i) plus X: even if and only if solvable, on boards two wide and high."""
        return None if self.inversions is None or self.x is None else self.inversions + self.x

    def counted(self) -> list[tuple[int, tuple[int, ...]]]:
        """For every tile, 1, 2, ... and the blank (0) last, those that Kurang counts, in board order.

        They come after it on the board, and before it in the goal; the blank takes part like a tile. Quadratic in the
        number of cells.
        """
        if self.puzzle is None:
            return []
        start, rank = self.puzzle.start, self.puzzle.goal.positions
        return [
            (tile, tuple(other for other in start.tiles[start.positions[tile] + 1 :] if rank[other] < rank[tile]))
            for tile in (*range(1, len(start)), 0)
        ]

    def smaller_after(self) -> list[tuple[int, tuple[int, ...]]]:
        """For every tile in board order, the tiles of lower rank that come after it; the blank takes no part.

        Quadratic in the number of cells.
        """
        if self.puzzle is None:
            return []
        rank = self.puzzle.goal.positions
        tiles = [tile for tile in self.puzzle.start if tile]
        return [
            (tile, tuple(other for other in tiles[place + 1 :] if rank[other] < rank[tile]))
            for place, tile in enumerate(tiles)
        ]

    def swap(self) -> tuple[int, int] | None:
        """Two tiles whose exchange makes an unsolvable board solvable, if there are such two, in board order.

        Where any two would do, they are neighbors in the goal's order: two in the wrong order, if there are such, and
        of these the ones whose exchange lowers the Manhattan distance most.
        """
        if self.puzzle is None or self.solvable:
            return None
        tiles = [tile for tile in self.puzzle.start if tile]
        if min(self.puzzle.start.shape) > 1:
            return self._neighbors_to_swap(self.puzzle)
        wanted = [tile for tile in self.puzzle.goal if tile]
        wrong = [place for place, tile in enumerate(tiles) if tile != wanted[place]]
        return (tiles[wrong[0]], tiles[wrong[1]]) if len(wrong) == 2 else None

    @staticmethod
    def _neighbors_to_swap(puzzle: Puzzle) -> tuple[int, int]:
        place, home, width = puzzle.start.positions, puzzle.goal.positions, puzzle.start.width

        def distance(tile: int, at: int) -> int:
            return cell_distance(place[at], home[tile], width)

        def worth(pair: tuple[int, int]) -> tuple[bool, int]:
            one, other = pair
            now, then = distance(one, one) + distance(other, other), distance(one, other) + distance(other, one)
            return place[one] > place[other], now - then

        one, other = max(pairwise(tile for tile in puzzle.goal if tile), key=worth)
        return (one, other) if place[one] < place[other] else (other, one)

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object of a check."""
        return {
            "valid": self.valid,
            "problems": [
                {"kind": problem.kind, "message": problem.message, "cells": [list(cell) for cell in problem.cells]}
                for problem in self.problems
            ],
            "solvable": self.solvable,
            "reason": self.reason,
            "kurang": list(self.kurang),
            "inversions": self.inversions,
            "x": self.x,
            "total": self.total,
            "inversions_without_blank": self.inversions_without_blank,
            "blank_row": self.blank_row,
            "hamming": self.hamming,
            "manhattan": self.manhattan,
            "other_goal": self.other_goal,
            "board": [list(row) for row in self.rows],
            "goal": board_to_json(self.puzzle.goal) if self.puzzle else None,
        }


def diagnose(board: BoardLike, goal: GoalLike | None = None) -> Diagnosis:
    """Say everything about a board: what is wrong with it, or whether it can be solved and why.

    A text is read by `taquin.notation`; it raises ParseError only where it is not made of numbers. Numbers that
    are no board, in a text, in rows or in an array, come back as a Diagnosis with `problems`.
    """
    if not isinstance(board, Board):
        rows = read_rows(board) if isinstance(board, str) else as_rows(board)
        problems = find_problems(rows)
        if problems:
            return Diagnosis(tuple(map(tuple, rows)), problems)
        board = Board(rows)
    puzzle = Puzzle(board, goal)
    kurang = _kurang(puzzle)
    inversions, x = sum(kurang), _x(puzzle)
    without_blank = _inversions_without_blank(puzzle)
    blank_row = board.blank // board.width
    solvable = puzzle.is_solvable()
    return Diagnosis(
        rows=board.rows,
        puzzle=puzzle,
        solvable=solvable,
        reason=_reason(puzzle, inversions, x),
        kurang=kurang,
        inversions=inversions,
        x=x,
        inversions_without_blank=without_blank,
        blank_row=blank_row,
        hamming=board.hamming(puzzle.goal),
        manhattan=board.manhattan(puzzle.goal),
        other_goal=None if solvable else _other_goal(puzzle),
    )


def princeton_rule(diagnosis: Diagnosis) -> str:
    """The Princeton rule applied to this board, in words."""
    if diagnosis.puzzle is None:
        return ""
    start, goal = diagnosis.puzzle.start, diagnosis.puzzle.goal
    inversions, row = diagnosis.inversions_without_blank or 0, diagnosis.blank_row or 0
    counted = f"{inversions} inversion{'' if inversions == 1 else 's'}"
    if start.width % 2:
        verb = "is" if inversions == 1 else "are"
        return f"width {start.width} is odd: {counted} without the blank {verb} {_parity(inversions)}"
    total, wanted = inversions + row, goal.blank // goal.width
    return (
        f"width {start.width} is even: {counted} without the blank + blank row {row} = {total} is "
        f"{_parity(total)}, the goal's 0 + {wanted} is {_parity(wanted)}"
    )


def _kurang(puzzle: Puzzle) -> tuple[int, ...]:
    rank = puzzle.goal.positions
    counts = count_smaller_after([rank[tile] for tile in puzzle.start])
    by_tile = [0] * len(counts)
    for tile, count in zip(puzzle.start, counts, strict=True):
        by_tile[tile] = count
    return (*by_tile[1:], by_tile[0])


def _inversions_without_blank(puzzle: Puzzle) -> int:
    rank = puzzle.goal.positions
    return sum(count_smaller_after([rank[tile] for tile in puzzle.start if tile]))


def _x(puzzle: Puzzle) -> int:
    return cell_distance(puzzle.start.blank, puzzle.goal.blank, puzzle.start.width) % 2


def _reason(puzzle: Puzzle, inversions: int, x: int) -> str:
    total = inversions + x
    if min(puzzle.start.shape) == 1:
        return Sentence("reasons.same_order" if puzzle.is_solvable() else "reasons.other_order")
    return Sentence("reasons.odd" if total % 2 else "reasons.even", inversions=inversions, x=x, total=total)


def _other_goal(puzzle: Puzzle) -> str | None:
    for name in ("blank-first", "blank-last"):
        goal = GOALS[name](*puzzle.start.shape)
        if goal != puzzle.goal and puzzle.start.is_solvable(goal):
            return name
    return None


def _parity(number: int) -> str:
    return "odd" if number % 2 else "even"
