"""Hill climbing with random restarts: where it ends in a local minimum, begin again somewhere else.

    climb from the start
    until the goal is reached, `restarts` times
        go `walk` moves from the start by chance, none of which takes back the one before it
        climb from there

A puzzle has one start, so another beginning is a random walk away from it; the walk is a part of the solution, which is
therefore seldom a shortest one. Most boards of the 8-puzzle are in the valley of some local minimum, so most climbs
fail, and all of them may. Which ones do depends on the seed; the same seed gives the same search.
"""

from __future__ import annotations

from taquin.estimate import Estimate
from taquin.random_boards import RandomNumbers
from taquin.result import Solution
from taquin.search.algorithm import Algorithm, Option
from taquin.search.hill_climbing import CLIMB, descend
from taquin.search.node import Node
from taquin.search.pseudocode import line
from taquin.search.search_run import SearchRun
from taquin.texts import Sentence

__all__ = ["RANDOM_RESTART"]


def random_restart(run: SearchRun, heuristic: Estimate, *, restarts: int, walk: int, seed: int) -> Solution:
    """Some solution, perhaps. `generated` counts all children made on walks and climbs, and the root once."""
    numbers = RandomNumbers(seed)
    run.generated = 1
    run.least = lowest = h = heuristic(run.puzzle.start)
    root = Node(run.puzzle.start, None, None, 0, h, h)
    for attempt in range(restarts + 1):
        begin = _walk(run, root, heuristic, walk, numbers) if attempt else root
        end = None if begin is None else descend(run, begin, heuristic)
        if end is None:
            return run.limit_reached()
        if end.board.tiles == run.puzzle.goal.tiles:
            return run.solved(end)
        lowest = min(lowest, end.h)
    return run.limit_reached(Sentence("reasons.climbs", climbs=restarts + 1, lowest=lowest))


def _walk(run: SearchRun, node: Node, heuristic: Estimate, moves: int, numbers: RandomNumbers) -> Node | None:
    """Where so many random moves lead, or the goal if they lead across it; None if a limit comes first."""
    for _ in range(moves):
        if not run.within_limits(node.g + 1):
            return None
        if node.board.tiles == run.puzzle.goal.tiles:
            break
        if run.tell:
            run.tell_expanded(node)
        run.expanded += 1
        legal = node.board.moves()
        onward = [move for move in legal if node.move is None or move is not node.move.inverse] or legal
        move = onward[numbers.below(len(onward))]
        board = node.board.apply(move)
        h = heuristic(board)
        node = Node(board, node, move, node.g + 1, h, h)
        run.generated += 1
        if run.tell:
            run.tell_child(node, "queued")
    return node


RANDOM_RESTART = Algorithm(
    random_restart,
    optimal=False,
    complete=False,
    heuristic="manhattan",
    options={
        "restarts": Option(int, lowest=0, default=100),
        "walk": Option(int, lowest=0, default=20),
        "seed": Option(int, lowest=0, default=1),
    },
    rank="h",
    memory="path",
    pseudocode=(
        *CLIMB,
        line("climb_again", depth=1),
        line("too_many_climbs", "end"),
    ),
)
