"""Files that changed while they lay on disk: noticed before anything is called proven by them."""

from __future__ import annotations

import json
import os
import random
import re
import struct
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taquin import (
    Board,
    Limits,
    Outcome,
    Puzzle,
    Solution,
    Solving,
    TableError,
    TaquinError,
    Unsolvable,
    scramble,
    solve,
)
from taquin.batch import LocalThreads
from taquin.batch.hard import solve_hard
from taquin.cli import run as command
from taquin.datasets import dataset
from taquin.native import core
from taquin.optimal import NATIVE_HEURISTICS, Autosave, Search, distances
from taquin.optimal.checkpoint import read_checkpoint, write_checkpoint
from taquin.tables import Pattern, forget, plan, store, table_set
from taquin.tables.build import build, space, table_bytes

pytestmark = pytest.mark.skipif(core is None, reason="needs the native engine")

FOUR_BY_THREE = Board.blank_last(4, 3)
FOUR_BY_FOUR = Board.blank_last(4)


def patterns_of(goal: Board) -> list[Pattern]:
    return list(dict.fromkeys(p for uses in plan(*goal.shape, goal.blank, "default") for p, _ in uses))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of its own; what was loaded from another is forgotten before and after."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "cache"))
    forget()
    yield tmp_path / "cache"
    forget()


# Tables


def flip_a_bit(content: bytearray, rng: random.Random) -> None:
    content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)


def zero_a_page(content: bytearray, rng: random.Random) -> None:
    page = rng.randrange(len(content)) // 4096 * 4096
    content[page : page + 4096] = bytes(len(content[page : page + 4096]))


