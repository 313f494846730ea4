"""The classroom on the command line: solve by name, trace, compare, depths, classroom."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from taquin import Board, Puzzle, Solution, Stats, scramble, solve
from taquin.cli import doctor, run
from taquin.cli.output import wrapped
from taquin.comparison import DepthFigures, by_depth, searches
from taquin.heuristics import HEURISTICS, heuristic
from taquin.puzzle import GOALS
from taquin.search import ALGORITHMS
from taquin.texts import languages, seconds_text, written
from taquin.trace import EVENT_BYTES, Recorder
from tests.support import CASES, EXAMPLES

BOARD = "1 3 5/4 0 8/7 6 2"
NEAR = "1 2 3/4 0 5/7 8 6"
"""Depth-first search comes to the goal after 552 moves here, after 90,804 there."""
UNSOLVABLE = "1 2 3/4 5 6/8 7 0"


@pytest.fixture
def taquin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def call(*arguments: str, answers: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        code = run(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.mark.parametrize("name", ALGORITHMS)
def test_solve_by_every_algorithm(name: str, taquin: Any) -> None:
    board = NEAR if name == "dfs" else BOARD
    code, out, _ = taquin("solve", board, "--algorithm", name, "--json")
    found = json.loads(out)
    assert found["algorithm"] == name and found["heuristic"] == (ALGORITHMS[name].heuristic or "")
    assert taquin("solve", UNSOLVABLE, "--algorithm", name)[0] == 4
    if found["outcome"] == "limit" and not ALGORITHMS[name].complete:
        return
    assert code == 0 and found["outcome"] == "solved"
    assert found["length"] == 10 or not ALGORITHMS[name].optimal
    assert Board.parse(board).play(found["moves"]).is_goal()


def test_solve_prints_all_figures_and_every_step(taquin: Any) -> None:
    code, out, _ = taquin("solve", BOARD, "--algorithm", "astar", "--heuristic", "linear-conflict", "--steps")
    assert code == 0
    for part in ("Queue ", "Reopened", "Memory", "Branching factor", "astar with linear-conflict", "Step 10: "):
        assert part in out
    assert out.count("┌───┬───┬───┐") == 2 + 11
    assert "Not the shortest" not in out


def test_the_right_answer_stands_beside_a_wrong_one(taquin: Any) -> None:
    out = taquin("solve", BOARD, "--algorithm", "astar003")[1]
    assert "Not the shortest: 10 moves suffice" in out and "keeps the first way found" in out
    out = taquin("solve", "1 2 3/4 0 5/7 8 6", "--algorithm", "greedy")[1]
    assert "proven" in out and "Not the shortest" not in out
    out = taquin("trace", BOARD, "--algorithm", "astar003", "--lang", "id")[1]
    assert "Bukan yang terpendek: 10 langkah sudah cukup: " in out and "lintasan pertama" in out and "moves" not in out
    lucky = taquin("solve", "8 1 3/4 0 2/7 6 5", "--algorithm", "astar003")[1]
    assert "14 moves are the fewest possible here, though this search does not prove it." in lucky


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--algorithm", "quicksort"], "'quicksort' is not one of"),
        (["--algorithm", "astr"], "'astr' is not known: did you mean 'astar'?"),
        (["--algorithm", "A*"], "'A*' is not known: did you mean 'astar'?"),
        (["--algorithm", "dijkstra"], "'dijkstra' is not known: did you mean 'uniform-cost'?"),
        (["--algorithm", "astar", "--heuristic", "hamming"], "'hamming' is not known: did you mean 'misplaced'?"),
        (["--algorithm", "astar", "--heuristic", "misplacd"], "'misplacd' is not known: did you mean 'misplaced'?"),
        (["--heuristic", "manhattan"], "--heuristic needs --algorithm"),
        (["--width", "7"], "--width needs --algorithm"),
        (["--algorithm", "astar", "--engine", "native"], "--engine is not for astar, a teaching algorithm in Python"),
        (["--algorithm", "astar003", "--count"], "--count is not for astar003"),
        (["--algorithm", "astar", "--quality", "best"], "--quality is not for astar"),
        (["--algorithm", "bfs", "--heuristic", "manhattan"], "bfs uses no heuristic"),
        (["--algorithm", "astar", "--width", "3"], "--width is not for astar"),
        (["--steps", "--json"], "--steps is not for --format json"),
        (["--algorithm", "astar", "--memory", "lots"], "'lots' is not an amount of memory"),
        (["--algorithm", "weighted-astar", "--weight", "0.5"], "'0.5' is not possible; give a number from 1"),
        (["--algorithm", "beam", "--width", "0"], "'0' is not possible; give a whole number from 1"),
        (["--algorithm", "beam", "--width", "2.5"], "'2.5' is not possible; give a whole number"),
        (["--algorithm", "weighted-astar", "--weight", "nan"], "'nan' is not possible; give a number"),
        (["--algorithm", "weighted-astar", "--weight", "inf"], "'inf' is not possible; give a number"),
    ],
)
def test_what_does_not_fit_together_is_said(arguments: list[str], complaint: str, taquin: Any) -> None:
    code, out, err = taquin("solve", BOARD, *arguments)
    assert code == 2 and out == "" and complaint in err and err.count("\n") == 1


def test_a_search_that_ends_by_its_own_rules_says_so(taquin: Any) -> None:
    code, out, _ = taquin("solve", BOARD, "--algorithm", "depth-limited", "--depth", "5")
    assert code == 5 and "Nothing within depth 5: no solution has fewer than 6 moves." in out
    board = ("8 6 7/2 5 4/3 0 1", "--algorithm", "beam", "--width", "1")
    code, out, _ = taquin("solve", *board)
    assert code == 5 and "The beam ran dry, a larger width may help: no solution has fewer than 21 moves." in out
    assert "Queue     0 left" in out
    code, out, _ = taquin("solve", "1 2 3/4 5 6/0 7 8", "--algorithm", "hill-climbing")
    assert code == 0 and "2 moves (shortest possible, proven)" in out
    code, out, _ = taquin("solve", BOARD, "--algorithm", "hill-climbing")
    assert code == 5 and "A local minimum after " in out and ": no solution has fewer than 10 moves." in out
    out = taquin("trace", *board)[1]
    assert "the beam ran dry, a larger width may help; every solution has at least 21 moves.\n" in out
    assert "\n\nThe right answer, by the engine: 31 " in out
    assert "no solution: a local minimum after 3 moves" in taquin("trace", BOARD, "--algorithm", "hill-climbing")[1]


@pytest.mark.parametrize("limit", [("--nodes", "5"), ("--time", "0"), ("--memory", "1k")])
def test_limits_have_their_exit_code(limit: tuple[str, str], taquin: Any) -> None:
    code, out, _ = taquin("solve", BOARD, "--algorithm", "astar", *limit)
    assert code == 5 and "Limit reached: no solution has fewer than 10 moves." in out
    assert taquin("trace", BOARD, *limit)[0] == 5
    code, out, err = taquin("solve", BOARD, "--algorithm", "astar", *limit, "--format", "boards")
    assert (code, out) == (5, "") and "limit reached: no solution has fewer than 10 moves" in err


def test_trace_as_json_lines_and_as_a_picture(taquin: Any, tmp_path: Path) -> None:
    picture = tmp_path / "tree.svg"
    code, out, _ = taquin("trace", BOARD, "--format", "jsonl", "--svg", str(picture))
    events = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and events[0]["event"] == "start" and events[-1]["event"] == "end"
    assert events[-1]["expanded"] + 1 == sum(event["event"] == "expand" for event in events)
    assert "10 moves" in ElementTree.parse(picture).findtext("{http://www.w3.org/2000/svg}title", "")
    code, out, err = taquin("trace", UNSOLVABLE)
    assert code == 4 and out == "" and "cannot be solved" in err
    assert "Not the shortest" in taquin("trace", BOARD, "--algorithm", "astar003")[1]
    for command in ("trace", "compare", "depths"):
        board = () if command == "depths" else (BOARD,)
        code, out, err = taquin(command, *board, "--svg", str(tmp_path / "no" / "folder.svg"))
        assert code == 1 and "folder.svg: No such file or directory" in err and err.count("\n") == 1
        assert out == "", "it is refused before the work"


def test_a_trace_shows_its_lists_at_any_step(taquin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    every = taquin("trace", BOARD, "--lists")[1]
    parents = every.count("\nPARENT ") + every.startswith("PARENT ")
    assert every.count("\nOPEN: ") == every.count("\nCLOSED: ") == parents == 19
    code, one, _ = taquin("trace", BOARD, "--step", "7")
    assert re.match(r"PARENT 7\. .*\n  node 6\.\d\n\|", one), "the lists name nodes, so PARENT has its name, too"
    assert code == 0 and one in every and one.startswith("PARENT 7. ") and one.count("PARENT") == 1
    opened = next(line for line in one.splitlines() if line.startswith("OPEN: "))
    following = taquin("trace", BOARD, "--step", "8", "--format", "jsonl")[1].splitlines()
    kinds = [json.loads(line)["event"] for line in following]
    assert kinds == ["start", "expand", *["child"] * (len(kinds) - 4), "lists", "end"]
    assert opened.split()[1].startswith(f"{json.loads(following[1])['node']}:"), "the first of OPEN is next"
    lists = json.loads(following[-2])
    values = [entry["f"] for entry in lists["open"]]
    assert lists["number"] == 8 and len(lists["closed"]) == 8 and values == sorted(values)
    assert "\nLINTASAN: 0, 1." in taquin("trace", BOARD, "--algorithm", "ida", "--lists", "--lang", "id")[1]
    assert taquin("trace", BOARD, "--step", "9", "--algorithm", "greedy", "--nodes", "5")[1] == ""
    code, out, err = taquin("trace", BOARD, "--step", "20")
    assert code == 2 and out == "" and "there is no PARENT 20: this search has 19" in err and err.count("\n") == 1
    some = taquin("trace", BOARD, "--step", "7-9")[1]
    assert some == "".join(taquin("trace", BOARD, "--step", str(number))[1] for number in (7, 8, 9))
    assert taquin("trace", BOARD, "--step", "18-40")[1].count("\nOPEN: ") == 2, "as many of them as there are"
    for wrong, why in (
        ("3-1", "'3-1' has no steps"),
        ("2-", "'2-' names no steps: write N or N-M"),
        ("x-3", "'x-3' names"),
    ):
        code, out, err = taquin("trace", BOARD, "--step", wrong)
        assert code == 2 and out == "" and why in err and err.count("\n") == 1
    monkeypatch.setenv("COLUMNS", "60")
    narrow = taquin("trace", BOARD, "--step", "18")[1].splitlines()
    assert max(map(len, narrow)) <= 60 and any(line.startswith("  ") for line in narrow)


@pytest.mark.parametrize("language", languages())
def test_a_trace_shows_the_line_of_every_event(language: str, taquin: Any) -> None:
    out = taquin("trace", BOARD, "--algorithm", "princeton", "--pseudocode", "--lang", language)[1]
    code = [line.said(language) for line in ALGORITHMS["princeton"].pseudocode]
    assert out.splitlines()[: len(code)] == [f"{number:2}  {text}" for number, text in enumerate(code, start=1)]
    headed = re.findall(r"\n(PARENT|Child) .*\n  (.*)\n\|", out)
    assert len(headed) == out.count("\nPARENT ") + out.count("\nChild ")
    told = {text for _, text in headed}
    assert told == {
        written("trace.line", language, number=number, line=code[number - 1].strip()) for number in (3, 4, 6, 7)
    }
    options = ("--pseudocode", "--format", "jsonl", "--lang", language)
    events = [json.loads(line) for line in taquin("trace", BOARD, "--algorithm", "princeton", *options)[1].splitlines()]
    english = [line.said("en") for line in ALGORITHMS["princeton"].pseudocode]
    assert events[0]["pseudocode"] == english and {event["line"] for event in events} == {1, 3, 4, 6, 7, 8}


def test_the_layout_of_a_document_comes_with_its_algorithm(taquin: Any) -> None:
    printed = taquin("trace", BOARD, "--layout", "003")
    own = taquin("trace", BOARD, "--layout", "003", "--algorithm", "astar003")
    other = taquin("trace", BOARD, "--layout", "003", "--algorithm", "astar")
    assert printed == own != other
    code, _, complaint = taquin("classroom", "003")
    assert code == 2 and "taquin trace BOARD --layout 003" in complaint


def test_a_step_of_a_depth_first_search_tells_its_round_and_whose_children_it_shows(taquin: Any) -> None:
    _, whole, _ = taquin("trace", "8 1 3/4 0 2/7 6 5", "--algorithm", "ida")
    rounds = [line for line in whole.splitlines() if line.startswith("ROUND")]
    _, some, _ = taquin("trace", "8 1 3/4 0 2/7 6 5", "--algorithm", "ida", "--step", "15-17")
    assert some.startswith(rounds[1] + "\n") and some.count("ROUND") == 1
    _, across, _ = taquin("trace", "8 1 3/4 0 2/7 6 5", "--algorithm", "ida", "--step", "1-28")
    assert [line for line in across.splitlines() if line.startswith("ROUND")] == rounds[:3]
    assert "one at a time" in " ".join(some.split()) and "one at a time" not in taquin("trace", BOARD, "--step", "7")[1]


def test_a_search_ends_with_the_steps_that_were_asked_for(taquin: Any) -> None:
    hard = ("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", "--goal", "blank-first")  # hours, to its end
    code, out, complaint = taquin("trace", *hard, "--step", "1-3")
    assert (code, complaint) == (0, "") and "PARENT 3." in out and "PARENT 4." not in out
    code, out, complaint = taquin("trace", *hard, "--step", "5000", "--nodes", "1000")
    assert (code, out) == (5, "") and "within the limits" in complaint


def test_a_trace_names_what_was_dropped_although_shorter(taquin: Any) -> None:
    _, output, _ = taquin("trace", BOARD, "--algorithm", "astar003")
    assert "Dropped although their way is shorter: 13.3." in output
    assert "Dropped although" not in taquin("trace", BOARD, "--algorithm", "astar")[1]


@pytest.mark.parametrize("language", languages())
def test_moves_that_are_wider_than_the_screen_are_all_there(
    language: str, taquin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    search = ("solve", "8 6 7/2 5 4/3 0 1", "--algorithm", "greedy", "--heuristic", "misplaced")
    moves = taquin(*search, "--format", "moves")[1].strip()
    assert len(moves) > 80
    shown = taquin(*search, "--lang", language)[1]
    assert moves in re.sub(r"\s", "", shown) and max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "options", [["bfs", "--nodes", "100"], ["random-restart", "--restarts", "1"]], ids=lambda x: x[0]
)
def test_why_there_is_no_solution_is_a_sentence(options: list[str], language: str, taquin: Any) -> None:
    _, output, _ = taquin("solve", "8 6 7/2 5 4/3 0 1", "--algorithm", *options, "--lang", language)
    why = output.split("\n\n")[1]
    assert re.fullmatch(r"\w[^.]*[\w)]\.", why), why


def test_the_layout_of_a_document_has_nothing_else_in_it(taquin: Any) -> None:
    for option in (["--lists"], ["--step", "1"], ["--pseudocode"]):
        code, out, err = taquin("trace", BOARD, "--layout", "003", *option)
        assert code == 2 and out == "" and "--layout prints what the document prints" in err
    assert "NOT MADE" not in taquin("trace", BOARD, "--layout", "003", "--algorithm", "princeton")[1]


def test_compare_says_what_is_shortest_and_goes_on_after_a_limit(taquin: Any, tmp_path: Path) -> None:
    picture = tmp_path / "bars.svg"
    code, out, err = taquin("compare", BOARD, "--nodes", "300", "--svg", str(picture))
    rows = {line.split()[0]: line for line in out.splitlines() if line}
    assert code == 0 and err == "" and set(ALGORITHMS) <= set(rows)
    assert " limit " in rows["bfs"] and ">= " in rows["bfs"]
    assert "no, +2" in rows["astar003"] and " yes " in rows["ida"]
    assert "Shortest solution: 10 moves." in out
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    code, out, _ = taquin("compare", BOARD, "--algorithms", "astar,bfs", "--heuristics", "all", "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert [(row["algorithm"], row["heuristic"]) for row in found] == [*(("astar", h) for h in HEURISTICS), ("bfs", "")]
    assert {row["shortest"] for row in found} == {10}
    assert {row["length"] for row in found if row["heuristic"] != "nilsson"} == {10}


def test_compare_finds_the_shortest_by_itself(taquin: Any) -> None:
    out = taquin("compare", BOARD, "--algorithms", "astar003,greedy")[1]
    assert "Shortest solution: 10 moves." in out and out.count("no, +2") == 2


def test_the_parts_of_a_maximum_can_be_chosen(taquin: Any) -> None:
    mixed, safe = "maximum:manhattan+nilsson", "maximum:manhattan+gaschnig"
    _, out, _ = taquin("compare", "8 6 7/2 5 4/3 0 1", "--algorithms", "astar", "--json",
                       "--heuristics", f"manhattan,nilsson,{mixed},{safe}")  # fmt: skip
    found = {row["heuristic"]: row for row in map(json.loads, out.splitlines())}
    assert found[mixed]["length"] >= found[safe]["length"] == 31
    assert found[safe]["optimal"] and not found[mixed]["optimal"], "it promises what all of its parts promise"
    assert found[safe]["generated"] <= found["manhattan"]["generated"]
    assert found[mixed]["moves"] == found["nilsson"]["moves"], "which is never less than Manhattan distance"
    for arguments in (
        ("solve", BOARD, "--algorithm", "ida"),
        ("trace", BOARD, "--algorithm", "mm", "--format", "jsonl"),
    ):
        code, out, _ = taquin(*arguments, "--heuristic", safe)
        assert code == 0 and safe in out
    code, out, _ = taquin("solve", "8 6 7/2 5 4/3 0 1", "--algorithm", "astar", "--heuristic", mixed)
    assert code == 0 and f"{mixed} may overestimate" in out
    code, out, _ = taquin("depths", "3", "--to", "4", "--boards", "2", "--heuristics", f"manhattan,{safe}")
    assert code == 0 and out.split()[:3] == ["depth", "manhattan", safe]
    for wrong in ("maximum:", "maximum:manhattan+", "maximum:manhattan,x", "manhattan:zero", "maximum:manhattan+x"):
        for command in (("solve", BOARD, "--algorithm", "astar", "--heuristic"), ("compare", BOARD, "--heuristics")):
            code, out, err = taquin(*command, wrong)
            assert code == 2 and out == "" and "unknown heuristic" in err and err.count("\n") == 1, wrong
    assert "unknown heuristic 'x' in 'maximum:manhattan+x'" in taquin("compare", BOARD, "--heuristics", wrong)[2]


def test_compare_lists_and_complains(taquin: Any) -> None:
    code, out, _ = taquin("compare", "--list")
    assert code == 0 and all(name in out for name in (*ALGORITHMS, *HEURISTICS))
    climbing = " ".join(out.split("hill-climbing ")[1].split("random-restart")[0].split())
    assert "(optimal if it finds a solution, not complete" in climbing
    assert "not admissible" in out and "not complete" in out
    for arguments, code, complaint in (
        ([], 2, "Missing argument"),
        ([BOARD, "--algorithms", "quicksort"], 2, "'quicksort' is not one of 'astar', 'ida'"),
        ([BOARD, "--algorithms", "astr"], 2, "'astr' is not known: did you mean 'astar'?"),
        ([BOARD, "--heuristics", "manhatan"], 2, "'manhatan' is not known: did you mean 'manhattan'?"),
        ([BOARD, "--goal", "spirl"], 3, "spirl: no such file, and no goal: choose one of blank-last, blank-first,"),
        ([BOARD, "--heuristics", ","], 2, "name at least one heuristic"),
        ([UNSOLVABLE], 4, "cannot be solved"),
    ):
        found, out, err = taquin("compare", *arguments)
        assert (found, out) == (code, "") and complaint in err
    large = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24"
    code, out, err = taquin("compare", large, "--algorithms", "ida", "--heuristics", "walking-distance,manhattan")
    assert code == 0 and "ida with walking-distance: the walking-distance table" in err and " yes " in out


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0"), (0.0001234, "0.000123"), (0.09996, "0.100"), (1.234, "1.23"), (12.34, "12.3"), (4567.8, "4,570")],
)
def test_times_have_three_digits(seconds: float, text: str) -> None:
    assert seconds_text(seconds, "en") == text


@pytest.mark.parametrize("columns", [70, 80])
def test_prose_is_wrapped_between_words(columns: int, taquin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for arguments in (
        ("solve", UNSOLVABLE),
        ("solve", BOARD, "--algorithm", "astar003"),
        ("solve", BOARD, "--algorithm", "hill-climbing"),
        ("check", UNSOLVABLE),
        ("check", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"),
        ("classroom", "004", "--file", UNSOLVABLE, "--goal", "blank-last"),
    ):
        monkeypatch.setenv("COLUMNS", str(columns))
        narrow = taquin(*arguments)[1]
        assert max(map(len, narrow.splitlines())) <= columns, arguments
        monkeypatch.delenv("COLUMNS")
        wide = [word for word in taquin(*arguments)[1].split() if not word[0].isdigit()]
        assert [word for word in narrow.split() if not word[0].isdigit()] == wide, "no word is broken"


@pytest.mark.parametrize("columns", [24, 40])
def test_prose_about_the_program_is_wrapped(
    columns: int, taquin: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(doctor, "ENGINE", "python")
    monkeypatch.setattr(doctor, "MISSING", "there is no compiled core in this installation")
    said = {
        ("doctor",): "Slow engine: there is no compiled core in this installation. To get the fast one, ",
        ("tables", "list"): "no tables yet; 'taquin tables build 4x4' makes some, and so does the first search",
        ("batch", "random-2x3-20", "-o", "x"): "20 boards: 20 solved; ",
    }
    for arguments, sentence in said.items():
        code, out, err = taquin(*arguments)
        lines = [line for line in (out + err).splitlines() if "/" not in line or "boards" in line]
        assert code == 0 and max(map(len, lines)) <= columns, arguments
        assert sentence.strip() in " ".join((out + err).split()), "no word is broken"


@pytest.mark.parametrize("columns", [80, 100, 120])
def test_tables_fit_the_screen(columns: int, taquin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for arguments in (
        ("compare", "--list"),
        ("compare", BOARD, "--nodes", "20000"),
        ("compare", BOARD, "--algorithms", "astar,branch-and-bound", "--heuristics", "all"),
        ("depths", "3", "--to", "6", "--boards", "1", "--heuristics", "all"),
    ):
        code, out, _ = taquin(*arguments)
        assert code == 0 and max(map(len, out.splitlines())) <= columns
        assert "generated" in out or "--list" in arguments
    first_depth = out.splitlines()[1 : len(HEURISTICS) + 1]
    assert [line.split()[:2] for line in first_depth] == [["2", name] for name in HEURISTICS]
    monkeypatch.delenv("COLUMNS")
    assert taquin("compare", BOARD, "--algorithms", "astar")[1].splitlines()[0].split()[5:9] == [
        "expanded", "queue", "MB", "seconds"
    ], "a file gets every column"  # fmt: skip


@pytest.mark.parametrize(("language", "none"), [("en", "none"), ("id", "tidak ada")])
def test_a_long_name_of_a_heuristic_takes_several_lines(
    language: str, none: str, taquin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "maximum:manhattan+inversion-distance"
    two = f"{name},out-of-row-and-column"
    arguments = ("compare", BOARD, "--algorithms", "hill-climbing", "--heuristics", two, "--lang", language)
    monkeypatch.setenv("COLUMNS", "80")
    lines = taquin(*arguments)[1].splitlines()
    assert max(map(len, lines)) <= 80 and lines[0].split()[-1] == "b*"
    assert name == lines[1].split()[1] + lines[2].strip()
    assert f" {none} " in lines[3], "a local minimum is no limit"
    monkeypatch.delenv("COLUMNS")
    assert name in taquin(*arguments)[1]


def test_an_error_is_wrapped_on_a_terminal_only(
    taquin: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    arguments = ("solve", BOARD, "--algorithm", "astar", "--heuristic", "mystery")
    piped = taquin(*arguments)[2]
    assert len(piped.splitlines()) == 1 and len(piped) > 160
    monkeypatch.setattr("taquin.cli.output.sys.stderr.isatty", lambda: True)
    shown = taquin(*arguments)[2]
    assert max(map(len, shown.splitlines())) <= 80 and shown.split() == piped.split()


def test_a_board_in_prose_stays_in_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    assert wrapped("The search solves the board 1 2 3/4 0 5/7 8 6 by `taquin solve it` now").splitlines() == [
        "The search solves the board",
        "1 2 3/4 0 5/7 8 6 by",
        "`taquin solve it` now",
    ]


def test_a_picture_of_a_trace_keeps_to_the_limit_on_memory(
    taquin: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept: list[Recorder] = []

    def recorder() -> Recorder:
        kept.append(Recorder())
        return kept[-1]

    monkeypatch.setattr("taquin.cli.trace.Recorder", recorder)
    picture = ("--svg", str(tmp_path / "tree.svg"))
    code, _, _ = taquin("trace", "8 6 7/2 5 4/3 0 1", "--algorithm", "bfs", "--memory", "200k", *picture)
    assert code == 5 and len(kept[0].events) * EVENT_BYTES <= 110_000
    code, _, _ = taquin("trace", BOARD, "--memory", "1G", *picture)
    assert code == 0 and kept[1].largest == 536_870_912 // EVENT_BYTES


def test_ctrl_c_in_a_comparison_keeps_what_is_done(
    taquin: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(puzzle: Puzzle, pairs: list[tuple[str, str]], *more: Any) -> Iterator[Solution]:
        if pairs[0][0] == "ida":
            raise KeyboardInterrupt
        return searches(puzzle, pairs, *more)

    monkeypatch.setattr("taquin.cli.compare.searches", interrupted)
    picture = tmp_path / "bars.svg"
    code, out, err = taquin("compare", BOARD, "--algorithms", "astar003,greedy,ida,bfs", "--svg", str(picture))
    rows = [line.split()[0] for line in out.splitlines() if line]
    assert (
        code == 130 and rows == ["algorithm", "astar003", "greedy", "Shortest", "Generated:"] and out.count(" ? ") == 2
    )
    assert "interrupted after 2 of 4 searches" in err
    assert "interrupted after 2 of 4 searches</text>" in picture.read_text(), (
        "the picture says that it is not the whole"
    )


def test_depths_prints_the_table_of_aima(taquin: Any, tmp_path: Path) -> None:
    picture = tmp_path / "lines.svg"
    options = ("--to", "10", "--step", "4", "--boards", "5", "--svg", str(picture))
    code, out, _ = taquin("depths", "3", *options)
    lines = out.splitlines()
    assert code == 0 and lines[0].split() == ["depth", "misplaced", "manhattan"]
    assert [line.split()[0] for line in lines[2:]] == ["2", "6", "10"]
    assert out == taquin("depths", "3", *options)[1], "the same seed gives the same table"
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    found = [
        json.loads(line) for line in taquin("depths", "3", "--algorithm", "bfs", *options, "--json")[1].splitlines()
    ]
    assert [row["depth"] for row in found] == [2, 6, 10] and found[0]["heuristic"] == ""
    assert found[0]["generated"] < found[1]["generated"] < found[2]["generated"]
    limited = taquin("depths", "3", *options, "--nodes", "10")[1]
    assert "limit" in limited.splitlines()[-1]
    assert "* Some" not in limited
    starred = taquin("depths", "3", "--to", "10", "--boards", "5", "--nodes", "30")[1].splitlines()
    assert any(line.endswith("*") for line in starred[2:-1]) and starred[-1].startswith("* Some boards of this depth")
    picture.unlink()
    code, out, err = taquin("depths", "2", "--boards", "1", "--svg", str(picture))
    assert code == 0 and out.splitlines()[-1].split()[0] == "6" and "2x2 board is 24 moves away" in err
    assert ElementTree.parse(picture).getroot().tag.endswith("svg"), "what was found is drawn"
    assert taquin("depths", "3", "--from", "8", "--to", "4")[0] == 2


def test_depths_of_several_algorithms_are_one_table_and_one_picture(
    taquin: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    picture = tmp_path / "lines.svg"
    boards = ("3", "--to", "6", "--step", "4", "--boards", "4")
    asked = (
        "depths",
        *boards,
        "--algorithms",
        "bfs,astar,mm",
        "--heuristics",
        "misplaced,manhattan",
        "--svg",
        str(picture),
    )
    code, out, _ = taquin(*asked)
    pairs = [("bfs", ""), *((name, other) for name in ("astar", "mm") for other in ("misplaced", "manhattan"))]
    lines = [line.split() for line in out.splitlines()]
    assert code == 0 and lines[0] == ["depth", *(name for name, _ in pairs)]
    assert lines[1] == [other or "-" for _, other in pairs]
    assert [len(line) for line in lines[3:]] == [1 + 2 * len(pairs)] * 2
    for name, other in pairs:
        assert f">{' + '.join(filter(None, (name, other)))}<" in picture.read_text()
    rows = [json.loads(line) for line in taquin(*asked, "--json")[1].splitlines()]
    assert [(row["algorithm"], row["heuristic"]) for row in rows] == pairs * 2
    assert [f"{row['generated']:.1f}" for row in rows[: len(pairs)]] == lines[3][1::2], "the same boards for each"
    monkeypatch.setenv("COLUMNS", "60")
    narrow = [line.split() for line in taquin(*asked)[1].splitlines()]
    assert [tuple(line[1:3]) for line in narrow[1:6]] == [(name, other or "-") for name, other in pairs]
    assert narrow[1][3:] == lines[3][1:3]


def test_ctrl_c_in_depths_marks_the_picture(taquin: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(*arguments: Any, **more: Any) -> Iterator[DepthFigures]:
        yield next(by_depth(*arguments, **more))
        raise KeyboardInterrupt

    monkeypatch.setattr("taquin.cli.depths.by_depth", interrupted)
    picture = tmp_path / "lines.svg"
    code, _, err = taquin("depths", "3", "--to", "4", "--boards", "1", "--svg", str(picture))
    assert code == 130 and "interrupted" in err
    assert "mean of 1 board a depth; interrupted</text>" in picture.read_text()


def test_what_the_columns_count_is_said_of_those_shown(taquin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("compare", BOARD, "--algorithms", "astar")
    for columns, shown in (("200", {"Queue:", "b*:", "Expanded:"}), ("80", {"b*:", "Expanded:"}), ("60", {"b*:"})):
        monkeypatch.setenv("COLUMNS", columns)
        words = taquin(*asked)[1].split()
        assert "Generated:" in words and shown == {"Queue:", "b*:", "Expanded:"} & set(words)


def test_depths_says_what_is_not_shortest(taquin: Any) -> None:
    asked = (
        "depths",
        "3",
        "--from",
        "8",
        "--to",
        "12",
        "--step",
        "4",
        "--heuristics",
        "manhattan,nilsson",
        "--boards",
        "9",
    )
    out = taquin(*asked)[1]
    rows = [json.loads(line) for line in taquin(*asked, "--json")[1].splitlines()]
    found = {(row["depth"], row["heuristic"]): row["length"] for row in rows}
    assert found[8, "manhattan"] == 8 and found[12, "manhattan"] == 12 < found[12, "nilsson"]
    said = " ".join(out.split("\n", 4)[4].split())
    assert said.startswith("nilsson is not admissible, since it may overestimate by more than one: it proves nothing.")
    assert "Not all solutions by astar with nilsson are shortest" in said and "manhattan" not in said
    assert f"{found[12, 'nilsson']:.1f} at depth 12." in said
    greedy = taquin("depths", "3", "--to", "8", "--algorithm", "greedy", "--heuristics", "misplaced")[1]
    assert "Not all solutions by greedy with misplaced are shortest" in " ".join(greedy.split())
    assert "Not a" not in taquin("depths", "3", "--to", "8")[1]


def rows_002(board: Board) -> list[str]:
    return ["\t".join("-" if tile == 0 else str(tile) for tile in row) for row in board.rows]


@pytest.mark.parametrize("name", ["002/test1", "002/test2", "002/test3", "002/test4", "002/test5", "002/random"])
def test_the_layout_of_document_002(name: str, taquin: Any) -> None:
    """Label for label, from the figures of the document; only the time is not known beforehand."""
    case = next(case for case in CASES if case["id"] == name)
    figures, start = case["check"], Board(case["tiles"], 4)
    expected = ["/" * 36, "15-Puzzle Solver", "Branch and Bound", "Puzzle Matrix :", *rows_002(start)]
    expected += ["Value of the function Kurang(i) on each non-empty cell:"]
    expected += [f"Kurang( {number} ) =  {count}" for number, count in enumerate(figures["kurang"], start=1)]
    expected += [f"Value of X =  {figures['x']}", f"Sum(Kurang(i)) + X =  {figures['total']}"]
    if figures["solvable"]:
        expected += ["The puzzle is solvable", "Steps to solve the puzzle :", "Initial State :", *rows_002(start)]
        board, words = start, {"U": "Up", "D": "Down", "L": "Left", "R": "Right"}
        for letter in case["searches"][0]["moves"]:
            board = board.play(letter)
            expected += [f"Move :  {words[letter]}", *rows_002(board)]
        expected += [f"Child Node Generated =  {case['searches'][0]['generated']}"]
        expected += ["Execution Time =  T second", "/" * 36]
    else:
        expected += ["Sorry... The puzzle is not solvable", "/" * 36]
    code, out, _ = taquin("classroom", "002", "--file", str(EXAMPLES / case["file"]))
    assert re.sub(r"(Execution Time =  )0\.0*[1-9]\d\d second", r"\1T second", out) == "\n".join(expected) + "\n"
    assert code == (0 if figures["solvable"] else 4)


def test_the_conversation_of_document_002(taquin: Any) -> None:
    board, broken = (str(EXAMPLES / name) for name in ("document002_test4.txt", "document000_unsolvable2.txt"))
    code, out, _ = taquin("classroom", answers=f"001\n002\n3\n1\nnowhere\n{broken}\n{board}\n")
    assert code == 0 and out.count("Chosen Method : ") == 2 and out.count("Filename : ") == 3
    for part in ("/" * 36 + "\n15-Puzzle Solver\nBranch and Bound\n1. ", "\n2. ", "\np.s. ",
                 "Sorry... Wrong Input\nChosen Method : ", "Sorry... The file is not found (nowhere: no such file",
                 f"Sorry... {broken}: 10 appears twice", "Filename : Puzzle Matrix :\n1\t2\t3\t4\n"):  # fmt: skip
        assert part in out, part
    code, out, _ = taquin("classroom", "002", "--file", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0")
    assert code == 0 and "Move :" not in out and out.endswith("/" * 36 + "\nSolved!\n")


def test_random_boards_of_document_002_may_be_unsolvable(taquin: Any) -> None:
    goal = [sorted(row) for row in Board.blank_last(4).rows]
    seen = set()
    for seed in range(8):
        code, out, _ = taquin("classroom", "002", "--random", "--any", "--seed", str(seed), "--nodes", "10")
        lines = out.splitlines()
        rows = [[int(tile.replace("-", "0")) for tile in line.split("\t")] for line in lines[4:8]]
        assert sorted(sorted(row) for row in rows) == sorted(goal), "only the rows change places"
        assert (code == 4) == ("Sorry... The puzzle is not solvable" in out)
        assert code == (0 if rows == [list(row) for row in Board.blank_last(4).rows] else code)
        seen.add(code)
    assert {4, 5} <= seen
    codes = {taquin("classroom", "004", "--any", "--random", "--goal", "blank-last", "--heuristic", "m", "--nodes", "9",
                    "--seed", str(seed))[0] for seed in range(6)}  # fmt: skip
    assert codes == {4, 5}
    assert taquin("classroom", "002", "--any", "--file", BOARD)[0] == 2
    assert taquin("classroom", "mistakes", "--any")[0] == 2


def test_a_conversation_may_end_at_a_limit_or_with_the_right_answer(
    taquin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hard = ("classroom", "002", "--file", "15 14 8 12/10 11 9 13/2 6 5 1/3 4 7 0")
    code, out, _ = taquin(*hard, "--nodes", "100")
    assert code == 5 and "\nLimit reached: no solution has fewer than " in out
    code, out, _ = taquin("classroom", "002", "--random", "--seed", "3", "--nodes", "100")
    right = re.search(r"\nThe right answer, by the engine: (\d+) moves, shortest possible: ([ULRD]+)\.\n", out)
    start = scramble(4, seed=3)
    assert code == 5 and right and int(right[1]) == solve(start).length and start.play(right[2]).is_goal()
    board = ("classroom", "004", "--file", "1 2 3/8 6 7/4 0 5", "--goal", "blank-last", "--heuristic", "m")
    out = taquin(*board)[1]
    assert "Number of Steps for Optimal Solution: 13" in out and "Not the shortest: 11 moves suffice" in out

    def interrupt(stats: Stats) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("taquin.cli.teaching.show_search", interrupt)
    code, out, _ = taquin(*hard)
    assert code == 130 and "\nStopped: no solution has fewer than " in out and "right answer" not in out


def array_004(board: Board) -> str:
    rows = ["[" + " ".join(map(str, row)) + "]" for row in board.rows]
    return f"[{rows[0]}\n {rows[1]}\n {rows[2]}]"


@pytest.mark.parametrize(("letter", "word"), [("m", "Manhattan"), ("H", "Hamming")])
def test_the_layout_of_document_004(letter: str, word: str, taquin: Any) -> None:
    case = next(case for case in CASES if case["id"] == "004/example_solvable")
    figures = case["searches"][letter == "H"]
    start = Board(case["tiles"], 3)
    code, out, _ = taquin("classroom", "004", "--file", str(EXAMPLES / case["file"]), "--goal", "blank-last",
                          "--heuristic", letter)  # fmt: skip
    way = [start.play(figures["moves"][:count]) for count in range(figures["length"] + 1)]
    assert code == 0 and out.startswith("\n".join([
        "1 -> 0", "2 -> 0", "4 -> 1 (3)", "8 -> 4 (7,3,5,6)", "7 -> 3 (3,5,6)", "3 -> 0", "5 -> 0", "6 -> 0",
        "Inversions: 8, even",
        f"{word} Distance heuristic chosen.",
        "Start State: [1 2 4 8 7 3 5 6 0]",
        "Goal State: [1 2 3 4 5 6 7 8 0]",
        "Goal state has been achieved with the following steps:",
        *map(array_004, way),
        f"Total States Generated: {figures['generated']}",
        f"Total States Explored: {figures['expanded']}",
        "Number of Steps for Optimal Solution: 18",
        "",
    ]))  # fmt: skip


def test_the_conversation_of_document_004(taquin: Any) -> None:
    start, goal = (str(EXAMPLES / f"document004_{name}.txt") for name in ("start", "goal"))
    code, out, _ = taquin("classroom", "004", answers=f"1\n{start}\n1 2/3 0\n{goal}\nx\nM\n")
    assert code == 0 and "the goal is 2x2, the board 3x3" in out and "is not one of 'm', 'h'" in out
    for part in ("Start State: [7 2 4 5 0 6 8 3 1]\n", "Goal State: [0 1 2 3 4 5 6 7 8]\n",
                 "Total States Generated: 5515\n",
                 "Total States Explored: 3585\n", "Number of Steps for Optimal Solution: 26\n"):  # fmt: skip
        assert part in out
    assert out.count("[[") == 27
    assert "26 moves are the fewest possible here" in out and "astar004 does not always find the shortest" in out
    example = str(EXAMPLES / "document004_example_unsolvable.txt")
    code, out, _ = taquin("classroom", "004", "--file", example, "--goal", "blank-last")
    assert (
        code == 4
        and "7 -> 5 (3,6,2,5,4)" in out
        and out.endswith(
            "Inversions: 15, odd\nThe 8-puzzle cannot be solved from this start state:\n"
            "its inversions (without the blank) are 15, which is odd.\n"
            "Unsolvable: the sum of Kurang(i) is 15, X is 0: together 15, which is odd; every move keeps that parity, "
            "and the goal's is even.\n"
            "Every move exchanges the blank with a tile, which changes the parity of the inversions, and takes it one "
            "cell farther or nearer, which changes X: so the total stays odd. `taquin classroom mistakes --only 3` has "
            "the proof.\n"
            "Exchanging any two tiles (not the blank), for example 3 and 2, makes it solvable.\n"
        )
    )
    code, out, _ = taquin("classroom", "004", "--random", "--seed", "3", "--goal", "blank-last", "--heuristic", "h")
    assert code == 0 and "Number of Steps" in out
    assert taquin("classroom", "004", "--random", "--file", start)[0] == 2
    mixed_up = ("classroom", "004", "--file", "0 1/2 3", "--goal", "blank-last")
    assert "It would be solvable with --goal blank-first." in taquin(*mixed_up)[1]
    assert "together 3, which is odd" in taquin(*mixed_up)[1]
    assert taquin("classroom", answers="")[0] == 2


@pytest.mark.parametrize("goal", ["spiral", "blank-first", "1 7 8/3 6 2/5 4 0", "blank-last"])
def test_a_random_start_can_be_solved_towards_its_goal(goal: str, taquin: Any) -> None:
    for seed in range(4):
        asked = ("classroom", "004", "--random", "--heuristic", "m", "--nodes", "9", "--seed", str(seed))
        assert taquin(*asked, "--goal", goal)[0] != 4
        assert taquin(*asked[:2], *asked[3:], answers=f"2\n{goal}\n")[0] != 4, "and where it is chosen by an answer"


@pytest.mark.parametrize("name", ["astar", "bfs", "bidirectional", "mm", "bnb002", "ida"])
def test_b_star_is_what_is_said_below_the_table(name: str, taquin: Any) -> None:
    _, out, _ = taquin("compare", BOARD, "--algorithms", name, "--json")
    row = json.loads(out)
    not_counted = {"bidirectional": 2, "mm": 2, "bnb002": 0}.get(name, 1)  # the goal, too, and bnb002 has no start
    tree = sum(row["branching_factor"] ** depth for depth in range(1, row["length"] + 1))
    assert tree == pytest.approx(row["generated"] - not_counted, rel=0.01)
    said = " ".join(taquin("compare", BOARD, "--algorithms", name)[1].split())
    assert "the start is not counted, nor is the goal in a search from both ends" in said


def test_what_is_said_of_a_heuristic_is_what_its_searches_prove(taquin: Any) -> None:
    _, out, _ = taquin("compare", BOARD, "--algorithms", "astar", "--heuristics", "nilsson,misplaced-blank")
    said = " ".join(out.split())
    assert "misplaced-blank is not admissible, since it may overestimate by one. Optimal searches prove" in said
    assert "nilsson is not admissible, since it may overestimate by more than one: it proves nothing." in said
    for name in ("misplaced-blank", "nilsson"):
        _, out, _ = taquin("compare", BOARD, "--algorithms", "astar,bnb000", "--heuristics", name, "--json")
        assert {json.loads(line)["optimal"] for line in out.splitlines()} == {name == "misplaced-blank"}


@pytest.mark.parametrize("goal", ["blank-last", "spiral"])
def test_the_board_on_which_a_heuristic_overestimates_is_one(goal: str, taquin: Any) -> None:
    _, out, _ = taquin("compare", "1 3 5/4 0 8/7 6 2" if goal == "blank-last" else "1 2 3/8 0 4/7 6 5", "--goal", goal,
                       "--algorithms", "astar", "--heuristics", "nilsson,misplaced-blank")  # fmt: skip
    found = re.findall(r"It is (\d+) on ([\d /]+), (\d+) move", " ".join(out.split()))
    assert len(found) == 2
    home = GOALS[goal](3, 3)
    for name, (h, board, moves) in zip(("nilsson", "misplaced-blank"), found, strict=True):
        start = Board.parse(board)
        assert heuristic(name, home)(start) == int(h) > int(moves) == solve(Puzzle(start, home)).length
    listed = " ".join(taquin("compare", "--list")[1].split())
    assert "It is 13 on 1 2 3/4 5 0/7 8 6, 1 move from the goal." in listed


@pytest.mark.parametrize("name", ["bfs", "bidirectional", "beam", "dfs", "astar"])
def test_a_known_child_names_the_node_that_has_its_board(name: str, taquin: Any) -> None:
    _, out, _ = taquin("trace", BOARD, "--algorithm", name, "--nodes", "300")
    dropped = re.findall(r"\(dropped: known.*", out)
    assert dropped and all(re.search(r"; known as [\dG.]+, g=\d+\)$", line) for line in dropped)


def test_how_long_a_solution_of_dfs_is_said_to_be(taquin: Any) -> None:
    near = taquin("solve", "8 0 5/2 4 7/6 3 1", "--algorithm", "dfs", "--json")[1]
    assert json.loads(near)["length"] > 31
    listed = " ".join(taquin("compare", "--list")[1].split())
    assert "its solution often has hundreds or thousands of moves" in listed


def test_options_of_the_other_document_are_refused(taquin: Any) -> None:
    for option in (("--goal", "xyz"), ("--heuristic", "m")):
        code, out, err = taquin("classroom", "002", *option, "--file", BOARD)
        assert (code, out) == (2, "") and f"{option[0]} is for document 004" in err


def test_depths_ends_at_the_farthest_boards(taquin: Any) -> None:
    code, out, err = taquin("depths", "2", "--boards", "1", "--from", "32", "--to", "40")
    assert code == 2 and out == "" and "the farthest is 6" in err, "no head without a table"
