"""The files of the page: its own tests under node, the translations, the size, and no word to anyone else."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from taquin.board import Board
from taquin.heuristics import heuristic
from taquin.notation import format_board
from taquin.puzzle import GOALS, Puzzle
from taquin.render.lists import Lists
from taquin.search import ALGORITHMS, run
from taquin.shortest_ways import shortest_ways
from taquin.texts import PAGE_SECTIONS, languages, page_texts, section
from taquin.trace import STATUSES, Recorder
from taquin.web.catalog import algorithms
from taquin.web.checks import check
from taquin.web.schema import fields
from taquin.web.settings import Settings
from taquin.web.static_files import StaticFiles
from tests.support import ROOT, panels
from tests.web.conftest import REQUIRED

STATIC = ROOT / "src" / "taquin" / "web" / "static"
SCRIPTS = sorted(STATIC.rglob("*.js"))
WORDS = {language: page_texts(language) for language in languages()}


def recorded(name: str, text: str) -> dict[str, object]:
    """A search that tells its events, with its counters."""
    kind, puzzle, recorder = ALGORITHMS[name], Puzzle(Board.parse(text)), Recorder()
    solution = run(puzzle, name, heuristic(kind.heuristic or "zero", puzzle.goal), on_event=recorder)
    lists = Lists(kind.ties, kind.memory)
    for event in recorder.events:
        lists(event)
    ways = shortest_ways(recorder.events, 30.0)
    return {
        "ways": ways and ways.to_json(),
        "open": [entry["node"] for entry in lists.to_json()["open"]],
        "ties": kind.ties,
        "events": [event.to_json() for event in recorder.events],
        "generated": solution.stats.generated,
        "expanded": solution.stats.expanded,
        "roots": solution.stats.roots,
        "length": solution.length,
        "optimal": solution.optimal,
        "lines": [line.to_json() for line in kind.pseudocode],
        "memory": kind.memory,
    }


def traces() -> dict[str, dict[str, object]]:
    """A short search by every algorithm, and some that go wrong, each in a way of its own."""
    # Depth-first search needs 552 moves for the first of these boards, and 58,364 for the other.
    found = {name: recorded(name, "1 2 3/4 0 5/7 8 6" if name == "dfs" else "1 2 3/5 0 6/4 7 8") for name in ALGORITHMS}
    wrong = {"wrong": "astar003", "worse": "greedy", "restarted": "random-restart"}
    longer = recorded("astar003", "5 4 3/1 7 6/2 0 8")
    found.update({name: recorded(algorithm, "8 0 2/1 7 3/6 4 5") for name, algorithm in wrong.items()})
    return {**found, "longer": longer}


def checks() -> list[dict[str, object]]:
    """What the server says of boards of many shapes, solvable and not, for every usual goal."""
    shapes = ((4, 4), (3, 3), (2, 3), (5, 2), (1, 5), (5, 1), (10, 10))
    texts = [format_board(Board(tiles, width), "json") for width, tiles in _shuffles(shapes)]
    return [fields(check(Settings(), text, goal)) for text in texts for goal in GOALS]


def _shuffles(shapes: Sequence[tuple[int, int]]) -> Iterator[tuple[int, list[int]]]:
    numbers = Random(18)
    for width, height in shapes:
        for _ in range(8):
            yield width, numbers.sample(range(width * height), width * height)


def test_the_model_of_the_page_under_node(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        if REQUIRED:
            pytest.fail("node is not installed")
        pytest.skip("node is not installed")
    told = {"TAQUIN_TRACES": traces(), "TAQUIN_CHECKS": checks()}
    for name, content in told.items():
        (tmp_path / name).write_text(json.dumps(content, default=fields))
    tests = sorted(map(str, (ROOT / "tests" / "web" / "js").glob("*.test.mjs")))
    run_tests = subprocess.run(
        [node, "--test", *tests],
        capture_output=True,
        text=True,
        env={"PATH": "/usr/bin", **{name: str(tmp_path / name) for name in told}},
    )
    assert run_tests.returncode == 0, run_tests.stdout[-5000:]
    passed = re.search(r"^# pass (\d+)", run_tests.stdout, re.MULTILINE)
    assert passed and int(passed.group(1)) > 40


def test_the_page_is_given_every_language() -> None:
    served = StaticFiles().files
    assert json.loads(served["/i18n/languages.json"].content) == languages()
    for language, words in WORDS.items():
        assert json.loads(served[f"/i18n/{language}.json"].content) == words


def test_every_word_that_is_used_exists_and_every_word_is_used() -> None:
    sources = "\n".join(path.read_text() for path in [*SCRIPTS, STATIC / "index.html"])
    used = set(re.findall(r'\bt\("([a-z][\w-]*)"', sources)) | set(re.findall(r'data-i18n(?:-label)?="(\w+)"', sources))
    assert used <= set(WORDS["en"])
    stems = {match.rstrip("_") for match in re.findall(r"`(\w+_)\$\{", sources)}
    own = [key for name in PAGE_SECTIONS for key in section(name, "en")]
    assert len(own) == len(set(own)), "a key stands in two sections"
    for key in own:  # the words that all share may be used by the command line only
        plain = key.removesuffix("_one")
        counted = plain.removesuffix("_mtm")  # a text that counts moves has a second one, for slides
        named = any(f'"{name}"' in sources or name in used for name in (plain, counted))
        assert named or any(key.startswith(f"{stem}_") for stem in stems), f"{key} is never used"


def test_every_panel_has_a_tab_in_every_language() -> None:
    mounted = {
        path.stem for path in (STATIC / "js" / "panels").glob("*.js") if "export function mount(" in path.read_text()
    }
    assert mounted == set(panels())
    for words in WORDS.values():
        assert {f"tab_{name}" for name in panels()} <= set(words)


def test_every_algorithm_has_a_name_in_every_language() -> None:
    for entry in algorithms():
        for texts in (entry.traits["title"], entry.traits["about"]):
            assert texts.keys() == WORDS.keys() and all(texts.values()), entry.name


def test_every_option_and_what_becomes_of_a_child_is_said_in_every_language() -> None:
    options = {f"option_{option}" for kind in ALGORITHMS.values() for option in kind.options}
    for words in WORDS.values():
        assert options | {f"trace_{status}" for status in STATUSES} <= set(words)


def test_all_files_together_are_small() -> None:
    assert sum(len(file.packed) for file in StaticFiles().files.values()) < 200_000


def test_nothing_comes_from_anywhere_else() -> None:
    for path in STATIC.rglob("*"):
        if path.is_file():
            links = re.findall(r"https?://[^\s\"'`<>)]+", path.read_text())
            assert set(links) <= {"http://www.w3.org/2000/svg"}, path


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(STATIC)))
def test_scripts_are_small_and_import_what_exists(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= 250
    for target in re.findall(r'(?:from|import\()\s*"(\.[^"]+)"', text):
        assert (path.parent / target).resolve().exists(), target
    assert "innerHTML" not in text and "eval(" not in text
