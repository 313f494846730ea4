"""Differences of two runs: counts are exact, losses are losses, and noise is noise."""

from __future__ import annotations

import csv
import io
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from taquin import TaquinError
from taquin.cli import run
from taquin.lab.diff import changed_solvers, diff_table, has_regression
from taquin.lab.figures import better
from taquin.lab.measures import measure_jobs
from taquin.lab.statistics import estimate, ratio, student
from tests.support import ROOT

Records = list[dict[str, Any]]

# Statistics


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (100, 1.984)]
)
def test_students_quantiles(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.004)


def test_intervals() -> None:
    found = estimate([1.0, 2.0, 3.0, 4.0])
    assert found.mean == 2.5 and found.low == pytest.approx(0.446, abs=0.01) and found.holds(4.5)
    assert estimate([3.0]).holds(1000.0)


def test_ratios_of_two_samples() -> None:
    halved = ratio([2.0, 2.1, 1.9], [1.0, 1.05, 0.95, 1.0])
    assert halved.mean == pytest.approx(0.5, rel=0.01) and not halved.holds(1.0) and halved.holds(0.5)
    assert ratio([1.0, 1.0], [2.0, 2.0]).low == ratio([1.0, 1.0], [2.0, 2.0]).high == 2.0
    assert ratio([1.0], [2.0, 2.0, 2.0]).holds(1000.0)
    assert ratio([1e-200, 1.0], [1.0, 1e200]).holds(1.0)


def test_the_interval_of_a_ratio_holds_the_truth_nineteen_times_in_twenty() -> None:
    chance = random.Random(1)
    held = sum(
        ratio(*([chance.lognormvariate(0, 0.1) for _ in range(5)] for _ in range(2))).holds(1.0) for _ in range(2000)
    )
    assert 0.94 < held / 2000 < 0.99  # rounded degrees of freedom make it hold rather more often


# Runs


def record(number: int, seconds: float = 1.0, repeat: int = 1, **figures: Any) -> dict[str, Any]:
    return {"measure": "solve", "solver": "a", "dataset": "d", "id": str(number), "length": 10, "generated": 100,
            "expanded": 50, "outcome": "solved", "optimal": True, "repeat": repeat, "seconds": seconds,
            **figures}  # fmt: skip


def a_run(speeds: list[float], boards: int = 30) -> Records:
    """A run with a repeat for each speed: the boards of one repeat share it."""
    return [
        record(number, speed * (1.0 + 0.1 * (number % 3)), repeat)
        for repeat, speed in enumerate(speeds, start=1)
        for number in range(boards)
    ]


def words(before: Records, after: Records) -> dict[str, str]:
    return {str(row[2]): str(row[-1]) for row in diff_table(before, after).rows}


def test_a_solver_that_is_another_one_is_named() -> None:
    before = [record(1, options={"algorithm": "astar", "heuristic": "misplaced"}, limits={"seconds": 10})]
    after = [record(1, options={"algorithm": "astar", "heuristic": "manhattan", "weight": 2}, limits={"seconds": 10})]
    assert changed_solvers(before, after) == [
        "the solver a is not the same in both runs: heuristic misplaced before, manhattan after; "
        "weight not set before, 2 after"
    ]
    assert changed_solvers(before, before) == changed_solvers(a_run([1.0]), a_run([1.0])) == []
    shorter = [record(1, options=before[0]["options"], limits={"seconds": 1})]
    assert "limit of seconds 10 before, 1 after" in changed_solvers(before, shorter)[0]


def test_times_of_one_run_are_not_judged() -> None:
    # All boards 25 % slower is what a busy machine does to one run: its boards are not independent.
    table = diff_table(a_run([1.0]), a_run([1.25]))
    assert not has_regression(table)
    seconds = next(row for row in table.rows if row[2] == "seconds")
    assert seconds[-1] == "one run each: not judged" and seconds[6] == pytest.approx(1.25)
    assert words(a_run([1.0]), a_run([1.25, 1.3]))["seconds"] == "one run before: not judged"
    assert words(a_run([1.0, 1.0]), a_run([1.25]))["seconds"] == "one run after: not judged"


