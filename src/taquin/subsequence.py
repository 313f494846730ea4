"""The fewest numbers of a list that must go so that the rest increases: what linear conflict counts."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

__all__ = ["removals"]


def removals(numbers: Sequence[int]) -> int:
    """How many of these distinct numbers are outside a longest increasing subsequence.

    >>> from taquin.subsequence import removals
    >>> removals([3, 0, 1, 2])
    1
    """
    ends: list[int] = []  # [k]: the smallest end of an increasing subsequence of k + 1 numbers
    for number in numbers:
        place = bisect_left(ends, number)
        ends[place : place + 1] = [number]
    return len(numbers) - len(ends)
