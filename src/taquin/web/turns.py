"""Whose turn it is: a fixed number of jobs at a time, and clients who take turns, however many jobs each has."""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager

from taquin.texts import Sentence

__all__ = ["Busy", "Turns", "client_of"]


def client_of(address: str) -> str:
    """Who asks, by the address. Of IPv6 its first half: a machine may use all addresses that begin like its own."""
    if ":" not in address:
        return address
    return str(ipaddress.ip_network((address.partition("%")[0], 64), strict=False))


class Busy(Exception):
    """The server has as much to do as it allows. `retry` is a fair time to ask again, in seconds."""

    def __init__(self, message: str, status: int, retry: int = 1) -> None:
        super().__init__(message)
        self.status = status
        self.retry = retry


class Turns:
    """At most `size` jobs at once, at most `waiting` that wait, at most `per_client` of each client in all.

    A job first gets a place (`place`), which may be refused, and then waits for its turn (`take`). When all places are
    taken, the client with the most waiting jobs gives one up to a client who has fewer.
    """

    def __init__(self, size: int, waiting: int, per_client: int) -> None:
        self.size = size
        self.running = 0
        self._most_waiting = waiting
        self._per_client = per_client
        self._places: Counter[str] = Counter()
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        """The waiting jobs of every client; the client whose turn is next comes first."""

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return sum(map(len, self._queues.values()))

    @property
    def all_taken(self) -> bool:
        """Whether whoever comes now has to wait."""
        return self.running >= self.size or bool(self._queues)

    def ahead(self, client: str) -> int:
        """How many jobs have their turn before the next job of this client."""
        own = len(self._queues.get(client, ()))
        return own + sum(min(len(queue), own + 1) for name, queue in self._queues.items() if name != client)

    @contextmanager
    def place(self, client: str) -> Iterator[None]:
        """A place for one job. Raises Busy where this client, or the server as a whole, has enough to do."""
        if self._places[client] >= self._per_client:
            raise Busy(Sentence("web.own_searches", count=self._per_client), 429)
        if self._places.total() >= self.size + self._most_waiting:
            self._make_room(client)
        self._places[client] += 1
        try:
            yield
        finally:
            self._places[client] -= 1
            self._places += Counter()  # forget clients that have none

    async def take(self, client: str) -> None:
        """Wait for a turn; it must be given back. Raises Busy where the place was lost meanwhile to another client."""
        if not self.all_taken:
            self.running += 1
            return
        turn = asyncio.get_running_loop().create_future()
        queue = self._queues.setdefault(client, deque())
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn in queue:
                self._forget(client, turn)
            elif not turn.cancelled() and turn.exception() is None:  # its turn came in the same moment
                self.give_back()
            raise

    def give_back(self) -> None:
        """End a turn; the next client has the next one."""
        self.running -= 1
        while self._queues and self.running < self.size:
            client, queue = next(iter(self._queues.items()))
            turn = queue.popleft()
            del self._queues[client]
            if queue:
                self._queues[client] = queue  # behind all others
            if not turn.done():  # whoever waited for it has not gone away in this very moment
                self.running += 1
                turn.set_result(None)

    def _make_room(self, client: str) -> None:
        busiest = max(self._queues, key=lambda name: len(self._queues[name]), default=client)
        refusal = Busy(Sentence("web.waiting", count=self._most_waiting), 503, 5)
        if len(self._queues.get(busiest, ())) <= self._places[client] + 1:
            raise refusal
        last = self._queues[busiest][-1]
        self._forget(busiest, last)
        if not last.done():
            last.set_exception(refusal)

    def _forget(self, client: str, turn: asyncio.Future[None]) -> None:
        queue = self._queues[client]
        queue.remove(turn)
        if not queue:
            del self._queues[client]
