"""From a recipe to its table: from disk, or built now and kept.

What cannot be written (a full or read-only disk) is still used from memory; a warning says so. The warnings go to a
callback, never to the screen.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Generic, Protocol, TypeVar

from taquin.background import Background
from taquin.errors import TableError
from taquin.processors import count_processors
from taquin.result import Building
from taquin.tables import store
from taquin.tables.pattern import Pattern

__all__ = [
    "OnBuilding",
    "OnTable",
    "OnWarning",
    "Recipe",
    "building_threads",
    "obtained",
    "one_by_one",
    "run_builder",
    "warn",
]

_SLICE_SECONDS = 0.015
"""Seconds between two looks at the clock and at whether to stop."""
_MOST_THREADS = 4
"""Threads of a builder at most, where nobody asks for more. Each has a bit set of its own: further ones cost more
memory than they save time."""

OnBuilding = Callable[[Building], None]
OnWarning = Callable[[str], None]
OnTable = Callable[[int, int], None]
"""What is told, before each of several tables comes, how many have come, and of how many."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Recipe(Generic[T]):
    """How to come by one table: the pattern and the kind that name its file, and what is made of the bits in it."""

    pattern: Pattern
    kind: str
    size: Callable[[], int]
    """The bytes of its bits."""
    table: Callable[[memoryview | bytearray, str], T]
    """The table of these bits, whose checksum is known where they were read from a file, and else empty."""
    build: Callable[[], memoryview | bytearray]


class Builder(Protocol):
    """A native builder of a table."""

    @property
    def found(self) -> int: ...
    @property
    def total(self) -> int: ...
    def step(self, seconds: float, /) -> bool: ...


def building_threads(asked: int | None) -> int:
    """Threads to build with: never more than somebody asked for, nor than there are processors."""
    return min(asked or _MOST_THREADS, count_processors())


def one_by_one(patterns: Collection[Pattern], on_table: OnTable | None) -> Iterator[Pattern]:
    """The patterns of several tables, each when its table is to come."""
    for number, pattern in enumerate(patterns):
        if on_table is not None:
            on_table(number, len(patterns))
        yield pattern


def run_builder(builder: Builder, on_building: OnBuilding | None) -> None:
    """Build to the end, looking up between two slices."""
    started, done = perf_counter(), False
    while True:
        if on_building is not None:
            on_building(Building(builder.found, builder.total, perf_counter() - started))
        if done:
            return
        done = builder.step(_SLICE_SECONDS)


def obtained(recipe: Recipe[T], on_building: OnBuilding | None, on_warning: OnWarning | None) -> T:
    """The table, verified. KeyboardInterrupt between two steps leaves nothing behind."""
    return _open_or_warn(recipe, on_warning) or _build_and_keep(recipe, on_building, on_warning)


@contextlib.contextmanager
def _meanwhile(work: Callable[[], None]) -> Iterator[None]:
    """Do some work in another thread while the block runs; what it raises comes out at the end."""
    error: BaseException | None = RuntimeError("the thread ended before its work")

    def attempt() -> None:
        nonlocal error
        try:
            work()
            error = None
        except BaseException as raised:
            error = raised

    try:
        thread = Background(attempt)
    except RuntimeError:  # no more threads to be had
        work()
        yield
        return
    try:
        yield
    finally:
        thread.wait()
    if error is not None:
        raise error


def _open(recipe: Recipe[T]) -> T:
    """The table on disk, verified. Raises FileNotFoundError, TableError, or OSError where it cannot be read."""
    file = store.open_table(recipe.pattern, recipe.kind)
    read: list[memoryview] = []
    # Reading a large table takes as long as the coordinates of its placements, which the size needs.
    with _meanwhile(lambda: read.append(file.read())):
        file.require_size(recipe.size())
    return recipe.table(read[0], file.checksum)


def _open_or_warn(recipe: Recipe[T], on_warning: OnWarning | None) -> T | None:
    """The table on disk, None where there is none that may be used."""
    try:
        return _open(recipe)
    except FileNotFoundError:
        return None
    except store.OtherVersion as error:
        warn(on_warning, f"{error}: it is built again and replaced")
        return None
    except (TableError, OSError) as error:
        warn(on_warning, f"{error}; it is set aside and built again")
        return None


def _build_and_keep(recipe: Recipe[T], on_building: OnBuilding | None, on_warning: OnWarning | None) -> T:
    pattern, kind, bits = recipe.pattern, recipe.kind, None
    try:
        with store.lock(pattern, kind, waiting=lambda: on_building and on_building(Building(0, 1, 0.0))):
            damaged = False
            try:
                return _open(recipe)  # another process may have finished it while this one waited for the lock
            except (FileNotFoundError, store.OtherVersion):
                pass
            except (TableError, OSError):
                damaged = True
            bits = recipe.build()
            if damaged:
                store.set_aside(pattern, kind)
            store.write_table(pattern, bits, kind)
    except OSError as error:
        warn(on_warning, f"the table is not kept: {error}; set TAQUIN_CACHE to a place that can be written")
        return recipe.table(recipe.build() if bits is None else bits, "")
    # From the file: whether the disk gives back what it took is seen now, not by the next search.
    return _open_or_warn(recipe, on_warning) or recipe.table(bits, "")


def warn(on_warning: OnWarning | None, message: str) -> None:
    """Tell whoever wants to know."""
    if on_warning is not None:
        on_warning(message)
