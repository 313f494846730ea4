"""The front end, read once at the start and served from memory: no path from a client is ever opened."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

__all__ = ["StaticFiles"]

_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    packed: bytes
    kind: str
    tag: str


class StaticFiles:
    """All files under `static`, by their address."""

    def __init__(self) -> None:
        self.files: dict[str, _File] = {}
        self._read(files("taquin.web") / "static", "/")
        self.files["/"] = self.files["/index.html"]

    def _read(self, folder: Traversable, address: str) -> None:
        for entry in folder.iterdir():
            if entry.is_dir():
                self._read(entry, f"{address}{entry.name}/")
                continue
            kind = _TYPES.get("." + entry.name.rpartition(".")[2])
            if kind:
                content = entry.read_bytes()
                tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
                self.files[address + entry.name] = _File(content, gzip.compress(content, mtime=0), kind, tag)

    def answer(self, request: Request, address: str) -> Response:
        """The file at this address, which must be one of `files`."""
        file = self.files[address]
        headers = {"ETag": file.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        content = file.content
        if "gzip" in request.headers.get("accept-encoding", ""):
            content, headers["Content-Encoding"] = file.packed, "gzip"
        return Response(content, headers=headers, media_type=file.kind)
