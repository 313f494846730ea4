"""Boards whose shortest solution has exactly so many moves, near the goal and far from it.

Near the goal, and in small spaces, breadth-first search visits every board at the distance, and each is as likely as
any other. Farther away there are too many to visit: the 15-puzzle has 10^13. There a board is drawn and its distance is
proven by solving it.

- Where it is too near, it climbs: a random walk of some moves leads to another board, which takes its place unless it
  is nearer.
- Where it is too far, it comes down. Every neighbor of a board at distance d is at d - 1 or d + 1, never at d, since
  all solutions of a board are even or all are odd; solving the neighbor tells which. One of them is always nearer.

Such boards are not uniformly distributed over all at their distance. A seed means the same board wherever the native
engine runs, since all depends on distances only; the Python engine draws other boards, which it can prove.

Boards of the 15-puzzle that are more than 64 moves from their goal are rare, 1 of 100. Where the goal has its blank in
a corner, those begin at the 17 boards that need 80 moves, which have been published (the dataset `antipodes15`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from taquin import native
from taquin.board import Board, BoardLike, as_board
from taquin.datasets import dataset, distance_counts
from taquin.errors import TaquinError
from taquin.puzzle import Puzzle
from taquin.random_boards import (
    LARGEST_SEARCH,
    OnVisited,
    RandomNumbers,
    TooManyBoards,
    random_walk,
    scramble,
    seed_or_chance,
    too_far,
    uniform_at_distance,
)
from taquin.result import Limits, require_whole
from taquin.solver import solve
from taquin.symmetry import Symmetry
from taquin.texts import Sentence

__all__ = ["NoneFound", "boards_at_distance"]

_ALL_CELLS: Final = 9
"""Cells of the largest boards all of which are visited: a 3x3 has 181,440, some seconds of work."""
_NEAR: Final = 20_000
"""Boards that are visited on larger boards before the search for single ones begins: half a second."""
_PROVEN_CELLS: Final = 16
"""Cells of the largest boards any of which the engine proves in some hundredths of a second."""
_RARE: Final = 64
"""Moves beyond which boards of the 15-puzzle are too rare to be drawn: 1 of 73 is as far or farther."""
_STRIDE: Final = 8
"""Moves of a walk at most by which a board climbs, or leaves the farthest boards."""
_MOST_NODES: Final = 3_000_000
"""Nodes for the proof of one distance where it may take for ever; at most a second of the native engine."""
_MOST_PLAIN_NODES: Final = 30_000
"""The same for the Python engine."""
_MOST_UNPROVEN: Final = 20
"""Distances that are not proven within these nodes before the search for a board is given up."""
_MOST_PROOFS: Final = 20_000
"""Distances that are proven for one board before it is given up: half a millisecond each at 4x3."""
_MOST_IN_ALL: Final = 1_000_000_000
"""Nodes of all these proofs together: half a minute of the native engine."""
_PATIENCE: Final = 100
"""Walks upwards in vain after which another board is drawn."""


class NoneFound(TaquinError):
    """No board at this distance was found, although there may be some. `taquin.random_boards.random_walk` is quicker,
    and promises less."""


def boards_at_distance(
    goal: BoardLike, distance: int, *, seed: int | None = None, on_visited: OnVisited | None = None
) -> Iterator[Board]:
    """Endlessly many boards whose shortest solution has exactly so many moves, proven.

    Up to 3x3, and near the goal, drawn uniformly from all of them. Raises TaquinError where there is no such board, and
    NoneFound where there may be some: beyond 16 cells that is soon the case. `on_visited` is
    told now and then how many boards have been visited.

    >>> from taquin import Board
    >>> from taquin.at_distance import boards_at_distance
    >>> next(boards_at_distance(Board.blank_last(3), 31, seed=1))
    Board([[8, 6, 7], [2, 5, 4], [3, 0, 1]])
    """
    goal, distance = as_board(goal), require_whole("the distance", distance)
    farthest = _farthest(goal)
    if farthest is not None and distance > farthest:
        raise TaquinError(too_far(goal, distance, farthest))
    few = len(goal) <= _ALL_CELLS or min(goal.shape) == 1
    try:
        most = LARGEST_SEARCH if few else _NEAR
        return uniform_at_distance(goal, distance, seed=seed, most=most, on_visited=on_visited)
    except TooManyBoards:
        return _far(goal, distance, seed_or_chance(seed))


def _far(goal: Board, distance: int, seed: int) -> Iterator[Board]:
    numbers = RandomNumbers(seed * 1000 + distance)  # so that one seed does not walk the same way to every distance
    while True:
        yield _Quest(goal, distance, numbers).board()


class _Quest:
    """The search for one board at a distance; it counts the proofs."""

    def __init__(self, goal: Board, distance: int, numbers: RandomNumbers) -> None:
        self.goal = goal
        self.distance = distance
        self.numbers = numbers
        self.proofs = 0
        self.unproven = 0
        self.nodes = 0
        self.native = native.core is not None
        self.sure = self.native and len(goal) <= _PROVEN_CELLS
        """Whether every distance can be proven in time."""

    def board(self) -> Board:
        """A board at the distance; raises NoneFound where there seems to be none."""
        while True:
            board, away = self.start()
            if away is not None and away < self.distance:
                board, away = self.climb(board, away)
            while away is not None and away > self.distance:
                board, away = self.come_down(board, away)
            if away == self.distance:
                return board

    def start(self) -> tuple[Board, int | None]:
        """A board to begin with, and its distance."""
        seed = self.numbers.bits() >> 1  # a seed has 63 bits
        if self.goal.shape == (4, 4) and self.distance > _RARE and _home(self.goal) == "corner":
            farthest = _antipodes(self.goal)
            moves = min(_STRIDE, 80 - self.distance)
            board = random_walk(farthest[self.numbers.below(len(farthest))], moves, seed=seed)
            return board, self.measure(board) if moves > 1 else 80 - moves  # nothing is farther than these
        if self.sure:
            board = scramble(*self.goal.shape, goal=self.goal, seed=seed)
        else:
            board = random_walk(self.goal, self.distance, seed=seed)
        return board, self.measure(board)

    def climb(self, board: Board, away: int) -> tuple[Board, int]:
        """A board that is far enough, by random walks that lead to none that is nearer; or where patience ended."""
        in_vain = 0
        while away < self.distance and in_vain < _PATIENCE:
            other = random_walk(board, 1 + self.numbers.below(_STRIDE), seed=self.numbers.bits() >> 1)
            found = self.measure(other)
            in_vain = 0 if found is not None and found > away else in_vain + 1
            if found is not None and found >= away:
                board, away = other, found
        return board, away

    def come_down(self, board: Board, away: int) -> tuple[Board, int | None]:
        """A neighbor that is one move nearer."""
        neighbors = list(board.neighbors())
        while len(neighbors) > 1:
            neighbor = neighbors.pop(self.numbers.below(len(neighbors)))
            found = self.measure(neighbor)
            if found is None or found < away:
                return neighbor, found
        return neighbors[0], away - 1  # all others are farther

    def measure(self, board: Board) -> int | None:
        """The length of a shortest solution, None where it is not proven within the limits."""
        if self.proofs >= _MOST_PROOFS or self.unproven >= _MOST_UNPROVEN or self.nodes > _MOST_IN_ALL:
            shape = {"width": board.width, "height": board.height}
            raise NoneFound(Sentence("errors.none_found", **shape, distance=self.distance, proofs=self.proofs))
        nodes = _MOST_NODES if self.native else _MOST_PLAIN_NODES
        solution = solve(Puzzle(board, self.goal), None if self.sure else Limits(nodes=nodes), optimal=True)
        self.proofs += 1
        self.nodes += solution.stats.generated
        self.unproven += not solution.optimal
        return solution.length if solution.optimal else None


def _farthest(goal: Board) -> int | None:
    """The distance of the farthest boards, where it has been published."""
    known = distance_counts(*goal.shape, _home(goal))
    return len(known.counts) - 1 if known is not None and known.complete else None


def _home(goal: Board) -> str:
    """Where the goal has its blank: corner, edge or center."""
    row, column = divmod(goal.blank, goal.width)
    sides = (row in (0, goal.height - 1)) + (column in (0, goal.width - 1))
    return ("center", "edge", "corner")[sides]


def _antipodes(goal: Board) -> list[Board]:
    """The 17 boards that are 80 moves from a goal of the 15-puzzle with its blank in a corner.

    They have been published for the goal `Board.blank_last`. That one is turned until its blank is in the right corner,
    and then every tile gets the number of its cell in the goal.
    """
    usual = Board.blank_last(4)
    turn = next(symmetry for symmetry in Symmetry if usual.transform(symmetry).blank == goal.blank)
    turned = usual.transform(turn)
    numbers = [goal.tiles[cell] for cell in turned.positions]
    return [one.puzzle.start.transform(turn).relabel(numbers) for one in dataset("antipodes15").instances()]
