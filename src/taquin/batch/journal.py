"""The results file: one JSON line a job, appended; the next run of the same command continues it.

Beside it stands a small file `NAME.run` that says which settings the results belong to; a result may carry a checksum
of its job, so that results of other jobs are never taken for its own. A line counts when its line end is there, so a
line torn by a kill is cut off and its job is done again. A lock keeps two runs apart.
"""

from __future__ import annotations

import json
import os
from array import array
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Final

from taquin.errors import TaquinError

__all__ = ["NOT_PROVEN", "Journal", "companion", "ending"]


NOT_PROVEN: Final = "solved but not proven"
"""How a job has ended whose solution may not be a shortest one."""


def ending(result: dict[str, Any]) -> str:
    """How a job has ended: its outcome, which is told apart where a solution is not proven shortest."""
    outcome: str = result["outcome"]
    return NOT_PROVEN if outcome == "solved" and not result.get("optimal", True) else outcome


class Journal:
    """An open results file. `done` tells which lines of the source have a result; `outcomes` counts how they ended."""

    def __init__(
        self,
        path: Path,
        description: dict[str, Any],
        restart: bool = False,
        on_recovered: Callable[[dict[str, Any]], None] = lambda result: None,
    ) -> None:
        """Open the file, or begin it; `on_recovered` gets every result that is there already."""
        self.path = path
        self.outcomes: Counter[str] = Counter()
        self._checks = array("Q")
        """By the number of a line: 0 where it has no result, else its checksum + 1."""
        if path.exists() and not path.is_file():
            raise TaquinError(f"{path} is not a file that results can be kept in")
        self._file: BinaryIO = path.open("ab+")
        try:
            self._lock()
            if restart and (not self._file.tell() or companion(path).exists()):
                self._file.truncate(0)
            elif self._file.tell():
                _require_same(path, description)
                self._recover(on_recovered)
            _write_whole(companion(path), json.dumps(description) + "\n")
        except BaseException:
            self._file.close()
            raise
        self.recovered = self.outcomes.total()

    def is_done(self, line: int, check: int = 0) -> bool:
        """Whether the job of this line has its result; raises TaquinError where it is that of another job."""
        found = self._checks[line] if line < len(self._checks) else 0
        if found and found != check + 1:
            raise TaquinError(
                f"{self.path} has the result of another board for line {line}: choose another file, or start anew with "
                "--restart"
            )
        return bool(found)

    def append(self, lines: list[str]) -> None:
        """Add results; they survive a kill of this process from now on."""
        for text in lines:
            self._count(json.loads(text))
        self._file.write("".join(lines).encode())
        self._file.flush()

    def close(self) -> None:
        """Make the results survive a power cut too, and let go of the file."""
        if not self._file.closed:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()

    def _count(self, result: dict[str, Any]) -> None:
        line = result["line"]
        if line >= len(self._checks):
            self._checks.extend([0] * (line + 1 + line // 8 - len(self._checks)))
        self._checks[line] = result.get("check", 0) + 1
        self.outcomes[ending(result)] += 1

    def _recover(self, on_recovered: Callable[[dict[str, Any]], None]) -> None:
        """Take note of every whole line; cut off a torn one at the end."""
        self._file.seek(0)
        whole = 0
        for number, content in enumerate(self._file, start=1):
            if not content.endswith(b"\n"):
                break
            try:
                result = json.loads(content)
                on_recovered(result)
                self._count(result)
            except (ValueError, LookupError, TypeError, OverflowError, RecursionError):
                raise TaquinError(
                    f"{self.path}:{number}: this is not a result, or it was altered; delete the line, and its job is "
                    "done again"
                ) from None
            whole += len(content)
        self._file.truncate(whole)
        self._file.seek(0, os.SEEK_END)

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # no such locks on Windows
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise TaquinError(f"{self.path}: another run is writing to this file") from None
        except OSError:  # a file system without locks
            return


def companion(path: Path) -> Path:
    """The file that says what a results file belongs to."""
    return path.with_name(path.name + ".run")


def _require_same(path: Path, description: dict[str, Any]) -> None:
    try:
        before = json.loads(companion(path).read_text())
    except (OSError, ValueError):
        raise TaquinError(
            f"{path} exists and is no results file with its {companion(path).name}: choose another file"
        ) from None
    differing = [key for key in {**description, **before} if before.get(key) != description.get(key)]
    if differing:
        raise TaquinError(
            f"{path} has results of another run (different {', '.join(differing)}): "
            "choose another file, or start anew with --restart"
        )


def _write_whole(path: Path, text: str) -> None:
    """Write a file that is either there as a whole or not at all."""
    draft = path.with_name(path.name + ".new")
    draft.write_text(text)
    draft.replace(path)
