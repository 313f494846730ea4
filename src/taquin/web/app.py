"""The application: static files, the endpoints of `taquin.web.api`, and the guard around both."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from taquin.errors import TaquinError
from taquin.texts import Sentence
from taquin.web.api import ENDPOINTS, Endpoint, Server
from taquin.web.checks import failure
from taquin.web.codes import code_of
from taquin.web.guard import Guard
from taquin.web.messages import Failure, Place
from taquin.web.openapi import describe
from taquin.web.schema import BadRequest, fields, read
from taquin.web.settings import Settings
from taquin.web.static_files import StaticFiles
from taquin.web.stream import gone
from taquin.web.turns import Busy, client_of
from taquin.web.workers import Pool

__all__ = ["create_app"]

_WAITING_HINTS: Final = 1000
"""Short jobs that may wait."""
_HINTS_PER_CLIENT: Final = 400
"""Short jobs of one client: a whole class may come from one address."""
_WORTH_PACKING: Final = range(4096, 1 << 20)
"""Bytes of an answer: packing a shorter one spares little, and a longer one takes many milliseconds."""
_CLIENT_GONE: Final = 499
"""The status of an answer that nobody gets."""


def create_app(settings: Settings | None = None, token: str = "") -> Starlette:
    """The application with these limits, for whoever has the token, or for everybody where it is empty.

    `state.close()` ends its searches, and with them their streams.
    """
    settings = settings or Settings()
    server = Server(
        settings,
        searches=Pool(settings.workers, settings.waiting, settings.per_client, nice=15),
        hints=Pool(2, _WAITING_HINTS, _HINTS_PER_CLIENT, nice=5),
    )

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        for pool in (server.searches, server.hints, server.hints):
            pool.warm()
        yield
        await server.close()

    static = StaticFiles()
    app = Starlette(
        routes=[
            *(_route(endpoint, server) for endpoint in ENDPOINTS),
            Route("/api/openapi.json", _description, methods=["GET"]),
            *(Route(address, _static(static, address), methods=["GET"]) for address in static.files),
        ],
        middleware=[Middleware(Guard, settings=settings, token=token)],
        exception_handlers={HTTPException: _http_error},
        lifespan=lifespan,
    )
    app.state.close = server.close
    return app


def _route(endpoint: Endpoint, server: Server) -> Route:
    async def answer(request: Request) -> Any:
        try:
            asked = read(endpoint.request, await _body(request)) if endpoint.request else None
            client = client_of(request.client.host if request.client else "")
            found = await _while_connected(request, endpoint.handler(server, asked, client))
        except ClientDisconnect:
            return Response(status_code=_CLIENT_GONE)
        except BadRequest as error:
            messages = [Sentence("web.field", field=field, message=message) for field, message in error.problems]
            problems = [Place("request", message, [], **code_of(message)) for message in messages]
            return _json(Failure(str(error), problems), 422)
        except Busy as error:
            return _json(
                Failure(str(error), [], **code_of(error.args[0])), error.status, {"Retry-After": str(error.retry)}
            )
        except (TaquinError, ValueError) as error:
            return _json(failure(error), 422)
        return found if callable(found) else _packed(_json(found), request)

    return Route(endpoint.path, answer, methods=[endpoint.method])


async def _while_connected(request: Request, work: Awaitable[Any]) -> Any:
    """What comes of the work. Raises ClientDisconnect, and ends the work, where the client hangs up before."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(gone(request.receive))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _body(request: Request) -> Any:
    try:
        return json.loads(await request.body())
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise HTTPException(400, "the body is not JSON") from None
    except ValueError as error:  # a number of too many digits
        raise HTTPException(400, f"the body is not acceptable JSON: {error}") from None


def _json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    # Escaped to ASCII: a client may have sent half a surrogate pair, which no encoding can write.
    content = json.dumps(value, default=fields)
    return Response(content, status, {"Cache-Control": "no-store", **(headers or {})}, "application/json")


def _packed(response: Response, request: Request) -> Response:
    """The same, packed where that spares the client something and does not keep the others waiting."""
    if len(response.body) in _WORTH_PACKING and "gzip" in request.headers.get("accept-encoding", ""):
        response.body = gzip.compress(response.body, mtime=0)
        response.headers.update({"Content-Encoding": "gzip", "Content-Length": str(len(response.body))})
        response.headers["Vary"] = "Accept-Encoding"
    return response


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _json(Failure(error.detail, []), error.status_code, dict(error.headers or {}))


async def _description(request: Request) -> Response:
    return _json(describe())


def _static(static: StaticFiles, address: str) -> Any:
    async def answer(request: Request) -> Response:
        return static.answer(request, address)

    return answer