def test_times_are_judged_over_repeats() -> None:
    before, noisy, slower = a_run([1.0, 1.1, 0.95]), a_run([1.25, 0.98, 1.05]), a_run([1.5, 1.6, 1.45])
    same = dict.fromkeys(("solved", "optimal", "length", "generated", "expanded"), "same")
    assert words(before, noisy) == {**same, "seconds": "noise"}
    assert words(before, slower) == {**same, "seconds": "worse"} and has_regression(diff_table(before, slower))
    assert words(slower, before)["seconds"] == "better" and not has_regression(diff_table(slower, before))
    # A run stopped within its last repeat: only whole repeats count.
    assert words(before, slower[:-5])["seconds"] == "worse" and words(before, slower[:35])["seconds"].startswith("one")


def test_times_of_other_machines_are_not_judged() -> None:
    def on(processor: str, records: Records) -> Records:
        return [{**single, "environment": {"processor": processor, "cores": 2}} for single in records]

    before, after = a_run([1.0, 1.1, 0.95]), a_run([2.0, 2.2, 1.9])
    assert words(on("x", before), on("x", after))["seconds"] == "worse"
    assert words(on("x", before), on("y", after))["seconds"] == "another machine: not judged"
    assert words(on("x", before), on("y", after))["generated"] == "same"


def test_times_with_other_workers_are_not_judged() -> None:
    def beside(workers: int, records: Records, kind: str = "processes") -> Records:
        return [{**single, "environment": {"workers": workers, "pool": kind}} for single in records]

    before, after = a_run([1.0, 1.1, 0.95]), a_run([2.0, 2.2, 1.9])
    assert words(beside(1, before), beside(1, after))["seconds"] == "worse"
    found = words(beside(1, before), beside(2, after))
    assert found["seconds"] == "other workers (processes: 1; processes: 2): not judged"
    assert found["generated"] == "same" and not has_regression(diff_table(beside(1, before), beside(2, after)))
    assert "threads: 2" in words(beside(2, before), beside(2, after, "threads"))["seconds"]
    assert words(before, beside(2, after))["seconds"] == "worse"  # who does not say is taken to be the same


def test_the_means_of_a_row_are_of_one_kind_and_named() -> None:
    before, after = [record(1, 1.0), record(2, 4.0)], [record(1, 2.0), record(2, 2.0)]
    row = next(row for row in diff_table(before, after).rows if row[2] == "seconds")
    assert row[4:7] == pytest.approx([2.0, 2.0, 1.0]) and row[-2] == "geometric"
    row = next(row for row in diff_table(before, after).rows if row[2] == "generated")
    assert row[4:7] == [100, 100, 1] and row[-2] == "arithmetic"


def test_counts_are_exact() -> None:
    before = [record(number) for number in range(30)]
    after = [record(number, generated=101 if number == 7 else 100) for number in range(30)]
    assert words(before, after)["generated"] == "worse" and words(after, before)["generated"] == "better"
    shifted = [record(number, generated=100 + {7: 1, 8: -1}.get(number, 0)) for number in range(30)]
    assert words(before, shifted)["generated"] == "2 differ"
    with pytest.raises(TaquinError, match="in common"):
        diff_table(before, [record(1, solver="b")])


def test_counts_that_the_clock_decides_on_are_judged_as_times() -> None:
    def anytime(lengths: list[int]) -> Records:
        return [
            record(1, 5.0, repeat, length=length, optimal=False, limits={"seconds": 5})
            for repeat, length in enumerate(lengths, start=1)
        ]

    assert words(anytime([100]), anytime([102]))["length"] == "one run each: not judged"
    assert words(anytime([100, 103, 101]), anytime([102, 100, 104]))["length"] == "noise"
    assert words(anytime([100, 101, 100]), anytime([152, 150, 154]))["length"] == "worse"
    threads = [record(1, 1.0, repeat, generated=100 + repeat) for repeat in (1, 2, 3)]
    assert words(threads, threads)["generated"] == "noise"


def test_lost_solutions_are_worse() -> None:
    before = [record(number) for number in range(100)]
    lost = [
        record(number, 0.1, generated=10, outcome="limit", length=None, optimal=False) if number < 50 else single
        for number, single in enumerate(before)
    ]
    found = words(before, lost)
    assert found["solved"] == found["optimal"] == "worse: 50 lost" and has_regression(diff_table(before, lost))
    assert found["generated"] == "same"  # compared where both are solved
    assert words(lost, before)["solved"] == "better: 50 more" and not has_regression(diff_table(lost, before))
    mixed = [record(1), record(2, outcome="limit", optimal=False, length=None)]
    other = [record(1, outcome="limit", optimal=False, length=None), record(2)]
    assert words(mixed, other)["solved"] == "worse: 1 lost, 1 more"
    unproven = [record(number, optimal=number != 3) for number in range(100)]
    assert words(before, unproven)["solved"] == "same" and words(before, unproven)["optimal"] == "worse: 1 lost"
    # Of several repeats the most part decides.
    once = [record(1, repeat=repeat, outcome="limit" if repeat == 1 else "solved") for repeat in (1, 2, 3)]
    assert words([record(1)], once)["solved"] == "same"


