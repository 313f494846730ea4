"""The board as a value: it round-trips, moves and moves back, and its symmetries form a group."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import numpy as np
import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taquin import (
    Board,
    IllegalMove,
    Move,
    ParseError,
    Puzzle,
    TaquinError,
    analyse,
    compare,
    dataset,
    scramble,
    solve,
)
from taquin.batch import solve_many
from taquin.errors import InvalidBoard
from taquin.symmetry import Symmetry
from tests.support import boards, reachable

EXAMPLE = Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]])


@given(boards())
def test_repr_evaluates_back(board: Board) -> None:
    assert eval(repr(board)) == board


@given(boards())
def test_pickle_and_hash(board: Board) -> None:
    copy = pickle.loads(pickle.dumps(board))
    assert copy == board
    assert hash(copy) == hash(board)
    assert {board: 1}[copy] == 1


@given(boards())
def test_every_move_is_undone_by_its_inverse(board: Board) -> None:
    for move, after in board.successors():
        assert after != board
        assert after == board.apply(move) == board.play([move])
        assert after.apply(move.inverse) == board
    assert tuple(move for move, _ in board.successors()) == board.moves()
    assert board.neighbors() == tuple(after for _, after in board.successors())


@given(boards())
def test_moves_that_are_not_legal_are_refused(board: Board) -> None:
    for move in set(Move) - set(board.moves()):
        with pytest.raises(IllegalMove, match=move.word):
            board.apply(move)
        with pytest.raises(IllegalMove, match="move 1"):
            board.play([move])


@given(boards())
def test_positions_are_where_the_tiles_are(board: Board) -> None:
    for tile in range(len(board)):
        assert board[board.position(tile)] == tile
        assert board.tiles[board.positions[tile]] == tile
    assert board.tiles[board.blank] == 0
    assert [tile for row in board.rows for tile in row] == list(board) == list(board.tiles)


def test_nested_lists_tuples_flat_and_numpy_are_accepted() -> None:
    rows = [[1, 2, 3], [4, 0, 5], [7, 8, 6]]
    flat = [tile for row in rows for tile in row]
    assert Board(rows) == Board(tuple(map(tuple, rows))) == Board(flat) == Board(flat, width=3) == EXAMPLE
    assert Board(np.array(rows)) == Board(np.array(flat, dtype=np.uint8)) == EXAMPLE
    assert Board([1, 2, 3, 4, 5, 0], width=3).shape == (3, 2)


def test_all_problems_are_named_at_once() -> None:
    with pytest.raises(InvalidBoard) as caught:
        Board([[1, 1, 9], [0, 0, 3], [5]])
    kinds = {problem.kind for problem in caught.value.problems}
    assert kinds == {"ragged", "duplicate", "range", "blank", "missing"}
    assert "row 3 has 1 number" in str(caught.value)
    assert "1 appears twice (row 1, column 1 and row 1, column 2)" in str(caught.value)
    assert "2, 4, 6, 7, 8 are missing" in str(caught.value)


def test_an_array_of_whole_decimal_numbers_is_a_board() -> None:
    rows = [[1.0, 2.0, 3.0], [4.0, 0.0, 5.0], [7.0, 8.0, 6.0]]
    assert Board(np.array(rows)) == Board(np.array(rows, dtype=np.float32)) == EXAMPLE
    with pytest.raises(InvalidBoard, match=r"^1\.0 is a decimal number: write 1$"):
        Board(rows)
    with pytest.raises(InvalidBoard, match=r"^2\.5 is not a whole number$"):
        Board(np.array([[1, 2.5], [3, 0]]))


@pytest.mark.parametrize(
    "cells", [[], [[]], [1, 2, 0], [[1.0, 0]], [["1", 0]], [[True, 0]], [[None, 0]], [1, [0]], [[[0]]]]
)
def test_values_that_are_no_board(cells: list[object]) -> None:
    with pytest.raises(ParseError):
        Board(cells)


def test_a_text_is_not_taken_for_a_sequence() -> None:
    with pytest.raises(TypeError, match=r"Board\.parse"):
        Board("120")


def test_a_board_never_changes() -> None:
    for name in ("tiles", "width", "blank", "colour"):
        with pytest.raises(AttributeError, match="never changes"):
            setattr(EXAMPLE, name, 1)
        with pytest.raises(AttributeError, match="never changes"):
            delattr(EXAMPLE, name)


def test_goals() -> None:
    assert Board.blank_last(3, 2) == Board([[1, 2, 3], [4, 5, 0]])
    assert Board.blank_first(2) == Board([[0, 1], [2, 3]])
    assert Board.spiral(3) == Board([[1, 2, 3], [8, 0, 4], [7, 6, 5]])
    assert Board.spiral(4, 3) == Board([[1, 2, 3, 4], [10, 11, 0, 5], [9, 8, 7, 6]])
    assert Board.spiral(1, 3) == Board([[1], [2], [0]])
    for builder in (Board.blank_last, Board.blank_first, Board.spiral):
        for width in range(1, 8):
            for height in range(1, 8):
                board = builder(width, height)
                assert Board(board.rows) == board  # checked in full by the constructor
        with pytest.raises(ValueError, match="at least 1x1"):
            builder(0, 3)


def test_distances_to_the_goal() -> None:
    board = Board([[8, 1, 3], [4, 0, 2], [7, 6, 5]])  # the priority example of document 001
    assert (board.hamming(), board.manhattan()) == (5, 10)
    assert board.hamming(board) == board.manhattan(board) == 0
    assert not board.is_goal() and board.is_goal(board) and Board.blank_last(4).is_goal()
    with pytest.raises(ValueError, match="same shape"):
        board.manhattan(Board.blank_last(4))


@given(boards(largest_side=4), st.data())
def test_manhattan_changes_by_one_with_every_move(board: Board, data: st.DataObject) -> None:
    goal = Board(data.draw(st.permutations(range(len(board)))), board.width)
    for after in board.neighbors():
        assert abs(after.manhattan(goal) - board.manhattan(goal)) == 1
        assert abs(after.hamming(goal) - board.hamming(goal)) <= 1


@given(boards())
def test_symmetries_form_a_group(board: Board) -> None:
    assert board.transform("identity") == board
    turned = board
    for _ in range(4):
        turned = turned.transform("rotate90")
    assert turned == board
    assert board.transform("rotate90").transform("rotate90") == board.transform("rotate180")
    assert board.transform("transpose").transform("flip_columns") == board.transform("rotate90")
    images = {symmetry: board.transform(symmetry) for symmetry in Symmetry}
    for symmetry, image in images.items():
        assert image.transform(symmetry.inverse) == board
        for other in Symmetry:
            assert image.transform(other) in images.values()


@given(boards(largest_side=3, smallest_side=2))
def test_symmetries_keep_solvability(board: Board) -> None:
    puzzle = Puzzle(board)
    for symmetry in Symmetry:
        assert puzzle.transform(symmetry).is_solvable() == puzzle.is_solvable()


def test_symmetries_keep_every_distance() -> None:
    goal = Board.blank_last(3, 2)
    distances = reachable(goal)
    for symmetry in Symmetry:
        image = reachable(goal.transform(symmetry))
        turned = Puzzle(goal, goal).transform(symmetry).goal
        renamed = reachable(turned)
        for board, distance in distances.items():
            assert image[board.transform(symmetry)] == distance
            assert renamed[Puzzle(board, goal).transform(symmetry).start] == distance


def test_a_transposed_puzzle_keeps_the_usual_goal() -> None:
    puzzle = Puzzle(EXAMPLE).transform("transpose")
    assert puzzle.goal == Board.blank_last(3)
    assert puzzle.start == Board([[1, 2, 3], [4, 0, 6], [7, 5, 8]])
    assert puzzle.is_solution("DR")  # the mirrored solution of RD


def test_relabel_refuses_anything_but_a_renaming() -> None:
    with pytest.raises(ValueError, match="blank"):
        EXAMPLE.relabel([1, 0, *range(2, 9)])
    with pytest.raises(ValueError, match="once each"):
        EXAMPLE.relabel([0, 1, 1, *range(3, 9)])


def test_a_puzzle_is_a_value() -> None:
    puzzle = Puzzle(EXAMPLE)
    assert eval(repr(puzzle)) == puzzle
    assert puzzle.reversed().reversed() == puzzle
    assert puzzle.is_solvable() and not puzzle.is_solved() and Puzzle(puzzle.goal).is_solved()
    assert puzzle.is_solution("RD") and not puzzle.is_solution("DR") and not puzzle.is_solution("RRRR")
    with pytest.raises(ValueError, match="same shape"):
        Puzzle(EXAMPLE, Board.blank_last(4))


def test_moves_are_values() -> None:
    assert [eval(repr(move)) for move in Move] == list(Move)
    assert [move.inverse.inverse for move in Move] == list(Move)
    assert "".join(Move) == "ULRD"


def test_cells_by_row_and_column() -> None:
    assert EXAMPLE[1, 2] == 5
    for place in ((3, 0), (0, 3), (-1, 0)):
        with pytest.raises(IndexError, match="3x3"):
            EXAMPLE[place]
    with pytest.raises(ValueError, match="no tile 9"):
        EXAMPLE.position(9)


def test_a_data_frame_is_an_array() -> None:
    frame = pandas.DataFrame([[1, 2, 3], [4, 0, 5], [7, 8, 6]], columns=["left", "middle", "right"])
    assert Board(frame) == EXAMPLE and solve(frame).length == 2


@pytest.mark.parametrize(
    ("mistaken", "said"),
    [
        (lambda: solve(5), "a board is expected"),  # type: ignore[arg-type]
        (lambda: solve("1 2/0 3", 5), "Limits(seconds=5)"),  # type: ignore[arg-type]
        (lambda: EXAMPLE[1], "board[row, column]"),  # type: ignore[index]
        (lambda: EXAMPLE.play(5), "moves are a text such as 'RDLU'"),  # type: ignore[arg-type]
        (lambda: analyse(EXAMPLE, 5), "moves are a text such as 'RDLU'"),  # type: ignore[arg-type]
        (lambda: scramble((4, 3)), "two whole numbers, such as 4, 3; (4, 3) is none"),  # type: ignore[arg-type]
        (lambda: compare(EXAMPLE, 5), "lists of names, not int"),  # type: ignore[arg-type]
        (lambda: dataset(5), "a dataset has a name"),  # type: ignore[arg-type]
        (lambda: next(solve_many(EXAMPLE)), "not one Board"),  # type: ignore[arg-type]
        (lambda: next(solve_many(5)), "not one int"),  # type: ignore[arg-type]
        (lambda: Puzzle(EXAMPLE, "middle"), "there is no goal 'middle': choose blank-last"),
        (lambda: dataset("korf100")[0], "has no puzzle 0: their ids are 1 to 100"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_one_line(mistaken: Callable[[], object], said: str) -> None:
    with pytest.raises((TypeError, TaquinError, KeyError)) as refused:
        mistaken()
    assert said in str(refused.value) and "\n" not in str(refused.value)
