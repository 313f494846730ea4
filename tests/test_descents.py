"""Descents: on every shape, by every kind of score, on any number of threads, and what goes on beside them."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import pytest

from taquin import Board, Puzzle, native, scramble
from taquin.anytime import construct
from taquin.anytime.followers import Followers
from taquin.anytime.schedule import Schedule
from taquin.anytime.weights import board_weights, flow_weights, sweep_weights
from taquin.replay import reaches
from tests.support import needs_core


@needs_core
def test_a_descent_can_be_concluded() -> None:
    puzzle = Puzzle(scramble(12, 12, seed=5))
    descent = native.require_native().Descent(12, puzzle.start.tiles, puzzle.goal.tiles, 1, flow_width=20)
    descent.run(1)
    descent.conclude()
    while not descent.run(1):
        pass
    assert reaches(puzzle, descent.path())


def formula_score(width: int, height: int) -> Any:
    return native.core.BoardScores(width, height, None, None, 1.5, 1.0)


@needs_core
def test_a_descent_is_the_same_for_any_number_of_threads() -> None:
    board = scramble(7, 7, seed=4)
    paths = []
    for threads in (1, 2):
        descent = native.core.Descent(
            7,
            board.tiles,
            Board.blank_last(7, 7).tiles,
            1,
            board_beam_width=300,
            flow_stop=inf,
            score=formula_score(7, 7),
            threads=threads,
        )
        while not descent.run(5.0):
            pass
        paths.append(descent.path())
    assert paths[0] == paths[1]
    assert reaches(Puzzle(board), paths[0])


@needs_core
@pytest.mark.parametrize("shape", [(12, 11), (3, 40), (40, 3)])
@pytest.mark.parametrize("goal", [Board.blank_last, Board.blank_first])
def test_what_a_descent_has_settled_does_not_change(goal: Callable[[int, int], Board], shape: tuple[int, int]) -> None:
    puzzle = Puzzle(scramble(*shape, goal=goal(*shape), seed=4), goal(*shape))
    descent = native.core.Descent(
        shape[0], puzzle.start.tiles, puzzle.goal.tiles, 1, flow_width=20, sweep_width=60, sweep_weights=sweep_weights()
    )
    way, done = "", False
    while not done:
        done = descent.run(2.0)
        way += descent.part(len(way), descent.settled)
        assert reaches(puzzle, way + descent.part(len(way)))
    assert len(way) > 500


def narrow_descent(puzzle: Puzzle) -> str:
    """The way of a narrow flow and sweep: a fixed amount of work."""
    descent = native.core.Descent(
        puzzle.start.width,
        puzzle.start.tiles,
        puzzle.goal.tiles,
        1,
        flow_width=40,
        sweep_width=100,
        flow_weights=flow_weights(),
        sweep_weights=sweep_weights(),
    )
    while not descent.run(5.0):
        pass
    way: str = descent.path()
    return way


@needs_core
@pytest.mark.parametrize(
    ("shape", "per_unit"),
    [((2, 30), 2.45), ((2, 100), 2.25), ((3, 30), 1.95), ((3, 100), 1.75), ((4, 60), 1.7), ((5, 60), 1.65)],
)
def test_long_thin_boards_flow_home(shape: tuple[int, int], per_unit: float) -> None:
    # Without lanes these flows end far from home, and the ways have 4.6 to 5.8 moves per unit. The optimum itself is
    # some 1.86 on boards two cells wide.
    moves = units = 0
    for seed in range(3):
        puzzle = Puzzle(scramble(*shape, seed=seed))
        way = narrow_descent(puzzle)
        assert reaches(puzzle, way)
        moves += len(way)
        units += puzzle.start.manhattan(puzzle.goal)
    assert moves < per_unit * units


@needs_core
@pytest.mark.parametrize("goal", [Board.blank_last, Board.blank_first])
def test_a_strip_that_lies_is_solved_as_the_one_that_stands(goal: Callable[[int, int], Board]) -> None:
    lying = Puzzle(scramble(40, 3, goal=goal(40, 3), seed=7), goal(40, 3))
    standing = Puzzle(lying.start.transform("transpose"), lying.goal.transform("transpose"))
    way = narrow_descent(lying)
    assert reaches(lying, way)
    assert narrow_descent(standing) == way.translate(str.maketrans("ULRD", "LUDR"))


@needs_core
@pytest.mark.parametrize("shape", [(20, 80), (5, 25), (10, 60)])
def test_boards_between_squares_and_strips_flow_home(shape: tuple[int, int]) -> None:
    puzzle = Puzzle(scramble(*shape, seed=501))
    assert len(narrow_descent(puzzle)) < 1.9 * puzzle.start.manhattan(puzzle.goal)


@needs_core
def test_learned_weights_make_a_sweep_shorter() -> None:
    lengths = []
    for weights in (None, sweep_weights()):
        lengths.append(0)
        for seed in range(4):
            puzzle = Puzzle(scramble(13, 12, seed=seed))
            descent = native.core.Descent(
                13, puzzle.start.tiles, puzzle.goal.tiles, 1, flow_width=20, sweep_width=100, sweep_weights=weights
            )
            while not descent.run(5.0):
                pass
            assert reaches(puzzle, descent.path())
            lengths[-1] += len(descent.path())
    assert lengths[1] < 0.95 * lengths[0]


@needs_core
def test_learned_weights_without_tables_are_better_than_the_formula() -> None:
    core, lengths = native.core, []
    for score in (core.BoardScores(6, 6, None, board_weights(6, 6), 0.0, 0.0), formula_score(6, 6)):
        lengths.append(0)
        for seed in range(6):
            puzzle = Puzzle(scramble(6, 6, seed=seed))
            descent = core.Descent(
                6, puzzle.start.tiles, puzzle.goal.tiles, 1, board_beam_width=300, flow_stop=inf, score=score
            )
            while not descent.run(5.0):
                pass
            assert reaches(puzzle, descent.path())
            lengths[-1] += len(descent.path())
    assert lengths[0] < lengths[1]


@needs_core
def test_a_descent_flows_before_it_is_searched_as_a_whole() -> None:
    puzzle = Puzzle(scramble(7, 6, seed=5))
    ways: dict[tuple[float, int], str] = {}
    for stop, threads in ((inf, 1), (2.5, 1), (2.5, 2)):
        descent = native.core.Descent(
            7,
            puzzle.start.tiles,
            puzzle.goal.tiles,
            1,
            flow_width=100,
            board_beam_width=400,
            flow_stop=stop,
            score=formula_score(7, 6),
            flow_weights=flow_weights(),
            sweep_weights=sweep_weights(),
            threads=threads,
        )
        assert descent.flowing == (stop < inf)
        flown = 0
        while not descent.run(0.0):
            if not descent.flowing and not flown:
                flown = descent.settled
                assert (flown > 0) == (stop < inf)  # what has flowed stays while the whole board is searched
            assert reaches(puzzle, descent.path())
        ways[stop, threads] = descent.path()
        assert reaches(puzzle, ways[stop, threads])
    assert ways[2.5, 1] == ways[2.5, 2] != ways[inf, 1]


@needs_core
def test_followers_shorten_a_way_that_is_still_growing() -> None:
    puzzle = Puzzle(scramble(8, 8, seed=2))
    moves = construct(puzzle)
    followers = Followers(puzzle.start, 2, 0, (30, 60))
    for begin in range(0, len(moves), 300):
        followers.feed(moves[begin : begin + 300])
        for follower in followers.followers:
            follower.run(5.0)
    while not followers.passes():
        for follower in followers.followers:
            follower.run(5.0)
    assert reaches(puzzle, followers.path())
    assert len(followers.path()) < len(moves)
    for follower in followers.followers:
        assert 0 < follower.expanded < follower.generated <= 4 * follower.expanded


def test_a_schedule_narrows_what_falls_behind_and_nothing_else() -> None:
    in_time, behind, far_behind = (Schedule(0.0, 100.0) for _ in range(3))
    assert in_time.narrow(9.0, 0.0) is None  # too early to tell
    assert [in_time.narrow(float(now), now / 95) for now in range(10, 95, 10)] == [None] * 9
    assert behind.narrow(20.0, 0.1) == pytest.approx(80 / 180)
    assert behind.narrow(40.0, 0.4) is None  # three times as fast since
    assert far_behind.narrow(20.0, 0.001) == 0.4
    assert far_behind.narrow(101.0, 0.5) is None  # too late


@needs_core
@pytest.mark.parametrize(("side", "whole", "stop"), [(6, True, inf), (6, True, 2.5), (12, False, 1.75)])
def test_a_descent_arrives_when_it_is_narrowed(side: int, whole: bool, stop: float) -> None:
    puzzle = Puzzle(scramble(side, seed=2))
    made = []
    for part in (1.0, 0.1):
        descent = native.core.Descent(
            side,
            puzzle.start.tiles,
            puzzle.goal.tiles,
            1,
            flow_width=300,
            board_beam_width=300,
            sweep_width=300,
            flow_stop=stop,
            score=formula_score(side, side) if whole else None,
            sweep_weights=sweep_weights(),
        )
        progress = [descent.progress]
        while not descent.run(0.0):
            progress.append(descent.progress)
            if len(progress) == 20:
                descent.narrow(part)
        assert progress[0] == 0
        assert 0 < max(progress) <= 1
        assert reaches(puzzle, descent.path())
        made.append(descent.generated)
    assert made[1] < made[0]
