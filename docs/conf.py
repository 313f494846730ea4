"""The documentation site: `make docs` builds it from this folder, with Sphinx, MyST and furo.

The pages are those that are read in the repository, too, so they link to each other as files. What a page links to
outside this folder is not on the site: such a link becomes the name of the file, or a copy to take along where it is
an example. The notebooks are pages, with the outputs that are saved in them. No page asks any other computer for
anything, so that the site works from a folder.
"""

from __future__ import annotations

import importlib
import json
import os
import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import taquin

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DOCS = Path(__file__).parent
ROOT = DOCS.parent
EXAMPLES = ROOT / "examples"
INCLUDED = {
    ROOT / "CHANGELOG.md": "changelog.md",
    ROOT / "CONTRIBUTING.md": "contributing.md",
    **{path: f"examples/{path.stem}.md" for path in sorted(EXAMPLES.glob("*.ipynb"))},
}
"""What stands outside this folder and is a page of the site. In this folder a page of that name leads there."""

project = "Taquin"
author = "The Taquin developers"
release = version = taquin.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["figures", "gallery", "pictures"]

html_theme = "furo"
html_title = f"Taquin {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_theme_options = {}

myst_heading_anchors = 4
myst_links_external_new_tab = False
# Examples leave out what differs from machine to machine, as "..."; no lexer of JSON knows that.
suppress_warnings = ["misc.highlighting_failure"]

# `--option` stays as it is typed, also where it is not marked as code.
smartquotes = False

# In docstrings, `name` is code.
default_role = "code"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "undoc-members": True, "show-inheritance": True}
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88

_LINK = re.compile(
    r"^(?P<block>`{3,}).*?^(?P=block)$|(?P<picture>!?)\[(?P<words>(?:[^\]\[]|\[[^\]]*\])*)\]\((?P<target>[^)#\s]*)"
    r"(?P<heading>#[^)\s]*)?\)",
    re.MULTILINE | re.DOTALL,
)
"""A link, or a block of code, in which nothing is one."""


_PAGE = re.compile(r"\bdocs/([\w/-]+)\.md\b")
"""A page, as a docstring names it."""


def title(page: Path) -> str:
    """The first heading of a page."""
    root = next((root for root, own in INCLUDED.items() if DOCS / own == page), page)
    found = re.search(r"^# (.*)$", written(root), re.MULTILINE)
    return found[1] if found else page.stem


def written(path: Path) -> str:
    """A page as it is written, in Markdown."""
    return notebook_page(path) if path.suffix == ".ipynb" else path.read_text()


def notebook_page(path: Path) -> str:
    """A notebook with the outputs that are saved in it."""
    heading, *cells = json.loads(path.read_text())["cells"]
    itself = os.path.relpath(path, (DOCS / INCLUDED[path]).parent)
    parts = [
        "".join(heading["source"]),
        f"*A notebook, as it was executed. To run it:* {{download}}`{path.name} <{itself}>`",
    ]
    for cell in cells:
        source = "".join(cell["source"])
        parts.append(_fenced("python", source) if cell["cell_type"] == "code" else source)
        parts += [_output(output) for output in cell.get("outputs", ())]
    return "\n\n".join(part for part in parts if part) + "\n"


def _output(output: dict[str, Any]) -> str:
    """What a cell has printed, or the richest form of what it shows."""
    shown = {kind: "".join(text) for kind, text in output.get("data", {"text/plain": output.get("text", "")}).items()}
    plain = shown.pop("text/plain").rstrip()
    if not shown:
        return _fenced("text", plain)
    ((kind, picture),) = shown.items()
    if kind == "image/png":
        picture = f'<img alt="{escape(plain)}" src="data:image/png;base64,{picture.strip()}">'
    return picture and _fenced("{raw} html", f'<div class="output">{picture}</div>')


def _fenced(kind: str, text: str) -> str:
    return f"``````{kind}\n{text.rstrip()}\n``````"


