"""Windows: shorten a solution stretch by stretch.

A window is a stretch of moves, solved again as a puzzle of its own from the board before it to the board after it.
The native windows are some forty to a hundred moves long and searched by a beam; those in Python take up to twelve
moves and search them completely from both ends. Both can be interrupted after every slice and hold a valid
solution at every moment.
"""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Protocol

from taquin import native
from taquin.anytime.construct import cancel_reversals
from taquin.anytime.slices import Worker
from taquin.board import Board
from taquin.move import Move
from taquin.replay import core_holds

__all__ = ["Shortener", "remove_loops", "shortener"]

_PYTHON_WINDOW = 12
"""Moves of a window of the Python engine, which looks for every shorter way between two boards."""


class Shortener(Worker, Protocol):
    """A worker whose solution gets shorter; it is done when its pass over the moves is complete."""

    @property
    def length(self) -> int:
        """The number of moves now."""

    def path(self) -> str:
        """The moves now."""


def shortener(start: Board, moves: str, seed: int, width: int) -> Shortener:
    """Windows over these moves; the same seed gives the same sequence of windows."""
    if core_holds(start):
        return native.core.Windows(start.width, start.tiles, moves, seed, width)
    return PythonWindows(start, moves)


def remove_loops(start: Board, moves: str) -> str:
    """The moves without every stretch that comes back to a board it has been on.

    A board is known by the sum over its tiles of a number for the tile times one for its cell. These are random and
    long: that two boards have the same sum will not happen, and the moves are replayed afterwards.
    """
    random = Random(0)
    numbers = [(random.getrandbits(64), random.getrandbits(64)) for _ in start.tiles]
    of_tile, of_cell = zip(*numbers, strict=True)
    steps = {move.value: move.row_step * start.width + move.column_step for move in Move}
    tiles, blank, board = list(start.tiles), start.blank, 0
    way, place = [board], {board: 0}
    kept: list[str] = []
    for move in moves:
        cell = blank + steps[move]
        tile = tiles[cell]
        board += of_tile[tile] * (of_cell[blank] - of_cell[cell])
        tiles[blank], tiles[cell], blank = tile, 0, cell
        if (length := place.get(board)) is not None:
            for gone in way[length + 1 :]:
                del place[gone]
            del way[length + 1 :], kept[length:]
        else:
            place[board] = len(way)
            way.append(board)
            kept.append(move)
    return "".join(kept)


class PythonWindows:
    """What Python has instead of the core's Windows: short windows, searched completely."""

    def __init__(self, start: Board, moves: str) -> None:
        self.board = start
        self.moves = cancel_reversals(moves)
        self.at = 0
        self.generated = self.expanded = 0

    @property
    def length(self) -> int:
        """The number of moves now."""
        return len(self.moves)

    def path(self) -> str:
        """The moves now."""
        return self.moves

    def run(self, milliseconds: float) -> bool:
        """Work for about so long; whether the pass is complete."""
        end = perf_counter() + milliseconds / 1000
        while self.at < len(self.moves) and perf_counter() < end:
            window = self.moves[self.at : self.at + _PYTHON_WINDOW]
            better = self._shorter(window)
            self.moves = self.moves[: self.at] + better + self.moves[self.at + len(window) :]
            self.board = self.board.play(better[:2])
            self.at += 2
        return self.at >= len(self.moves)

    def _shorter(self, window: str) -> str:
        """A shortest way between the ends of the window, breadth first from both."""
        sides: list[dict[Board, str]] = [{self.board: ""}, {self.board.play(window): ""}]
        layers = [list(side) for side in sides]
        while True:
            if sum(len(side[layer[0]]) for side, layer in zip(sides, layers, strict=True)) + 1 >= len(window):
                return window
            near = 0 if len(layers[0]) <= len(layers[1]) else 1
            fresh = []
            self.expanded += len(layers[near])
            for board in layers[near]:
                for move, following in board.successors():
                    self.generated += 1
                    if following not in sides[near]:
                        sides[near][following] = sides[near][board] + move
                        fresh.append(following)
            layers[near] = fresh
            for board in fresh:
                if board in sides[1 - near]:
                    back = "".join(Move(move).inverse for move in reversed(sides[1][board]))
                    return sides[0][board] + back
