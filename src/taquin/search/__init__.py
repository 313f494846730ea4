"""Teaching algorithms: small, pure Python, chosen by name.

The contract. Every algorithm is a function

    search(run, heuristic, **options) -> Solution

- `run.puzzle` is what to solve. It is solvable, and not solved yet: `taquin.search.run` answers all others before
  any search.
- The `SearchRun` counts what the search does, says when it must stop, tells its events and makes its Solution.
- The heuristic is a function from a board to an estimate of the moves to the goal (`taquin.estimate`). An attribute
  `excess` on it is a promise never to be more than so much too high (0: admissible); only with it are bounds proven.
- It returns a Solution. Out of time, nodes or memory its outcome is "limit", with the figures so far and the best
  proven lower bound. Limits are looked at before every expansion, so a few nodes more than allowed may be made; a
  search that needs no more than `nodes` is never cut.
- An algorithm that is not complete, and has nothing left to look at, ends with `run.limit_reached(why)`, since a
  solution exists all the same. Its entry says `complete=False`, and then the tests expect a solution or such a reason.
- Where `run.tell` is set, it is given the events of `taquin.trace`; they change nothing.
- It is deterministic: the same puzzle and heuristic give the same nodes in the same order.
- It imports no heuristics, prints nothing and keeps no state between runs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Literal

from taquin.estimate import Estimate, checked
from taquin.puzzle import Puzzle
from taquin.result import Limits, OnProgress, Outcome, Solution
from taquin.search.astar import ASTAR
from taquin.search.beam import beam
from taquin.search.best_first import Rules, best_first
from taquin.search.bidirectional import bidirectional
from taquin.search.branch_and_bound import BRANCH_AND_BOUND
from taquin.search.breadth_first import breadth_first
from taquin.search.depth_limited import depth_limited
from taquin.search.documents import ASTAR003, ASTAR004, BNB000, BNB002, PRINCETON
from taquin.search.greedy import GREEDY
from taquin.search.hill_climbing import hill_climbing
from taquin.search.ida_star import ida_star
from taquin.search.iterative_deepening import iterative_deepening
from taquin.search.node import Node
from taquin.search.rbfs import rbfs
from taquin.search.search_run import SearchRun, zero
from taquin.search.uniform_cost import UNIFORM_COST
from taquin.search.weighted_astar import weighted_astar
from taquin.solvability import diagnose
from taquin.trace import OnEvent

__all__ = ["ALGORITHMS", "Algorithm", "Option", "SearchRun", "run"]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a single algorithm, such as the width of a beam."""

    kind: type[int] | type[float]
    """Whole numbers only, or all."""
    lowest: float
    default: float

    def require(self, name: str, value: Any) -> None:
        """Raise ValueError unless the value is allowed."""
        right_kind = isinstance(value, int) or (self.kind is float and isinstance(value, float))
        if not right_kind or not self.lowest <= value < math.inf:
            raise ValueError(f"the {name} must be {self}, not {value}")

    def __str__(self) -> str:
        return f"a {'whole ' if self.kind is int else ''}number from {self.lowest:g} up"


@dataclass(frozen=True, slots=True)
class Algorithm:
    """What is known about an algorithm."""

    search: Callable[..., Solution] | Rules
    """A function of the contract, or rules for `best_first`."""
    summary: str
    optimal: bool
    """Whether its solutions are shortest, given an admissible heuristic where it needs one."""
    complete: bool = True
    """Whether it finds a solution of every solvable board, limits aside; if not, its reason says why it ended."""
    heuristic: str | None = None
    """Its usual heuristic, which the command line takes where none is chosen; None if it uses none."""
    caveat: Mapping[str, str] = field(default_factory=dict)
    """Why its solutions may be longer than necessary, in every language; empty where they are shortest."""
    family: Literal["best-first", "depth-first", "layers", "hill-climbing"] = "best-first"
    """Which loop it has: the page shows the pseudocode of that (`web/static/js/search/pseudocode.js`)."""
    options: Mapping[str, Option] = field(default_factory=dict)
    """The options of its own. The command line, experiments and `run` read here what may be given."""
    rank: str = "g + h"
    """What the f of its nodes is; options in braces."""

    @property
    def needs_heuristic(self) -> bool:
        """Whether it is guided by a heuristic."""
        return self.heuristic is not None


def _weighted_astar(run: SearchRun, heuristic: Estimate, *, weight: float) -> Solution:
    return best_first(run, heuristic, weighted_astar(weight))


_FIRST_WAY = {
    "en": "it keeps the first way found to every board and drops shorter ones found later; "
    "'astar' takes the shorter way and opens the board again",
    "id": "ia menyimpan jalan pertama ke setiap papan dan membuang jalan lebih pendek yang ditemukan kemudian; "
    "'astar' memakai jalan yang lebih pendek dan membuka papan itu lagi",
}