def test_missing_runs_are_worse() -> None:
    before = [record(number) for number in range(10)]
    table = diff_table(before, before[:7])
    assert table.rows[0][2:] == ["measured", 7, 10, 7, None, "-", "-", "worse: 3 missing"] and has_regression(table)
    assert words(before[:7], before)["measured"] == "3 new" and not has_regression(diff_table(before[:7], before))
    assert words(before[:7], before[1:])["measured"] == "worse: 1 missing, 3 new"
    gone = diff_table([*before, record(1, solver="b")], before)
    assert ["b", "d", "measured", 0, 1, 0, None, "-", "-", "worse: 1 missing"] in gone.rows


# Other measures, batch and benchmarks


def measured(**job: Any) -> dict[str, Any]:
    (line,) = measure_jobs([{"line": 1, "experiment": "x", **job}])
    found: dict[str, Any] = json.loads(line)
    return found


def test_distances_and_heuristics_are_compared_figure_by_figure() -> None:
    distances = measured(measure="distances", shape="3x2")
    assert words([distances], [distances]) == dict.fromkeys(
        ("boards", "mean_distance", "farthest", "at_farthest", "differing"), "same"
    )
    # The multi-tile metric is another measure, not another run of this one.
    other = {**distances, "metric": "mtm", "farthest": 20}
    assert all(row[-1] == "same" for row in diff_table([distances, other], [distances, other]).rows)
    wrong = {**distances, "farthest": 22, "differing": 1}
    assert words([distances], [wrong])["farthest"] == "differs" and has_regression(diff_table([distances], [wrong]))
    assert words([distances], [wrong])["differing"] == "worse"
    heuristic = measured(measure="heuristic", shape="3x2", heuristic="manhattan")
    weaker = {**heuristic, "mean_h": heuristic["mean_h"] - 1, "mean_error": heuristic["mean_error"] + 1}
    found = words([heuristic], [weaker])
    assert found["mean_h"] == found["mean_error"] == "worse" and found["boards"] == "same"


def test_directions() -> None:
    for name in ("generated_per_second", "speedup_in_time", "efficiency", "busy_of_two", "one_per_second"):
        assert better(name, 2.0, 1.0) == "better" and better(name, 0.5, 1.0) == "worse"
    for name in ("mean_ms", "seconds", "generated", "length", "resident_MB", "empty_cache_s"):
        assert better(name, 2.0, 1.0) == "worse" and better(name, 0.5, 1.0) == "better"
    assert better("boards", 2, 1) == better("boards", 1, 2) == "differs"


def test_benchmarks_are_compared_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"

    def bench(seconds: list[float], rates: list[float]) -> str:
        sampled = {"mean_ms": 5.0, "boards": 3, "samples": {"mean_ms": seconds, "per_second": rates, "boards": [3] * 4}}
        return json.dumps(
            {"machine": "x", "engine": {"Korf": sampled, "cold start": {"empty_cache_s": seconds[0], "MB": 3}}}
        )

    def verdicts(before: Path, after: Path, code: int) -> dict[tuple[str, str], str]:
        assert run(["lab", "diff", str(before), str(after), "--format", "csv"]) == code
        return {(row[0], row[2]): row[-1] for row in csv.reader(io.StringIO(capsys.readouterr().out))}

    one.write_text(bench([1.0, 1.1, 1.2, 1.0], [10, 11, 10, 10]))
    two.write_text(bench([2.0, 2.1, 2.3, 2.0], [20, 21, 20, 22]))
    found = verdicts(one, two, 5)
    assert found["Korf", "mean_ms"] == "worse" and found["Korf", "per_second"] == "better"
    assert found["Korf", "boards"] == found["cold start", "MB"] == "same"
    assert found["cold start", "empty_cache_s"] == "one run each: not judged"
    found = verdicts(two, one, 5)
    assert found["Korf", "mean_ms"] == "better" and found["Korf", "per_second"] == "worse"
    two.write_text(json.dumps({"engine": {"Korf": {"boards": 3}}}))
    found = verdicts(one, two, 5)
    assert found["Korf", "mean_ms"] == "worse: missing" and found["cold start", "measured"] == "worse: 1 missing"
    two.write_text("[]")
    assert run(["lab", "diff", str(one), str(two)]) == 2


