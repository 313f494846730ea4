"""Options that several commands take, each group gathered into one value before the command sees it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from taquin.native import MAX_THREADS
from taquin.result import Limits

__all__ = ["Command", "FiniteRange", "decorated", "gathered", "limit_options", "threads_option"]

Command = Callable[..., Any]


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


class FiniteRange(click.FloatRange):
    """A number in a range, and neither inf nor nan, which no range keeps out."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number", param, ctx)
        return number


def limit_options(what: str, seconds: float | None = None) -> Callable[[Command], Command]:
    """Add --time, --nodes and --memory of `what`; the command gets them as `limits`."""

    def decorate(function: Command) -> Command:
        return decorated(
            gathered(function, "limits", Limits, "seconds", "nodes", "memory"),
            click.option(
                "--time", "seconds", type=click.FloatRange(min=0), default=seconds, show_default=seconds is not None,
                help=f"Stop {what} after so many seconds.",
            ),
            click.option("--nodes", type=click.IntRange(min=0), help=f"Stop {what} after so many generated nodes."),
            click.option(
                "--memory", callback=_read_bytes, metavar="BYTES", help=f"Stop {what} at so much memory, as in 500M."
            ),
        )  # fmt: skip

    return decorate


def threads_option(help: str) -> Callable[[Command], Command]:
    """Add --threads."""
    return click.option("--threads", type=click.IntRange(1, MAX_THREADS), help=help)


def _read_bytes(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """A number of bytes: `500M`, `2G`, `65536`."""
    if value is None:
        return None
    found = re.fullmatch(r"([0-9]{1,15})([kKmMgG]?)[iI]?[bB]?", value)
    if found is None:
        raise click.BadParameter(f"{value!r} is not an amount of memory; write it as 500M or 2G")
    return int(found[1]) << {"": 0, "k": 10, "m": 20, "g": 30}[found[2].lower()]
