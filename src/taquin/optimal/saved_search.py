"""What is saved of a search (search.py), and whether what a file says of one fits together.

The file itself, with its checksum and version, is that of checkpoint.py. A search that is taken up again rests on what
stands here, so a state that nobody can have saved is refused: a bound below the Manhattan distance, or moves that do
not reach the goal.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from typing import Any, Self

from taquin.board import Board
from taquin.errors import TaquinError
from taquin.move import spelled
from taquin.optimal.checkpoint import read_checkpoint, write_checkpoint
from taquin.optimal.native_heuristics import NATIVE_HEURISTICS
from taquin.puzzle import Puzzle
from taquin.result import Choice, Outcome, Solution

__all__ = ["Account", "SavedIteration", "SavedSearch"]


@dataclass(frozen=True, slots=True)
class SavedIteration:
    """An iteration that has begun: the nodes of its finished parts, and the parts that are left (subtrees.py).

    What a file says of the parts is checked by the native search that takes them.
    """

    generated: int
    expanded: int
    waiting: list[Any]


@dataclass(frozen=True, slots=True)
class Account:
    """Who has done what in the whole of which a search is the lower end: the figures that go on when it does."""

    found_by: str
    """What found the best solution, where there is one."""
    proved_by: str
    """What proved the bound."""
    checksums: tuple[str, ...] = ()
    """Of all pattern tables that the bound may rest on."""
    seconds: float = 0.0
    """Of the whole."""
    processor_seconds: float = 0.0
    """The same of the processor."""
    own_nodes: tuple[int, int] = (0, 0)
    """Nodes that this search has generated and expanded, those of unfinished parts included."""
    other_nodes: tuple[int, int] = (0, 0)
    """Those of everybody else."""

    @classmethod
    def of_state(cls, state: dict[str, Any]) -> Self:
        """What a file says. ValueError where that makes no sense."""
        names, checksums = (state["found_by"], state["proved_by"]), state["checksums"]
        times = float(state["seconds"]), float(state["processor_seconds"])
        nodes = [int(count) for counts in (state["own_nodes"], state["other_nodes"]) for count in counts]
        words = all(isinstance(name, str) for name in (*names, *checksums))
        if not words or not all(0 <= time < inf for time in times) or len(nodes) != 4 or min(nodes) < 0:
            raise ValueError("the figures of the whole search make no sense")
        return cls(*names, tuple(checksums), *times, (nodes[0], nodes[1]), (nodes[2], nodes[3]))


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """All that a search needs to go on."""

    puzzle: Puzzle
    heuristic: str
    tables: str
    bound: int
    generated: int
    """Nodes of all finished iterations, like `expanded`."""
    expanded: int
    seconds: float
    last_iteration: int
    """Nodes that the last finished iteration generated."""
    solution: str | None
    offered: str | None
    iteration: SavedIteration | None
    choices: tuple[Choice, ...]
    account: Account

    def write(self, path: Path) -> None:
        """Write it to a file, replacing that."""
        iteration = self.iteration
        state = {
            "width": self.puzzle.start.width,
            "start": list(self.puzzle.start.tiles),
            "goal": list(self.puzzle.goal.tiles),
            "heuristic": self.heuristic,
            "tables": self.tables,
            "bound": self.bound,
            "generated": self.generated,
            "expanded": self.expanded,
            "seconds": self.seconds,
            "last_iteration": self.last_iteration,
            "solution": self.solution,
            "offered": self.offered,
            "iteration": None
            if iteration is None
            else {"generated": iteration.generated, "expanded": iteration.expanded, "waiting": iteration.waiting},
            "choices": [choice.to_json() for choice in self.choices],
            "account": asdict(self.account),
        }
        write_checkpoint(path, state)

    @classmethod
    def read(cls, path: Path) -> Self:
        """What `write` wrote. TaquinError where the file does not hold a search, or one that does not fit together."""
        state = read_checkpoint(path)
        try:
            iteration = state["iteration"]
            if iteration is not None:
                counts = int(iteration["generated"]), int(iteration["expanded"])
                iteration = SavedIteration(*counts, list(iteration["waiting"]))
            saved = cls(
                puzzle=Puzzle(Board(state["start"], state["width"]), Board(state["goal"], state["width"])),
                heuristic=state["heuristic"],
                tables=state["tables"],
                bound=int(state["bound"]),
                generated=int(state["generated"]),
                expanded=int(state["expanded"]),
                seconds=float(state["seconds"]),
                last_iteration=int(state["last_iteration"]),
                solution=state["solution"],
                offered=state["offered"],
                iteration=iteration,
                choices=tuple(map(Choice.of_json, state["choices"])),
                account=Account.of_state(state["account"]),
            )
            saved._require_sense()
        except (KeyError, TypeError, ValueError, OverflowError, RuntimeError) as error:
            raise TaquinError(f"{path}: not a whole saved search ({error}); begin it anew") from error
        return saved

    def _require_sense(self) -> None:
        """Raise ValueError where puzzle and bound do not fit together, or RuntimeError where moves do not solve it."""
        if not isinstance(self.tables, str):
            raise ValueError("the tables have no name")
        least, most = self.puzzle.start.manhattan(self.puzzle.goal), NATIVE_HEURISTICS[self.heuristic].moves
        if not self.puzzle.is_solvable() or not least <= self.bound <= most or (self.bound - least) % 2:
            raise ValueError("puzzle and bound do not fit together")
        for moves in (self.solution, self.offered):
            if moves is not None:
                path = spelled(str(moves))
                Solution(self.puzzle, Outcome.SOLVED, path, self.bound, algorithm="the saved search").verified()
