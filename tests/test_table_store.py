"""The tables on disk: whole or not at all."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path

import pytest

from taquin import Board, Puzzle
from taquin.cli import run as command
from taquin.errors import TableError
from taquin.native import core
from taquin.optimal import Search
from taquin.tables import Pattern, canonical, forget, store, table_set
from taquin.tables.build import build, obtain

pytestmark = pytest.mark.skipif(core is None, reason="needs the native engine")

PATTERN = Pattern(4, 3, (0, 1, 2, 3, 4), 11)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "cache"))
    forget()
    return tmp_path / "cache"


def file_of(cache: Path) -> Path:
    (path,) = cache.glob("*.table")
    return path


def test_a_table_is_kept_and_read_again(cache: Path) -> None:
    first = obtain(PATTERN)
    written = file_of(cache).stat()
    value = first.distance([4, 3, 2, 1, 0], 11)
    del first
    assert obtain(PATTERN).distance([4, 3, 2, 1, 0], 11) == value
    assert file_of(cache).stat() == written


@pytest.mark.parametrize("harm", ["cut", "flip", "flip header", "foreign", "empty", "version", "other pattern"])
def test_a_bad_file_is_reported_and_rebuilt(cache: Path, harm: str) -> None:
    obtain(PATTERN)
    path = file_of(cache)
    good = path.read_bytes()
    middle = len(good) // 2
    if harm == "cut":
        path.write_bytes(good[:middle])
    elif harm == "flip":
        path.write_bytes(good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1 :])
    elif harm == "flip header":
        path.write_bytes(good[:30] + bytes([good[30] ^ 1]) + good[31:])
    elif harm == "foreign":
        path.write_bytes(b"\x7fELF" + bytes(5000))
    elif harm == "empty":
        path.write_bytes(b"")
    elif harm == "version":
        header = store._header(PATTERN, good[store.HEADER :], "distance").replace(b'"version": 2', b'"version": 9')
        text = header.split(b"\n")[1]
        header = f"{zlib.crc32(text):08x}\n".encode() + text + b"\n"
        path.write_bytes(header.ljust(store.HEADER) + good[store.HEADER :])
    else:
        other = Pattern(4, 3, (0, 1, 2, 3, 5), 11)
        path.write_bytes(store._header(other, good[store.HEADER :], "distance") + good[store.HEADER :])
    warnings: list[str] = []
    table = obtain(PATTERN, on_warning=warnings.append)
    assert len(warnings) == 1 and "built again" in warnings[0] and str(path) in warnings[0]
    assert table.distance([0, 1, 2, 3, 4], 11) == 0
    assert path.read_bytes() == good
    # What is damaged is kept for whoever wants to look at it; what another version wrote is just replaced.
    assert bool(list(cache.glob("*.damaged"))) == (harm != "version")


def test_verify_finds_damage_behind_an_unchanged_header(cache: Path) -> None:
    obtain(PATTERN)
    path = file_of(cache)
    (record,) = store.records()
    assert not store.verify(record).problem
    status = path.stat()
    with path.open("r+b") as file:
        file.seek(-1, os.SEEK_END)
        file.write(b"\xaa")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert "checksum" in store.verify(record).problem


@pytest.mark.parametrize("place", ["a file", "no permission"])
def test_a_disk_that_takes_nothing_is_no_obstacle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    forget()
    if place == "a file":
        (tmp_path / "cache").write_text("in the way")
        monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "cache"))
    else:
        monkeypatch.setenv("TAQUIN_CACHE", "/proc/taquin")
    warnings: list[str] = []
    search = Search(Puzzle(Board([[1, 2, 3, 4], [5, 6, 7, 8], [0, 9, 10, 11]])), on_warning=warnings.append)
    assert search.run().length == 3
    assert warnings and all("TAQUIN_CACHE" in warning for warning in warnings)
    forget()


def test_a_full_disk_leaves_nothing_behind(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    warnings: list[str] = []
    assert obtain(PATTERN, on_warning=warnings.append).distance([0, 1, 2, 3, 4], 11) == 0
    assert "No space left" in warnings[0]
    assert not list(cache.glob("*.tmp")) and not list(cache.glob("*.table"))


def test_an_interrupted_build_leaves_nothing_behind(cache: Path) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        obtain(PATTERN, on_building=interrupt)
    assert not list(cache.glob("*.tmp")) and not list(cache.glob("*.table"))
    assert obtain(PATTERN).distance([0, 1, 2, 3, 4], 11) == 0


BUILD = """
import sys
from taquin import Board
from taquin.tables import table_set
table_set(Board.blank_last(4), "default", threads=1)
"""


def start_build(cache: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", BUILD], env={**os.environ, "TAQUIN_CACHE": str(cache)})


def test_two_builders_end_with_one_good_file_each(cache: Path) -> None:
    builders = [start_build(cache), start_build(cache)]
    assert [builder.wait(120) for builder in builders] == [0, 0]
    assert len(store.records()) == 3
    assert not any(store.verify(record).problem for record in store.records())
    assert not list(cache.glob("*.tmp"))


def test_a_killed_builder_does_not_stand_in_the_way(cache: Path) -> None:
    builder = start_build(cache)
    time.sleep(0.6)
    builder.send_signal(signal.SIGKILL)
    builder.wait()
    cache.mkdir(exist_ok=True)
    pattern, _ = canonical(4, 4, (8, 9, 10, 11, 12, 13, 14), 15)
    (cache / f"{store.path_of(pattern).name}.99999.tmp").write_bytes(b"half a table")
    tables = table_set(Board.blank_last(4))
    assert tables.lower_bound(Board.blank_last(4)) == 0
    assert not list(cache.glob("*.tmp"))


def test_one_and_many_threads_build_the_same_bits() -> None:
    assert build(PATTERN, threads=1) == build(PATTERN, threads=2) == build(PATTERN, threads=4)


def test_foreign_header_is_a_table_error(tmp_path: Path) -> None:
    path = tmp_path / "x.table"
    path.write_bytes(b"hello")
    with pytest.raises(TableError, match="not a table"):
        store.read_header(path)


# The command


def test_tables_are_built_listed_verified_and_removed(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["tables", "where"]) == 0 and capsys.readouterr().out == f"{cache}\n"
    assert command(["tables", "list"]) == 0 and "no tables yet" in capsys.readouterr().out
    assert command(["tables", "build", "4x3"]) == 0
    assert "4x3: " in (built := capsys.readouterr().out) and "ready after" in built
    assert command(["tables", "list", "--json"]) == 0
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(listed) == len(list(cache.glob("*.table"))) > 0
    assert all(record["bytes"] > 0 and not record["problem"] for record in listed)
    assert command(["tables", "verify"]) == 0
    verified = capsys.readouterr().out
    assert verified.count("good") == len(listed)
    # Results name the set that their bounds rest on by the same checksum.
    assert f"set  {table_set(Board.blank_last(4, 3)).checksum}  blank-last" in verified

    path = next(cache.glob("*.table"))
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    assert command(["tables", "verify"]) == 6
    verified = capsys.readouterr().out
    assert "bad" in verified and "set  4x3:" not in verified

    assert command(["tables", "remove"]) == 2 and "--all" in capsys.readouterr().err
    assert command(["tables", "remove", "nothing"]) == 2 and "tables list" in capsys.readouterr().err
    assert command(["tables", "remove", listed[0]["name"]]) == 0
    assert command(["tables", "remove", "--all"]) == 0
    assert not list(cache.glob("*.table"))
    for wrong in ("4y3", "40x40", "4x3-huge"):
        assert command(["tables", "build", wrong]) == 2 and capsys.readouterr().err


def test_a_terminal_sees_how_far_the_building_is(cache: Path) -> None:
    """Through a real terminal: a line that is rewritten, and nothing of it left at the end."""
    reader, writer = os.openpty()
    command = [sys.executable, "-m", "taquin", "tables", "build", "4x4"]
    process = subprocess.Popen(command, stdout=writer, stderr=writer)
    os.close(writer)
    shown = b""
    try:
        while part := os.read(reader, 65536):
            shown += part
    except OSError:  # the other end is closed
        pass
    finally:
        os.close(reader)
    assert process.wait() == 0
    lines = shown.decode().split("\r\x1b[K")
    assert any(line.startswith("1 of 3: building table [#") and "%" in line for line in lines)
    assert lines[-1].startswith("4x4: 3 tables")
