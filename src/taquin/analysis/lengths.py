"""What is known of the way to the goal from every board of a solve: how long at least, how long at most, and a way.

A solve is a row of steps: single-tile moves, or slides in the multi-tile metric, and lengths count those. A step
changes the length by one at most. So what is known of one board says something about its neighbors, and theirs: if
board i is at most 20 steps from the goal, board i + 3 is at most 23 steps away, and if it is at least 20 steps away,
board i + 3 is at least 17. `note` and `raise_least` spread what they are told like that, the nearest news first, so
that every board hears of it once. After that two neighbors differ by one at most in `most`, as the true lengths do, and
the sum of what the steps cost is right whether the lengths are proven or not. In single-tile moves all lengths of one
board have the same parity, and neighbors differ by one.

A way that is noted is followed: where it meets the solve again, on whichever board, its rest is a way from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heapify, heappop, heappush
from itertools import accumulate, groupby, pairwise

from taquin.board import Board
from taquin.move import Move
from taquin.names import Metric
from taquin.puzzle import Puzzle
from taquin.random_boards import RandomNumbers
from taquin.replay import replay

__all__ = ["Lengths"]

_INVERSE = str.maketrans({move.value: move.inverse.value for move in Move})


class Lengths:
    """The lengths of the boards of one solve, which are numbered from 0, the start, to the number of steps.

    `rest` is a way from the last board to the goal; it is empty where the solve ends there.
    """

    def __init__(self, puzzle: Puzzle, moves: str, rest: str, metric: Metric = "stm") -> None:
        self.puzzle = puzzle
        self.metric = metric
        self.steps = list(moves) if metric == "stm" else ["".join(run) for _, run in groupby(moves)]
        """The moves of every step."""
        self._numbers = _CellNumbers(len(puzzle.start))
        keys = self._numbers.along(puzzle.start, moves)
        self._keys = [keys[made] for made in accumulate(map(len, self.steps), initial=0)]
        self._places: dict[int, list[int]] = {}
        """The boards by their keys: a solve may come to one board several times."""
        for place, key in enumerate(self._keys):
            self._places.setdefault(key, []).append(place)
        self._ways: dict[int, tuple[str, int, int]] = {}
        """The shortest way that was noted for a board, where in it the board is, and the length from there."""
        longer = len(self.steps) + len(rest) + 2
        self.least = [0] * len(self._keys)
        """Steps that every way to the goal has at least, proven."""
        self.most = [longer - place for place in range(len(self._keys))]
        """Steps of the shortest way that is known."""
        self.note(replay(puzzle.start, moves), rest)

    def is_proven(self, place: int) -> bool:
        """Whether the shortest way from this board is known, and proven to be one."""
        return self.least[place] == self.most[place]

    @property
    def all_proven(self) -> bool:
        """Whether that is so for every board."""
        return self.least == self.most

    def note(self, board: Board, way: str) -> None:
        """Take note of a way from this board to the goal."""
        key, tiles, blank = self._numbers.key(board), list(board.tiles), board.blank
        shorter: dict[int, int] = {}
        for made, length in enumerate(self._lengths(way)):
            for met in self._places.get(key, ()):
                if length < shorter.get(met, self.most[met]):
                    shorter[met] = length
                    self._ways[met] = way, made, length
            if made < len(way):
                key, blank = self._numbers.step(key, tiles, blank, way[made], board.width)
        self._spread(self.most, shorter, 1)

    def raise_least(self, bounds: Mapping[int, int]) -> None:
        """Take note that every way from these boards to the goal has at least so many steps."""
        self._spread(self.least, {place: bound for place, bound in bounds.items() if bound > self.least[place]}, -1)

    def way(self, place: int) -> str:
        """The shortest way that is known from this board: its own, or through the board before it, or the next one."""
        steps: list[str] = []
        while (own := self._own_way(place)) is None:
            step, place = self._step(place)
            steps.append(step)
        way, begin, _ = own
        return "".join(steps) + way[begin:]

    def first_step(self, place: int) -> str:
        """The first step of `way`, without the rest; empty on the goal."""
        if (own := self._own_way(place)) is None:
            return self._step(place)[0]
        way, begin, _ = own
        if self.metric == "stm":
            return way[begin : begin + 1]
        return "".join(next(groupby(way[begin:]), ("", ""))[1])

    def board(self, place: int) -> Board:
        """The board after so many steps."""
        return replay(self.puzzle.start, "".join(self.steps[:place]))

    def _lengths(self, way: str) -> list[int]:
        """The length of what is left of a way, after each of its moves."""
        ends = [self.metric == "stm" or move != after for move, after in pairwise(way + " ")]
        return list(accumulate(reversed(ends), initial=0))[::-1]

    def _own_way(self, place: int) -> tuple[str, int, int] | None:
        """The way that was noted for this board, at whichever time it was there, where none is shorter."""
        for same in self._places[self._keys[place]]:
            if (noted := self._ways.get(same)) is not None and noted[2] == self.most[place]:
                return noted
        return None

    def _step(self, place: int) -> tuple[str, int]:
        """The step of the solve, back or onward, that is the first one of the way from this board, and its board."""
        times = self._places[self._keys[place]]
        for same in times:
            if same > 0 and self.most[same - 1] < self.most[same]:
                return self.steps[same - 1].translate(_INVERSE), same - 1
        onward = next(same for same in times if same < len(self.steps) and self.most[same + 1] < self.most[same])
        return self.steps[onward], onward + 1

    def _spread(self, lengths: list[int], told: Mapping[int, int], change: int) -> None:
        """Take lengths that are better than those known, and what follows from them for all other boards: a step away
        they `change` by 1, the most, or by -1, the least."""
        for place, length in told.items():
            lengths[place] = length
        waiting = [(change * length, place) for place, length in told.items()]
        heapify(waiting)
        while waiting:
            news, here = heappop(waiting)
            if news > change * lengths[here]:
                continue
            for there, steps in self._neighbors(here):
                if news + steps < change * lengths[there]:
                    lengths[there] = change * (news + steps)
                    heappush(waiting, (news + steps, there))

    def _neighbors(self, place: int) -> Iterator[tuple[int, int]]:
        """The boards of which something follows from a length of this one, and how many steps away they are: the same
        board at other times, and the next ones."""
        for there in self._places[self._keys[place]]:
            yield there, 0
        for there in (place - 1, place + 1):
            if 0 <= there < len(self.most):
                yield there, 1


class _CellNumbers:
    """A number of 64 random bits for every tile in every cell. Their sum is the key of a board, one move away from that
    of the next."""

    def __init__(self, cells: int) -> None:
        numbers = RandomNumbers(cells)
        self._tile = [numbers.bits() for _ in range(cells)]
        self._cell = [numbers.bits() for _ in range(cells)]

    def key(self, board: Board) -> int:
        """The key of a board."""
        return sum(self._number(tile, cell) for cell, tile in enumerate(board.tiles) if tile)

    def along(self, board: Board, moves: str) -> list[int]:
        """The keys of all boards on the way."""
        tiles, blank, key = list(board.tiles), board.blank, self.key(board)
        keys = [key]
        for move in moves:
            key, blank = self.step(key, tiles, blank, move, board.width)
            keys.append(key)
        return keys

    def step(self, key: int, tiles: list[int], blank: int, move: str, width: int) -> tuple[int, int]:
        """Make a move on `tiles`: the key and the blank's cell after it."""
        target = blank + _STEP_ROWS[move] * width + _STEP_COLUMNS[move]
        tile = tiles[target]
        tiles[blank], tiles[target] = tile, 0
        return key + self._number(tile, blank) - self._number(tile, target), target

    def _number(self, tile: int, cell: int) -> int:
        return self._tile[tile] * self._cell[cell]


_STEP_ROWS = {move.value: move.row_step for move in Move}
_STEP_COLUMNS = {move.value: move.column_step for move in Move}