def test_the_last_release_is_there_to_compare_with(capsys: pytest.CaptureFixture[str]) -> None:
    released = ROOT / "benchmarks" / "released.json"
    assert run(["lab", "diff", str(released), str(released)]) == 0
    assert "Korf 100, large tables" in capsys.readouterr().out


def test_passes_of_benchmarks_are_merged() -> None:
    from benchmarks.__main__ import merged

    passes = [{"Korf": {"boards": 3, "mean_ms": 2.0}}, {"Korf": {"boards": 3, "mean_ms": 4.0}}]
    samples = {"boards": [3, 3], "mean_ms": [2.0, 4.0]}
    assert merged(passes) == {"Korf": {"boards": 3, "mean_ms": 3.0, "samples": samples}}


def test_benchmarks_explain_themselves_without_the_tools_of_the_tests() -> None:
    start = "import runpy, sys; sys.modules['hypothesis'] = None; runpy.run_module('benchmarks', run_name='__main__')"
    for arguments, code, word in ((["--help"], 0, "passes"), (["1"], 2, "'make build' installs")):
        found = subprocess.run(
            [sys.executable, "-c", start, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert found.returncode == code and word in found.stdout + found.stderr and "Traceback" not in found.stderr


def test_results_of_batch_are_compared_line_by_line() -> None:
    before = [{"line": number, "outcome": "solved", "optimal": True, "start": [[number]], "length": 10, "generated": 7,
               "expanded": 3, "seconds": 0.1} for number in (1, 2)]  # fmt: skip
    assert words(before, before)["generated"] == "same"
    assert words(before, [before[0], {**before[1], "length": 12}])["length"] == "worse"
    assert words(before, [before[0], {**before[1], "start": [[9]]}])["measured"] == "worse: 1 missing, 1 new"


def test_the_diff_command(tmp_path: Path) -> None:
    one, two, torn = tmp_path / "one.jsonl", tmp_path / "two.jsonl", tmp_path / "torn.jsonl"
    one.write_text("".join(json.dumps(record(number)) + "\n" for number in range(5)))
    two.write_text("".join(json.dumps(record(number, generated=120)) + "\n" for number in range(5)))
    torn.write_text(one.read_text()[:-10])
    assert run(["lab", "diff", str(one), str(one)]) == 0
    assert run(["lab", "diff", str(one), str(two)]) == 5
    assert run(["lab", "diff", str(one), str(torn)]) == 5  # one is missing
    assert run(["lab", "diff", str(torn), str(one)]) == 0
    torn.write_text("not json\n")
    assert run(["lab", "diff", str(one), str(torn)]) == 2


ODD = {
    "a list": "[1]",
    "a number": "5",
    "nothing": "null",
    "no JSON": "{",
    "nested too deeply": "[" * 100_000 + "]" * 100_000,
    "a line that is a list": '{"line": [1]}',
    "seconds that are none": '{"line": 1, "seconds": "x"}',
    "an outcome that is a table": '{"line": 1, "outcome": {}}',
    "limits that are a list": '{"line": 1, "limits": [1]}',
    "a limit that is a text": '{"line": 1, "limits": {"seconds": "x"}}',
    "an environment that is a number": '{"line": 1, "environment": 5}',
    "a measure that is a list": '{"measure": []}',
}


@pytest.mark.parametrize("line", ODD.values(), ids=ODD)
def test_odd_records_are_refused_in_one_line(line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(f"{line}\n")
    assert run(["lab", "diff", str(path), str(path)]) == 2
    is_object = line.startswith('{"')
    problem = "this is not a record" if is_object else "this is not a result, or it was altered"
    assert capsys.readouterr().err.startswith(f"taquin: {path}:1: {problem}")


@pytest.mark.parametrize("line", ["{}", '{"line": 1, "length": []}', '{"measure": "x", "name": [1], "length": 1}'])
def test_records_that_say_little_are_compared(line: str, tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(f"{line}\n")
    assert run(["lab", "diff", str(path), str(path)]) == 0
