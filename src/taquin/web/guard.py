"""The door: who may ask, how much at once, and what every answer says about itself.

A page on another site can make a browser send requests to 127.0.0.1. Three checks keep it out: the Host must be a name
of this server (against names that are re-bound to 127.0.0.1), an Origin must be this very server, and a body must be
JSON, which no foreign page can send unasked. Bodies are counted while they arrive.

A server that other machines can reach asks for its token besides. Whoever opens the link that has it gets it as a
cookie, so that it does not stay in the address; a program sends it in the header `Authorization: Bearer TOKEN`.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from hashlib import sha256
from secrets import compare_digest
from typing import Any, Final
from urllib.parse import parse_qs

from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from taquin.web.settings import Settings

__all__ = ["Guard"]

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_TOKEN_WANTED: Final = "this server wants its token: open the whole link that it printed when it started"
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

    def __init__(self, app: App, settings: Settings, token: str = "") -> None:
        self.app = app
        self.token = token
        # Browsers keep cookies by host, not by port: each server has a name of its own for it.
        self.cookie = f"taquin-{sha256(token.encode()).hexdigest()[:12]}"
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
        if self.token and not self._has_token(headers):
            await self._asked_for_token(scope)(scope, receive, send)
            return
        body = _CountedBody(receive, self.settings.body)
        try:
            await self.app(scope, body.receive, send)
        except BodyTooLarge as error:
            # Hang up: whoever sends without end would otherwise keep the connection busy.
            await JSONResponse(_failure(str(error)), 413, {"Connection": "close"})(scope, receive, send)

    def _has_token(self, headers: dict[str, str]) -> bool:
        cookies = [cookie.strip() for cookie in headers.get("cookie", "").split(";")]
        given = [headers.get("authorization", "").removeprefix("Bearer ")]
        given += [cookie.partition("=")[2] for cookie in cookies if cookie.startswith(f"{self.cookie}=")]
        return any(map(self._is_token, given))

    def _is_token(self, text: str) -> bool:
        return compare_digest(text.encode(), self.token.encode())

    def _asked_for_token(self, scope: Scope) -> Response:
        """The token of the link becomes a cookie; without one there is nothing to see here."""
        asked = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["path"] == "/" and self._is_token(asked):
            answer = RedirectResponse("/", 303, {"Cache-Control": "no-store"})
            answer.set_cookie(self.cookie, self.token, httponly=True, samesite="lax")
            return answer
        if scope["path"].startswith("/api/"):
            return JSONResponse(_failure(_TOKEN_WANTED), 401, {"WWW-Authenticate": "Bearer"})
        return PlainTextResponse(f"Taquin: {_TOKEN_WANTED}.\n", 401)

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
