"""Bytes in a JSON file: compressed, in base64."""

from __future__ import annotations

import base64
import zlib

__all__ = ["pack", "unpack"]


def pack(values: bytes) -> str:
    """As text."""
    return base64.b64encode(zlib.compress(values, 9)).decode()


def unpack(text: str) -> bytes:
    """Back from text."""
    return zlib.decompress(base64.b64decode(text))
