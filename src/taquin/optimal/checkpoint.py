"""A search on disk: one file, replaced whole, so that a crash leaves the last good one.

Its first line, a JSON object, says what the file is and has the checksum of the second, the state as JSON. What was
altered meanwhile is refused: a proof would rest on it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from taquin.errors import TaquinError

__all__ = ["read_checkpoint", "write_checkpoint"]

VERSION: Final = 5
"""Goes up with every change of the format, and whenever searches leave out other paths than before: continued by other
rules, a search would skip paths that each version leaves to the other."""


def write_checkpoint(path: Path, state: dict[str, Any]) -> None:
    """Write the state under a temporary name and rename it."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    content = json.dumps(state).encode()
    header = json.dumps({"taquin": "search", "version": VERSION, "crc32": crc32(content)}).encode()
    try:
        with temporary.open("wb") as file:
            file.write(header + b"\n" + content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def read_checkpoint(path: Path) -> dict[str, Any]:
    """The state in a file; raises TaquinError where it is none."""
    if path.exists() and not path.is_file():  # reading a pipe or a device might never end
        raise TaquinError(f"{path}: not a file that a search can be saved in; name another")
    first, _, content = path.read_bytes().partition(b"\n")
    header = _parsed(first)
    if header is None or header.get("taquin") != "search":
        raise TaquinError(f"{path}: not a saved search; name another file")
    if header.get("version") != VERSION:
        raise TaquinError(
            f"{path}: saved by another version of taquin ({header.get('version')}, not {VERSION}); "
            "delete it to begin the search anew"
        )
    state = _parsed(content) if header.get("crc32") == crc32(content) else None
    if state is None:
        raise TaquinError(f"{path}: the saved search is damaged; delete it to begin the search anew")
    return state


def _parsed(text: bytes) -> dict[str, Any] | None:
    """The JSON object in a text, None where there is none."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
