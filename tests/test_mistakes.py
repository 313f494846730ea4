"""The mistakes of the documents: what the command computes is what was printed there, or counted independently."""

from __future__ import annotations

import re
from itertools import permutations

import pytest

from taquin import Board
from taquin.cli import run
from taquin.cli.mistakes import MISTAKES
from tests.support import CASES, CLASSROOM, reachable

SHOWN = {mistake.title.split(" (")[0]: " ".join(mistake.run()) for mistake in MISTAKES}


def test_the_command_prints_every_mistake(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["classroom", "mistakes"]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert [int(number) for number in re.findall(r"^(\d+)\. ", out, re.MULTILINE)] == [*range(1, len(MISTAKES) + 1)]
    assert out.count("They say:") == out.count("Why:") == len(MISTAKES) and out.count("Right:") >= len(MISTAKES)
    assert run(["classroom", "mistakes", "--random"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_one_mistake_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["classroom", "mistakes", "--only", "4"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("4. Random boards that are not random") and out.count("They say:") == 1
    for wrong in (["mistakes", "--only", "10"], ["mistakes", "--only", "0"], ["002", "--only", "1"]):
        assert run(["classroom", *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("name", ["astar003", "astar004"])
def test_what_is_said_of_astar_holds_where_it_opens_no_board_again(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """On this board astar replaces a board that waits; the reason that is printed must hold there, too."""
    board = {"astar003": "1 3 5/4 0 8/7 6 2", "astar004": "1 2 3/8 6 7/4 0 5"}[name]
    assert run(["solve", board, "--algorithm", "astar"]) == 0
    assert re.search(r"Reopened +0\n", capsys.readouterr().out)
    run(["solve", board, "--algorithm", name])
    assert "a board that waits gets it" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("name", "ties", "wrong", "right"), [("astar003", "newest", 12, 10), ("astar004", "oldest", 13, 11)]
)
def test_the_answers_that_are_too_long(name: str, ties: str, wrong: int, right: int) -> None:
    shown = SHOWN["A* that does not find the shortest way"]
    found = re.search(
        rf"{name}, which of equal f takes the {ties} first, on ([\d /]+): {wrong} moves\. .*? "
        r"comes to the board ([\d /]+) in (\d+) moves\. "
        r"The search had come to it in (\d+) before",
        shown,
    )
    assert found and int(found[3]) < int(found[4])
    distances = reachable(Board.parse(found[1]))
    assert distances[Board.blank_last(3)] == right and f"astar on {found[1]}: {right} moves" in shown
    assert distances[Board.parse(found[2])] <= int(found[3])


def test_the_inversions_of_document_000() -> None:
    case = next(case for case in CASES if case["id"] == "000/unsolvable2")
    shown = SHOWN["Why odd boards are unsolvable; inversions that do not add up"]
    assert all(complaint in shown for complaint in case["invalid"])
    for figure in ("are 28.", "has 22: the 6 of the first 10", "total is 32 and solvable", "27 and unsolvable"):
        assert figure in shown, shown


def test_the_other_figures() -> None:
    again = SHOWN["When a board is opened again"]
    board = re.search(
        r"leaves expanded boards closed, and of equal f takes the newest first, finds 14 moves on ([\d /]+)\.", again
    )
    assert board and reachable(Board.parse(board[1]))[Board.blank_last(3, 2)] == 12
    reopened = re.search(r"opens boards again (\d+) times, and finds 12 moves", again)
    assert reopened and int(reopened[1]) > 0
    assert "again 0 times and finds 12 moves" in again
    rows = [range(1, 5), range(5, 9), range(9, 13), [13, 14, 15, 0]]
    solvable = sum(Board([*map(list, order)]).is_solvable() for order in permutations(rows))
    assert f"makes 24 boards, {solvable} of them solvable" in SHOWN["Random boards that are not random"]
    assert "takes 5 boards" in SHOWN["A* that is called breadth-first"]
    assert "depths 0, 1, 1, 2, 2" in SHOWN["A* that is called breadth-first"]
    assert "stops likewise: 27 boards" in SHOWN["A* that is called breadth-first"]
    endless = SHOWN["Endless loops that end"]
    assert "astar003 on" in endless and "ends after 360 boards" in endless and "ends after 361 boards" in endless
    assert f"{CLASSROOM['exhaustive']['unsolvable_3x3']['astar003_pops']:,} boards" in endless
    printed = SHOWN["Rows taken from columns"]
    by_hand = sum(2 * abs(cell % 3 - cell // 3) for cell in range(8))  # on the goal both places are the same
    assert f"is {by_hand} on the goal" in printed and "not admissible" in printed and "is 0 on the goal" in printed
    assert "is -1 on the goal, admissible and not consistent" in SHOWN["A heuristic below zero"]
    assert "16 moves" in SHOWN["A cost that forgets the depth"] and "10 moves" in SHOWN["A cost that forgets the depth"]
