"""The package as it is installed: quick to import, small in names, typed, and complete without a compiler."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import click
import pytest

import taquin
from taquin import names
from taquin.anytime.budget import QUALITIES
from taquin.heuristics import HEURISTICS
from taquin.native import ENGINE, ENGINES
from taquin.notation import METRICS, NOTATIONS
from taquin.puzzle import GOALS
from taquin.search import ALGORITHMS
from taquin.solver import AUTO
from taquin.tables import SIZES
from tests.support import ROOT

WEB = "taquin/web/static/"


def page_files() -> set[str]:
    """The files of the web page, as a wheel names them."""
    source = ROOT / "src"
    return {path.relative_to(source).as_posix() for path in (source / WEB).rglob("*") if path.is_file()}


def python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


PUBLIC = [
    "Analysis",
    "Board",
    "Comparison",
    "Dataset",
    "Diagnosis",
    "Hint",
    "IllegalMove",
    "InvalidBoard",
    "Limits",
    "Move",
    "Moves",
    "Outcome",
    "ParseError",
    "Plan",
    "Preparing",
    "Problem",
    "Progress",
    "Puzzle",
    "RankedMove",
    "Recorder",
    "Solution",
    "Solving",
    "Stats",
    "Step",
    "TableError",
    "TaquinError",
    "TooLarge",
    "Unsolvable",
    "analyse",
    "compare",
    "dataset",
    "diagnose",
    "explain",
    "heuristic",
    "hint",
    "improve",
    "prepare",
    "rank_moves",
    "scramble",
    "solve",
    "watch",
]
"""What `from taquin import ...` offers. A name that goes, or changes its meaning, breaks somebody's program."""


def test_the_public_names_are_frozen_and_all_there() -> None:
    assert taquin.__all__ == PUBLIC
    assert all(hasattr(taquin, name) for name in PUBLIC)


def test_no_public_name_hides_a_module() -> None:
    modules = {path.stem for path in (ROOT / "src" / "taquin").iterdir()}
    assert not modules & set(PUBLIC)
    assert taquin.random_boards.random_walk(taquin.Board.blank_last(3), 5, seed=1).is_solvable()
    with pytest.raises(AttributeError, match="no attribute 'rotate'"):
        taquin.rotate  # noqa: B018


@pytest.mark.parametrize(
    ("type_", "names"),
    [
        (names.AlgorithmName, (AUTO, *ALGORITHMS)),
        (names.HeuristicName, tuple(HEURISTICS)),
        (names.TablesName, ("auto", *SIZES)),
        (names.EngineName, ENGINES),
        (names.GoalName, tuple(GOALS)),
        (names.Metric, METRICS),
        (names.NotationName, tuple(NOTATIONS)),
        (names.Quality, tuple(QUALITIES)),
    ],
)
def test_typed_names_are_those_of_the_registries(type_: Any, names: tuple[str, ...]) -> None:
    literal = next((part for part in get_args(type_) if get_origin(part) is Literal), type_)
    assert get_args(literal) == names


def test_importing_loads_nothing_heavy() -> None:
    """What keeps `import taquin` under 100 ms; the figure itself is printed by `make bench`."""
    loaded = set(python("from taquin import *; import sys; print(*sys.modules)").split())
    assert "taquin.board" in loaded
    assert not loaded & {"click", "rich", "numpy", "asyncio", "multiprocessing", "starlette", "matplotlib", "dask"}


@pytest.mark.parametrize("first", ["taquin", "taquin.solver", "taquin.hints", "taquin.datasets"])
def test_a_name_of_the_package_means_the_same_whatever_is_imported_first(first: str) -> None:
    """All names are imported when somebody asks for them."""
    code = f"import {first}, taquin; print(*(getattr(taquin, name).__name__ for name in taquin.__all__))"
    assert python(code).split() == PUBLIC
    assert set(PUBLIC) <= set(dir(taquin))


def test_the_package_is_typed() -> None:
    assert (Path(taquin.__file__).parent / "py.typed").exists()


@pytest.mark.skipif(not os.environ.get("CI"), reason="the native core is demanded in CI")
def test_ci_tests_the_native_core() -> None:
    assert ENGINE == "native"


def test_without_a_compiler_the_install_is_pure_python_and_works(tmp_path: Path) -> None:
    """A wheel built where no compiler is found has no core in it but the whole page, installs, solves, and is slow."""
    environment = {**os.environ, "CXX": str(tmp_path / "no-compiler"), "CC": str(tmp_path / "no-compiler")}
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps",
         "--no-build-isolation", "--wheel-dir", str(tmp_path / "dist"),
         "-C", f"build-dir={tmp_path / 'build'}", str(ROOT)],
        env=environment, check=True, capture_output=True, timeout=300,
    )  # fmt: skip
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    assert wheel.name.endswith("-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith(WEB)}
        assert packed == page_files()
        assert all(archive.read(name) == (ROOT / "src" / name).read_bytes() for name in packed)
    place = tmp_path / "installed"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
         "--target", str(place), str(wheel)],
        check=True, capture_output=True, timeout=300,
    )  # fmt: skip
    # Outside the project and without the site's start-up files, so that the installed wheel is what runs.
    run = [sys.executable, "-S", "-m", "taquin"]
    plain = {**os.environ, "PYTHONPATH": f"{place}{os.pathsep}{Path(click.__file__).parent.parent}"}
    solved = subprocess.run(
        [*run, "solve", "1 2 3/4 0 5/7 8 6"], env=plain, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "Solved!" in solved.stdout and "slow Python engine" in solved.stderr
    doctor = subprocess.run([*run, "doctor"], env=plain, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert str(place) in doctor.stdout and "Slow engine" in doctor.stdout and "compiler" in doctor.stdout
