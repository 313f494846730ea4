"""What a server allows: everything is bounded, and a server for a whole class is bounded more tightly."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from taquin.processors import count_processors

__all__ = ["Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of one server. Requests that ask for more are refused with a message that names the limit."""

    host: str = "127.0.0.1"
    largest_side: int = 64
    largest_board: int = 2500
    """Cells of a board."""
    body: int = 512 << 10
    """Bytes of a request."""
    seconds: float = 3600.0
    nodes: int = 10**12
    memory: int = 2 << 30
    """Bytes that one search may use."""
    workers: int = 2
    """Searches that run at the same time."""
    waiting: int = 32
    """Searches that may wait for their turn."""
    per_client: int = 8
    """Searches of one client, running or waiting."""
    trace: int = 20_000
    """Events of a search that is recorded."""

    @classmethod
    def for_host(cls, host: str) -> Settings:
        """The defaults for one's own machine, or the tighter ones for a server that others can reach."""
        workers = max(2, count_processors())
        if is_loopback(host):
            return cls(host=host, workers=workers)
        return cls(
            host=host,
            workers=workers,
            seconds=60.0,
            nodes=10**10,
            memory=1 << 30,
            waiting=64,
            per_client=3,
            trace=10_000,
        )

    @property
    def public(self) -> bool:
        """Whether other machines can reach this server."""
        return not is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach this address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:  # another name, such as 127.evil.example, may mean any address
        return False
