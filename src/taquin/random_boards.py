"""Random boards: uniform over all solvable ones, random walks, and boards at an exact distance that can be visited.

Everything is drawn from SplitMix64, written out here, so that a seed means the same board on every machine and
with every version of Python.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from taquin.board import Board, BoardLike, as_board
from taquin.errors import TaquinError
from taquin.memory import spare_memory
from taquin.move import Move
from taquin.puzzle import GoalLike, as_goal
from taquin.result import require_seed, require_whole
from taquin.texts import Sentence

__all__ = [
    "LARGEST_SEARCH",
    "OnVisited",
    "RandomNumbers",
    "TooManyBoards",
    "goal_or_default",
    "layers",
    "random_walk",
    "random_walks",
    "scramble",
    "scrambles",
    "seed_or_chance",
    "too_far",
    "uniform_at_distance",
]

_MASK = (1 << 64) - 1
"""The 64 bits that SplitMix64 counts in."""
LARGEST_SEARCH = 400_000
"""How many boards `uniform_at_distance` may visit: all of a 3x3, and more than a second of work for no board."""
_BOARD_BYTES = 300
"""Bytes of a board in a set, at most,"""
_CELL_BYTES = 16
"""and of each of its cells, with the list of where each tile is."""


class TooManyBoards(TaquinError):
    """There are more boards at this distance, or nearer, than are visited."""


_OFTEN = 1000
"""Boards between two reports to `on_visited`."""

OnVisited = Callable[[int], None]
"""What is told how many boards have been visited."""


class RandomNumbers:
    """The generator SplitMix64 (Steele, Lea and Flood 2014)."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def bits(self) -> int:
        """64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
        return mixed ^ mixed >> 31

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, every one exactly as likely: draws that would favor some are thrown away."""
        largest_fair = (1 << 64) - (1 << 64) % bound
        while (value := self.bits()) >= largest_fair:
            pass
        return value % bound


def scramble(width: int, height: int | None = None, *, seed: int | None = None, goal: GoalLike | None = None) -> Board:
    """A board drawn uniformly from all those from which the goal (`Board.blank_last`) can be reached.

    >>> from taquin import scramble
    >>> scramble(4, seed=1).is_solvable()
    True
    """
    return next(scrambles(width, height, seed=seed, goal=goal))


def scrambles(
    width: int, height: int | None = None, *, seed: int | None = None, goal: GoalLike | None = None
) -> Iterator[Board]:
    """Endlessly many such boards, independent of each other; the first is `scramble` of the same seed."""
    target = goal_or_default(width, height, goal)
    numbers = RandomNumbers(seed_or_chance(seed))
    while True:
        yield _uniform(target, numbers)


def random_walk(goal: BoardLike, moves: int, *, seed: int | None = None) -> Board:
    """The board after so many random moves from the goal, none of which takes back the one before it.

    In a dead end, which only a single row or column has, the walk turns round. The board may well be nearer to the
    goal than the walk was long.
    """
    return next(random_walks(goal, moves, seed=seed))


def random_walks(goal: BoardLike, moves: int, *, seed: int | None = None) -> Iterator[Board]:
    """Endlessly many such boards, independent of each other."""
    board, numbers = as_board(goal), RandomNumbers(seed_or_chance(seed))
    moves = require_whole("the number of moves", moves)
    while True:
        yield board.play(_walk(board, moves, numbers))


def uniform_at_distance(
    goal: BoardLike,
    distance: int,
    *,
    seed: int | None = None,
    most: int = LARGEST_SEARCH,
    on_visited: OnVisited | None = None,
) -> Iterator[Board]:
    """Endlessly many boards whose shortest solution has exactly so many moves, each drawn uniformly from all of them.

    Proved by visiting every nearer board, `most` at most; raises TaquinError where there is no such board, and
    TooManyBoards where there are more. `on_visited` is told now and then how many they are so far. `taquin.at_distance`
    goes farther, where uniform boards are not asked for.
    """
    distance = require_whole("the distance", distance)
    return _drawn(_layer(as_board(goal), distance, most, on_visited), RandomNumbers(seed_or_chance(seed)))


def _drawn(boards: list[Board], numbers: RandomNumbers) -> Iterator[Board]:
    while True:
        yield boards[numbers.below(len(boards))]


