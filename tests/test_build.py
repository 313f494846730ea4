"""What a developer's edit rebuilds: no file of the core may change without the installed module changing with it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT

BUILD_FILES = ["Makefile", "CMakeLists.txt", "pyproject.toml"]
STAMPS = [".venv/installed-native", ".venv/built-native"]
LONG_AGO = 1_600_000_000  # seconds since 1970; the stamps of the installation are a little younger

# The smallest core that has every kind of folder. What needs Python is not compiled here: it could not be.
SMALL_CORE = {
    "board.cpp": "int board() { return 1; }",
    "base/score.hpp": "float score(float, float, float);",
    "base/deep/score.cpp": '#include "base/score.hpp"\nfloat score(float a, float b, float c) { return a * b + c; }',
    "bind/module.cpp": "#error",
    "fuzz/target.cpp": "#error",
    "learn/ranking.cpp": "int ranking() { return 2; }",
    "tests/main.cpp": """
        #include <cstdio>
        #include <cstdlib>
        #include "base/score.hpp"
        int main(int, char** given) {
            std::printf("%a", double(score(std::atof(given[1]), std::atof(given[2]), std::atof(given[3]))));
        }""",
}


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["make", *arguments], cwd=folder, capture_output=True, text=True, check=False)


def up_to_date(folder: Path, stamp: str, *options: str) -> bool:
    """Whether make would do nothing for this stamp of the installation."""
    done = make(folder, "--question", *options, stamp, "ENGINE=native")
    assert done.returncode in (0, 1), done.stderr
    return done.returncode == 0


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A copy of the sources, in a folder with a space in its name, that make believes to be installed."""
    copy = tmp_path / "a clone"
    shutil.copytree(ROOT / "core", copy / "core")
    for name in BUILD_FILES:
        shutil.copy(ROOT / name, copy)
    (copy / ".venv" / "bin").mkdir(parents=True)
    made = [".venv/bin/python", ".venv/build-tools", ".venv/developed-native", *STAMPS]
    for path in copy.rglob("*"):
        os.utime(path, (LONG_AGO, LONG_AGO))
    for age, name in enumerate(made):
        (copy / name).touch()
        os.utime(copy / name, (LONG_AGO + age, LONG_AGO + age))
    return copy


@pytest.mark.parametrize("stamp", STAMPS)
def test_an_edit_of_any_file_of_the_core_is_installed(installed: Path, stamp: str) -> None:
    assert up_to_date(installed, stamp)
    kinds = {(path.parent, path.suffix): path for path in (ROOT / "core").rglob("*.[ch]pp")}
    sources = [path.relative_to(ROOT).as_posix() for path in kinds.values()]  # one of each folder is enough
    assert any(name.startswith("core/bind/") for name in sources)
    stale = [name for name in [*BUILD_FILES[1:], *sources] if up_to_date(installed, stamp, f"--what-if={name}")]
    assert stale == []


@pytest.mark.parametrize("stamp", STAMPS)
def test_a_file_that_is_new_or_gone_is_noticed(installed: Path, stamp: str) -> None:
    new = installed / "core" / "new" / "folder" / "new.hpp"
    new.parent.mkdir(parents=True)
    new.touch()
    assert not up_to_date(installed, stamp)
    shutil.rmtree(installed / "core" / "new")
    for folder in [installed / "core", *(installed / "core").rglob("*")]:
        os.utime(folder, (LONG_AGO, LONG_AGO))
    assert up_to_date(installed, stamp)
    next((installed / "core" / "bind").glob("*.cpp")).unlink()
    assert not up_to_date(installed, stamp)


def cmake(*arguments: str | Path) -> None:
    beside = Path(sys.executable).with_name("cmake")
    done = subprocess.run([beside if beside.exists() else "cmake", *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.journey
@pytest.mark.skipif(not shutil.which(os.environ.get("CXX", "c++")), reason="there is no C++ compiler")
def test_the_core_is_every_folder_but_four_and_rounds_every_step(tmp_path: Path) -> None:
    project, build = tmp_path / "a clone", tmp_path / "a build"
    for name, text in SMALL_CORE.items():
        path = project / "core" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")
    shutil.copy(ROOT / "CMakeLists.txt", project)
    cmake("-S", project, "-B", build, "-DTAQUIN_TESTS=ON", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
    cmake("--build", build)

    # (1 + 2^-12)^2 - 1 - 2^-11 is 2^-24; rounded after the product, as every processor does it, it is 0.
    near_one = 1 + 2**-12
    given = [near_one.hex(), near_one.hex(), (-1 - 2**-11).hex()]
    assert subprocess.check_output([build / "taquin_core_tests", *given], text=True) == "0x0p+0"

    (project / "core" / "optimal").mkdir()
    (project / "core" / "optimal" / "later.cpp").touch()
    cmake("--build", build)
    commands = json.loads((build / "compile_commands.json").read_text())
    core = {
        Path(command["file"]).relative_to(project / "core").as_posix()
        for command in commands
        if "taquin_core.dir" in command["command"] and project in Path(command["file"]).parents
    }
    assert core == {"board.cpp", "base/deep/score.cpp", "optimal/later.cpp"}


def test_the_commands_are_those_of_help_and_of_the_contributors_page() -> None:
    listed = re.findall(r"^make ([a-z-]+) +\S", make(ROOT, "help").stdout, re.MULTILINE)
    declared = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert declared and sorted(listed) == sorted(declared[1].split())
    table = re.findall(r"^\| (`make .*?) \|", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE)
    assert sorted(re.findall(r"`make ([a-z-]+)`", " ".join(table))) == sorted(listed)
