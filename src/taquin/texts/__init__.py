"""Every text that a student reads, in every language: one file a language, for the command line and the page.

A file has sections. The page gets `words`, which all share, and PAGE_SECTIONS; the other sections belong to
commands, errors and reasons. A text is named by its section and its key: `check.kurang`. Values stand in braces. Where
the value `n` is 1 and there is a key with `_one` behind it, that text is taken: `words.moves_one`.

A `Sentence` is a text with its values. It reads in English wherever a str is wanted, so errors and reasons are plain
strings to programs and in JSON; whoever talks to a person asks for it in that person's language.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path
    from string import Formatter

__all__ = [
    "ENGLISH",
    "PAGE_SECTIONS",
    "AnyOf",
    "Sentence",
    "catalogue",
    "coded",
    "in_language",
    "languages",
    "numeral",
    "page_texts",
    "seconds_text",
    "section",
    "written",
]

ENGLISH: Final = "en"
"""The language of programs, of JSON, and of whoever chooses none."""
PAGE_SECTIONS: Final = ("page", "race", "lesson")
"""What belongs to the page alone. No key stands in two of them."""


_REFUSALS: Final = ("errors", "problems", "reasons", "web")
"""The sections of which the server sends sentences to the page, as codes."""


@cache
def languages() -> dict[str, str]:
    """The name of every language that has a file, in that language, by its code; English first."""
    codes = sorted((path.stem for path in _folder().glob("*.json")), key=lambda code: (code != ENGLISH, code))
    return {code: catalogue(code)["words.language_name"] for code in codes}


@cache
def catalogue(language: str) -> dict[str, str]:
    """Every text of a language by its name, `section.key`."""
    return {f"{name}.{key}": text for name, texts in _sections(language).items() for key, text in texts.items()}


def section(name: str, language: str) -> dict[str, str]:
    """The texts of one section by their keys."""
    return _sections(language)[name]


def page_texts(language: str) -> dict[str, str]:
    """What the page is given: the words that all share, its own, and what the server may refuse with, by full names."""
    texts = dict(section("words", language))
    for name in PAGE_SECTIONS:
        texts |= section(name, language)
    return texts | {f"{name}.{key}": text for name in _REFUSALS for key, text in section(name, language).items()}


@cache
def _sections(language: str) -> dict[str, dict[str, str]]:
    import json

    sections: dict[str, dict[str, str]] = json.loads((_folder() / f"{language}.json").read_text("utf-8"))
    return sections


def _folder() -> Path:
    # Imported where it is needed, as json is: both would be a good part of the time that importing the package takes.
    from pathlib import Path

    return Path(__file__).parent


def written(name: str, language: str, /, **values: Any) -> str:
    """The text of this name in a language. Values that are sentences are written in it, too; tuples are listed."""
    texts = catalogue(language)
    if values.get("n") == 1 and f"{name}_one" in texts:
        name = f"{name}_one"
    said = {key: in_language(value, language) for key, value in values.items()}
    return texts[name].format_map(said) if language == ENGLISH else _formatter(language).vformat(texts[name], (), said)


def seconds_text(seconds: float, language: str) -> str:
    """A time with three significant digits, and without an exponent: 0.000123, 1.23, 1,230, as the language writes
    it."""
    if seconds <= 0:
        return "0"
    rounded = float(f"{seconds:.2e}")
    return numeral(rounded, f",.{max(0, 2 - math.floor(math.log10(rounded)))}f", language)


def numeral(value: float, form: str, language: str) -> str:
    """A number as the language writes it: 2,810 and 1.314 in English, 2.810 and 1,314 in Indonesian."""
    marks = catalogue(language)["words.number_form"]
    return format(value, form).translate({ord(","): marks[1], ord("."): marks[5]})


@cache
def _formatter(language: str) -> Formatter:
    """Fills texts in as `str.format_map` does, but writes numbers that have a form as the language does."""
    from string import Formatter

    class Numerals(Formatter):
        def format_field(self, value: Any, form: str) -> str:
            return numeral(value, form, language) if form and isinstance(value, int | float) else format(value, form)

    return Numerals()


def in_language(value: Any, language: str) -> Any:
    """What can be said in a language, a sentence or an error of ours, in it; anything else as it is.

    A tuple is listed with the language's word for "and", AnyOf with "or".
    """
    if isinstance(value, int) or (language == ENGLISH and isinstance(value, str)):  # a sentence is English already
        return value
    if hasattr(value, "said"):
        return value.said(language)
    if isinstance(value, tuple):
        word = catalogue(language)["words.or" if isinstance(value, AnyOf) else "words.and"]
        return word.join(str(in_language(part, language)) for part in value)
    return value


def coded(value: Any) -> Any:
    """A value as JSON for whoever has the catalogue: a sentence as its name and its values, a list with its word."""
    if isinstance(value, Sentence):
        return {"code": value.name, "values": {name: coded(part) for name, part in value.values.items()}}
    if isinstance(value, BaseException):
        return coded(getattr(value, "message", None) or str(value))
    if isinstance(value, tuple):
        return {"word": "or" if isinstance(value, AnyOf) else "and", "list": [coded(part) for part in value]}
    return value if isinstance(value, int | float | str) or value is None else str(value)


class AnyOf(tuple[Any, ...]):
    """Values of which one is meant: `a or b`."""


class Sentence(str):
    """A text of the catalogue with its values: an English str that can be written in every language."""

    name: str
    values: dict[str, Any]

    def __new__(cls, name: str, /, **values: Any) -> Sentence:
        """The text of this name, `section.key`."""
        made = super().__new__(cls, written(name, ENGLISH, **values))
        made.name = name
        made.values = values
        return made

    def said(self, language: str) -> str:
        """The sentence in this language."""
        return written(self.name, language, **self.values)

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.name,), self.values
