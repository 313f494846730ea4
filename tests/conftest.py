"""Settings for all tests. Tables go to a directory of their own, one for the whole run, never to the user's.

Where tests run in several processes (`make test`), the first one makes that directory and the others inherit it; the
store's locks see to it that a table is built once.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.found_marks import starts_programs, uses_threads

# A deadline would be a timing assertion: machines are shared and slow at times.
settings.register_profile("taquin", deadline=None)
settings.load_profile("taquin")

# Whoever starts the tests may have said how wide the terminal is, for output that is not the tests'.
os.environ.pop("COLUMNS", None)

_OWN = None
if "TAQUIN_CACHE" not in os.environ:
    _OWN = os.environ["TAQUIN_CACHE"] = tempfile.mkdtemp(prefix="taquin-tests-")


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """No tables on disk, and none in memory, before and after; hints have not looked for any yet."""
    from taquin.hints import loading
    from taquin.tables import forget

    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "cache"))
    forget()
    monkeypatch.setattr(loading, "_loadings", {})
    yield tmp_path / "cache"
    forget()


def pytest_sessionfinish(session: pytest.Session) -> None:
    if _OWN is not None:
        shutil.rmtree(_OWN, ignore_errors=True)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What stays until the end, a million objects, is not looked through again and again for what may go."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests take what they need; the others have the time limit of pyproject.toml. Some marks are found."""
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(0))
        if isinstance(item, pytest.Function) and starts_programs(item):
            item.add_marker(pytest.mark.journey)
        if isinstance(item, pytest.Function) and uses_threads(item):
            item.add_marker(pytest.mark.threads)
