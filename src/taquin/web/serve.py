"""Run the web app: bind, say where, open the browser, serve until Ctrl-C."""

from __future__ import annotations

import logging
import socket
import threading
import webbrowser
from collections.abc import Awaitable, Callable
from contextlib import suppress

import uvicorn

from taquin.errors import TaquinError
from taquin.web.app import create_app
from taquin.web.settings import Settings

__all__ = ["serve"]


def serve(host: str, port: int, announce: Callable[[str], None], *, browser: bool) -> None:
    """Serve on this address; port 0 takes a free one. `announce` is told the address before the first request."""
    listening = _listen(host, port)
    address = _address(host, listening.getsockname()[1])
    announce(address)
    if browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    # asyncio warns of every write to a client who has gone; here that is how searches are stopped.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    app = create_app(Settings.for_host(host))
    config = uvicorn.Config(
        app,
        log_level="warning",
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
    """Ends the searches first when it ends: their streams would keep it waiting."""

    def __init__(self, config: uvicorn.Config, close: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._close = close

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._close()
        await super().shutdown(sockets)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only on sockets that say they are TCP does asyncio send small answers at once (TCP_NODELAY).
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(512)
    except OSError as error:
        listening.close()
        raise TaquinError(f"cannot serve on {host}, port {port}: {error.strerror or error}") from None
    return listening


def _address(host: str, port: int) -> str:
    """What to type into a browser: a server on all addresses is reached by the machine's name."""
    if host in ("0.0.0.0", "::"):
        host = socket.gethostname()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
