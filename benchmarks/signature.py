"""The signature: a fixed list of boards of every kind through every engine, as one line of figures a kind and one hash.

    python -m benchmarks.signature          compare with the expected lines
    python -m benchmarks.signature --write  make today's lines the expected ones

One thread, and a fixed amount of work instead of time: the lines are the same on every processor and with every
compiler. They say when a change alters what the engines do, and whether solutions become longer. A commit that changes
them says so, and why, in its message.

A line has the number of boards, the generated and expanded nodes, the moves of all solutions, these moves divided by
the Manhattan distance of the boards, and a hash of every single solution.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

from taquin import Board, Limits, Puzzle, Solution, improve, scramble
from taquin.anytime import construct
from taquin.anytime.construct import construct_python
from taquin.anytime.windows import PythonWindows
from taquin.bounds import lower_bound
from taquin.bounds.groups import GroupBound
from taquin.datasets import dataset
from taquin.heuristics import heuristic
from taquin.optimal import Search, count_solutions, distance_counts, solve_small
from taquin.random_boards import random_walk
from taquin.search import ALGORITHMS
from taquin.search import run as run_algorithm
from taquin.tables.overhead import overhead_tables

__all__ = ["EXPECTED", "KINDS", "Line", "signature"]

EXPECTED: Final = Path(__file__).with_name("signature.txt")


@dataclass
class Line:
    """The figures of one kind."""

    kind: str
    boards: int = 0
    generated: int = 0
    expanded: int = 0
    moves: int = 0
    manhattan: int = 0
    digest: str = field(default="")

    def add(self, puzzle: Puzzle, moves: str, generated: int = 0, expanded: int = 0) -> None:
        """One more board with its solution."""
        self.boards += 1
        self.generated += generated
        self.expanded += expanded
        self.moves += len(moves)
        self.manhattan += puzzle.start.manhattan(puzzle.goal)
        self.note(puzzle.start, puzzle.goal, moves, generated, expanded)

    def add_solution(self, solution: Solution) -> None:
        """One more solution, proven or not."""
        self.add(solution.puzzle, "".join(solution.moves), solution.stats.generated, solution.stats.expanded)
        self.note(solution.outcome, solution.bound)

    def note(self, *facts: object) -> None:
        """Let the digest depend on these, too."""
        self.digest = sha256(f"{self.digest} {facts!r}".encode()).hexdigest()[:16]

    def __str__(self) -> str:
        ratio = f"{self.moves / self.manhattan:.4f}" if self.manhattan else "-"
        figures = f"{self.boards:>4} {self.generated:>12,} {self.expanded:>12,} {self.moves:>10,} {ratio:>8}"
        return f"{self.kind:<22}{figures}  {self.digest}"


HEADER: Final = f"{'kind':<22}{'boards':>4} {'generated':>10} {'expanded':>12} {'moves':>10} {'/unit':>8}  digest"


def _goals(width: int, height: int) -> Iterator[Board]:
    """Goals with the blank last, first, and in the middle."""
    last, first = Board.blank_last(width, height), Board.blank_first(width, height)
    yield last
    yield first
    yield last.play("L" * (width // 2) + "U" * (height // 2))


def _puzzles(width: int, height: int, count: int) -> Iterator[Puzzle]:
    """Random boards of a shape, towards one goal after the other."""
    goals = list(_goals(width, height))
    for number in range(count):
        goal = goals[number % len(goals)]
        yield Puzzle(scramble(width, height, seed=1000 + number, goal=goal), goal)


def _teaching(line: Line) -> None:
    """Every teaching algorithm on boards of 3x3 and 3x2 near their goals, and what it does at a limit."""
    puzzles = [
        Puzzle(random_walk(goal, moves, seed=moves), goal)
        for shape, moves in (((3, 3), 13), ((3, 3), 8), ((3, 2), 14), ((4, 2), 9))
        for goal in _goals(*shape)
    ]
    for name, algorithm in ALGORITHMS.items():
        for puzzle in puzzles:
            estimate = heuristic(algorithm.heuristic, puzzle.goal) if algorithm.heuristic else None
            solution = run_algorithm(puzzle, name, estimate, Limits(nodes=20_000))
            line.note(name)
            line.add_solution(solution)


def _complete_tables(line: Line) -> None:
    """Small boards by complete tables of distances, and how many boards and shortest solutions there are."""
    for width, height in ((3, 3), (2, 2), (5, 2), (2, 4)):
        for puzzle in _puzzles(width, height, 6):
            solution = solve_small(puzzle)
            line.add_solution(solution)
            line.note(count_solutions(puzzle, len(solution.moves)))
    for goal in _goals(3, 3):
        line.note(distance_counts(goal), distance_counts(goal, multi_tile=True))


def _manhattan(line: Line) -> None:
    """Korf's IDA* with Manhattan distance on the twelve of his boards that it expands fewest nodes of."""
    easy = sorted(dataset("korf100").instances(), key=lambda instance: instance.figures["nodes"])[:12]
    for instance in easy:
        line.add_solution(Search(instance.puzzle, heuristic="manhattan").run())


