"""Which nodes of a recorded search lie on a shortest way from the start to the goal.

Such a node has g + d = s, where d is the true distance of its board and s that of the start. Its parent has that, too.
So only the children of such nodes are looked at, which are few even in a long search. Whoever replays the trace sees
when the last of them is gone: from there on the search can only find a longer solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from taquin.hints.loading import fetch_tables
from taquin.hints.plan import Plan
from taquin.hints.proving import TABLE_CELLS, Prover, find_prover
from taquin.move import letters_of
from taquin.puzzle import Puzzle
from taquin.result import Limits
from taquin.solver import solve
from taquin.trace import Child, Event, Expanded, Started

__all__ = ["ShortestWays", "shortest_ways"]


@dataclass(frozen=True, slots=True)
class ShortestWays:
    """The length of a shortest solution, and the nodes of a search that lie on one, by the way on which it came."""

    length: int
    nodes: frozenset[str]

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object."""
        return {"length": self.length, "nodes": sorted(self.nodes)}


def shortest_ways(events: Sequence[Event], seconds: float) -> ShortestWays | None:
    """The nodes among those that were recorded; None where they cannot be proven in this time, nor without the core.

    A search from both ends has none, because half of its nodes count their moves from the goal.
    """
    until = perf_counter() + seconds
    if not events or not isinstance(events[0], Started) or len(events[0].puzzle.start) > TABLE_CELLS:
        return None
    if any(isinstance(event, Expanded) and event.side for event in events):
        return None
    puzzle = events[0].puzzle
    best = solve(puzzle, Limits(seconds=seconds))
    if not best.optimal:
        return None
    prover = find_prover(Plan(puzzle.start, puzzle.goal, letters_of(best.moves), best.bound))
    coming = fetch_tables(puzzle.goal) if prover else None
    if coming is not None:
        coming.wait(until)
        prover = find_prover(Plan(puzzle.start, puzzle.goal, letters_of(best.moves), best.bound))
    nodes = None if prover is None else _follow(events, puzzle, len(best.moves), prover, until)
    return None if nodes is None else ShortestWays(len(best.moves), nodes)


def _follow(
    events: Sequence[Event], puzzle: Puzzle, length: int, prover: Prover, until: float
) -> frozenset[str] | None:
    """From the root on, child by child."""
    found: set[str] = set()
    expanded: dict[str, str] = {}  # the number of an expansion, as names have it -> its node
    for event in events:
        if isinstance(event, Expanded):
            expanded[str(event.number)] = event.node
            if event.g == 0 and event.board == puzzle.start:
                found.add(event.node)
        elif isinstance(event, Child) and event.node not in found:
            if expanded.get(event.node.split(".")[0]) not in found:
                continue
            lies = prover.is_within(Puzzle(event.board, puzzle.goal), length - event.g, until - perf_counter())
            if lies is None or perf_counter() > until:
                return None
            if lies:
                found.add(event.node)
    return frozenset(found)
