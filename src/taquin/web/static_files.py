"""The front end, read once at the start and served from memory: no path from a client is ever opened."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from taquin.texts import languages, page_texts

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
    """All files under `static`, and under /i18n the texts of the page in every language, by their address."""

    def __init__(self) -> None:
        self.files: dict[str, _File] = {}
        self._read(files("taquin.web") / "static", "/")
        self.files["/"] = self.files["/index.html"]
        self._keep_json("/i18n/languages.json", languages())
        for language in languages():
            self._keep_json(f"/i18n/{language}.json", page_texts(language))

    def _read(self, folder: Traversable, address: str) -> None:
        for entry in folder.iterdir():
            if entry.is_dir():
                self._read(entry, f"{address}{entry.name}/")
                continue
            kind = _TYPES.get("." + entry.name.rpartition(".")[2])
            if kind:
                self._keep(address + entry.name, entry.read_bytes(), kind)

    def _keep_json(self, address: str, texts: dict[str, str]) -> None:
        self._keep(address, json.dumps(texts, ensure_ascii=False).encode(), _TYPES[".json"])

    def _keep(self, address: str, content: bytes, kind: str) -> None:
        tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
        self.files[address] = _File(content, gzip.compress(content, mtime=0), kind, tag)

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