def exchange_pages(content: bytearray, rng: random.Random) -> None:
    one, other = (rng.randrange(len(content) // 512) * 512 for _ in range(2))
    content[one : one + 512], content[other : other + 512] = content[other : other + 512], content[one : one + 512]


def cut_off(content: bytearray, rng: random.Random) -> None:
    del content[rng.randrange(len(content)) :]


def append(content: bytearray, rng: random.Random) -> None:
    content += rng.randbytes(rng.randrange(1, 5000))


def overwrite(content: bytearray, rng: random.Random) -> None:
    begin = rng.randrange(len(content))
    rubbish = rng.randbytes(rng.randrange(1, 200))[: len(content) - begin]
    content[begin : begin + len(rubbish)] = rubbish


DAMAGES: list[Callable[[bytearray, random.Random], None]] = [
    flip_a_bit, zero_a_page, exchange_pages, cut_off, append, overwrite,
]  # fmt: skip


def rewrite(path: Path, old: bytes | bytearray, new: bytes | bytearray) -> None:
    """Give a file another content by writing only where the two differ: these are tens of thousands of megabytes."""
    common = min(len(old), len(new))
    differing = np.flatnonzero(np.frombuffer(old, "u1", common) != np.frombuffer(new, "u1", common))
    with path.open("r+b") as file:
        if differing.size:
            file.seek(int(differing[0]))
            file.write(new[differing[0] : differing[-1] + 1])
        file.seek(common)
        file.write(new[common:])
        file.truncate(len(new))


def is_noticed(pattern: Pattern) -> bool:
    """Whether the file of a table is refused."""
    try:
        file = store.open_table(pattern)
        file.require_size(table_bytes(pattern))
        file.read()
    except TableError:
        return True
    return False


def damage_and_count(patterns: list[Pattern], rounds: int, seed: int) -> tuple[int, int]:
    """Damage the tables' files again and again, their times kept: how often that was noticed, how often harmless."""
    rng = random.Random(seed)
    whole = {pattern: store.path_of(pattern).read_bytes() for pattern in patterns}
    noticed = harmless = 0
    for _ in range(rounds):
        pattern = rng.choice(patterns)
        path = store.path_of(pattern)
        before = path.stat()
        content = bytearray(whole[pattern])
        if rng.random() < 0.1:
            content[:] = whole[rng.choice(patterns)]
        else:
            rng.choice(DAMAGES)(content, rng)
        rewrite(path, whole[pattern], content)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        if content == whole[pattern]:  # such as a page of zeros that was zero before
            harmless += 1
            assert not is_noticed(pattern)
        else:
            noticed += 1
            assert is_noticed(pattern), f"{pattern}: damage was not noticed"
        rewrite(path, content, whole[pattern])
    return noticed, harmless


def test_every_damage_of_a_table_is_noticed(cache: Path) -> None:
    table_set(FOUR_BY_THREE)
    noticed, harmless = damage_and_count(patterns_of(FOUR_BY_THREE), 600, seed=1)
    assert noticed > 500 and noticed + harmless == 600


@pytest.mark.slow
def test_ten_thousand_damages_of_tables_are_noticed(cache: Path) -> None:
    """Figures with pytest -s."""
    table_set(FOUR_BY_THREE)
    table_set(FOUR_BY_FOUR)
    for goal, rounds in ((FOUR_BY_THREE, 7000), (FOUR_BY_FOUR, 3000)):
        noticed, harmless = damage_and_count(patterns_of(goal), rounds, seed=2)
        print(f"\n{goal.width}x{goal.height}: {rounds:,} damages, {noticed:,} noticed when opened, {harmless} harmless")


def test_rotted_tables_with_their_times_kept_prove_nothing_false(cache: Path) -> None:
    """Ten stretches of each table turned over: built again, with one line each, and all lengths right."""
    rng = random.Random(3)
    boards = [scramble(4, 3, seed=seed) for seed in range(40)]
    lengths = [Search(Puzzle(board)).run().length for board in boards]
    forget()
    for path in cache.glob("*.table"):
        before = path.stat()
        content = bytearray(path.read_bytes())
        for _ in range(10):
            begin = rng.randrange(store.HEADER, len(content))
            content[begin : begin + 4096] = bytes(255 - byte for byte in content[begin : begin + 4096])
        path.write_bytes(content)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    warnings: list[str] = []
    found = [Search(Puzzle(board), on_warning=warnings.append).run() for board in boards]
    assert [solution.length for solution in found] == lengths and all(solution.optimal for solution in found)
    assert len(warnings) == len(list(cache.glob("*.table")))
    assert all("damaged" in warning and "built again" in warning for warning in warnings)


@pytest.mark.parametrize("change", [{"byte_order": "middle"}, {"bytes": "many"}, {"home": None}, {"version": 1}, []])
def test_a_header_of_another_kind_is_refused_with_a_word(cache: Path, change: Any) -> None:
    """Headers whose own checksum is right."""
    pattern = patterns_of(FOUR_BY_THREE)[0]
    table_set(FOUR_BY_THREE)
    path = store.path_of(pattern)
    content = path.read_bytes()
    fields = {**store.read_header(path), **change} if isinstance(change, dict) else change
    text = json.dumps(fields).encode()
    header = f"{zlib.crc32(text):08x}\n".encode() + text + b"\n"
    path.write_bytes(header.ljust(store.HEADER) + content[store.HEADER :])
    with pytest.raises(TableError, match=str(path)):
        store.open_table(pattern)


@pytest.mark.parametrize("kind", ["pipe", "folder", "link to nowhere", "another name"])
def test_what_is_no_table_file_neither_hangs_nor_stands_in_the_way(cache: Path, kind: str) -> None:
    table_set(FOUR_BY_THREE)
    one, other = (store.path_of(pattern) for pattern in patterns_of(FOUR_BY_THREE)[:2])
    content = one.read_bytes()
    other.unlink()
    if kind == "pipe":
        os.mkfifo(other)
    elif kind == "folder":
        other.mkdir()
    elif kind == "link to nowhere":
        other.symlink_to(cache / "nowhere")
    else:
        other.write_bytes(content)
    forget()
    (record,) = [record for record in map(store.verify, store.records()) if record.problem]
    assert record.path == other
    board = scramble(4, 3, seed=1)
    length = solve(board, heuristic="manhattan").length
    assert Search(Puzzle(board)).run().length == length
    assert is_good(other) and (cache / f"{other.name}.damaged").is_symlink() == (kind == "link to nowhere")


@pytest.mark.parametrize("harm", ["cut off", "overwritten", "folder in its place"])
def test_what_becomes_of_a_table_that_is_in_use_does_not_matter(cache: Path, harm: str) -> None:
    """A file that was mapped into memory changed the search, or ended the program with a bus error."""
    boards = [scramble(4, 3, seed=seed) for seed in range(20)]
    lengths = [Search(Puzzle(board)).run().length for board in boards]
    forget()
    searches = [Search(Puzzle(board)) for board in boards]
    for search in searches:
        search.run(Limits(nodes=1))
    for path in list(cache.glob("*.table")):
        if harm == "cut off":
            os.truncate(path, store.HEADER)
        elif harm == "overwritten":
            with path.open("r+b") as file:
                file.seek(store.HEADER)
                file.write(bytes(path.stat().st_size - store.HEADER))
        else:
            path.unlink()
            path.mkdir()
    assert [search.run().length for search in searches] == lengths


def test_bits_that_change_in_memory_are_a_table_error() -> None:
    """Nothing on disk does that any more; whoever lends the core its memory still can."""
    pattern = max(patterns_of(FOUR_BY_THREE), key=table_bytes)
    bits = build(pattern)
    table = core.PatternTable(space(4, 3, len(pattern.home)), list(pattern.home), pattern.blank, bits)
    bits[:] = bytes(len(bits))
    with pytest.raises(TableError, match="damaged in memory"):
        for cells in permutations(range(len(pattern.home))):
            table.distance(list(cells), 11)


def test_a_damaged_table_is_set_aside(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever wants to know what happened to it finds it; a second one takes the place of the first."""
    table_set(FOUR_BY_THREE)
    path = store.path_of(patterns_of(FOUR_BY_THREE)[0])
    for _ in range(2):
        damaged = path.read_bytes()[:-7]
        path.write_bytes(damaged)
        forget()
        table_set(FOUR_BY_THREE)
        assert path.with_name(path.name + ".damaged").read_bytes() == damaged
        assert is_good(path)
    assert len(list(cache.glob("*.damaged*"))) == 1
    aside = f"{path.name}.damaged"
    assert command(["tables", "verify"]) == 0  # the one in its place is good
    capsys.readouterr()
    assert command(["tables", "list"]) == 0
    assert aside in (listed := capsys.readouterr().out) and listed.count("set aside") == 1
    spare = (cache / aside).read_bytes()
    assert command(["tables", "remove", aside]) == 0 and is_good(path) and not list(cache.glob("*.damaged*"))
    (cache / aside).write_bytes(spare)
    assert command(["tables", "remove", "--all"]) == 0
    assert not list(cache.iterdir())


@pytest.mark.parametrize("pool", ["processes", "threads"])
def test_a_damaged_table_of_a_batch_is_told_once(
    cache: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], pool: str
) -> None:
    table_set(FOUR_BY_THREE)
    path = store.path_of(patterns_of(FOUR_BY_THREE)[0])
    path.write_bytes(path.read_bytes()[:-7])
    forget()
    results = tmp_path / "results.jsonl"
    command_line = ["batch", "random-4x3-20", "-o", str(results), "--workers", "2", "--pool", pool, "--quiet"]
    assert command(command_line) == 0
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and f"{path}: cut off" in said and "set aside and built again" in said
    assert is_good(path) and len(results.read_text().splitlines()) == 20


def is_good(path: Path) -> bool:
    (record,) = [record for record in map(store.verify, store.records()) if record.path == path]
    return not record.problem


def test_a_pipe_in_the_place_of_a_lock_does_not_hang(cache: Path) -> None:
    cache.mkdir()
    for pattern in patterns_of(FOUR_BY_THREE):
        os.mkfifo(store.path_of(pattern).with_suffix(".lock"))
    table_set(FOUR_BY_THREE)
    assert all(is_good(store.path_of(pattern)) for pattern in patterns_of(FOUR_BY_THREE))


def test_building_tables_that_cannot_be_kept_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cache").write_text("in the way")
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "cache"))
    forget()
    assert command(["tables", "build", "4x3"]) == 6
    out, err = capsys.readouterr()
    assert "ready" not in out and "tables are not kept" in err.splitlines()[-1]
    forget()


def test_each_table_that_is_built_has_its_line_where_nobody_sees_a_live_one(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def told() -> list[str]:
        forget()
        assert command(["tables", "build", "4x3"]) == 0
        return re.findall(r"^table (\d of \d) was built in [\d.]+ s$", capsys.readouterr().err, re.MULTILINE)

    patterns = patterns_of(FOUR_BY_THREE)
    assert told() == [f"{number} of {len(patterns)}" for number in range(1, len(patterns) + 1)]
    store.path_of(patterns[-1]).unlink()
    assert told() == [f"{len(patterns)} of {len(patterns)}"], "only what was missing"
    forget()


# Solutions


def test_a_solution_is_never_shorter_than_what_is_proven() -> None:
    puzzle = Puzzle(Board([[1, 2, 3], [4, 5, 6], [7, 0, 8]]))
    moves = solve(puzzle).moves
    assert Solution(puzzle, Outcome.SOLVED, moves, bound=1).optimal
    with pytest.raises(RuntimeError, match="1 moves where at least 3"):
        Solution(puzzle, Outcome.SOLVED, moves, bound=3)


# Checkpoints

PUZZLE = next(iter(dataset("korf100").instances())).puzzle


def saved_search(path: Path, heuristic: str) -> bytes:
    search = Search(PUZZLE, heuristic=heuristic)
    assert not search.run(Limits(nodes=3000)).solved
    search.save(path)
    return path.read_bytes()


@pytest.mark.parametrize("heuristic", NATIVE_HEURISTICS)
def test_an_altered_checkpoint_is_refused(tmp_path: Path, heuristic: str) -> None:
    rng = random.Random(4)
    path = tmp_path / "search"
    whole = saved_search(path, heuristic)
    Search.load(path)
    for _ in range(400):
        content = bytearray(whole)
        rng.choice([flip_a_bit, cut_off, append, overwrite])(content, rng)
        path.write_bytes(content)
        if content != whole:
            with pytest.raises(TaquinError, match="saved"):
                Search.load(path)


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_what_is_no_file_is_no_checkpoint(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "search"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path = Path("/dev/zero")
    else:
        path.mkdir()
    with pytest.raises(TaquinError, match="not a file that a search can be saved in"):
        Search.load(path)


def test_wrong_options_are_not_blamed_on_the_file(tmp_path: Path) -> None:
    path = tmp_path / "search"
    saved_search(path, "manhattan")
    for threads in (0, 1.5, "2"):
        with pytest.raises(TaquinError, match="choose a whole number from 1 to 256"):
            Search.load(path, threads=threads)
    with pytest.raises(TypeError, match="colour"):
        Search.load(path, colour="red")


@pytest.mark.parametrize("bound", [-5, 1001, 5000, 10**30])
def test_an_impossible_bound_is_refused(tmp_path: Path, bound: int) -> None:
    path = tmp_path / "search"
    saved_search(path, "manhattan")
    write_checkpoint(path, {**read_checkpoint(path), "bound": bound, "iteration": None})
    with pytest.raises(TaquinError, match="not a whole saved search"):
        Search.load(path)


def test_saved_moves_that_do_not_solve_the_puzzle_are_refused_and_the_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "search"
    saved_search(path, "manhattan")
    for key in ("solution", "offered"):
        write_checkpoint(path, {**read_checkpoint(path), key: "UDUD"})
        with pytest.raises(TaquinError, match=f"^{path}: not a whole saved search"):
            Search.load(path)


def test_a_raised_bound_is_refused(tmp_path: Path) -> None:
    """A digit of the bound: the smallest change that made a wrong length look proven."""
    path = tmp_path / "search"
    whole = saved_search(path, "patterns")
    bound = read_checkpoint(path)["bound"]
    altered = whole.replace(f'"bound": {bound}'.encode(), f'"bound": {bound + 4}'.encode())
    assert altered != whole
    path.write_bytes(altered)
    with pytest.raises(TaquinError, match="damaged"):
        Search.load(path)


def replaced(value: Any, rng: random.Random) -> Any:
    """The same JSON value with something else somewhere in it."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        return {**value, key: replaced(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        place = rng.randrange(len(value))
        return [*value[:place], replaced(value[place], rng), *value[place + 1 :]]
    return rng.choice(
        [None, True, -1, 0, 3, 10**30, 1e300, "", "U", "ULDRULDR", "é", [], [1], {}, {"a": 1}, "x" * 2000, 2**63]
    )


@pytest.mark.parametrize("heuristic", NATIVE_HEURISTICS)
def test_a_crafted_checkpoint_never_causes_anything_but_a_refusal(tmp_path: Path, heuristic: str) -> None:
    """States with a right checksum and nonsense in them: a TaquinError, or a search that runs."""
    rng = random.Random(5)
    path = tmp_path / "search"
    saved_search(path, heuristic)
    state = read_checkpoint(path)
    refused = 0
    for _ in range(600):
        write_checkpoint(path, replaced(state, rng))
        try:
            search = Search.load(path)
            search.run(Limits(nodes=search._counts()[0] + 5000, seconds=1))
        except TaquinError:
            refused += 1
        except RuntimeError as error:
            assert "were proven to be needed" in str(error)
    assert refused > 300


def test_a_moved_path_of_a_checkpoint_leaves_no_array(tmp_path: Path) -> None:
    """One move from home: the bound is small, and a long path of legal moves was written behind the end of an array."""
    path = tmp_path / "search"
    search = Search(Puzzle(FOUR_BY_FOUR.play("L"), FOUR_BY_FOUR), heuristic="manhattan")
    search.save(path)
    moves = "ULDR" * 6
    up_and_right = 1 | 4
    for bound in (1, 25):
        part = [bound, 10, 10, [[moves, [*(0 for _ in moves), up_and_right]]]]
        state = {**read_checkpoint(path), "bound": bound}
        write_checkpoint(path, {**state, "iteration": {"generated": 0, "expanded": 0, "waiting": [part]}})
        with pytest.raises(TaquinError, match="does not fit together"):
            Search.load(path).run()


HOLD = """
import sys
from taquin.optimal import Autosave
kept = Autosave(__import__("pathlib").Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_two_runs_do_not_share_a_checkpoint(tmp_path: Path) -> None:
    """Each would overwrite what the other has saved. A run that is killed does not stand in the way."""
    path = tmp_path / "search"
    other = subprocess.Popen([sys.executable, "-c", HOLD, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdout is not None and other.stdout.readline() == b"held\n"
    try:
        with pytest.raises(TaquinError, match="another run is saving its search there"):
            Solving(PUZZLE, checkpoint=path)
        assert command(["solve", "1 2 3 0/4 5 6 7/8 9 10 11", "--checkpoint", str(path)]) == 2
    finally:
        other.kill()
        other.communicate()
    kept = Autosave(path)
    kept.save(Search(PUZZLE, heuristic="manhattan").save)
    assert Search.load(path).puzzle == PUZZLE
    del kept
    assert list(tmp_path.iterdir()) == [path]


# Threads


def test_a_second_thread_in_one_search_is_refused() -> None:
    """Two threads in one native search read and wrote the same stack."""
    search = Search(PUZZLE, heuristic="manhattan")
    begun, refused = threading.Event(), []

    def intrude() -> None:
        begun.wait()
        try:
            search.run()
        except TaquinError as error:
            refused.append(str(error))
        search.stop()

    search.on_tick = lambda busy: begun.set() or True  # type: ignore[func-returns-value]
    thread = threading.Thread(target=intrude)
    thread.start()
    assert search.run(Limits(seconds=60)).outcome is Outcome.STOPPED
    thread.join()
    assert len(refused) == 1 and "in another thread" in refused[0]
    assert search.run(Limits(nodes=10)).outcome is Outcome.LIMIT


def test_the_core_refuses_a_second_thread() -> None:
    goal = PUZZLE.goal
    search = core.manhattan_search(4, 4, list(goal.tiles), list(PUZZLE.start.tiles))
    refused, before = 0, search.generated
    for _ in range(50):  # on a busy machine the thread may be done before this one looks
        search.begin("", 57)
        thread = threading.Thread(target=search.run, args=(30_000_000,))
        thread.start()
        while thread.is_alive():
            try:
                search.save()
            except RuntimeError as error:
                assert "another thread is using this object" in str(error)
                refused += 1
        if refused:
            break
    assert refused and search.generated > before
    assert search.save()[1] == search.generated


def test_a_search_for_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(Unsolvable):
        Search(Puzzle(Board([[2, 1, 3, 4], [5, 6, 7, 8], [9, 10, 11, 0]])))


# The checkpoint of a search on many workers


def with_checkpoint(puzzle: Puzzle, path: Path, **options: Any) -> Solution:
    with LocalThreads(1) as workers:
        return solve_hard(puzzle, workers, checkpoint=path, subtrees=50, **options)


def test_an_altered_line_of_a_distributed_search_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "parts.jsonl"
    solution = with_checkpoint(PUZZLE, path)
    lines = path.read_text().splitlines(keepends=True)
    number = next(i for i, line in enumerate(lines) if '"exhausted"' in line)
    record = json.loads(lines[number])
    changes: list[dict[str, Any]] = [{"bound": record["bound"] + 2}, {"part": "U"}, {"crc32": 0}]
    changes += [{"line": number} for number in (10**12, 10**25, -(10**6))]
    for change in changes:
        path.write_text("".join([*lines[:number], json.dumps({**record, **change}) + "\n", *lines[number + 1 :]]))
        with pytest.raises(TaquinError, match=f":{number + 1}: this is not a result, or it was altered"):
            with_checkpoint(PUZZLE, path)
    path.write_text("".join(lines[:number] + lines[number + 1 :]))  # what the message says to do
    again = with_checkpoint(PUZZLE, path)
    assert (again.length, again.bound) == (solution.length, solution.bound)


def test_the_lines_of_another_puzzle_are_refused(tmp_path: Path) -> None:
    path, other = tmp_path / "parts.jsonl", tmp_path / "other.jsonl"
    with_checkpoint(PUZZLE, path)
    with_checkpoint(list(dataset("korf100").instances())[1].puzzle, other)
    path.write_bytes(other.read_bytes())
    with pytest.raises(TaquinError, match="this is not a result"):
        with_checkpoint(PUZZLE, path)


def test_complete_distances_do_not_come_from_disk(cache: Path) -> None:
    """The smallest boards have nothing that could rot."""
    goal = Board.blank_last(3)
    assert distances(goal).distance(goal.tiles) == 0 and not cache.exists()


def test_the_checksum_is_that_of_the_file(cache: Path) -> None:
    """The layout that tables/store.py describes, read with nothing of ours but the checksum."""
    from taquin.native import checksum_python

    pattern = min(patterns_of(FOUR_BY_THREE), key=table_bytes)
    table_set(FOUR_BY_THREE)
    content = store.path_of(pattern).read_bytes()
    fields = json.loads(content[9 : content.index(b"\n", 9)])
    assert int(fields["checksum"], 16) == checksum_python(content[4096:])
    assert fields["byte_order"] == ("little" if struct.pack("=H", 1) == b"\x01\x00" else "big")
