"""Who may import whom: only downwards. The table here and the map in docs/architecture.md say the same."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.support import ROOT

PACKAGE = ROOT / "src" / "taquin"

BASE = {"errors", "move", "symmetry"}
VALUES = BASE | {"cells", "board", "notation", "puzzle"}
KNOWLEDGE = VALUES | {"native", "solvability", "scramble", "result"}

MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "move": set(),
    "symmetry": set(),
    "cells": {"errors"},
    "board": BASE | {"cells", "notation"},  # notation inside two methods only: parse and str
    "native": {"errors"},
    "notation": BASE | {"cells", "board"},
    "puzzle": BASE | {"board"},
    "solvability": VALUES | {"native"},
    "scramble": VALUES,
    "result": VALUES,
    "estimate": {"board"},
    "trace": VALUES | {"result"},
    "search": VALUES | {"result", "solvability", "trace", "estimate"},
    "heuristics": VALUES | {"native", "estimate"},
    "tables": KNOWLEDGE,
    "optimal": KNOWLEDGE | {"tables"},
    "anytime": KNOWLEDGE | {"tables", "optimal"},
    "hint": KNOWLEDGE | {"anytime"},
    "solve": KNOWLEDGE | {"search", "heuristics", "tables", "optimal", "anytime"},
    "princeton": KNOWLEDGE | {"solve"},
    "compare": KNOWLEDGE | {"search", "heuristics", "solve"},
    "render": VALUES | {"result", "trace"},
    "datasets": VALUES | {"scramble"},
    "batch": KNOWLEDGE | {"search", "heuristics", "tables", "optimal", "solve", "datasets"},
    "lab": KNOWLEDGE | {"search", "heuristics", "tables", "optimal", "anytime", "datasets", "batch"},
    "web": KNOWLEDGE | {"search", "heuristics", "tables", "anytime", "hint", "solve", "trace", "render"},
}
"""The rooms, each with the rooms that it may use."""

MAY_IMPORT["cli"] = set(MAY_IMPORT)  # the top: everything

HEAVY = {"rich", "starlette", "uvicorn", "dask", "distributed", "matplotlib", "numpy"}
"""Never imported when a module of ours is: only inside the functions that need them."""

AT_HOME = {"web": {"starlette", "uvicorn"}}
"""The rooms that are about such a package; nobody imports them but inside a function."""


def room(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[0]


def imports(path: Path, top_level_only: bool = False) -> set[str]:
    tree = ast.parse(path.read_text())
    nodes = tree.body if top_level_only else list(ast.walk(tree))
    names = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_downwards(path: Path) -> None:
    here = room(path)
    if here in ("__init__", "__main__"):
        return
    used = {name.split(".")[1] for name in imports(path) if name.startswith("taquin.")} - {here}
    assert used - {"__version__"} <= MAY_IMPORT[here], f"{here} may not import {sorted(used - MAY_IMPORT[here])}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_native_knows_the_core(path: Path) -> None:
    assert ("taquin._core" in path.read_text()) == (path.name == "native.py")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_heavy_packages_load_where_they_are_used(path: Path) -> None:
    used = imports(path, top_level_only=True)
    assert not {name.split(".")[0] for name in used} & (HEAVY - AT_HOME.get(room(path), set()))
    if room(path) not in AT_HOME:
        assert not {name.split(".")[1] for name in used if name.startswith("taquin.")} & set(AT_HOME)


def test_every_room_is_in_the_table_and_on_the_map() -> None:
    rooms = {room(path) for path in MODULES} - {"__init__", "__main__"}
    assert rooms == set(MAY_IMPORT)
    page = (ROOT / "docs" / "architecture.md").read_text()
    for name in rooms:
        assert f"`{name}" in page or f"{name}.py" in page or f"{name}/" in page, f"{name} is not on the map"


def test_the_core_is_plain_cpp() -> None:
    for path in (ROOT / "core").rglob("*.[ch]pp"):
        text = path.read_text()
        assert ("nanobind" in text or "Python.h" in text) == (path.parent.name == "bind"), path
