"""The registries of algorithms and heuristics, as the web interface offers them."""

from __future__ import annotations

from taquin.heuristics import HEURISTICS
from taquin.search import ALGORITHMS
from taquin.solve import AUTO
from taquin.web.messages import Named

__all__ = ["algorithms", "heuristics"]


def algorithms() -> list[Named]:
    """Every algorithm: `auto`, which is `taquin.solve` and `taquin.improve`, and then the teaching algorithms."""
    automatic = Named(AUTO, "the best answer at once, then better ones, until the shortest is proven", {})
    return [
        automatic,
        *(
            Named(
                name,
                kind.summary,
                {
                    "teaching": True,
                    "optimal": kind.optimal,
                    "heuristic": kind.heuristic,
                    "caveat": kind.caveat.get("en", ""),
                    "family": kind.family,
                },
            )
            for name, kind in ALGORITHMS.items()
        ),
    ]


def heuristics() -> list[Named]:
    """Every heuristic."""
    return [
        Named(name, kind.summary, {"admissible": kind.admissible, "consistent": kind.consistent})
        for name, kind in HEURISTICS.items()
    ]
