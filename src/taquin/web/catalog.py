"""The registries of algorithms and heuristics, as the web interface offers them."""

from __future__ import annotations

from typing import Final

from taquin.heuristics import HEURISTICS
from taquin.search import ALGORITHMS
from taquin.solve import AUTO
from taquin.web.messages import Named

__all__ = ["algorithms", "heuristics"]


_AUTO_TITLE: Final = {"en": "Automatic", "id": "Otomatis"}
_AUTO_ABOUT: Final = {
    "en": "The best answer at once, then better ones, until the shortest is proven.",
    "id": "Jawaban terbaik seketika, lalu yang lebih baik, sampai yang terpendek terbukti.",
}


def algorithms() -> list[Named]:
    """Every algorithm: `auto`, which is `taquin.solve` and `taquin.improve`, and then the teaching algorithms."""
    return [
        Named(AUTO, _AUTO_ABOUT["en"], {"title": _AUTO_TITLE, "about": _AUTO_ABOUT}),
        *(
            Named(
                name,
                kind.about["en"],
                {
                    "title": kind.title,
                    "about": kind.about,
                    "teaching": True,
                    "optimal": kind.optimal,
                    "heuristic": kind.heuristic,
                    "caveat": kind.caveat.get("en", ""),
                    "memory": kind.memory,
                    "pseudocode": [line.to_json() for line in kind.pseudocode],
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
