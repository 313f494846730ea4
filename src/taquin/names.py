"""The names that options take, as types: an editor offers them, and a type checker refuses others, unless
any text may be a name (`str` among them).

The registries where each name has its meaning stay the authority; `tests/test_package.py` holds both to be the same.
"""

from __future__ import annotations

from typing import Final, Literal

__all__ = [
    "OTHER_NAMES",
    "AlgorithmName",
    "EngineName",
    "GoalName",
    "HeuristicName",
    "Metric",
    "NotationName",
    "Quality",
    "TablesName",
]

Metric = Literal["stm", "mtm"]
"""What is to be short: single-tile moves, or slides, each of which moves a whole run of tiles."""

Quality = Literal["first", "good", "best"]
"""How much work an answer is worth where nobody limits the time."""

EngineName = Literal["native", "python"]
"""The compiled core, or its twin in Python."""

GoalName = Literal["blank-last", "blank-first", "spiral"]
"""The goals that have a name, for every shape."""

NotationName = Literal["blank", "tile", "number"]
"""How moves are written: the blank's directions, the tiles' directions, or the numbers of the tiles."""

TablesName = Literal["auto", "default", "large"] | str
"""Which pattern tables a search uses; any other name is a set of your own."""

AlgorithmName = (
    Literal[
        "auto",
        "astar",
        "ida",
        "rbfs",
        "mm",
        "tree-astar",
        "bfs",
        "bidirectional",
        "uniform-cost",
        "iterative-deepening",
        "dfs",
        "depth-limited",
        "branch-and-bound",
        "weighted-astar",
        "greedy",
        "beam",
        "hill-climbing",
        "random-restart",
        "simulated-annealing",
        "bnb000",
        "princeton",
        "bnb002",
        "astar003",
        "astar004",
    ]
    | str
)
"""The engine's own choice, and the teaching algorithms."""

HeuristicName = (
    Literal[
        "manhattan",
        "linear-conflict",
        "walking-distance",
        "patterns",
        "inversion-distance",
        "maximum",
        "gaschnig",
        "out-of-row-and-column",
        "euclidean",
        "misplaced",
        "zero",
        "misplaced-blank",
        "hamming004",
        "nilsson",
    ]
    | str
)
"""The heuristics, or a maximum of several: `maximum:manhattan+gaschnig`."""

OTHER_NAMES: Final = {
    "hamming": "misplaced",
    "a*": "astar",
    "a-star": "astar",
    "ida*": "ida",
    "dijkstra": "uniform-cost",
    "ucs": "uniform-cost",
}
"""What courses call an algorithm or a heuristic, in small letters, and what it is called here: whoever asks for the one
is told of the other."""
