"""The tables on disk: one file a pattern in the cache directory.

A file is a header of 4096 bytes (a JSON line, padded) and the bits of the table, mapped into memory as they are. It is
written under a temporary name, checksummed and renamed, under a lock: a reader sees a whole file or none. A file
that is damaged, cut off or of another version is reported and never used. The checksum of the bits is looked at once
for each state of a file (its size and time of change): a stamp beside it remembers that it was good.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from typing import Any, Final

from taquin.errors import TableError
from taquin.tables.pattern import Pattern

__all__ = ["HEADER", "Record", "directory", "lock", "open_table", "records", "remove", "verify", "write_table"]

HEADER: Final = 4096
VERSION: Final = 1
_SUFFIX: Final = ".table"


def directory() -> Path:
    """Where tables are kept: TAQUIN_CACHE, or the user's cache directory."""
    chosen = os.environ.get("TAQUIN_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("taquin")


def path_of(pattern: Pattern, kind: str = "distance") -> Path:
    """The file of a pattern's table: of its distances (`build.py`), or of their excess (`excess.py`)."""
    return directory() / (f"{pattern}{_SUFFIX}" if kind == "distance" else f"{pattern}-{kind}{_SUFFIX}")


def _header(pattern: Pattern, size: int, checksum: int, kind: str = "distance") -> bytes:
    fields = {
        "taquin": "pattern table",
        "version": VERSION,
        "kind": kind,
        "width": pattern.width,
        "height": pattern.height,
        "home": list(pattern.home),
        "blank": pattern.blank,
        "bytes": size,
        "crc32": checksum,
    }
    text = json.dumps(fields).encode()
    check = f"{zlib.crc32(text):08x}\n".encode()
    return (check + text + b"\n").ljust(HEADER)


def read_header(path: Path) -> dict[str, Any]:
    """The checked header of a file; raises TableError saying what is wrong with it."""
    try:
        with path.open("rb") as file:
            start = file.read(HEADER)
            size = os.fstat(file.fileno()).st_size
    except OSError as error:
        raise TableError(f"{path}: cannot be read: {error.strerror}") from error
    check, _, rest = start.partition(b"\n")
    text = rest.partition(b"\n")[0]
    try:
        good = len(start) == HEADER and int(check, 16) == zlib.crc32(text)
        fields: dict[str, Any] = json.loads(text) if good else {}
    except ValueError:
        fields = {}
    if fields.get("taquin") != "pattern table":
        raise TableError(f"{path}: not a table of taquin, or its header is damaged")
    if fields["version"] != VERSION:
        raise TableError(f"{path}: table version {fields['version']}, this program writes version {VERSION}")
    if size != HEADER + fields["bytes"]:
        raise TableError(f"{path}: cut off: {size:,} bytes instead of {HEADER + fields['bytes']:,}")
    return fields


def open_table(pattern: Pattern, size: int, kind: str = "distance") -> memoryview:
    """The bits of a finished table, mapped read-only and shared between processes.

    Raises FileNotFoundError where there is none yet, and TableError where the file must not be used.
    """
    path = path_of(pattern, kind)
    if not path.exists():
        raise FileNotFoundError(path)
    fields = read_header(path)
    stored = Pattern(fields["width"], fields["height"], tuple(fields["home"]), fields["blank"])
    if stored != pattern or fields["bytes"] != size or fields.get("kind", "distance") != kind:
        raise TableError(f"{path}: a table for another pattern")
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        stamp = _stamp(file.fileno())
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # advice: not every file system takes it
            mapped.madvise(mmap.MADV_HUGEPAGE)
    bits = memoryview(mapped)[HEADER:]
    if not _is_stamped(path, stamp):
        if zlib.crc32(bits) != fields["crc32"]:
            raise TableError(f"{path}: damaged: the checksum does not fit")
        _write_stamp(path, stamp)
    return bits


def write_table(pattern: Pattern, bits: bytes | bytearray | memoryview, kind: str = "distance") -> None:
    """Keep a table: temporary name, then rename. OSError where the disk does not take it."""
    path = path_of(pattern, kind)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(_header(pattern, len(bits), zlib.crc32(bits), kind))
            file.write(bits)
            file.flush()
            os.fsync(file.fileno())
            stamp = _stamp(file.fileno())
        temporary.replace(path)
        _write_stamp(path, stamp)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _stamp(descriptor: int) -> str:
    status = os.fstat(descriptor)
    return f"{status.st_size} {status.st_mtime_ns}"


def _is_stamped(path: Path, stamp: str) -> bool:
    try:
        return path.with_suffix(".good").read_text() == stamp
    except OSError:
        return False


def _write_stamp(path: Path, stamp: str) -> None:
    with contextlib.suppress(OSError):
        path.with_suffix(".good").write_text(stamp)


@contextlib.contextmanager
def lock(pattern: Pattern, kind: str = "distance") -> Iterator[None]:
    """Only one process at a time builds a table. Waits for the other; Ctrl-C ends the waiting.

    The lock belongs to the process, not to the file: a killed builder leaves none behind.
    """
    try:
        import fcntl
    except ImportError:  # no such locks here; temporary names still keep two builders apart
        yield
        return
    path = path_of(pattern, kind)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("w") as file:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                sleep(0.05)
        for leftover in path.parent.glob(f"{path.name}.*.tmp"):  # of a builder that was killed
            leftover.unlink(missing_ok=True)
        yield


@dataclass(frozen=True, slots=True)
class Record:
    """One file of the cache. `problem` is empty for a good one."""

    path: Path
    bytes: int
    problem: str

    @property
    def name(self) -> str:
        """The pattern's name."""
        return self.path.name.removesuffix(_SUFFIX)


def records() -> list[Record]:
    """Every table file of the cache with what its header says."""
    found = []
    for path in sorted(directory().glob(f"*{_SUFFIX}")):
        try:
            read_header(path)
            problem = ""
        except TableError as error:
            problem = str(error)
        found.append(Record(path, path.stat().st_size, problem))
    return found


def verify(record: Record) -> Record:
    """The same record after reading the whole file and checking its checksum."""
    problem = record.problem
    if not problem:
        fields = read_header(record.path)
        checksum = 0
        with record.path.open("rb") as file:
            file.seek(HEADER)
            while block := file.read(1 << 20):
                checksum = zlib.crc32(block, checksum)
        if checksum != fields["crc32"]:
            problem = f"{record.path}: damaged: the checksum does not fit"
    return Record(record.path, record.bytes, problem)


def remove(record: Record) -> None:
    """Delete a table and what lies beside it. Programs that have it open keep their copy."""
    for path in (record.path, record.path.with_suffix(".good"), record.path.with_suffix(".lock")):
        path.unlink(missing_ok=True)
