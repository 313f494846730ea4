"""Batch on one machine: streams, order, bad lines, and nothing lost or done twice whatever is killed."""

from __future__ import annotations

import gzip
import io
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from taquin import Board, Limits, Outcome, Puzzle, Solution, TaquinError, scramble, solve
from taquin.batch import LocalProcesses, LocalThreads, solve_many
from taquin.batch.dispatch import dispatch
from taquin.batch.journal import Journal, companion
from taquin.batch.pace import Pace, duration
from taquin.batch.reader import FileSource
from taquin.batch.work import Job, Stopped
from taquin.cli import run
from taquin.datasets import dataset
from taquin.errors import ParseError
from taquin.notation import format_board
from taquin.optimal import Search
from tests.cluster import until
from tests.dispatch_work import die_on_seven, die_once, double, fail_on_seven, sleepy, warn_and_double
from tests.support import needs_core


def jobs(tmp_path: Path, content: str | bytes) -> list[Job]:
    path = tmp_path / "boards.txt"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(FileSource(path).jobs())


def results(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


# Reading


def test_one_board_a_line(tmp_path: Path) -> None:
    text = "# boards\n1 2 3 0\n\n1 2/0 3\n[[0, 1], [3, 2]]\n"
    assert jobs(tmp_path, text) == [Job(2, "1 2 3 0"), Job(4, "1 2/0 3"), Job(5, "[[0, 1], [3, 2]]")]


def test_boards_of_several_lines(tmp_path: Path) -> None:
    # The row `1 2 3 0` of the second board reads as a 2x2 board of its own, and must not.
    text = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n\n# the next\n4 5 6 7\n8 9 10 11\n1 2 3 0\n12 13 14 15\n"
    assert [(job.line, len(job.text.splitlines())) for job in jobs(tmp_path, text)] == [(1, 4), (7, 4)]


def test_a_bad_line_does_not_touch_its_neighbors(tmp_path: Path) -> None:
    text = b"\xef\xbb\xbf1 2 3 0\n1 2 2 0\nnonsense\n\xff\xfe\n1 2 0 3\n" + b"9" * 3_000_000 + b"\n0 1 3 2\n"
    found = jobs(tmp_path, text)
    assert [job.line for job in found] == [1, 2, 3, 4, 5, 6, 7]
    assert found[0].text == "1 2 3 0" and found[4].text == "1 2 0 3" and found[6].text == "0 1 3 2"
    assert len(found[5].text) < 200


def test_a_file_is_read_as_a_stream(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text("1 2 3 0\n" * 1_000_000)
    source = FileSource(path)
    stream = source.jobs()
    for _ in range(3):
        next(stream)
    assert source.total() == 1_000_000


def test_standard_input_need_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.write(writer, b"1 2 3 0\n" * 300)
    with os.fdopen(reader) as pipe:
        monkeypatch.setattr("sys.stdin", pipe)
        stream = FileSource(None).jobs()
        assert [next(stream).line for _ in range(250)] == list(range(1, 251))
        os.close(writer)


def test_compressed_and_foreign_files(tmp_path: Path) -> None:
    assert [job.text for job in jobs(tmp_path, gzip.compress(b"1 2 3 0\n1 2 0 3\n"))] == ["1 2 3 0", "1 2 0 3"]
    with pytest.raises(ParseError, match="UTF-8"):
        jobs(tmp_path, "1 2 3 0\n".encode("utf-16"))


# Dispatching


@pytest.mark.parametrize("ordered", [True, False])
@pytest.mark.parametrize("count", [0, 1, 300])
def test_every_item_once(ordered: bool, count: int) -> None:
    with LocalThreads(4) as workers:
        found = [result for part in dispatch(range(count), sleepy, workers, ordered=ordered) for result in part]
    assert (found if ordered else sorted(found)) == [2 * item for item in range(count)]


def test_items_are_taken_as_they_are_needed() -> None:
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    with LocalThreads(2) as workers:
        stream = dispatch(items(), double, workers)
        assert next(stream)[0] == 2
    assert taken < 100


def test_an_error_of_the_work_comes_out() -> None:
    with LocalThreads(2) as workers, pytest.raises(ArithmeticError, match="seven"):
        list(dispatch(range(20), fail_on_seven, workers))


def test_an_error_of_the_source_comes_out_when_all_before_it_is_done() -> None:
    def items() -> Iterator[int]:
        yield from range(30)
        raise ArithmeticError("no more")

    found: list[int] = []
    with LocalThreads(2) as workers, pytest.raises(ArithmeticError, match="no more"):
        for part in dispatch(items(), sleepy, workers):
            found += part
    assert found == [2 * item for item in range(30)]


def test_a_worker_that_dies_loses_nothing(tmp_path: Path) -> None:
    with LocalProcesses(2) as workers:
        parts = list(dispatch(range(60), partial(die_once, tmp_path), workers))
    assert (tmp_path / "died").exists()
    assert [result for part in parts for result in part] == [2 * item for item in range(60)]


@pytest.mark.proof
def test_an_item_that_kills_every_worker_is_given_up(tmp_path: Path) -> None:
    with LocalProcesses(2) as workers:
        parts = list(dispatch(range(12), die_on_seven, workers, give_up=lambda item: -item))
    assert [result for part in parts for result in part] == [-7 if item == 7 else 2 * item for item in range(12)]


@pytest.mark.parametrize("pool", [LocalThreads, LocalProcesses])
def test_what_all_workers_warn_of_is_said_once(pool: type[LocalThreads | LocalProcesses]) -> None:
    said: list[str] = []
    with pool(2, on_warning=said.append) as workers:
        assert sum(map(len, dispatch(range(40), warn_and_double, workers))) == 40
    assert sorted(said) == ["a table is damaged", "seven"]


# solve_many


def boards() -> list[Board]:
    return [instance.puzzle.start for instance in dataset("random-3x2-40").instances()]


def test_solve_many_is_solve_of_each() -> None:
    lengths = [solve(board).length for board in boards()]
    assert [solution.length for solution in solve_many(boards())] == lengths
    with ThreadPoolExecutor(2) as executor:
        assert [solution.length for solution in solve_many(iter(boards()), executor)] == lengths
        puzzles = {Puzzle(board) for board in boards()}
        assert {solution.puzzle for solution in solve_many(puzzles, executor, ordered=False)} == puzzles
        limited = solve_many(boards()[:1], executor, limits=Limits(nodes=1), algorithm="bfs")
        assert next(limited).outcome is Outcome.LIMIT
    with ProcessPoolExecutor(2) as processes:
        assert [solution.length for solution in solve_many(boards(), processes)] == lengths


# The results file


def test_a_torn_line_is_done_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    journal = Journal(path, {"goal": "x"})
    journal.append(['{"line": 1, "outcome": "solved"}\n', '{"line": 9, "outcome": "limit"}\n'])
    journal.close()
    with path.open("a") as file:
        file.write('{"line": 10, "outc')
    journal = Journal(path, {"goal": "x"})
    assert [line for line in range(20) if journal.is_done(line)] == [1, 9]
    assert journal.recovered == 2 and journal.outcomes == {"solved": 1, "limit": 1}
    journal.append(['{"line": 10, "outcome": "solved"}\n'])
    journal.close()
    assert [result["line"] for result in results(path)] == [1, 9, 10]


def test_an_altered_byte_is_noticed_before_anything_rests_on_it(tmp_path: Path) -> None:
    """Every byte in turn: the file is refused, or the line is cut off and its board solved again."""
    path, numbers = tmp_path / "results.jsonl", random.Random(1)
    journal = Journal(path, {"goal": "x"})
    journal.append([f'{{"line": {line}, "outcome": "solved", "length": 4{line}, "bound": 40}}\n' for line in (1, 2, 3)])
    journal.close()
    whole = path.read_bytes()
    refused = 0
    for place in range(len(whole)):
        other = numbers.choice([byte for byte in range(256) if byte != whole[place]])
        path.write_bytes(whole[:place] + bytes([other]) + whole[place + 1 :])
        try:
            journal = Journal(path, {"goal": "x"})
        except TaquinError as error:
            assert "altered" in str(error)
            refused += 1
            continue
        assert not journal.is_done(3) and journal.recovered == 2
        journal.close()
    assert refused == len(whole) - 1  # the end of the last line tells that it is whole


def test_a_line_of_another_file_is_noticed(tmp_path: Path) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    for path, goal in ((one, "x"), (other, "y")):
        journal = Journal(path, {"goal": goal})
        journal.append(['{"line": 1, "outcome": "solved"}\n'])
        journal.close()
    one.write_bytes(other.read_bytes())
    with pytest.raises(TaquinError, match=r"one\.jsonl:1: .*altered"):
        Journal(one, {"goal": "x"})


def test_a_large_number_or_a_long_line_costs_no_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "results.jsonl"
    journal = Journal(path, {})
    journal.append(['{"line": 1000000000000000, "outcome": "solved"}\n'])
    assert journal.is_done(10**15) and not journal.is_done(10**15 - 1)
    for wrong in ("-1", "1.5", '"1"', "null"):
        with pytest.raises((ValueError, TypeError)):
            journal.append([f'{{"line": {wrong}, "outcome": "solved"}}\n'])
    journal.close()
    monkeypatch.setattr("taquin.batch.journal._LONGEST_LINE", 1000)
    with path.open("r+b") as file:
        file.truncate(10**12)  # all holes
    with pytest.raises(TaquinError, match="jsonl:2: this is not a result"):
        Journal(path, {})


def test_results_of_another_run_are_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    Journal(path, {"goal": "x"}).close()
    path.write_text('{"line": 1, "outcome": "solved"}\n')
    with pytest.raises(TaquinError, match="different goal"):
        Journal(path, {"goal": "y"})
    path.write_text("something else\n")
    with pytest.raises(TaquinError, match="jsonl:1: this is not a result"):
        Journal(path, {"goal": "x"})
    companion = tmp_path / "results.jsonl.run"
    companion.rename(tmp_path / "elsewhere")
    for restart in (False, True):  # not even then: this is nobody's results file
        with pytest.raises(TaquinError, match="another file"):
            Journal(path, {"goal": "x"}, restart)
    assert path.read_text() == "something else\n"
    (tmp_path / "elsewhere").rename(companion)
    Journal(path, {"goal": "y"}, restart=True).close()
    assert path.read_text() == ""


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    journal = Journal(tmp_path / "results.jsonl", {})
    with pytest.raises(TaquinError, match="another run"):
        Journal(tmp_path / "results.jsonl", {})
    journal.close()


def test_progress_says_how_long_still() -> None:
    from collections import Counter

    outcomes = Counter({"solved": 900, "limit": 100})
    pace = Pace(outcomes, before=0)
    assert pace.line(None, False).startswith("1,000 boards, ")
    outcomes["solved"] += 1000
    line = pace.line(8000, False)
    assert "2,000 of about 8,000 boards (25 %)" in line and "left" in line and "100 not solved" in line
    assert [duration(seconds) for seconds in (7.2, 750, 11100)] == ["0:07", "12:30", "3:05:00"]


# The command


def test_answers_that_are_not_proven_are_counted_by_themselves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("".join(format_board(board, "line") + "\n" for board in (scramble(6, seed=1), scramble(2, seed=1))))
    command = ["batch", str(path), "-o", str(tmp_path / "results.jsonl"), "--pool", "threads", "--time", "0.2"]
    assert run(command) == 5
    assert "2 boards: 1 solved but not proven, 1 solved;" in capsys.readouterr().err


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "boards.txt", tmp_path / "results.jsonl"
    path.write_text("1 2/0 3\n1 1 2 0\n2 1/3 0\n0 1/3 2\n# end\n3 x\n")
    assert run(["batch", str(path), "-o", str(out), "--pool", "threads"]) == 3
    told = capsys.readouterr()
    assert not told.out and "5 boards: 2 solved, 2 error, 1 unsolvable" in told.err
    found = results(out)
    assert [(result["line"], result["outcome"]) for result in found] == [
        (1, "solved"), (2, "error"), (3, "unsolvable"), (4, "solved"), (6, "error"),
    ]  # fmt: skip
    assert found[0]["moves"] == "R" and "1 appears twice" in found[1]["error"] and found[4]["text"] == "3 x"
    before = out.read_bytes()
    assert run(["batch", str(path), "-o", str(out), "--pool", "threads"]) == 3
    assert out.read_bytes() == before and "5 of them by earlier runs" in capsys.readouterr().err
    assert run(["batch", str(path), "-o", str(out), "--goal", "blank-first"]) == 2
    assert "--restart" in capsys.readouterr().err and out.read_bytes() == before


def test_other_boards_are_never_taken_for_those_that_are_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = tmp_path / "boards.txt", tmp_path / "results.jsonl"
    command = ["batch", str(path), "-o", str(out), "--pool", "threads"]
    path.write_text("1 2/0 3\n0 1/3 2\n")
    assert run(command) == 0
    path.write_text("1 2/0 3\n0 1/3 2\n1 0/3 2\n")  # a file that grew is gone on with
    assert run(command) == 0 and [result["line"] for result in results(out)] == [1, 2, 3]
    before = out.read_bytes()
    path.write_text("1 2/0 3\n1 0/3 2\n0 1/3 2\n")
    capsys.readouterr()
    assert run(command) == 2 and "another board for line 2" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"0 1/3 2\n")))
    assert run(["batch", "-", "-o", str(out)]) == 2 and "another board for line 1" in capsys.readouterr().err
    assert out.read_bytes() == before


