"""What the registry claims about its heuristics, checked on every board there is."""

from __future__ import annotations

import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taquin import Board, TaquinError
from taquin.heuristics import HEURISTICS, check_admissible, heuristic, maximum, promised
from taquin.heuristics.inversion_distance import _inversions
from taquin.heuristics.patterns import groups
from taquin.heuristics.walking_distance import _table
from taquin.random_boards import scramble
from tests.support import always, eight_puzzles, reachable

GOAL = Board.blank_last(3)


@pytest.mark.proof
@pytest.mark.parametrize("name", HEURISTICS)
def test_every_claim_on_every_8_puzzle(name: str) -> None:
    kind = HEURISTICS[name]
    estimate = heuristic(name, GOAL)
    verdict = check_admissible(estimate)
    assert verdict.boards == 181440
    assert (verdict.admissible, verdict.consistent) == (kind.admissible, kind.consistent)
    if kind.excess is None:
        assert verdict.excess > 1, "so much too high that it promises nothing"
    else:
        assert verdict.excess <= kind.excess
        assert kind.admissible or verdict.excess == kind.excess
    if verdict.overestimated is not None:
        board, value, distance = verdict.overestimated
        assert estimate(board) == value > distance
    if verdict.inconsistent is not None:
        board, after, high, low = verdict.inconsistent
        assert after in board.neighbors() and (estimate(board), estimate(after)) == (high, low) and high > low + 1


@pytest.mark.parametrize("name", HEURISTICS)
@pytest.mark.parametrize("shape", [(3, 2), (2, 3), (2, 2), (4, 2), (1, 5), (5, 1)])
def test_the_claims_hold_for_other_shapes_and_goals(name: str, shape: tuple[int, int]) -> None:
    kind = HEURISTICS[name]
    for seed in range(1 if shape == (4, 2) else 6):
        goal = scramble(*shape, seed=seed)
        verdict = check_admissible(heuristic(name, goal), shape, goal)
        assert verdict.admissible or not kind.admissible
        assert verdict.consistent or not kind.consistent
        assert kind.excess is None or verdict.excess <= kind.excess


@pytest.mark.parametrize("name", HEURISTICS)
def test_a_heuristic_of_a_large_board_is_ready_soon_or_refused(name: str) -> None:
    """At 100x100 a table of cells and tiles has a hundred million entries, which takes minutes and gigabytes."""
    goal = Board.blank_last(100)
    near = goal.play("LLUURDLURD")
    if name in ("walking-distance", "patterns"):
        with pytest.raises(TaquinError, match="too large to build here: choose another heuristic"):
            heuristic(name, goal)
    else:
        excess = HEURISTICS[name].excess
        value = heuristic(name, goal)(near)
        assert excess is None or excess + 10 >= value
        assert value >= (0 if name == "zero" else 3)


@pytest.mark.parametrize("shape", [(17, 16), (3, 90)])
def test_large_boards_are_counted_like_small_ones(shape: tuple[int, int]) -> None:
    """Where the ways of counting differ by size, both give the same."""
    goal, board = scramble(*shape, seed=1), scramble(*shape, seed=2)
    assert heuristic("manhattan", goal)(board) == board.manhattan(goal)
    ranks = [goal.tiles.index(tile) for tile in board.tiles if tile]
    pairs = sum(first > second for place, first in enumerate(ranks) for second in ranks[place + 1 :])
    assert _inversions(ranks) == pairs


