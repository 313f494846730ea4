"""Server-sent events. The search behind a stream lives exactly as long as the connection does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import ExitStack, aclosing, suppress
from typing import Final

from starlette.types import Receive, Scope, Send

from taquin.web.worker_process import Event

__all__ = ["EventStream", "gone"]

_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class EventStream:
    """An answer that sends events as they come, and ends their source when the client goes away.

    It owns what `held` holds, the client's place among the searches, and gives it back at its end.
    """

    def __init__(self, events: AsyncGenerator[Event, None], held: ExitStack) -> None:
        self._events = events
        self._held = held
        self.background = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the events end or the client is gone, whichever comes first."""
        with self._held:
            await self._send_while_connected(receive, send)

    async def _send_while_connected(self, receive: Receive, send: Send) -> None:
        sending = asyncio.create_task(self._send(send))
        leaving = asyncio.create_task(gone(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, leaving):
                task.cancel()
                with suppress(asyncio.CancelledError, OSError):
                    await task
            await self._events.aclose()

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        # Anything at all must be sent before the first event, or the browser does not see that we answered.
        await send({"type": "http.response.body", "body": b": taquin\n\n", "more_body": True})
        async with aclosing(self._events) as events:
            async for name, data in events:
                body = f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()
                await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def gone(receive: Receive) -> None:
    """Wait until the client has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass
