"""The door: who may ask, how much at once, and what every answer says about itself.

A page on another site can make a browser send requests to 127.0.0.1. Three checks keep it out: the Host must be a name
of this server (against names that are re-bound to 127.0.0.1), an Origin must be this very server, and a body must be
JSON, which no foreign page can send unasked. Bodies are counted while they arrive.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from starlette.responses import JSONResponse

from taquin.web.settings import Settings

__all__ = ["Guard"]

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_LOCAL_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: App, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.names = _LOCAL_NAMES | {settings.host.lower()}
        if settings.public:
            self.names |= {socket.gethostname().lower(), socket.getfqdn().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or hand it on with a counted body and an answer that carries our headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        send = _with_headers(send)
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            status, message = refusal
            await JSONResponse(_failure(message), status)(scope, receive, send)
            return
        body = _CountedBody(receive, self.settings.body)
        try:
            await self.app(scope, body.receive, send)
        except BodyTooLarge as error:
            # Hang up: whoever sends without end would otherwise keep the connection busy.
            await JSONResponse(_failure(str(error)), 413, {"Connection": "close"})(scope, receive, send)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._is_own_name(_host_name(host)):
            return 421, "this server does not go by the name in the Host header; use the address it printed"
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return None
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host.lower()}", f"https://{host.lower()}"):
            return 403, "requests from other sites are refused"
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "requests from other sites are refused"
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit():
            return 400, "the Content-Length header is not a number"
        if len(length) > 12 or int(length) > self.settings.body:
            return 413, _too_large(self.settings.body)
        has_body = length != "0" or "transfer-encoding" in headers
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if has_body and kind != "application/json":
            return 415, "send JSON, with Content-Type: application/json"
        return None

    def _is_own_name(self, name: str) -> bool:
        if name in self.names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        # A bare address cannot be re-bound by a foreign name server, so any of ours is fine on a public server.
        return self.settings.public or address.is_loopback


class BodyTooLarge(Exception):
    """More bytes arrived than a request may have."""


class _CountedBody:
    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._limit = limit
        self._seen = 0

    async def receive(self) -> Message:
        message = await self._receive()
        self._seen += len(message.get("body", b""))
        if self._seen > self._limit:
            raise BodyTooLarge(_too_large(self._limit))
        return message


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            extra = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
            message["headers"] = [*message.get("headers", []), *extra]
        await send(message)

    return sending


def _host_name(host: str) -> str:
    """The name in a Host header, without port and brackets, in lower case."""
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _too_large(limit: int) -> str:
    return f"the request is larger than {limit >> 10} kB"


def _failure(message: str) -> dict[str, Any]:
    return {"error": message, "problems": []}
