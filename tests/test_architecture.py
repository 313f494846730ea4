"""Who may import whom: only downwards, as the map in docs/architecture.md says, which is read here."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support import ROOT

PACKAGE = ROOT / "src" / "taquin"
CORE = ROOT / "core"
PAGE = (ROOT / "docs" / "architecture.md").read_text()


def table(head: str) -> dict[str, str]:
    """The last column of a table of the map, for every name in the first one."""
    rows = PAGE[PAGE.index(head) :].split("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows]
    return {name: row[-1] for row in cells for name in re.findall(r"`([\w/]+?)(?:\.py|/)`", row[0])}


def named(column: str, known: Iterable[str]) -> set[str]:
    """What a line of the map names."""
    if column == "everything":
        return set(known)
    names = set() if column == "nothing" else set(column.split(", "))
    assert names <= set(known), f"not on the map: {sorted(names - set(known))}"
    return names


def closure(lines: dict[str, set[str]], name: str) -> set[str]:
    """What a line names, and what those name in turn."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        fresh = lines[waiting.pop()] - found
        found |= fresh
        waiting.extend(fresh)
    return found


ROOMS = {name: named(column, table("| room |")) for name, column in table("| room |").items()}
"""The rooms of the package, each with those that its line names."""
FOLDERS = {name: named(column, table("| folder |")) for name, column in table("| folder |").items()}
"""The folders of the core, each with those that its line names."""
UPWARDS = {
    "board": {"notation", "render"},
    "puzzle": {"render"},
    "result": {"render"},
    "solvability": {"render"},
    "trace": {"render"},
    "native": {"_core"},
}
"""What the map does not show: notation inside two methods of Board, parse and str; render inside `_drawn`, by which
values show themselves in notebooks; and the core itself, once _processor has said that it runs here."""
BENEATH = set(re.findall(r"`(\w+\.hpp)`", re.search(r"Of `anysize/` itself,[^:]*:", PAGE)[0]))  # type: ignore[index]
"""What other folders may include of anysize/; the rest of it stands above them."""

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


def rooms_used(path: Path) -> set[str]:
    """The other rooms that a module imports."""
    return {name.split(".")[1] for name in imports(path) if name.startswith("taquin.")} - {room(path), "__version__"}


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_downwards(path: Path) -> None:
    here = room(path)
    if here in ("__init__", "__main__"):
        return
    allowed = closure(ROOMS, here) | UPWARDS.get(here, set())
    assert rooms_used(path) <= allowed, f"{here} may not import {sorted(rooms_used(path) - allowed)}"


@pytest.mark.parametrize("name", sorted(ROOMS.keys() - {"cli"}))
def test_the_map_names_only_what_is_imported(name: str) -> None:
    used = {found for path in MODULES if room(path) == name for found in rooms_used(path)}
    assert ROOMS[name] <= used, f"the line of {name} names what nobody imports: {sorted(ROOMS[name] - used)}"


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


def test_every_room_is_on_the_map() -> None:
    assert {room(path) for path in MODULES} - {"__init__", "__main__"} == set(ROOMS)


def constants(path: Path) -> Iterable[tuple[ast.stmt, ast.expr, bool]]:
    """The assignments at the top of a module to names in capitals: each with its value, and whether a docstring
    follows."""
    body = ast.parse(path.read_text()).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if any(isinstance(name, ast.Name) and name.id.isupper() for name in ast.walk(target)):
                explained = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                yield node, node.value, explained


@pytest.mark.parametrize("part", ["src", "learning", "benchmarks", "release"])
def test_every_figure_stands_alone_and_is_explained(part: str) -> None:
    """A number that somebody chose has a line and a docstring of its own."""
    for path in (ROOT / part).rglob("*.py"):
        lines = path.read_text().splitlines()
        for node, value, explained in constants(path):
            place = f"{path.relative_to(ROOT)}:{node.lineno}"
            assert (
                not isinstance(value, ast.Tuple)
                or not isinstance(node, ast.Assign)
                or not isinstance(node.targets[0], ast.Tuple)
            ), f"{place}: one constant a line"
            parts = list(ast.walk(value))
            figure = any(isinstance(part, ast.Constant) and type(part.value) in (int, float) for part in parts)
            plain = all(
                isinstance(part, ast.Constant | ast.BinOp | ast.UnaryOp | ast.operator | ast.unaryop) for part in parts
            )
            if figure and plain:
                assert explained or "  #" in lines[node.lineno - 1], f"{place}: say what it is, and its unit"


SOURCES = sorted(CORE.rglob("*.[ch]pp"))


def includes(path: Path) -> list[Path]:
    """The files of the core that a file includes."""
    lines = [line for line in path.read_text().splitlines() if line.startswith('#include "')]
    found = [CORE / line.split('"')[1] for line in lines]
    assert all(file.exists() for file in found), f"{path}: write includes from core/ on"
    return found


def folder(path: Path) -> str:
    return path.parent.relative_to(CORE).as_posix()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(CORE)))
def test_includes_go_downwards(path: Path) -> None:
    here = folder(path)
    allowed = {here} | (set(FOLDERS) if here in ("tests", "fuzz") else closure(FOLDERS, here))
    for included in includes(path):
        assert folder(included) in allowed, f"{here} may not include {folder(included)}"
        if folder(included) == "anysize" and (here == "optimal" or here.startswith("anysize/")):
            assert included.name in BENEATH, f"{here} may not include {included.name}, which stands above it"


@pytest.mark.parametrize("name", sorted(FOLDERS.keys() - {"bind"}))
def test_the_map_names_only_what_is_included(name: str) -> None:
    used = {folder(included) for path in SOURCES if folder(path) == name for included in includes(path)}
    assert FOLDERS[name] <= used, f"the line of {name} names what nobody includes: {sorted(FOLDERS[name] - used)}"


def test_every_core_folder_and_file_is_on_the_map() -> None:
    assert {folder(path) for path in SOURCES} - {"tests", "fuzz"} == set(FOLDERS)
    for path in SOURCES:
        if folder(path) not in ("tests", "fuzz", "bind"):
            assert f"`{path.stem}.*`" in PAGE or f"`{path.stem}.hpp`" in PAGE, f"{path.name} is not on the map"


def test_the_core_is_plain_cpp() -> None:
    for path in (ROOT / "core").rglob("*.[ch]pp"):
        text = path.read_text()
        assert path.parent.name == "bind" or not ("nanobind" in text or "Python.h" in text), path
