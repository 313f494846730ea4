"""The verdict against the truth (breadth-first search), and every figure of the course documents."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taquin import Board, ParseError, Puzzle, diagnose
from taquin.notation import parse_board
from taquin.solvability import princeton_rule
from tests.support import CASES, EXAMPLES, boards, reachable

VALID = [case for case in CASES if "invalid" not in case]
INVALID = [case for case in CASES if "invalid" in case]


def all_boards(width: int, height: int) -> list[Board]:
    return [Board(tiles, width) for tiles in permutations(range(width * height))]


def goal_of(case: dict[str, Any]) -> Board | None:
    if "goal_file" in case:
        return parse_board((EXAMPLES / case["goal_file"]).read_text())
    return Board(case["goal"]) if "goal" in case else None


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 2), (2, 1), (1, 4), (4, 1), (5, 1), (2, 2)])
def test_every_start_and_every_goal(width: int, height: int) -> None:
    everything = all_boards(width, height)
    for goal in everything:
        truth = reachable(goal)
        for board in everything:
            assert board.is_solvable(goal) == (board in truth)


@pytest.mark.parametrize(("width", "height"), [(2, 3), (3, 2)])
def test_every_start_and_every_goal_of_six_cells(width: int, height: int) -> None:
    """Reachability is an equivalence: one search for each of the two classes tells the truth for all pairs."""
    everything = all_boards(width, height)
    truth = reachable(everything[0])
    others = reachable(next(board for board in everything if board not in truth))
    assert len(truth) == len(others) == 360 and not truth.keys() & others.keys()
    for goal in everything:
        for board in everything:
            assert board.is_solvable(goal) == ((board in truth) == (goal in truth))
    for goal in everything:
        board = everything[-1]
        found = diagnose(board, goal)
        assert (
            found.solvable
            == ((board in truth) == (goal in truth))
            == (found.total is not None and found.total % 2 == 0)
        )


@pytest.mark.proof
@pytest.mark.parametrize("goal", [Board.blank_last(3), Board.blank_first(3), Board.spiral(3)])
def test_every_board_of_3x3(goal: Board) -> None:
    truth = reachable(goal)
    assert len(truth) == 181440
    for tiles in permutations(range(9)):
        board = Board._trusted(tiles, 3)
        assert board.is_solvable(goal) == (board in truth)


@given(boards(smallest_side=2), st.data())
def test_both_parity_rules_agree_with_the_verdict(board: Board, data: st.DataObject) -> None:
    goal = Board(data.draw(st.permutations(range(len(board)))), board.width)
    found = diagnose(board, goal)
    assert found.total is not None and found.inversions_without_blank is not None and found.blank_row is not None
    assert found.solvable == (found.total % 2 == 0)
    if board.width % 2:
        assert found.solvable == (found.inversions_without_blank % 2 == 0)
    else:
        wanted = goal.blank // goal.width
        assert found.solvable == ((found.inversions_without_blank + found.blank_row) % 2 == wanted % 2)
    if board.width % 2:
        expected = f"{found.inversions_without_blank} inversion"
    else:
        expected = f"blank row {found.blank_row} = {found.inversions_without_blank + found.blank_row} is"
    assert expected in princeton_rule(found)


@given(boards())
def test_the_verdict_never_changes_with_a_move(board: Board) -> None:
    for after in board.neighbors():
        assert diagnose(after).solvable == diagnose(board).solvable


@given(boards(), st.data())
def test_the_suggested_exchange_makes_a_board_solvable(board: Board, data: st.DataObject) -> None:
    goal = Board(data.draw(st.permutations(range(len(board)))), board.width)
    found = diagnose(board, goal)
    pair = found.swap()
    if pair is None:
        assert found.solvable or min(board.shape) == 1
        return
    numbers = list(range(len(board)))
    numbers[pair[0]], numbers[pair[1]] = pair[1], pair[0]
    assert not found.solvable and board.relabel(numbers).is_solvable(goal)


def test_the_suggested_exchange_puts_two_neighbors_in_order() -> None:
    assert diagnose("2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 0").swap() == (2, 1)
    assert diagnose("1 2 3/4 5 6/8 7 0").swap() == (8, 7)
    assert diagnose("1 2/0 3").swap() is None and diagnose("0 1/2 3").swap() in {(1, 2), (2, 3)}  # none is out of order


@given(boards())
def test_the_pairs_are_the_inversions(board: Board) -> None:
    found = diagnose(board)
    assert sum(len(smaller) for _, smaller in found.smaller_after()) == found.inversions_without_blank
    for tile, smaller in found.smaller_after():
        assert found.kurang[tile - 1] == len(smaller)  # the blank, ranked last, is smaller than no tile
    assert found.kurang[-1] == len(board) - 1 - board.blank


@pytest.mark.parametrize("case", VALID, ids=lambda case: case["id"])
def test_figures_of_the_course_documents(case: dict[str, Any]) -> None:
    board = parse_board((EXAMPLES / case["file"]).read_text())
    assert board == Board(case["tiles"])
    expected = case.get("check", {})
    found = diagnose(board, goal_of(case))
    figures = found.to_json()
    for name in (
        "solvable",
        "kurang",
        "inversions",
        "x",
        "total",
        "inversions_without_blank",
        "blank_row",
        "hamming",
        "manhattan",
    ):
        if name in expected:
            assert figures[name] == expected[name], name
    if "pairs" in expected:
        pairs = [[tile, other] for tile, smaller in found.smaller_after() for other in smaller]
        assert sorted(pairs) == sorted(expected["pairs"])
    if "per_tile" in expected:
        assert {str(tile): len(smaller) for tile, smaller in found.smaller_after()} == expected["per_tile"]


@pytest.mark.parametrize("case", INVALID, ids=lambda case: case["id"])
def test_invalid_boards_of_the_course_documents(case: dict[str, Any]) -> None:
    text = (EXAMPLES / case["file"]).read_text()
    with pytest.raises(ParseError):
        parse_board(text)
    found = diagnose(text)
    assert not found.valid and found.solvable is None
    messages = " ".join(problem.message for problem in found.problems)
    for complaint in case["invalid"]:
        assert complaint in messages


def test_every_example_belongs_to_a_case() -> None:
    named = {case["file"] for case in CASES} | {case["goal_file"] for case in CASES if "goal_file" in case}
    assert {path.name for path in EXAMPLES.glob("d*.txt")} == named
    assert sum("check" in case for case in CASES) >= 35


def test_the_mix_up_of_the_two_usual_goals_is_noticed() -> None:
    assert diagnose(Board.blank_first(4)).other_goal == "blank-first"
    assert diagnose(Board.blank_last(4), Board.blank_first(4)).other_goal == "blank-last"
    assert diagnose(Board.blank_first(3)).solvable
    assert diagnose(Board([[2, 1], [3, 0]])).other_goal == "blank-first"


def test_a_solved_board_is_solvable() -> None:
    for width, height in ((1, 1), (1, 5), (4, 4), (5, 2)):
        goal = Board.spiral(width, height)
        found = diagnose(goal, goal)
        assert found.solvable and found.total == 0 and found.hamming == found.manhattan == 0


def test_the_reason_names_the_figures() -> None:
    reason = diagnose(Puzzle(Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]])).start).reason
    assert "sum of Kurang(i) is 1" in reason and "odd" in reason
    assert "order" in diagnose(Board([[2, 1, 0]])).reason


def test_a_very_large_board_is_diagnosed() -> None:
    tiles = list(range(127 * 127))
    board = Board([*tiles[:0:-1], 0], 127)
    found = diagnose(str(board))
    assert found.inversions == (127 * 127 - 1) * (127 * 127 - 2) // 2
