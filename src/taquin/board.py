"""The board: width x height cells, tiles 1..wh-1 and one blank, written 0. A board is a value and never changes.

A board knows its legal moves, its neighbors, its distances to a goal and its mirror images; whether a goal can
be reached is `is_solvable`, and the reasons why are `taquin.diagnose`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self

from taquin.cells import as_rows, find_problems, whole_number
from taquin.display import Displayed
from taquin.errors import IllegalMove, InvalidBoard, TaquinError
from taquin.move import Move, Moves, cell_distance, legal_moves, require_moves
from taquin.symmetry import Symmetry

if TYPE_CHECKING:
    import numpy

__all__ = ["Board", "BoardLike", "as_board"]


class HasToList(Protocol):
    """An array: that of numpy, of pandas, of torch."""

    def tolist(self) -> Any:
        """Its values as nested lists."""
        ...


class Board(Displayed):
    """An arrangement of tiles.

    >>> from taquin import Board
    >>> board = Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]])
    >>> board.play("RD").is_goal()
    True

    Takes rows (nested sequences, or anything with `tolist()` such as a numpy array), or a flat sequence with its
    `width`; a flat sequence without width must be square. Raises InvalidBoard, naming every problem at once.
    """

    __slots__ = ("_positions", "blank", "height", "tiles", "width")

    width: int
    height: int
    tiles: tuple[int, ...]
    """All cells row by row; the blank is 0."""
    blank: int
    """The cell of the blank: row * width + column."""
    _positions: tuple[int, ...] | None

    def __init__(self, cells: Iterable[Any] | HasToList, width: int | None = None) -> None:
        rows = as_rows(cells, width)
        problems = find_problems(rows)
        if problems:
            raise InvalidBoard(problems)
        tiles = tuple(tile for row in rows for tile in row)
        self._fill(tiles, len(rows[0]), len(rows), tiles.index(0))

    def _fill(self, tiles: tuple[int, ...], width: int, height: int, blank: int) -> None:
        """Set what never changes afterwards. Calling the slots themselves is twice as quick as object.__setattr__,
        and making boards is most of the work of every search in Python.
        """
        _set_tiles(self, tiles)
        _set_width(self, width)
        _set_height(self, height)
        _set_blank(self, blank)
        _set_positions(self, None)

    @classmethod
    def _trusted(cls, tiles: tuple[int, ...], width: int, blank: int | None = None) -> Self:
        """Make a board of tiles that are known to be right, without checking them again."""
        board = cls.__new__(cls)
        board._fill(tiles, width, len(tiles) // width, tiles.index(0) if blank is None else blank)
        return board

    @classmethod
    def parse(cls, text: str) -> Board:
        """Read one board in any of the formats of `taquin.notation`."""
        from taquin.notation import parse_board

        return parse_board(text)

    # Goals

    @classmethod
    def blank_last(cls, width: int, height: int | None = None) -> Self:
        """The goal 1, 2, 3, ... with the blank in the last cell."""
        size = _area(width, height)
        return cls._trusted((*range(1, size), 0), width, size - 1)

    @classmethod
    def blank_first(cls, width: int, height: int | None = None) -> Self:
        """The goal 0, 1, 2, ... with the blank in the first cell."""
        return cls._trusted(tuple(range(_area(width, height))), width, 0)

    @classmethod
    def spiral(cls, width: int, height: int | None = None) -> Self:
        """The goal that winds 1, 2, 3, ... clockwise from the first cell inwards and ends with the blank."""
        size = _area(width, height)
        tiles = [0] * size
        for tile, cell in enumerate(_spiral_cells(width, size // width), start=1):
            tiles[cell] = tile % size
        return cls._trusted(tuple(tiles), width)

    # Values

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Board never changes: cannot set {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Board never changes: cannot delete {name}")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        """The rows as a numpy array of two dimensions."""
        import numpy

        if copy is False:
            raise ValueError("the tiles of a board must be copied into an array")
        return numpy.array(self.tiles, dtype=dtype).reshape(self.height, self.width)

    def __reduce__(self) -> tuple[Any, ...]:
        return Board._trusted, (self.tiles, self.width)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.tiles == other.tiles and self.width == other.width

    def __hash__(self) -> int:
        return hash(self.tiles)

    def __repr__(self) -> str:
        return f"Board({[list(row) for row in self.rows]})"

    def _drawn(self) -> dict[str, str]:
        from taquin.render.board import board_svg

        return {"image/svg+xml": board_svg(self)}

    def __str__(self) -> str:
        from taquin.notation import format_board

        return format_board(self)

    def __len__(self) -> int:
        """The number of cells, blank included."""
        return len(self.tiles)

    def __iter__(self) -> Iterator[int]:
        return iter(self.tiles)

    def __getitem__(self, place: tuple[int, int]) -> int:
        """The tile in the cell `board[row, column]`, counted from 0."""
        try:
            row, column = place
        except TypeError:
            raise TypeError(f"a cell is board[row, column], for example board[0, 1], not board[{place!r}]") from None
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise IndexError(f"no cell ({row}, {column}) on a {self.width}x{self.height} board")
        return self.tiles[row * self.width + column]

    @property
    def shape(self) -> tuple[int, int]:
        """Width and height."""
        return self.width, self.height

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells, one tuple a row."""
        width = self.width
        return tuple(self.tiles[start : start + width] for start in range(0, len(self.tiles), width))

    @property
    def positions(self) -> tuple[int, ...]:
        """The cell of every tile: `positions[tile]`, the blank's at index 0. Computed once."""
        if self._positions is not None:
            return self._positions
        cells = [0] * len(self.tiles)
        for cell, tile in enumerate(self.tiles):
            cells[tile] = cell
        _set_positions(self, tuple(cells))
        return tuple(cells)

    def position(self, tile: int) -> tuple[int, int]:
        """Row and column of a tile (0 is the blank), counted from 0."""
        if not 0 <= tile < len(self.tiles):
            raise TaquinError(f"no tile {tile} on a {self.width}x{self.height} board")
        return divmod(self.positions[tile], self.width)

    # Moves

    def moves(self) -> tuple[Move, ...]:
        """The legal moves, in the order Up, Left, Right, Down."""
        return tuple([move for move, _ in legal_moves(self.blank, self.width, self.height)])

    def apply(self, move: Move | str) -> Board:
        """The board after one move; raises IllegalMove where the blank would leave the board."""
        return self.play((move,))

    def play(self, moves: Iterable[Move | str]) -> Board:
        """The board after a whole sequence of moves; raises IllegalMove naming the first that is not legal."""
        tiles, blank, width = list(self.tiles), self.blank, self.width
        letters = (
            str(moves) if isinstance(moves, Moves) else require_moves(moves)
        )  # plain letters compare twice as quickly
        for number, letter in enumerate(letters, start=1):
            if letter == "U" and blank >= width:
                target = blank - width
            elif letter == "L" and blank % width:
                target = blank - 1
            elif letter == "R" and (blank + 1) % width:
                target = blank + 1
            elif letter == "D" and blank + width < len(tiles):
                target = blank + width
            elif letter in ("U", "L", "R", "D"):
                row, column = divmod(blank, width)
                raise IllegalMove(
                    f"move {number}, {Move(letter).word}, is not possible: the blank is in row {row + 1}, column "
                    f"{column + 1} of a {width}x{self.height} board"
                )
            else:
                raise IllegalMove(f"move {number}, {letter!r}, is not a move: write U, L, R or D")
            tiles[blank] = tiles[target]
            blank = target
        tiles[blank] = 0
        return Board._trusted(tuple(tiles), width, blank)

    def successors(self) -> tuple[tuple[Move, Board], ...]:
        """Every legal move with the board it leads to, in the order Up, Left, Right, Down."""
        return tuple([(move, self._slide(target)) for move, target in legal_moves(self.blank, self.width, self.height)])

    def neighbors(self) -> tuple[Board, ...]:
        """The boards one move away."""
        return tuple([self._slide(target) for _, target in legal_moves(self.blank, self.width, self.height)])

    def _slide(self, target: int) -> Board:
        """Exchange the blank with the tile in the target cell; what `_fill` does is written out, which saves a call."""
        tiles = list(self.tiles)
        tiles[self.blank], tiles[target] = tiles[target], 0
        board = _new(Board)
        _set_tiles(board, tuple(tiles))
        _set_width(board, self.width)
        _set_height(board, self.height)
        _set_blank(board, target)
        _set_positions(board, None)
        return board

    # Distances and reachability; the goal is `blank_last` where none is given

    def hamming(self, goal: BoardLike | None = None) -> int:
        """The number of tiles that are not where the goal has them; the blank does not count."""
        goal = self._goal(goal)
        return sum(tile != wanted for tile, wanted in zip(self.tiles, goal.tiles, strict=True) if tile)

    def manhattan(self, goal: BoardLike | None = None) -> int:
        """The sum over all tiles of rows plus columns between a tile and its place in the goal."""
        width, home = self.width, self._goal(goal).positions
        total = 0
        for cell, tile in enumerate(self.tiles):
            if tile:
                total += cell_distance(cell, home[tile], width)
        return total

    def is_goal(self, goal: BoardLike | None = None) -> bool:
        """Whether this board is the goal."""
        return self == self._goal(goal)

    def is_solvable(self, goal: BoardLike | None = None) -> bool:
        """Whether legal moves lead from this board to the goal. Linear in the number of cells.

        A move exchanges the blank with a tile: it changes the parity of the arrangement and the parity of the
        blank's distance from its goal cell, both at once. On boards at least 2 wide and 2 high, agreement of the
        two parities is also enough. On a single row or column the tiles cannot pass each other at all.
        """
        goal = self._goal(goal)
        if min(self.shape) == 1:
            return [tile for tile in self.tiles if tile] == [tile for tile in goal.tiles if tile]
        distance = cell_distance(self.blank, goal.blank, self.width)
        return (_permutation_parity(self, goal) + distance) % 2 == 0

    def _goal(self, goal: BoardLike | None) -> Board:
        if goal is None:
            return Board.blank_last(self.width, self.height)
        goal = as_board(goal)
        if goal.shape != self.shape:
            raise TaquinError(
                f"the goal is {goal.width}x{goal.height}, the board {self.width}x{self.height}: "
                "give a goal of the same shape"
            )
        return goal

    # Symmetry

    def transform(self, symmetry: Symmetry | str) -> Board:
        """The board turned or mirrored as a picture, every tile keeping its number."""
        symmetry = Symmetry(symmetry)
        width = self.height if symmetry.swaps_sides else self.width
        tiles = [0] * len(self.tiles)
        for cell, tile in enumerate(self.tiles):
            row, column = symmetry.target(*divmod(cell, self.width), self.width, self.height)
            tiles[row * width + column] = tile
        return Board._trusted(tuple(tiles), width)

    def relabel(self, numbers: Sequence[int]) -> Board:
        """The board with every tile t renamed `numbers[t]`; `numbers[0]` must be 0."""
        if numbers[0] != 0 or sorted(numbers) != list(range(len(self.tiles))):
            raise TaquinError(f"numbers must name 0..{len(self.tiles) - 1} once each and keep 0 for the blank")
        return Board._trusted(tuple(numbers[tile] for tile in self.tiles), self.width, self.blank)


