"""The sources of the documentation site are complete. `make docs` builds it, and fails on any warning."""

from __future__ import annotations

import importlib.util
import inspect
import re
from itertools import pairwise
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import taquin
from tests.notebooks import NOTEBOOKS, read
from tests.support import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md"))
PICTURES = DOCS / "pictures"


@pytest.fixture(scope="module")
def conf() -> ModuleType:
    """The site's configuration, which needs no Sphinx to be read."""
    spec = importlib.util.spec_from_file_location("conf", DOCS / "conf.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def as_built(conf: ModuleType, name: str) -> str:
    source = [(DOCS / f"{name}.md").read_text()]
    app: Any = SimpleNamespace(srcdir=DOCS)
    conf.within_the_site(app, name, source)
    conf.with_the_docstrings(app, name, source)
    return source[0]


def test_every_page_is_in_the_navigation_once() -> None:
    trees = re.findall(r"^```\{toctree\}\n(.*?)^```", (DOCS / "index.md").read_text(), re.MULTILINE | re.DOTALL)
    entries = [line for tree in trees for line in tree.splitlines() if line and not line.startswith(":")]
    listed = [re.sub(r".*<(.*)>", r"\1", entry) for entry in entries]
    assert sorted([*listed, "index"]) == PAGES


def test_every_public_name_is_in_the_reference_and_explained(conf: ModuleType) -> None:
    page = as_built(conf, "reference/package")
    shown = re.findall(r"^\.\. auto(?:class|function):: taquin\.(\w+)$", page, re.MULTILINE)
    assert sorted(shown) == sorted(taquin.__all__)
    for name in shown:
        assert inspect.getdoc(getattr(taquin, name)), name


def test_every_module_that_an_example_imports_from_is_in_the_reference(conf: ModuleType) -> None:
    page = as_built(conf, "reference/modules")
    shown = set(re.findall(r"^\.\. automodule:: ([\w.]+)$", page, re.MULTILINE))
    for name in PAGES:
        imported = re.findall(
            r"^(?:>>> |\.\.\. )?from (taquin\.[\w.]+) import", (DOCS / f"{name}.md").read_text(), re.M
        )
        assert set(imported) <= shown, name


@pytest.mark.parametrize("name", PAGES)
def test_no_link_leaves_the_site(conf: ModuleType, name: str) -> None:
    built = re.sub(r"^(`{3,}).*?^\1$", "", as_built(conf, name), flags=re.MULTILINE | re.DOTALL)
    for taken_along in re.findall(r"{download}`[^`]* <(.*)>`", built):
        assert (DOCS / name).parent.joinpath(taken_along).resolve().is_relative_to(ROOT / "examples")
        assert (DOCS / name).parent.joinpath(taken_along).is_file()
    for words, target in re.findall(r"\[([^\]\[]*)\]\(([^)#\s]+)[^)]*\)", built):
        assert not words.endswith(".md"), "a page of the site has a title"
        if "://" not in target:
            path = (DOCS / name).parent / target
            assert path.is_file() and path.resolve().is_relative_to(DOCS), target


def test_a_notebook_is_a_page_with_all_that_its_cells_have_shown(conf: ModuleType) -> None:
    for path in NOTEBOOKS:
        page = as_built(conf, f"examples/{path.stem}")
        cells = read(path).cells
        assert page.startswith(cells[0].source) and all(cell.source.rstrip() in page for cell in cells)
        for shown in (
            output.get("data", {"text": output.get("text")}) for cell in cells for output in cell.get("outputs", ())
        ):
            richest = next(
                shown[kind]
                for kind in ("image/png", "image/svg+xml", "text/html", "text/plain", "text")
                if kind in shown
            )
            assert richest.strip() in page
        assert not re.search(r"""(?:src|href)=["'](?!data:)|@import|url\(""", page), "no other file is asked for"


@pytest.mark.parametrize("name", PAGES)
def test_no_line_within_a_paragraph_begins_a_list(name: str) -> None:
    """Markdown would take a wrapped `+ h` for an item."""
    text = re.sub(r"^```.*?^```$", "", (DOCS / f"{name}.md").read_text(), flags=re.MULTILINE | re.DOTALL)
    for before, line in pairwise(text.splitlines()):
        within = before.strip() and not re.match(r"\s|[-+*] |\d+[.)] |[#|>]", before)
        assert not (within and re.match(r"([-+*]|\d+[.)]) ", line)), f"{before}\n{line}"


def test_the_pictures_are_small_and_ask_nobody_for_anything() -> None:
    files = [path for path in PICTURES.iterdir() if path.suffix in (".svg", ".gif", ".png")]
    assert {path.name for path in files} == {"terminal.svg", "solve.gif", "page.png"}
    assert sum(path.stat().st_size for path in files) < 200_000
    drawn = (PICTURES / "terminal.svg").read_text()
    assert "@font-face" not in drawn and set(re.findall(r"https?://[^\"\s]*", drawn)) == {"http://www.w3.org/2000/svg"}


def test_the_picture_of_the_terminal_shows_what_is_printed() -> None:
    words = re.sub(r"<[^>]*>", "", (PICTURES / "terminal.svg").read_text()).replace("&#160;", " ")
    board = Path(PICTURES / "make.py").read_text().split('BOARD = "')[1].split('"')[0]
    moves = taquin.solve(taquin.Board.parse(board), optimal=True)
    assert f"Solved! {moves.length} moves (shortest possible, proven)." in words
