"""Marks that nobody writes: what a test makes use of tells which of them it has.

A test is a journey where its function, one of its fixtures, or a helper of the tests that these call makes use of
`subprocess`: it takes longer than others, and `make check` leaves it out. In the same way it has the mark `threads`
where one of these makes use of what starts threads: `make sanitize-python` runs it.
"""

from __future__ import annotations

import inspect
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from types import CodeType
from typing import Any, Final

import pytest

from taquin import Solving, hint, improve, solve
from taquin.batch import LocalThreads

__all__ = ["starts_programs", "uses_threads"]

_PROGRAMS: Final = frozenset({subprocess})
_THREADS: Final = frozenset({"threads", threading, ThreadPoolExecutor, LocalThreads, Solving, hint, improve, solve})
"""The word is that of an argument, as in `Search(puzzle, threads=2)`, or the command line's, as in `--pool threads`."""


def starts_programs(item: pytest.Function) -> bool:
    """Whether a test, or a fixture of it, starts a program."""
    return _reaches(item, _PROGRAMS)


def uses_threads(item: pytest.Function) -> bool:
    """Whether a test, or a fixture of it, starts threads, or asks the engine for something that does."""
    return _reaches(item, _THREADS)


def _reaches(item: pytest.Function, wanted: frozenset[Any]) -> bool:
    fixtures = (found[-1].func for found in item._fixtureinfo.name2fixturedefs.values())
    return any(not wanted.isdisjoint(_all_used_by(start)) for start in [item.function, *fixtures])


@cache
def _all_used_by(start: Any) -> frozenset[Any]:
    waiting, seen = [start], {start}
    while waiting:
        for used in _used_by(waiting.pop()):
            if used not in seen:
                seen.add(used)
                waiting.append(used)
    return frozenset(seen)


def _used_by(what: Any) -> Iterator[Any]:
    """The words, modules, functions and classes that a function, or the methods of a class, of the tests names."""
    if inspect.isclass(what):
        yield from (method for method in vars(what).values() if inspect.isfunction(method))
        return
    if inspect.isfunction(what):
        what = inspect.unwrap(what)
    if not inspect.isfunction(what) or not what.__module__.startswith("tests"):
        return
    for code in _codes(what.__code__):
        yield from code.co_varnames
        yield from _texts(code.co_consts)
        for name in code.co_names:
            used = what.__globals__.get(name)
            if inspect.ismodule(used) or inspect.isfunction(used) or inspect.isclass(used):
                yield used


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _texts(constants: tuple[Any, ...]) -> Iterator[str]:
    """The texts among some constants; a call has the names of its arguments as a tuple of texts."""
    for constant in constants:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, tuple):
            yield from _texts(constant)
