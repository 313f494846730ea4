"""The pace of the upper end: how long until somebody must look up, give up, or hand over what there is.

What takes time is measured when it happens, since nobody knows it beforehand: to show a solution of millions of moves
may take a second, and so may the construction of what a descent has left.
"""

from __future__ import annotations

from time import perf_counter

from taquin.ends import Ends

__all__ = ["SLICE_MS", "Pace"]

SLICE_MS = 20.0
"""Milliseconds of native work between two looks at the clock."""
_SHORTEST_SLICE_MS = 1.0
"""Milliseconds of the last slices before a limit."""
_SHORTEST_NODE_SLICE_MS = 0.05
"""Milliseconds of the last slices before a limit on nodes."""
_NODES_A_MS = 20_000
"""Nodes that a thread makes at most in a millisecond (measured 2026-11: 16,000 to 20,000)."""
_SHOWING = 0.05
"""Seconds between two solutions that are shown while a pass is under way."""
_UNFINISHED_SECONDS = 1.0
"""Seconds at least between two solutions that are constructed from where the very first descent is."""
_UNFINISHED_CONSTRUCTIONS = 20
"""They are also at least so many times as far apart as it took to construct the first solution, so that they take a
twentieth of the time at most."""
_CONCLUDING = 1.5
"""The time that is left for constructing the rest of a descent, as a multiple of what it should take."""
_LEAST_REST = 0.01
"""Seconds that are left for constructing the rest of a descent, at least."""
_LEAST_PART = 0.25
"""At least this part of the time of the first construction is left for it, too: a sweep that is nearly done has still
to clear up."""
_GRACE = 0.03
"""Seconds that the rest of a descent may take longer: a beam that frees a thin board takes 20 ms a level, and looks up
late."""
_HANDING_OVER = 3
"""To put a solution together, replay it and show it takes up to so many times as long as the last two alone (2.7 times
for a descent at 255x255, measured 2026-11)."""
_CUTTING = 8
"""A pass of windows is begun only where so many times the time of showing a solution is left: the solution is cut,
worked on, and put together again."""


class Pace:
    """What was measured so far, and what follows from it."""

    def __init__(self, ends: Ends) -> None:
        self.ends = ends
        self.round_began = ends.began
        self.round_deadline = ends.deadline
        """When the present round ends; None where there is no time limit."""
        self.constructing = 0.0
        """Seconds that the first solution took, where it was constructed."""
        self.showing = 0.0
        """Seconds that it takes to replay and show a solution, many for millions of moves: the least that was measured,
        since whoever gets it may look at one of them for a while."""
        self.shown = 0.0
        """When the last one was shown."""
        self.concluding = 0.0
        """Seconds before the limit at which the present descent gives up its search and constructs what is left."""

    def begin_round(self, began: float, end: float | None) -> float | None:
        """A round ends so many seconds after the search began, None: with the search. How many seconds it lasts."""
        if end is None:
            self.round_deadline = self.ends.deadline
            return None
        self.round_began, self.round_deadline = began, self.ends.began + end
        return self.round_deadline - self.round_began

    def note_shown(self, began: float) -> None:
        """A solution has been replayed and shown since that moment."""
        first, self.shown = self.shown == 0.0, perf_counter()
        taken = self.shown - began
        self.showing = taken if first else min(taken, self.showing)

    # Is it time to stop?

    def over(self, margin: float = 0.0) -> bool:
        """Whether to stop, leaving enough time to hand over the result, or so many seconds where that is more."""
        return self.ends.over(max(margin, _HANDING_OVER * self.showing))

    def is_lost(self, first: bool) -> bool:
        """Whether nothing that is found from now on can be handed over in time, or none is wanted."""
        grace = _GRACE if first else 0.0
        return self.ends.met or self.ends.is_out_of_time(_HANDING_OVER * self.showing - grace)

    def is_round_over(self, margin: float = 0.0) -> bool:
        """Whether the round has no more time, or the search no more than it takes to hand over, or these seconds."""
        return self.over(margin) or (self.round_deadline is not None and perf_counter() >= self.round_deadline)

    def is_too_late_for_windows(self) -> bool:
        """Whether a pass of windows would not be over in time."""
        return self.is_round_over(_CUTTING * self.showing)

    def must_conclude(self, progress: float) -> bool:
        """Whether a descent that has come so far, 0 to 1, has to construct the rest now."""
        self.concluding = max(_LEAST_REST, self.constructing * max(_LEAST_PART, 1 - progress))
        return self.ends.over(self._margin)

    # Is it time to show something?

    def is_due_in_pass(self) -> bool:
        """Whether to show what a pass has found before it is complete."""
        return perf_counter() - self.shown > max(_SHOWING, 10 * self.showing)

    def is_due_in_descent(self, looked: float) -> bool:
        """Whether to construct the rest from where a descent is, which was last done at that moment."""
        pause = max(_UNFINISHED_SECONDS, _UNFINISHED_CONSTRUCTIONS * self.constructing)
        return perf_counter() - looked > pause and not self.ends.over(self._margin + 2 * self.constructing)

    # How long?

    def last_arrival(self, patience: float) -> float | None:
        """When a descent that has not arrived is given up, after that part of the round; None without a time limit."""
        if self.round_deadline is None:
            return None
        return self.round_began + patience * (self.round_deadline - self.round_began)

    @property
    def _margin(self) -> float:
        """Seconds before the limit at which those at work must look up."""
        return _CONCLUDING * self.concluding + _HANDING_OVER * self.showing

    def slice_ms(self) -> float:
        """Milliseconds until the next look: a slice, or what is left."""
        nodes, left, slice_ms = self.ends.limits.nodes, self.ends.left, SLICE_MS
        if nodes is not None:
            slice_ms = max(_SHORTEST_NODE_SLICE_MS, min(slice_ms, (nodes - self.ends.generated) / _NODES_A_MS))
        return slice_ms if left is None else min(slice_ms, max(_SHORTEST_SLICE_MS, 1000 * (left - self._margin)))
