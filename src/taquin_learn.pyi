"""
What learns the weights of taquin's scores; used by the commands of learning/ alone.
"""

from collections.abc import Sequence

import taquin._core

def flow_cost(width: int, height: int, beam: int, seed: int, weights: taquin._core.FlowWeights | None) -> float:
    """
    The moves that the flow of a random board takes for each unit of Manhattan distance, with these weights or with none. `beam` is the width of the beam, in boards for each level.
    """

class SweepRanking:
    """Learns the weights of the sweep from random boards."""

    def __init__(self, weights: taquin._core.SweepWeights | None, beam: int, seed: int) -> None:
        """
        It begins with these weights, or with none. `beam` is the width of the beam, in boards for each level.
        """

    def learn(self, width: int, height: int) -> int:
        """
        Learn from one random board. Returns the moves of its sweep, 0 where the sweep was stuck.
        """

    def forget(self) -> None:
        """Begin the mean of the weights anew."""

    def mean(self) -> taquin._core.SweepWeights:
        """The mean of the weights after each step, since the mean was begun."""

class BoardRanking:
    """Learns the weights of a shape from random boards."""

    def __init__(
        self,
        width: int,
        height: int,
        tables: taquin._core.OverheadTables,
        weights: taquin._core.LearnedWeights | None,
        borders: Sequence[int],
        beam: int,
        rate: float,
        symmetry: taquin._core.Symmetry,
        flow_stop: float,
        flow_weights: taquin._core.FlowWeights | None,
        slides: bool,
        seed: int,
    ) -> None:
        """
        It begins with these weights; without them, with the formula, in one phase for each of `borders`, the Manhattan distances down to which they are in force. `beam` is the width of the beam, in boards for each level, and counts `slides` or moves; `rate` is the length of the first steps.
        """

    def learn(self) -> int:
        """
        Learn from one random board. Returns the steps of its solution, 0 where the beam found none.
        """

    def forget(self) -> None:
        """Begin the mean of the weights anew."""

    def slow_down(self, factor: float) -> None:
        """Divide the length of the steps to come by this factor."""

    def mean(self) -> taquin._core.LearnedWeights:
        """The mean of the weights after each board, since the mean was begun."""