def within_the_site(app: Sphinx, name: str, source: list[str]) -> None:
    """Let the links of a page lead to pages of the site; those to other files of the repository name the file."""
    page = Path(app.srcdir) / f"{name}.md"
    included = next((root for root, own in INCLUDED.items() if own == f"{name}.md"), None)
    if included is not None:
        source[0] = written(included)
    folder = (included or page).parent

    def lead(link: re.Match[str]) -> str:
        block, picture, words, target, heading = link.groups(default="")
        if block or not target or "://" in target:
            return link[0]
        path = Path(os.path.normpath(folder / target))
        if path in INCLUDED:
            path = DOCS / INCLUDED[path]
        if path.is_relative_to(DOCS) and path.is_file():
            if words.strip("`").endswith(".md"):  # a page is named by its file in the repository, here by its title
                words = title(path)
            return f"{picture}[{words}]({os.path.relpath(path, page.parent)}{heading})"
        file = path.relative_to(ROOT)
        if path.is_relative_to(EXAMPLES) and path.is_file():
            return f"{{download}}`{words} <{os.path.relpath(path, page.parent)}>`"
        return f"`{file}`" if words.strip("`") in (target, str(file)) else f"{words} (`{file}`)"

    source[0] = _LINK.sub(lead, source[0])


def public_names(kind: str) -> list[str]:
    """What `from taquin import ...` offers of a kind: functions, classes or errors."""
    things = {name: getattr(taquin, name) for name in taquin.__all__}
    errors = {name for name, thing in things.items() if isinstance(thing, type) and issubclass(thing, Exception)}
    classes = {name for name, thing in things.items() if isinstance(thing, type)} - errors
    kinds = {"errors": errors, "classes": classes, "functions": things.keys() - errors - classes}
    return [name for name in things if name in kinds[kind]]


def public_modules() -> list[str]:
    """The modules of their own that a page names, or imports something from."""
    pages = "\n".join(page.read_text() for page in [ROOT / "README.md", *DOCS.rglob("*.md")])
    named = set(re.findall(r"(?:`|from |import )(taquin(?:\.[a-z_]+)+)", pages))
    return sorted(name for name in named if hasattr(_module(name), "__all__"))


def _module(name: str) -> object:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:  # a name of a module, not a module
        return object


def with_the_docstrings(app: Sphinx, name: str, source: list[str]) -> None:
    """Fill the pages of the reference, whose blocks name what is to stand there."""

    def named(block: re.Match[str]) -> str:
        directive = "autofunction" if block[1] == "functions" else "autoclass"
        return _rst(f".. {directive}:: taquin.{name}" for name in public_names(block[1]))

    def modules(block: re.Match[str]) -> str:
        return "\n".join(_module_section(name) for name in public_modules())

    source[0] = re.sub(r"^```\{public-names\} (\w+)\n```$", named, source[0], flags=re.MULTILINE)
    source[0] = re.sub(r"^```\{public-modules\}\n```$", modules, source[0], flags=re.MULTILINE)


def _module_section(name: str) -> str:
    # What the package offers, too, stands on its page.
    there = ", ".join(sorted(set(getattr(_module(name), "__all__", ())) & set(taquin.__all__)))
    return f"## {name}\n\n" + _rst([f".. automodule:: {name}" + (f"\n   :exclude-members: {there}" if there else "")])


def _rst(lines: Iterable[str]) -> str:
    return "\n\n".join(["```{eval-rst}", *lines, "```\n"])


def as_it_stands(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Show the indented blocks of a docstring, its tables and formulas, letter for letter, and let it lead to pages."""
    written: list[str] = []
    inside = False
    for line in (_PAGE.sub(r":doc:`/\1`", line) for line in lines):
        indented = line.startswith("    ")
        if line.strip() and not indented:
            inside = False
        elif indented and not inside and not (written and written[-1].strip()):
            written += ["::", ""]
            inside = True
        written.append(line)
    lines[:] = written


def setup(app: Sphinx) -> None:
    """What Sphinx calls."""
    app.connect("source-read", within_the_site)
    app.connect("source-read", with_the_docstrings)
    app.connect("autodoc-process-docstring", as_it_stands)
