"""Constructions: a solution of every board, in either engine, as long as foretold, which can be left at any time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taquin import Board, Puzzle, improve, scramble, solve
from taquin.anytime import construct
from taquin.anytime.construct import (
    Construction,
    begin_construction,
    construct_python,
    foretell,
)
from taquin.anytime.plain_construction import PythonConstruction
from taquin.errors import TaquinError
from taquin.replay import reaches, replay
from tests.support import needs_core, puzzles, reachable


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2)])
def test_the_python_construction_solves_every_board(shape: tuple[int, int]) -> None:
    goal = Board.blank_last(*shape)
    for board in reachable(goal):
        assert Puzzle(board).is_solution(construct_python(Puzzle(board)))
        assert Puzzle(goal, board).is_solution(construct_python(Puzzle(goal, board)))


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(4, 2), (2, 4), (3, 3)])
def test_the_construction_solves_every_board(shape: tuple[int, int]) -> None:
    for board in reachable(Board.blank_last(*shape)):
        assert reaches(Puzzle(board), construct(Puzzle(board)))
        assert reaches(Puzzle(board), construct_python(Puzzle(board)))


@given(puzzles(largest_side=7))
@settings(max_examples=60, deadline=None)
def test_the_python_construction_is_right_everywhere(puzzle: Puzzle) -> None:
    assert puzzle.is_solution(construct_python(puzzle))


@needs_core
@given(puzzles(largest_side=14))
@settings(max_examples=100, deadline=None)
def test_the_python_construction_makes_the_same_moves(puzzle: Puzzle) -> None:
    assert construct_python(puzzle) == construct(puzzle)


@pytest.mark.parametrize("begin", [begin_construction, PythonConstruction])
@given(puzzle=puzzles(largest_side=8))
@settings(max_examples=40, deadline=None)
def test_a_construction_can_be_left_after_every_tile(begin: Callable[[Puzzle], Construction], puzzle: Puzzle) -> None:
    construction = begin(puzzle)
    slices, progress = 1, 0.0
    while not construction.run(0):
        assert puzzle.start.play(construction.path())
        assert construction.length == len(construction.path())
        assert progress <= construction.progress < 1
        progress = construction.progress
        slices += 1
    assert slices <= len(puzzle.start)
    assert construction.progress == 1
    assert construction.path() == construct(puzzle)
    assert construction.run(0)


@pytest.mark.parametrize("shape", [(2, 2), (2, 60), (60, 2), (7, 5), (30, 30)])
def test_the_first_answer_is_as_large_as_foretold(shape: tuple[int, int]) -> None:
    puzzle = Puzzle(scramble(*shape, seed=5))
    larger = Puzzle(scramble(2 * shape[0], 2 * shape[1], seed=5))
    assert len(construct(puzzle)) <= foretell(puzzle).bytes < foretell(larger).bytes
    assert 0 < foretell(puzzle).seconds < foretell(larger).seconds


@needs_core
@given(puzzles(largest_side=6), st.text("ULRDx", max_size=30))
def test_native_replays_are_those_of_boards(puzzle: Puzzle, moves: str) -> None:
    try:
        expected = puzzle.start.play(moves)
    except TaquinError:
        with pytest.raises(ValueError, match="leaves the board"):
            replay(puzzle.start, moves)
    else:
        assert replay(puzzle.start, moves) == expected


def test_an_unsolvable_puzzle_is_refused() -> None:
    unsolvable = Puzzle(Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]]))
    for function in (construct, construct_python):
        with pytest.raises(ValueError, match="not solvable"):
            function(unsolvable)
    with pytest.raises(ValueError, match="which is odd"):
        improve(unsolvable)


def test_one_row_only_slides() -> None:
    puzzle = Puzzle(Board([[1, 0, 2, 3, 4]]))
    assert solve(puzzle).optimal
