"""What must be true of the repository before a release. Each check says what is wrong, a line a problem."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Final

__all__ = [
    "PLACEHOLDER",
    "broken_links",
    "changelog_problems",
    "placeholders",
    "repository",
    "tracked",
    "uncommitted",
    "version",
]

PLACEHOLDER: Final = "placeholder" + ".invalid"  # in two halves, so that this file has none
"""What stands in pyproject.toml where only the owner knows the address."""

_LINK: Final = re.compile(r'\]\((?P<markdown>[^()\s]*)(?: "[^"]*")?\)|(?:href|src|srcset)="(?P<html>[^"]*)"')
_FENCE: Final = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def version(root: Path) -> str:
    """The version of the sources."""
    found = re.search(r'^__version__ = "(.+)"$', (root / "src/taquin/__init__.py").read_text(encoding="utf-8"), re.M)
    assert found, "src/taquin/__init__.py has no version"
    return found[1]


def repository(root: Path) -> str:
    """The address of the repository, which pyproject.toml names."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["urls"]["Repository"])


def tracked(root: Path) -> list[str]:
    """The files of the repository."""
    return _git(root, "ls-files", "-z").split("\0")[:-1]


def uncommitted(root: Path) -> list[str]:
    """What is not what the last commit has."""
    return [f"not committed: {line.strip()}" for line in _git(root, "status", "--porcelain").splitlines()]


def changelog_problems(root: Path, tag: str | None = None) -> list[str]:
    """Whether the version, the newest entry of CHANGELOG.md and the tag agree, and the entry has a date."""
    ours = version(root)
    heading = next(
        (line for line in (root / "CHANGELOG.md").read_text(encoding="utf-8").splitlines() if line.startswith("## ")),
        "## none",
    )
    found = re.fullmatch(r"## (\S+) \((.*)\)", heading)
    if not found:
        return [f"CHANGELOG.md: {heading!r} is not '## VERSION (YYYY-MM-DD)'"]
    problems = []
    if found[1] != ours:
        problems.append(f"CHANGELOG.md begins with {found[1]}, and the version in src/taquin/__init__.py is {ours}")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", found[2]):
        problems.append(f"CHANGELOG.md: {found[1]} has no date: the day of the release stands where '{found[2]}' is")
    if tag is not None and tag != f"v{ours}":
        problems.append(f"the tag {tag} is not v{ours}")
    if tag is None and f"v{ours}" in _git(root, "tag", "--list").split():
        problems.append(f"there is a tag v{ours} already: the version in src/taquin/__init__.py is to be raised")
    return problems


def placeholders(root: Path) -> list[str]:
    """Where an address is missing that only the owner knows."""
    problems = []
    for name in tracked(root):
        if not (root / name).is_file():
            continue
        for number, line in enumerate((root / name).read_bytes().splitlines(), 1):
            if PLACEHOLDER.encode() in line:
                problems.append(f"{name}:{number}: an address that only the owner knows: {line.decode().strip()}")
    return problems


def broken_links(text: str, files: list[str], base: str, at: Path) -> list[str]:
    """What leads nowhere in a page that is read elsewhere, as the package index shows the README.

    Every link is a whole address; one into the repository (`base`) names a file that is there, and a heading of it.
    """
    problems = []
    for found in _LINK.finditer(_FENCE.sub("", text)):
        link = found["markdown"] if found["markdown"] is not None else found["html"]
        page, _, anchor = link.partition("#")
        inside = re.fullmatch(re.escape(base) + r"/(?:blob|raw|tree)/[^/]+/(.*)", page)
        if not page and anchor:
            if anchor not in headings(text):
                problems.append(f"no heading {link}")
        elif not re.match(r"(https|mailto):", page):
            problems.append(f"a link that works only in the repository: {link}")
        elif inside:
            name = inside[1].rstrip("/")
            if name not in files and not any(file.startswith(name + "/") for file in files):
                problems.append(f"no file {name}, which a link names")
            elif anchor and anchor not in headings((at / name).read_text(encoding="utf-8")):
                problems.append(f"no heading #{anchor} in {name}")
    return problems


def headings(text: str) -> set[str]:
    """The anchors of a Markdown page, as the places that show it make them."""
    lines = re.findall(r"^#+ (.*)$", _FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).strip().replace(" ", "-") for line in lines}


def _git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True).stdout
