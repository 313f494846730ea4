"""Hints that are shortest, and the judgement of every move: against complete tables and against the optimal search."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

import pytest
from click.testing import CliRunner

from taquin import Board, Puzzle, hint, native, rank_moves, scramble, solve
from taquin.cli import program
from taquin.hints import Hint, Plan, loading, proving
from taquin.hints.proving import TreeSearch
from taquin.hints.ranking import ranked_moves
from taquin.optimal.small import distances
from taquin.random_boards import random_walk
from taquin.tables import forget, loaded_set, plan, table_set
from taquin.tables.store import path_of
from tests.support import eight_puzzles, needs_core

PATIENT = 600_000
"""Milliseconds that no hint here needs: what is proven must not depend on how busy the machine is."""
TWO_WAYS = Board([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 0, 15], [13, 14, 12, 11]])
"""A board with two best moves: the last three tiles go round either way, in six moves."""


def is_shortest(found: Hint) -> bool:
    puzzle = Puzzle(found.plan.board, found.plan.goal)
    return found.plan.optimal and puzzle.is_solution(found.plan.moves) and found.remaining == solve(puzzle).length


# Plans


@needs_core
def test_hints_of_15_puzzles_are_shortest() -> None:
    table_set(Board.blank_last(4))
    for seed in range(20):
        assert is_shortest(hint(scramble(4, seed=seed), budget_ms=PATIENT))


@needs_core
@pytest.mark.slow
def test_a_thousand_hints_of_15_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    table_set(Board.blank_last(4))
    seconds = []
    for seed in range(1000):
        board = scramble(4, seed=seed)
        began = perf_counter()
        found = hint(board, budget_ms=PATIENT)
        seconds.append(perf_counter() - began)
        assert is_shortest(found)
    seconds.sort()
    with capsys.disabled():
        shares = {50: "median", 90: "90%", 99: "99%", 99.9: "99.9%"}
        print("\n" + ", ".join(f"{name} {1000 * seconds[int(10 * share)]:.1f} ms" for share, name in shares.items()))


@needs_core
@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (5, 2), (4, 3), (2, 7), (1, 6)])
def test_hints_of_other_small_shapes_are_shortest(shape: tuple[int, int]) -> None:
    goal = Board.blank_first(*shape)
    if len(goal) > 10:
        table_set(goal)
    for seed in range(3):
        board = scramble(*shape, seed=seed, goal=goal)
        found = hint(board, goal, budget_ms=PATIENT)
        assert found.plan.optimal and found.remaining == solve(Puzzle(board, goal)).length


def every_8_puzzle(step: int) -> None:
    exact = eight_puzzles()
    distances(Board.blank_last(3))
    for board, distance in list(exact.items())[::step]:
        found = hint(board, budget_ms=PATIENT, rank=True)
        assert found.plan.optimal and found.remaining == distance
        assert board.play(found.plan.moves).is_goal()
        agrees_with(found, {move: exact[following] for move, following in board.successors()})


def agrees_with(found: Hint, after: dict[str, int]) -> None:
    assert found.moves is not None and found.remaining is not None
    assert {ranked.move: ranked.remaining for ranked in found.moves} == after
    for ranked in found.moves:
        assert ranked.tile == found.plan.board.tiles[found.plan.board.apply(ranked.move).blank]
        best = after[ranked.move] < found.remaining
        assert ranked.cost == (0 if best else 2)
        assert ranked.verdict == ("worse" if not best else "best" if ranked.move == found.move else "also best")


@needs_core
def test_8_puzzles_have_the_exact_plan_and_ranking() -> None:
    every_8_puzzle(step=97)


@needs_core
@pytest.mark.slow
def test_every_8_puzzle_has_the_exact_plan_and_ranking() -> None:
    every_8_puzzle(step=1)


@needs_core
def test_a_search_without_tables_judges_as_the_complete_table_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "fetch_tables", lambda goal: None)
    monkeypatch.setattr(loading, "loaded_tables", lambda goal: None)
    every_8_puzzle(step=499)


@needs_core
def test_pattern_tables_judge_as_the_distances_of_the_neighbors_do() -> None:
    for shape in ((4, 3), (3, 4), (4, 4)):
        table_set(Board.blank_last(*shape))
        for seed in range(5):
            board = scramble(*shape, seed=seed)
            found = hint(board, budget_ms=PATIENT, rank=True)
            after = {move: len(solve(following).moves) for move, following in board.successors()}
            agrees_with(found, after)  # type: ignore[arg-type]


@needs_core
def test_a_proven_plan_stays_proven_without_any_search(monkeypatch: pytest.MonkeyPatch) -> None:
    board = scramble(4, seed=5)
    table_set(Board.blank_last(4))
    found = hint(board, budget_ms=PATIENT)
    monkeypatch.delattr(proving, "_attempt")
    while found.move:
        before, board = found.remaining, board.apply(found.move)
        found = hint(board, budget_ms=0, plan=found.plan)
        assert found.plan.optimal and before is not None and found.remaining == before - 1
    assert board.is_goal()


@needs_core
def test_a_player_who_strays_gets_a_shortest_plan_again() -> None:
    table_set(Board.blank_last(4))
    first = hint(TWO_WAYS, budget_ms=PATIENT, rank=True)
    assert first.moves is not None
    assert sorted(ranked.verdict for ranked in first.moves) == ["also best", "best", "worse", "worse"]
    for ranked in first.moves:
        assert is_shortest(found := hint(TWO_WAYS.apply(ranked.move), budget_ms=PATIENT, plan=first.plan))
        assert found.remaining == ranked.remaining
    board = scramble(4, seed=2)
    found = hint(board, budget_ms=PATIENT, rank=True)
    for _ in range(3):
        assert found.moves is not None
        worst = max(found.moves, key=lambda ranked: ranked.remaining or 0)
        board = board.apply(worst.move)
        found = hint(board, budget_ms=PATIENT, plan=found.plan, rank=True)
        assert is_shortest(found) and found.remaining == worst.remaining


def test_the_bound_follows_the_player_and_is_never_too_high() -> None:
    board = scramble(3, seed=4)
    distance = solve(board).length
    assert distance is not None
    moves = "".join(solve(board).moves)
    plan = Plan(board, Board.blank_last(3), moves, distance)
    for move, following in board.successors():
        found = hint(following, budget_ms=0, plan=plan, prove=False)
        assert found.plan.bound <= (solve(following).length or 0)
        assert found.plan.optimal or move != moves[0]


@pytest.mark.parametrize("side", [5, 12])
def test_a_plan_of_a_large_board_that_meets_its_bound_is_proven(side: int) -> None:
    board = Board.blank_last(side).play("ULLU")
    found = hint(board, rank=True)
    assert found.plan.optimal and found.moves is not None
    assert {ranked.move.value: ranked.remaining for ranked in found.moves}["D"] == 3
    assert all(ranked.verdict != "unknown" or ranked.remaining is None for ranked in found.moves)


@needs_core
@pytest.mark.parametrize(("side", "walk"), [(5, 10), (5, 30), (10, 16), (20, 20)])
def test_hints_of_large_boards_near_their_goal_are_shortest(side: int, walk: int) -> None:
    for seed in range(5):
        board = random_walk(Board.blank_last(side), walk, seed=seed)
        told = hint(board, budget_ms=2000, rank=True)
        assert told.plan.optimal and told.remaining == solve(board).length
        assert told.moves is not None and "unknown" not in {ranked.verdict for ranked in told.moves}
        for ranked in told.moves:
            assert ranked.remaining == solve(board.apply(ranked.move)).length


# Ranking


def test_the_moves_are_judged_only_where_that_is_asked_for() -> None:
    board = Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]])
    assert hint(board).moves is None and hint(board).to_json()["moves"] is None
    assert hint(board, rank=True).to_json()["moves"][2] == {"move": "R", "tile": 5, "remaining": 1, "verdict": "best"}
    assert [ranked.remaining for ranked in rank_moves(board)] == [3, 3, 1, 3]
    assert [ranked.verdict for ranked in rank_moves(Board.blank_last(3))] == ["worse", "worse"]


def test_what_is_not_proven_is_unknown() -> None:
    board = scramble(12, seed=1)
    ranked = hint(board, rank=True, budget_ms=20).moves
    assert ranked is not None and len(ranked) == len(board.moves())
    assert {one.verdict for one in ranked} == {"unknown"} and {one.remaining for one in ranked} == {None}
    assert {one.cost for one in ranked} == {None}


@needs_core
def test_a_move_that_is_not_decided_in_time_is_unknown() -> None:
    table_set(Board.blank_last(4))
    for seed in range(20):
        plan = hint(scramble(4, seed=seed), budget_ms=PATIENT).plan
        for ranked in ranked_moves(plan, perf_counter()):  # no time at all
            truth = solve(plan.board.apply(ranked.move)).length
            assert ranked.remaining in (None, truth)


# Tables that are not at hand


@needs_core
def test_an_empty_cache_stays_empty(empty_cache: Path) -> None:
    board = scramble(4, seed=1)
    found = hint(board, budget_ms=30, rank=True)
    assert board.play(found.plan.moves).is_goal()
    assert not empty_cache.exists() and loaded_set(Board.blank_last(4)) is None and not loading._loadings
    near = hint(TWO_WAYS, rank=True)  # proven without any table
    assert near.plan.optimal and near.remaining == 6 and near.moves is not None
    assert [ranked.remaining for ranked in near.moves] == [7, 7, 5, 5]


@needs_core
def test_tables_on_disk_are_loaded_in_the_background(empty_cache: Path) -> None:
    goal = Board.blank_last(4, 3)
    table_set(goal)
    forget()
    board = scramble(4, 3, seed=1)
    hint(board, budget_ms=0)
    for one in list(loading._loadings.values()):
        one.wait(perf_counter() + 60)
    assert loaded_set(goal) is not None
    assert is_shortest(hint(board, budget_ms=PATIENT))
    forget()
    assert is_shortest(hint(scramble(4, 3, seed=2), budget_ms=PATIENT))  # waits for them where the budget allows it


@needs_core
def test_without_proofs_nothing_is_loaded(empty_cache: Path) -> None:
    goal = Board.blank_last(4, 3)
    table_set(goal)
    forget()
    found = hint(scramble(4, 3, seed=1), prove=False, rank=True)
    assert found.plan.board.play(found.plan.moves).is_goal()
    assert not loading._loadings and loaded_set(goal) is None


@needs_core
def test_a_damaged_table_is_neither_used_nor_built_again(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    goal = Board.blank_last(4, 3)
    table_set(goal)
    damaged = {}
    for pattern, _ in (use for uses in plan(4, 3, goal.blank, "default") for use in uses):
        path = path_of(pattern)
        content = path.read_bytes()
        damaged[path] = content[:-1] + bytes([content[-1] ^ 1])
        path.write_bytes(damaged[path])
    forget()
    board = scramble(4, 3, seed=1)
    for _ in range(2):
        found = hint(board, budget_ms=200)
        assert board.play(found.plan.moves).is_goal()
        for one in list(loading._loadings.values()):
            one.wait(perf_counter() + 60)
    assert loaded_set(goal) is None
    assert [one.failed for one in loading._loadings.values()] == [True]
    assert all(path.read_bytes() == content for path, content in damaged.items())


@needs_core
def test_hints_from_several_threads_while_the_tables_are_loaded(empty_cache: Path) -> None:
    goals = [Board.blank_last(4, 3), Board.blank_first(4, 3), Board.spiral(4, 3)]
    for goal in goals:
        table_set(goal)
    forget()
    puzzles = [Puzzle(scramble(4, 3, seed=seed, goal=goals[seed % 3]), goals[seed % 3]) for seed in range(24)]
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda one: hint(one.start, one.goal, budget_ms=PATIENT, rank=True), puzzles))
    assert all(is_shortest(one) for one in found)
    assert len(loading._loadings) <= 3  # one thread a goal


def test_more_goals_than_are_loaded_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "_loadings", {})
    for seed in range(20):
        board = scramble(3, seed=seed)
        goal = board.play("".join(solve(board).moves)[:6])
        assert is_shortest(hint(board, goal, budget_ms=PATIENT)) or native.core is None
    assert len(loading._loadings) <= loading._MOST


@needs_core
@pytest.mark.parametrize("started", [True, False])
def test_the_end_of_the_program_leaves_no_thread_behind(empty_cache: Path, started: bool) -> None:
    if started:
        table_set(Board.blank_last(4, 3))
    script = "from taquin import hint, scramble; print(hint(scramble(4, 3, seed=1), budget_ms=1).text[:5])"
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, env={**os.environ}, timeout=60
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "slide\n", "")


def test_without_the_core_a_hint_answers_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "core", None)
    board = scramble(3, seed=1)
    found = hint(board, budget_ms=100, rank=True)
    assert board.play(found.plan.moves).is_goal()
    assert found.moves is not None and [ranked.move for ranked in found.moves] == list(board.moves())
    near = hint(Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]]), rank=True)
    assert near.plan.optimal and near.moves is not None and near.moves[2].verdict == "best"


@needs_core
def test_an_iteration_that_has_no_time_decides_nothing() -> None:
    puzzle = Puzzle(scramble(4, seed=3))
    length = solve(puzzle).length
    assert length is not None
    assert TreeSearch().is_within(puzzle, length - 2, 0.0) is None  # Manhattan distance takes seconds
    assert TreeSearch().is_within(puzzle, puzzle.start.manhattan(puzzle.goal) - 2, 0.0) is False
    assert TreeSearch(table_set(puzzle.goal)).is_within(puzzle, length, 60) is True
    assert TreeSearch(table_set(puzzle.goal)).is_within(puzzle, length - 2, 60) is False


@needs_core
@pytest.mark.parametrize("budget", [0, 1])
def test_the_smallest_budget_is_enough_for_an_8_puzzle_without_tables(
    budget: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "fetch_tables", lambda goal: None)
    monkeypatch.setattr(loading, "loaded_tables", lambda goal: None)
    board = Board([[1, 2, 3], [4, 0, 8], [7, 6, 5]])
    assert [ranked.remaining for ranked in rank_moves(board, budget_ms=budget)] == [7, 7, 5, 5]


# The command line


def test_the_command_line_judges_all_moves() -> None:
    run = CliRunner().invoke
    shown = run(program, ["hint", "1 2 3/4 0 5/7 8 6", "--all"]).stdout
    assert "5 left   1           best\n" in shown
    assert "2 down   3           worse by 2\n" in shown
    assert '"verdict": "best"' in run(program, ["hint", "1 2 3/4 0 5/7 8 6", "--all", "--json"]).stdout
