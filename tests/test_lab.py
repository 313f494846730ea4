"""The lab: experiments are checked, runs continue, reports say same, better or worse."""

from __future__ import annotations

import csv
import gc
import io
import json
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from taquin import Board, Limits, Puzzle, Solution, Solving, TaquinError
from taquin.batch import LocalThreads
from taquin.batch.journal import companion
from taquin.batch.work import Settings
from taquin.cli import run
from taquin.datasets import dataset
from taquin.lab import Experiment, built_in_names, load_experiment, measures, plots, read_records
from taquin.lab.measures import measure_jobs
from taquin.lab.problems import PLOT_KINDS
from taquin.lab.published import verdict
from taquin.lab.record import averaged
from taquin.lab.records import run_experiment
from taquin.lab.report import tables
from taquin.lab.statistics import Estimate
from taquin.lab.tables import FORMS, Table, number
from taquin.native import ENGINE
from taquin.optimal.saved_search import SavedSearch

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
        assert name.startswith("dca") or experiment.count() > 0
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
        "needs value",
    ):
        assert part in str(caught.value)
    assert "\n" not in str(caught.value)
    path.write_text("title = ")
    with pytest.raises(TaquinError, match="experiment bad"):
        load_experiment(str(path))
    with pytest.raises(TaquinError, match="lab list"):
        load_experiment("no-such-experiment")


