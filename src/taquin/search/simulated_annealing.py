"""Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983): a random walk that turns into hill climbing as it cools.

    until the goal is reached, 1 + `restarts` times
        stand on the start; T = `temperature`
        `cooling` times
            take a child by chance
            not farther by h: step to it
            farther by d: step to it with the chance e^(-d / T), otherwise stay
            T falls by the same amount every time, to 0

While T is high, it goes anywhere; while it is low, only downhill, and what it learned on the way is forgotten. It may
well end beside the goal: then it begins again, and at last it gives up and says so. The solution is the way that it
went, with every detour, and nothing about its length is proven. Everything depends on the seed; the same seed gives the
same search.
"""

from __future__ import annotations

import math
from typing import Final

from taquin.estimate import Estimate
from taquin.random_boards import RandomNumbers
from taquin.result import Solution
from taquin.search.algorithm import Algorithm, Option
from taquin.search.node import Node
from taquin.search.pseudocode import GOAL, line
from taquin.search.search_run import SearchRun
from taquin.texts import Sentence

__all__ = ["SIMULATED_ANNEALING"]

_CHANCES: Final = 1 << 53
"""Into how many equal parts the numbers from 0 to 1 are divided: a float holds each of them exactly."""


def simulated_annealing(
    run: SearchRun, heuristic: Estimate, *, temperature: float, cooling: int, restarts: int, seed: int
) -> Solution:
    """Some solution, perhaps. `generated` counts the children that were tried, and the root once."""
    goal, numbers = run.puzzle.goal.tiles, RandomNumbers(seed)
    run.generated = 1
    run.least = lowest = h = heuristic(run.puzzle.start)
    root = Node(run.puzzle.start, None, None, 0, h, h)
    for _ in range(restarts + 1):
        node = root
        for step in range(cooling):
            if not run.within_limits(node.g + 1):
                return run.limit_reached()
            child = _any_child(run, node, heuristic, numbers)
            chance = _chance(child.h - node.h, temperature * (1 - step / cooling))
            accepted = chance == 1 or numbers.below(_CHANCES) < chance * _CHANCES
            if run.tell:
                run.tell_child(child, "queued" if accepted else "refused")
            if accepted:
                node, lowest = child, min(lowest, child.h)
                if node.board.tiles == goal:
                    return run.solved(node)
    return run.limit_reached(Sentence("reasons.cold", attempts=restarts + 1, lowest=lowest))


def _chance(farther: float, temperature: float) -> float:
    """How likely a step is that takes it so much farther from the goal, by the estimate."""
    if farther <= 0:
        return 1
    return math.exp(-farther / temperature) if temperature > 0 else 0


def _any_child(run: SearchRun, node: Node, heuristic: Estimate, numbers: RandomNumbers) -> Node:
    if run.tell:
        run.tell_expanded(node)
    run.expanded += 1
    run.generated += 1
    moves = node.board.moves()
    move = moves[numbers.below(len(moves))]
    board = node.board.apply(move)
    h = heuristic(board)
    return Node(board, node, move, node.g + 1, h, h)


SIMULATED_ANNEALING = Algorithm(
    simulated_annealing,
    optimal=False,
    complete=False,
    heuristic="manhattan",
    options={
        "temperature": Option(float, lowest=0, default=2),
        "cooling": Option(int, lowest=1, default=10_000),
        "restarts": Option(int, lowest=0, default=9),
        "seed": Option(int, lowest=0, default=1),
    },
    rank="h",
    memory="path",
    pseudocode=(
        line("stand_on_start", "start"),
        line("while_it_cools"),
        line("look_at_node", "expand", depth=1),
        GOAL,
        line("child_by_chance", depth=1),
        line("chance_against", "refused", depth=2),
        line("otherwise_step_accepted", "queued", depth=2),
        line("too_cold", "end"),
    ),
)
