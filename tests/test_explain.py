"""The row-by-row method: every step is legal and keeps what stands, every board reaches its goal, and it reads well."""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from hypothesis import given, settings

from taquin import Board, Puzzle, Unsolvable, explain, scramble
from taquin.anytime.walker import Walker
from taquin.cli import run
from taquin.explanation import KINDS, Step
from taquin.explanation.method import Line, Method
from tests.support import puzzles, reachable

BOARD = Board.parse("8 1 3/4 0 2/7 6 5")
FIFTEEN = Board.parse("15 2 1 12/8 5 6 11/4 9 10 7/3 13 14 0")


def replayed(puzzle: Puzzle) -> list[Step]:
    """The steps of a puzzle, each of which was checked: its moves lead from board to board, what stands at its end has
    stood since it was fixed, and its tiles are where it says."""
    found = list(explain(puzzle.start, puzzle.goal))
    home = puzzle.goal.positions
    board = puzzle.start
    fixed: tuple[int, ...] = ()
    for step in found:
        assert step.before == board
        assert step.after == board.play(step.moves)
        board = step.after
        assert step.fixed[: len(fixed)] == fixed and len(set(step.fixed)) == len(step.fixed)
        fixed = step.fixed
        assert all(board.tiles[home[tile]] == tile for tile in fixed), step.title
        assert all(board.tiles[cell] == tile for tile, cell in zip(step.tiles, step.cells, strict=True)), step.title
        assert step.kind in KINDS and bool(step.moves) == (step.kind != "home")
    assert board == puzzle.goal
    assert not found or set(fixed) == set(range(1, len(board)))
    return found


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (1, 4), (5, 1)])
def test_every_board_of_a_small_shape_reaches_every_goal(shape: tuple[int, int]) -> None:
    usual = Board.blank_last(*shape)
    for board in reachable(usual):
        replayed(Puzzle(board))
        replayed(Puzzle(usual, board))


def test_many_8_puzzles_reach_the_goal() -> None:
    for seed in range(1000):
        replayed(Puzzle(scramble(3, 3, seed=seed)))


@pytest.mark.slow
@pytest.mark.parametrize("goal", ["1 2 3/4 5 6/7 8 0", "0 1 2/3 4 5/6 7 8", "1 2 3/8 0 4/7 6 5"])
def test_every_8_puzzle_reaches_the_goal(goal: str) -> None:
    for board in reachable(Board.parse(goal)):
        replayed(Puzzle(board, Board.parse(goal)))


@given(puzzles(largest_side=8))
@settings(max_examples=200, deadline=None)
def test_every_shape_and_goal(puzzle: Puzzle) -> None:
    replayed(puzzle)


@pytest.mark.slow
@given(puzzles(largest_side=14))
@settings(max_examples=5000, deadline=None)
def test_thousands_of_boards_of_every_shape_and_goal(puzzle: Puzzle) -> None:
    replayed(puzzle)


@pytest.mark.parametrize(("width", "height"), [(50, 50), (2, 50), (50, 2), (50, 3)])
def test_large_boards(width: int, height: int) -> None:
    start = scramble(width, height, seed=1)
    moves = "".join(str(step.moves) for step in explain(start))
    assert Puzzle(start).is_solution(moves)


def pairs_go_in(width: int, height: int, line: Line) -> None:
    """Wherever the last two pieces of a line and the blank are: nothing else matters for whether they can go in."""
    cells = range(width * height)
    before, corner = line.cells[-2:]
    blank = cells[-1] if cells[-1] not in line.cells else 0
    free = [cell for cell in cells if cell not in line.cells[:-2]]
    others = [cell for cell in free if cell not in (before, corner, blank)]
    for places in permutations(free, 3):
        board = list(cells)
        rest = iter(others)
        for cell in free:
            if cell not in places:
                board[cell] = next(rest)
        for piece, place in zip((before, corner, blank), places, strict=True):
            board[place] = piece
        if board[before] == before and board[corner] == corner:
            continue
        method = Method.__new__(Method)  # no puzzle: half of these boards cannot be solved, but their lines can
        Walker.__init__(method, width, height, board, blank)
        method.finished.update(line.cells[:-2])
        stages = list(method.finish_pair(line))
        assert method.board[before] == before and method.board[corner] == corner, places
        assert stages[-1].kind in ("enter", "slip")
        assert all(method.board[cell] == cell for cell in line.cells)


ROW = {shape: Line(tuple(range(shape[0])), shape[0]) for shape in [(2, 3), (3, 3), (2, 5), (4, 4), (5, 3)]}


