"""Handing items to workers: enough tasks under way to keep them busy, no more than memory can hold.

Items travel in chunks whose size follows the measured time, so that a task takes a fraction of a second: long enough
to make the overhead of a task small, short enough to lose little with a worker. When workers die, the chunks that were
under way are cut into single items and done again; an item that is lost again and again is tried alone, and if that
kills its worker too, the caller's `give_up` makes its result. What comes from workers that are not trusted is checked;
a chunk with a result that cannot be right is done again by somebody else, and its worker refused.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Final, Generic, TypeVar

from taquin.batch.work import timed
from taquin.batch.workers import Workers

__all__ = ["dispatch"]

T = TypeVar("T")
R = TypeVar("R")

TASK_SECONDS: Final = 0.3
"""Seconds that a task should take: enough to make handing it out worth while, few enough to lose with a worker."""
TASKS_PER_SLOT: Final = 3
"""Tasks under way for each worker, so that none waits for its next one."""
LARGEST_CHUNK: Final = 1000
"""Items of one task at most."""
LARGEST_BACKLOG: Final = 100_000
"""In input order: how many finished items may wait for an earlier one that is still being done."""
LOSSES_BEFORE_ALONE: Final = 2
"""Workers that a chunk may be lost with before its items go alone, to find the one that ends workers."""
TICK: Final = 0.2
"""Seconds between two looks for new items while all workers are busy."""


@dataclass(slots=True)
class _Chunk(Generic[T]):
    first: int
    """The place of its first item among all."""
    items: Sequence[T]
    losses: int = 0


def dispatch(
    items: Iterable[T],
    function: Callable[[Sequence[T]], list[R]],
    workers: Workers,
    *,
    ordered: bool = True,
    give_up: Callable[[T], R] | None = None,
    check: Callable[[T, R], str] | None = None,
    on_tick: Callable[[], None] = lambda: None,
) -> Iterator[list[R]]:
    """The results of all items, a few at a time: each exactly once, in input order or as they finish.

    `function` runs on the workers and makes a list of items into a list of results of the same length; it must be
    importable there. Its exceptions come out here; an exception of `items` comes out when all items before it are done.
    `check` says what is wrong with a result, "" where nothing is; without it workers are taken at their word.
    `on_tick` is called several times a second. `items` is asked again
    while tasks are under way, so it may give more after it seemed exhausted.
    """
    return _Dispatch(iter(items), function, workers, ordered, give_up, check, on_tick).results()


class _Dispatch(Generic[T, R]):
    def __init__(
        self,
        items: Iterator[T],
        function: Callable[[Sequence[T]], list[R]],
        workers: Workers,
        ordered: bool,
        give_up: Callable[[T], R] | None,
        check: Callable[[T, R], str] | None,
        on_tick: Callable[[], None],
    ) -> None:
        self.items, self.workers, self.ordered = items, workers, ordered
        self.task = partial(timed, function)
        self.give_up, self.on_tick = give_up, on_tick
        self.check = None if workers.trusted else check
        self.under_way: dict[Future[Any], _Chunk[T]] = {}
        self.again: deque[_Chunk[T]] = deque()
        self.suspects: deque[_Chunk[T]] = deque()
        """Items lost so often that each must run while nothing else does."""
        self.waiting: dict[int, list[R]] = {}
        """Finished results, by the place of the first, that an earlier item holds up."""
        self.broken_off: Exception | None = None
        """Why there are no more items, where that is not because all were taken."""
        self.taken = 0
        self.given = 0
        self.chunk_size = 1.0

    def results(self) -> Iterator[list[R]]:
        try:
            while True:
                self.fill()
                if not self.under_way:
                    if self.broken_off is not None:
                        raise self.broken_off
                    return
                self.on_tick()
                finished, _ = wait(self.under_way, timeout=TICK, return_when=FIRST_COMPLETED)
                for future in finished:
                    if future in self.under_way:  # not put back meanwhile, because its pool broke
                        yield from self.collect(future)
        finally:
            for future in self.under_way:
                future.cancel()

    def fill(self) -> None:
        """Keep enough tasks under way. A suspect waits until nothing else runs, and then runs alone."""
        if self.suspects:
            if not self.under_way:
                self.submit(self.suspects.popleft())
            return
        wanted = self.workers.slots() * TASKS_PER_SLOT
        while len(self.under_way) < wanted:
            chunk = self.again.popleft() if self.again else self.next_chunk()
            if chunk is None:
                return
            self.submit(chunk)

    def next_chunk(self) -> _Chunk[T] | None:
        if sum(map(len, self.waiting.values())) > LARGEST_BACKLOG:
            return None
        items = self.next_items()
        if not items:
            return None
        self.taken += len(items)
        return _Chunk(self.taken - len(items), items)

    def next_items(self) -> list[T]:
        items: list[T] = []
        try:
            # Not list(...): what came before an error would be lost with it.
            for item in islice(self.items, int(self.chunk_size)):
                items.append(item)
        except Exception as error:
            self.broken_off = error
        return items

    def submit(self, chunk: _Chunk[T]) -> None:
        try:
            future: Future[Any] = self.workers.executor.submit(self.task, chunk.items)
        except BrokenExecutor as error:  # noticed now rather than when the results come
            future = Future()
            future.set_exception(error)
        self.under_way[future] = chunk

    def collect(self, future: Future[Any]) -> Iterator[list[R]]:
        chunk = self.under_way.pop(future)
        try:
            results, seconds, warnings = future.result()
        except BaseException as error:
            if not self.workers.lost(error):
                raise
            yield from self.recover(chunk, error)
            return
        for warning in warnings:
            self.workers.warn(warning)
        if problem := self.problem(chunk, results):
            self.workers.refuse(future, problem)
            self.again.append(chunk)
            return
        wanted = TASK_SECONDS / max(seconds / len(chunk.items), 1e-6)
        self.chunk_size = max(1.0, min(wanted, 2 * self.chunk_size, LARGEST_CHUNK))
        yield from self.deliver(chunk.first, results)

    def problem(self, chunk: _Chunk[T], results: list[R]) -> str:
        """What is wrong with the results of a chunk."""
        if len(results) != len(chunk.items):
            return f"it gave {len(results)} results for {len(chunk.items)} items"
        if self.check is None:
            return ""
        return next(filter(None, map(self.check, chunk.items, results)), "")

    def deliver(self, first: int, results: list[R]) -> Iterator[list[R]]:
        if not self.ordered:
            yield results
            return
        self.waiting[first] = results
        while (ready := self.waiting.pop(self.given, None)) is not None:
            self.given += len(ready)
            yield ready

    def recover(self, chunk: _Chunk[T], error: BaseException) -> Iterator[list[R]]:
        """Do lost work again: this chunk's, and that of all others where the whole pool is gone."""
        certain = not self.under_way and chunk.losses > LOSSES_BEFORE_ALONE
        if not self.workers.renew():
            # It was tried on several workers already, but others may have killed them: the next time it runs alone.
            chunk.losses = max(chunk.losses, LOSSES_BEFORE_ALONE)
        else:
            others, self.under_way = self.under_way, {}
            for future, other in others.items():
                if future.done() and not future.cancelled() and future.exception() is None:
                    yield from self.deliver(other.first, future.result()[0])
                else:
                    self.put_back(other)
        if not certain:
            self.put_back(chunk)
        elif self.give_up is None:
            raise error
        else:
            yield from self.deliver(chunk.first, [self.give_up(chunk.items[0])])

    def put_back(self, chunk: _Chunk[T]) -> None:
        """Queue every item of a lost chunk by itself."""
        for offset, item in enumerate(chunk.items):
            single = _Chunk(chunk.first + offset, [item], chunk.losses + 1)
            (self.suspects if single.losses > LOSSES_BEFORE_ALONE else self.again).append(single)
