"""What fails, and where: the system calls of `taquin.files`, one after the other.

`attempts` lets an action run in a process of its own, again and again: it is killed before its first system call, then
before its second, and so on; then after each of them; then every call fails in turn with every error that disks know,
once or from there on. What each attempt left behind is for the caller to judge.
"""

from __future__ import annotations

import errno
import mmap
import os
import signal
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from taquin import files

CALLS: Final = ("open", "write", "fsync", "ftruncate", "close", "replace", "unlink", "stat", "fstat", "dup", "flock")
"""The system calls that count."""
FAULTS: Final = ("kill before", "kill after", "half a write", "half a write, then kill",
                 "ENOSPC", "EIO", "EACCES", "ENOSPC from there on", "EIO from there on")  # fmt: skip

Action = Callable[[Path, Callable[[int], None]], None]
Errors = tuple[type[Exception], ...]


@dataclass(frozen=True)
class Attempt:
    """How an action ended: "done", "failed" with an error that it may have, or "killed"; and what it said before."""

    fault: str
    call: str
    number: int
    ending: str
    said: int

    def __str__(self) -> str:
        return f"{self.fault} at call {self.number}, {self.call}: {self.ending}"


class System:
    """Stands for the modules `os` and `fcntl` of `taquin.files`, and makes one of their calls fail."""

    def __init__(self, fault: str = "", number: int = 0) -> None:
        self.fault, self.number = fault, number
        self.calls: list[str] = []
        self.drafts: dict[int, str] = {}
        self.unsynced: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        import fcntl

        real = getattr(os if hasattr(os, name) else fcntl, name)
        return (lambda *arguments: self.call(name, real, *arguments)) if name in CALLS else real

    def call(self, name: str, real: Callable[..., Any], *arguments: Any) -> Any:
        """One system call, or what becomes of it."""
        self.calls.append(name)
        here, later = len(self.calls) == self.number, len(self.calls) > self.number > 0
        if here and self.fault == "kill before":
            os.kill(os.getpid(), signal.SIGKILL)
        if here and self.fault.startswith("half a write") and name == "write":
            arguments = (arguments[0], arguments[1][: max(1, len(arguments[1]) // 2)])
        if error := self.error(name, here, later):
            if name == "close":  # a descriptor is gone, whatever close says
                real(*arguments)
            raise OSError(error, os.strerror(error))
        result = real(*arguments)
        self.watch(name, arguments, result)
        if here and (self.fault == "kill after" or (self.fault.endswith("then kill") and name == "write")):
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    def error(self, name: str, here: bool, later: bool) -> int | None:
        """What this call fails with."""
        code, _, rest = self.fault.partition(" ")
        fails = code in errno.__dict__ and (here or (later and rest == "from there on" and name in ("write", "fsync")))
        return getattr(errno, code) if fails else None

    def watch(self, name: str, arguments: tuple[Any, ...], result: Any) -> None:
        """A file gets its name only once all of it is on the disk: else a power cut could leave a part of it."""
        if name == "open":
            self.drafts[result] = str(arguments[0])
        elif name == "write":
            self.unsynced.add(self.drafts[arguments[0]])
        elif name == "fsync":
            self.unsynced.discard(self.drafts[arguments[0]])
        elif name == "replace" and str(arguments[0]) in self.unsynced:
            raise AssertionError(f"{arguments[0]} gets its name before it is on the disk")


def attempts(
    prepare: Callable[[], Path], act: Action, *, errors: Errors = (), faults: tuple[str, ...] = FAULTS
) -> Iterator[tuple[Path, Attempt]]:
    """Every way in which `act` can be broken off, each in a fresh folder that `prepare` makes.

    `act` may raise `errors`, and nothing else; it says how far it is by calling what it is given.
    """
    whole = System()
    said, ending = _in_a_child(whole, prepare(), act, errors)
    assert ending == "done", f"without a fault: {ending}"
    calls = _calls_of(said)
    for fault in faults:
        for number, call in enumerate(calls, start=1):
            if call != "write" and fault.startswith("half a write"):
                continue
            folder = prepare()
            said, ending = _in_a_child(System(fault, number), folder, act, errors)
            yield folder, Attempt(fault, call, number, ending, said[0])


def _calls_of(said: mmap.mmap) -> list[str]:
    return [CALLS[code - 1] for code in said[1:] if code]


def _in_a_child(system: System, folder: Path, act: Action, errors: Errors) -> tuple[mmap.mmap, str]:
    """Let a child act with this system; what it said, then the calls that it made, and how it ended."""
    said = mmap.mmap(-1, 4096)
    child = os.fork()
    if child == 0:
        code = 70
        try:
            for module in ("os", "fcntl"):
                setattr(files, module, system)
            act(folder, lambda value: said.__setitem__(0, value))
            code = 0
        except errors:
            code = 1
        except BaseException:
            traceback.print_exc()
        finally:
            said[1 : 1 + len(system.calls)] = bytes(1 + CALLS.index(call) for call in system.calls)
            os._exit(code)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, 1, -signal.SIGKILL), f"{system.fault} at call {system.number}: an error that nobody expects"
    return said, {0: "done", 1: "failed"}.get(code, "killed")
