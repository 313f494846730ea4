"""The lab: experiments are checked, runs continue, reports say same, better or worse, and diffs know noise."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from taquin import TaquinError
from taquin.batch import LocalThreads
from taquin.batch.journal import companion
from taquin.cli import run
from taquin.lab import built_in_names, load_experiment, read_records
from taquin.lab.diff import diff_table, has_regression
from taquin.lab.measures import measure_jobs
from taquin.lab.records import run_experiment
from taquin.lab.report import tables, verdict
from taquin.lab.statistics import Estimate, estimate, ratio, student
from taquin.lab.tables import FORMS, Table, number
from taquin.native import ENGINE

SMALL = """
title = "Small"
source = "nobody"
[solver.astar]
algorithm = "astar"
[solver.deepening]
algorithm = "iterative-deepening"
[[grid]]
datasets = ["depth-3x2-6-5", "depth-3x2-8-5"]
solvers = ["astar", "deepening"]
limits = { nodes = 100000 }
[report]
group = ["published.length", "solver"]
figures = ["generated", "length"]
compare = { length = "length" }
[[published]]
where = { solver = "astar", dataset = "depth-3x2-6-5" }
figure = "length"
value = 6
exact = true
[[published]]
where = { solver = "astar", dataset = "depth-3x2-8-5" }
figure = "length"
value = 9
exact = true
[[published]]
where = { solver = "nobody" }
figure = "length"
value = 9
[[plot]]
name = "nodes"
title = "Nodes"
kind = "points"
x = "length"
y = "generated"
series = "solver"
log = true
[[plot]]
name = "means"
title = "Means"
kind = "means"
x = "length"
y = "generated"
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return path


def test_built_in_experiments_are_sound() -> None:
    names = built_in_names()
    assert {"aima", "distances", "heuristics", "weighted-astar"} <= set(names)
    for name in names:
        experiment = load_experiment(name)
        assert experiment.content["about"]
        assert name.startswith("deepcubea") or experiment.count() > 0
    for name in ("distances", "heuristics", "weighted-astar"):
        experiment = load_experiment(name)
        jobs = list(experiment.jobs())
        assert [job["line"] for job in jobs] == list(range(1, experiment.count() + 1))


def test_everything_wrong_with_an_experiment_is_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(
        'titel = "x"\n[[grid]]\ndatasets = ["korf101"]\nsolvers = ["a"]\nlimits = { hours = 1 }\nboard = ["1"]\n'
        '[[grid]]\nmeasure = "luck"\n[[grid]]\n[[published]]\nfigure = "length"\n'
    )
    with pytest.raises(TaquinError) as caught:
        load_experiment(str(path))
    for part in (
        "'titel'",
        "needs a title",
        "korf101",
        "[solver.a]",
        "hours",
        "'board' in [[grid]]",
        "'luck'",
        "datasets and solvers",
        "value",
    ):
        assert part in str(caught.value)
    path.write_text("title = ")
    with pytest.raises(TaquinError, match="experiment bad"):
        load_experiment(str(path))
    with pytest.raises(TaquinError, match="lab list"):
        load_experiment("no-such-experiment")


def test_a_grid_may_name_its_boards(tmp_path: Path) -> None:
    text = 'title = "Two"\n[solver.table]\n[[grid]]\ndatasets = ["depth-3x2-6-5"]\nsolvers = ["table"]\n'
    path = tmp_path / "two.toml"
    path.write_text(text + 'boards = ["4", "2"]\n[report]\ngroup = ["id"]\nfigures = ["length", "published.length"]\n')
    experiment, results = load_experiment(str(path)), tmp_path / "two.jsonl"
    assert experiment.count() == 2
    with LocalThreads(1) as engine:
        run_experiment(experiment, results, engine)
    means = tables(experiment, read_records(results))[0]
    assert means.rows == [["4", 6, 6], ["2", 6, 6]]
    path.write_text(text + 'boards = ["9"]\n')
    with pytest.raises(TaquinError, match="no board 9"):
        load_experiment(str(path)).count()


def test_a_run_continues_and_every_record_can_be_repeated(small: Path, tmp_path: Path) -> None:
    experiment, path = load_experiment(str(small)), tmp_path / "small.jsonl"
    with LocalThreads(2) as engine:
        assert run_experiment(experiment, path, engine) == (20, 0)
        whole = path.read_text()
        lines = whole.splitlines(keepends=True)
        path.write_text("".join(lines[:7]) + lines[7][:30])
        assert run_experiment(experiment, path, engine) == (20, 7)
    records = read_records(path)
    assert [record["line"] for record in records] == list(range(1, 21))
    for record, line in zip(records, lines, strict=True):
        before = json.loads(line)
        job = {key: record[key] for key in ("line", "measure", "options", "limits", "board", "goal")}
        (again,) = map(json.loads, measure_jobs([job]))
        for name in ("outcome", "length", "moves", "generated", "expanded"):
            assert record[name] == before[name] == again[name]
        assert record["environment"]["version"] and record["dataset"] and record["options"]


