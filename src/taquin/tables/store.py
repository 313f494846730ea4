"""The tables on disk: one file a pattern in the cache directory.

A file is a header of 4096 bytes (a JSON line, padded) and the bits of the table, mapped into memory as they are. It is
written under a temporary name, checksummed and renamed, under a lock: a reader sees a whole file or none. A file
that is damaged, cut off, of another version or byte order is reported and never used. The checksum of the bits is
verified by every process that opens the file: a proof is no better than the tables it rests on, and neither the size
nor the time of a file tells that a disk has lost some of its bits.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from typing import Any, Final

from taquin.errors import TableError
from taquin.native import checksum
from taquin.tables.pattern import Pattern

__all__ = [
    "HEADER",
    "Record",
    "TableFile",
    "directory",
    "is_kept",
    "lock",
    "open_table",
    "records",
    "remove",
    "verify",
    "write_table",
]

HEADER: Final = 4096
"""Bytes before the table itself: a page, so that the mapped table begins with one."""
VERSION: Final = 2
"""Of the file format: what was written by another one is built anew."""
_SUFFIX: Final = ".table"
_FIELDS: Final = {
    "byte_order": str,
    "kind": str,
    "width": int,
    "height": int,
    "home": list,
    "blank": int,
    "bytes": int,
    "checksum": str,
}
"""What a header says of its table, beside what the file is and its version."""


def directory() -> Path:
    """Where tables are kept: TAQUIN_CACHE, or the user's cache directory."""
    chosen = os.environ.get("TAQUIN_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("taquin")


def path_of(pattern: Pattern, kind: str = "distance") -> Path:
    """The file of a pattern's table: of distances (`build.py`), or of overheads (`overhead.py`)."""
    return directory() / (f"{pattern}{_SUFFIX}" if kind == "distance" else f"{pattern}-{kind}{_SUFFIX}")


def is_kept(pattern: Pattern) -> bool:
    """Whether a pattern's table of distances has a file, good or not; no where nobody may look."""
    try:
        return path_of(pattern).exists()
    except OSError:
        return False


def _header(pattern: Pattern, bits: bytes | bytearray | memoryview, kind: str) -> bytes:
    fields = {
        "taquin": "pattern table",
        "version": VERSION,
        "byte_order": sys.byteorder,
        "kind": kind,
        "width": pattern.width,
        "height": pattern.height,
        "home": list(pattern.home),
        "blank": pattern.blank,
        "bytes": len(bits),
        "checksum": f"{checksum(bits):016x}",
    }
    text = json.dumps(fields).encode()
    check = f"{zlib.crc32(text):08x}\n".encode()
    return (check + text + b"\n").ljust(HEADER)


def read_header(path: Path) -> dict[str, Any]:
    """The checked header of a file; raises TableError saying what is wrong with it."""
    try:
        if not path.is_file() and path.exists():  # reading a pipe would wait for ever
            raise TableError(f"{path}: not a file")
        with path.open("rb") as file:
            start = file.read(HEADER)
            size = os.fstat(file.fileno()).st_size
    except OSError as error:
        raise TableError(f"{path}: cannot be read: {error.strerror}") from error
    check, _, rest = start.partition(b"\n")
    text, _, padding = rest.partition(b"\n")
    fields: Any = None
    with contextlib.suppress(ValueError):
        if len(start) == HEADER and check == f"{zlib.crc32(text):08x}".encode() and not padding.strip(b" "):
            fields = json.loads(text)
    if not isinstance(fields, dict) or fields.get("taquin") != "pattern table":
        raise TableError(f"{path}: not a table of taquin, or its header is damaged")
    if fields.get("version") != VERSION:
        raise TableError(f"{path}: table version {fields.get('version')}, this program writes version {VERSION}")
    if not all(isinstance(fields.get(name), kind) for name, kind in _FIELDS.items()):
        raise TableError(f"{path}: its header lacks a field")
    if fields["byte_order"] != sys.byteorder:
        raise TableError(f"{path}: from a {fields['byte_order']}-endian machine, this one is {sys.byteorder}-endian")
    if size != HEADER + fields["bytes"]:
        what = "cut off" if size < HEADER + fields["bytes"] else "too long"
        raise TableError(f"{path}: {what}: {size:,} bytes instead of {HEADER + fields['bytes']:,}")
    pattern = Pattern(fields["width"], fields["height"], tuple(fields["home"]), fields["blank"])
    if path.name != path_of(pattern, fields["kind"]).name:
        raise TableError(f"{path}: a table for another pattern")
    return fields


@dataclass(frozen=True, slots=True)
class TableFile:
    """A file of the cache, open: its bits, mapped read-only and shared between processes."""

    path: Path
    bits: memoryview
    checksum: str
    """Of the bits, as the header has it."""

    def require_size(self, size: int) -> None:
        """Raise TableError unless there are so many bytes of bits."""
        if len(self.bits) != size:
            raise TableError(f"{self.path}: {len(self.bits):,} bytes of bits, the pattern's table has {size:,}")

    def verify(self) -> None:
        """Read all bits; raises TableError where they are not those that were written. 0.1 s for a gigabyte."""
        try:
            found = f"{checksum(self.bits):016x}"
        except OSError as error:
            raise TableError(f"{self.path}: cannot be read: {error.strerror}") from error
        if found != self.checksum:
            raise TableError(f"{self.path}: damaged: the checksum does not fit")


def open_table(pattern: Pattern, kind: str = "distance") -> TableFile:
    """The file of a finished table. Nothing may rest on its bits before they have been verified.

    Raises FileNotFoundError where there is none yet, and TableError where the file must not be used.
    """
    path = path_of(pattern, kind)
    if not path.exists():
        raise FileNotFoundError(path)
    return _map(path, read_header(path))


def _map(path: Path, fields: dict[str, Any]) -> TableFile:
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # advice: not every file system takes it
            mapped.madvise(mmap.MADV_HUGEPAGE)
    return TableFile(path, memoryview(mapped)[HEADER:], fields["checksum"])


def write_table(pattern: Pattern, bits: bytes | bytearray | memoryview, kind: str = "distance") -> None:
    """Keep a table: temporary name, then rename. OSError where the disk does not take it."""
    path = path_of(pattern, kind)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(_header(pattern, bits, kind))
            file.write(bits)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


@contextlib.contextmanager
def lock(pattern: Pattern, kind: str = "distance", waiting: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Only one process at a time builds a table. Waits for the other; Ctrl-C ends the waiting, and so does whatever
    `waiting` raises, which is called all the while.

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
                waiting()
                sleep(0.02)
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
        found.append(Record(path, path.lstat().st_size, problem))
    return found


def verify(record: Record) -> Record:
    """The same record after reading the whole file and checking its checksum."""
    if record.problem:
        return record
    try:
        _map(record.path, read_header(record.path)).verify()
    except TableError as error:
        return Record(record.path, record.bytes, str(error))
    return record


def remove(record: Record) -> None:
    """Delete a table and its lock. Programs that have it open keep their copy."""
    for path in (record.path, record.path.with_suffix(".lock")):
        path.unlink(missing_ok=True)
