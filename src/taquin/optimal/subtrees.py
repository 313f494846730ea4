"""An iteration of IDA* in parts that can be searched anywhere, in any order, at the same time.

A part is the subtree below a prefix of moves, or what is left of a search that was broken off. `cut` makes parts
before the work begins, `divide` in the middle of it. The nodes of all parts and those above the cut add up to exactly
the nodes of the whole iteration.
"""

from __future__ import annotations

from typing import Final

from taquin import native

__all__ = ["Branch", "Part", "Saved", "cut", "divide"]

Branch = tuple[str, list[int]]
"""A path, and for each of its last nodes the moves that have not been tried yet, a bit each. An empty list says that
nothing below the end of the path has been searched."""
Saved = tuple[int, int, int, list[Branch]]
"""A native search between two slices: bound, generated, expanded, branches."""
Part = str | Saved
"""A prefix, or a search broken off."""

_DEEPEST: Final = 40
"""Moves: an iteration is cut no deeper than this below its root."""


def cut(search: native.core.Search, bound: int, parts: int) -> list[Part]:
    """The prefixes of at least so many subtrees, where the iteration is large enough, always the same ones.

    The search counts the nodes above them. A solution has `bound` moves, so none ends above a cut that is less deep.
    """
    prefixes = search.split(bound, 0)
    for depth in range(2, min(_DEEPEST, bound), 2):
        if not 0 < len(prefixes) < parts:
            break
        prefixes = search.split(bound, depth)
    return [*prefixes]


def divide(saved: Saved, parts: int) -> list[Saved]:
    """What is left of a search, in at most so many parts, the largest first; what it has counted is in none of them.

    What lies nearest to the root stands for the largest subtrees: each becomes a part, and what is left then is the
    last one.
    """
    bound, _, _, branches = saved
    found: list[Saved] = []
    rest: list[Branch] = []
    for path, untried in branches:
        left = list(untried)
        above = len(path) + 1 - len(left)
        if not untried:
            if len(found) < parts - 1:
                found.append((bound, 0, 0, [(path, [])]))
            else:
                rest.append((path, []))
        for depth, moves in enumerate(untried):
            for move in (1, 2, 4, 8):
                if moves & move and len(found) < parts - 1:
                    left[depth] -= move
                    found.append((bound, 0, 0, [(path[: above + depth], [move])]))
        if any(left):
            rest.append((path, left))
    if rest:
        found.append((bound, 0, 0, rest))
    return found
