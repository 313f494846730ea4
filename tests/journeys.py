"""Which tests start programs: they take longer than others, and `make check` leaves them out.

Nobody keeps a list. A test is a journey where its function, one of its fixtures, or a helper of the tests that these
call makes use of `subprocess`.
"""

from __future__ import annotations

import inspect
import subprocess
from collections.abc import Iterator
from functools import cache
from types import CodeType
from typing import Any

import pytest

__all__ = ["starts_programs"]


def starts_programs(item: pytest.Function) -> bool:
    """Whether a test, or a fixture of it, starts a program."""
    fixtures = (found[-1].func for found in item._fixtureinfo.name2fixturedefs.values())
    return any(map(_reaches_subprocess, [item.function, *fixtures]))


@cache
def _reaches_subprocess(start: Any) -> bool:
    waiting, seen = [start], {start}
    while waiting:
        for used in _used_by(waiting.pop()):
            if used is subprocess:
                return True
            if used not in seen:
                seen.add(used)
                waiting.append(used)
    return False


def _used_by(what: Any) -> Iterator[Any]:
    """The modules, functions and classes that a function, or the methods of a class, of the tests names."""
    if inspect.isclass(what):
        yield from (method for method in vars(what).values() if inspect.isfunction(method))
        return
    what = inspect.unwrap(what)
    if not inspect.isfunction(what) or not what.__module__.startswith("tests"):
        return
    for name in _names(what.__code__):
        used = what.__globals__.get(name)
        if used is subprocess or inspect.isfunction(used) or inspect.isclass(used):
            yield used


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)
