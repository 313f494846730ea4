"""Run the web app: bind, say where, open the browser, serve until Ctrl-C."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any, Final

import h11
import uvicorn

from taquin.errors import TaquinError
from taquin.web.app import create_app
from taquin.web.connections import connection_class, hang_up_on_overdue, room
from taquin.web.settings import Settings

__all__ = ["serve"]


_QUIET: Final = 60.0
"""Seconds between two complaints about the same thing."""


def serve(host: str, port: int, announce: Callable[[str, bool], None], *, browser: bool) -> None:
    """Serve on this address; port 0 takes a free one.

    `announce` is told the link before the first request, and whether other machines can reach it. Then the link has a
    token, and only who has the token gets answers.
    """
    settings = Settings.for_host(host)
    listening = _listen(host, port)
    token = secrets.token_urlsafe(16) if settings.public else ""
    address = _address(host, listening.getsockname()[1]) + (f"?token={token}" if token else "")
    announce(address, settings.public)
    if browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    # asyncio warns of every write to a client who has gone; here that is how searches are stopped.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    app = create_app(settings, token)
    most, queue = room()
    config = uvicorn.Config(
        app,
        http=connection_class(most),
        backlog=queue,
        log_level="error",  # its warnings tell of requests that are no HTTP, as often as a client likes
        access_log=False,
        server_header=False,
        proxy_headers=False,  # whoever claims to be somebody else is not believed
        ws="none",
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
    )
    # uvicorn ends in order and then passes Ctrl-C on; that is how one ends a server, not an error.
    with suppress(KeyboardInterrupt):
        _Server(config, app.state.close).run(sockets=[listening])


class _Server(uvicorn.Server):
    """Hangs up on whoever takes too long. Ends the searches first when it ends: their streams would keep it waiting."""

    def __init__(self, config: uvicorn.Config, close: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._close = close
        self._next_complaint = 0.0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(self._on_error)
        await super().startup(sockets)

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:  # once a second
            hang_up_on_overdue(self.server_state.connections, asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    def _on_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """No client makes us print a traceback: what it breaks is its own connection, which asyncio closes."""
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
            if monotonic() >= self._next_complaint:
                self._next_complaint = monotonic() + _QUIET
                print(f"taquin: new clients have to wait: {error.strerror}", file=sys.stderr)
        elif not isinstance(error, OSError | h11.ProtocolError):
            loop.default_exception_handler(context)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._close()
        await super().shutdown(sockets)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only on sockets that say they are TCP does asyncio send small answers at once (TCP_NODELAY).
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # elsewhere it would let two servers have one port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise TaquinError(f"cannot serve on {host}, port {port}: {error.strerror or error}") from None
    return listening


def _address(host: str, port: int) -> str:
    """What to type into a browser: a server on all addresses is reached by the machine's name."""
    if host in ("", "0.0.0.0", "::"):
        host = socket.gethostname()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
