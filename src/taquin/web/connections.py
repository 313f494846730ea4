"""Connections that take too long or are too many.

uvicorn limits the size of a request's head and how long a connection may be idle after an answer. What it does not
limit is done here: the time in which head and body must have come and an answer must have been taken, and the number
of connections, of one address and in all. Once a second somebody looks at what every connection is doing, and since
when; whoever is overdue is hung up on.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from taquin.web.turns import client_of

__all__ = ["Connection", "connection_class", "hang_up_on_overdue", "room"]

MOST_SECONDS: Final = {"idle": 30.0, "head": 10.0, "body": 30.0, "taking": 60.0}
"""How long a connection may say nothing, send the head of a request, send its body, or take an answer."""
_MOST: Final = 1000
"""Connections in all, where the system gives as many file descriptors."""
_MOST_OF_ONE: Final = 256
"""Connections of one address: a whole class may come from one."""
_LONGEST_QUEUE: Final = 128
"""Connections that the system keeps for us until we take them."""
_QUEUES: Final = 4
"""How often that queue is emptied before whoever is hung up on is gone: asyncio takes all of it in one round of its
loop, makes a transport of each in the next, tells us in the third, and closes what we have aborted in the fourth."""
_OTHER_FILES: Final = 64
"""File descriptors that the server needs for anything else: workers, files, sockets."""
_FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: 72\r\n"
    b"Retry-After: 5\r\nConnection: close\r\n\r\n"
    b'{"error": "too many connections: try again in a moment", "problems": []}'
)


class Connection(H11Protocol):
    """One connection, which also knows what it is doing and since when."""

    most = _MOST

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, where there is room or somebody else can go."""
        super().connection_made(transport)
        self.doing = "idle"
        self.since = self.loop.time()
        self._make_room()

    def on_response_complete(self) -> None:
        """Silence begins anew after every answer, also where nobody looked between two of them."""
        super().on_response_complete()
        self.doing, self.since = "idle", self.loop.time()

    @property
    def host(self) -> str:
        """Who is at the other end."""
        return client_of(self.client[0] if self.client else "")

    @property
    def at_work(self) -> bool:
        """Whether a request is under way."""
        return self.cycle is not None and not self.cycle.response_complete

    def look(self, now: float) -> bool:
        """Note what it is doing; whether it has been doing that for too long."""
        doing = self._doing()
        if doing != self.doing:
            self.doing, self.since = doing, now
        return now - self.since > MOST_SECONDS.get(doing, float("inf"))

    def _doing(self) -> str:
        if self.transport.get_write_buffer_size():
            return "taking"
        if self.at_work:
            return "body" if self.cycle.more_body else "waiting"
        return "head" if self.conn.trailing_data[0] else "idle"

    def _make_room(self) -> None:
        """Where there are too many, hang up on one that has no request under way, the longest so; else on this one."""
        everybody = [other for other in self.connections if isinstance(other, Connection)]
        hosts = Counter(other.host for other in everybody)
        if hosts[self.host] > _MOST_OF_ONE:
            crowd = self.host
        elif len(everybody) > self.most:
            crowd = hosts.most_common(1)[0][0]
        else:
            return
        useless = [other for other in everybody if other.host == crowd and not other.at_work and other is not self]
        if useless:
            # Whoever has never asked for anything goes first.
            leaving = min(useless, key=lambda other: (other.cycle is not None, other.since))
            leaving.transport.abort()
            self.connections.discard(leaving)  # or it would be counted, and chosen again, until its end is told of
        else:
            self.transport.write(_FULL)
            self.transport.close()


def connection_class(most: int) -> type[Connection]:
    """Connections of which there are at most so many."""
    return type("LimitedConnection", (Connection,), {"most": most})


def hang_up_on_overdue(connections: Iterable[object], now: float) -> None:
    """Look at every connection."""
    for connection in list(connections):
        if isinstance(connection, Connection) and connection.look(now):
            connection.transport.abort()


def room() -> tuple[int, int]:
    """How many connections there may be, and how many may wait to be taken, as the file descriptors of this process
    allow; it asks the system for more, where it may."""
    try:
        import resource
    except ImportError:
        return _MOST // 2, _LONGEST_QUEUE
    wanted = _MOST + _QUEUES * _LONGEST_QUEUE + _OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return _MOST, _LONGEST_QUEUE
    ours = max(0, soft - _OTHER_FILES)
    queue = max(4, min(_LONGEST_QUEUE, ours // (2 * _QUEUES)))  # half of what there is, where there is little
    return max(16, min(_MOST, ours - _QUEUES * queue)), queue
