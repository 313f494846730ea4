"""Hints: the next move in time, and a plan that follows the player."""

from __future__ import annotations

import pickle
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from taquin import Board, TaquinError, Unsolvable, hint, native, scramble
from taquin.cli import program
from taquin.cli.hint import _unproven
from taquin.hints import LEVELS, Hint, Plan, shortening
from taquin.hints.needs import needs_of
from taquin.notation import format_board

EASY = Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]])


def leads_to_the_goal(found: Hint) -> bool:
    return found.plan.board.play(found.plan.moves) == found.plan.goal


def test_levels_tell_more_and_more() -> None:
    assert [hint(EASY, level=level).text for level in LEVELS] == ["look at tile 5", "slide 5 left", "slide 5 left"]
    assert hint(EASY).plan.moves == "RD"
    assert hint(EASY).plan.optimal
    assert hint(EASY, level=1).to_json()["move"] is None
    assert hint(EASY, level=3).to_json()["plan"] == "RD"
    with pytest.raises(ValueError, match="no hint level 4"):
        hint(EASY, level=4)


@pytest.mark.parametrize("level", [0, 4, "3", None])
def test_a_level_that_there_is_not_is_refused_with_those_that_there_are(level: Any) -> None:
    with pytest.raises(TaquinError, match=r"choose 1 \(which tile to move\), 2 \(which tile to move and where\), 3"):
        hint(scramble(3, seed=1), level=level)


def test_a_solved_board_needs_nothing() -> None:
    found = hint(Board.blank_last(4, 4))
    assert found.move is None
    assert found.remaining == 0


def test_an_unsolvable_board_is_refused() -> None:
    with pytest.raises(Unsolvable, match=r"^this board cannot be solved: the sum"):
        hint(Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]]))


@given(st.integers(2, 5), st.integers(2, 5), st.integers(0, 10_000))
@settings(max_examples=15, deadline=None)
def test_following_the_plan_solves_the_board(width: int, height: int, seed: int) -> None:
    board = scramble(width, height, seed=seed)
    found = hint(board, budget_ms=30)
    limit = len(found.plan.moves)
    for _ in range(limit):
        if found.move is None:
            break
        board = board.apply(found.move)
        found = hint(board, budget_ms=1, plan=found.plan)
    assert board == Board.blank_last(width, height)


def test_a_player_who_strays_is_led_back() -> None:
    board = scramble(4, 4, seed=1)
    found = hint(board)
    before = found.remaining
    assert before is not None
    for _ in range(3):  # three moves of the player's own
        board = board.apply(next(move for move in board.moves() if move != found.move))
        found = hint(board, plan=found.plan, budget_ms=1)
        assert leads_to_the_goal(found)
    assert found.remaining is not None
    assert found.remaining <= before + 3


def test_a_plan_for_another_goal_is_not_used() -> None:
    found = hint(EASY)
    other = hint(EASY, Board([[1, 2, 3], [4, 5, 6], [7, 0, 8]]), plan=found.plan)
    assert leads_to_the_goal(other)


def test_a_board_far_from_the_plan_gets_a_new_one() -> None:
    plan = hint(scramble(4, 4, seed=1)).plan
    found = hint(scramble(4, 4, seed=2), plan=plan)
    assert leads_to_the_goal(found)


@pytest.mark.skipif(native.core is None, reason="the compiled core is not installed")
@pytest.mark.parametrize("side", [10, 50, 127])
def test_hints_at_every_size(side: int) -> None:
    board = scramble(side, side, seed=1)
    found = hint(board)
    assert found.move in board.moves()
    following = hint(board.apply(found.move), plan=found.plan)
    assert following.plan.moves


@pytest.mark.skipif(native.core is None, reason="the compiled core is not installed")
def test_an_incomplete_plan_goes_on() -> None:
    board = scramble(12, 12, seed=1)
    moves = native.core.construct_beginning(12, board.tiles, Board.blank_last(12, 12).tiles, 5)
    plan = Plan(board, Board.blank_last(12, 12), moves, 0, complete=False)
    assert hint(board, plan=plan).remaining is None
    assert leads_to_the_goal(hint(board.play(moves), plan=plan))


def test_hints_from_several_threads_with_one_plan() -> None:
    board = scramble(4, 4, seed=3)
    plan = hint(board).plan
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: hint(board, plan=plan, budget_ms=20), range(8)))
    assert all(leads_to_the_goal(one) for one in found)


def test_the_command_line() -> None:
    run = CliRunner().invoke
    assert run(program, ["hint", "1 2 3/4 0 5/7 8 6"]).stdout.startswith("slide 5 left\n2 moves to go")
    assert run(program, ["hint", "1 2 3/4 0 5/7 8 6", "--level", "3"]).stdout.splitlines()[:2] == [
        "slide 5 left", "then 6 up",
    ]  # fmt: skip
    assert "then it is solved" in run(program, ["hint", "1 2 3/4 5 0/7 8 6", "--level", "3"]).stdout