def test_distances_are_compared_depth_by_depth() -> None:
    (record,) = map(json.loads, measure_jobs([{"measure": "distances", "shape": "3x2"}]))
    assert record["farthest"] == 21 and record["boards"] == 360 and record["differing"] == 0
    if ENGINE == "native":
        (record,) = map(json.loads, measure_jobs([{"measure": "distances", "shape": "3x2", "metric": "mtm"}]))
        assert record["farthest"] == 20 and record["differing"] == 0
    (record,) = map(json.loads, measure_jobs([{"measure": "distances", "shape": "3x2", "home": "edge"}]))
    assert record["boards"] == 360 and record["differing"] is None  # nothing published


def test_heuristics_are_compared_board_by_board() -> None:
    job = {"measure": "heuristic", "shape": "3x2", "heuristic": "manhattan"}
    (record,) = map(json.loads, measure_jobs([job]))
    assert record["boards"] == sum(record["errors"]) == 360 and record["overestimates"] == 0
    mean = sum(error * count for error, count in enumerate(record["errors"])) / 360
    assert record["mean_error"] == pytest.approx(mean)
    assert record["mean_h"] + record["mean_error"] == pytest.approx(record["mean_distance"])


# Statistics


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (100, 1.984)]
)
def test_students_quantiles(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.004)


def test_intervals() -> None:
    found = estimate([1.0, 2.0, 3.0, 4.0])
    assert found.mean == 2.5 and found.low == pytest.approx(0.446, abs=0.01) and found.holds(4.5)
    halved = ratio([(2.0, 1.0), (8.0, 4.0), (6.0, 3.0)])
    assert halved.mean == pytest.approx(0.5) and not halved.holds(1.0)
    assert estimate([3.0]).holds(1000.0)


def test_verdicts() -> None:
    assert verdict(100, 100, exact=True) == "same"
    assert verdict(99, 100, exact=True) == "better" and verdict(101, 100, exact=True) == "worse"
    assert verdict(363_028_080.31, 363_028_080, exact=True) == "same"
    assert verdict(363_028_081, 363_028_080, exact=True) == "worse"
    assert verdict(99, 100, exact=False, interval=Estimate(99, 97, 101, 9)) == "same"
    assert verdict(90, 100, exact=False, interval=Estimate(90, 89, 91, 9)) == "better"


# Reports


def measured(small: Path, tmp_path: Path) -> tuple[Any, list[dict[str, Any]]]:
    with LocalThreads(2) as engine:
        run_experiment(load_experiment(str(small)), tmp_path / "small.jsonl", engine)
    return load_experiment(str(small)), read_records(tmp_path / "small.jsonl")


def test_reports(small: Path, tmp_path: Path) -> None:
    means, published, one_by_one, conditions = tables(*measured(small, tmp_path))
    assert [row[:4] for row in means.rows] == [[6, "astar", 5, 5], [6, "deepening", 5, 5], [8, "astar", 5, 5],
                                               [8, "deepening", 5, 5]]  # fmt: skip
    assert [row[7] for row in published.rows] == ["same", "better", "not measured"]
    assert all(row[4:] == [5, 0, 0, "-"] for row in one_by_one.rows) and len(one_by_one.rows) == 4
    assert "commit" in [row[0] for row in conditions.rows]


def test_a_run_that_is_not_finished_has_no_verdict(small: Path, tmp_path: Path) -> None:
    experiment, records = measured(small, tmp_path)
    assert {row[7] for row in tables(experiment, records[:-1])[1].rows} == {"run not finished", "not measured"}


def test_boards_that_were_not_solved_are_not_in_a_mean_with_published_ones(small: Path, tmp_path: Path) -> None:
    experiment, records = measured(small, tmp_path)
    records[0].update(outcome="limit", length=None)
    published = tables(experiment, records)[1]
    assert published.rows[0][3] is None and published.rows[0][7] == "1 not solved"


def test_forms_of_tables() -> None:
    table = Table("A & B", ["name", "nodes"], [["x_1|y", 1234567], ["50 %", 0.123456], ["-", None]])
    assert "| x_1\\|y | 1,234,567 |" in FORMS["markdown"](table)
    assert list(csv.reader(io.StringIO(FORMS["csv"](table))))[1] == ["x_1|y", "1234567"]
    assert r"x\_1|y & 1\,234\,567 \\" in FORMS["latex"](table) and r"A \& B" in FORMS["latex"](table)
    assert "<td class=n>0.1235</td>" in FORMS["html"](table) and "A &amp; B" in FORMS["html"](table)
    assert [number(value) for value in (None, 3, 12345.6, 0.5, 2e9)] == ["-", "3", "12,346", "0.5", "2,000,000,000"]


