"""Named sets: their checksums are what the shell computes, their boards are what was published."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from math import factorial
from pathlib import Path

import pytest

from taquin import Board, TaquinError, solve
from taquin.bounds import slides_lower_bound
from taquin.cli import run
from taquin.datasets import dataset, distance_counts, distance_series, is_dataset
from taquin.datasets.named import BUILT_IN
from taquin.datasets.outside import OUTSIDE, is_present
from taquin.notation import parse_board
from tests.support import EXAMPLES, reachable


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_sets_are_whole(name: str) -> None:
    found = BUILT_IN[name]
    instances = list(found.instances())
    assert len(instances) == found.count == len({instance.id for instance in instances})
    for instance in instances:
        assert instance.puzzle.start.shape == found.shape
        assert set(instance.figures) == (set(found.figures) if instance.puzzle.is_solvable() else set())
        if not instance.figures:
            assert name.startswith("course")
            continue
        if "slides" in instance.figures:
            assert slides_lower_bound(instance.puzzle) <= instance.figures["slides"]
        else:
            distance = instance.puzzle.start.manhattan(instance.puzzle.goal)
            assert distance <= instance.figures["length"] and (instance.figures["length"] - distance) % 2 == 0


def test_a_damaged_set_is_refused() -> None:
    with pytest.raises(TaquinError, match="damaged"):
        replace(BUILT_IN["korf100"], registered="0" * 64).instances()


def test_korf_1985_mean_is_the_one_that_everybody_quotes() -> None:
    instances = list(dataset("korf100").instances())
    assert sum(instance.figures["nodes"] for instance in instances) // 100 == 363_028_080
    differ = [instance.id for instance in instances if instance.figures["nodes"] != instance.figures["published"]]
    assert differ == ["22", "88", "89"]


def test_the_boards_of_the_course_documents_are_theirs() -> None:
    """As the files in examples/ have them, but for those that are no boards or goals only; their lengths are proven."""
    instances = [instance for name in ("course8", "course15") for instance in dataset(name)]
    files = {path.stem.removeprefix("document").replace("_", "-"): path for path in EXAMPLES.glob("d*.txt")}
    assert files.keys() - {instance.id for instance in instances} == {
        "000-unsolvable2", "003-final", "004-goal", "004-illustration-invalid"
    }  # fmt: skip
    for instance in instances:
        assert instance.puzzle.start == parse_board(files[instance.id].read_text())
        assert solve(instance.puzzle).length == instance.figures.get("length")
    assert dataset("course8")["004-start"].puzzle.goal == parse_board(files["004-goal"].read_text())


def test_a_board_of_a_set_is_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "course8/004-start"]) == 0 and "Solvable" in capsys.readouterr().out
    assert run(["solve", "course15/000-solvable1", "--algorithm", "bnb000", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["generated"] == 70
    assert run(["solve", "course8/4711"]) == 3 and "no board 4711" in capsys.readouterr().err
    assert run(["solve", "corse8/004-start"]) == 3 and "no such file" in capsys.readouterr().err
    assert run(["datasets", "course8"]) == 0 and "course8/001-puzzle04   " in capsys.readouterr().out


def test_seeded_sets_are_the_same_everywhere() -> None:
    found = dataset("random-4x4-20-seed7")
    boards = [instance.puzzle.start for instance in found.instances()]
    assert len(boards) == 20 and all(board.is_solvable() for board in boards)
    # Written down once: a seed keeps its meaning over versions and machines.
    assert boards[0] == Board.parse("7 15 5 3/6 12 14 2/4 13 0 11/9 1 10 8")
    assert dataset("random-4x4-20-seed7").checksum() == found.checksum() != dataset("random-4x4-20").checksum()


def test_names() -> None:
    assert is_dataset("korf50") and is_dataset("random-3x2-10") and not is_dataset("random-0x2-10")
    with pytest.raises(TaquinError, match="did you mean korf100"):
        dataset("korf101")
    with pytest.raises(TaquinError, match="known are"):
        dataset("nothing-like-it")


def test_sets_from_outside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = (
        '{"id": "7", "board": [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 0, 15]], "goal": [[1, 2, 3, 4], '
    )
    text += '[5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 0]], "manhattan": 1, "deepcubea": 1, "deepcubea_s": 0.5}\n'
    monkeypatch.setitem(OUTSIDE, "deepcubea15", hashlib.sha256(text.encode()).hexdigest())
    monkeypatch.delenv("TAQUIN_DATA", raising=False)
    with pytest.raises(TaquinError, match="TAQUIN_DATA"):
        dataset("deepcubea15")
    monkeypatch.setenv("TAQUIN_DATA", str(tmp_path))
    file = tmp_path / "deepcubea15_first100.tsv"
    head = "# a comment\n# id\ttiles\tmanhattan\toptimal\tdeepcubea\tdeepcubea_s\n"
    file.write_text(head + "7\t1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15\t1\t-\t1\t0.5\n")
    (instance,) = dataset("deepcubea15").instances()
    assert instance.id == "7" and instance.puzzle.start.manhattan() == 1
    assert instance.figures == {"manhattan": 1, "deepcubea": 1, "deepcubea_s": 0.5}
    file.write_text(file.read_text().replace("0.5", "0.4"))
    with pytest.raises(TaquinError, match=r"deepcubea15 is damaged, or another one.*first 100 boards"):
        dataset("deepcubea15").instances()
    assert run(["datasets", "deepcubea15", "--json"]) == 2
    file.write_text(head + "7\t1 2 3 4\t1\n")
    with pytest.raises(TaquinError, match=r"first100.tsv:3"):
        list(dataset("deepcubea15").instances())


@pytest.mark.parametrize("name", OUTSIDE)
def test_sets_from_outside_that_are_here_have_their_checksums(name: str) -> None:
    if not is_present(name):
        pytest.skip("needs DeepCubeA's boards in the folder TAQUIN_DATA")
    assert dataset(name).checksum() == OUTSIDE[name] and len(list(dataset(name).instances())) == 100


def test_distance_counts_are_complete_and_right() -> None:
    for series in distance_series():
        boards = factorial(series.width * series.height) // 2
        assert sum(series.counts) == boards if series.complete else sum(series.counts) < boards
    for width, height in [(2, 2), (3, 2), (2, 4)]:
        distances = list(reachable(Board.blank_last(width, height)).values())
        found = distance_counts(width, height)
        assert found is not None
        assert [distances.count(depth) for depth in range(max(distances) + 1)] == list(found.counts)
    assert distance_counts(6, 6) is None


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["datasets", "korf100", "--json"]) == 0
    text = capsys.readouterr().out
    assert hashlib.sha256(text.encode()).hexdigest() == BUILT_IN["korf100"].registered
    assert json.loads(text.splitlines()[0])["length"] == 57
    assert run(["datasets", "random-3x3-2", "--boards"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert run(["datasets"]) == 0 and "antipodes15" in capsys.readouterr().out
    assert run(["datasets", "korf50"]) == 0 and "Felner 2002" in capsys.readouterr().out
    assert run(["datasets", "nope"]) == 2
    assert run(["datasets", "--json"]) == 2
