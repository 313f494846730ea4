"""Random boards: always solvable, uniform, exact where a distance is asked for, the same everywhere for a seed."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from taquin import Board, Puzzle, TaquinError, Unsolvable, native, scramble, solve
from taquin.at_distance import boards_at_distance
from taquin.cli import program
from taquin.notation import parse_boards, parse_moves
from taquin.random_boards import RandomNumbers, random_walk, random_walks, scrambles, uniform_at_distance
from taquin.scramble_moves import scramble_moves
from tests.support import boards, needs_core, reachable


def test_the_generator_is_splitmix64() -> None:
    """The first outputs for seed 1234567, as published with the reference implementation."""
    numbers = RandomNumbers(1234567)
    assert [numbers.bits() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_seed_means_the_same_board_everywhere() -> None:
    assert scramble(4, seed=1) == Board.parse("12 3 11 7/8 14 15 1/13 6 0 10/4 9 5 2")
    assert random_walk(Board.blank_last(3), 10, seed=1) == Board.parse("5 1 3/4 0 6/7 2 8")
    assert next(uniform_at_distance(Board.blank_last(3), 31, seed=1)) == Board.parse("8 6 7/2 5 4/3 0 1")
    assert list(islice(scrambles(3, 2, seed=5), 4)) == list(islice(scrambles(3, 2, seed=5), 4))
    assert scramble(5) != scramble(5)


@given(boards(), st.integers(0, 2**63 - 1))
def test_random_boards_are_solvable_for_any_goal(goal: Board, seed: int) -> None:
    assert scramble(*goal.shape, seed=seed, goal=goal).is_solvable(goal)
    if len(goal) > 1:
        walked = random_walk(goal, 25, seed=seed)
        assert walked.is_solvable(goal)


@pytest.mark.proof
@pytest.mark.parametrize("goal", [Board.blank_last(3, 2), Board.spiral(2, 3)])
def test_random_boards_are_uniform(goal: Board) -> None:
    """Chi-squared over all 360 reachable boards: 359 degrees of freedom, the 0.1 % points are 279 and 450."""
    draws = 72_000
    counts = Counter(islice(scrambles(*goal.shape, seed=2026, goal=goal), draws))
    everything = reachable(goal)
    assert counts.keys() <= everything.keys()
    expected = draws / len(everything)
    chi_squared = sum((counts[board] - expected) ** 2 / expected for board in everything)
    assert 279 < chi_squared < 450


def test_the_blank_of_a_single_row_is_anywhere() -> None:
    counts = Counter(board.blank for board in islice(scrambles(5, 1, seed=3), 5000))
    assert set(counts) == set(range(5)) and min(counts.values()) > 850


@pytest.mark.proof
@pytest.mark.parametrize(
    "goal", [Board.blank_last(3), Board.spiral(3), Board.blank_first(2, 3), Board.blank_last(5, 1)]
)
def test_exact_distances(goal: Board) -> None:
    truth = reachable(goal)
    farthest = max(truth.values())
    for distance in {0, 1, 2, 5, 12, farthest - 1, farthest}:
        if distance > farthest:
            continue
        for board in islice(boards_at_distance(goal, distance, seed=distance), 3):
            assert truth[board] == distance
    with pytest.raises(TaquinError, match=f"the farthest is {farthest}"):
        next(boards_at_distance(goal, farthest + 1))


@pytest.mark.proof
def test_a_distance_that_cannot_be_visited_is_refused() -> None:
    assert solve(next(uniform_at_distance(Board.blank_last(4), 12, seed=1))).length == 12
    with pytest.raises(TaquinError, match="cannot prove a distance of 40"):
        next(uniform_at_distance(Board.blank_last(4), 40, most=1000))


SHUFFLED = Board.parse("7 14 2 9/1 11 15 3/12 5 8 6/0 10 4 13")


@needs_core
@pytest.mark.parametrize("distance", [13, 20, 31, 38])
@pytest.mark.parametrize("goal", [Board.blank_last(4), Board.spiral(4), SHUFFLED])
def test_far_boards_are_at_their_distance(goal: Board, distance: int) -> None:
    """Found with pattern tables; proven here without them."""
    found = list(islice(boards_at_distance(goal, distance, seed=7), 2))
    for board in found:
        assert solve(Puzzle(board, goal), heuristic="linear-conflict").length == distance
    assert found == list(islice(boards_at_distance(goal, distance, seed=7), 2))
    assert found[0] != next(boards_at_distance(goal, distance, seed=8))


@needs_core
@pytest.mark.proof
@pytest.mark.parametrize("goal", [Board.blank_last(4), Board.blank_first(4), SHUFFLED])
def test_the_farthest_15_puzzles(goal: Board) -> None:
    """Those of 80 moves are published; from there to the goal it is not farther than to any board on the way."""
    for distance in (66, 72):
        assert solve(Puzzle(next(boards_at_distance(goal, distance, seed=1)), goal), optimal=True).length == distance
    farthest = set(islice(boards_at_distance(goal, 80, seed=1), 200))
    assert len(farthest) == 17 and all(board.is_solvable(goal) for board in farthest)
    near = {neighbor for board in farthest for neighbor in board.neighbors()}
    assert set(islice(boards_at_distance(goal, 79, seed=1), 20)) <= near
    with pytest.raises(TaquinError, match="the farthest is 80"):
        boards_at_distance(goal, 81)


@needs_core
@pytest.mark.proof
def test_distances_on_other_shapes() -> None:
    for width, height, distance in ((4, 3, 30), (5, 5, 22), (7, 2, 30), (10, 10, 14)):
        goal = Board.blank_last(width, height)
        board = next(boards_at_distance(goal, distance, seed=3))
        assert solve(Puzzle(board, goal), heuristic="linear-conflict").length == distance


def test_the_python_engine_finds_boards_that_it_can_prove(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "core", None)
    monkeypatch.setattr(native, "ENGINE", "python")
    board = next(boards_at_distance(Board.blank_last(4), 16, seed=1))
    assert solve(board, engine="python").length == 16


def test_a_board_that_nobody_can_prove_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.at_distance._MOST_NODES", 100)
    monkeypatch.setattr("taquin.at_distance._MOST_UNPROVEN", 2)
    with pytest.raises(TaquinError, match="found no 6x6 board 150 moves away from this goal: 2 were looked at"):
        next(boards_at_distance(Board.blank_last(6), 150, seed=1))
    done = CliRunner().invoke(program, ["random", "6", "--distance", "150", "--seed", "1"])
    assert done.exception is not None and "use --moves 150 for a random walk instead" in str(done.exception)


@pytest.mark.parametrize("distance", [-1, 10.5, "10", None, True])
def test_a_distance_is_a_whole_number(distance: Any) -> None:
    for goal in (Board.blank_last(3), Board.blank_last(4), Board.blank_last(5)):
        with pytest.raises(TaquinError, match=r"^the distance must be a whole number from 0 up, not "):
            boards_at_distance(goal, distance)
        with pytest.raises(TaquinError, match=r"^the number of moves must be a whole number from 0 up, not "):
            random_walk(goal, distance)
    none: Any = np.int64(0)
    assert next(boards_at_distance(Board.blank_last(3), none)) == Board.blank_last(3)


@pytest.mark.parametrize("side", ["4", 4.0, None])
def test_a_side_is_a_whole_number(side: Any) -> None:
    with pytest.raises(TaquinError, match="width and height are two whole numbers, such as 4, 3"):
        scramble(side)


def test_walks_do_not_turn_back() -> None:
    goal = Board.blank_last(4)
    assert all(board != goal for board in islice(random_walks(goal, 2, seed=9), 200))
    assert random_walk(Board.blank_last(3, 1), 4, seed=1) == Board.blank_last(3, 1)  # there and back
    with pytest.raises(TaquinError, match="no moves"):
        random_walk(Board.blank_last(1), 1)


def test_shapes_must_agree() -> None:
    with pytest.raises(ValueError, match="to be 3x3"):
        scramble(3, goal=Board.blank_last(4))


@pytest.mark.parametrize("shape", [(3, 3), (2, 4), (1, 5), (5, 5)])
def test_the_moves_of_a_scramble_make_the_board(shape: tuple[int, int]) -> None:
    for goal in (Board.blank_last(*shape), Board.spiral(*shape)):
        board = scramble(*shape, seed=2, goal=goal)
        moves = scramble_moves(board, goal)
        assert goal.play(moves) == board
        assert len(board) > 16 or len(moves) == solve(Puzzle(board, goal)).length
    with pytest.raises(Unsolvable):
        scramble_moves(Board.parse("1 2 3/4 5 6/8 7 0"))


@pytest.mark.parametrize("notation", ["tile", "blank", "number", "arrows"])
def test_scrambles_are_written_as_timers_write_them(notation: str) -> None:
    arguments = ["random", "3", "--seed", "5", "--scramble", "--notation", notation]
    printed = CliRunner().invoke(program, arguments)
    record = json.loads(CliRunner().invoke(program, [*arguments, "--json"]).output)
    assert printed.output == record["scramble"] + "\n" and record["notation"] == notation
    goal, board = Board.blank_last(3), scramble(3, seed=5)
    assert record["board"] == [list(row) for row in board.rows]
    assert goal.play(parse_moves(printed.output, {"arrows": "tile"}.get(notation, notation), goal)) == board
    # The blank begins in the last corner: as tiles slide, a scramble can only begin downwards or to the right.
    assert printed.output[0] in {"tile": "DR", "arrows": "↓→", "blank": "UL", "number": "68"}[notation]


@pytest.mark.parametrize("notation", ["tile", "blank", "arrows"])
def test_scrambles_with_their_size_are_boards(notation: str) -> None:
    arguments = ["random", "3x2", "--seed", "5", "--count", "3", "--scramble", "--with-size", "--notation", notation]
    assert parse_boards(CliRunner().invoke(program, arguments).output) == list(islice(scrambles(3, 2, seed=5), 3))


def test_what_a_scramble_has_not_is_refused() -> None:
    numbers, spiral = ["--notation", "number"], ["--goal", "spiral"]
    sized = [["--with-size"], ["--scramble", "--with-size", *numbers], ["--scramble", "--with-size", *spiral]]
    for arguments in (["--notation", "tile"], ["--scramble", "--format", "line"], *sized):
        refused = CliRunner().invoke(program, ["random", "3", *arguments])
        assert refused.exit_code == 2 and "--scramble" in refused.output
