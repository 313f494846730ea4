"""Lines that tell when they were altered: each ends with a checksum of what it says and of what its file is about.

A proof rests on such a line where a run is continued, so nothing is taken from one whose checksum does not fit.
"""

from __future__ import annotations

import json
from typing import Any, Final
from zlib import crc32

__all__ = ["Seal", "is_sealed"]

_MARK: Final = ', "crc32": '


def is_sealed(line: bytes) -> bool:
    """Whether a line has a checksum, be it right or not."""
    return _MARK.encode() in line


class Seal:
    """Seals lines that belong to one description, and opens them again."""

    def __init__(self, description: dict[str, Any]) -> None:
        self._start = crc32(json.dumps(description, sort_keys=True).encode())

    def sealed(self, text: str) -> str:
        """A JSON object in a line, with its checksum as the last key."""
        content = text.rstrip("\n").removesuffix("}")
        return f"{content}{_MARK}{self._checksum(content.encode())}}}\n"

    def opened(self, line: bytes) -> dict[str, Any]:
        """The JSON object of a sealed line. Raises ValueError where a byte of it is not as it was written."""
        content, mark, checksum = line.rpartition(_MARK.encode())
        if not mark or checksum != f"{self._checksum(content)}}}\n".encode():
            raise ValueError("the checksum does not fit")
        found: dict[str, Any] = json.loads(line)
        return found

    def _checksum(self, content: bytes) -> int:
        return crc32(content, self._start)
