"""Teaching algorithms: small, pure Python, chosen by name.

The contract. Every algorithm is a function

    search(run, heuristic, **options) -> Solution

- `run.puzzle` is what to solve. It is solvable, and not solved yet: `taquin.search.run` answers all others before
  any search.
- The `SearchRun` counts what the search does, says when it must stop, tells its events and makes its Solution.
- The heuristic is a function from a board to an estimate of the moves to the goal (`taquin.estimate`). An attribute
  `excess` on it is a promise never to be more than so much too high (0: admissible); only with it are bounds proven.
  A search from the goal asks `run.towards_start()` for the same heuristic towards the other end.
- It returns a Solution. Out of time, nodes or memory its outcome is "limit", with the figures so far and the best
  proven lower bound. Limits are looked at before every expansion, so a few nodes more than allowed may be made; a
  search that needs no more than `nodes` is never cut.
- An algorithm that is not complete, and has nothing left to look at, ends with `run.limit_reached(why)`, since a
  solution exists all the same. Its `Algorithm` says `complete=False`, and then the tests expect a solution or such a
  reason.
- Where `run.tell` is set, it is given the events of `taquin.trace`; they change nothing.
- It is deterministic: the same puzzle and heuristic give the same nodes in the same order.
- It imports no heuristics, prints nothing and keeps no state between runs.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from taquin.errors import TaquinError
from taquin.estimate import Estimate, checked
from taquin.names import AlgorithmName
from taquin.puzzle import PuzzleLike, as_puzzle
from taquin.result import Limits, OnProgress, Outcome, Solution, require_limits
from taquin.search.algorithm import Algorithm, Option
from taquin.search.astar import ASTAR
from taquin.search.beam import BEAM
from taquin.search.best_first import Rules, best_first
from taquin.search.bidirectional import BIDIRECTIONAL
from taquin.search.branch_and_bound import BRANCH_AND_BOUND
from taquin.search.breadth_first import BREADTH_FIRST
from taquin.search.depth_first_visited import DEPTH_FIRST_VISITED
from taquin.search.depth_limited import DEPTH_LIMITED
from taquin.search.documents import ASTAR003, ASTAR004, BNB000, BNB002, PRINCETON
from taquin.search.greedy import GREEDY
from taquin.search.hill_climbing import HILL_CLIMBING
from taquin.search.ida_star import IDA_STAR
from taquin.search.iterative_deepening import ITERATIVE_DEEPENING
from taquin.search.mm import MM
from taquin.search.node import Node
from taquin.search.random_restart import RANDOM_RESTART
from taquin.search.rbfs import RBFS
from taquin.search.search_run import SearchRun, zero
from taquin.search.simulated_annealing import SIMULATED_ANNEALING
from taquin.search.tree_astar import TREE_ASTAR
from taquin.search.uniform_cost import UNIFORM_COST
from taquin.search.weighted_astar import WEIGHTED_ASTAR
from taquin.solvability import diagnose
from taquin.trace import OnEvent

__all__ = ["ALGORITHMS", "Algorithm", "Option", "SearchRun", "run"]

ALGORITHMS: Final[dict[str, Algorithm]] = {
    "astar": ASTAR,
    "ida": IDA_STAR,
    "rbfs": RBFS,
    "mm": MM,
    "tree-astar": TREE_ASTAR,
    "bfs": BREADTH_FIRST,
    "bidirectional": BIDIRECTIONAL,
    "uniform-cost": UNIFORM_COST,
    "iterative-deepening": ITERATIVE_DEEPENING,
    "dfs": DEPTH_FIRST_VISITED,
    "depth-limited": DEPTH_LIMITED,
    "branch-and-bound": BRANCH_AND_BOUND,
    "weighted-astar": WEIGHTED_ASTAR,
    "greedy": GREEDY,
    "beam": BEAM,
    "hill-climbing": HILL_CLIMBING,
    "random-restart": RANDOM_RESTART,
    "simulated-annealing": SIMULATED_ANNEALING,
    "bnb000": BNB000,
    "princeton": PRINCETON,
    "bnb002": BNB002,
    "astar003": ASTAR003,
    "astar004": ASTAR004,
}
"""Every teaching algorithm by name. What stands here is offered, documented and tested."""


def run(
    puzzle: PuzzleLike,
    name: AlgorithmName,
    heuristic: Estimate | None = None,
    limits: Limits | None = None,
    on_event: OnEvent | None = None,
    on_progress: OnProgress | None = None,
    *,
    returns_stopped: bool = False,
    **options: Any,
) -> Solution:
    """Solve a puzzle, or a board towards `Board.blank_last`, by the algorithm of this name.

    The solution has been replayed. Raises TaquinError where an algorithm that is guided by a heuristic is given none,
    or one that is no number. An unsolvable puzzle is refused before any search. Ctrl-C is KeyboardInterrupt; with
    `returns_stopped` it ends the search alone, and the solution has the outcome "stopped", the figures so far and the
    bound proven so far. `on_event` is given every event of `taquin.trace`, `on_progress` the figures ten times a
    second. `options` are those that the algorithm lists.
    """
    puzzle, limits = as_puzzle(puzzle), require_limits(limits)
    if isinstance(heuristic, str):
        raise TypeError(
            f"a heuristic is a function here: give heuristic({heuristic!r}, puzzle.goal) of taquin.heuristics, or call "
            f"solve(puzzle, algorithm={name!r}, heuristic={heuristic!r})"
        )
    algorithm = ALGORITHMS.get(name)
    if algorithm is None:
        raise TaquinError(f"unknown algorithm {name!r}: choose one of {', '.join(ALGORITHMS)}")
    for option, value in options.items():
        if option not in algorithm.options:
            raise TaquinError(f"{name} has no option {option!r}")
        algorithm.options[option].require(option, value)
    if not puzzle.is_solvable():
        reason = diagnose(puzzle.start, puzzle.goal).reason
        return Solution(puzzle, Outcome.UNSOLVABLE, algorithm=name, reason=reason)
    if not algorithm.needs_heuristic:
        heuristic = zero
    elif heuristic is None:
        raise TaquinError(
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
        stopped = this_run.stopped()  # which tells the end of the search, too
        if returns_stopped:
            return stopped
        raise


def _already_solved(run: SearchRun, heuristic: Estimate) -> Solution:
    """No moves: an algorithm that looks only at children would go away from the goal and come back."""
    start = run.puzzle.start
    h = heuristic(start)
    root = Node(start, None, None, 0, h, h)
    if run.tell:
        run.tell_expanded(root)
    run.generated = run.roots
    return run.solved(root)
