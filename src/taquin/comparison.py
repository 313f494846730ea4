"""Searches side by side: many algorithms on one puzzle, or on boards of growing depth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from taquin.board import Board
from taquin.display import Displayed
from taquin.errors import TaquinError
from taquin.estimate import Estimate
from taquin.heuristics import as_estimate, heuristic
from taquin.names import AlgorithmName, HeuristicName, Metric
from taquin.puzzle import Puzzle, PuzzleLike, as_puzzle
from taquin.random_boards import OnVisited, RandomNumbers, layers, too_far
from taquin.result import Limits, OnProgress, Solution, effective_branching_factor
from taquin.search import ALGORITHMS, run
from taquin.solver import solve

__all__ = [
    "BeyondFarthest",
    "Comparison",
    "DepthFigures",
    "by_depth",
    "combinations",
    "compare",
    "proven_length",
    "searches",
    "shortest_length",
]

H = TypeVar("H", bound=str | Estimate)


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Displayed, Sequence[Solution]):
    """The solutions of one puzzle by many algorithms, side by side.

    `print(comparison)` shows the table that `taquin compare` prints, and a notebook shows it by itself.
    `pandas.DataFrame(comparison.to_json())` makes a table of it.
    """

    puzzle: Puzzle
    solutions: tuple[Solution, ...]

    @overload
    def __getitem__(self, place: int) -> Solution: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Solution, ...]: ...
    def __getitem__(self, place: int | slice) -> Solution | tuple[Solution, ...]:
        return self.solutions[place]

    def __len__(self) -> int:
        return len(self.solutions)

    def __repr__(self) -> str:
        return f"<Comparison of {len(self)} searches on one {self.puzzle.start.width}x{self.puzzle.start.height}>"

    def __str__(self) -> str:
        """The table that `taquin compare` prints."""
        from taquin.render.side_by_side import side_by_side

        return "\n".join(side_by_side(self.solutions, self.shortest).lines)

    def _drawn(self) -> dict[str, str]:
        from taquin.render.cards import comparison_table

        return {"text/html": comparison_table(self.solutions, self.shortest)}

    @property
    def shortest(self) -> int | None:
        """The length of a shortest solution, None where none of these is proven to be one."""
        return proven_length(self.solutions)

    def to_json(self) -> list[dict[str, Any]]:
        """The documented JSON objects of the solutions, each with the length of a shortest one."""
        return [{**solution.to_json(), "shortest": self.shortest} for solution in self.solutions]


def combinations(algorithms: Sequence[str], heuristics: Sequence[H]) -> list[tuple[str, H | str]]:
    """Every algorithm with every heuristic, or with its own where none is named.

    An algorithm that uses no heuristic comes once, with "".
    """
    pairs: list[tuple[str, H | str]] = []
    for name in algorithms:
        if name not in ALGORITHMS:
            raise TaquinError(f"unknown algorithm {name!r}: choose from {', '.join(ALGORITHMS)}")
        own = ALGORITHMS[name].heuristic
        if own is not None and heuristics:
            pairs += [(name, other) for other in heuristics]
        else:
            pairs.append((name, own or ""))
    return pairs


def compare(
    puzzle: PuzzleLike,
    algorithms: Iterable[AlgorithmName] | AlgorithmName,
    heuristics: Iterable[HeuristicName | Estimate] | HeuristicName | Estimate = (),
    limits: Limits | None = None,
    on_progress: OnProgress | None = None,
) -> Comparison:
    """Solve one puzzle by every algorithm with every heuristic, each with its own where none is named.

    A heuristic is a name, or a function of a board: see `taquin.search.run` for what is proven with it.

    >>> from taquin import compare
    >>> [one.stats.expanded for one in compare("1 2 3/4 0 5/7 8 6", ["bfs", "astar"], ["manhattan"])]
    [4, 2]

    The limits are for each search, and none stops the others.
    """
    puzzle = as_puzzle(puzzle)
    pairs = combinations(_listed(algorithms), _listed(heuristics))
    return Comparison(puzzle, tuple(searches(puzzle, pairs, limits, on_progress)))


def _listed(given: Any) -> list[Any]:
    if isinstance(given, str) or callable(given):
        return [given]
    if not isinstance(given, Iterable):
        raise TypeError(f"algorithms and heuristics are names, or lists of names, not {type(given).__name__}")
    return list(given)


def searches(
    puzzle: Puzzle,
    pairs: Iterable[tuple[str, str | Estimate]],
    limits: Limits | None = None,
    on_progress: OnProgress | None = None,
) -> Iterator[Solution]:
    """Solve one puzzle by each pair of algorithm and heuristic, one after the other, as they are asked for."""
    for name, other in pairs:
        yield run(puzzle, name, as_estimate(other or "zero", puzzle.goal), limits, None, on_progress)


def proven_length(solutions: Iterable[Solution], metric: Metric = "stm") -> int | None:
    """The length of a shortest solution in the metric, if one of these is proven to be one in it."""
    proven = (solution for solution in solutions if solution.optimal and solution.metric == metric)
    return next((solution.measured for solution in proven), None)


def shortest_length(
    puzzle: Puzzle, solutions: Iterable[Solution], limits: Limits, metric: Metric = "stm"
) -> int | None:
    """The length of a shortest solution: from one that is proven shortest, else by solving; None if not found."""
    proven = proven_length(solutions, metric)
    return proven_length([solve(puzzle, limits, metric=metric)], metric) if proven is None else proven


class BeyondFarthest(TaquinError):
    """No board is as far from the goal as was asked for."""


@dataclass(frozen=True, slots=True)
class DepthFigures:
    """Means over boards whose shortest solution has just `depth` moves."""

    depth: int
    algorithm: str
    heuristic: str
    boards: int
    """How many were solved; those that reached a limit are not in the means."""
    unsolved: int
    generated: float
    expanded: float
    branching_factor: float
    """The effective branching factor of the mean number of children."""
    length: float
    """Moves of the solutions found: more than `depth` where some are not shortest."""


def by_depth(
    goal: Board,
    pairs: Sequence[tuple[str, str]],
    depths: Sequence[int],
    *,
    boards: int,
    seed: int,
    limits: Limits | None = None,
    on_visited: OnVisited | None = None,
    on_progress: OnProgress | None = None,
) -> Iterator[DepthFigures]:
    """The table of Russell and Norvig's AIMA: nodes by depth, for every algorithm and heuristic on the same boards.

    The boards of each depth are drawn uniformly from all of that depth; the seed decides which. `on_visited` is told
    how many boards have been looked at for that, `on_progress` how far each search is. Raises BeyondFarthest, after the
    figures that there are, where a depth is beyond the farthest board.
    """
    estimates = {name: heuristic(name or "zero", goal) for _, name in pairs}
    depth = 0
    for depth, layer in enumerate(layers(goal, on_visited=on_visited)):
        if depth in depths:
            numbers = RandomNumbers(seed * 1000 + depth)
            drawn = [layer[numbers.below(len(layer))] for _ in range(boards)]
            for name, other in pairs:
                found = (run(Puzzle(board, goal), name, estimates[other], limits, None, on_progress) for board in drawn)
                solved = [solution for solution in found if solution.solved]
                yield _figures(depth, name, other, solved, boards)
        if depth == max(depths):
            return
    raise BeyondFarthest(too_far(goal, max(depths), depth))


def _figures(depth: int, name: str, other: str, solved: Sequence[Solution], boards: int) -> DepthFigures:
    if not solved:
        return DepthFigures(depth, name, other, 0, boards, 0.0, 0.0, 0.0, 0.0)
    from statistics import fmean  # here, since it takes milliseconds that `import taquin` need not take

    generated = fmean(one.stats.generated for one in solved)
    expanded = fmean(one.stats.expanded for one in solved)
    children = fmean(one.stats.children for one in solved)
    factor = effective_branching_factor(children, depth) if depth else 0.0
    length = fmean(len(one.moves) for one in solved)
    return DepthFigures(depth, name, other, len(solved), boards - len(solved), generated, expanded, factor, length)
