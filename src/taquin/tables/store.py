"""The tables on disk: one file a pattern in the cache directory.

A file is a header of 4096 bytes (a JSON line, padded) and the bits of the table as they are in memory. It is written as
a whole (`files.py`), checksummed, under a lock: a reader sees a whole file or none. A file that is damaged, cut off, of
another version or byte order is reported, set aside and never used.

A proof is no better than the tables it rests on. So every process reads the bits into memory of its own and verifies
their checksum there: neither the size nor the time of a file tells that a disk has lost some of its bits, and what
becomes of the file afterwards does not matter. Mapping the file instead would be quicker (no copy), but whoever wrote
into it would change a search that is at work, and whoever cut it off would end the program.
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
from typing import Any, Final

from taquin import files
from taquin.errors import TableError
from taquin.native import checksum
from taquin.tables.pattern import Pattern

__all__ = [
    "HEADER",
    "OtherVersion",
    "Record",
    "TableFile",
    "directory",
    "empty_memory",
    "is_kept",
    "lock",
    "open_table",
    "records",
    "remove",
    "set_aside",
    "size_of",
    "verify",
    "write_table",
]

HEADER: Final = 4096
"""Bytes before the table itself: a page."""
VERSION: Final = 2
"""The version of the file format. A table that was written by another version is built anew."""
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


class OtherVersion(TableError):
    """A table that another version of this program wrote. It is not damaged, and nobody wants to look at it."""


def directory() -> Path:
    """Where tables are kept: TAQUIN_CACHE, or the user's cache directory."""
    chosen = os.environ.get("TAQUIN_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("taquin")


def path_of(pattern: Pattern, kind: str = "distance") -> Path:
    """The file of a pattern's table: of distances (`build.py`), overheads (`overhead.py`) or slides
    (`slides.py`)."""
    return directory() / (f"{pattern}{_SUFFIX}" if kind == "distance" else f"{pattern}-{kind}{_SUFFIX}")


def is_kept(pattern: Pattern, kind: str = "distance") -> bool:
    """Whether a pattern's table has a file, good or not; False where nobody may look."""
    try:
        return path_of(pattern, kind).is_file()
    except OSError:
        return False


def size_of(pattern: Pattern) -> int:
    """Bytes of the file of a pattern's table of distances; 0 where there is none, or nobody may look."""
    try:
        return path_of(pattern).stat().st_size
    except OSError:
        return 0


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
        raise OtherVersion(f"{path}: table version {fields.get('version')}, this program writes version {VERSION}")
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
    """A file of the cache with a good header."""

    path: Path
    bytes: int
    """Of its bits."""
    checksum: str
    """Of the bits, as the header has it."""

    def require_size(self, size: int) -> None:
        """Raise TableError unless there are so many bytes of bits."""
        if self.bytes != size:
            raise TableError(f"{self.path}: {self.bytes:,} bytes of bits, the pattern's table has {size:,}")

    def read(self) -> memoryview:
        """The bits, in memory of our own. Raises TableError where they are not those that were written, and MemoryError
        where there is no room for them. It takes half a second for a gigabyte that the system has in its memory.
        """
        bits = empty_memory(self.bytes)
        try:
            with self.path.open("rb", buffering=0) as file:
                file.seek(HEADER)
                done = 0
                while done < self.bytes and (count := file.readinto(bits[done:])):
                    done += count
        except OSError as error:
            raise TableError(f"{self.path}: cannot be read: {error.strerror}") from error
        if done < self.bytes or f"{checksum(bits):016x}" != self.checksum:
            raise TableError(f"{self.path}: damaged: the checksum does not fit")
        return bits


def empty_memory(size: int) -> memoryview:
    """Memory of this size, on large pages where the system has them: searches look all over a table.

    It is cleared where it is written first, in native code; to clear a bytearray holds up all threads of Python.
    """
    if not hasattr(mmap, "MAP_ANONYMOUS"):
        return memoryview(bytearray(size))
    try:
        memory = mmap.mmap(-1, max(size, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError as error:
        raise MemoryError(f"no room for a table of {size:,} bytes") from error
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # advice: not every system takes it
            memory.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(memory)[:size]


def open_table(pattern: Pattern, kind: str = "distance") -> TableFile:
    """The file of a finished table.

    Raises FileNotFoundError where there is none yet, and TableError where the file must not be used.
    """
    path = path_of(pattern, kind)
    if not os.path.lexists(path):
        raise FileNotFoundError(path)
    return _opened(path)


def _opened(path: Path) -> TableFile:
    fields = read_header(path)
    return TableFile(path, fields["bytes"], fields["checksum"])


def write_table(pattern: Pattern, bits: bytes | bytearray | memoryview, kind: str = "distance") -> None:
    """Keep a table; what is in its place is replaced, or set aside where that is no file. OSError where the disk does
    not take it. Only under the lock.
    """
    path = path_of(pattern, kind)
    if not path.is_file() and os.path.lexists(path):
        files.set_aside(path)
    files.write_whole(path, _header(pattern, bits, kind), bits)


def set_aside(pattern: Pattern, kind: str = "distance") -> None:
    """Take a file that must not be used out of the way, for whoever wants to look at it. Only under the lock."""
    path = path_of(pattern, kind)
    if os.path.lexists(path):
        files.set_aside(path)


@contextlib.contextmanager
def lock(pattern: Pattern, kind: str = "distance", waiting: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Only one process at a time builds a table. Waits for the other; Ctrl-C ends the waiting, and so does whatever
    `waiting` raises, which is called all the while.
    """
    path = path_of(pattern, kind)
    path.parent.mkdir(parents=True, exist_ok=True)
    held = files.Lock(path.with_suffix(".lock"))
    held.take(waiting)
    try:
        files.remove_drafts(path)
        yield
    finally:
        held.release()


@dataclass(frozen=True, slots=True)
class Record:
    """One file of the cache. `problem` is empty for a good one, and `checksum`, that of its bits, for a bad one."""

    path: Path
    bytes: int
    problem: str
    checksum: str = ""

    @property
    def name(self) -> str:
        """The pattern's name."""
        return self.path.name.removesuffix(_SUFFIX)


def records() -> list[Record]:
    """Every table file of the cache with what its header says."""
    found = []
    for path in sorted(directory().glob(f"*{_SUFFIX}")):
        problem = checksum = ""
        try:
            checksum = read_header(path)["checksum"]
        except TableError as error:
            problem = str(error)
        found.append(Record(path, path.lstat().st_size, problem, checksum))
    return found


def records_set_aside() -> list[Record]:
    """Every file that was set aside: damaged, and by now built again, or not a table at all."""
    paths = files.set_aside_of(directory() / f"*{_SUFFIX}")
    return [Record(path, path.lstat().st_size, "set aside: no search uses it") for path in paths]


def verify(record: Record) -> Record:
    """The same record after reading the whole file and checking its checksum."""
    if record.problem:
        return record
    try:
        _opened(record.path).read()
    except TableError as error:
        return Record(record.path, record.bytes, str(error))
    return record


def remove(record: Record) -> None:
    """Delete a table, its lock and what was set aside of it. Programs that have read it keep their copy."""
    for path in (record.path, record.path.with_suffix(".lock"), *files.set_aside_of(record.path)):
        if path.is_dir() and not path.is_symlink():
            path.rmdir()  # OSError where there is something in it, which is not ours to delete
        else:
            path.unlink(missing_ok=True)