def test_the_boards_are_never_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, other = tmp_path / "boards.txt", tmp_path / "other.txt"
    for file in (path, other):
        file.write_text("1 2/0 3\n")
    for restart in ([], ["--restart"]):
        for output, complaint in ((path, "holds the boards"), (other, "another file")):
            assert run(["batch", str(path), "-o", str(output), *restart]) == 2
            assert complaint in capsys.readouterr().err
    assert path.read_text() == other.read_text() == "1 2/0 3\n"
    assert run(["batch", str(path), "-o", "/dev/null"]) == 2 and "not a file" in capsys.readouterr().err
    assert run(["batch", str(path), "-o", "-", "--pool", "threads"]) == 0
    assert '"solved"' in capsys.readouterr().out and not Path("-").exists()


def test_threads_end_in_the_middle_of_a_search() -> None:
    """One that would take years."""
    board = scramble(4, seed=1)
    began = time.monotonic()
    with LocalThreads(2) as workers:
        found = solve_many([board, board], workers, algorithm="iterative-deepening")
        threading.Timer(0.5, workers.close).start()
        with pytest.raises(Stopped):
            list(found)
    assert time.monotonic() - began < 20


@pytest.mark.parametrize(
    ("content", "options", "code"),
    [
        ("1 2/0 3\n", [], 0),
        ("2 1/3 0\n", [], 4),
        ("8 6 7/2 5 4/3 0 1\n", ["--algorithm", "astar", "--nodes", "1", "--unordered"], 5),
        ("", [], 0),
    ],
)
def test_exit_codes(content: str, options: list[str], code: int, tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text(content)
    assert run(["batch", str(tmp_path / "boards.txt"), "--pool", "threads", "--quiet", *options]) == code


def test_standard_streams_and_goals(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1 2/0 3\n1 2 3/4 5 0\n")))
    assert run(["batch", "-", "--goal", "3 1/0 2", "--pool", "threads", "--quiet"]) == 3
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["goal"] == [[3, 1], [0, 2]] and first["outcome"] == "solved"
    assert second["error"].startswith("the goal is 2x2, this board 3x2")
    assert run(["batch", "korf100", "--goal", "spiral"]) == 2
    assert run(["batch", "no-such-thing"]) == 3
    assert run(["batch", "korf100", "--scheduler", "tcp://127.0.0.1:1", "--workers", "2"]) == 2


def test_a_damaged_compressed_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "boards.gz", tmp_path / "results.jsonl"
    packed = gzip.compress("\n".join(format_board(scramble(3, seed=seed), "line") for seed in range(500)).encode())
    command = ["batch", str(path), "-o", str(out), "--pool", "threads", "--quiet"]
    middle = len(packed) // 2
    for damaged in (packed[:9] + b"\xff" * 40, packed[:middle]):
        path.write_bytes(damaged)
        assert run(command) == 3
        assert "damaged" in (complaint := capsys.readouterr().err) and complaint.count("\n") == 1
    assert 100 < len(results(out)) < 500  # those before the damage
    path.write_bytes(packed)
    assert run(command) == 0
    assert [result["line"] for result in results(out)] == list(range(1, 501))


def test_tables_of_any_name(tmp_path: Path) -> None:
    path, out = tmp_path / "boards.txt", tmp_path / "out.jsonl"
    path.write_text("1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15\n1 2 3/4 5 6/7 0 8\n")
    assert run(["batch", str(path), "-o", str(out), "--pool", "threads", "--quiet", "--tables", "5-5-5"]) == 3
    first, second = map(json.loads, out.read_text().splitlines())
    assert (first["length"], first["tables"]) == (2, ["4x4-5-5-5"])
    assert second["error"].startswith("there are no tables '5-5-5' for 3x3")
    assert run(["batch", str(path), "--tables", "nonsense"]) == 2


def test_a_dataset_brings_its_goal_and_ids(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    assert run(["batch", "antipodes15", "-o", str(out), "--nodes", "1", "--pool", "threads", "--quiet"]) == 5
    assert [result["id"] for result in results(out)] == [str(number) for number in range(1, 18)]
    assert all(result["outcome"] == "solved" and not result["optimal"] for result in results(out))
    assert run(["batch", "antipodes15", "-o", str(out), "--nodes", "1", "--restart", "--algorithm", "astar"]) == 5
    assert json.loads(companion(out).read_text())["goal"] == "blank-last"
    assert run(["batch", "korf100", "-o", str(out), "--nodes", "1", "--restart", "--algorithm", "astar"]) == 5
    assert json.loads(companion(out).read_text())["goal"] == "blank-first"


@needs_core
def test_a_batch_names_its_engine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A batch can count nodes as the fast search does by name: with Manhattan distance they are Korf's of 1985."""
    out, quick = tmp_path / "results.jsonl", ["random-3x3-3", "--pool", "threads", "--quiet"]
    native = ["--algorithm", "ida", "--engine", "native"]
    assert run(["batch", *quick, *native, "--heuristic", "manhattan", "-o", str(out)]) == 0
    for found in results(out):
        assert (found["engine"], found["algorithm"], found["heuristic"]) == ("native", "ida", "manhattan")
        assert found["generated"] == search(found, "manhattan").stats.generated
    assert run(["batch", *quick, *native, "-o", str(out), "--restart"]) == 0
    assert {found["heuristic"] for found in results(out)} == {"patterns"}
    capsys.readouterr()
    for wrong, word in (
        ([*native, "--heuristic", "nilsson"], "the native engine has no nilsson"),
        (["--engine", "native", "--algorithm", "astar"], "--engine is not for a teaching algorithm"),
        (["--engine", "native", "--heuristic", "manhattan"], "--heuristic needs an --algorithm"),
    ):
        assert run(["batch", *quick, *wrong]) == 2 and word in capsys.readouterr().err


def search(found: dict[str, Any], heuristic: str) -> Solution:
    return Search(Puzzle(Board(found["start"]), Board(found["goal"])), heuristic=heuristic).run()


def batch_process(tmp_path: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "taquin", "batch", SLOW, "-o", str(tmp_path / "results.jsonl"), *options]
    return subprocess.Popen(
        command,
        text=True,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env=SLOWLY,
        # A shell in the background makes its children ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


SLOW = "random-3x3-40"
SLOWLY = {**os.environ, "TAQUIN_ENGINE": "python"}


def lines_written(tmp_path: Path) -> int:
    path = tmp_path / "results.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_killed_goes_on_where_it_stopped(blow: signal.Signals, tmp_path: Path) -> None:
    process = batch_process(tmp_path)
    try:
        until(lambda: lines_written(tmp_path) >= 5)
        # As the keyboard does: Ctrl-C goes to the workers too. A kill hits the client alone.
        (os.killpg if blow is signal.SIGINT else os.kill)(process.pid, blow)
        _, complaint = process.communicate(timeout=20)
    finally:
        process.kill()
    assert "resource_tracker" not in complaint  # what a killed run has left is removed without a word
    if blow is not signal.SIGKILL:
        assert process.returncode == 130 and "goes on from there" in complaint and "Traceback" not in complaint
    until(lambda: not group_is_alive(process.pid))  # no worker stays behind
    stopped_at = lines_written(tmp_path)
    assert 5 <= stopped_at < 40
    with (tmp_path / "results.jsonl").open("a") as file:
        file.write('{"line": 1, "out')
    process = batch_process(tmp_path)
    _, summary = process.communicate(timeout=120)
    assert process.returncode == 0 and f"{stopped_at} of them by earlier runs" in summary
    found = results(tmp_path / "results.jsonl")
    assert [result["line"] for result in found] == list(range(1, 41))
    for result in found:
        assert Puzzle(Board(result["start"]), Board(result["goal"])).is_solution(result["moves"])


def group_is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
