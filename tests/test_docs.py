"""The documentation is executed: every console block with its output, every Python example, every link.

In a ```console block a line `$ command` is run by the shell in the project's root; the lines below it are its
output, standard error included, in which `...` stands for anything. In a ```python block `>>>` lines are doctests;
a block without them is just run.
"""

from __future__ import annotations

import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from taquin.cli import COMMANDS
from taquin.notation import FORMATS
from tests.support import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FIGURES = ROOT / "docs" / "figures"
MODULES = sorted((ROOT / "src" / "taquin").rglob("*.py"))
NAMING = [
    *(page for page in PAGES if page.name != "CHANGELOG.md"),
    *MODULES,
    *sorted(path for path in (ROOT / "core").rglob("*.[ch]pp") if path.parent.name != "tests"),
]
FILES = [
    path.as_posix()
    for folder in ("src", "core", "docs", "examples", "tests", "learning", "benchmarks", "release")
    for path in (ROOT / folder).rglob("*.*")
]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[tuple[str, str]]:
    found = []
    for page in PAGES:
        text = page.read_text()
        for match in FENCE.finditer(text):
            if match[1] == language:
                found.append((f"{page.relative_to(ROOT)}:{text[: match.start()].count(chr(10)) + 1}", match[2]))
    return found


def identifiers(found: list[tuple[str, str]]) -> list[str]:
    return [place for place, _ in found]


@pytest.mark.parametrize("block", blocks("console"), ids=identifiers(blocks("console")))
def test_console_examples(block: tuple[str, str], tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "NO_COLOR": "1",
        "COLUMNS": "120",
        "OUT": str(tmp_path),
    }
    for step in re.split(r"^\$ ", block[1], flags=re.MULTILINE)[1:]:
        command, _, expected = step.partition("\n")
        if command.startswith("make") or command.startswith(("git", "pip", "cd ")):
            continue  # the commands that set up what this very test runs in
        done = subprocess.run(
            command, shell=True, cwd=ROOT, env=environment, text=True, timeout=300,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
        pattern = ".*".join(re.escape(part) for part in expected.rstrip().split("..."))
        assert re.fullmatch(pattern, done.stdout.rstrip(), re.DOTALL), f"$ {command}\n{done.stdout}"
        if expected.strip() == "...":
            assert done.returncode == 0 and done.stdout, f"$ {command}\n{done.stdout}"


@pytest.mark.parametrize("block", blocks("python"), ids=identifiers(blocks("python")))
def test_python_examples(block: tuple[str, str]) -> None:
    place, code = block
    if ">>>" not in code:
        exec(compile(code, place, "exec"), {"__name__": "__main__"})
        return
    test = doctest.DocTestParser().get_doctest(code, {}, place, place, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.summarize().failed == 0


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT / "src")))
def test_docstring_examples(path: Path) -> None:
    """Every block alone, with what it imports itself and nothing else: as whoever pastes it from the site has it."""
    if path.name == "__main__.py":
        return
    name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for found in doctest.DocTestFinder().find(importlib.import_module(name), name):
        for block in in_blocks(found.docstring or ""):
            test = doctest.DocTest(block, {}, found.name, found.filename, found.lineno, found.docstring)
            assert runner.run(test).failed == 0, found.name


def in_blocks(docstring: str) -> list[list[doctest.Example]]:
    """The examples of a docstring; those with words between them are shown apart."""
    blocks: list[list[doctest.Example]] = [[]]
    for part in doctest.DocTestParser().parse(docstring):
        if isinstance(part, doctest.Example):
            blocks[-1].append(part)
        elif part.strip():
            blocks.append([])
    return [block for block in blocks if block]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", NAMING, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_that_are_named_exist(page: Path) -> None:
    """In documents, docstrings and comments, a file may be named by the end of its path."""
    for name in re.findall(r"(?<![\w/.<$-])((?:\w+/)*[a-z]\w+\.(?:py|hpp|cpp|js))\b", page.read_text()):
        assert any(f"/{file}".endswith(f"/{name}") for file in FILES), f"there is no {name}"


def test_figures_are_those_that_the_command_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(FIGURES)
    drawn = {name: str(draw()) for name, draw in importlib.import_module("draw").FIGURES.items()}
    assert drawn == {path.name: path.read_text() for path in FIGURES.glob("*.svg")}


def test_the_page_lists_every_command_and_every_format() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text()
    commands = page.split("| command |")[1].split("\n\n")[0]
    assert dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", commands, re.MULTILINE)) == COMMANDS
    formats = page.split("| name (`--format`) |")[1].split("\n\n")[0]
    assert re.findall(r"^\| (\w+) \|", formats, re.MULTILINE) == list(FORMATS)


def test_the_notebook_lists_all_its_files() -> None:
    folder = ROOT / "docs" / "notebook"
    listed = re.findall(r"^\| \[[\w-]+\.md\]\(([\w-]+\.md)\)", (folder / "README.md").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(path.name for path in folder.glob("*.md") if path.name != "README.md")


def test_there_is_something_to_run() -> None:
    assert len(blocks("console")) >= 5 and len(blocks("python")) >= 1
