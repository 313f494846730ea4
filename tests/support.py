"""What several tests share: the project's folders, random boards for hypothesis, small state spaces, and the mark of
those that need the compiled core."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import strategies as st

from taquin import Board, Puzzle, Solution, native, scramble
from taquin.estimate import Estimate
from taquin.search import Algorithm
from taquin.search.best_first import Rules, best_first
from taquin.search.search_run import SearchRun
from taquin.trace import OnEvent

needs_core = pytest.mark.skipif(native.core is None, reason="the compiled core is not installed")

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples" / "boards"
CLASSROOM: dict[str, Any] = json.loads((ROOT / "tests" / "data" / "classroom.json").read_text())
CASES: list[dict[str, Any]] = CLASSROOM["cases"]


def holds(solution: Solution | None) -> bool:
    """Whether it is a legal solution with a bound that it keeps."""
    assert solution is not None
    return solution.solved and solution.puzzle.is_solution(solution.moves) and solution.bound <= len(solution.moves)


def example(name: str) -> ModuleType:
    """A program of `examples/`, as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def panels() -> list[str]:
    """The panels of the page, as its start mounts them."""
    start = (ROOT / "src" / "taquin" / "web" / "static" / "js" / "main.js").read_text()
    return start.split("const PANELS = { ")[1].split(" }")[0].split(", ")


@st.composite
def boards(draw: st.DrawFn, largest_side: int = 6, smallest_side: int = 1) -> Board:
    """Any board, solvable or not, of any shape up to this size."""
    sides = st.integers(smallest_side, largest_side)
    width, height = draw(sides), draw(sides)
    return Board(draw(st.permutations(range(width * height))), width)


@st.composite
def puzzles(draw: st.DrawFn, largest_side: int = 12, smallest_side: int = 1) -> Puzzle:
    """Any solvable puzzle of any shape: a random goal, and a start from the same class."""
    width, height = draw(st.integers(smallest_side, largest_side)), draw(st.integers(smallest_side, largest_side))
    goal = Board(draw(st.permutations(range(width * height))), width)
    start = scramble(width, height, goal=goal, seed=draw(st.integers(0, 2**32)))
    return Puzzle(start, goal)


@cache
def eight_puzzles() -> dict[Board, int]:
    """All 181,440 8-puzzles that can be solved, with their distances from the usual goal. Takes seconds, once."""
    return reachable(Board.blank_last(3))


@cache
def eight_puzzles_within(farthest: int) -> list[Board]:
    """Those of them that are at most so far from the goal, nearest first."""
    return [board for board, distance in eight_puzzles().items() if distance <= farthest]


@cache
def eight_puzzle_at(distance: int) -> Board:
    """The first of them that is just so far from the goal."""
    return next(board for board, found in eight_puzzles().items() if found == distance)


def reachable(board: Board) -> dict[Board, int]:
    """Every board that can be reached, with its distance: plain breadth-first search, the oracle of many tests."""
    distances = {board: 0}
    layer = [board]
    while layer:
        following = []
        for parent in layer:
            for child in parent.neighbors():
                if child not in distances:
                    distances[child] = distances[parent] + 1
                    following.append(child)
        layer = following
    return distances


def always(value: Any) -> Callable[[Board], Any]:
    """A heuristic that gives this for every board."""
    return lambda board: value


def search_by(
    rules: Rules | Algorithm, puzzle: Puzzle, heuristic: Estimate, on_event: OnEvent | None = None
) -> Solution:
    """The best-first loop itself, by any rules and on any puzzle, solvable or not."""
    if isinstance(rules, Algorithm):
        assert isinstance(rules.search, Rules)
        rules = rules.search
    return best_first(SearchRun("best-first", puzzle, heuristic, on_event=on_event), heuristic, rules)
