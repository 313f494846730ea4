"""Everything that is wrong with the TOML file of an experiment, found before anything is measured."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, Final

from taquin.anytime.budget import QUALITIES
from taquin.datasets import dataset, is_dataset
from taquin.errors import TaquinError
from taquin.heuristics import HEURISTICS, kind_of
from taquin.lab.measures import HOMES, MEASURES, METRICS
from taquin.native import ENGINES, MAX_THREADS
from taquin.optimal import NATIVE_HEURISTICS
from taquin.puzzle import GOALS
from taquin.result import Limits
from taquin.search import ALGORITHMS
from taquin.solver import AUTO, is_for_engine
from taquin.tables import require_size

__all__ = ["PLOT_KINDS", "problems"]

Check = Callable[[Any], str | None]
"""Says what a value must be, where it is not."""

PLOT_KINDS: Final = ("points", "means", "averages", "counts", "cumulative")
_KEYS: Final = ("title", "source", "about", "solver", "grid", "report", "published", "plot")


def problems(content: Mapping[str, Any]) -> Iterator[str]:
    """Each problem as a few words that name its place."""
    yield from _unknown(content, _KEYS, "the file")
    for key in ("title", "source", "about"):
        if key in content and (wrong := _text(content[key])):
            yield f"{key} must be {wrong}"
    if "title" not in content:
        yield "it needs a title"
    solvers, wrong_solvers = _tables_by_name(content, "solver")
    grids, wrong_grids = _tables(content, "grid")
    yield from (*wrong_solvers, *wrong_grids)
    if not content.get("grid"):
        yield "it needs a [[grid]]"
    for name, options in solvers.items():
        yield from _solver_problems(name, options)
    for grid in grids:
        yield from _grid_problems(grid, solvers)
    yield from _repetitions(grids)
    report = content.get("report", {})
    if isinstance(report, Mapping):
        yield from _checked("[report]", report, _REPORT)
    else:
        yield "report must be a table, written [report]"
    for place, checks, needed in (("published", _PUBLISHED, ("figure", "value")), ("plot", _PLOT, _PLOT_NEEDS)):
        lines, wrong_lines = _tables(content, place)
        yield from wrong_lines
        for line in lines:
            yield from _checked(f"[[{place}]]", line, checks, needed)
            if place == "plot" and line.get("kind") in PLOT_KINDS[:3] and "x" not in line:
                yield f"[[plot]] of kind {line['kind']} needs x"


# What values may be


def _text(value: Any) -> str | None:
    return None if isinstance(value, str) and value else "a text"


def _texts(value: Any) -> str | None:
    fine = isinstance(value, list) and value and not any(map(_text, value))
    return None if fine else 'a list of texts, as in ["a", "b"]'


def _pairs(value: Any) -> str | None:
    fine = isinstance(value, Mapping) and not any(map(_text, value.values()))
    return None if fine else 'a table of texts, as in { a = "b" }'


def _table(value: Any) -> str | None:
    return None if isinstance(value, Mapping) else "a table, as in { a = 1 }"


def _truth(value: Any) -> str | None:
    return None if isinstance(value, bool) else "true or false"


def _file_name(value: Any) -> str | None:
    return None if isinstance(value, str) and re.fullmatch(r"[\w][\w .-]*", value) else "the name of a file"


def _at_least(least: float | None = None, whole: bool = False) -> Check:
    words = f"a {'whole ' if whole else ''}number" + ("" if least is None else f" from {least:g} up")

    def check(value: Any) -> str | None:
        right_type = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
        return None if right_type and (least is None or value >= least) else words

    return check


def _between(least: int, most: int) -> Check:
    words = f"a whole number from {least} to {most}"
    return lambda value: None if type(value) is int and least <= value <= most else words


def _one_of(*names: str) -> Check:
    return lambda value: None if value in names else f"one of {', '.join(names)}"


def _heuristic(value: Any) -> str | None:
    try:
        kind_of(str(value))
    except ValueError:
        return f"one of {', '.join(HEURISTICS)}, or several as in maximum:manhattan+gaschnig"
    return None


def _shape(value: Any) -> str | None:
    found = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", value) if isinstance(value, str) else None
    small = found and min(int(found[1]), int(found[2])) >= 2 and int(found[1]) * int(found[2]) <= 12
    return None if small else "WIDTHxHEIGHT, from 2x2 up to 12 cells"


_SOLVE: Final[dict[str, Check]] = {
    "heuristic": _one_of(*NATIVE_HEURISTICS),
    "engine": _one_of(*ENGINES),
    "tables": _text,
    "threads": _between(1, MAX_THREADS),
    "quality": _one_of(*QUALITIES),
    "optimal": _truth,
}
_BY_NAME: Final = ("algorithm", "heuristic", "engine", "tables")
"""Options that ask for one search by name."""
_PARAMETERS: Final[dict[str, Check]] = {
    "shape": _shape,
    "metric": _one_of(*METRICS),
    "home": _one_of(*HOMES),
    "heuristic": _heuristic,
}
_GRID: Final[dict[str, Check]] = {
    "datasets": _texts,
    "solvers": _texts,
    "boards": _texts,
    "first": _at_least(1, whole=True),
    "limits": _table,
}
_REPORT: Final[dict[str, Check]] = {"group": _texts, "figures": _texts, "compare": _pairs}
_PUBLISHED: Final[dict[str, Check]] = {
    "where": _table,
    "figure": _text,
    "value": _at_least(),
    "exact": _truth,
    "source": _text,
}
_PLOT_NEEDS: Final = ("name", "title", "kind", "y")
_PLOT: Final[dict[str, Check]] = {
    "name": _file_name,
    "kind": _one_of(*PLOT_KINDS),
    **dict.fromkeys(("title", "x", "y", "xlabel", "ylabel", "series"), _text),
    "where": _table,
    "log": _truth,
}


# The parts of an experiment


def _solver_problems(name: str, options: Mapping[str, Any]) -> Iterator[str]:
    place = f"[solver.{name}]"
    algorithm = options.get("algorithm", AUTO)
    if algorithm not in (AUTO, *ALGORITHMS):
        yield f"{place} algorithm must be {_one_of(AUTO, *ALGORITHMS)(algorithm)}, not {algorithm!r}"
        return
    if is_for_engine(algorithm, options.get("engine")):
        checks = _SOLVE
    else:
        own = ALGORITHMS[algorithm].options
        checks = {"heuristic": _heuristic}
        checks |= {key: _at_least(option.lowest, whole=option.kind is int) for key, option in own.items()}
    yield from _checked(place, options, {"algorithm": _text, **checks})
    if options.get("optimal") and (named := [key for key in _BY_NAME if key in options]):
        yield f"{place} asks with {named[0]} for a search by name, which proves its length anyway: leave out optimal"


def _grid_problems(grid: Mapping[str, Any], solvers: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    if "measure" in grid:
        yield from _measure_problems(grid)
        return
    wrong = list(_checked("[[grid]]", grid, _GRID))
    if "datasets" not in grid or "solvers" not in grid:
        wrong.append("a [[grid]] needs datasets and solvers, or a measure")
    yield from wrong
    try:
        Limits(**grid.get("limits", {}))
    except (TypeError, ValueError) as error:
        yield f"limits: {error}"
    datasets, names = ([] if _texts(grid.get(key)) else grid[key] for key in ("datasets", "solvers"))
    yield from (f"there is no [solver.{name}]" for name in names if name not in solvers)
    # Only the names: an experiment may be read where a dataset from outside is not.
    yield from (f"there is no dataset {name}" for name in datasets if not is_dataset(name))
    sizes = {solvers[name].get("tables", "auto") for name in names if name in solvers and _has_text(solvers[name])}
    for size in sorted(sizes - {"auto"}):
        yield from (problem for name in datasets if (problem := _size_problem(name, size)))


def _repetitions(grids: list[Mapping[str, Any]]) -> Iterator[str]:
    """A board is known by its dataset, solver and id: records of two limits, say, could not be told apart."""
    seen: dict[tuple[str, str], set[str]] = {}
    for grid in grids:
        if any(_texts(grid.get(key, ["-"])) for key in ("datasets", "solvers", "boards")):
            continue
        for pair in product(grid.get("datasets", ()), grid.get("solvers", ())):
            boards = set(grid.get("boards", ["all"]))
            before = seen.setdefault(pair, set())
            if before & (boards | {"all"}) or (before and "all" in boards):
                yield f"{pair[1]} solves {pair[0]} twice: give the second solver a name of its own"
            before |= boards


def _has_text(options: Mapping[str, Any]) -> bool:
    return isinstance(options.get("tables", "auto"), str)


def _size_problem(name: str, size: str) -> str | None:
    try:
        found = dataset(name)
    except TaquinError:
        return None  # said above, or not here now
    try:
        require_size(*found.shape, GOALS[found.goal](*found.shape).blank, size)
    except TaquinError as error:
        return f"{name}: {error}"
    return None


def _measure_problems(grid: Mapping[str, Any]) -> Iterator[str]:
    known = [name for name in MEASURES if name != "solve"]
    if grid["measure"] not in known:
        yield f"unknown measure {grid['measure']!r}: known are {', '.join(known)}"
        return
    measure, place = MEASURES[grid["measure"]], f"[[grid]] of {grid['measure']}"
    values = {key: value for key, value in grid.items() if key != "measure"}
    needed = [key for key in measure.keys if key not in measure.optional]
    yield from _unknown(values, measure.keys, place)
    yield from (f"{place} needs {key}" for key in needed if key not in values)
    for key in values.keys() & set(measure.keys):
        several = values[key] if isinstance(values[key], list) else [values[key]]
        if not several:
            yield f"{place}: {key} must not be empty"
        for value in several:
            if wrong := _PARAMETERS[key](value):
                yield f"{place}: {key} must be {wrong}, not {value!r}"


def _checked(
    place: str, found: Mapping[str, Any], checks: Mapping[str, Check], needed: tuple[str, ...] = ()
) -> Iterator[str]:
    yield from _unknown(found, checks, place)
    yield from (f"{place} needs {key}" for key in needed if key not in found)
    for key, value in found.items():
        if key in checks and (wrong := checks[key](value)):
            yield f"{place} {key} must be {wrong}, not {value!r}"


def _unknown(found: Mapping[str, Any], known: Any, place: str) -> Iterator[str]:
    for key in found:
        if key not in known:
            yield f"unknown key {key!r} in {place} (known: {', '.join(known) or 'none'})"


def _tables(content: Mapping[str, Any], key: str) -> tuple[list[Mapping[str, Any]], list[str]]:
    """The tables of an array, and what is wrong where it is something else."""
    found = content.get(key, [])
    if isinstance(found, list) and all(isinstance(entry, Mapping) for entry in found):
        return found, []
    return [], [f"{key} must be tables, each written [[{key}]]"]


def _tables_by_name(content: Mapping[str, Any], key: str) -> tuple[Mapping[str, Mapping[str, Any]], list[str]]:
    found = content.get(key, {})
    if isinstance(found, Mapping) and all(isinstance(entry, Mapping) for entry in found.values()):
        return found, []
    return {}, [f"{key} must be tables with names, each written [{key}.NAME]"]
