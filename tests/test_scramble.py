"""Random boards: always solvable, uniform, exact where a distance is asked for, the same everywhere for a seed."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taquin import Board, TaquinError, scramble, solve
from taquin.scramble import RandomNumbers, boards_at_distance, random_walk, random_walks, scrambles
from tests.support import boards, reachable


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
    assert next(boards_at_distance(Board.blank_last(3), 31, seed=1)) == Board.parse("8 6 7/2 5 4/3 0 1")
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
def test_a_distance_that_cannot_be_proved_is_refused() -> None:
    assert solve(next(boards_at_distance(Board.blank_last(4), 12, seed=1))).length == 12
    with pytest.raises(TaquinError, match="cannot prove a distance of 40"):
        next(boards_at_distance(Board.blank_last(4), 40))


def test_walks_do_not_turn_back() -> None:
    goal = Board.blank_last(4)
    assert all(board != goal for board in islice(random_walks(goal, 2, seed=9), 200))
    assert random_walk(Board.blank_last(3, 1), 4, seed=1) == Board.blank_last(3, 1)  # there and back
    with pytest.raises(TaquinError, match="no moves"):
        random_walk(Board.blank_last(1), 1)


def test_shapes_must_agree() -> None:
    with pytest.raises(ValueError, match="to be 3x3"):
        scramble(3, goal=Board.blank_last(4))
