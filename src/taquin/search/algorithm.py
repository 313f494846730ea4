"""What is known about a teaching algorithm: it stands at the end of the algorithm's own file."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from taquin.errors import TaquinError
from taquin.result import Solution
from taquin.search.best_first import Rules
from taquin.search.pseudocode import Pseudocode, require_complete
from taquin.texts import Sentence

__all__ = ["Algorithm", "Option"]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a single algorithm, such as the width of a beam."""

    kind: type[int] | type[float]
    """Whole numbers only, or all."""
    lowest: float
    default: float

    def require(self, name: str, value: Any) -> None:
        """Raise TaquinError unless the value is allowed."""
        right_kind = isinstance(value, int) or (self.kind is float and isinstance(value, float))
        if not right_kind or not self.lowest <= value < math.inf:
            kind = Sentence("errors.option_whole" if self.kind is int else "errors.option_number", lowest=self.lowest)
            raise TaquinError(Sentence("errors.option", name=name, kind=kind, value=value))


@dataclass(frozen=True, slots=True)
class Algorithm:
    """What is known about an algorithm.

    What it is called, what it does, and, where its solutions may be longer than necessary, why, are the texts `titles`,
    `about` and `caveats` of its name in `taquin.texts`.
    """

    search: Callable[..., Solution] | Rules
    """A function of the contract in `taquin.search`, or rules for `best_first`."""
    optimal: bool
    """Whether its solutions are shortest, given an admissible heuristic where it needs one."""
    complete: bool = True
    """Whether it finds a solution of every solvable board, limits aside; if not, its reason says why it ended."""
    heuristic: str | None = None
    """Its usual heuristic, which the command line takes where none is chosen; None if it uses none."""
    pseudocode: Pseudocode = ()
    """What it does, line by line, and what happens where. Rules for `best_first` say it themselves."""
    ties: str = "oldest"
    """Which of the waiting nodes with the same f is taken first (`taquin.render.lists`). Rules say it themselves."""
    memory: Literal["boards", "path"] = "boards"
    """What it keeps of the boards that it has expanded: all of them, or only those on the way to the present one."""
    options: Mapping[str, Option] = field(default_factory=dict)
    """The options of its own. The command line, experiments and `run` read here what may be given."""
    rank: str = "g + h"
    """What the f of its nodes is; options in braces."""

    def __post_init__(self) -> None:
        if isinstance(self.search, Rules):
            object.__setattr__(self, "pseudocode", self.search.pseudocode())
            object.__setattr__(self, "ties", self.search.ties)
        require_complete(self.pseudocode)

    @property
    def needs_heuristic(self) -> bool:
        """Whether it is guided by a heuristic."""
        return self.heuristic is not None
