"""The Princeton assignment: its boards, its solver, and the output of its client, in the names of every year."""

from __future__ import annotations

import pickle
from itertools import pairwise

import pytest
from hypothesis import given

from taquin import Board as AnyBoard
from taquin import Limits, scramble, solve
from taquin.cli import run as command
from taquin.heuristics import heuristic
from taquin.princeton import Board, Solver
from taquin.random_boards import random_walk
from taquin.search import run as search
from tests.support import CASES, EXAMPLES, boards, needs_core

PUZZLE04 = [[0, 1, 3], [4, 2, 5], [7, 8, 6]]
UNSOLVABLE = [[1, 2, 3], [4, 5, 6], [8, 7, 0]]


def test_the_board_has_every_name_of_every_year() -> None:
    board = Board(PUZZLE04)
    assert board.size() == board.dimension() == 3
    assert board.tileAt(0, 2) == board.tile_at(0, 2) == 3 and board.tile_at(0, 0) == 0
    assert board.hamming() == board.manhattan() == 4
    assert not board.isGoal() and not board.is_goal() and Board([[1, 2, 3], [4, 5, 6], [7, 8, 0]]).isGoal()
    assert board.isSolvable() and board.is_solvable() and not Board(UNSOLVABLE).isSolvable()
    assert board.equals(Board(PUZZLE04)) and not board.equals(Board(UNSOLVABLE)) and not board.equals("board")
    assert board == AnyBoard(PUZZLE04) and AnyBoard(PUZZLE04) == board and hash(board) == hash(AnyBoard(PUZZLE04))
    assert str(board) == board.toString() == "3\n0 1 3\n4 2 5\n7 8 6\n"
    assert {type(one) for one in (*board.neighbors(), board.twin(), pickle.loads(pickle.dumps(board)))} == {Board}
    for place in ((0, 3), (-1, 0)):
        with pytest.raises(ValueError, match="no cell"):
            board.tile_at(*place)
    with pytest.raises(ValueError, match="square, this one is 3x2"):
        Board([[1, 2, 3], [4, 5, 0]])


@given(boards())
def test_boards_of_every_side(drawn: AnyBoard) -> None:
    if drawn.width != drawn.height:
        with pytest.raises(ValueError, match="square"):
            Board.of(drawn)
        return
    board = Board.of(drawn)
    assert Board.parse(str(board)) == board and len(str(board).splitlines()) == board.size() + 1
    assert board.neighbors() == drawn.neighbors()
    if board.size() == 1:
        with pytest.raises(ValueError, match="no twin"):
            board.twin()
        return
    twin = board.twin()
    assert twin.isSolvable() is not board.isSolvable() and twin.blank == board.blank and twin.twin() == board
    assert sum(one != other for one, other in zip(twin, board, strict=True)) == 2


@pytest.mark.parametrize("case", [case for case in CASES if case["id"].startswith("001")], ids=lambda case: case["id"])
def test_the_figures_of_the_assignment(case: dict[str, dict[str, int]]) -> None:
    board = Board.parse((EXAMPLES / str(case["file"])).read_text())
    expected = case["check"]
    for name, found in (("hamming", board.hamming()), ("manhattan", board.manhattan())):
        assert expected.get(name, found) == found
    assert board.isSolvable() == expected["solvable"]


def test_the_solver() -> None:
    solver = Solver(Board(PUZZLE04))
    solution = solver.solution()
    assert solution is not None
    way = list(solution)
    assert solver.moves() == 4 and solver.isSolvable() and solver.is_solvable()
    assert len(way) == 5 and way[0] == Board(PUZZLE04) and way[-1].isGoal()
    assert {type(board) for board in way} == {Board}
    assert all(after in before.neighbors() for before, after in pairwise(way))
    assert Solver(Board([[0]])).moves() == 0
    with pytest.raises(ValueError, match="no minimum was proven within the limits"):
        Solver(scramble(4, seed=1), Limits(nodes=10))
    with pytest.raises(TypeError, match="takes a Board, not None"):
        Solver(None)  # type: ignore[arg-type]


def test_a_board_that_cannot_be_solved_is_refused_or_said_so() -> None:
    with pytest.raises(ValueError, match="cannot be solved"):
        Solver(Board(UNSOLVABLE))
    solver = Solver(Board(UNSOLVABLE), refuse=False)
    assert not solver.isSolvable() and solver.moves() == -1 and solver.solution() is None
    assert Solver(Board(UNSOLVABLE).twin(), refuse=False).isSolvable()


@needs_core
@pytest.mark.parametrize(("side", "moves"), [(2, 6), (3, 24), (5, 30), (7, 14), (10, 16), (32, 12), (127, 10)])
def test_the_solver_answers_at_every_size(side: int, moves: int) -> None:
    """As a student's own would on these boards; the assignment's A* gives the same minimum."""
    board = random_walk(AnyBoard.blank_last(side), moves, seed=1)
    found = Solver(board)
    solution = found.solution()
    assert solution is not None and list(solution)[-1].isGoal()
    theirs = search(found.result.puzzle, "princeton", heuristic("manhattan", found.result.puzzle.goal))
    assert found.moves() == theirs.length and theirs.optimal


@pytest.mark.parametrize("name", ["document001_puzzle04.txt", "document001_odd_solvable_chain3.txt"])
def test_the_client_prints_as_the_sample_does(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    board = Board.parse((EXAMPLES / name).read_text())
    solver = Solver(board)
    print(f"Minimum number of moves = {solver.moves()}\n")
    for step in solver.solution() or ():
        print(step)
    by_hand = capsys.readouterr().out
    assert command(["solve", str(EXAMPLES / name), "--format", "boards"]) == 0
    assert by_hand.rstrip("\n") == capsys.readouterr().out.rstrip("\n")
    if "puzzle04" in name:
        assert by_hand.startswith("Minimum number of moves = 4\n\n3\n0 1 3\n4 2 5\n7 8 6\n\n3\n1 0 3\n4 2 5\n7 8 6\n\n")


def test_solve_takes_the_assignments_boards() -> None:
    assert solve(Board(PUZZLE04)).length == 4
