"""The nodes of a recorded search that lie on a shortest way, against the distances of breadth-first search."""

from __future__ import annotations

import pytest

from taquin import native
from taquin.board import Board
from taquin.heuristics import heuristic
from taquin.optimal.small import distances_python
from taquin.puzzle import GOALS, Puzzle
from taquin.result import Limits
from taquin.search import ALGORITHMS, run
from taquin.shortest_ways import shortest_ways
from taquin.trace import Child, Expanded, Recorder

GOAL = Board.parse("1 2 3/4 5 0")
DISTANCES = distances_python(GOAL)
STARTS = [board for board, distance in DISTANCES.items() if distance in (9, 21)][::9]
ONE_SIDED = [name for name, algorithm in ALGORITHMS.items() if name not in ("bidirectional", "mm")]


def record(puzzle: Puzzle, algorithm: str) -> Recorder:
    recorder = Recorder(largest=3000)
    estimate = heuristic(ALGORITHMS[algorithm].heuristic or "zero", puzzle.goal)
    run(puzzle, algorithm, estimate, Limits(nodes=2000), on_event=recorder)
    return recorder


@pytest.mark.skipif(native.core is None, reason="the proofs are the core's")
@pytest.mark.parametrize("algorithm", ONE_SIDED)
def test_they_are_the_nodes_whose_moves_and_true_distance_make_the_shortest_length(algorithm: str) -> None:
    assert STARTS
    for start in STARTS:
        events = record(Puzzle(start, GOAL), algorithm).events
        ways = shortest_ways(events, 30.0)
        assert ways is not None
        assert ways.length == DISTANCES[start]
        nodes = [event for event in events if isinstance(event, Expanded | Child)]
        told = {event.node for event in nodes if event.g + DISTANCES[event.board] == ways.length}
        assert ways.nodes == told


def test_none_are_told_of_searches_from_both_ends_and_of_boards_that_nobody_proves_in_a_moment() -> None:
    assert shortest_ways(record(Puzzle(STARTS[0], GOAL), "bidirectional").events, 30.0) is None
    large = GOALS["blank-last"](5, 5)
    assert shortest_ways(record(Puzzle(large.play("LU"), large), "greedy").events, 30.0) is None
    assert shortest_ways([], 1.0) is None
