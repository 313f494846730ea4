"""Which room uses which, read from the sources: the imports of src/taquin, and the includes of core/."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

__all__ = ["Graph", "core_folders", "package_rooms", "reduced"]

Graph = dict[str, set[str]]
"""Every room with the rooms that it uses."""

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "taquin"
CORE = ROOT / "core"


def package_rooms() -> Graph:
    """The rooms of the package: its modules and folders.

    An import inside a function counts, but not where it goes back to a room that is built on this one: so `Board.parse`
    asks `notation`, which knows boards.
    """
    at_once, later = _imports(top_level=True), _imports(top_level=False)
    return {
        room: used | {name for name in later[room] - used if room not in _reached(at_once, [name])}
        for room, used in at_once.items()
    }


def _imports(*, top_level: bool) -> Graph:
    graph: Graph = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        room = path.relative_to(PACKAGE).with_suffix("").parts[0]
        if not room.startswith("__"):
            tree = ast.parse(path.read_text())
            graph.setdefault(room, set()).update(_imported(_outside_functions(tree) if top_level else ast.walk(tree)))
    return {room: (used & set(graph)) - {room} for room, used in graph.items()}


def _outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
            yield from _outside_functions(node)


def _imported(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names right below `taquin` that some statements import."""
    for node in nodes:
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (name.split(".")[1] for name in names if name.startswith("taquin."))


def core_folders() -> Graph:
    """The folders of the core, without its tests and fuzz targets.

    Of a folder with folders inside, anysize/, the files on which other folders are built are rooms of their own; the
    rest of it is built on those folders. `bind/` stands above them all, so what it includes says nothing about that.
    """
    files = _includes()
    room = {file: f"{file.rpartition('/')[0]}/" for file in files}
    for folder in set(room.values()):
        if any(other.startswith(folder) for other in room.values() if other != folder):
            users = [file for file in files if room[file] not in (folder, "bind/")]
            room |= {file: f"{file}.*" for file in _reached(files, users) if room[file] == folder}
    graph: Graph = {room[file]: set() for file in files}
    for file, used in files.items():
        graph[room[file]] |= {room[other] for other in used} - {room[file]}
    return graph


def _includes() -> Graph:
    """The files of the core, a header and its source as one, by their paths without ending."""
    graph: Graph = {}
    for path in sorted(CORE.rglob("*.[ch]pp")):
        name = path.relative_to(CORE).with_suffix("").as_posix()
        if not name.startswith(("tests/", "fuzz/")):
            quoted = [line.split('"')[1] for line in path.read_text().splitlines() if line.startswith('#include "')]
            graph.setdefault(name, set()).update(Path(file).with_suffix("").as_posix() for file in quoted)
    return {name: used - {name} for name, used in graph.items()}


def _reached(graph: Graph, starts: Iterable[str]) -> set[str]:
    """Everything that these use, directly or through others."""
    found: set[str] = set()
    waiting = list(starts)
    while waiting:
        fresh = graph[waiting.pop()] - found
        found |= fresh
        waiting += fresh
    return found


def reduced(graph: Graph) -> Graph:
    """The same without the arrows that follow from others: where a uses b and b uses c, "a uses c" is not drawn."""
    return {room: used - _reached(graph, used) for room, used in graph.items()}
