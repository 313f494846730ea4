"""The language in which a command speaks: English, unless --lang or TAQUIN_LANG says otherwise; never the system's.

There is one reader and one screen, so there is one language at a time. JSON and everything else that programs read
does not change with it.
"""

from __future__ import annotations

from typing import Any

from taquin.texts import ENGLISH, in_language, written

__all__ = ["said", "speak", "spoken", "text"]

_spoken = ENGLISH


def speak(language: str) -> None:
    """Say everything in this language from now on."""
    global _spoken
    _spoken = language


def spoken() -> str:
    """The code of the language."""
    return _spoken


def text(name: str, /, **values: Any) -> str:
    """The text of this name, `section.key`."""
    return written(name, _spoken, **values)


def said(value: Any) -> str:
    """A reason, an error or a part of a sentence that comes from elsewhere; English where nobody has translated it."""
    return str(in_language(value, _spoken))
