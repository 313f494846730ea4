"""How long a proof will still take: an estimate from samples of the iterations that are left.

A search knows which iterations these are once it has a solution: those with bounds below its length. The nodes that
each one generates are estimated from a sample of its tree (`native.core.Search.sample`), or, further ahead, by the
growth from one to the next. What is done of them, and at which pace, is known.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from taquin import native

__all__ = ["Forecast"]

_WORTH_SAMPLES: Final = 5_000_000
"""Nodes of an iteration from which on the next ones are sampled: before that they are over sooner."""
_AHEAD: Final = 3
"""Iterations that are sampled, the one that begins included; each takes a tenth of a second."""
_WIDTH: Final = 20_000
"""Nodes of each level that a sample follows."""
_PACE_SECONDS: Final = 0.5
"""Seconds of an iteration after which its pace is known."""


class Forecast:
    """The estimates of one search."""

    def __init__(self, step: int) -> None:
        self._step = step
        """How much the bound grows from iteration to iteration."""
        self._nodes: dict[int, float] = {}
        """Of iterations, by their bounds."""
        self._pace = 0.0
        """Nodes a second."""
        self._began, self._nodes_then = 0.0, 0

    def begin(self, search: native.core.Search, bound: int, last_iteration: int, length: int) -> None:
        """An iteration is about to begin; the last one generated so many nodes, and the best solution has this
        length. What is to come is sampled where it is worth it."""
        self._nodes = {}
        if last_iteration >= _WORTH_SAMPLES:
            for ahead in range(bound, min(length, bound + _AHEAD * self._step), self._step):
                self._nodes[ahead] = search.sample(ahead, _WIDTH, 0, ahead)[0]

    def go_on(self, generated: int) -> None:
        """Work begins, or goes on, where the iteration has generated so many nodes."""
        self._began, self._nodes_then = perf_counter(), generated

    def nodes_left(self, bound: int, generated: int, length: int) -> float | None:
        """Nodes until all lengths below this one are excluded, where the iteration with this bound has generated so
        many; None where that was not worth a look."""
        expected = self._nodes.get(bound)
        if expected is None:
            return None
        # Where an estimate was too low, there is still something to come.
        left, last, growth = max(0.0, expected - generated), expected, 1.0
        for ahead in range(bound + self._step, length, self._step):
            sampled = self._nodes.get(ahead)
            if sampled is not None:
                growth = sampled / max(last, 1.0)
            last = last * growth if sampled is None else sampled
            left += last
        return left

    def seconds_left(self, bound: int, generated: int, length: int | None) -> float | None:
        """The same in seconds, once the pace is known, and where there is a solution."""
        if self._began and (seconds := perf_counter() - self._began) >= _PACE_SECONDS:
            self._pace = (generated - self._nodes_then) / seconds
        nodes = None if length is None else self.nodes_left(bound, generated, length)
        return None if nodes is None or self._pace <= 0 else nodes / self._pace
