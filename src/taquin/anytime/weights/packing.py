"""Weights in a JSON file: signed bytes in units, compressed, in base64."""

from __future__ import annotations

import base64
import zlib
from array import array
from collections.abc import Iterable

__all__ = ["in_units", "pack", "unpack"]


def in_units(weights: Iterable[float], unit: float) -> bytes:
    """Weights as signed bytes: how many units each is, at most 127 either way."""
    return array("b", (max(-127, min(127, round(weight / unit))) for weight in weights)).tobytes()


def pack(values: bytes) -> str:
    """As text."""
    return base64.b64encode(zlib.compress(values, 9)).decode()


def unpack(text: str) -> bytes:
    """Back from text."""
    return zlib.decompress(base64.b64decode(text))