GRID = '[[grid]]\ndatasets = ["depth-3x2-6-5"]\nsolvers = ["a"]\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[solver.a]\nalgoritm = 'astar'\n" + GRID, ["unknown key 'algoritm' in", "known: algorithm, heuristic"]),
        ("[solver.a]\nalgorithm = 'astra'\n" + GRID, ["algorithm must be one of auto, astar", "not 'astra'"]),
        ("[solver.a]\nalgorithm = 'weighted-astar'\nweight = 'x'\n" + GRID, ["weight must be a number from 1 up"]),
        ("[solver.a]\nalgorithm = 'weighted-astar'\nweight = 0.5\n" + GRID, ["weight must be a number from 1 up"]),
        ("[solver.a]\nalgorithm = 'astar'\nweight = 2\n" + GRID, ["unknown key 'weight' in [solver.a]"]),
        ("[solver.a]\nalgorithm = 'astar'\nheuristic = 'luck'\n" + GRID, ["heuristic must be one of", "'luck'"]),
        ("[solver.a]\nalgorithm = 'astar'\nheuristic = 'maximum:luck'\n" + GRID, ["as in maximum:manhattan+gaschnig"]),
        ("[solver.a]\nheuristic = 'luck'\n" + GRID, ["heuristic must be one of patterns, manhattan", "'luck'"]),
        ("[solver.a]\nthreads = 0\nquality = 'fine'\n" + GRID, ["threads must be a whole number", "quality must be"]),
        ("[solver.a]\ntables = 'nonsense'\n" + GRID, ["no tables 'nonsense'", "choose default, large"]),
        ("[solver.a]\ntables = '5-5-5'\n" + GRID, ["no tables '5-5-5' for 3x2", "choose default, large"]),
        ("[solver.a]\n" + GRID + GRID, ["a solves depth-3x2-6-5 twice"]),
        ("[solver.a]\n" + GRID + "boards = '1'\nlimits = 'x'\n", ["boards must be a list", "limits must be a table"]),
        ("[solver.a]\n" + GRID + "limits = { seconds = 'x' }\n", ["limits: "]),
        ("[solver.a]\n[[grid]]\ndatasets = 'korf100'\nsolvers = ['a']\n", ["datasets must be a list of texts"]),
        ("[[grid]]\nmeasure = 'distances'\n", ["[[grid]] of distances needs shape"]),
        ("[[grid]]\nmeasure = 'distances'\nshape = '3by3'\nmetric = ['xtm']\n", ["'3by3'", "one of stm, mtm"]),
        ("[[grid]]\nmeasure = 'heuristic'\nshape = '3x3'\nheuristic = 'luck'\n", ["heuristic must be one of"]),
        ("[[grid]]\nmeasure = 'heuristic'\nshape = '4x4'\nheuristic = []\n", ["12 cells", "must not be empty"]),
        ("[[grid]]\nmeasure = 'solve'\n", ["unknown measure 'solve'"]),
        ("grid = 'x'\nsolver = 'x'\n", ["grid must be tables", "solver must be tables with names"]),
        (
            "[solver.a]\n" + GRID + "[report]\nfigures = 'length'\ncompare = ['x']\n",
            ["figures must be a list", "table"],
        ),
        ("report = 1\nplot = 'x'\n[solver.a]\n" + GRID, ["report must be a table", "plot must be tables"]),
        (
            "[solver.a]\n" + GRID + "[[plot]]\nname = '../x'\nkind = 'bars'\n[[plot]]\nkind = 'points'\ny = 'length'\n",
            ["kind must be one of points, means", "not 'bars'", "needs title", "points needs x", "the name of a file"],
        ),
    ],
)
def test_mistakes_in_an_experiment_are_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: list[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f"title = 'Mine'\n{text}")
    assert run(["lab", "run", str(path), "-o", str(tmp_path / "x.jsonl")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "internal error" not in error
    for part in words:
        assert part in error


def test_an_experiment_may_name_the_parts_of_a_maximum(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    solver = "[solver.a]\nalgorithm = 'astar'\nheuristic = 'maximum:manhattan+gaschnig'\n"
    path.write_text(f"title = 'Mine'\n{solver}{GRID}")
    records = tmp_path / "x.jsonl"
    assert run(["lab", "run", str(path), "--workers", "1", "--quiet", "-o", str(records)]) == 0
    assert all(record["heuristic"] == "maximum:manhattan+gaschnig" for record in read_records(records))


def test_what_goes_wrong_with_a_board_is_its_record(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = measures.MEASURES["solve"]

    def fails_on_3(job: dict[str, Any], searches: Path | None) -> dict[str, Any]:
        if job["line"] == 3:
            raise ZeroDivisionError("a mistake of ours")
        if job["line"] == 4:
            raise TaquinError("this cannot be measured")
        return good.run(job, searches)

    monkeypatch.setitem(measures.MEASURES, "solve", replace(good, run=fails_on_3))
    records = tmp_path / "records.jsonl"
    assert run(["lab", "run", str(small), "-o", str(records), "--pool", "threads", "--quiet"]) == 1
    assert "20 runs" in (said := capsys.readouterr().err) and "2 with an error" in said
    found = read_records(records)
    assert [record["line"] for record in found if record["outcome"] == "error"] == [3, 4]
    assert found[2]["error"] == "internal error: ZeroDivisionError: a mistake of ours"
    assert found[3]["error"] == "this cannot be measured"
    errors = {table.title: table for table in tables(load_experiment(str(small)), found)}["Errors"]
    assert [row[0] for row in errors.rows] == [3, 4]


def test_repeats_go_through_all_boards_again_and_continue(small: Path, tmp_path: Path) -> None:
    experiment, path = load_experiment(str(small)), tmp_path / "small.jsonl"
    with LocalThreads(2) as workers:
        run_experiment(experiment, path, workers, repeat=2)
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(lines[:25]))
        assert run_experiment(experiment, path, workers, repeat=2) == (40, 25, 0)
        assert run_experiment(experiment, path, workers, repeat=3) == (60, 40, 0)
        assert run_experiment(experiment, path, workers, repeat=1) == (60, 60, 0)
    records = read_records(path)
    assert [record["repeat"] for record in records] == [1] * 20 + [2] * 20 + [3] * 20
    boards = [(record["dataset"], record["solver"], record["id"]) for record in records]
    assert boards[:20] == boards[20:40] == boards[40:] and len(set(boards)) == 20
    means, published, *_, conditions = tables(experiment, records)
    assert [row[2] for row in means.rows] == [5] * 4 and [row[2] for row in published.rows] == [5, 5, 0]
    assert ["command", f"taquin lab run {small} --repeat 3 --workers 2 --pool threads"] in conditions.rows
    assert ["workers", "2"] in conditions.rows and ["pool", "threads"] in conditions.rows
    assert published.rows[0][-1] == "same"
    assert tables(experiment, records[:-1])[1].rows[0][-1] == "run not finished"


def test_means_over_repeats() -> None:
    base = {"measure": "solve", "dataset": "d", "solver": "s", "id": "1", "outcome": "solved", "generated": 7}
    timed = [{**base, "line": n, "repeat": n, "seconds": seconds} for n, seconds in ((1, 1.0), (2, 3.0))]
    assert averaged(timed) == [{**timed[0], "seconds": 2.0}]
    failed = {**timed[1], "outcome": "limit", "length": None}
    assert averaged([{**timed[0], "length": 5}, failed])[0]["outcome"] == "limit"
    assert averaged([{**timed[0], "length": 5}, failed])[0]["length"] is None
    assert len(averaged([timed[0], {**timed[1], "id": "2"}])) == 2


def test_a_grid_may_name_its_boards(tmp_path: Path) -> None:
    text = 'title = "Two"\n[solver.table]\n[[grid]]\ndatasets = ["depth-3x2-6-5"]\nsolvers = ["table"]\n'
    path = tmp_path / "two.toml"
    path.write_text(text + 'boards = ["4", "2"]\n[report]\ngroup = ["id"]\nfigures = ["length", "published.length"]\n')
    experiment, results = load_experiment(str(path)), tmp_path / "two.jsonl"
    assert experiment.count() == 2
    with LocalThreads(1) as workers:
        run_experiment(experiment, results, workers)
    means = tables(experiment, read_records(results))[0]
    assert means.rows == [["4", 6, 6], ["2", 6, 6]]
    path.write_text(text + 'boards = ["9"]\n')
    with pytest.raises(TaquinError, match="no board 9"):
        load_experiment(str(path)).count()


def test_a_run_may_be_cut_to_the_first_boards(small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = tmp_path / "records.jsonl"
    command = ["lab", "run", str(small), "-o", str(records), "--pool", "threads", "--workers", "1", "--quiet"]
    assert run([*command, "--boards", "2"]) == 0
    assert [record["id"] for record in read_records(records)] == ["1", "2"] * 4
    assert load_experiment(str(small)).with_first(2).count() == 8
    capsys.readouterr()
    assert run(["lab", "report", str(records)]) == 0
    said = capsys.readouterr().out
    # Two boards are not those whose mean was published.
    assert "### Small (the first 2 boards of each dataset)" in said and said.count("part of the boards") == 2
    assert f"taquin lab run {small} --boards 2 --workers 1 --pool threads" in said
    assert run(command) == 2 and "content of the experiment: grid" in capsys.readouterr().err
    named = Experiment("x", {"title": "X", "grid": [{"datasets": ["korf50"], "boards": ["9", "7"], "solvers": ["s"]}]})
    assert named.with_first(1).count() == 1 and named.with_first(5).count() == named.count() == 2
    small.write_text(SMALL.replace("limits = ", "first = 0\nlimits = "))
    with pytest.raises(TaquinError, match="first must be a whole number from 1 up"):
        load_experiment(str(small))


def test_the_file_of_an_experiment_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lab", "show", "aima"]) == 0
    copy = tmp_path / "copy.toml"
    copy.write_text(capsys.readouterr().out)
    assert load_experiment(str(copy)).content == load_experiment("aima").content
    assert run(["lab", "show", "nothing"]) == 2 and "taquin lab list" in capsys.readouterr().err


def test_a_run_continues_and_every_record_can_be_repeated(small: Path, tmp_path: Path) -> None:
    experiment, path = load_experiment(str(small)), tmp_path / "small.jsonl"
    with LocalThreads(2) as workers:
        assert run_experiment(experiment, path, workers) == (20, 0, 0)
        whole = path.read_text()
        lines = whole.splitlines(keepends=True)
        path.write_text("".join(lines[:7]) + lines[7][:30])
        assert run_experiment(experiment, path, workers) == (20, 7, 0)
    records = read_records(path)
    assert [record["line"] for record in records] == list(range(1, 21))
    # Lines stand in the order in which they were done.
    for record, before in zip(records, sorted(map(json.loads, lines), key=itemgetter("line")), strict=True):
        job = {key: record[key] for key in ("line", "measure", "options", "limits", "board", "goal")}
        (again,) = map(json.loads, measure_jobs([job]))
        for name in ("outcome", "length", "moves", "generated", "expanded"):
            assert record[name] == before[name] == again[name]
        assert record["environment"]["version"] and record["dataset"] and record["options"]


def test_a_search_of_hours_is_kept_and_continued(tmp_path: Path) -> None:
    path, file = tmp_path / "long.jsonl", tmp_path / "long.toml"
    file.write_text(
        'title = "Long"\n[solver.both]\noptimal = true\n'
        '[[grid]]\ndatasets = ["korf100"]\nboards = ["1", "3"]\nsolvers = ["both"]\n'
    )
    experiment = load_experiment(str(file))
    job = next(experiment.jobs())
    saved = tmp_path / "long.jsonl.searches" / "1.json"
    saved.parent.mkdir()
    puzzle = Puzzle(Board(job["board"]), Board(job["goal"]))
    broken_off = Solving(puzzle, Limits(nodes=20_000), optimal=True, threads=1, checkpoint=saved)
    first = broken_off.wait()
    assert first is not None and not first.optimal
    before = SavedSearch.read(saved).account
    del broken_off
    gc.collect()  # with its lock
    with LocalThreads(1) as workers:
        assert run_experiment(experiment, path, workers) == (2, 0, 0)
    continued, whole = read_records(path)
    assert [continued["length"], whole["length"]] == [57, 59] and continued["optimal"] and whole["optimal"]
    assert continued["generated"] > first.stats.generated
    assert continued["seconds"] > before.seconds and continued["processor_seconds"] > before.processor_seconds > 0
    assert not saved.parent.exists()  # nothing is left of what is done
    assert run_experiment(experiment, path, LocalThreads(1), restart=True) == (2, 0, 0)


def test_an_altered_record_is_refused_by_whoever_reads_it(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    measured(small, tmp_path)
    path, other = tmp_path / "small.jsonl", tmp_path / "other.jsonl"
    other.write_bytes(path.read_bytes())
    companion(other).write_bytes(companion(path).read_bytes())
    assert run(["lab", "diff", str(path), str(other)]) == 0
    whole = other.read_bytes()
    lines = whole.splitlines(keepends=True)
    inserted = lines[4].replace(b'"generated": ', b'"generated": 9')
    returned = lines[4].replace(b'"generated": ', b'"generated":\r')
    assert len({inserted, returned, lines[4]}) == 3
    for harmed in (inserted, returned, lines[4].replace(b'"crc32": ', b'"crc": '), b"[1]\n"):
        other.write_bytes(b"".join([*lines[:4], harmed, *lines[5:]]))
        for command in (["report", str(other)], ["diff", str(path), str(other)], ["diff", str(other), str(path)]):
            capsys.readouterr()
            assert run(["lab", *command]) == 2
            said = capsys.readouterr()
            assert said.out == "" and said.err.count("\n") == 1 and f"{other}:5: " in said.err
    other.write_bytes(whole[:-9])  # torn by a kill
    assert run(["lab", "report", str(other)]) == 0 and "run not finished: 19 of 20" in capsys.readouterr().out
    companion(other).unlink()
    assert run(["lab", "diff", str(path), str(other)]) == 5 and "other.jsonl.run is missing" in capsys.readouterr().err
    companion(other).write_text("{")
    assert run(["lab", "report", str(other)]) == 2 and "other.jsonl.run: cannot be read" in capsys.readouterr().err


def test_a_file_of_another_experiment_says_what_has_changed(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    measured(small, tmp_path)
    small.write_text(SMALL.replace("nodes = 100000", "nodes = 200000").replace('title = "Small"', 'title = "Other"'))
    command = ["lab", "run", str(small), "-o", str(tmp_path / "small.jsonl"), "--pool", "threads", "--quiet"]
    assert run(command) == 2
    assert "(different content of the experiment: title and grid)" in capsys.readouterr().err


def test_tables_are_ready_before_the_first_board_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[int] = []
    solve = Settings.solve

    def watched(settings: Settings, puzzle: Puzzle) -> Solution:
        solved.append(puzzle.start.manhattan(puzzle.goal))
        return solve(settings, puzzle)

    monkeypatch.setattr(Settings, "solve", watched)
    measures._prepare.cache_clear()
    board, goal = [[3, 2, 1], [5, 4, 0]], [[1, 2, 3], [4, 5, 0]]
    job = {"measure": "solve", "options": {"algorithm": "astar"}, "limits": {}, "board": board, "goal": goal}
    assert all(json.loads(line)["outcome"] == "solved" for line in measure_jobs([job, job]))
    assert solved == [1, 6, 6]


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


# Reports


def test_verdicts() -> None:
    assert verdict("generated", 100, 100, exact=True) == "same"
    assert verdict("generated", 99, 100, exact=True) == "better"
    assert verdict("generated", 101, 100, exact=True) == "worse"
    assert verdict("generated", 363_028_080.31, 363_028_080, exact=True) == "same"
    assert verdict("generated", 363_028_081, 363_028_080, exact=True) == "worse"
    assert verdict("generated", 99, 100, exact=False, interval=Estimate(99, 97, 101, 9)) == "same"
    assert verdict("generated", 90, 100, exact=False, interval=Estimate(90, 89, 91, 9)) == "better"
    assert verdict("exact_share", 0.9, 0.8, exact=True) == "better"  # more of it is better
    assert verdict("farthest", 32, 31, exact=True) == "differs"  # neither better nor worse, but not the same


def measured(small: Path, tmp_path: Path) -> tuple[Any, list[dict[str, Any]]]:
    with LocalThreads(2) as workers:
        run_experiment(load_experiment(str(small)), tmp_path / "small.jsonl", workers)
    return load_experiment(str(small)), read_records(tmp_path / "small.jsonl")


def test_reports(small: Path, tmp_path: Path) -> None:
    means, published, summary, one_by_one, conditions = tables(*measured(small, tmp_path))
    assert [row[:4] for row in means.rows] == [[6, "astar", 5, 5], [6, "deepening", 5, 5], [8, "astar", 5, 5],
                                               [8, "deepening", 5, 5]]  # fmt: skip
    assert [row[7] for row in published.rows] == ["same", "better", "not measured"]
    assert all(row[4:] == [5, 0, 0, 0, "-"] for row in summary.rows) and len(summary.rows) == 4
    assert one_by_one.head == ["dataset", "solver", "id", "ours", "published (length)", "ours / published", "verdict"]
    assert one_by_one.rows[0] == ["depth-3x2-6-5", "astar", "1", 6, 6, 1, "same"] and len(one_by_one.rows) == 20
    assert "commit" in [row[0] for row in conditions.rows]
    assert ["command", f"taquin lab run {small} --workers 2 --pool threads"] in conditions.rows


def test_a_run_that_is_not_finished_has_no_verdict(small: Path, tmp_path: Path) -> None:
    experiment, records = measured(small, tmp_path)
    assert tables(experiment, records)[0].title == "Small"
    assert tables(experiment, records[:-1])[0].title == "Small (run not finished: 19 of 20)"
    assert {row[7] for row in tables(experiment, records[:-1])[1].rows} == {"run not finished", "not measured"}


def test_boards_that_were_not_solved_are_not_in_a_mean_with_published_ones(small: Path, tmp_path: Path) -> None:
    experiment, records = measured(small, tmp_path)
    records[0].update(outcome="limit", length=None)
    _, published, summary, one_by_one, _ = tables(experiment, records)
    assert published.rows[0][3] is None and published.rows[0][7] == "1 not solved"
    assert summary.rows[0][4:] == [4, 0, 0, 1, "1"]
    assert one_by_one.rows[0][3:] == [None, 6, None, "not solved"]


def test_forms_of_tables() -> None:
    table = Table("A & B", ["name", "nodes"], [["x_1|y", 1234567], ["50 %", 0.123456], ["-", None]])
    assert "| x_1\\|y | 1,234,567 |" in FORMS["markdown"](table)
    assert list(csv.reader(io.StringIO(FORMS["csv"](table))))[1] == ["x_1|y", "1234567"]
    assert r"x\_1|y & 1\,234\,567 \\" in FORMS["latex"](table) and r"A \& B" in FORMS["latex"](table)
    assert r"a\textbackslash{}b\_c & -1\,234 \\" in FORMS["latex"](Table("T", ["x", "y"], [[r"a\b_c", -1234]]))
    assert "<td class=n>0.1235</td>" in FORMS["html"](table) and "A &amp; B" in FORMS["html"](table)
    assert [number(value) for value in (None, 3, 12345.6, 0.5, 2e9)] == ["-", "3", "12,346", "0.5", "2,000,000,000"]


def test_the_commands(small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    records = tmp_path / "records.jsonl"
    assert run(["lab", "run", str(small), "-o", str(records), "--pool", "threads", "--quiet"]) == 0
    assert run(["lab", "report", str(records), "--format", "csv"]) == 0
    assert "mean generated" in capsys.readouterr().out
    companion(records).unlink()
    assert run(["lab", "report", str(records), "--format", "csv"]) == 0  # its records name the file
    folder = tmp_path / "report"
    command = ["lab", "report", str(records), "--experiment", str(small), "-o", str(folder)]
    assert run(command) == 0
    names = {"small.md", "small.csv", "small.tex", "small.html", "nodes.svg", "means.svg"}
    assert {path.name for path in folder.iterdir()} == names
    before = (folder / "nodes.svg").read_bytes()
    assert run(command) == 0 and (folder / "nodes.svg").read_bytes() == before
    assert run([*command, "--plots", "png"]) == 0
    assert (folder / "means.png").read_bytes().startswith(b"\x89PNG")
    small.rename(tmp_path / "moved.toml")
    assert run(["lab", "report", str(records)]) == 2  # then an experiment of one's own must be named
    assert run(["lab", "list"]) == 0 and "AIMA" in capsys.readouterr().out


def test_rows_of_distances_are_marked() -> None:
    experiment = load_experiment("distances12")
    lines = measure_jobs([{"line": 1, "experiment": "x", "measure": "distances", "shape": "3x2"}])
    made = {table.title: table for table in tables(experiment, [json.loads(line) for line in lines])}
    for name in ("boards", "farthest", "at_farthest", "differing"):
        assert made[f"{name}, one by one"].rows[0][-1] == "same"
    wrong = json.loads(lines[0]) | {"differing": 2, "farthest": 22}
    made = {table.title: table for table in tables(experiment, [wrong])}
    assert made["differing, one by one"].rows == [[1, 2, 0, None, "worse"]]
    assert made["farthest, one by one"].rows[0][-1] == "differs"
    assert [row[2:5] for row in made["One by one"].rows] == [[1, 0, 0], [0, 0, 1], [1, 0, 0], [0, 0, 1]]


def test_every_board_of_korf_1985_is_marked() -> None:
    experiment = load_experiment("korf1985")
    records = [
        {**job, "outcome": "solved", "environment": {}, "seconds": 1.0, "length": job["published"]["length"],
         "generated": job["published"]["nodes"]} for job in experiment.jobs()
    ]  # fmt: skip
    made = {table.title: table for table in tables(experiment, records)}
    rows = made["generated, one by one"].rows
    assert len(rows) == len(made["length, one by one"].rows) == 100
    assert [row[0] for row in rows if row[-1] != "same"] == ["22", "88", "89"]  # the misprints
    assert made["One by one"].rows[1][2:5] == ["generated", "published", 97]
    assert [row[-2] for row in made["Beside the published figures"].rows] == ["same", "same"]


def test_misspelt_figures_are_named(small: Path, tmp_path: Path) -> None:
    _, records = measured(small, tmp_path)
    small.write_text(SMALL.replace('"generated", "length"', '"lenght"'))
    with pytest.raises(TaquinError, match=r"no record has 'lenght'; figures are .*length"):
        tables(load_experiment(str(small)), records)


def test_only_records_have_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards, results, bench = tmp_path / "boards.txt", tmp_path / "results.jsonl", tmp_path / "bench.json"
    boards.write_text("1 2 3 4 5 6 7 0 8\n")
    assert run(["batch", str(boards), "-o", str(results), "--pool", "threads", "--quiet"]) == 0
    bench.write_text('{"workers": {"Korf": {"mean_ms": 1}}}')
    capsys.readouterr()
    for path in (results, bench):
        for options in ([], ["--experiment", "korf1985"]):
            assert run(["lab", "report", str(path), *options]) == 2
            error = capsys.readouterr().err
            assert f"{path}:1" in error and "no record of 'taquin lab run'" in error and error.count("\n") == 1


def test_without_matplotlib_the_page_says_so(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measured(small, tmp_path)
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    folder = tmp_path / "report"
    assert run(["lab", "report", str(tmp_path / "small.jsonl"), "-o", str(folder)]) == 0
    assert "without plots" in capsys.readouterr().err
    assert {path.name for path in folder.iterdir()} == {"small.md", "small.csv", "small.tex", "small.html"}
    assert "plots need matplotlib" in (folder / "small.html").read_text()
    assert run(["lab", "report", str(tmp_path / "small.jsonl"), "-o", str(folder), "--plots", "none"]) == 0
    assert capsys.readouterr().err == "" and "plots need" not in (folder / "small.html").read_text()


def test_every_kind_of_plot_is_described_and_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert set(plots._KINDS) == set(PLOT_KINDS)
    for kind in PLOT_KINDS:
        assert f"\n{kind} " in (plots.__doc__ or "")
    (line,) = measure_jobs([{"line": 1, "experiment": "x", "measure": "distances", "shape": "3x2"}])
    record = json.loads(line)
    for kind in PLOT_KINDS:
        y = "counts" if kind in ("counts", "cumulative") else "boards"
        content = {"plot": [{"name": kind, "title": kind, "kind": kind, "x": "farthest", "y": y}]}
        (path,) = plots.draw_plots(Experiment("x", content), [record], tmp_path)
        assert path.stat().st_size > 1000
        content["plot"][0]["y"] = "contus"
        with pytest.raises(TaquinError, match=f"the plot {kind}: no record has 'contus'"):
            plots.draw_plots(Experiment("x", content), [record], tmp_path)


def test_the_records_of_the_fifty_hold_solutions_of_the_published_lengths() -> None:
    path = Path(__file__).parent.parent / "benchmarks" / "records" / "korf-felner2002-24.jsonl"
    boards = {instance.id: instance for instance in dataset("korf50").instances()}
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert len({record["id"] for record in records}) == len(records) >= 36
    for record in records:
        board = boards[record["id"]]
        assert board.puzzle.is_solution(record["moves"])
        assert record["length"] == record["bound"] == board.figures["length"]
        assert record["processor_seconds"] > 0 and record["environment"]["commit"]
