"""A step of the row-by-row method in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from taquin.board import Board
from taquin.display import Displayed
from taquin.explanation.method import Line, Method, Stage
from taquin.move import Move, Moves
from taquin.notation import board_to_json
from taquin.puzzle import Puzzle
from taquin.texts import Sentence

__all__ = ["KINDS", "Step", "steps"]

KINDS: Final = {
    "home": "tiles that are home already: no moves",
    "bring": "one tile is brought home",
    "aside": "one of the last two tiles of a line goes out of the way",
    "corner": "one of the last two tiles of a line goes where the other belongs",
    "park": "the other one goes behind it",
    "enter": "both slide in",
    "slip": "one of the last two is home, and the other slides straight in",
    "last": "the last 2x2 is turned",
    "slide": "the blank of a single row or column slides home",
}
"""What the kinds of steps mean."""
_NAMED_TILES: Final = 8
"""Tiles that a sentence names; of more, the first and the last few."""
_CLOCKWISE: Final = {(0, 1): Move.R, (1, 3): Move.D, (3, 2): Move.L, (2, 0): Move.U}
"""From corner to corner of a 2x2, the way of the clock, and the move of a blank that goes there."""


@dataclass(frozen=True, slots=True, repr=False)
class Step(Displayed):
    """A few moves with one purpose: which tiles, what is done, and why."""

    kind: str
    """One of KINDS."""
    tiles: tuple[int, ...]
    """The tiles that the step is about."""
    cells: tuple[int, ...]
    """Where each of them is after it, counted from 0 row by row."""
    title: Sentence
    """What is done."""
    why: Sentence
    moves: Moves
    before: Board
    after: Board
    fixed: tuple[int, ...]
    """The tiles that are home for good after the step, in the order in which they came there."""

    def __repr__(self) -> str:
        return f"<Step: {self.title}>"

    def _drawn(self) -> dict[str, str]:
        from taquin.render.cards import player

        return {"text/html": player(self.before, self.moves, f"{self.title} {self.why}")}

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object of a step."""
        return {
            "kind": self.kind,
            "tiles": list(self.tiles),
            "cells": list(self.cells),
            "title": self.title,
            "why": self.why,
            "moves": str(self.moves),
            "before": board_to_json(self.before),
            "after": board_to_json(self.after),
            "fixed": list(self.fixed),
        }


def steps(puzzle: Puzzle) -> Iterator[Step]:
    """Every step of a puzzle that can be solved."""
    board, goal = puzzle.start, puzzle.goal.tiles
    fixed: list[int] = []
    lines: set[Line] = set()
    for stage in Method(puzzle).stages():
        moves = Moves(stage.moves)
        after = board.play(moves)
        fixed += [goal[cell] for cell in stage.done]
        words = _Words(stage, puzzle, board, begins=stage.line not in lines, first=not lines)
        tiles = tuple(goal[piece] for piece in stage.pieces)
        yield Step(stage.kind, tiles, stage.aims, words.title(), words.why(), moves, board, after, tuple(fixed))
        lines.add(stage.line)
        board = after


@dataclass(frozen=True, slots=True)
class _Words:
    """The sentences of a stage."""

    stage: Stage
    puzzle: Puzzle
    board: Board
    begins: bool
    """Whether it is the first one of its line."""
    first: bool
    """Whether that line is the first one of the board."""

    def title(self) -> Sentence:
        """What is done."""
        stage = self.stage
        name = f"explain.{stage.kind}"
        match stage.kind:
            case "home":
                return Sentence(name, tiles=_listed([self._tile(piece) for piece in stage.pieces]))
            case "bring":
                return Sentence(name, tile=self._tile(stage.pieces[0]), place=self._place(stage.aims[0]))
            case "slip":
                return Sentence(name, other=self._tile(stage.pieces[1]), way=self._slid(-1))
            case "park":
                side = Sentence(f"explain.beside_{self._direction(stage.line.inwards)}")
                return Sentence(name, other=self._tile(stage.pieces[0]), side=side)
            case "aside":
                return Sentence(name, other=self._tile(stage.pieces[0]), place=self._place(stage.aims[0]))
            case "enter":
                values = {**self._pair(), "way": self._slid(-2), "other_way": self._slid(-1)}
                return Sentence(name, place=self._place(stage.pieces[0]), **values)
            case "last":
                return Sentence(name, way=Sentence(f"explain.{self._sense()}"))
            case "slide":
                return Sentence(name, place=self._place(self.puzzle.goal.blank))
            case _:
                return Sentence(name, **self._pair())

    def why(self) -> Sentence:
        """The reason."""
        stage = self.stage
        name = f"explain.{stage.kind}_why"
        match stage.kind:
            case "home":
                return Sentence("explain.home_why", n=len(stage.pieces))
            case "bring" if self.begins:
                tile = self._tile(stage.pieces[0])
                name = "explain.bring_why_first" if self.first else "explain.bring_why_line"
                return Sentence(name, tile=tile, line=self._line())
            case "bring":
                return Sentence(name, tile=self._tile(stage.pieces[0]))
            case "last" | "slide":
                return Sentence(name)
            case _:
                return Sentence(name, **self._pair(), line=self._line())

    def _tile(self, piece: int) -> int:
        return self.puzzle.goal.tiles[piece]

    def _pair(self) -> dict[str, int]:
        """The last two tiles of the line: the one that goes first, and the other."""
        before, corner = self.stage.line.cells[-2:]
        known = self.stage.pieces[-1]  # the other one, but where the first has a stage of its own
        first = known if self.stage.kind == "corner" else corner if known == before else before
        return {"tile": self._tile(first), "other": self._tile(corner if first == before else before)}

    def _place(self, cell: int) -> Sentence:
        row, column = divmod(cell, self.board.width)
        return Sentence("words.place", row=row + 1, column=column + 1)

    def _line(self) -> Sentence:
        row, column = divmod(self.stage.line.cells[0], self.board.width)
        if self._direction(self.stage.line.inwards) in "UD":
            return Sentence("explain.row", n=row + 1)
        return Sentence("explain.column", n=column + 1)

    def _direction(self, step: int) -> str:
        """The letter of a step from cell to cell."""
        if abs(step) == 1 and self.board.width > 1:
            return "R" if step > 0 else "L"
        return "D" if step > 0 else "U"

    def _slid(self, place: int) -> Sentence:
        """Where the tile of a move goes: against the blank."""
        return Sentence(f"words.direction_{Move(self.stage.moves[place]).inverse}")

    def _sense(self) -> str:
        """Which way the tiles of the last 2x2 are turned: against the blank's way."""
        corner = self.stage.line.cells.index(self.board.blank)
        blank_turns = any(start == corner and move == self.stage.moves[0] for (start, _), move in _CLOCKWISE.items())
        return "anticlockwise" if blank_turns else "clockwise"


def _listed(tiles: list[int]) -> str:
    """The numbers of some tiles, the middle ones left out where there are many."""
    if len(tiles) <= _NAMED_TILES:
        return ", ".join(map(str, tiles))
    return f"{', '.join(map(str, tiles[: _NAMED_TILES // 2]))} ... {tiles[-1]}"
