"""The command line as its user sees it: output, errors of one line, exit codes."""

from __future__ import annotations

import io
import json
import math
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click
import pytest

from taquin import Board, Limits, Puzzle, Solving, TaquinError, hint, improve, native, scramble, solve
from taquin.anytime import construct
from taquin.cli import COMMANDS, program, run
from taquin.cli.exits import Exit
from taquin.cli.options import Number
from taquin.notation import FORMATS, format_board, parse_boards, parse_moves
from tests.support import CASES, EXAMPLES, ROOT

SOLVABLE = "1 2 3/4 0 5/7 8 6"
UNSOLVABLE = "1 2 3/4 5 6/8 7 0"


class Result:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> dict[str, Any]:
        value: dict[str, Any] = json.loads(self.out)
        return value


@pytest.fixture
def taquin(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*arguments: str) -> Result:
        code = run(list(arguments))
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return call


def example_of(command: str, taquin: Any) -> str:
    text: str = taquin(command, "--help").out
    example = text.split("Example:")[1].strip().splitlines()[0].strip()
    assert example.startswith(f"taquin {command}")
    return example


INSTALLED = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


@pytest.mark.parametrize("command", sorted(set(COMMANDS) - {"web"}))
def test_every_command_has_an_example_that_works_as_printed(command: str, taquin: Any) -> None:
    example = example_of(command, taquin)
    done = subprocess.run(example, shell=True, cwd=ROOT, env=INSTALLED, capture_output=True, text=True, timeout=60)
    assert done.returncode in (Exit.OK, Exit.UNSOLVABLE) and done.stdout, done.stderr


def test_the_example_of_the_web_app_serves_until_interrupted(taquin: Any) -> None:
    example = f"{example_of('web', taquin)} --no-browser".replace("8000", "0")
    server = subprocess.Popen(
        example.split(),
        env=INSTALLED,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        assert server.stdout is not None and "http://127.0.0.1:" in server.stdout.readline()
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=30) in (Exit.OK, Exit.INTERRUPTED)
    finally:
        server.kill()


