"""Everything that reads: each target takes some bytes, and raises only where something is wrong with us.

A TaquinError is a good answer, and so is whatever the bytes mean where they mean something; then it must come out of
the writer as it went into the reader.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import tempfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from taquin import Board, Limits, Puzzle, TaquinError, analyse
from taquin.batch.hard import HardSearch
from taquin.batch.journal import Journal, companion
from taquin.batch.reader import FileSource
from taquin.batch.workers import LocalThreads
from taquin.datasets import dataset
from taquin.lab.diff import diff_table
from taquin.lab.experiment import load_experiment
from taquin.lab.records import read_records
from taquin.lab.report import tables
from taquin.notation import FORMATS, NOTATIONS, format_board, format_moves, parse_board, parse_boards, parse_moves
from taquin.notation import read_rows as read_board_rows
from taquin.notation.timed_moves import ANY_NOTATION, parse_timed_moves
from taquin.optimal import NATIVE_HEURISTICS, Search
from taquin.optimal.checkpoint import VERSION, read_checkpoint
from taquin.tables import Pattern, store
from tests.fuzz.engines import compare_engines

__all__ = ["TARGETS", "Target"]


@dataclass(frozen=True)
class Target:
    """What reads some bytes, and examples to begin with."""

    read: Callable[[bytes], None]
    examples: tuple[bytes, ...]
    largest: int = 400
    """Bytes that are tried at most: what goes wrong goes wrong with few."""


@cache
def _folder() -> Path:
    """A folder of this process, in memory where the system has such a place."""
    memory = Path("/dev/shm")
    return Path(tempfile.mkdtemp(prefix="taquin-fuzz-", dir=memory if memory.is_dir() else None))


def _file(name: str, content: bytes) -> Path:
    path = _folder() / name
    path.write_bytes(content)
    return path


def _text(content: bytes) -> str:
    return content.decode(errors="replace")


def boards(content: bytes) -> None:
    """Every format of boards."""
    text = _text(content)
    with contextlib.suppress(TaquinError):
        board = parse_board(text)
        for form in FORMATS:
            assert parse_board(format_board(board, form)) == board, form
    with contextlib.suppress(TaquinError):
        for board in parse_boards(text):
            assert Board.parse(str(board)) == board
    with contextlib.suppress(TaquinError):
        assert all(isinstance(cell, int) for row in read_board_rows(text) for cell in row)


def moves(content: bytes) -> None:
    """Every notation of moves."""
    board, text = Board.blank_last(3), _text(content)
    for notation in NOTATIONS:
        with contextlib.suppress(TaquinError):
            found = parse_moves(text, notation, board)
            if len(found) < 10_000 and notation != "number":
                assert parse_moves(format_moves(found, notation, runs=True), notation) == found
            board.play(found)


def solves(content: bytes) -> None:
    """The moves of a solve with their times, in a notation to be found out, and what is said of them."""
    board, text = Board([[1, 2, 3], [4, 0, 6], [7, 5, 8]]), _text(content)
    for notation in (ANY_NOTATION, *NOTATIONS):
        with contextlib.suppress(TaquinError):
            found = parse_timed_moves(text, board, notation=notation)
            assert found.times is None or len(found.times) == len(found.moves)
            if len(found.moves) < 40:
                judged = analyse(board, found.moves, times=found.times)
                assert judged.exact
                assert sum(move.lost or 0 for move in judged.moves) == len(found.moves) + judged.left - len(judged.way)


def checkpoints(content: bytes) -> None:
    """A saved search: as it is, and with a right checksum."""
    header = {"taquin": "search", "version": VERSION, "crc32": zlib.crc32(content)}
    for whole in (content, json.dumps(header).encode() + b"\n" + content):
        path = _file("search", whole)
        with contextlib.suppress(TaquinError):
            read_checkpoint(path)
            search = Search.load(path)
            if len(search.puzzle.start) <= 9:
                search.run(Limits(nodes=search.progress().generated + 300, seconds=1))


def _saved() -> tuple[bytes, ...]:
    found = []
    for heuristic in NATIVE_HEURISTICS:
        search = Search(Puzzle(Board([[8, 6, 7], [2, 5, 4], [3, 0, 1]])), heuristic=heuristic)
        search.run(Limits(nodes=60))
        search.save(_folder() / "search")
        found.append((_folder() / "search").read_bytes().partition(b"\n")[2])
    return tuple(found)


_PATTERN: Final = Pattern(3, 2, (0, 1), 5)


def table_files(content: bytes) -> None:
    """A table: as it is, and with a header whose own checksum is right."""
    os.environ["TAQUIN_CACHE"] = str(_folder())
    text, _, bits = content.partition(b"\n")
    header = (f"{zlib.crc32(text):08x}\n".encode() + text + b"\n").ljust(store.HEADER)
    for whole in (content, header + bits):
        _file(store.path_of(_PATTERN).name, whole)
        with contextlib.suppress(TaquinError):
            store.open_table(_PATTERN).read()
        for record in store.records():
            store.verify(record)


def _table() -> bytes:
    header = store._header(_PATTERN, b"12345678", "distance")
    return header.split(b"\n")[1] + b"\n12345678"


def journals(content: bytes) -> None:
    """A results file that is continued: of a batch, and of a search on many workers."""
    path = _file("results", content)
    companion(path).write_text('{"goal": "x"}\n')
    with contextlib.suppress(TaquinError):
        journal = Journal(path, {"goal": "x"})
        try:
            assert sum(journal.is_done(line) for line in range(100)) <= journal.recovered
        except TaquinError:
            pass
        finally:
            journal.close()
        assert not path.stat().st_size or path.read_bytes().endswith(b"\n")
    puzzle = Puzzle(Board([[8, 6, 7], [2, 5, 4], [3, 0, 1]]))
    path = _file("parts", content)
    with contextlib.suppress(TaquinError), LocalThreads(1) as workers:
        search = HardSearch(puzzle, workers, Limits(), "manhattan", "default", None, 5, lambda iteration: None)
        companion(path).write_text(json.dumps(search.description) + "\n")
        Journal(path, search.description, on_recovered=search.recover).close()


def experiments(content: bytes) -> None:
    """The TOML file of an experiment."""
    with contextlib.suppress(TaquinError):
        experiment = load_experiment(str(_file("experiment.toml", content)))
        assert experiment.title and experiment.count() >= 0
        if experiment.count() < 1000:
            assert sum(1 for _ in zip(range(20), experiment.jobs())) <= 20  # noqa: B905


def records(content: bytes) -> None:
    """The records of an experiment: their report, and their difference from others."""
    for name in ("records.jsonl", "records.json"):
        with contextlib.suppress(TaquinError):
            found = read_records(_file(name, content))
            diff_table(found, found)
    with contextlib.suppress(TaquinError):
        tables(load_experiment("nodes"), read_records(_file("records.jsonl", content)))


_RECORD: Final = (
    b'{"line": 1, "experiment": "nodes", "measure": "solve", "dataset": "korf100", "solver": "s", "id": "1", '
    b'"outcome": "solved", "length": 57, "generated": 9, "seconds": 0.1, "repeat": 1, "environment": {}}\n'
)


def sources(content: bytes) -> None:
    """A file of boards for `taquin batch`."""
    with contextlib.suppress(TaquinError):
        for job in FileSource(_file("boards", content)).jobs():
            assert job.line > 0


def requests(content: bytes) -> None:
    """What the web server reads of a request."""
    from taquin.web import analysed, messages, schema
    from taquin.web import boards as web_boards
    from taquin.web.settings import Settings

    kinds: list[Any] = [
        getattr(room, name) for room in (messages, analysed) for name in room.__all__ if name.endswith("Request")
    ]
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return
    for kind in kinds:
        with contextlib.suppress(schema.BadRequest, TaquinError):
            found = schema.read(kind, value)
            if hasattr(found, "board"):
                web_boards.read_puzzle(Settings(), found.board, getattr(found, "goal", None) or "blank-last")


def names(content: bytes) -> None:
    """Names of datasets and of tables."""
    from taquin.cli.tables import read_name

    name = _text(content)
    with contextlib.suppress(TaquinError):
        dataset(name)
    try:
        read_name(name, "blank-last")
    except Exception as error:
        assert type(error).__name__ in ("UsageError", "TableError", "TaquinError"), error


def engines(content: bytes) -> None:
    """Every engine on the puzzle that the bytes stand for."""
    compare_engines(content)


_BOXED: Final = b"+-+-+\n|1|2|\n+-+-+\n|3| |\n+-+-+"

TARGETS: Final[dict[str, Target]] = {
    "boards": Target(
        boards, (b"1 2 3/4 5 6/7 8 0", b"2 2\n1 2\n3 0", b"[[1, 2], [3, 0]]", _BOXED, b'{"board": [[1,2],[3,0]]}')
    ),
    "moves": Target(moves, (b"RDL2U", b"up, down; left right", b"8 7 4", b"R99999")),
    "solves": Target(solves, (b"R@0.5 D@0.75", b"U 0.1\nR 0.25\nD 1.5", b"5 8", b"DR@.3s, UL@2;")),
    "checkpoints": Target(checkpoints, _saved(), 3000),
    "tables": Target(table_files, (_table(),), 600),
    "journals": Target(
        journals, (b'{"line": 1, "outcome": "solved"}\n', b'{"line": 2, "outcome": "limit", "check": 7}\n{"li')
    ),
    "experiments": Target(experiments, (Path(__file__).with_name("example.toml").read_bytes(),), 1500),
    "records": Target(records, (_RECORD, b'{"korf": {"nodes": 1}}'), 1000),
    "sources": Target(
        sources, (b"1 2 3/4 5 6/7 8 0\n# no board\n3 0/1 2\n", b"1 2\n3 0\n\n0 1\n2 3\n", gzip.compress(b"1 2/3 0\n"))
    ),
    "requests": Target(
        requests, (b'{"board": "1 2 3/4 5 6/7 8 0", "goal": "blank-last"}', b'{"width": 3, "height": 3, "seed": 1}')
    ),
    "names": Target(names, (b"random-4x4-1000-seed7", b"depth-3x3-20-100", b"4x4-large", b"korf100")),
    "engines": Target(engines, (b"", b"\x01\x02\x03", bytes(range(40)))),
}
"""Every target by its name."""