@pytest.mark.skipif(native.core is None, reason="the Python engine proves no 15-puzzle, with or without tables")
def test_a_hint_that_is_not_proven_says_so_and_what_helps(empty_cache: Path, tmp_path: Path) -> None:
    run, board = CliRunner().invoke, "0 12 9 13/15 11 10 14/3 7 6 2/4 8 5 1"  # 80 moves
    for extra in (["--level", "1", "--budget", "1"], ["--level", "2", "--budget", "500"], ["--level", "3"]):
        for metric, command in (("stm", "taquin solve"), ("mtm", "taquin solve --metric mtm")):
            out = run(program, ["hint", board, "--metric", metric, *extra]).stdout
            assert f"not proven to be the fewest; solve it once with `{command}`\n" in out, out
    out = run(program, ["hint", board, "--metric", "mtm", "--memory", "30M"]).stdout
    assert "`taquin solve --metric mtm` and allow more --memory" in " ".join(out.split())
    large = run(program, ["hint", format_board(scramble(6, seed=1), "line")]).stdout
    assert large.endswith(" are needed\nnot proven to be the fewest\n")
    near = run(program, ["hint", "1 2 3/4 5 6/7 0 8"]).stdout
    assert near.endswith("\n1 move to go by this plan; at least 1 is needed\n")


def test_more_time_is_advised_where_only_time_is_missing() -> None:
    large = scramble(5, seed=1)
    plan = Plan(EASY, Board.blank_last(3), "LRRD", 2)
    assert needs_of(plan) == (("budget",) if native.core is not None else ())
    assert needs_of(replace(plan, moves="RD")) == needs_of(replace(plan, board=large, goal=Board.blank_last(5))) == ()
    if native.core is not None:
        told = "not proven to be the fewest; try --budget {}"
        assert [_unproven(plan, budget) for budget in (50, 500)] == [told.format(500), told.format(1000)]


def test_all_of_a_hint_speaks_of_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the hint tells a player to slide, played on the board, leads to the goal."""
    monkeypatch.setenv("COLUMNS", "80")
    board = scramble(3, seed=4)
    out = CliRunner().invoke(program, ["hint", format_board(board, "line"), "--level", "3", "--all"]).stdout
    assert max(map(len, out.splitlines())) <= 80
    told = out.split(" moves to go")[0].rsplit("\n", 1)[0].replace("slide ", "").replace("then ", "")
    for step in re.split(r"[,\n]\s*", told):
        tile, where = step.split()
        move = next(move for move in board.moves() if board.tiles[board.apply(move).blank] == int(tile))
        assert move.inverse.word.lower() == where
        board = board.apply(move)
    assert board.is_goal()
    table = [line.split()[:2] for line in out.splitlines() if re.match(r"\d+ (up|down|left|right) ", line)]
    start = scramble(3, seed=4)
    assert table == [[str(start.tiles[start.apply(move).blank]), move.inverse.word.lower()] for move in start.moves()]


def test_the_command_line_shortens() -> None:
    run = CliRunner().invoke
    assert '"tile": 5' in run(program, ["hint", "1 2 3/4 0 5/7 8 6", "--json"]).stdout
    improved = run(program, ["improve", "1 2 3/4 0 5/7 8 6", "LRRD", "--time", "1"]).stdout
    assert "2 moves saved" in improved
    assert '"given_length": 4' in run(program, ["improve", "1 2 3/4 0 5/7 8 6", "LRRD", "--json"]).stdout


@pytest.mark.skipif(native.core is None, reason="the Python engine constructs whole plans, whatever the budget")
def test_a_board_too_large_for_the_core_gets_the_first_moves_of_a_plan() -> None:
    far = hint(scramble(300, seed=1), budget_ms=20)
    assert far.move is not None and not far.plan.complete and far.plan.board.play(far.plan.moves[:50]).is_solvable()
    near = hint(Board.blank_last(300).play("UL"), budget_ms=2000)
    assert near.plan.board.play(near.plan.moves).is_goal()


@pytest.mark.skipif(native.core is None, reason="large boards need the compiled core")
def test_a_long_plan_gets_short_while_the_player_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shortening, "_LEAST_SECONDS", 60.0)  # a second may be too little on a busy machine
    board, goal = scramble(24, seed=1), Board.blank_last(24)
    found = hint(board, budget_ms=16)
    constructed, played = len(found.plan.moves), 0

    def play() -> None:
        nonlocal board, found, played
        assert found.move is not None
        board = board.apply(found.move)
        found, played = hint(board, budget_ms=16, plan=found.plan), played + 1
        assert leads_to_the_goal(found) and found.plan.board == board and found.plan.goal == goal

    while found.plan.is_rough or played + len(found.plan.moves) >= constructed / 2:
        play()
        sleep(0.002)
    assert found.plan.shortening is not None
    found.plan.shortening._solving.stop()
    found.plan.shortening._solving.wait()
    play()
    assert found.plan.shortening is None


@pytest.mark.skipif(native.core is None, reason="large boards need the compiled core")
def test_a_plan_with_a_search_in_the_background_can_be_copied_and_dropped() -> None:
    board = scramble(24, seed=2)
    first = hint(board, budget_ms=16)
    assert first.plan.shortening is None and first.move is not None  # it may be the only hint that is asked for
    plan = hint(board.apply(first.move), budget_ms=16, plan=first.plan).plan
    assert plan.shortening is not None
    copy = pickle.loads(pickle.dumps(plan))
    assert copy == plan and copy.shortening is None
    solving = plan.shortening._solving
    del plan
    solving.wait(10)
    assert solving._both_ends.ends.stopped
