"""Moves in three notations and two metrics."""

from __future__ import annotations

import pickle
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taquin import Board, IllegalMove, Move, ParseError
from taquin.move import Moves, letters_of
from taquin.notation import NOTATIONS, format_moves, multi_tile_length, parse_moves
from taquin.random_boards import RandomNumbers, _walk
from tests.support import boards

BOARD = Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]])


def test_the_three_notations() -> None:
    moves = (Move.R, Move.D)
    assert format_moves(moves) == "RD"
    assert format_moves(moves, "tile") == "LU"
    assert format_moves(moves, "number", BOARD) == "5 6"
    assert parse_moves("RD") == parse_moves("LU", "tile") == parse_moves("5 6", "number", BOARD) == moves


def test_run_lengths_words_and_separators() -> None:
    assert "".join(parse_moves("URDL2UR2", "tile")) == "DLURRDLL"
    assert format_moves(parse_moves("URDL2UR2", "tile"), "tile", runs=True) == "URDL2UR2"
    assert parse_moves("Right, down") == parse_moves("r d") == parse_moves("R1D1") == (Move.R, Move.D)
    assert parse_moves("R0") == parse_moves("") == ()
    assert parse_moves("up left\nright down") == tuple(Move)


@given(boards(smallest_side=2), st.integers(0, 60), st.integers(0, 2**63 - 1))
def test_every_notation_is_read_back(board: Board, length: int, seed: int) -> None:
    moves = tuple(_walk(board, length, RandomNumbers(seed)))
    for notation in NOTATIONS:
        assert parse_moves(format_moves(moves, notation, board), notation, board) == moves
    for notation in ("blank", "tile"):
        assert parse_moves(format_moves(moves, notation, runs=True), notation) == moves


def test_lengths_in_both_metrics() -> None:
    assert multi_tile_length(parse_moves("RRDDL")) == 3
    assert multi_tile_length(()) == 0


def test_bad_moves_say_where() -> None:
    with pytest.raises(ParseError) as caught:
        parse_moves("RD\n L?")
    assert (caught.value.line, caught.value.column) == (2, 3)
    with pytest.raises(ParseError, match="'five' is not the number of a tile"):
        parse_moves("5 five", "number", BOARD)
    with pytest.raises(
        IllegalMove, match="move 2: tile 8 is not next to the blank, nor in a line with it; 3, 5, 6 can move"
    ):
        parse_moves("5 8", "number", BOARD)
    with pytest.raises(ValueError, match="unknown notation"):
        parse_moves("R", "compass")
    with pytest.raises(ValueError, match="without the board"):
        parse_moves("5", "number")
    with pytest.raises(IllegalMove):
        format_moves((Move.U, Move.U, Move.U), "number", BOARD)


@given(st.text())
def test_any_text_gives_moves_or_a_parse_error(text: str) -> None:
    for notation in NOTATIONS:
        try:
            parse_moves(text[:50], notation, BOARD)
        except (ParseError, IllegalMove) as error:
            assert str(error)


@given(st.text("ULRD", max_size=40), st.integers(-45, 45), st.integers(-45, 45))
def test_moves_are_a_sequence_like_a_tuple(letters: str, begin: int, end: int) -> None:
    moves, expected = Moves(letters), tuple(Move(letter) for letter in letters)
    assert moves == expected and expected == moves and hash(moves) == hash(expected)
    assert list(moves) == list(expected) and all(isinstance(move, Move) for move in moves)
    assert "".join(moves) == str(moves) == letters_of(moves) == letters_of(expected) == letters
    assert moves[begin:end] == expected[begin:end] and isinstance(moves[begin:end], Moves)
    assert list(reversed(moves)) == list(reversed(expected))
    assert bool(moves) == bool(expected) and len(moves) == len(expected)
    assert eval(repr(moves)) == moves == pickle.loads(pickle.dumps(moves))
    assert moves != (*expected, Move.U) and moves != Moves(letters + "U") and moves != letters
    assert multi_tile_length(moves) == len(list(groupby(letters)))
    for place in range(-len(letters), len(letters)):
        assert moves[place] is expected[place]
    with pytest.raises(IndexError):
        moves[len(letters)]


def test_other_letters_are_no_moves() -> None:
    for letters in ("x", "UULx", "u", "U U"):
        with pytest.raises(ValueError, match="U, L, R and D"):
            Moves(letters)
