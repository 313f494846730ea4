"""The ways of docs/architecture.md are those that the code goes."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from taquin import Board, scramble
from taquin.native import ENGINE
from taquin.notation import format_board
from taquin.tables import table_set
from taquin.tables.overhead import overhead_tables
from tests.support import ROOT

pytestmark = pytest.mark.skipif(ENGINE != "native", reason="needs the native engine")

_VALUES = ("board", "cells", "errors", "move", "puzzle", "result", "symmetry")
LEFT_OUT = {
    f"{name}.py"
    for name in (*_VALUES, "native", "background", "memory", "texts/__init__", "cli/language", "render/progress")
}
"""What every way uses all the time, and the line by which a long search tells how far it is; the map says so."""

SMALL = "5 1 2 4/9 6 3 8/13 10 7 11/14 0 15 12"
# One thread: the proof goes first then, as far as it has to, however busy the machine is.
WAYS = {
    "`taquin solve` of a 4x4 *": ["solve", SMALL, "--threads", "1"],
    "`taquin solve` of a 10x10 *": ["solve", format_board(scramble(10, seed=1), "json"), "--threads", "2"],
    "A teaching search *": ["solve", "1 2 3/4 0 5/7 8 6", "--algorithm", "astar"],
}


def written(title: str) -> list[str]:
    """The files that a way names, each once."""
    page = (ROOT / "docs" / "architecture.md").read_text()
    section = page.split(f"### {title}\n")[1].split("\n#")[0].split("\nWith `--time`")[0]
    return list(dict.fromkeys(re.findall(r"`([a-z_/]+\.py)`", section)))


def test_every_way_with_a_star_is_followed() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    assert set(re.findall(r"^### (.* \*)$", page, re.MULTILINE)) == set(WAYS)


@pytest.mark.parametrize("title", WAYS)
def test_the_way_is_the_one_that_the_map_says(title: str) -> None:
    table_set(Board.blank_last(4))  # on disk, as after the first search
    overhead_tables(10, 10)
    done = subprocess.run(
        [sys.executable, "-m", "tests.way", *WAYS[title]], cwd=ROOT, text=True, capture_output=True, check=True
    )
    entered = json.loads(done.stdout)
    rooms = [name for name in entered["main"] if name not in LEFT_OUT]
    assert " ".join(written(title)) == " ".join(rooms)  # as texts, of which pytest shows where they differ
    assert set(entered["threads"]) <= {*rooms, *LEFT_OUT}
