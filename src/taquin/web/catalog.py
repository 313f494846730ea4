"""The registries of algorithms and heuristics, as the web interface offers them."""

from __future__ import annotations

from typing import Any

from taquin.heuristics import HEURISTICS
from taquin.search import ALGORITHMS
from taquin.solver import AUTO
from taquin.texts import ENGLISH, languages, written
from taquin.web.messages import Named

__all__ = ["algorithms", "heuristics"]


def algorithms() -> list[Named]:
    """Every algorithm: `auto`, which is `taquin.solve` and `taquin.improve`, and then the teaching algorithms."""
    return [
        _named(AUTO, {}),
        *(
            _named(
                name,
                {
                    "teaching": True,
                    "optimal": kind.optimal,
                    "heuristic": kind.heuristic,
                    "rank": kind.rank,
                    "caveat": {} if kind.optimal else _in_all(f"caveats.{name}"),
                    "memory": kind.memory,
                    "ties": kind.ties,
                    "pseudocode": [line.to_json() for line in kind.pseudocode],
                    "options": {
                        option: {"default": known.default, "lowest": known.lowest, "whole": known.kind is int}
                        for option, known in kind.options.items()
                    },
                },
            )
            for name, kind in ALGORITHMS.items()
        ),
    ]


def _named(name: str, traits: dict[str, Any]) -> Named:
    """An algorithm with its title and what it does, in every language."""
    title, about = (_in_all(f"{part}.{name}") for part in ("titles", "about"))
    return Named(name, about[ENGLISH], {"title": title, "about": about, **traits})


def _in_all(name: str) -> dict[str, str]:
    """A text in every language."""
    return {code: written(name, code) for code in languages()}


def heuristics() -> list[Named]:
    """Every heuristic."""
    return [
        Named(
            name,
            written(f"heuristics.{name}", ENGLISH),
            {
                "about": _in_all(f"heuristics.{name}"),
                "admissible": kind.admissible,
                "consistent": kind.consistent,
                "proves": kind.proves,
            },
        )
        for name, kind in HEURISTICS.items()
    ]
