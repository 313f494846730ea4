"""Means with their confidence intervals, and what is beyond chance.

An interval is Student's, at 95 %: mean +- t s / sqrt(n). Two samples of times are compared as logarithms, so that twice
as fast and half as fast weigh the same; their means are then geometric ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum, inf, log, pi, sqrt, tan
from statistics import NormalDist, fmean, stdev, variance

__all__ = ["Estimate", "estimate", "ratio", "student"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the interval that holds the true one 95 times in 100."""

    mean: float
    low: float
    high: float
    count: int

    def holds(self, value: float) -> bool:
        """Whether the value is inside the interval: then the difference may be chance."""
        return self.low <= value <= self.high


def student(freedom: int, confidence: float = 0.95) -> float:
    """The two-sided quantile of Student's distribution (exact for 1 and 2 degrees, else Hill's expansion)."""
    tail = (1 - confidence) / 2
    if freedom < 1:
        return inf
    if freedom == 1:
        return tan(pi * (0.5 - tail))
    if freedom == 2:
        return (1 - 2 * tail) * sqrt(2 / (4 * tail * (1 - tail)))
    z = NormalDist().inv_cdf(1 - tail)
    terms = [
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    ]
    return z + fsum(term / freedom**power for power, term in enumerate(terms, start=1))


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of at least one value with its interval, which is endless for a single one."""
    mean = fmean(values)
    if len(values) == 1:
        return Estimate(mean, -inf, inf, 1)
    spread = student(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Estimate(mean, mean - spread, mean + spread, len(values))


def ratio(before: Sequence[float], after: Sequence[float]) -> Estimate:
    """after / before of geometric means, with Welch's interval: two samples that are not paired, of positive numbers.

    Endless where a sample has one value, for that says nothing about chance.
    """
    one, two = ([log(value) for value in values] for values in (before, after))
    difference, count = fmean(two) - fmean(one), min(len(one), len(two))
    if count == 1:
        return Estimate(exp(difference), 0.0, inf, 1)
    errors = [variance(logs) / len(logs) for logs in (one, two)]
    total = fsum(errors)
    weights = fsum(error**2 / (len(logs) - 1) for error, logs in zip(errors, (one, two), strict=True))
    # Rounded down, which makes the interval rather too wide.
    freedom = int(total**2 / weights + 1e-9) if weights else len(one) + len(two) - 2
    spread = student(freedom) * sqrt(total)
    high = min(difference + spread, 700.0)  # what a float can hold
    return Estimate(exp(difference), exp(difference - spread), exp(high), count)