ALGORITHMS: Final[dict[str, Algorithm]] = {
    "astar": Algorithm(ASTAR, "A*: smallest g + h first; re-opens and re-parents", optimal=True, heuristic="manhattan"),
    "ida": Algorithm(
        ida_star,
        "IDA*: depth first with a growing limit on g + h",
        optimal=True,
        heuristic="manhattan",
        family="depth-first",
    ),
    "rbfs": Algorithm(
        rbfs,
        "recursive best-first: A* order, one path stored",
        optimal=True,
        heuristic="manhattan",
        rank="max(g + h, learned)",
        family="depth-first",
    ),
    "bfs": Algorithm(breadth_first, "breadth-first: layer by layer", optimal=True, family="layers"),
    "bidirectional": Algorithm(
        bidirectional, "breadth-first from both ends until they meet", optimal=True, family="layers"
    ),
    "uniform-cost": Algorithm(UNIFORM_COST, "smallest g first (Dijkstra)", optimal=True),
    "iterative-deepening": Algorithm(
        iterative_deepening,
        "depth first with limits 0, 1, 2, ... on the depth",
        optimal=True,
        family="depth-first",
    ),
    "depth-limited": Algorithm(
        depth_limited,
        "depth first down to a given depth",
        optimal=False,
        complete=False,
        caveat={
            "en": "it takes the first solution within the depth allowed",
            "id": "ia mengambil solusi pertama dalam batas kedalaman",
        },
        options={"depth": Option(int, lowest=0, default=20)},
        family="depth-first",
    ),
    "branch-and-bound": Algorithm(
        BRANCH_AND_BOUND, "least cost g + h first, no memory of boards", optimal=True, heuristic="manhattan"
    ),
    "weighted-astar": Algorithm(
        _weighted_astar,
        "smallest g + w h first; at most w times the shortest",
        optimal=False,
        heuristic="manhattan",
        caveat={
            "en": "it weighs the heuristic more than the moves made",
            "id": "ia lebih memperhitungkan heuristik daripada langkah yang sudah dibuat",
        },
        options={"weight": Option(float, lowest=1, default=2)},
        rank="g + {weight:g} h",
    ),
    "greedy": Algorithm(
        GREEDY,
        "smallest h first",
        optimal=False,
        heuristic="manhattan",
        caveat={
            "en": "it does not count the moves made",
            "id": "ia tidak memperhitungkan langkah yang sudah dibuat",
        },
        rank="h",
    ),
    "beam": Algorithm(
        beam,
        "layer by layer, only the best boards of each",
        optimal=False,
        complete=False,
        heuristic="manhattan",
        caveat={
            "en": "it drops all but the best boards of every layer",
            "id": "ia membuang semua papan di setiap lapisan kecuali yang terbaik",
        },
        options={"width": Option(int, lowest=1, default=100)},
        rank="h",
        family="layers",
    ),
    "hill-climbing": Algorithm(
        hill_climbing,
        "steps to the child with the smallest h while that is below its own",
        optimal=True,
        complete=False,
        heuristic="manhattan",
        rank="h",
        family="hill-climbing",
    ),
    "bnb000": Algorithm(
        BNB000, "document 000: branch and bound, newest first", optimal=True, heuristic="misplaced-blank"
    ),
    "princeton": Algorithm(PRINCETON, "document 001: A* of the Princeton sheet", optimal=True, heuristic="manhattan"),
    "bnb002": Algorithm(BNB002, "document 002: branch and bound with heapq", optimal=True, heuristic="misplaced"),
    "astar003": Algorithm(
        ASTAR003,
        "document 003: A* that never re-opens, newest first",
        optimal=False,
        heuristic="manhattan",
        caveat=_FIRST_WAY,
    ),
    "astar004": Algorithm(
        ASTAR004,
        "document 004: A* that never re-opens, goal tested early",
        optimal=False,
        heuristic="manhattan",
        caveat={
            "en": _FIRST_WAY["en"] + "; and it takes the goal as soon as it is made",
            "id": _FIRST_WAY["id"] + "; dan ia mengambil tujuan begitu papan itu dibuat",
        },
    ),
}
"""Every teaching algorithm by name. What stands here is offered, documented and tested."""


def run(
    name: str,
    puzzle: Puzzle,
    heuristic: Estimate | None = None,
    limits: Limits | None = None,
    on_event: OnEvent | None = None,
    on_progress: OnProgress | None = None,
    **options: Any,
) -> Solution:
    """Solve a puzzle by the algorithm of this name; the solution has been replayed.

    Raises ValueError where an algorithm that is guided by a heuristic is given none, or one that is no number. An
    unsolvable puzzle is refused before any search. Ctrl-C ends the search with the outcome "stopped", the figures so
    far and the bound proven so far. `on_event` is given every event of `taquin.trace`, `on_progress` the figures ten
    times a second. `options` are those that the algorithm lists.
    """
    algorithm = ALGORITHMS.get(name)
    if algorithm is None:
        raise ValueError(f"unknown algorithm {name!r}: choose one of {', '.join(ALGORITHMS)}")
    for option, value in options.items():
        if option not in algorithm.options:
            raise ValueError(f"{name} has no option {option!r}")
        algorithm.options[option].require(option, value)
    if not puzzle.is_solvable():
        reason = diagnose(puzzle.start, puzzle.goal).reason
        return Solution(puzzle, Outcome.UNSOLVABLE, algorithm=name, reason=reason)
    if not algorithm.needs_heuristic:
        heuristic = zero
    elif heuristic is None:
        raise ValueError(
            f"{name} is guided by a heuristic: give one, such as heuristic({algorithm.heuristic!r}, puzzle.goal)"
        )
    options = {option: known.default for option, known in algorithm.options.items()} | options
    this_run = SearchRun(name, puzzle, heuristic, limits, on_event, on_progress, algorithm.rank.format(**options))
    search, estimate = algorithm.search, checked(heuristic)
    if isinstance(search, Rules):
        this_run.roots = int(search.count_root)
        search = partial(best_first, rules=search)
    try:
        if puzzle.is_solved():
            return _already_solved(this_run, estimate)
        return search(this_run, estimate, **options).verified()
    except KeyboardInterrupt:
        return this_run.stopped()


def _already_solved(run: SearchRun, heuristic: Estimate) -> Solution:
    """No moves: an algorithm that looks only at children would go away from the goal and come back."""
    start = run.puzzle.start
    h = heuristic(start)
    root = Node(start, None, None, 0, h, h)
    if run.tell:
        run.tell_expanded(root)
    run.generated = run.roots
    return run.solved(root)