def test_the_commands(small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    records = tmp_path / "records.jsonl"
    assert run(["lab", "run", str(small), "-o", str(records), "--pool", "threads", "--quiet"]) == 0
    assert run(["lab", "report", str(records), "--format", "csv"]) == 0
    assert "mean generated" in capsys.readouterr().out
    companion(records).unlink()
    assert run(["lab", "report", str(records)]) == 2  # then an experiment of one's own must be named
    folder = tmp_path / "report"
    command = ["lab", "report", str(records), "--experiment", str(small), "-o", str(folder)]
    assert run(command) == 0
    names = {"small.md", "small.csv", "small.tex", "small.html", "nodes.svg", "means.svg"}
    assert {path.name for path in folder.iterdir()} == names
    before = (folder / "nodes.svg").read_bytes()
    assert run(command) == 0 and (folder / "nodes.svg").read_bytes() == before
    assert run([*command, "--plots", "png"]) == 0
    assert (folder / "means.png").read_bytes().startswith(b"\x89PNG")
    assert run(["lab", "list"]) == 0 and "AIMA" in capsys.readouterr().out


# Differences


def record(solver: str, number: int, seconds: float, generated: int = 100) -> dict[str, Any]:
    return {"measure": "solve", "solver": solver, "dataset": "d", "id": str(number), "length": 10,
            "generated": generated, "expanded": 50, "seconds": seconds}  # fmt: skip


def words(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> dict[str, str]:
    return {str(row[2]): str(row[-1]) for row in diff_table(before, after).rows}


def test_noise_is_not_a_difference() -> None:
    before = [record("a", number, 1.0 + 0.1 * (number % 3)) for number in range(30)]
    noisy = [record("a", number, 1.0 + 0.1 * ((number + 1) % 3)) for number in range(30)]
    slower = [record("a", number, 1.2 * (1.0 + 0.1 * ((number + 1) % 3))) for number in range(30)]
    assert words(before, noisy) == {"length": "same", "generated": "same", "expanded": "same", "seconds": "noise"}
    assert words(before, slower)["seconds"] == "worse" and has_regression(diff_table(before, slower))
    assert words(slower, before)["seconds"] == "better" and not has_regression(diff_table(slower, before))


def test_counts_are_exact() -> None:
    before = [record("a", number, 1.0) for number in range(30)]
    after = [record("a", number, 1.0, generated=101 if number == 7 else 100) for number in range(30)]
    assert words(before, after)["generated"] == "worse" and words(after, before)["generated"] == "better"
    with pytest.raises(TaquinError, match="in common"):
        diff_table(before, [record("b", 1, 1.0)])


def test_benchmarks_are_compared_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"

    def bench(seconds: list[float]) -> str:
        sampled = {"mean_ms": 5.0, "samples": {"seconds": seconds, "generated": [10] * len(seconds)}}
        return json.dumps({"machine": "x", "engine": {"Korf": sampled, "cold start": {"empty_cache_s": seconds[0]}}})

    one.write_text(bench([1.0, 1.1, 1.2, 1.0]))
    two.write_text(bench([2.0, 2.1, 2.3, 2.0]))
    assert run(["lab", "diff", str(one), str(two), "--format", "csv"]) == 5
    verdicts = {(row[0], row[2]): row[-1] for row in csv.reader(io.StringIO(capsys.readouterr().out))}
    assert verdicts["Korf", "seconds"] == "worse" and verdicts["Korf", "generated"] == "same"
    assert verdicts["cold start", "empty_cache_s"] == "one value"
    two.write_text("[]")
    assert run(["lab", "diff", str(one), str(two)]) == 2


def test_the_diff_command(tmp_path: Path) -> None:
    one, two, torn = tmp_path / "one.jsonl", tmp_path / "two.jsonl", tmp_path / "torn.jsonl"
    one.write_text("".join(json.dumps(record("a", number, 1.0)) + "\n" for number in range(5)))
    two.write_text("".join(json.dumps(record("a", number, 1.0, 120)) + "\n" for number in range(5)))
    torn.write_text(one.read_text()[:-10])
    assert run(["lab", "diff", str(one), str(one)]) == 0
    assert run(["lab", "diff", str(one), str(two)]) == 5
    assert run(["lab", "diff", str(one), str(torn)]) == 0
    torn.write_text("not json\n")
    assert run(["lab", "diff", str(one), str(torn)]) == 2
