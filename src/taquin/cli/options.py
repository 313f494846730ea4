"""Options that several commands take, each group gathered into one value before the command sees it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from errno import EACCES, ENOENT
from functools import wraps
from pathlib import Path
from typing import Any

import click

from taquin.cli.language import number, speak, text
from taquin.memory import Allowance, allow
from taquin.names import OTHER_NAMES
from taquin.native import MAX_THREADS
from taquin.notation import METRICS, NOTATIONS
from taquin.notation.timed_moves import ANY_NOTATION
from taquin.result import LARGEST_AMOUNT, LARGEST_SEED, Limits
from taquin.texts import ENGLISH, languages

__all__ = [
    "Choice",
    "Command",
    "Number",
    "WholeNumber",
    "decorated",
    "gathered",
    "lang_option",
    "limit_options",
    "meant",
    "memory_option",
    "metric_option",
    "none_of",
    "notation_option",
    "seed_option",
    "shown",
    "svg_option",
    "threads_option",
]

_NEARLY = 0.75
"""How much of a misspelt name must be right: 'astr' means 'astar', but 'cube' does not mean 'number'."""

Command = Callable[..., Any]

_LONGEST_SHOWN = 30
"""Characters of a wrong value that its message repeats."""


def decorated(function: Command, *options: Callable[[Command], Command]) -> Command:
    """Add options, to be shown in this order."""
    for option in reversed(options):
        function = option(function)
    return function


def gathered(function: Command, name: str, make: Callable[..., Any], *keys: str) -> Command:
    """Call `function` with `name=make(...)` in place of the values of the options `keys`."""

    @wraps(function)
    def call(*arguments: Any, **values: Any) -> Any:
        value = make(*(values.pop(key) for key in keys))
        return function(*arguments, **{name: value}, **values)

    return call


def svg_option(help_text: str) -> Callable[[Command], Command]:
    """Add --svg, a file for a picture. Where it cannot be written, that is said before the work that it would show."""

    def check(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
        if path is not None and not path.exists() and not os.access(path.parent, os.W_OK):
            number = EACCES if path.parent.is_dir() else ENOENT
            raise OSError(number, os.strerror(number), str(path))
        return path

    return click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), callback=check, help=help_text)


class Choice(click.Choice):  # type: ignore[type-arg,unused-ignore]
    """One of some names. What is none of them is refused in the language spoken."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(none_of(str(value), self.choices), param, ctx)


def none_of(value: str, names: Iterable[str]) -> str:
    """Why a value is refused that is none of these names: with the one that is nearly the same, else with all."""
    known = list(names)
    return meant(value, known) or text("usage.choice", value=repr(value), choices=", ".join(map(repr, known)))


def meant(value: str, names: Iterable[str]) -> str:
    """Which of these names somebody may have meant who wrote this; empty where it is no other name of one, nor nearly
    one."""
    from difflib import get_close_matches

    known = list(names)
    other = OTHER_NAMES.get(value.lower(), "")
    near = [other] if other in known else get_close_matches(value.lower(), known, 1, _NEARLY)
    return text("usage.meant", value=repr(value), near=repr(near[0])) if near else ""


class Number(click.types.FloatParamType):
    """A number from `lowest` to `highest`. Whatever else is given is refused with a word: also inf and nan, which
    click's own ranges let pass.
    """

    name = "number"
    refusal = "usage.number"

    def __init__(self, lowest: float, highest: float) -> None:
        self.lowest, self.highest = lowest, highest

    def read(self, text: str) -> float:
        """The number that a text stands for; ValueError where it is none."""
        return float(text)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
        try:
            given = self.read(str(value))
            if self.lowest <= given <= self.highest:  # which nan is not
                return given
        except ValueError:
            pass
        highest = number(self.highest) if self.highest < 1e12 else number(self.highest, ".1e")
        self.fail(text(self.refusal, value=shown(value), lowest=number(self.lowest), highest=highest), param, ctx)


class WholeNumber(Number):
    """The same without a fraction."""

    name = "integer"
    refusal = "usage.whole_number"

    def read(self, text: str) -> int:
        """The number that a text stands for; ValueError where it is none."""
        return int(text)


def shown(value: Any) -> str:
    """A wrong value, or its beginning, as a message repeats it."""
    text = str(value)
    return repr(text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}...")


def lang_option(function: Command) -> Command:
    """Add --lang, which is read before all others: what they refuse is refused in that language."""

    def choose(ctx: click.Context, param: click.Parameter, value: str) -> None:
        speak(value)

    return click.option(
        "--lang", type=Choice(list(languages()), case_sensitive=False), default=ENGLISH, show_default=True,
        envvar="TAQUIN_LANG", show_envvar=True, is_eager=True, expose_value=False,
        callback=choose, help="The language of the text.",
    )(function)  # fmt: skip


def limit_options(what: str, seconds: float | None = None, *, memory: bool = True) -> Callable[[Command], Command]:
    """Add --time, --nodes and, unless another option does, --memory of `what`; the command gets them as `limits`."""

    def decorate(function: Command) -> Command:
        return decorated(
            gathered(function, "limits", Limits, "seconds", "nodes"),
            click.option(
                "--time", "seconds", type=Number(0, LARGEST_AMOUNT), default=seconds, show_default=seconds is not None,
                help=f"Stop {what} after so many seconds.",
            ),
            click.option(
                "--nodes", type=WholeNumber(0, LARGEST_AMOUNT), help=f"Stop {what} after so many generated nodes."
            ),
            *([memory_option(f"Stop {what} at so much memory, as in 500M.")] if memory else []),
        )  # fmt: skip

    return decorate


def memory_option(help: str) -> Callable[[Command], Command]:
    """Add --memory: what the whole command is allowed, which every part of it that takes much asks for."""
    return click.option("--memory", callback=_allow, expose_value=False, metavar="BYTES", help=help)


def _allow(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Allow so much while the command runs."""
    before = allow(Allowance(None if value is None else _read_bytes(value)))
    ctx.call_on_close(lambda: allow(before))


def threads_option(help: str) -> Callable[[Command], Command]:
    """Add --threads."""
    return click.option("--threads", type=WholeNumber(1, MAX_THREADS), help=help)


def metric_option(function: Command) -> Command:
    """Add --metric."""
    return click.option(
        "--metric", type=Choice(list(METRICS)), default=METRICS[0], show_default=True,
        help="What is to be short: stm, single-tile moves, or mtm, slides of a whole run.",
    )(function)  # fmt: skip


def notation_option(function: Command) -> Command:
    """Add --notation, of moves that are read."""
    return click.option(
        "--notation", type=Choice([ANY_NOTATION, *NOTATIONS]), default=ANY_NOTATION, show_default=True,
        help="What MOVES name: directions of the blank, directions of the tiles (as slidysim and csTimer write them), "
        "or numbers of tiles. auto takes the one that fits the board.",
    )(function)  # fmt: skip


def seed_option(help: str, **more: Any) -> Callable[[Command], Command]:
    """Add --seed."""
    return click.option("--seed", type=WholeNumber(0, LARGEST_SEED), help=help, **more)


def _read_bytes(value: str) -> int:
    """A number of bytes: `500M`, `2G`, `65536`."""
    found = re.fullmatch(r"([0-9]{1,15})([kKmMgG]?)[iI]?[bB]?", value)
    if found is None:
        raise click.BadParameter(text("usage.bytes", value=shown(value)))
    return int(found[1]) << {"": 0, "k": 10, "m": 20, "g": 30}[found[2].lower()]
