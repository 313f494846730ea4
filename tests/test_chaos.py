"""kill -9 of everything in random order, for some seconds; `make chaos` does it for minutes."""

from __future__ import annotations

from pathlib import Path

import pytest

from taquin.native import ENGINE
from tests import chaos
from tests.cluster import cluster

pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(ENGINE != "native", reason="needs the native engine")

SECONDS = 6
"""Enough for a few kills. A round goes on until it is done, undisturbed at last."""


def test_a_batch(tmp_path: Path) -> None:
    with cluster(tmp_path, chaos.WORKERS, "native", 3) as made:
        ran = chaos.batch(made, SECONDS, seed=1, count=500)
    assert ran.rounds and ran.kills


def test_one_hard_puzzle(tmp_path: Path) -> None:
    with cluster(tmp_path, chaos.WORKERS, "native", 3) as made:
        ran = chaos.hard(made, SECONDS, seed=1, number=3)
    assert ran.rounds and ran.kills
