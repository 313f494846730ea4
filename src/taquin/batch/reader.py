"""Sources of jobs: a file or standard input, read as a stream, or a named dataset.

A file holds one board a line, or boards of several lines separated by empty lines. Which of the two is decided once,
by its first lines; after that a line that cannot be read is one bad job and does not touch its neighbours.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO, Final

from taquin.batch.work import Job
from taquin.datasets import Dataset
from taquin.errors import ParseError
from taquin.notation import parse_board

__all__ = ["DatasetSource", "FileSource", "Source"]

_SAMPLE: Final = 200
"""How many lines decide on the layout."""
_LONGEST_LINE: Final = 1 << 20
_FINGERPRINT: Final = 1 << 24
"""How many bytes of a file are compared before its results are continued: reading all would take minutes."""


class FileSource:
    """Jobs from a file, or from standard input where `path` is None."""

    exact = False
    """Whether `total` is more than an estimate."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.size = path.stat().st_size if path is not None and path.is_file() else None
        self.bytes_read = 0
        self.jobs_read = 0

    def identity(self) -> dict[str, Any]:
        """What tells this source from another: size and beginning of a file; nothing for standard input."""
        if self.path is None or self.size is None:
            return {"source": "standard input" if self.path is None else str(self.path)}
        with self.path.open("rb") as file:
            digest = hashlib.sha256(file.read(_FINGERPRINT)).hexdigest()
        return {"bytes": self.size, "sha256": digest}

    def total(self) -> int | None:
        """How many jobs there are in all, estimated from the bytes read so far; None where that is unknown."""
        if self.size is None or not self.bytes_read:
            return None
        return max(self.jobs_read, round(self.jobs_read * self.size / self.bytes_read))

    def jobs(self) -> Iterator[Job]:
        """All jobs in the order of the file."""
        if self.path is None:
            yield from self._jobs(sys.stdin.buffer)
            return
        with self.path.open("rb") as file:
            yield from self._jobs(file)

    def _jobs(self, file: BinaryIO) -> Iterator[Job]:
        lines = self._lines(file)
        sample = list(islice(lines, _SAMPLE))
        blocks = _is_in_blocks(sample)
        for job in (_blocks if blocks else _single_lines)(chain(sample, lines)):
            self.jobs_read += 1
            yield job

    def _lines(self, file: BinaryIO) -> Iterator[Job]:
        """Every line with its number, comments taken off; what is not text stays recognisably wrong."""
        number = 0
        while content := file.readline(_LONGEST_LINE):
            number += 1
            self.bytes_read += len(content)
            if len(content) == _LONGEST_LINE and not content.endswith(b"\n"):
                content = b"(a line that is too long) " + content[:100]
                while (rest := file.readline(_LONGEST_LINE)) and not rest.endswith(b"\n"):
                    self.bytes_read += len(rest)
            text = content.decode("utf-8-sig" if number == 1 else "utf-8", errors="replace").rstrip()
            if not text.lstrip().startswith("#"):
                yield Job(number, text)


class DatasetSource:
    """Jobs from a named dataset: the number of a board stands for its line."""

    exact = True

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset
        self.jobs_read = 0

    def identity(self) -> dict[str, Any]:
        """The name says it all: a dataset never changes."""
        return {"dataset": self.dataset.name}

    def total(self) -> int | None:
        """How many jobs there are in all."""
        return self.dataset.count

    def jobs(self) -> Iterator[Job]:
        """All jobs in the order of the set."""
        self.dataset.instances()  # checks the checksum
        for number, line in enumerate(self.dataset.json_lines(), start=1):
            self.jobs_read += 1
            yield Job(number, line)


Source = FileSource | DatasetSource


def _is_in_blocks(sample: list[Job]) -> bool:
    """Whether boards have several lines each: then blocks of lines read as boards, and hardly a single line does.

    Lines count, not boards: a row such as `1 2 3 0` of a larger board happens to read as a board of its own.
    """
    blocks = [job for job in _blocks(iter(sample)) if "\n" in job.text]
    in_blocks = sum(job.text.count("\n") + 1 for job in blocks if _reads(job.text))
    in_lines = sum(_reads(job.text) for job in sample if job.text)
    if blocks and not in_blocks and not in_lines:
        return len(blocks) > 1  # nothing can be read: empty lines in between still tell what was meant
    return in_blocks > in_lines


def _reads(text: str) -> bool:
    try:
        parse_board(text)
    except ParseError:
        return False
    return True


def _single_lines(lines: Iterator[Job]) -> Iterator[Job]:
    return (job for job in lines if job.text)


def _blocks(lines: Iterator[Job]) -> Iterator[Job]:
    first = 0
    block: list[str] = []
    for number, text in lines:
        if text:
            first = first if block else number
            block.append(text)
        elif block:
            yield Job(first, "\n".join(block))
            block = []
    if block:
        yield Job(first, "\n".join(block))
