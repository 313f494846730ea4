"""Moves in three notations and two metrics."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taquin import Board, IllegalMove, Move, ParseError
from taquin.notation import NOTATIONS, format_moves, multi_tile_length, parse_moves
from taquin.scramble import RandomNumbers, _walk
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


@given(boards(smallest_side=2), st.integers(0, 60), st.integers(0, 2**64 - 1))
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
    with pytest.raises(IllegalMove, match="move 2: tile 8 is not next to the blank; 3, 5, 6 can move"):
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
