"""Which paths the native searches leave out: another choice needs another number on everything that is half done."""

from __future__ import annotations

from typing import Final
from zlib import crc32

import pytest

from taquin import Board, Puzzle, scramble
from taquin.batch.door import PARTS_FORMAT
from taquin.native import core
from taquin.optimal import NATIVE_HEURISTICS
from taquin.optimal.checkpoint import LEFT_OUT, VERSION
from taquin.optimal.native_heuristics import native_search
from taquin.tables import table_set

pytestmark = pytest.mark.skipif(core is None, reason="needs the native engine")

DEPTHS: Final = {(3, 2): 12, (2, 5): 12, (3, 3): 12, (4, 4): 12, (5, 5): 14}
"""Of every shape, moves: detours are up to ten long, and where there is room, up to fourteen."""
ALL: Final = 200
"""A bound that cuts off no path of these depths."""
KNOWN: Final = {2: {"patterns": 0x55B4CEBE, "manhattan": 0xAB4577E9, "linear-conflict": 0x87192672}}
"""Of every LEFT_OUT, the checksum of the paths that each search goes."""


def paths_of(heuristic: str) -> int:
    """The checksum of all paths that the search goes on boards of these shapes."""
    check = 0
    for shape, depth in DEPTHS.items():
        if NATIVE_HEURISTICS[heuristic].cells < shape[0] * shape[1]:
            continue
        goal = Board.blank_last(*shape)
        tables = table_set(goal) if heuristic == "patterns" else None
        paths = native_search(Puzzle(scramble(*shape, seed=1), goal), heuristic, tables).split(ALL, depth)
        assert len(paths) > 1
        check = crc32(" ".join(sorted(paths)).encode(), check)
    return check


@pytest.mark.parametrize("heuristic", NATIVE_HEURISTICS)
def test_other_paths_have_another_number(heuristic: str) -> None:
    assert KNOWN.get(LEFT_OUT, {}).get(heuristic) == paths_of(heuristic), (
        "this search leaves out other paths than before: raise LEFT_OUT in optimal/checkpoint.py, "
        "and add its checksums to KNOWN here"
    )


def test_both_formats_have_the_number() -> None:
    """Half-done work of this number and format goes on; whoever changes one of the three changes this line, too."""
    assert (LEFT_OUT, VERSION, PARTS_FORMAT) == (2, 9, 7)
