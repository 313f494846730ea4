"""The search with Manhattan distance and linear conflict, for boards of every size; and solutions that are offered.

Oracles: complete tables of distances, breadth-first search from the goal, the teaching IDA* in Python, and the search
with pattern tables. Node for node it is compared with a plain recursion in the core's own tests.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from taquin import Board, Limits, Outcome, Puzzle, Solution, TaquinError, scramble, solve
from taquin.batch import LocalThreads
from taquin.batch.hard import solve_hard
from taquin.heuristics import heuristic
from taquin.native import core
from taquin.notation import format_board
from taquin.optimal import NATIVE_HEURISTICS, Search, distances
from taquin.optimal.checkpoint import read_checkpoint, write_checkpoint
from taquin.optimal.native_heuristics import native_search
from taquin.result import Progress
from taquin.search import run
from taquin.tables import forget, table_set
from tests import published

pytestmark = pytest.mark.skipif(core is None, reason="needs the native engine")


def proven(puzzle: Puzzle, **options: Any) -> Solution:
    """The shortest solution, searched for without tables."""
    solution = Search(puzzle, heuristic="linear-conflict", **options).run()
    assert solution.optimal and solution.heuristic == "linear-conflict"
    return solution


def goal_with_blank(width: int, height: int, blank: int) -> Board:
    tiles = list(range(1, width * height))
    return Board([*tiles[:blank], 0, *tiles[blank:]], width)


def walk(board: Board, steps: int, rng: random.Random) -> Board:
    """A random walk that never goes straight back."""
    before = None
    for _ in range(steps):
        before, board = board, rng.choice([child for child in board.neighbors() if child != before])
    return board


# Lengths that are known


@pytest.mark.parametrize("shape", [(2, 2), (3, 2), (2, 3)])
def test_every_board_of_small_shapes(shape: tuple[int, int]) -> None:
    for blank in range(shape[0] * shape[1]):
        goal = goal_with_blank(*shape, blank)
        for board, distance in level_by_level(goal, 100):
            assert proven(Puzzle(board, goal)).length == distance


@pytest.mark.parametrize("goal", [Board.blank_last(3), Board.spiral(3), goal_with_blank(3, 3, 1)], ids=str)
def test_8_puzzles(goal: Board) -> None:
    table = distances(goal)
    for seed in range(1500):
        board = scramble(3, seed=seed, goal=goal)
        assert proven(Puzzle(board, goal)).length == table.distance(board.tiles)


@pytest.mark.slow
@pytest.mark.parametrize("goal", [Board.blank_last(3), goal_with_blank(3, 3, 4)], ids=str)
def test_all_8_puzzles(goal: Board) -> None:
    for board, distance in level_by_level(goal, 100):
        assert proven(Puzzle(board, goal)).length == distance


def level_by_level(goal: Board, last: int) -> Iterator[tuple[Board, int]]:
    """Every board up to a distance from the goal, by breadth-first search."""
    level, before = {goal}, set[Board]()
    for distance in range(last + 1):
        for board in level:
            yield board, distance
        before, level = level, {child for board in level for child in board.neighbors()} - before
        if not level:
            return


@pytest.mark.parametrize(
    ("width", "height", "last"),
    [(5, 5, 11), (6, 4, 11), (7, 7, 10), (10, 10, 9), (9, 13, 9), (20, 20, 8), (2, 20, 13), (15, 3, 11), (70, 2, 10)],
)
def test_boards_near_the_goal(width: int, height: int, last: int) -> None:
    """All distances up to a dozen moves, the blank's home in a corner, at an edge and inside."""
    rng = random.Random(width)
    for blank in (width * height - 1, width // 2, (height // 2) * width + width // 3):
        goal = goal_with_blank(width, height, blank)
        near = list(level_by_level(goal, last))
        for board, distance in rng.sample(near, min(len(near), 250)):
            assert proven(Puzzle(board, goal)).length == distance


@pytest.mark.parametrize(
    ("width", "height", "steps"),
    [(3, 3, 60), (4, 4, 30), (5, 5, 26), (6, 3, 26), (12, 2, 26), (10, 10, 20), (66, 2, 20)],
)
def test_the_moves_of_the_teaching_search(width: int, height: int, steps: int) -> None:
    """The first shortest solution in the order U L R D has no detour: both find the same one, this one sooner."""
    rng = random.Random(width * height)
    for _ in range(6):
        goal = goal_with_blank(width, height, rng.randrange(width * height))
        puzzle = Puzzle(walk(goal, steps, rng), goal)
        expected = run(puzzle, "ida", heuristic("linear-conflict", goal))
        solution = proven(puzzle)
        assert solution.moves == expected.moves
        assert solution.stats.expanded <= expected.stats.expanded


def test_it_agrees_with_the_pattern_tables() -> None:
    for board in sorted(published.korf100(), key=lambda board: board.nodes)[:12]:
        assert proven(board.puzzle).length == board.length
    for seed in range(6):
        puzzle = Puzzle(scramble(4, 3, seed=seed))
        assert proven(puzzle).length == solve(puzzle, heuristic="patterns").length


FIVE_BY_FIVE = {
    (48, 7): 30,
    (34, 12): 32,
    (38, 2): 38,
    (42, 16): 40,
    (48, 19): 42,
    (50, 8): 46,
    (56, 11): 48,
}
"""Steps and seed of a walk from home, and the length that the pattern tables prove."""


@pytest.mark.parametrize(("steps", "seed"), FIVE_BY_FIVE)
def test_24_puzzles_some_way_from_home(steps: int, seed: int) -> None:
    board = walk(Board.blank_last(5), steps, random.Random(seed))
    assert proven(Puzzle(board)).length == FIVE_BY_FIVE[steps, seed]


@pytest.mark.slow
def test_many_24_puzzles_some_way_from_home() -> None:
    for seed in range(40):
        puzzle = Puzzle(walk(Board.blank_last(5), 30 + seed, random.Random(seed)))
        assert proven(puzzle).length == solve(puzzle, heuristic="patterns").length


@pytest.mark.parametrize("side", [10, 30, 64, 65, 127, 255])
def test_large_boards_sixteen_moves_from_home(side: int) -> None:
    goal = Board.blank_last(side)
    moves = "ULLURDRUULLDDRUL"
    solution = proven(Puzzle(goal.play(moves), goal))
    assert solution.length == 16 and solution.stats.generated < 10_000


# Threads, limits, checkpoints


def test_threads_find_the_same_length() -> None:
    puzzle = Puzzle(walk(Board.blank_last(6, 5), 54, random.Random(3)))
    assert proven(puzzle).length == proven(puzzle, threads=2).length


def test_a_search_with_a_path_of_a_million_moves_is_saved_and_goes_on(tmp_path: Path) -> None:
    """With twice the bound that it begins with, it goes nearly straight down."""
    path = tmp_path / "search"
    search = Search(Puzzle(scramble(127, seed=1)), heuristic="linear-conflict")
    assert search.run(Limits(nodes=1)).bound > 1_300_000
    search.save(path)
    state = read_checkpoint(path)
    write_checkpoint(path, {**state, "bound": 2 * state["bound"], "iteration": None})
    unbroken = Search.load(path).run(Limits(nodes=3_000_000))
    for nodes in (1000, 500_000, 2_300_000, 3_000_000):
        search = Search.load(path)
        result = search.run(Limits(nodes=nodes))
        assert result.outcome is Outcome.LIMIT
        search.save(path)
    assert abs(result.stats.generated - unbroken.stats.generated) < 10  # a slice ends with whole nodes
    ((_, _, _, ((moves, untried),)),) = read_checkpoint(path)["iteration"]["waiting"]
    assert len(moves) + 1 == len(untried) > 1_000_000


@pytest.mark.parametrize("shape", [(1, 9), (9, 1), (256, 2), (300, 300)])
def test_boards_that_it_does_not_hold_are_refused(shape: tuple[int, int]) -> None:
    goal = Board.blank_last(*shape)
    with pytest.raises(TaquinError, match="2x2 to 255x255"):
        Search(Puzzle(goal, goal), heuristic="linear-conflict")


def test_solve_takes_it_and_python_has_it_too() -> None:
    for width, height in ((8, 8), (9, 1), (256, 2)):
        goal = Board.blank_last(width, height)
        puzzle = Puzzle(walk(goal, min(8, width - 1), random.Random(1)), goal)
        solution = solve(puzzle, heuristic="linear-conflict")
        assert solution.optimal and solution.heuristic == "linear-conflict"
        assert solution.engine == ("native" if (width, height) == (8, 8) else "python")
        assert solve(puzzle, heuristic="linear-conflict", engine="python").length == solution.length


def test_the_command_line_has_it(tmp_path: Path) -> None:
    board = walk(Board.blank_last(7), 24, random.Random(2))
    command = [sys.executable, "-m", "taquin", "solve"]
    options = ["--algorithm", "ida", "--engine", "native", "--heuristic", "linear-conflict", "--json"]
    for more in ([], ["--checkpoint", str(tmp_path / "search"), "--threads", "2"]):
        done = subprocess.run([*command, format_board(board, "line"), *options, *more], capture_output=True, check=True)
        found = json.loads(done.stdout)
        assert found["optimal"] and found["length"] == proven(Puzzle(board)).length
        assert (found["heuristic"], found["tables"]) == ("linear-conflict", [])
    helped = subprocess.run([*command, "--help"], capture_output=True, check=True, text=True).stdout
    assert all(name in helped for name in NATIVE_HEURISTICS)


def test_a_cluster_takes_it_beyond_the_tables() -> None:
    puzzle = Puzzle(walk(Board.blank_last(7), 40, random.Random(4)))
    with LocalThreads(2) as engine:
        solution = solve_hard(puzzle, engine, heuristic="linear-conflict", subtrees=50)
        assert solution.optimal and solution.length == proven(puzzle).length
        with pytest.raises(TaquinError, match="not for 7x7"):
            solve_hard(puzzle, engine)
        with pytest.raises(TaquinError, match="no heuristic"):
            solve_hard(puzzle, engine, heuristic="gaschnig")


# Solutions that are offered

BOARD = min(published.korf100(), key=lambda board: board.nodes)


@pytest.mark.parametrize("name", NATIVE_HEURISTICS)
@pytest.mark.parametrize("threads", [1, 2])
def test_an_offered_solution_spares_the_last_iteration(name: str, threads: int) -> None:
    shortest = Search(BOARD.puzzle, heuristic=name).run()
    native = native_search(BOARD.puzzle, name, table_set(BOARD.puzzle.goal) if name == "patterns" else None)
    expected = 1
    for bound in range(native.lower_bound, BOARD.length, 2):
        native.begin("", bound)
        assert native.run(10**9) == "exhausted"
        expected += native.generated
    search = Search(BOARD.puzzle, heuristic=name, threads=threads)
    search.offer(shortest.moves)
    solution = search.run()
    assert solution.optimal and solution.moves == shortest.moves and solution.bound == BOARD.length
    assert solution.stats.generated == expected < shortest.stats.generated
    again = search.run()
    assert (again.moves, again.stats.generated) == (solution.moves, expected)


@pytest.mark.parametrize("name", NATIVE_HEURISTICS)
def test_a_longer_solution_does_not_end_the_search(name: str) -> None:
    shortest = Search(BOARD.puzzle, heuristic=name).run()
    seen: list[Progress] = []
    search = Search(BOARD.puzzle, heuristic=name, on_progress=seen.append)
    back_and_forth = "".join(shortest.moves)
    back_and_forth += {"U": "DU", "D": "UD", "L": "RL", "R": "LR"}[back_and_forth[-1]]
    search.offer(back_and_forth)
    solution = search.run()
    assert (solution.moves, solution.stats.generated) == (shortest.moves, shortest.stats.generated)
    search.offer(back_and_forth)
    assert search.run().moves == shortest.moves
    assert all(progress.length == BOARD.length + 2 for progress in seen)


@pytest.mark.proof
@pytest.mark.parametrize("threads", [1, 2])
def test_an_offer_in_the_middle_ends_the_last_iteration(threads: int) -> None:
    """It comes as soon as the last iteration, which takes longest, is seen to be under way."""
    board = published.korf100()[13]
    moves = solve(board.puzzle).moves
    offered: list[Progress] = []

    def offer(progress: Progress) -> None:
        if progress.bound == board.length and not offered:
            offered.append(progress)
            search.offer(moves)

    search = Search(board.puzzle, heuristic="linear-conflict", threads=threads, on_progress=offer)
    solution = search.run()
    assert solution.optimal and solution.length == board.length and offered
    if threads == 1:  # two find the solution where they happen to be
        assert solution.stats.generated < proven(board.puzzle).stats.generated


def test_an_offer_is_believed_only_when_it_is_a_solution() -> None:
    search = Search(BOARD.puzzle, heuristic="linear-conflict")
    for wrong in ("", "U", "ULRDULRD", "UUUUUUUU", "x"):
        with pytest.raises(TaquinError, match="do not lead"):
            search.offer(wrong)
    assert search.run().length == BOARD.length


def test_an_offer_at_the_first_bound_needs_no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    forget()
    puzzle = Puzzle(Board.blank_last(5).play("ULUL"))
    search = Search(puzzle)
    search.offer("RDRD")
    solution = search.run()
    assert solution.optimal and solution.length == 4 and solution.tables == () and not list(tmp_path.iterdir())
    forget()


@pytest.mark.parametrize("name", NATIVE_HEURISTICS)
def test_an_offer_is_saved(name: str, tmp_path: Path) -> None:
    path = tmp_path / "search"
    shortest = Search(BOARD.puzzle, heuristic=name).run()
    search = Search(BOARD.puzzle, heuristic=name)
    assert not search.run(Limits(nodes=20)).solved
    search.offer(shortest.moves)
    search.save(path)
    search = Search.load(path)
    solution = search.run()
    assert solution.optimal and solution.moves == shortest.moves
    assert 20 <= solution.stats.generated <= shortest.stats.generated
    search.save(path)
    again = Search.load(path).run()
    assert (again.moves, again.stats.generated) == (solution.moves, solution.stats.generated)
    wrong: Any
    for wrong in ("U", "x", 7, [], "".join(shortest.moves)[:-1]):
        write_checkpoint(path, {**read_checkpoint(path), "offered": wrong})
        with pytest.raises(TaquinError, match="not a whole saved search"):
            Search.load(path)