_new = object.__new__
_set_tiles, _set_width, _set_height, _set_blank, _set_positions = (
    Board.__dict__[slot].__set__ for slot in ("tiles", "width", "height", "blank", "_positions")
)

BoardLike = Board | str | Iterable[int] | Iterable[Iterable[int]] | HasToList
"""What is taken for a board wherever one is expected: a Board, a text in any of the formats of `taquin.notation`, rows
of tiles, the tiles of a square board in one sequence, or an array."""


def as_board(value: BoardLike) -> Board:
    """The board that is meant. Raises ParseError or InvalidBoard where it is none, TypeError where it cannot be one.

    >>> from taquin.board import as_board
    >>> as_board("1 2/3 0") == as_board([[1, 2], [3, 0]]) == as_board((1, 2, 3, 0))
    True
    """
    if isinstance(value, Board):
        return value
    if isinstance(value, str):
        return Board.parse(value)
    if isinstance(value, Iterable) or hasattr(value, "tolist"):
        return Board(value)
    raise TypeError(
        "a board is expected: a Board, a text such as '1 2 3/4 5 6/7 8 0', rows of tiles or an array, "
        f"not {type(value).__name__}"
    )


def _area(width: int, height: int | None) -> int:
    height = width if height is None else height
    for side in (width, height):
        if whole_number(side) is None:
            raise TaquinError(f"width and height are two whole numbers, such as 4, 3; {side!r} is none")
    if width < 1 or height < 1:
        raise TaquinError(f"a board is at least 1x1, not {width}x{height}")
    return width * height


def _spiral_cells(width: int, height: int) -> Iterator[int]:
    """All cells, clockwise from the first one inwards."""
    top, left, bottom, right = 0, 0, height - 1, width - 1
    while top <= bottom and left <= right:
        yield from (top * width + column for column in range(left, right + 1))
        yield from (row * width + right for row in range(top + 1, bottom + 1))
        if top < bottom and left < right:
            yield from (bottom * width + column for column in range(right - 1, left - 1, -1))
            yield from (row * width + left for row in range(bottom - 1, top, -1))
        top, left, bottom, right = top + 1, left + 1, bottom - 1, right - 1


def _permutation_parity(board: Board, goal: Board) -> int:
    """0 if an even number of exchanges turns the board into the goal, else 1 (counted by cycles)."""
    home, tiles = goal.positions, board.tiles
    seen = bytearray(len(tiles))
    transpositions = 0
    for start in range(len(tiles)):
        cell = start
        while not seen[cell]:
            seen[cell] = 1
            cell = home[tiles[cell]]
            transpositions += cell != start
    return transpositions % 2
