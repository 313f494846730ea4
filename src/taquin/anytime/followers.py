"""Followers shorten the beginning of a way while its end is still looked for.

The descent of a large board goes on from what it has settled, move by move, on one thread: its beams are too narrow to
be shared. The other threads follow with windows over the pieces that are settled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from taquin.anytime.windows import Shortener, shortener
from taquin.board import Board
from taquin.replay import replay

__all__ = ["Follower", "Followers"]


@dataclass
class Piece:
    """Some of the moves of a way, from this board on."""

    board: Board
    moves: str
    seed: int
    passes: int = 0


class Follower:
    """One thread's share of the pieces; the one with the fewest passes is next."""

    def __init__(self, widths: Sequence[int]) -> None:
        self.widths = widths
        self.pieces: list[Piece] = []
        self.piece: Piece | None = None
        self.worker: Shortener | None = None
        self.counted = 0, 0

    @property
    def generated(self) -> int:
        """Boards made so far."""
        return self.counted[0] + (self.worker.generated if self.worker is not None else 0)

    @property
    def expanded(self) -> int:
        """Boards whose children were made so far."""
        return self.counted[1] + (self.worker.expanded if self.worker is not None else 0)

    def run(self, milliseconds: float) -> bool:
        """Work for about so long, or not at all while there is nothing to do. It is never done: more may come."""
        end = perf_counter() + milliseconds / 1000
        while (left := end - perf_counter()) > 0:
            if self.worker is None:
                if not self.pieces:
                    break
                self.piece = piece = min(self.pieces, key=lambda piece: piece.passes)
                width = self.widths[min(piece.passes, len(self.widths) - 1)]
                self.worker = shortener(piece.board, piece.moves, piece.seed + 10_000 * piece.passes, width)
            if self.worker.run(1000 * left):
                self.rest()
        return False

    def rest(self) -> None:
        """Take note of what the worker has found; the piece has had its pass."""
        if self.worker is not None and self.piece is not None:
            self.piece.moves = self.worker.path()
            self.piece.passes += 1
            self.counted = self.generated, self.expanded
            self.worker = None


class Followers:
    """The followers of one descent."""

    def __init__(self, start: Board, followers: int, seed: int, widths: Sequence[int]) -> None:
        self.followers = [Follower(widths) for _ in range(followers)]
        self.pieces: list[Piece] = []
        self.end = start
        self.seed = seed

    def feed(self, moves: str) -> None:
        """The way goes on by these moves."""
        number = len(self.pieces)
        self.pieces.append(Piece(self.end, moves, self.seed + number))
        self.followers[number % len(self.followers)].pieces.append(self.pieces[-1])
        self.end = replay(self.end, moves)

    def path(self) -> str:
        """All pieces as they are now. The followers are done."""
        for follower in self.followers:
            follower.rest()
        return "".join(piece.moves for piece in self.pieces)

    def passes(self) -> int:
        """How many passes every piece has had at least."""
        return min((piece.passes for piece in self.pieces), default=0)
