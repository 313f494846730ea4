"""What the fuzzer began with and what it kept, once through every target; `make fuzz` invents more."""

from __future__ import annotations

from pathlib import Path

import pytest

from taquin.cli import run as command
from taquin.native import core
from tests.fuzz.__main__ import PYTHON

CORPUS = Path(__file__).parent / "fuzz" / "corpus"


@pytest.mark.skipif(core is None, reason="needs the native engine")
@pytest.mark.parametrize("name", PYTHON)
def test_the_corpus(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from tests.fuzz.targets import TARGETS

    assert set(TARGETS) == set(PYTHON)
    if name == "tables":
        monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    for content in (*TARGETS[name].examples, *(path.read_bytes() for path in sorted((CORPUS / name).glob("*")))):
        TARGETS[name].read(content)


@pytest.mark.parametrize("budget", ["inf", "nan", "-inf"])
def test_a_budget_is_a_number(budget: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["hint", "1 2 3/4 0 5/7 8 6", "--budget", budget]) == 2
    assert "--budget" in capsys.readouterr().err


def test_moves_that_stand_for_too_many(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["improve", "1 2 3/4 0 5/7 8 6", "R999999" * 3000]) == 3
    assert "more than 100,000,000 moves" in capsys.readouterr().err


def test_a_file_that_is_cut_off_in_its_compression(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import gzip

    path = tmp_path / "boards.gz"
    path.write_bytes(gzip.compress(b"1 2 3/4 0 5/7 8 6\n" * 50)[:-9])
    assert command(["batch", str(path), "-o", str(tmp_path / "results.jsonl"), "--workers", "1"]) == 3
    assert "damaged" in capsys.readouterr().err
