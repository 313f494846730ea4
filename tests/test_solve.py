"""The door: every answer is shortest, proven and replayed; limits and unsolvable boards are outcomes."""

from __future__ import annotations

from typing import Any

import pytest

from taquin import Board, Limits, Outcome, Puzzle, scramble, solve
from tests.support import reachable


@pytest.mark.parametrize("goal", [Board.blank_last(3, 2), Board.spiral(2, 3), Board([[3, 1], [0, 2]])])
def test_every_start_is_solved_in_the_fewest_moves(goal: Board) -> None:
    for start, distance in reachable(goal).items():
        solution = solve(Puzzle(start, goal))
        assert solution.outcome is Outcome.SOLVED and solution.optimal
        assert solution.length == solution.bound == distance
        assert start.play(solution.moves) == goal
        assert list(solution.boards())[-1] == goal


def test_boards_of_3x3_are_solved_in_the_fewest_moves() -> None:
    truth = reachable(Board.blank_last(3))
    for seed in range(20):
        board = scramble(3, seed=seed)
        assert solve(board).length == truth[board]


def test_an_unsolvable_puzzle_is_refused_with_the_reason() -> None:
    solution = solve(Board([[2, 1], [3, 0]]))
    assert solution.outcome is Outcome.UNSOLVABLE and not solution.solved and not solution.optimal
    assert solution.length is None and solution.gap is None and "odd" in solution.reason


def test_a_solved_puzzle_needs_no_moves() -> None:
    for board in (Board.blank_last(1), Board.blank_last(5), Board.blank_last(1, 9), Board.blank_last(40)):
        solution = solve(board)
        assert solution.optimal and solution.length == 0 and solution.moves == ()


@pytest.mark.parametrize(
    "limits", [{"seconds": -1}, {"nodes": -5}, {"memory": -1}, {"seconds": float("nan")}, {"seconds": float("inf")}]
)
def test_limits_that_make_no_sense_are_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="from 0 up"):
        Limits(**limits)
