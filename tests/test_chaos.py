"""kill -9 of everything in random order, for some seconds; `make chaos` does it for minutes."""

from __future__ import annotations

from pathlib import Path

import pytest

from taquin.native import ENGINE
from tests import chaos
from tests.cluster import cluster

pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(ENGINE != "native", reason="needs the native engine")

SECONDS = 15


@pytest.mark.parametrize("kind", chaos.KINDS)
def test_nothing_is_lost_or_done_twice(kind: str, tmp_path: Path) -> None:
    with cluster(tmp_path, chaos.WORKERS, "native", 3) as made:
        ran = chaos.KINDS[kind](made, SECONDS, 1)
    assert ran.rounds and ran.kills
