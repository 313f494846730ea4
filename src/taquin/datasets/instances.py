"""What a set of puzzles is: its instances, where they come from, and the checksum over all of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from taquin.errors import TaquinError
from taquin.notation import board_to_json
from taquin.puzzle import Puzzle

__all__ = ["Dataset", "Instance"]


@dataclass(frozen=True, slots=True)
class Instance:
    """One puzzle of a set with the figures that were published for it, such as its length."""

    id: str
    puzzle: Puzzle
    figures: Mapping[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """One line of the set; `taquin batch` reads it back."""
        return {
            "id": self.id,
            "board": board_to_json(self.puzzle.start),
            "goal": board_to_json(self.puzzle.goal),
            **self.figures,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Dataset:
    """A set of puzzles: iterate over its instances, or take the one of an id.

    `read` gives its instances anew each time; `registered` is the checksum they must have.
    """

    name: str
    title: str
    source: str
    shape: tuple[int, int]
    count: int
    goal: str
    read: Callable[[], Iterator[Instance]]
    figures: Mapping[str, str] = field(default_factory=dict)
    """What each published figure means."""
    registered: str | None = None
    remedy: str = "install taquin again"
    """What to do where the checksum is not met."""

    def __iter__(self) -> Iterator[Instance]:
        return self.instances()

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, name: str | int) -> Instance:
        """The instance with this id; KeyError where there is none."""
        ids = []
        for instance in self:
            if instance.id == str(name):
                return instance
            ids.append(instance.id)
        raise KeyError(f"{self.name} has no puzzle {name!r}: their ids are {ids[0]} to {ids[-1]}")

    def __repr__(self) -> str:
        return f"<Dataset {self.name}: {self.count} puzzles of {self.shape[0]}x{self.shape[1]}>"

    @property
    def puzzles(self) -> Iterator[Puzzle]:
        """The puzzles alone, without what was published about them."""
        return (instance.puzzle for instance in self)

    def instances(self) -> Iterator[Instance]:
        """The puzzles in their order; raises TaquinError where a registered checksum is not met."""
        if self.registered is not None and self.checksum() != self.registered:
            raise TaquinError(
                f"the dataset {self.name} is damaged, or another one: its checksum is {self.checksum()}, "
                f"not {self.registered}; {self.remedy}"
            )
        return self.read()

    def json_lines(self) -> Iterator[str]:
        """The set as text: what the checksum is taken of."""
        return (json.dumps(instance.to_json()) + "\n" for instance in self.read())

    def checksum(self, lines: Iterable[str] | None = None) -> str:
        """SHA-256 of the JSON lines; of these, where somebody watches them go by."""
        import hashlib  # here, since it takes milliseconds that `import taquin` need not take

        digest = hashlib.sha256()
        for line in self.json_lines() if lines is None else lines:
            digest.update(line.encode())
        return digest.hexdigest()
