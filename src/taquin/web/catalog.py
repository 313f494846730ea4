"""The registries of algorithms and heuristics, as the web interface shows them."""

from __future__ import annotations

from typing import Any

__all__ = ["algorithm_names", "algorithms", "heuristic_names", "heuristics"]


def algorithms() -> dict[str, dict[str, Any]]:
    """Every algorithm by name, with its summary and traits."""
    return {
        "auto": {"summary": "the best answer now, improved until it is proven", "teaching": False},
        "ida": {"summary": "iterative deepening A*", "teaching": True},
    }


def heuristics() -> dict[str, dict[str, Any]]:
    """Every heuristic by name, with its summary and traits."""
    return {"manhattan": {"summary": "rows plus columns between each tile and its place", "admissible": True}}


def algorithm_names() -> tuple[str, ...]:
    """The algorithms that a request may name."""
    return tuple(algorithms())


def heuristic_names() -> tuple[str, ...]:
    """The heuristics that a request may name; empty is the algorithm's own choice."""
    return ("", *heuristics())
