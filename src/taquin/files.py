"""Every file that we write, and every lock.

What is promised, whatever fails and wherever the program is killed (`make crash` tries every system call in turn):

    write_whole     the file has its old content or its new one, never a mixture and never a part
    export          the same for a file that somebody names; what is no plain file, such as a pipe, is written straight
    GrowingFile     what was appended stays; what could not be appended as a whole is not there at all, or, after a
                    kill, is a torn last line, which whoever opens the file next cuts off
    Lock            only one process holds it, and a killed one does not

A program that is killed may leave a draft behind, `NAME.SOMETHING.tmp` beside the file: `remove_drafts` removes it.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep
from typing import Final

if sys.platform == "win32":
    import msvcrt
else:
    try:
        import fcntl
    except ImportError:  # no locks in a browser's Python; the names of drafts still keep two writers apart
        fcntl = None  # type: ignore[assignment]

__all__ = ["GrowingFile", "Lock", "export", "remove_drafts", "set_aside", "set_aside_of", "write_whole"]

Bytes = bytes | bytearray | memoryview

_CLOEXEC: Final = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NONBLOCK: Final = getattr(os, "O_NONBLOCK", 0)
_WAIT_SECONDS: Final = 0.02
"""Seconds between two tries for a lock that another process holds."""
_LOCKED_BYTE: Final = 2**31 - 2
"""The byte of a file that is locked on Windows. Nobody else reads it meanwhile, so it is one that files hardly have."""
_SPARE: Final = ".damaged"
"""The ending of what was set aside."""


def write_whole(path: Path, *parts: Bytes, mode: int = 0o666) -> None:
    """Give a file this content, under another name until all of it is on the disk. OSError leaves the old content."""
    draft = path.with_name(f"{path.name}.{os.urandom(6).hex()}.tmp")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _CLOEXEC, mode)
        try:
            for part in parts:
                _write_all(descriptor, part)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(draft, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(draft)
        raise
    _sync_folder(path.parent)


def export(path: Path, content: str | Bytes) -> None:
    """Write a file that somebody named. A link stays one, and an existing file keeps its permissions."""
    data = content.encode() if isinstance(content, str) else content
    try:
        found = os.stat(path)
    except FileNotFoundError:
        write_whole(path.resolve(), data)
        return
    if stat.S_ISREG(found.st_mode):
        write_whole(path.resolve(), data, mode=stat.S_IMODE(found.st_mode))
        return
    descriptor = os.open(path, os.O_WRONLY | _CLOEXEC)  # a pipe or a terminal; a folder is refused
    try:
        _write_all(descriptor, data)
    finally:
        os.close(descriptor)


def _write_all(descriptor: int, content: Bytes) -> None:
    """Write it all: a system may take less at a time."""
    left = memoryview(content).cast("B")
    while left:
        left = left[os.write(descriptor, left) :]


def _sync_folder(folder: Path) -> None:
    """Make a new name survive a power cut. Not every system knows how to, and the file is whole without it."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | _CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def remove_drafts(path: Path) -> None:
    """Delete what writers of this file left behind when they were killed. Only while no other is at work on it."""
    for draft in path.parent.glob(f"{path.name}.*.tmp"):
        with contextlib.suppress(OSError):
            os.unlink(draft)


def set_aside(path: Path) -> Path:
    """Give what is in the way another name, whatever it is, and delete nothing but what was set aside before."""
    aside = path.with_name(path.name + _SPARE)
    number = 2
    while os.path.lexists(aside) and not (path.is_file() and aside.is_file()):
        aside = path.with_name(f"{path.name}{_SPARE}-{number}")
        number += 1
    os.replace(path, aside)
    return aside


def set_aside_of(path: Path) -> list[Path]:
    """What was set aside of this file, or of all files whose names fit, as `*.table` does."""
    return sorted(path.parent.glob(f"{path.name}{_SPARE}*"))


class GrowingFile:
    """A file that only grows, open and locked where locks are to be had. BlockingIOError where another run has it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | _CLOEXEC, 0o666)
        try:
            _lock(self._descriptor)
        except BaseException:
            self.close()
            raise

    @property
    def size(self) -> int:
        """Bytes so far."""
        return os.fstat(self._descriptor).st_size

    def lines(self, longest: int = -1) -> Iterator[bytes]:
        """Every line from the beginning, each with its end; the last one may have none.

        Of a line with more bytes than `longest`, that many and one more come first: no line takes more memory.
        """
        with os.fdopen(os.dup(self._descriptor), "rb") as file:
            file.seek(0)
            yield from iter(lambda: file.readline(longest + 1 if longest >= 0 else -1), b"")

    def append(self, content: Bytes) -> None:
        """Add this at the end: all of it, or, where the disk does not take it, nothing and an OSError."""
        before = self.size
        try:
            _write_all(self._descriptor, content)
        except BaseException:
            with contextlib.suppress(OSError):
                self.cut(before)
            raise

    def cut(self, size: int) -> None:
        """Keep only so many bytes."""
        os.ftruncate(self._descriptor, size)

    def close(self) -> None:
        """Let go of the file and its lock; once is enough."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    def sync(self) -> None:
        """Make all of it survive a power cut."""
        os.fsync(self._descriptor)

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._descriptor < 0


class Lock:
    """A lock that is a file of its own, gone when it is released or forgotten. It belongs to the process: a
    killed one holds none.

    Where there are no locks, everybody gets it. OSError where the file cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = -1

    def try_to_take(self) -> bool:
        """Take it, unless another holds it."""
        while self._descriptor < 0:
            # Opened this way, even a pipe of this name does not wait for its other end.
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | _NONBLOCK | _CLOEXEC, 0o666)
            try:
                _lock(descriptor)
                if _is_still(descriptor, self.path):  # else the one who held it has deleted it meanwhile
                    descriptor, self._descriptor = -1, descriptor
            except BlockingIOError:
                return False
            finally:
                if descriptor >= 0:
                    os.close(descriptor)
        return True

    def take(self, waiting: Callable[[], object] = lambda: None) -> None:
        """Wait for it. Ctrl-C ends that, and so does whatever `waiting` raises, which is called all the while."""
        while not self.try_to_take():
            waiting()
            sleep(_WAIT_SECONDS)

    def release(self) -> None:
        """Let others have it."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor < 0:
            return
        try:
            if sys.platform == "win32":  # where no open file can be deleted: neither ours nor that of the next holder
                descriptor = os.close(descriptor) or -1
            with contextlib.suppress(OSError):
                os.unlink(self.path)
        finally:
            if descriptor >= 0:
                os.close(descriptor)

    def __del__(self) -> None:
        self.release()


def _lock(descriptor: int) -> None:
    """Lock an open file; BlockingIOError where another has it locked. Not every file system has locks."""
    if sys.platform == "win32":
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:  # as it is called there
            raise BlockingIOError(error.errno, error.strerror) from None
        except OSError:
            return
    elif fcntl is not None:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError:
            return


def _is_still(descriptor: int, path: Path) -> bool:
    """Whether an open file still has its name."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False
