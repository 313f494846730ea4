"""What people are told over the wire: English for programs, and beside it the name of the text in the catalogue with
its values, out of which the page makes a sentence of the reader's language."""

from __future__ import annotations

from typing import Any

from taquin.texts import AnyOf, Sentence

__all__ = ["coded", "failed"]


def coded(message: object) -> dict[str, Any]:
    """The name and the values of a text; both are empty where it is none of the catalogue."""
    if not isinstance(message, Sentence):
        return {"code": "", "values": {}}
    return {"code": message.name, "values": {name: _value(value) for name, value in message.values.items()}}


def failed(message: str) -> dict[str, Any]:
    """The data of the event "failed"."""
    return {"error": str(message), **coded(message)}


def _value(value: Any) -> Any:
    """A value as JSON: a sentence by its name, a tuple as a list, AnyOf as {"any": [...]}."""
    if isinstance(value, Sentence):
        return {"error": str(value), **coded(value)}
    if isinstance(value, AnyOf):
        return {"any": [_value(part) for part in value]}
    if isinstance(value, tuple | list):
        return [_value(part) for part in value]
    return value if isinstance(value, int | float) else str(value)
