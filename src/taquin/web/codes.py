"""Refusals as codes: the name of a sentence and its values, so that the page says them in the reader's language."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from taquin.texts import Sentence, coded
from taquin.web.messages import Failure

__all__ = ["code_of", "failed_event"]


def code_of(message: str) -> dict[str, Any]:
    """The name and the values of a message that is a sentence of the catalogue; nothing where it is not."""
    found: dict[str, Any] = coded(message) if isinstance(message, Sentence) else {}
    return found


def failed_event(message: str) -> dict[str, Any]:
    """The data of the event "failed" where no error was raised."""
    return asdict(Failure(message, [], **code_of(message)))
