"""Weighted A* (Pohl 1970): f = g + w h. A weight above 1 trusts h more, finds an answer sooner, and that answer is at
most w times as long as a shortest one (if h never overestimates).
"""

from taquin.search.best_first import Rules

__all__ = ["weighted_astar"]


def weighted_astar(weight: float) -> Rules:
    """The rules of A* with this weight; 1 is A* itself."""
    return Rules(key=lambda g, h: g + weight * h, weight=weight)
