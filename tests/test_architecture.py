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
    "subsequence": set(),
    "cells": {"errors"},
    "board": BASE | {"cells", "notation"},  # notation inside two methods only: parse and str
    "native": {"errors", "_core"},  # the core itself, once _processor has said that it runs here
    "notation": BASE | {"cells", "board"},
    "puzzle": BASE | {"board"},
    "solvability": VALUES | {"native"},
    "scramble": VALUES,
    "result": VALUES,
    "estimate": {"board"},
    "replay": VALUES | {"native"},
    "ends": VALUES | {"result"},
    "bounds": KNOWLEDGE | {"replay", "subsequence"},
    "trace": VALUES | {"result"},
    "search": VALUES | {"result", "solvability", "trace", "estimate"},
    "heuristics": VALUES | {"native", "estimate", "subsequence"},
    "tables": KNOWLEDGE,
    "optimal": KNOWLEDGE | {"replay", "ends", "bounds", "tables"},
    "anytime": KNOWLEDGE | {"replay", "ends", "bounds", "tables"},
    "strategy": KNOWLEDGE | {"tables", "optimal"},
    "solving": KNOWLEDGE
    | {"replay", "ends", "bounds", "search", "heuristics", "tables", "optimal", "anytime", "strategy"},
    "solve": KNOWLEDGE | {"search", "heuristics", "tables", "optimal", "solving"},
    "hint": KNOWLEDGE | {"replay", "bounds", "tables", "optimal", "anytime", "solve"},
    "princeton": KNOWLEDGE | {"solve"},
    "compare": KNOWLEDGE | {"search", "heuristics", "solve"},
    "render": VALUES | {"result", "trace"},
    "datasets": VALUES | {"scramble"},
    "batch": KNOWLEDGE | {"search", "heuristics", "tables", "optimal", "solve", "datasets"},
    "lab": KNOWLEDGE | {"search", "heuristics", "tables", "optimal", "anytime", "solve", "datasets", "batch"},
    "web": KNOWLEDGE | {"search", "heuristics", "tables", "anytime", "hint", "solve", "solving", "trace", "render"},
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
    knows = "taquin._core" in path.read_text() or "taquin._core" in imports(path)
    assert knows == (path.name == "native.py")


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


CORE = ROOT / "core"
MAY_INCLUDE: dict[str, set[str]] = {
    "base": set(),
    "patterns": {"base"},
    "optimal": {"base", "patterns", "anysize"},
    "anysize/groups": {"base", "anysize"},
    "anysize": {"base", "anysize/beam", "anysize/board", "anysize/flow", "anysize/sweep"},
    "anysize/beam": {"base", "anysize"},
    "anysize/board": {"base", "anysize", "anysize/beam"},
    "anysize/flow": {"base", "anysize", "anysize/beam"},
    "anysize/sweep": {"base", "anysize", "anysize/beam"},
    "learn": {"base", "anysize", "anysize/beam", "anysize/board", "anysize/flow", "anysize/sweep"},
}
"""The folders of the core, each with the folders that it may include."""
MAY_INCLUDE["bind"] = MAY_INCLUDE["tests"] = set(MAY_INCLUDE)  # the top: everything
BENEATH = {"grid.hpp", "bounds.hpp", "formula_score.hpp"}
"""What other folders may include of anysize/; the rest of it stands above them."""

SOURCES = sorted(CORE.rglob("*.[ch]pp"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(CORE)))
def test_includes_go_downwards(path: Path) -> None:
    here = path.parent.relative_to(CORE).as_posix()
    for line in path.read_text().splitlines():
        if not line.startswith('#include "'):
            continue
        included = CORE / line.split('"')[1]
        assert included.exists(), f"write it from core/ on: {line}"
        folder = included.parent.relative_to(CORE).as_posix()
        assert folder == here or folder in MAY_INCLUDE[here], f"{here} may not include {folder}"
        if folder == "anysize" and (here == "optimal" or here.startswith("anysize/")):
            assert included.name in BENEATH, f"{here} may not include {included.name}, which stands above it"


def test_every_core_folder_and_file_is_on_the_map() -> None:
    assert {path.parent.relative_to(CORE).as_posix() for path in SOURCES} == set(MAY_INCLUDE)
    page = (ROOT / "docs" / "architecture.md").read_text()
    for path in SOURCES:
        folder = path.parent.relative_to(CORE).as_posix()
        assert f"`{folder}/`" in page or folder == "tests", f"{folder} is not on the map"
        if folder not in ("tests", "bind"):
            assert f"`{path.stem}.*`" in page or f"`{path.stem}.hpp`" in page, f"{path.name} is not on the map"


def test_the_core_is_plain_cpp() -> None:
    for path in (ROOT / "core").rglob("*.[ch]pp"):
        text = path.read_text()
        assert path.parent.name == "bind" or not ("nanobind" in text or "Python.h" in text), path