def _patterns_15(line: Line) -> None:
    """Korf's hundred 15-puzzles, and other goals and shapes, with the default tables."""
    for instance in dataset("korf100").instances():
        line.add_solution(Search(instance.puzzle).run())
    for shape in ((4, 4), (4, 3), (3, 5), (2, 7)):
        for puzzle in _puzzles(*shape, 3):
            line.add_solution(Search(puzzle).run())


def _patterns_24(line: Line) -> None:
    """24-puzzles after random walks, with the default tables."""
    goal = Board.blank_last(5)
    for seed in range(6):
        line.add_solution(Search(Puzzle(random_walk(goal, 110, seed=seed), goal)).run())


def _linear_conflict(line: Line) -> None:
    """IDA* with linear conflict on boards of many sizes near their goals, and as far as some nodes go."""
    for shape, moves in (((5, 5), 40), ((7, 7), 50), ((10, 10), 40), ((2, 20), 30), ((40, 40), 30)):
        for goal in _goals(*shape):
            puzzle = Puzzle(random_walk(goal, moves, seed=moves), goal)
            line.add_solution(Search(puzzle, heuristic="linear-conflict").run(Limits(nodes=1_000_000)))


def _group_bound(line: Line) -> None:
    """The bound by groups of tiles after some steps, and after more."""
    for shape in ((4, 4), (5, 5), (7, 7), (10, 10), (3, 9)):
        for puzzle in _puzzles(*shape, 3):
            groups = GroupBound(puzzle)
            for steps in (100, 1000):
                groups.run_steps(steps)
                line.note(groups.bound)
            line.add(puzzle, "")


def _constructed(line: Line) -> None:
    """The solution that cannot fail, and the bound, on boards of every size."""
    shapes = (
        (1, 30),
        (30, 1),
        (2, 2),
        (2, 9),
        (3, 3),
        (5, 4),
        (8, 8),
        (3, 60),
        (60, 2),
        (20, 20),
        (40, 40),
        (127, 127),
    )
    for shape in shapes:
        for puzzle in _puzzles(*shape, 3 if max(shape) < 100 else 1):
            line.add(puzzle, construct(puzzle))
            line.note(lower_bound(puzzle))


def _python(line: Line) -> None:
    """The Python engine: construction and windows."""
    for shape in ((3, 3), (4, 4), (6, 3), (2, 8)):
        for puzzle in _puzzles(*shape, 3):
            windows = PythonWindows(puzzle.start, construct_python(puzzle))
            while not windows.run(1000):
                pass
            line.add(puzzle, windows.path(), windows.generated)


def _improved(width: int, height: int, boards: int) -> Callable[[Line], None]:
    """The best of the stream of quality "good", by one thread, with all tables at hand.

    The upper end alone: how far a proof comes depends on the pattern tables that happen to be on disk.
    """

    def add(line: Line) -> None:
        overhead_tables(width, height)
        for puzzle in _puzzles(width, height, boards):
            *_, best = improve(puzzle, quality="good", threads=1, prove=False)
            line.add_solution(best)

    return add


KINDS: Final[dict[str, Callable[[Line], None]]] = {
    "teaching algorithms": _teaching,
    "complete tables": _complete_tables,
    "IDA* manhattan 4x4": _manhattan,
    "IDA* patterns 4x4": _patterns_15,
    "IDA* patterns 5x5": _patterns_24,
    "IDA* linear conflict": _linear_conflict,
    "group bound": _group_bound,
    "constructed": _constructed,
    "python engine": _python,
    **{
        f"improved {width}x{height}": _improved(width, height, boards)
        for width, height, boards in (
            (5, 5, 3), (6, 6, 2), (4, 7, 3), (7, 7, 3), (8, 8, 1), (9, 7, 1), (10, 10, 3), (20, 20, 2), (40, 40, 1),
            (16, 11, 1), (2, 20, 1), (3, 20, 1), (4, 13, 1),
        )
    },
}  # fmt: skip
"""What fills the line of each kind."""


def signature(kinds: list[str] | None = None, on_line: Callable[[str], None] = lambda line: None) -> list[str]:
    """The lines of these kinds, or of all of them with the heading and the hash of everything."""
    lines = []
    for kind in kinds or KINDS:
        line = Line(kind)
        KINDS[kind](line)
        lines.append(str(line))
        on_line(lines[-1])
    if kinds:
        return lines
    whole = sha256("\n".join(lines).encode()).hexdigest()[:16]
    return [HEADER, *lines, f"signature {whole}"]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="make today's lines the expected ones")
    options = parser.parse_args()
    print(HEADER)
    found = signature(on_line=lambda line: print(line, flush=True))
    print(found[-1])
    if options.write:
        EXPECTED.write_text("\n".join(found) + "\n")
        return
    differences = list(
        difflib.unified_diff(EXPECTED.read_text().splitlines(), found, "expected", "found", n=0, lineterm="")
    )
    if differences:
        sys.exit("\n".join(["The signature is another one than expected:", *differences]))
    print("as expected")


if __name__ == "__main__":
    main()