def _uniform(goal: Board, numbers: RandomNumbers) -> Board:
    """Shuffle all cells; where that is unsolvable, exchange the first two tiles.

    The exchange maps the unsolvable boards one to one onto the solvable ones, so the result stays uniform. On a single
    row or column only the blank can be anywhere.
    """
    tiles = [tile for tile in goal if tile]
    if min(goal.shape) == 1:
        tiles.insert(numbers.below(len(goal)), 0)
        return Board(tiles, goal.width)
    tiles.append(0)
    for last in range(len(tiles) - 1, 0, -1):
        other = numbers.below(last + 1)
        tiles[last], tiles[other] = tiles[other], tiles[last]
    board = Board(tiles, goal.width)
    if not board.is_solvable(goal):
        first, second = [cell for cell, tile in enumerate(tiles) if tile][:2]
        tiles[first], tiles[second] = tiles[second], tiles[first]
        board = Board(tiles, goal.width)
    return board


def _walk(board: Board, moves: int, numbers: RandomNumbers) -> list[Move]:
    walk: list[Move] = []
    row, column = divmod(board.blank, board.width)
    for _ in range(moves):
        legal = [
            move
            for move in Move
            if 0 <= row + move.row_step < board.height and 0 <= column + move.column_step < board.width
        ]
        if not legal:
            raise TaquinError("a 1x1 board has no moves")
        onward = [move for move in legal if not walk or move is not walk[-1].inverse] or legal
        move = onward[numbers.below(len(onward))]
        row, column = row + move.row_step, column + move.column_step
        walk.append(move)
    return walk


def layers(goal: Board, most: int = LARGEST_SEARCH, on_visited: OnVisited | None = None) -> Iterator[list[Board]]:
    """All boards 0 moves from the goal, then all 1 move away, then 2, ..., to the farthest.

    Raises TooManyBoards, instead of the layer, where all boards so far are more than `most`, or where the last layers
    do not fit into the memory that there is. `on_visited` is told now and then how many they are.
    """
    room = spare_memory() // (_BOARD_BYTES + _CELL_BYTES * len(goal))
    before: set[Board] = set()
    layer = {goal: None}
    visited = 0
    while layer:
        visited += len(layer)
        if visited > most:
            raise TooManyBoards(
                f"too many {goal.width}x{goal.height} boards to visit all at this distance: more than {most} are nearer"
            )
        yield list(layer)
        following: dict[Board, None] = {}
        for number, parent in enumerate(layer):
            if len(before) + len(layer) + len(following) > room:
                raise TooManyBoards(f"there is memory for {room:,} boards of {goal.width}x{goal.height} only")
            if on_visited is not None and number % _OFTEN == 0:
                on_visited(visited + len(following))
            following.update(
                (board, None) for board in parent.neighbors() if board not in before and board not in layer
            )
        before, layer = set(layer), following


def _layer(goal: Board, distance: int, most: int, on_visited: OnVisited | None) -> list[Board]:
    """All boards at exactly this distance, in the order in which breadth-first search finds them."""
    depth = -1
    try:
        for depth, layer in enumerate(layers(goal, most, on_visited)):
            if depth == distance:
                return layer
    except TooManyBoards as error:
        raise TooManyBoards(
            f"cannot prove a distance of {distance} on a {goal.width}x{goal.height} board: {error}"
        ) from None
    raise TaquinError(too_far(goal, distance, depth))


def too_far(goal: Board, distance: int, farthest: int) -> Sentence:
    """That no board is so far away from this goal."""
    shape = {"width": goal.width, "height": goal.height}
    return Sentence("errors.no_board_so_far", **shape, distance=distance, farthest=farthest)


def goal_or_default(width: int, height: int | None, goal: GoalLike | None) -> Board:
    """The goal, `Board.blank_last` where none is given, of this shape."""
    shaped = Board.blank_last(width, height)
    found = as_goal(goal, *shaped.shape)
    if found.shape != shaped.shape:
        raise TaquinError(f"the goal is {found.width}x{found.height}, the board is to be {width}x{shaped.height}")
    return found


def seed_or_chance(seed: int | None) -> int:
    """The seed, or one that nobody can foresee where none is given."""
    if seed is None:
        return int.from_bytes(os.urandom(8), "little")
    require_seed(seed)
    return seed