def test_help_lists_every_command_with_its_summary(taquin: Any) -> None:
    out = taquin("--help").out
    for name, summary in COMMANDS.items():
        assert name in out and summary in out
        assert program.get_command(click.Context(program), name) is not None


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["check", "no-such-file.txt"], 3, "no-such-file.txt: no such file"),
        (["check", "1 2 3/4 A 5/7 8 6"], 3, "line 1, column 9: 'A' is not a tile"),
        (
            ["check", "123456789ABCDEF0"],
            3,
            "123456789ABCDEF0: no such file, and no board: line 1, column 1: '123456789ABCDEF0'",
        ),
        (
            ["check", "./boards/1 2.txt"],
            3,
            "./boards/1 2.txt: no such file, and no board: line 1, column 3: 'boards' is not a tile",
        ),
        (["improve", SOLVABLE, "moves.txt"], 3, "moves.txt: no such file, and no moves: line 1, column 1: 'moves.txt'"),
        (
            ["check", SOLVABLE, "--goal", "1 2 3/4 0 5/7 8 six"],
            3,
            "no such file, and no board: line 1, column 17: 'six' is not a",
        ),
        (["check", "1 2/3 0\n3 1/2 0"], 3, "there are 2 boards here"),
        (["random", "9999x9999"], 2, "9999x9999 is too large"),
        (["check", "examples"], 3, "examples: this is a directory"),
        (["check", " "], 3, "the BOARD is empty"),
        (["analyse", SOLVABLE, ""], 3, "the MOVES are empty"),
        (["solve", "R D2 R"], 3, "line 1, column 1: these are moves; a scramble needs the size"),
        (["check", "1 2/3 three"], 3, "line 1, column 7: 'three' is not a tile"),
        (["check", "1 2 3 4 5 0"], 3, "ambiguous"),
        (["check", SOLVABLE, "--goal", "1 2/3 0"], 3, "the goal is 2x2, the board 3x3"),
        (["check", SOLVABLE, "--goal", "nowhere"], 3, "nowhere: no such file"),
        (["check"], 2, "Missing argument 'BOARD'"),
        (["check", SOLVABLE, "--colour"], 2, "No such option"),
        (["frobnicate"], 2, "No such command 'frobnicate'"),
        (["random", "4y4"], 2, "'4y4' is not a shape"),
        (["random", "0x3"], 2, "'0x3' is not a shape"),
        (["random", "3", "--moves", "4", "--distance", "4"], 2, "exclude each other"),
        (["random", "3", "--distance", "40"], 2, "the farthest is 31"),
        (["random", "4", "--distance", "81"], 2, "the farthest is 80"),
        (["solve", "1 2/3 3"], 3, "3 appears twice"),
    ],
)
def test_errors_are_one_line_with_a_code_of_their_own(
    arguments: list[str], code: int, complaint: str, taquin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    result = taquin(*arguments)
    assert result.code == code
    assert result.out == ""
    assert complaint in result.err
    assert result.err.count("\n") == 1 and result.err.startswith("taquin: ")


def test_a_board_may_bring_its_goal(capsys: pytest.CaptureFixture[str]) -> None:
    both = '{"board": [[1, 0], [3, 2]], "goal": [[0, 1], [3, 2]]}'
    assert run(["solve", both, "--format", "moves"]) == 0
    assert capsys.readouterr().out == "L\n"
    assert run(["check", both]) == 0 and "│   │ 1 │" in capsys.readouterr().out
    assert run(["solve", both, "--goal", "0 1/3 2", "--format", "moves"]) == 0
    assert capsys.readouterr().out == "L\n"
    assert run(["hint", both, "--goal", "blank-last"]) == 3
    assert "the board brings a goal of its own: leave out --goal" in capsys.readouterr().err
    assert run(["solve", both.replace(", [3, 2]]}", ", [3, 2], [4, 5]]}")]) == 3
    assert "the goal is 2x3, the board 2x2" in capsys.readouterr().err


def test_binary_and_foreign_files_are_refused(tmp_path: Path, taquin: Any) -> None:
    utf_16 = (b"\xff\xfe1 2", "UTF-16: save it as UTF-8")
    for content, complaint in ((b"\x00\x01", "binary"), utf_16, (b"\xe91 2", "not UTF-8"), (b"", "no board")):
        path = tmp_path / "board"
        path.write_bytes(content)
        result = taquin("check", str(path))
        assert result.code == 3 and complaint in result.err and str(path) in result.err


def test_a_file_error_names_line_and_column(tmp_path: Path, taquin: Any) -> None:
    path = tmp_path / "board.txt"
    path.write_text("1 2 3\n4 ? 6\n")
    assert taquin("check", str(path)).err == (
        f"taquin: {path}:2:3: '?' is not a tile; write whole numbers, the blank as 0\n"
    )


def test_standard_input_and_windows_files(tmp_path: Path, taquin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "windows.txt"
    path.write_bytes(b"\xef\xbb\xbf3\r\n1 2 3\r\n4\t0  5\r\n7 8 6\r\n\r\n")
    assert taquin("check", str(path)).code == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert taquin("check", "-", "--json").json["solvable"] is True


def test_the_documented_json_of_a_check(taquin: Any) -> None:
    found = taquin("check", UNSOLVABLE, "--json")
    assert found.code == 4
    assert found.json == {
        "valid": True,
        "problems": [],
        "solvable": False,
        "reason": found.json["reason"],
        "kurang": [0, 0, 0, 0, 0, 0, 0, 1, 0],
        "inversions": 1,
        "x": 0,
        "total": 1,
        "inversions_without_blank": 1,
        "blank_row": 2,
        "hamming": 2,
        "manhattan": 2,
        "other_goal": None,
        "board": [[1, 2, 3], [4, 5, 6], [8, 7, 0]],
        "goal": [[1, 2, 3], [4, 5, 6], [7, 8, 0]],
    }
    bad = taquin("check", "1 1/0 2", "--format", "json")
    assert bad.code == 3
    assert bad.json["valid"] is False and bad.json["solvable"] is None
    assert bad.json["problems"][0] == {
        "kind": "duplicate",
        "message": "1 appears twice (row 1, column 1 and row 1, column 2)",
        "cells": [[1, 1], [1, 2]],
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_check_prints_the_figures_of_the_course_documents(case: dict[str, Any], taquin: Any) -> None:
    goal = ["--goal", str(EXAMPLES / case["goal_file"])] if "goal_file" in case else []
    result = taquin("check", str(EXAMPLES / case["file"]), *goal)
    if "invalid" in case:
        assert result.code == 3
        assert all(complaint in result.err for complaint in case["invalid"])
        return
    expected = case.get("check", {})
    if "solvable" in expected:
        assert result.code == (0 if expected["solvable"] else 4)
        assert ("Solvable: " if expected["solvable"] else "Unsolvable: ") in result.out
    rows = dict(re.findall(r"^ *(\d+|blank|sum) +(\d+)\b", result.out, re.MULTILINE))
    for tile, count in enumerate(expected.get("kurang", []), start=1):
        assert rows["blank" if tile == len(expected["kurang"]) else str(tile)] == str(count)
    if "inversions" in expected:
        assert rows["sum"] == str(expected["inversions"]) and f"X = {expected['x']}." in result.out
    listed = dict(re.findall(r"^ *(\d+) +\d+  ([\d ]+)$", result.out, re.MULTILINE))
    for tile, smaller in expected.get("pairs", []):
        assert str(smaller) in listed[str(tile)].split()


def test_check_teaches_both_rules_on_one_page(taquin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for width in (3, 4, 5):
        for seed in range(5):
            board = scramble(width, seed=seed)
            for start in (board, board.relabel([0, 2, 1, *range(3, len(board))])):
                out = taquin("check", format_board(start, "line")).out
                assert max(map(len, out.splitlines())) <= 80 and "Kurang(i) is the number of tiles" in out
                shades = [line[2:] for line in out.splitlines() if re.fullmatch(r"  [▒·o \[\]]+", line)]
                row, column = divmod(start.blank, width)
                shaded = "▒" in shades[row].ljust(3 * width)[3 * column : 3 * column + 3]
                assert "[" in shades[row][3 * column : 3 * column + 3] and f"X = {int(shaded)}." in out
                yes = "yes" if start.is_solvable() else "no"
                assert re.search(rf"^solvable +{yes} +{yes}$", out, re.MULTILINE)
    assert len(taquin("check", format_board(scramble(10, seed=1), "line")).out.splitlines()) < 40


def test_moves_are_broken_between_moves_to_fit_the_screen(taquin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    board = scramble(6, seed=1)
    out = taquin("solve", format_board(board, "line"), "--nodes", "20000").out
    assert max(map(len, out.splitlines())) <= 60
    for name, notation, following in (("Blank moves", "blank", "Tiles slide"), ("Tiles slide", "tile", "Tile numbers")):
        lines = out.split(name)[1].split(following)[0].splitlines()
        assert len(lines) > 2 and all(line.strip()[0].isalpha() for line in lines)
        assert board.play(parse_moves(" ".join(lines), notation)) == Board.blank_last(6)


def test_check_says_when_the_other_usual_goal_would_do(taquin: Any) -> None:
    out = taquin("check", "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15").out
    assert "It would be solvable with --goal blank-first." in out
    assert taquin("check", "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15", "--goal", "blank-first").code == 0


def test_check_of_a_very_large_board(taquin: Any, tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.write_text(taquin("random", "127", "--seed", "1").out)
    result = taquin("check", str(path))
    assert result.code == 0 and "Solvable" in result.out


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("shape", [(4, 4), (4, 3), (4, 1), (1, 4), (1, 1)])
def test_a_board_argument_in_every_format(form: str, shape: tuple[int, int], taquin: Any) -> None:
    board = Board.blank_last(*shape)
    result = taquin("check", format_board(board, form), "--json")
    assert result.code == 0 and Board.parse(json.dumps(result.json["board"])) == board


@pytest.mark.parametrize("form", FORMATS)
def test_random_boards_in_every_format(form: str, taquin: Any) -> None:
    result = taquin("random", "4x3", "--seed", "7", "--count", "3", "--format", form)
    found = parse_boards(result.out)
    assert len(found) == 3 and len(set(found)) == 3
    assert all(board.shape == (4, 3) and board.is_solvable() for board in found)
    assert found == parse_boards(taquin("random", "4x3", "--seed", "7", "--count", "3").out)


def all_commands(group: click.Group, path: tuple[str, ...] = ()) -> dict[str, click.Command]:
    """Every command, also those of groups, by its words."""
    context, found = click.Context(group), {}
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        found[" ".join([*path, name])] = command
        if isinstance(command, click.Group):
            found |= all_commands(command, (*path, name))
    return found


@pytest.mark.parametrize("name", all_commands(program))
def test_every_option_has_a_name_of_its_own(name: str) -> None:
    """Where two options fill one value, click's versions differ on which of them counts."""
    names = [parameter.name for parameter in all_commands(program)[name].params]
    assert len(names) == len(set(names))


NONSENSE = ["nan", "inf", "-inf", "-1", "1e999", "", " ", "many", "9" * 400, "0x10"]
"""What is no number that any option takes, each for a reason of its own."""
NUMBERS = [
    (name, parameter.opts[0])
    for name, command in all_commands(program).items()
    for parameter in command.params
    if isinstance(parameter, click.Option) and (isinstance(parameter.type, Number) or parameter.name == "memory")
]
"""Every option that takes a number."""


def test_every_number_has_limits() -> None:
    """An option whose type is click's own takes nan, or more than there is memory for."""
    for name, command in all_commands(program).items():
        for option in command.params:
            assert not isinstance(option.type, click.types.IntParamType | click.IntRange | click.FloatRange), (
                name,
                option.name,
            )
    assert ("solve", "--time") in NUMBERS and ("batch", "--workers") in NUMBERS and len(NUMBERS) > 40


@pytest.mark.parametrize(("name", "option"), NUMBERS)
def test_an_option_refuses_nonsense_with_its_own_words(name: str, option: str, taquin: Any) -> None:
    for value in NONSENSE:
        result = taquin(*name.split(), f"{option}={value}")
        assert result.code == Exit.USAGE and not result.out and result.err.count("\n") == 1, value
        assert f"'{option}'" in result.err and len(result.err) < 250, result.err


@pytest.mark.parametrize("number", ["0", "-1", "257", "1000000", "many"])
@pytest.mark.parametrize("command", [["solve", SOLVABLE], ["improve", SOLVABLE, "RD"], ["tables", "build", "3x3"]])
def test_a_number_of_threads_has_limits(number: str, command: list[str], taquin: Any) -> None:
    result = taquin(*command, "--threads", number)
    assert result.code == Exit.USAGE and "--threads" in result.err and result.err.count("\n") == 1


def test_random_walks_distances_and_goals(taquin: Any) -> None:
    assert Board.parse(taquin("random", "3", "--moves", "0").out) == Board.blank_last(3)
    assert Board.parse(taquin("random", "3", "--distance", "0", "--goal", "spiral").out) == Board.spiral(3)
    assert taquin("random", "4", "--goal", "blank-first").code == 0


def test_solve_in_every_form(taquin: Any) -> None:
    result = taquin("solve", SOLVABLE)
    assert result.code == 0 and "Solved!" in result.out and "2 moves" in result.out
    assert taquin("solve", SOLVABLE, "--format", "moves").out == "RD\n"
    found = taquin("solve", SOLVABLE, "--json").json
    assert (found["outcome"], found["length"], found["moves"], found["optimal"], found["bound"]) == (
        "solved",
        2,
        "RD",
        True,
        2,
    )
    assert found.keys() >= {"generated", "expanded", "seconds", "engine", "tables", "start", "goal"}
    assert taquin("solve", "1 2/3 0").code == 0


def test_solve_refuses_an_unsolvable_board_with_the_reason(taquin: Any) -> None:
    result = taquin("solve", UNSOLVABLE)
    assert result.code == 4 and "Unsolvable" in result.out and "odd" in result.out
    assert taquin("solve", UNSOLVABLE, "--json").json["outcome"] == "unsolvable"
    silent = taquin("solve", UNSOLVABLE, "--format", "moves")
    assert silent.code == 4 and silent.out == "" and silent.err.startswith("taquin: unsolvable: ")
    mixed_up = taquin("solve", "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15")
    assert mixed_up.code == 4 and "it would be solvable with --goal blank-first" in mixed_up.out


@pytest.mark.parametrize("form", ["text", "json", "moves"])
def test_a_large_board_is_solved_in_every_form(form: str, taquin: Any, tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.write_text(taquin("random", "16x12", "--seed", "1").out)
    result = taquin("solve", str(path), "--time", "1", "--format", form)
    assert result.code == 5 and result.out
    if form == "json":
        assert result.json["outcome"] == "solved" and result.json["bound"] <= result.json["length"]


@pytest.mark.skipif(native.core is None, reason="the compiled core is not installed")
def test_a_limit_is_an_outcome_with_its_own_code(taquin: Any) -> None:
    hard = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
    by_name = ["--algorithm", "ida", "--engine", "native"]
    for options in (["--nodes", "1000"], ["--time", "0"]):
        result = taquin("solve", hard, *options, *by_name)
        assert result.code == 5 and "Limit reached: no solution has fewer than" in result.out
        result = taquin("solve", hard, *options)
        assert result.code == 5 and "Solved!" in result.out and "are needed" in result.out
    found = taquin("solve", hard, "--nodes", "1000", "--json", *by_name)
    assert found.code == 5 and found.json["outcome"] == "limit" and found.json["bound"] > 40
    assert found.json["moves"] is None and found.json["optimal"] is False


def test_the_exit_codes_are_documented(taquin: Any) -> None:
    table = (ROOT / "docs" / "command-line.md").read_text()
    listed = " ".join(taquin("--help").out.split())
    for code in Exit:
        assert f"| {code.value} | {code.meaning} |" in table
        assert f"{code.value} {code.short}" in listed


@pytest.mark.parametrize(("width", "shown"), [(30, "119 columns, more than the 80 here"), (8, "43  6  3 37"), (5, "│")])
def test_no_board_wraps_on_the_screen(width: int, shown: str, taquin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    board = format_board(scramble(width, seed=1), "line")
    said = taquin("check", board).out.split("\n\n")[0].splitlines()
    assert shown in "\n".join(said) and max(map(len, said)) <= 80
    near = format_board(Board.blank_last(width).play("LURD"), "line")
    for options in (["--time", "0.1"], ["--steps"]):
        said = taquin("solve", near, *options).out.splitlines()
        assert "Solved! 4 moves (shortest possible, proven)." in said and max(map(len, said)) <= 80


def test_limits_budgets_and_seeds_that_make_no_sense_are_refused() -> None:
    """By the library, as by the command line."""
    board = Board.parse(SOLVABLE)
    amounts: list[Any] = ["3", math.nan, math.inf, -1, True, 10**400]
    seeds: list[Any] = ["3", 1.5, -1, 2**63, 10**400]
    wrong: list[Callable[[], Any]] = [
        *(partial(Limits, value) for value in amounts),
        *(partial(hint, board, budget_ms=value) for value in amounts),
        *(partial(Solving(board).wait, value) for value in amounts),
        *(partial(scramble, 3, seed=value) for value in seeds),
        *(partial(improve, board, seed=value) for value in seeds),
    ]
    for call in wrong:
        with pytest.raises(TaquinError) as caught:
            call()
        assert len(str(caught.value)) < 130
    found = Solving(board).wait(1e17)
    assert found is not None and found.length == solve(board).length


@pytest.mark.parametrize("arguments", [["solve"], ["solve", "--quality", "best"], ["improve"]])
def test_ctrl_c_takes_the_best_so_far_with_its_bound(
    arguments: list[str], taquin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted where nobody expects it: between two solutions, after the bound has risen."""
    board = scramble(6, seed=1)
    moves = [] if arguments[0] == "solve" else [construct(Puzzle(board))]
    seen: list[int] = []

    class Interrupted(Solving):
        def __iter__(self) -> Any:
            for solution in super().__iter__():
                self._both_ends.ends.raise_bound(solution.bound + 2, "a proof")
                seen.append(self.progress.bound)
                yield solution
                raise KeyboardInterrupt

    monkeypatch.setattr(f"taquin.cli.{'engine' if arguments[0] == 'solve' else 'improve'}.Solving", Interrupted)
    found = taquin(arguments[0], format_board(board, "line"), *moves, *arguments[1:], "--json")
    assert found.code == Exit.INTERRUPTED and "interrupted" not in found.err
    assert found.json["bound"] >= seen[0] and found.json["moves"]
    said = taquin(arguments[0], format_board(board, "line"), *moves, *arguments[1:])
    assert said.code == Exit.INTERRUPTED and said.err == "taquin: interrupted: this is the best answer so far\n"


def test_completion_scripts(taquin: Any) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "_TAQUIN_COMPLETE" in taquin("completion", shell).out


def test_the_shell_completes_commands_and_options() -> None:
    environment = {"_TAQUIN_COMPLETE": "bash_complete", "COMP_WORDS": "taquin ra", "COMP_CWORD": "1"}
    assert process(**environment).stdout == "plain,random\n"
    environment |= {"COMP_WORDS": "taquin random --dis", "COMP_CWORD": "2"}
    assert process(**environment).stdout == "plain,--distance\n"
    environment |= {"COMP_WORDS": "taquin check examples/bo", "COMP_CWORD": "2"}
    assert process(**environment).stdout == "file,examples/bo\n"
    environment |= {"COMP_WORDS": "taquin check x --goal sp", "COMP_CWORD": "4"}
    assert process(**environment).stdout == "plain,spiral\n"


def test_doctor_tells_the_engine(taquin: Any) -> None:
    assert taquin("doctor", "--json").json["engine"] in ("native", "python")
    assert "engine" in taquin("doctor").out


def process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "taquin", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_the_slow_engine_says_so_in_one_line() -> None:
    done = process("solve", SOLVABLE, TAQUIN_ENGINE="python")
    assert done.returncode == 0 and "Solved!" in done.stdout
    assert done.stderr.count("\n") == 1 and "slow Python engine" in done.stderr and "taquin doctor" in done.stderr
    doctor = process("doctor", TAQUIN_ENGINE="python").stdout
    assert "Slow engine" in doctor and "unset TAQUIN_ENGINE" in doctor


def test_the_slow_engine_answers_a_hard_board_all_the_same() -> None:
    done = process("solve", "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "--json", "--time", "4", TAQUIN_ENGINE="python")
    found = json.loads(done.stdout)
    assert done.returncode == 5 and found["outcome"] == "solved" and found["engine"] == "python"
    assert 50 < found["bound"] <= 80 <= found["length"] and not found["optimal"]


def test_no_colour_where_the_output_is_no_terminal() -> None:
    assert "\x1b[" not in process("check", SOLVABLE).stdout


def in_terminal(*arguments: str, **environment: str) -> bytes:
    """What the command writes to a real terminal."""
    import pty

    pid, descriptor = pty.fork()
    if pid == 0:
        os.environ.update(environment)
        os.execv(sys.executable, [sys.executable, "-m", "taquin", *arguments])
    output = b""
    while True:
        try:
            part = os.read(descriptor, 65536)
        except OSError:
            break
        if not part:
            break
        output += part
    os.waitpid(pid, 0)
    return output


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["random", "3x3", "--distance", "18"], "nearer boards visited"),
        (["datasets", "random-2x2-20000"], "of 20,000 boards"),
        (["depths", "3x3", "--to", "12", "--boards", "3"], "generated, "),
        (["compare", SOLVABLE, "--algorithms", "astar,bfs"], "1 of 2: astar with manhattan"),
        (["hint", SOLVABLE, "--budget", "2000"], "thinking"),
        (["solve", SOLVABLE, "--count"], "counting"),
    ],
)
def test_what_can_take_long_says_so_on_a_terminal_and_nowhere_else(arguments: list[str], line: str) -> None:
    on_screen = in_terminal(*arguments).decode()
    assert any(line in part for part in on_screen.split("\r\x1b[K")[1:]), on_screen[-300:]
    done = process(*arguments)
    assert done.returncode == 0 and done.stderr == "" and "\x1b" not in done.stdout


def test_colour_on_a_terminal_unless_no_color_is_set() -> None:
    assert b"\x1b[" in in_terminal("check", SOLVABLE)
    assert b"\x1b[" not in in_terminal("check", SOLVABLE, NO_COLOR="1")


def test_debug_shows_the_traceback_and_changes_nothing_else() -> None:
    plain, debug = process("check", "1 2/3 three"), process("check", "1 2/3 three", "--debug")
    assert "Traceback" not in plain.stderr and "Traceback" in debug.stderr
    assert plain.returncode == debug.returncode == 3 and debug.stderr.endswith(plain.stderr)


def test_no_command_prints_the_help(taquin: Any) -> None:
    result = taquin()
    assert result.code == 0 and "Commands:" in result.out and result.err == ""


def test_streams_that_fail_are_no_bad_board() -> None:
    shell = f"{sys.executable} -m taquin check '{SOLVABLE}'"
    for command, code, complaint in (
        (f"{shell} > /dev/full", 1, "taquin: output: No space left on device\n"),
        (f"{shell} >&-", 0, ""),
        (f"PYTHONIOENCODING=latin-1 {shell} > /dev/null", 0, ""),
        (
            f"{sys.executable} -m taquin check - <&-",
            3,
            "taquin: standard input: there is no board in this text\n",
        ),
    ):
        done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (code, complaint), command


def test_standard_input_is_read_once(taquin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1 2/0 3")))
    result = taquin("check", "-", "--goal", "-")
    assert result.code == 3 and "--goal: -: there is no standard input, or it has been read already" in result.err


@pytest.mark.parametrize(
    "text",
    [
        "[[1, 2, 3], [4, None, 5], [7, 8, 6]]",
        "np.array([[1, 2, 3], [4, 0, 5], [7, 8, 6]])",
        "# a comment\n1 2 3\n4 0 5\n7 8 6",
    ],
)
def test_boards_given_as_text(text: str, taquin: Any) -> None:
    assert taquin("check", text).code == 0


def test_a_picture_is_read_back(taquin: Any) -> None:
    picture = taquin("random", "3", "--seed", "1", "--format", "picture").out
    assert taquin("check", picture).code == 0


def test_a_reader_that_goes_away_is_no_error() -> None:
    writer = subprocess.Popen(
        [sys.executable, "-m", "taquin", "random", "9", "--count", "20000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert writer.stdout is not None and writer.stderr is not None
    writer.stdout.readline()
    writer.stdout.close()
    assert writer.wait(timeout=60) == 0
    assert writer.stderr.read() == b""


def test_ctrl_c_ends_with_130_and_one_line() -> None:
    command = subprocess.Popen(
        [sys.executable, "-m", "taquin", "random", "30", "--count", "1000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell that runs us in the background makes its children ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert command.stdout is not None
    try:
        command.stdout.readline()  # it is at work now
        command.send_signal(signal.SIGINT)
        _, errors = command.communicate(timeout=60)
    finally:
        command.kill()
    assert command.returncode == 130 and errors == "taquin: interrupted\n"


def test_a_search_tells_a_log_now_and_then_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taquin.cli.engine._FIRST_LINE_SECONDS", 0.1)
    board = format_board(scramble(7, seed=1), "line")
    assert run(["solve", board, "--time", "1.5", "--json"]) == 5
    lines = [line for line in capsys.readouterr().err.splitlines() if "moves, at least" in line]
    assert 1 <= len(lines) <= 4 and all(line.startswith("taquin: ") and "M nodes" in line for line in lines)