@pytest.mark.proof
@pytest.mark.parametrize("every", [17, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("width", [3, 2])
def test_the_claims_hold_for_every_goal_of_six_cells(width: int, every: int) -> None:
    """Every goal there is, against distances found once for each place of its blank, the tiles renamed."""
    for blank in range(6):
        tiles = [1, 2, 3, 4, 5]
        tiles.insert(blank, 0)
        distances = reachable(Board(tiles, width))
        for names in permutations(range(1, 6)):
            goal = Board(tiles, width).relabel((0, *names))
            some = list(distances.items())[sum(names[:2]) % every :: every]
            for name, kind in HEURISTICS.items():
                estimate = heuristic(name, goal)
                promise = math.inf if kind.excess is None else kind.excess
                assert estimate(goal) <= promise
                for board, distance in some:
                    renamed = board.relabel((0, *names))
                    value = estimate(renamed)
                    assert value <= distance + promise, (name, goal, renamed)
                    if kind.consistent:
                        assert all(abs(value - estimate(after)) <= 1 for after in renamed.neighbors()), (name, goal)


@given(st.integers(2, 5), st.integers(2, 4), st.integers(0, 1000))
def test_stronger_heuristics_are_stronger(width: int, height: int, seed: int) -> None:
    goal = Board.blank_last(width, height)
    board = scramble(width, height, seed=seed)
    quick = [name for name in HEURISTICS if name not in ("walking-distance", "patterns")]
    value = {name: heuristic(name, goal)(board) for name in quick}
    assert value["zero"] <= value["misplaced"] <= value["manhattan"] <= value["linear-conflict"]
    assert value["misplaced"] <= value["out-of-row-and-column"] <= value["manhattan"] <= value["nilsson"]
    assert value["misplaced"] <= value["euclidean"] <= value["manhattan"]
    assert value["maximum"] == max(value["linear-conflict"], value["inversion-distance"])
    assert value["misplaced"] <= value["gaschnig"]
    assert value["manhattan"] == board.manhattan(goal) and value["misplaced"] == board.hamming(goal)


def test_figures_known_from_elsewhere() -> None:
    example = Board([[8, 1, 3], [4, 0, 2], [7, 6, 5]])
    assert heuristic("misplaced", GOAL)(example) == 5 and heuristic("manhattan", GOAL)(example) == 10
    assert len(_table(4, 4, 3)) == 24964
    # Nearly reversed: 104 inversions row by row, three at most undone by a move, ask for 36 vertical moves alone.
    fifteen = Board([[15, 14, 13, 12], [11, 10, 9, 8], [7, 6, 5, 4], [3, 1, 2, 0]])
    values = {name: heuristic(name, Board.blank_last(4))(fifteen) for name in HEURISTICS}
    assert (values["misplaced"], values["manhattan"], values["inversion-distance"]) == (14, 44, 58)


def test_manhattan_dominates_misplaced_on_the_8_puzzle() -> None:
    misplaced, manhattan = heuristic("misplaced", GOAL), heuristic("manhattan", GOAL)
    pairs = [(misplaced(board), manhattan(board)) for board in eight_puzzles()]
    assert len(pairs) == 181440 and all(fewer <= more for fewer, more in pairs)
    assert sum(fewer < more for fewer, more in pairs) == 181191
    assert [round(sum(column) / len(pairs), 2) for column in zip(*pairs, strict=True)] == [7.11, 14.0]


def test_the_straight_line_is_the_square_root() -> None:
    board = Board([[8, 1, 3], [4, 0, 2], [7, 6, 5]])
    lines = [math.dist(board.position(tile), GOAL.position(tile)) for tile in range(1, 9)]
    assert heuristic("euclidean", GOAL)(board) == pytest.approx(sum(lines), abs=1e-8)
    assert sum(lines) > 5 and sum(lines) % 1 > 0


def test_the_sequence_score_of_nilsson() -> None:
    """His own goal: what is known from elsewhere, the start of his figure by hand, and every goal has 0."""
    score = heuristic("nilsson", Board.spiral(3))
    assert score(Board([[0, 1, 3], [8, 2, 4], [7, 6, 5]])) == 2 + 3 * (2 + 2 + 1)
    assert score(Board([[2, 1, 6], [4, 0, 8], [7, 5, 3]])) == 12 + 3 * 16
    assert score(Board([[1, 0, 3], [8, 2, 4], [7, 6, 5]])) == 1 + 3 * 3
    for shape in ((3, 3), (4, 4), (5, 2), (2, 3), (1, 4), (4, 1), (1, 1)):
        for seed in range(5):
            goal = scramble(*shape, seed=seed)
            assert heuristic("nilsson", goal)(goal) == 0


def test_the_maximum_of_several_promises_what_all_of_them_do() -> None:
    names = ("misplaced-blank", "manhattan", "inversion-distance")
    several = maximum(*(heuristic(name, GOAL) for name in names))
    assert several.__name__ == "max(misplaced-blank, manhattan, inversion-distance)" and several.excess == 1
    start = scramble(3, seed=1)
    board, towards = scramble(3, seed=2), several.towards(start)
    assert several(board) == max(heuristic(name, GOAL)(board) for name in names)
    assert towards is not None and towards(start) == 0 and towards.excess == 1
    assert towards(board) == max(heuristic(name, start)(board) for name in names)
    manhattan = heuristic("manhattan", GOAL)
    assert maximum(manhattan, heuristic("nilsson", GOAL)).excess is None
    own = maximum(manhattan, promised(Board.hamming))
    assert own.excess == 0 and own.towards(start) is None, "nobody knows how a function of one's own is made"


@pytest.mark.proof
def test_what_a_maximum_gains() -> None:
    """Neither of its two parts is always the larger one."""
    conflict, inversions = heuristic("linear-conflict", GOAL), heuristic("inversion-distance", GOAL)
    differences = [conflict(board) - inversions(board) for board in eight_puzzles()]
    assert sum(difference > 0 for difference in differences) == 111_218
    assert sum(difference < 0 for difference in differences) == 39_955


def test_pairs_of_conflicts_would_overestimate() -> None:
    """Why linear conflict counts the fewest tiles to remove: three tiles in reverse order are three pairs."""
    goal = Board.blank_last(4, 2)
    board = Board([[3, 2, 1, 4], [5, 6, 7, 0]])
    assert heuristic("linear-conflict", goal)(board) == heuristic("manhattan", goal)(board) + 2 * 2


def test_groups_cover_every_tile_once() -> None:
    for shape in ((3, 3), (4, 4), (5, 5), (2, 3), (6, 1)):
        goal = Board.spiral(*shape)
        assert sorted(tile for group in groups(goal) for tile in group) == list(range(1, len(goal)))
    assert [len(group) for group in groups(GOAL)] == [4, 4]


def test_a_heuristic_of_ones_own() -> None:
    def hopeful(board: Board) -> float:
        return board.manhattan() * 1.5

    verdict = check_admissible(hopeful, (3, 2))
    assert not verdict.admissible and not verdict.consistent
    assert verdict.overestimated is not None
    board, value, distance = verdict.overestimated
    assert (value, distance) == (1.5, 1) and board.manhattan() == 1
    assert "not admissible: 1.5 on a board 1 move from the goal" in str(verdict)
    assert "not consistent" in str(verdict)
    fine = check_admissible(Board.manhattan, (3, 2))
    assert fine.admissible and fine.consistent and "never overestimates" in str(fine)
    flat = check_admissible(lambda board: 5, 2)
    assert not flat.admissible and not flat.consistent and flat.inconsistent is None and flat.excess == 5
    assert "5 on a board 0 moves from the goal" in str(flat) and "not consistent: it falls by at most one" in str(flat)
    assert check_admissible(Board.hamming, goal=Board.blank_last(3, 2)) == check_admissible(Board.hamming, (3, 2))
    assert promised(hopeful, excess=0).excess == 0 and promised(hopeful).__name__ == "hopeful"


def test_what_cannot_be_had_is_said() -> None:
    with pytest.raises(ValueError, match="unknown heuristic 'euclid': choose one of manhattan"):
        heuristic("euclid", GOAL)
    with pytest.raises(TaquinError, match="too many boards"):
        check_admissible(Board.manhattan, (4, 4))
    with pytest.raises(TaquinError, match="too large to build"):
        heuristic("walking-distance", Board.blank_last(6))
    with pytest.raises(TaquinError, match="the pattern tables for 20x20 are too large to build here"):
        heuristic("patterns", Board.blank_last(20))
    with pytest.raises(ValueError, match="the goal is 3x3"):
        check_admissible(Board.manhattan, (2, 2), GOAL)
    for wrong in (math.nan, None, "3"):
        with pytest.raises(ValueError, match=rf"must give a number, but gives {wrong!r} for the board 1 2/3 0"):
            check_admissible(always(wrong), (2, 2))
