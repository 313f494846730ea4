"""What comments, docstrings and documents name is there: files, modules and the names in them."""

from __future__ import annotations

import ast
import importlib
import io
import re
import tokenize
from pathlib import Path

import pytest

from tests.support import ROOT

FOLDERS = ("src", "core", "learning", "benchmarks", "tests", "docs", "examples", "release")
KINDS = (".py", ".hpp", ".cpp", ".js", ".md")
TEXTS = sorted(
    path
    for path in (*ROOT.glob("*.md"), *(found for folder in FOLDERS for found in (ROOT / folder).rglob("*")))
    if path.suffix in KINDS
)
FILES = {path.relative_to(ROOT).as_posix() for path in TEXTS}

FILE = re.compile(r"(?<![\w/.<*{$-])((?:[\w-]+/)*[\w-]+\.(?:py|hpp|cpp|js))\b(?![.(])")
"""A file of the sources, with as much of its path as the writer gave."""
MODULE = re.compile(r"(?<![\w/.])((?:taquin|learning|benchmarks)(?:\.[A-Za-z_]\w*)+)\b(?![/(])")
"""A module of ours, or something in it."""
COMMAND = re.compile(r"python -m ((?:taquin|learning|benchmarks)\b[\w.]*\w|taquin\b)")
"""A module of ours that is run."""
PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b")
"""Stands for a name: NAME.py."""


def prose(path: Path) -> str:
    """The comments and docstrings of a source; a document as a whole."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    if path.suffix != ".py":
        return "\n".join(line[line.index("//") :] for line in text.splitlines() if "//" in line)
    comments = [
        token.string for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.COMMENT
    ]
    strings = [
        node.value.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    return "\n".join([*comments, *strings])


def is_command(module: str) -> bool:
    """Whether `python -m` runs this module."""
    path = module.replace(".", "/")
    if any((ROOT / folder / path / "__main__.py").exists() for folder in ("src", ".")):
        return True
    files = [ROOT / folder / f"{path}.py" for folder in ("src", ".")]
    return any(file.exists() and '__name__ == "__main__"' in file.read_text() for file in files)


def resolves(dotted: str) -> bool:
    """Whether a dotted name is a module, or a name in one, however deep."""
    if (ROOT / dotted.replace(".", "/")).with_suffix(".py").exists():
        return True  # a command of ours, which need not be importable here
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for name in parts[length:]:
            if not hasattr(found, name):
                return False
            found = getattr(found, name)
        return True
    return False


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_is_named_exists(path: Path) -> None:
    text = prose(path)
    files = {name for name in FILE.findall(text) if not PLACEHOLDER.search(name)}
    gone = {name for name in files if not any(f"/{known}".endswith(f"/{name}") for known in FILES)}
    assert not gone, f"there is no such file: {', '.join(sorted(gone))}"
    unknown = {name for name in MODULE.findall(text) if not FILE.match(name) and not resolves(name)}
    assert not unknown, f"there is no such module or name: {', '.join(sorted(unknown))}"
    commands = {name for name in COMMAND.findall(text) if not is_command(name)}
    assert not commands, f"python -m runs no such module: {', '.join(sorted(commands))}"