@pytest.mark.parametrize("shape", ROW)
def test_the_last_two_of_a_row_always_go_in(shape: tuple[int, int]) -> None:
    pairs_go_in(*shape, ROW[shape])


@pytest.mark.parametrize("width", [3, 4, 5])
def test_the_last_two_of_a_column_always_go_in(width: int) -> None:
    pairs_go_in(width, 2, Line((0, width), 1))
    pairs_go_in(width, 2, Line((width - 1, 2 * width - 1), -1))


@pytest.mark.slow
def test_the_last_two_of_a_line_always_go_in_on_larger_boards() -> None:
    pairs_go_in(7, 7, Line(tuple(range(7)), 7))
    pairs_go_in(7, 6, Line(tuple(range(35, 42)), -7))
    pairs_go_in(9, 2, Line((0, 9), 1))


def test_the_way_is_that_of_a_person() -> None:
    """The first row from the left, its last two tiles together, the next row, columns, then a turn."""
    steps = replayed(Puzzle(FIFTEEN))
    assert steps[-1].fixed == (1, 2, 4, 3, 5, 6, 7, 8, 9, 13, 10, 14, 11, 12, 15)
    assert [step.kind for step in steps[:2]] == ["bring", "bring"]
    assert (steps[-1].kind, steps[-1].tiles) == ("last", (11, 12, 15))


def test_the_rows_begin_away_from_the_home_of_the_blank() -> None:
    start = scramble(4, 4, seed=3, goal=Board.blank_first(4))
    steps = replayed(Puzzle(start, Board.blank_first(4)))
    assert steps[-1].fixed[:4] == (12, 13, 14, 15)
    assert set(steps[-1].fixed[-3:]) == {1, 4, 5}


def test_every_kind_of_step_is_met_and_said_in_full() -> None:
    found: dict[str, Step] = {}
    for seed in range(300):
        found |= {step.kind: step for step in explain(scramble(3, 3, seed=seed))}
    found |= {step.kind: step for step in explain(Board([[0, 1, 2]]))}
    assert set(found) == set(KINDS)
    for step in found.values():
        for language in ("en", "id"):
            for sentence in (step.title.said(language), step.why.said(language)):
                assert sentence[0].isupper() or sentence[0].isdigit()
                assert sentence.endswith(".") and "{" not in sentence


def test_sentences() -> None:
    texts = [f"{step.title} {step.why}" for step in explain(BOARD)]
    assert texts[0] == (
        "Bring 1 home, to row 1, column 1. Begin with row 1: once it stands, all the rest is done without touching it."
    )
    assert texts[1].startswith("Take 2 out of the way, to row 3, column 2. The last two of row 1 go in together")
    assert texts[3] == (
        "Park 2 below its place. 3 stands in front, 2 right behind it: now they can go in one after the other."
    )
    assert texts[4].startswith("Lead the blank round to row 1, column 3: 3 slides right, 2 follows up. 3 and 2 are")
    assert texts[6].startswith("Park 4 right of its place.")
    assert texts[-1].startswith("Turn the last four cells anticlockwise.")


def test_a_solved_board_has_no_steps_and_an_unsolvable_one_is_refused() -> None:
    assert list(explain(Board.blank_last(4))) == []
    assert list(explain(Board([[0]]))) == []
    with pytest.raises(Unsolvable):
        explain(Board([[2, 1], [3, 0]]))


def test_the_command_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["explain", "8 1 3/4 0 2/7 6 5"]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    length = sum(len(step.moves) for step in explain(BOARD))
    assert f"Solved by hand in {length} moves and" in " ".join(shown.split())
    assert "The shortest way has 14 moves." in " ".join(shown.split())
    assert "│[1]│" in shown and " 1*│" in shown
    assert run(["explain", "8 1 3/4 0 2/7 6 5", "--brief", "--lang", "id"]) == 0
    brief = capsys.readouterr().out
    assert "Bawa 1 ke tempatnya" in brief and brief.count("┌") == 2
    assert run(["explain", "1 2 3/4 5 6/8 7 0"]) == 4
    assert capsys.readouterr().err.startswith("taquin: this board cannot be solved")
    assert run(["explain", "1 2 3/4 5 6/7 8 0"]) == 0
    assert "This board is solved already." in capsys.readouterr().out


def test_the_command_line_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "8 1 3/4 0 2/7 6 5", "--json"]) == 0
    *steps, end = map(json.loads, capsys.readouterr().out.splitlines())
    assert steps == [step.to_json() for step in explain(BOARD)]
    assert end == {"kind": "done", "length": sum(len(step["moves"]) for step in steps), "shortest": 14, "bound": 14}
