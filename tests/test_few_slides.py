"""Few slides beyond what is proven: the stream that counts slides, and hints that are followed to the goal."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from taquin import Board, Limits, Puzzle, hint, improve, native, solve
from taquin.bounds import slides_lower_bound
from taquin.cli import kept_plan, program
from taquin.hints import Plan
from taquin.hints.shortening import reversed_moves
from taquin.move import letters_of
from taquin.names import Metric
from taquin.notation import format_board, length_in
from taquin.optimal.plain_slides import slides
from taquin.random_boards import scramble
from taquin.result import Solution
from tests.support import needs_core


def of_fixed_work(board: Board, goal: Board, metric: str, nodes: int = 5_000_000) -> Solution:
    limits = Limits(nodes=nodes)
    found = solve(Puzzle(board, goal), limits, quality="good", metric=metric, threads=1)  # type: ignore[arg-type]
    assert found.puzzle.is_solution(found.moves) and found.measured >= found.bound
    return found


@needs_core
@pytest.mark.parametrize(
    ("shape", "part"), [((5, 5), 0.9), ((4, 6), 0.95), ((7, 3), 0.95), ((8, 8), 0.85), ((12, 9), 1.0)]
)
def test_a_beam_that_counts_slides_needs_fewer(shape: tuple[int, int], part: float) -> None:
    """The limit is wide of what is usual, so that other weights and widths may come."""
    goal = Board.blank_last(*shape) if shape[0] % 2 else Board.blank_first(*shape)
    board = scramble(*shape, goal=goal, seed=2)
    slides, moves = (of_fixed_work(board, goal, metric) for metric in ("mtm", "stm"))
    assert slides.slides is not None and moves.slides is not None and moves.length is not None
    assert slides.slides <= part * moves.slides and slides_lower_bound(Puzzle(board, goal)) <= slides.slides


@needs_core
def test_what_counts_slides_repeats_itself_and_every_solution_has_fewer() -> None:
    board = scramble(5, seed=9)
    once, again = (of_fixed_work(board, Board.blank_last(5), "mtm") for _ in range(2))
    assert once.moves == again.moves
    found = list(improve(board, Limits(seconds=0.5), metric="mtm"))
    lengths = [solution.measured for solution in found]
    assert lengths == sorted(set(lengths), reverse=True)
    assert all(solution.puzzle.is_solution(solution.moves) for solution in found)


@pytest.mark.parametrize("metric", ["mtm", "stm"])
def test_whoever_follows_hint_after_hint_arrives(metric: str, empty_cache: Path) -> None:
    """Each is a new call, and none is proven: there are no tables."""
    board, goal, left = scramble(4, 3, seed=4), Board.blank_last(4, 3), 10_000
    command = ["hint", "--metric", metric, "--budget", "1", "--json"]
    while board != goal:
        result = CliRunner().invoke(program, [*command, format_board(board, "line")])
        found = native_json(result.stdout)
        remaining = found["remaining"]
        assert isinstance(remaining, int) and remaining < left
        left = remaining
        board = board.play(str(found["move"]) * len(found["tiles"]))  # type: ignore[arg-type]


@needs_core
@pytest.mark.parametrize("metric", ["mtm", "stm"])
def test_one_step_astray_costs_two_at_most(metric: Metric) -> None:
    """Any slide, or move, from the first board of a plan: the hints have no time."""
    solution = of_fixed_work(scramble(5, seed=1), Board.blank_last(5), metric, nodes=500_000)
    start, goal = solution.puzzle.start, solution.puzzle.goal
    plan = Plan(start, goal, letters_of(solution.moves), 0, metric=metric)
    steps = slides(start) if metric == "mtm" else [((move,), board) for move, board in start.successors()]
    for way, board in steps:
        found = hint(board, goal, plan=plan, metric=metric, budget_ms=0, prove=False)
        assert board.play(found.plan.moves) == goal and found.bound <= solution.measured
        wanted = length_in(reversed_moves(letters_of(way)) + plan.moves, metric)
        assert found.remaining is not None and found.remaining <= min(wanted, solution.measured + 1), way


def native_json(text: str) -> dict[str, object]:
    import json

    content: dict[str, object] = json.loads(text)
    return content


def test_nothing_in_the_file_of_the_last_plan_is_trusted(empty_cache: Path) -> None:
    start, goal = Board.parse("1 2 3/4 0 5/7 8 6"), Board.blank_last(3)
    assert kept_plan.kept_plan(goal, "mtm") is None
    kept_plan.keep_plan(Plan(start, goal, "LRRD", 2, metric="mtm"))
    (path,) = empty_cache.glob("last-hint*")
    known = kept_plan.kept_plan(goal, "mtm")
    assert known is not None and (known.moves, known.bound) == ("LRRD", slides_lower_bound(Puzzle(start, goal)))
    assert kept_plan.kept_plan(goal, "stm") is None and kept_plan.kept_plan(Board.blank_first(3), "mtm") is None
    content = path.read_text()
    damages = ("", "[]", "null", content[:-9], content.replace("LRRD", "LRR"), content.replace('"LRRD"', "7"))
    for damaged in (*damages, content.replace("[[1, 2", "[[1, 1"), content.replace("LRRD", "UUUU")):
        path.write_text(damaged)
        assert kept_plan.kept_plan(goal, "mtm") is None, damaged


@pytest.mark.skipif(native.core is None, reason="the Python engine proves this board")
def test_a_verdict_that_is_unknown_says_why(empty_cache: Path) -> None:
    out = CliRunner().invoke(program, ["hint", "--all", "--metric", "mtm", format_board(scramble(4, seed=1), "line")])
    assert out.stdout.count(" ?  ") > 1 and "unknown: a move is judged once the way to the goal is proven" in out.stdout


@pytest.mark.parametrize(("command", "says"), [(["hint", "--all"], "lebih buruk sebanyak 2"), (["solve"], "geseran (")])
def test_in_indonesian_no_slide_is_called_a_move(command: list[str], says: str, empty_cache: Path) -> None:
    rows = "1 2 3/4 0 5/7 8 6" if command[0] == "hint" else format_board(scramble(5, seed=1), "line")
    limit = [] if command[0] == "hint" else ["--nodes", "20000"]
    arguments = [*command, rows, *limit, "--metric", "mtm", "--lang", "id"]
    lines = [line for line in CliRunner().invoke(program, arguments).stdout.splitlines() if says in line]
    assert lines and not any("langkah" in line for line in lines)
