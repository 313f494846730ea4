"""The language in which a command speaks: English, unless --lang or TAQUIN_LANG says otherwise; never the system's.

There is one reader and one screen, so there is one language at a time. JSON and everything else that programs read
does not change with it.
"""

from __future__ import annotations

from typing import Any

from taquin.texts import ENGLISH, in_language, numeral, seconds_text, written

__all__ = ["duration", "number", "said", "speak", "spoken", "text"]

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


def number(value: float, form: str = ",") -> str:
    """A number as the language writes it."""
    return numeral(value, form, _spoken)


def duration(seconds: float) -> str:
    """A time with three significant digits, as the language writes it."""
    return seconds_text(seconds, _spoken)


def said(value: Any) -> str:
    """A reason, an error or a part of a sentence that comes from elsewhere; English where nobody has translated it."""
    return str(in_language(value, _spoken))
