"""The results file: one JSON line a job, appended; the next run of the same command continues it.

Beside it stands a small file `NAME.run` that says which settings the results belong to; a result may carry a checksum
of its job, so that results of other jobs are never taken for its own. Every line is sealed (`seal.py`): one that was
altered is refused, by a run that continues the file and by whoever reads it (`read_results`). A line counts when its
line end is there, so a line torn by a kill is cut off and its job is done again. A lock keeps two runs apart.
"""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from taquin.batch.seal import Seal, is_sealed
from taquin.errors import TaquinError
from taquin.files import GrowingFile, remove_drafts, write_whole

__all__ = ["NOT_PROVEN", "Journal", "companion", "ending", "read_results"]


NOT_PROVEN: Final = "solved but not proven"
"""How a job has ended whose solution may not be a shortest one."""


_LINE_FORMAT: Final = 2
"""Goes up when lines are written in another way: a file with lines of both would be refused halfway."""
_BLOCK: Final = 64
"""Lines whose results are noted together."""
_LONGEST_LINE: Final = 128 << 20
"""Bytes of a line at most; the longest solution that we know of, of a board of 255x255, has some 50 million moves."""


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
        description = {**description, "line format": _LINE_FORMAT}
        self._seal = Seal(description)
        self._checks: dict[int, array[int]] = {}
        """In blocks of lines, so that a large number alone costs nothing: 0 without a result, else its checksum + 1."""
        if path.exists() and not path.is_file():
            raise TaquinError(f"{path} is not a file that results can be kept in")
        try:
            self._file = GrowingFile(path)
        except BlockingIOError:
            raise TaquinError(f"{path}: another run is writing to this file") from None
        try:
            if restart and (not self._file.size or companion(path).exists()):
                self._file.cut(0)
            elif self._file.size:
                _require_same(path, description)
                self._recover(on_recovered)
            remove_drafts(companion(path))
            write_whole(companion(path), json.dumps(description).encode() + b"\n")
        except BaseException:
            self._file.close()
            raise
        self.recovered = self.outcomes.total()

    def is_done(self, line: int, check: int = 0) -> bool:
        """Whether the job of this line has its result; raises TaquinError where it is that of another job."""
        block = self._checks.get(line // _BLOCK)
        found = block[line % _BLOCK] if block else 0
        if found and found != check + 1:
            raise TaquinError(
                f"{self.path} has the result of another board for line {line}: choose another file, or start anew with "
                "--restart"
            )
        return bool(found)

    def append(self, lines: list[str]) -> None:
        """Add results, all or none; they survive a kill of this process from now on."""
        self._file.append("".join(map(self._seal.sealed, lines)).encode())
        for text in lines:
            self._count(json.loads(text))

    def close(self) -> None:
        """Make the results survive a power cut too, and let go of the file."""
        if not self._file.closed:
            try:
                self._file.sync()
            finally:
                self._file.close()

    def _count(self, result: dict[str, Any]) -> None:
        line = result["line"]
        if not isinstance(line, int) or line < 0:
            raise ValueError("not the number of a line")
        block = self._checks.setdefault(line // _BLOCK, array("Q", bytes(8 * _BLOCK)))
        block[line % _BLOCK] = result.get("check", 0) + 1
        self.outcomes[ending(result)] += 1

    def _recover(self, on_recovered: Callable[[dict[str, Any]], None]) -> None:
        """Take note of every whole line; cut off a torn one at the end."""
        whole = 0
        for number, content in enumerate(self._file.lines(_LONGEST_LINE), start=1):
            if not content.endswith(b"\n") and len(content) <= _LONGEST_LINE:
                break
            try:
                result = self._seal.opened(content)
                on_recovered(result)
                self._count(result)
            except (ValueError, LookupError, TypeError, OverflowError, RecursionError):
                raise _altered(self.path, number) from None
            whole += len(content)
        self._file.cut(whole)


def companion(path: Path) -> Path:
    """The file that says what a results file belongs to."""
    return path.with_name(path.name + ".run")


def read_results(path: Path, on_warning: Callable[[str], None] = lambda text: None) -> Iterator[dict[str, Any]]:
    """The results of a file, of which nothing is changed; a line torn by a kill at its end is left out.

    Raises TaquinError for a line that was altered. What `taquin batch` printed instead of keeping it has no checksums;
    those of a file without its companion cannot be checked, and a warning says so.
    """
    seal = None
    if companion(path).exists():
        try:
            seal = Seal(json.loads(companion(path).read_text()))
        except (OSError, ValueError) as error:
            raise TaquinError(f"{companion(path)}: cannot be read, and the checksums rest on it: {error}") from None
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                return
            try:
                result = json.loads(line) if seal is None else seal.opened(line)
            except (ValueError, RecursionError):
                result = None
            if not isinstance(result, dict):
                raise _altered(path, number)
            if number == 1 and seal is None and is_sealed(line):
                on_warning(f"{path}: the checksums of its lines are not checked: {companion(path).name} is missing")
            yield result


def _altered(path: Path, number: int) -> TaquinError:
    return TaquinError(
        f"{path}:{number}: this is not a result, or it was altered; delete the line, and the command that wrote the "
        "file does its job again"
    )


def _require_same(path: Path, description: dict[str, Any]) -> None:
    try:
        before = json.loads(companion(path).read_text())
    except (OSError, ValueError):
        raise TaquinError(
            f"{path} exists and is no results file with its {companion(path).name}: choose another file"
        ) from None
    if differing := list(_differing(before, description)):
        raise TaquinError(
            f"{path} has results of another run (different {', '.join(differing)}): "
            "choose another file, or start anew with --restart, which deletes these"
        )


def _differing(before: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """What two descriptions do not have in common; of something with parts, which of them."""
    for key in {**now, **before}:
        one, two = before.get(key), now.get(key)
        if isinstance(one, dict) and isinstance(two, dict):
            parts = list(_differing(one, two))
            yield from [f"{key}: {' and '.join(parts)}"] if parts else []
        elif one != two:
            yield key
