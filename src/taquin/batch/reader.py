"""Sources of jobs: a file or standard input, read as a stream, or a named dataset.

A file holds one board a line, or boards of several lines separated by empty lines. Which of the two is decided once,
by its first lines; after that a line that cannot be read is one bad job and does not touch its neighbors.
"""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, Final, cast

from taquin.batch.work import Job
from taquin.datasets import Dataset
from taquin.errors import ParseError
from taquin.notation import parse_board

__all__ = ["DatasetSource", "FileSource", "Source"]

_SAMPLE: Final = 200
"""How many lines decide on the layout."""
_LONGEST_LINE: Final = 1 << 20
"""Bytes of a line at most: a board of 255x255 takes some 400,000."""
_GZIP: Final = b"\x1f\x8b"
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


class FileSource:
    """Jobs from a file, which may be compressed by gzip, or from standard input where `path` is None."""

    exact = False
    """Whether `total` is more than an estimate."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.size: int | None = None
        """Bytes of text in the file, where that is known."""
        self.jobs_read = 0
        self._bytes_of_jobs = 0

    def total(self) -> int | None:
        """How many jobs there are in all, estimated from the length of those so far; None where that is unknown."""
        if self.size is None or not self.jobs_read:
            return None
        return max(self.jobs_read, round(self.jobs_read * self.size / self._bytes_of_jobs))

    def jobs(self) -> Iterator[Job]:
        """All jobs in the order of the file. Raises ParseError for a file that is not text, or that cannot be read."""
        try:
            yield from self._opened()
        except OSError as error:
            source = "standard input" if self.path is None else str(self.path)
            raise ParseError(f"cannot be read: {error.strerror or error}", source=source) from None

    def _opened(self) -> Iterator[Job]:
        if self.path is None:
            yield from self._jobs(sys.stdin.buffer)
            return
        with self.path.open("rb") as file:
            beginning = file.read(2) if self.path.is_file() else b""
            if beginning in _UTF_16:
                raise ParseError("this is UTF-16 text: save it as UTF-8", source=str(self.path))
            if beginning == _GZIP:
                file.seek(0)
                try:
                    with gzip.open(file) as text:
                        yield from self._jobs(cast(BinaryIO, text))
                except (gzip.BadGzipFile, EOFError, zlib.error) as error:
                    raise ParseError(f"the compressed file is damaged: {error}", source=str(self.path)) from None
                return
            if self.path.is_file():
                file.seek(0)
                self.size = self.path.stat().st_size
            yield from self._jobs(file)

    def _jobs(self, file: BinaryIO) -> Iterator[Job]:
        lines = self._lines(file)
        sample = list(islice(lines, _SAMPLE))
        blocks = _is_in_blocks(sample)
        for job in (_blocks if blocks else _single_lines)(chain(sample, lines)):
            self.jobs_read += 1
            self._bytes_of_jobs += len(job.text) + (2 if blocks else 1)
            yield job

    def _lines(self, file: BinaryIO) -> Iterator[Job]:
        """Every line with its number, comments taken off; what is not text stays recognisably wrong."""
        number = 0
        while content := file.readline(_LONGEST_LINE):
            number += 1
            if len(content) == _LONGEST_LINE and not content.endswith(b"\n"):
                content = b"(a line that is too long) " + content[:100]
                while (rest := file.readline(_LONGEST_LINE)) and not rest.endswith(b"\n"):
                    pass
            text = content.decode("utf-8-sig" if number == 1 else "utf-8", errors="replace").rstrip()
            if not text.lstrip().startswith("#"):
                yield Job(number, text)


class DatasetSource:
    """Jobs from a named dataset: the number of a board stands for its line."""

    exact = True

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset
        self.jobs_read = 0

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
