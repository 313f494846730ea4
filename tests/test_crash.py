"""Every file that we write, broken off at every system call: what is promised is there afterwards (`make crash`)."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from taquin import Board, Puzzle, TaquinError
from taquin.batch import LocalThreads
from taquin.batch.journal import Journal
from taquin.cli import run as command
from taquin.files import GrowingFile, Lock, export, write_whole
from taquin.lab.experiment import Experiment
from taquin.lab.records import read_records, run_experiment
from taquin.native import core
from taquin.optimal import Search
from taquin.tables import Pattern, forget, store
from taquin.tables.build import obtain
from tests.crash import FAULTS, Attempt, attempts

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be forked")
needs_core = pytest.mark.skipif(core is None, reason="needs the native engine")

Folders = Callable[[Callable[[Path], Any]], Callable[[], Path]]


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    """Fresh folders, each with what a function puts into it."""
    numbers = count()

    def with_content(fill: Callable[[Path], Any]) -> Callable[[], Path]:
        def prepare() -> Path:
            folder = tmp_path / str(next(numbers))
            folder.mkdir()
            fill(folder)
            return folder

        return prepare

    return with_content


def counted(found: Iterator[tuple[Path, Attempt]]) -> Iterator[tuple[Path, Attempt]]:
    """The same; with `pytest -s`, how many there were."""
    endings: Counter[str] = Counter()
    for folder, attempt in found:
        endings[attempt.ending] += 1
        yield folder, attempt
    assert endings.total() > 20 and endings["killed"]
    print(f"\n{endings.total()} crash points: {dict(endings)}")


def drafts(folder: Path) -> list[Path]:
    return list(folder.rglob("*.tmp"))


# A file that is replaced


def replace(folder: Path, say: Callable[[int], None]) -> None:
    write_whole(folder / "file", b"new" * 5000)


def test_a_file_has_its_old_content_or_its_new_one(folders: Folders) -> None:
    prepare = folders(lambda folder: (folder / "file").write_bytes(b"old"))
    for folder, attempt in counted(attempts(prepare, replace, errors=(OSError,))):
        content = (folder / "file").read_bytes()
        assert content in (b"old", b"new" * 5000), attempt
        assert content != b"old" or attempt.ending != "done", attempt
        assert not drafts(folder) or attempt.ending == "killed" or "unlink" in attempt.call, attempt


def test_an_export_is_whole_and_stays_a_link(folders: Folders) -> None:
    def fill(folder: Path) -> None:
        (folder / "real.svg").write_text("old")
        (folder / "real.svg").chmod(0o640)
        (folder / "picture.svg").symlink_to("real.svg")

    def act(folder: Path, say: Callable[[int], None]) -> None:
        export(folder / "picture.svg", "<svg>é</svg>")

    for folder, attempt in counted(attempts(folders(fill), act, errors=(OSError,))):
        assert (folder / "real.svg").read_text() in ("old", "<svg>é</svg>"), attempt
        assert (folder / "picture.svg").is_symlink() and (folder / "real.svg").stat().st_mode & 0o777 == 0o640, attempt


def test_a_pipe_gets_an_export_straight(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    export(Path(f"/dev/fd/{writer}"), "<svg/>")
    assert os.read(reader, 100) == b"<svg/>"
    os.close(reader)
    os.close(writer)
    with pytest.raises(IsADirectoryError):
        export(tmp_path, "<svg/>")


@pytest.mark.slow
@needs_core
def test_the_pictures_of_commands_are_whole(folders: Folders) -> None:
    arguments = ["trace", "1 2 3/4 0 5/7 8 6", "--svg"]

    def act(folder: Path, say: Callable[[int], None]) -> None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        if command([*arguments, str(folder / "tree.svg")]) == 1:
            raise OSError

    for folder, attempt in counted(attempts(folders(lambda folder: None), act, errors=(OSError,))):
        found = folder / "tree.svg"
        assert attempt.ending != "done" or found.exists(), attempt
        assert not found.exists() or found.read_text().rstrip().endswith("</svg>"), attempt


# Searches


@needs_core
def test_a_saved_search_is_the_old_one_or_the_new_one(folders: Folders) -> None:
    puzzle = Puzzle(Board([[5, 1, 2, 4], [9, 6, 3, 8], [13, 10, 7, 11], [14, 0, 15, 12]]))

    def fill(folder: Path) -> None:
        Search(puzzle, heuristic="manhattan").save(folder / "search")

    later = Search(puzzle, heuristic="manhattan")
    later.raise_bound(99)

    def act(folder: Path, say: Callable[[int], None]) -> None:
        later.save(folder / "search")

    first = puzzle.start.manhattan(puzzle.goal)
    for folder, attempt in counted(attempts(folders(fill), act, errors=(OSError,))):
        bound = Search.load(folder / "search").progress().bound
        assert bound == later.progress().bound or (bound == first and attempt.ending != "done"), attempt


# Journals


def line(number: int) -> str:
    return json.dumps({"line": number, "outcome": "solved", "moves": "U" * 50 * number}) + "\n"


def fill_journal(folder: Path) -> None:
    journal = Journal(folder / "results", {"goal": "x"})
    journal.append([line(1), line(2)])
    journal.close()


def append_to_journal(folder: Path, say: Callable[[int], None]) -> None:
    """Says how many results it has been told to be safe. Where the disk takes none, a journal may be tried again."""
    journal = Journal(folder / "results", {"goal": "x"})
    try:
        say(2)
        for number in (3, 4, 5):
            journal.append([line(number)])
            say(number)
    finally:
        journal.close()


@pytest.mark.parametrize("fresh", [False, True])
def test_results_that_were_appended_stay_and_no_others_come(folders: Folders, fresh: bool) -> None:
    prepare = folders(lambda folder: None if fresh else fill_journal(folder))
    for folder, attempt in counted(attempts(prepare, append_to_journal, errors=(OSError,))):
        path = folder / "results"
        before = path.read_text().count("\n") if path.exists() else 0
        journal = Journal(path, {"goal": "x"})  # who goes on cuts off what is torn
        done = [number for number in range(9) if journal.is_done(number)]
        journal.close()
        expected = [number for number in (1, 2, 3, 4, 5) if not fresh or number > 2]
        assert done == expected[: len(done)] and len(done) == before, attempt
        assert not attempt.said or set(done) >= {number for number in expected if number <= attempt.said}, attempt
        kept = [json.loads(text) for text in path.read_text().splitlines()]
        assert all(record.pop("crc32") for record in kept), attempt
        assert kept == [json.loads(line(number)) for number in done], attempt
        if attempt.ending == "failed" and "from there on" not in attempt.fault and attempt.call == "write":
            assert not fresh or len(done) == max(0, attempt.said - 2), attempt
        assert not drafts(folder), attempt


def test_what_could_not_be_appended_is_not_there(tmp_path: Path) -> None:
    """A disk that takes half of a line, and then no more."""
    import resource

    path = tmp_path / "results"
    child = os.fork()
    if child == 0:
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        file = GrowingFile(path)
        file.append(b"first\n")
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))
        try:
            file.append(b"second\n")
        except OSError:
            os._exit(7)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert path.read_bytes() == b"first\n"


EXPERIMENT = Experiment(
    "small",
    {
        "title": "small", "source": "-", "about": "-",
        "solver": {"astar": {"algorithm": "astar", "heuristic": "manhattan"}},
        "grid": [{"datasets": ["random-2x2-3"], "solvers": ["astar"]}],
        "report": {"group": ["solver"], "figures": ["length"]},
    },
)  # fmt: skip


@pytest.mark.slow
def test_the_records_of_an_experiment_are_each_there_once(folders: Folders) -> None:
    def act(folder: Path, say: Callable[[int], None]) -> None:
        with LocalThreads(1) as workers:
            run_experiment(EXPERIMENT, folder / "records", workers)

    for folder, attempt in counted(attempts(folders(lambda folder: None), act, errors=(OSError, TaquinError))):
        act(folder, lambda value: None)
        assert [record["line"] for record in read_records(folder / "records")] == [1, 2, 3], attempt


# Tables

PATTERN = Pattern(4, 3, (0, 1, 2), 11)


@needs_core
@pytest.mark.parametrize(
    "before, faults",
    [
        ("nothing", FAULTS),
        *(pytest.param(before, FAULTS, marks=pytest.mark.slow) for before in ("damaged", "folder", "drafts")),
    ],
)
def test_a_table_is_there_as_a_whole_or_not_at_all(
    folders: Folders, monkeypatch: pytest.MonkeyPatch, before: str, faults: tuple[str, ...]
) -> None:
    expected = [4, 5, 6]
    distance = obtain(PATTERN).distance(expected, 11)
    name = store.path_of(PATTERN).name

    def fill(folder: Path) -> None:
        forget()
        monkeypatch.setenv("TAQUIN_CACHE", str(folder))
        if before == "damaged":
            (folder / name).write_bytes(b"damaged")
        elif before == "folder":
            (folder / name).mkdir()
        elif before == "drafts":
            (folder / f"{name}.123.tmp").write_bytes(b"half a table")

    def act(folder: Path, say: Callable[[int], None]) -> None:
        """A disk that fails is no obstacle to a search."""
        warnings: list[str] = []
        assert obtain(PATTERN, on_warning=warnings.append).distance(expected, 11) == distance
        say(1 + len(warnings))

    for folder, attempt in counted(attempts(folders(fill), act, faults=faults)):
        assert attempt.ending in ("done", "killed"), attempt
        found = folder / name
        if attempt.ending == "done" and attempt.said == 1 and before != "damaged":
            assert found.is_file(), attempt  # or there would have been a warning
        if found.is_file() and found.read_bytes() != b"damaged":
            store.open_table(PATTERN).read()
        act(folder, lambda value: None)  # the next search
        store.open_table(PATTERN).read()
        assert not drafts(folder) or attempt.call == "unlink", attempt
        assert not list(folder.glob("*.lock")) or attempt.ending == "killed" or attempt.call == "unlink", attempt
    forget()


# Locks


def test_a_lock_is_never_held_twice(tmp_path: Path) -> None:
    """Processes that take and release one as fast as they can: the counter that it guards misses nobody."""
    path, counter, rounds = tmp_path / "lock", tmp_path / "counter", 60
    counter.write_text("0")
    children = []
    for _ in range(4):
        child = os.fork()
        if child == 0:
            for _ in range(rounds):
                lock = Lock(path)
                lock.take()
                counter.write_text(str(int(counter.read_text()) + 1))
                lock.release()
            os._exit(0)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
    assert counter.read_text() == str(4 * rounds) and not path.exists()
