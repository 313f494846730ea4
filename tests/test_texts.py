"""The catalogue of texts is complete, and under --lang a command speaks no other language."""

from __future__ import annotations

import copy
import io
import json
import pickle
import re
import sys
from functools import cache
from importlib import import_module
from string import Formatter
from typing import Any

import pytest

from taquin import Board, TaquinError, diagnose
from taquin.cli import COMMANDS as COMMAND_NAMES
from taquin.cli import run
from taquin.cli.mistakes import MISTAKES
from taquin.errors import ParseError
from taquin.heuristics import HEURISTICS
from taquin.search import ALGORITHMS
from taquin.solver import AUTO
from taquin.texts import (
    ENGLISH,
    PAGE_SECTIONS,
    AnyOf,
    Sentence,
    catalogue,
    in_language,
    languages,
    numeral,
    seconds_text,
    section,
    written,
)
from tests.support import ROOT

SOURCES = "\n".join(path.read_text() for path in sorted((ROOT / "src" / "taquin").rglob("*.py")))
OTHERS = [language for language in languages() if language != ENGLISH]
BOARD = "1 3 5/4 0 8/7 6 2"
NEAR = "1 2 3/4 0 5/7 8 6"
UNSOLVABLE = "1 2 3/4 5 6/8 7 0"
DOCUMENT002 = "examples/boards/document002_test2.txt"


def values(text: str) -> set[str]:
    """The names of the values that a text takes."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", languages())
def test_no_text_has_two_wordings(language: str) -> None:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        assert len(set(names)) == len(names), sorted(name for name in set(names) if names.count(name) > 1)
        return dict(pairs)

    json.loads((ROOT / "src/taquin/texts" / f"{language}.json").read_text(), object_pairs_hook=once)


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_every_text_with_the_same_values(language: str) -> None:
    english, other = catalogue(ENGLISH), catalogue(language)
    assert list(other) == list(english)
    for name, text in english.items():
        assert values(other[name]) == values(text), name
        assert other[name].strip() and text.strip(), name
        assert other[name].endswith(".") == text.endswith("."), name


def sections() -> list[str]:
    return list(dict.fromkeys(name.partition(".")[0] for name in catalogue(ENGLISH)))


def test_every_text_is_used_and_every_text_that_is_used_exists() -> None:
    """In the package; `tests/web/test_page_files.py` looks at the page."""
    names = set(re.findall(rf"""["']((?:{"|".join(sections())})\.[^"']*)["']""", SOURCES))
    named = {name for name in names if "{" not in name}
    composed = names - named
    assert named <= set(catalogue(ENGLISH)), named - set(catalogue(ENGLISH))
    patterns = [re.sub(r"{[^{}]*}", ".+", re.sub(r"[.*+]", r"\\\g<0>", name)) for name in composed]
    stems = tuple(re.findall(r'\(f"(\w+_)\{', SOURCES))
    for name in catalogue(ENGLISH):
        room, _, key = name.partition(".")
        plain = key.removesuffix("_one")
        if room in (*PAGE_SECTIONS, "titles", "about", "caveats", "heuristics") or name == "words.language_name":
            continue
        by_pattern = any(re.fullmatch(pattern, name) for pattern in patterns if pattern != rf"{room}\..+")
        # Where the whole key is put together, as that of a status is, it or its beginning stands alone somewhere.
        alone = f'"{plain}"' in SOURCES or key.startswith(stems)
        assert f"{room}.{plain}" in named or by_pattern or alone, f"{name} is never used"


def test_algorithms_heuristics_and_mistakes_have_their_texts() -> None:
    assert list(section("titles", ENGLISH)) == list(section("about", ENGLISH)) == [AUTO, *ALGORITHMS]
    assert set(section("caveats", ENGLISH)) == {name for name, known in ALGORITHMS.items() if not known.optimal}
    assert list(section("heuristics", ENGLISH)) == list(HEURISTICS)
    lines = {line.name for known in ALGORITHMS.values() for line in known.pseudocode}
    assert set(section("pseudocode", ENGLISH)) == lines
    mistakes = {f"{mistake.name}_{part}" for mistake in MISTAKES for part in ("title", "said", "why")}
    assert {key for key in section("mistakes", ENGLISH) if re.search("_(title|said|why)$", key)} == mistakes


def test_a_sentence_is_english_to_programs_and_can_be_said_in_every_language() -> None:
    moves = Sentence("words.moves", n=2)
    assert moves == "2 moves" and Sentence("words.moves", n=1) == "1 move" and json.dumps(moves) == '"2 moves"'
    assert moves.said("id") == "2 langkah" == written("words.moves", "id", n=2)
    for again in (pickle.loads(pickle.dumps(moves)), copy.deepcopy(moves)):
        assert again == moves and again.said("id") == "2 langkah"
    assert in_language((moves, 3), "id") == "2 langkah dan 3" and in_language(AnyOf("ab"), "id") == "a atau b"
    assert in_language("no sentence", "id") == "no sentence"


def test_errors_and_reasons_can_be_said_in_every_language() -> None:
    assert diagnose(Board.parse(UNSOLVABLE)).reason.startswith("the sum of Kurang(i) is 1, X is 0: together 1")
    with pytest.raises(ParseError) as caught:
        Board.parse("1 1/2 y")
    assert str(caught.value).startswith("line 1, column 7: 'y' is not a tile; write whole numbers")
    assert caught.value.said("id").startswith("baris 1, kolom 7: 'y' bukan nomor ubin; tulislah bilangan bulat")
    with pytest.raises(ParseError) as caught:
        Board.parse("1 1/2 0")
    assert str(caught.value) == "1 appears twice (row 1, column 1 and row 1, column 2); 3 is missing"
    assert caught.value.said("id") == "ubin 1 muncul dua kali (baris 1, kolom 1 dan baris 1, kolom 2); ubin 3 tidak ada"
    with pytest.raises(ParseError) as caught:
        Board([[1] * 4 for _ in range(4)])
    assert "elsewhere" in str(caught.value) and "di tempat lain" in caught.value.said("id")
    assert TaquinError("not translated").said("id") == "not translated"


COMMANDS: list[tuple[list[str], int]] = [
    (["check", BOARD], 0),
    (["check", UNSOLVABLE, "--goal", "spiral"], 0),
    (["check", UNSOLVABLE], 4),
    (["check", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"], 4),
    (["check", "1 2 2/4 0"], 3),
    (["check", "2/1/0"], 4),
    (["solve", BOARD, "--steps"], 0),
    (["solve", UNSOLVABLE], 4),
    (["solve", UNSOLVABLE, "--format", "moves"], 4),
    (["solve", BOARD, "--algorithm", "astar003"], 0),
    (["solve", BOARD, "--algorithm", "hill-climbing"], 5),
    (["solve", BOARD, "--algorithm", "depth-limited", "--depth", "5"], 5),
    (["solve", BOARD, "--algorithm", "beam", "--width", "1"], 5),
    (["solve", BOARD, "--algorithm", "astar", "--nodes", "5"], 5),
    (["solve", BOARD, "--algorithm", "astar", "--heuristic", "misplaced-blank"], 0),
    (["hint", NEAR, "--level", "3", "--all"], 0),
    (["hint", UNSOLVABLE], 4),
    (["hint", "1 2 3/4 5 6/7 8 0"], 0),
    (["analyse", NEAR, "L@0.1 R@0.2 R@0.3 D@1.5", "--every"], 0),
    (["analyse", NEAR, "RDL", "--notation", "blank"], 0),
    (
        [
            "analyse",
            "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 24 22 23 0",
            "U",
            "--notation",
            "blank",
            "--time",
            "0",
        ],
        0,
    ),
    (["analyse", UNSOLVABLE, "U", "--notation", "blank"], 4),
    (["analyse", NEAR, "LR"], 3),
    (["analyse", NEAR, "LLL"], 3),
    (["analyse", NEAR, "LL", "--notation", "blank"], 3),
    (["analyse", NEAR, "R@1 D"], 3),
    (["analyse", NEAR, "R@1 D@0.5"], 3),
    (["analyse", NEAR, "R 1.5\nD"], 3),
    (["analyse", NEAR, "1 2"], 3),
    (["analyse", NEAR, "cube"], 3),
    (["explain", BOARD], 0),
    (["explain", UNSOLVABLE], 4),
    (["explain", "1 2 3/4 5 6/7 8 0"], 0),
    (["compare", "--list"], 0),
    (["compare", BOARD, "--algorithms", "astar,greedy,hill-climbing"], 0),
    (["compare", UNSOLVABLE], 4),
    (["trace", BOARD, "--algorithm", "astar003"], 0),
    (["trace", NEAR, "--algorithm", "ida"], 0),
    (["trace", BOARD, "--algorithm", "mm", "--lists"], 0),
    (["trace", BOARD, "--algorithm", "rbfs", "--pseudocode"], 0),
    (["trace", BOARD, "--algorithm", "beam", "--width", "2", "--lists", "--pseudocode"], 0),
    (["trace", BOARD, "--algorithm", "princeton"], 0),
    (["trace", NEAR, "--step", "9"], 2),
    (["trace", NEAR, "--layout", "003", "--lists"], 2),
    (["trace", NEAR, "--nodes", "1"], 5),
    (["trace", UNSOLVABLE], 4),
    (["classroom", "mistakes"], 0),
    (["exercises", "--count", "2"], 0),
    (["exercises", "1x3"], 2),
    (["exercises", "--depth", "40"], 2),
    (["check", "1 2/3 ?/0 7 7"], 3),
    (["check", "1 2 3/4 y"], 3),
    (["check", "1 2 3 4 5 0"], 3),
    (["check", " "], 3),
    (["check", "."], 3),
    (["check", BOARD, "--goal", "1 2/3 0"], 3),
    (["solve", BOARD, "--algorithm", "dijkstra"], 2),
    (["solve", BOARD, "--heuristic", "manhattan"], 2),
    (["solve", BOARD, "--time", "soon"], 2),
    (["solve", BOARD, "--memory", "lots"], 2),
    (["solve", BOARD, "--format", "xml"], 2),
    (["solve", BOARD, "--json", "--steps"], 2),
    (["solve"], 2),
    (["compare", BOARD, "--heuristics", "best"], 2),
    (["compare", BOARD, "--heuristics", "maximum:best+zero"], 2),
    (["trace", BOARD, "--layout", "003", "--format", "jsonl"], 2),
    (["classroom", "mistakes", "--random"], 2),
    (["classroom", "002", "--any", "--file", BOARD], 2),
    (["exercises", "wide"], 2),
    (["exercises", "2x2", "--depth", "1", "--count", "9"], 0),
    (["depths", "--to", "4", "--boards", "2", "--algorithm", "astar,astar003", "--heuristics", "nilsson"], 0),
    (["depths", "2", "--boards", "1"], 0),
    (["depths", "2", "--from", "7", "--boards", "1"], 2),
    (["compare", BOARD, "--algorithms", "astar,ida", "--heuristics", "nilsson,misplaced-blank"], 0),
    (["trace", NEAR, "--algorithm", "bfs"], 0),
    (["trace", NEAR, "--layout", "004"], 2),
    (["trace", NEAR, "--step", "0"], 2),
    (["classroom", "002", "--goal", "spiral"], 2),
    (["classroom", "002", "--heuristic", "m"], 2),
    (["check", "1", "2", "3", "0"], 2),
    (["check", "123456780"], 3),
    (["depths", "--from", "4", "--to", "2"], 2),
    (["improve", NEAR, "LRRD", "--time", "0.1"], 0),
    (["improve", NEAR, "RD", "--time", "0.1", "--metric", "mtm"], 0),
    (["improve", NEAR, "LL"], 3),
    (["random", "4", "--distance", "81"], 2),
    (["random", "4", "--moves", "3", "--distance", "3"], 2),
    (["random", "4", "--notation", "tile"], 2),
    (["solve", "--frobnicate"], 2),
    (["solve", NEAR, "--json=1"], 2),
    (["check", NEAR, "--goal"], 2),
    (["trace", NEAR, "--stp", "3"], 2),
    (["check", NEAR, "0 1/2 3"], 2),
]
"""Everything that a student meets, with the exit code."""


@pytest.fixture
def taquin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("TAQUIN_LANG", raising=False)

    def call(*arguments: str, answers: str = "") -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        code = run(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return call


@cache
def pieces(language: str, other: str) -> set[str]:
    """What stands between the values of a language's texts: two words or more that the other language does not have."""
    theirs = " ".join(catalogue(other).values())
    found = set()
    for name, text in catalogue(language).items():
        if name.partition(".")[0] not in PAGE_SECTIONS:
            for piece, _, _, _ in Formatter().parse(text):
                trimmed = " ".join(piece.split()).strip(" .:;,()'-+")
                if " " in trimmed and trimmed not in theirs and re.search("[a-z]{3}", trimmed):
                    found.add(trimmed)
    return found


ENGLISH_WORDS = re.compile(
    r"(?<![\w-])(?:the|is|are|of|not|with|this|that|which|has|have|be|no|to|from|it)(?![\w-])", re.IGNORECASE
)
"""What hardly any English sentence is without, also one that is in no catalogue."""


def holds(output: str, piece: str) -> bool:
    return piece in output and re.search(rf"(?<!\w){re.escape(piece)}(?!\w)", output) is not None


@pytest.mark.parametrize(("arguments", "code"), COMMANDS, ids=lambda value: str(value))
@pytest.mark.parametrize("language", OTHERS)
def test_a_command_speaks_no_other_language(arguments: list[str], code: int, language: str, taquin: Any) -> None:
    mine, english = pieces(language, ENGLISH), pieces(ENGLISH, language)
    found, output = taquin(*arguments, "--lang", language)
    output = " ".join(output.split())
    assert found == code, output
    assert not [piece for piece in english if holds(output, piece)], output
    assert not ENGLISH_WORDS.findall(output), output
    assert [piece for piece in mine if holds(output, piece)], output
    found, output = taquin(*arguments)
    output = " ".join(output.split())
    assert found == code and [piece for piece in english if holds(output, piece)], output
    assert not [piece for piece in mine if holds(output, piece)], output


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "arguments",
    [
        ["check", UNSOLVABLE],
        ["check", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"],
        ["solve", UNSOLVABLE],
        ["solve", BOARD, "--algorithm", "hill-climbing"],
        ["solve", BOARD, "--algorithm", "astar003"],
        ["hint", BOARD, "--level", "3", "--all"],
        ["analyse", BOARD, "UDUD", "--notation", "blank", "--every"],
        ["compare", BOARD, "--algorithms", "astar,greedy,hill-climbing"],
        ["compare", "--list"],
        [
            "compare",
            BOARD,
            "--algorithms",
            "astar,hill-climbing",
            "--heuristics",
            "maximum:manhattan+inversion-distance",
        ],
        ["classroom", "mistakes"],
        ["trace", NEAR, "--algorithm", "rbfs", "--pseudocode"],
    ],
)
def test_prose_fits_eighty_columns_in_every_language(arguments: list[str], language: str, taquin: Any) -> None:
    output = taquin(*arguments, "--lang", language)[1]
    assert max(map(len, output.splitlines())) <= 80, output


def test_a_conversation_in_indonesian(taquin: Any) -> None:
    answers = f"9\n004\n3\n1\n1 2\n{BOARD}\n1 2/3 0\n\nz\nm\n"
    code, output = taquin("classroom", "--lang", "id", answers=answers)
    assert code == 0
    assert output.count("Kesalahan: ") == 5 and "Error" not in output
    assert "Kesalahan: '9' bukan salah satu dari '002', '004', 'mistakes'." in output
    assert "Kesalahan: --goal: ukuran status tujuan 2x2, sedangkan ukuran papan 3x3" in output
    assert taquin("classroom", "004", "--lang", "id") == (
        2, "1. Baca papan dari berkas, atau ketik papannya dengan / di antara baris\n2. Papan acak\nPilih (1, 2): "
        "taquin: masukan standar berakhir sebelum pertanyaan dijawab\n",
    )  # fmt: skip


def test_numbers_are_written_as_the_language_does() -> None:
    for number, form, shown in (
        (2810, ",", "2.810"),
        (1.314, ".3f", "1,314"),
        (12345.678, ",.1f", "12.345,7"),
        (7, "g", "7"),
    ):
        assert numeral(number, form, "id") == shown and numeral(number, form, ENGLISH) == format(number, form)
    assert "2.810 simpul" in written("trace.figures", "id", moves="3", generated=2810, expanded=1)
    assert written("trace.cut", "id", nodes="1.2, 1.3", node="", f=0).endswith("1.2, 1.3"), "names are no numbers"


def test_numbers_of_a_comparison_cannot_be_misread(taquin: Any) -> None:
    table = taquin("compare", "8 6 7/2 5 4/3 0 1", "--algorithms", "astar", "--lang", "id")[1]
    assert " 10.185 " in table and " 1,283" in table and "10,185" not in table and "1.283" not in table


def test_times_are_written_as_the_language_does(taquin: Any) -> None:
    solved = taquin("solve", BOARD, "--algorithm", "bnb000", "--lang", "id")[1]
    assert re.search(r"^Waktu .* ms$", solved, re.MULTILINE)
    assert not re.search(r"\b0\.|[0-9]\.[0-9]{1,2}(?![0-9])", solved), "a point stands before three digits only"
    judged = taquin("analyse", NEAR, "L@0.31 R@0.52 R@0.74 D@1.02", "--lang", "id")[1]
    assert "1,02 detik, 3,9 langkah per detik" in judged
    assert seconds_text(2.06, "id") == "2,06" and seconds_text(2060, "id") == "2.060"
    assert "dari 0 sampai 1,0e+18" in taquin("solve", NEAR, "--time", "-1", "--lang", "id")[1]


def test_one_true_list_of_commands_that_speak_languages() -> None:
    speaking = {
        name for name in COMMAND_NAMES
        if any("--lang" in option.opts for option in import_module(f"taquin.cli.{name}").command.params)
    }  # fmt: skip
    page = " ".join((ROOT / "docs/command-line.md").read_text().split("## Languages")[1].split("\n\n")[1].split())
    listed = page.partition("chooses the language of ")[2].partition(", with")[0]
    assert set(re.findall("`([a-z]+)`", listed)) == speaking
    changes = " ".join((ROOT / "CHANGELOG.md").read_text().split())
    listed = changes.partition("`--lang en|id`, or TAQUIN_LANG, for ")[2].partition(", with their reasons")[0]
    assert set(re.findall("`([a-z]+)`", listed)) == speaking
    for name in ("README.md", "docs/classroom.md"):
        for sentence in re.findall(r"[^.]*--lang id[^.]*\.", (ROOT / name).read_text().split("```")[0]):
            assert not re.findall("`(?:solve|hint|trace|compare)`", sentence), f"{name} has a list of its own"


def without_times(answer: tuple[int, str]) -> tuple[int, str]:
    return answer[0], re.sub(r'"(seconds|nodes_per_second)": [^,}]*|Time =  \S*', "", answer[1])


@pytest.mark.parametrize(
    ("arguments", "last"),
    [
        (
            ["004", "--file", BOARD, "--goal", "blank-last", "--heuristic", "h"],
            "Number of Steps for Optimal Solution: 10",
        ),
        (["004", "--file", "0 1/2 3", "--goal", "blank-last"], "The 3-puzzle cannot be solved from this start state:"),
        (["004", "--file", "1 2 3/4 5 6/8 7 0", "--goal", "blank-last"], "are 1, which is odd."),
        (["002", "--file", DOCUMENT002, "--nodes", "5"], "/" * 36),
        (["002", "--file", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"], "/" * 36),
    ],
)
@pytest.mark.parametrize("language", OTHERS)
def test_a_document_keeps_its_words_and_what_follows_is_said_in_the_language(
    arguments: list[str], last: str, language: str, taquin: Any
) -> None:
    """`last` is the last line of the document's own."""
    printed = {code: without_times(taquin("classroom", *arguments, "--lang", code))[1] for code in (ENGLISH, language)}
    (own, _, english), (same, _, other) = (text.rpartition(last) for text in printed.values())
    assert own == same and english != other
    assert not ENGLISH_WORDS.findall(other), other
    assert not [piece for piece in pieces(ENGLISH, language) if holds(" ".join(other.split()), piece)], other


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", UNSOLVABLE, "--json"],
        ["check", "1 1/2 0", "--json"],
        ["solve", BOARD, "--json"],
        ["solve", UNSOLVABLE, "--format", "json"],
        ["solve", BOARD, "--algorithm", "hill-climbing", "--json"],
        ["solve", BOARD, "--format", "moves"],
        ["solve", BOARD, "--format", "boards"],
        ["hint", BOARD, "--json", "--all"],
        ["compare", BOARD, "--algorithms", "astar,hill-climbing", "--json"],
        ["trace", NEAR, "--format", "jsonl"],
        ["trace", NEAR, "--layout", "003"],
        ["trace", NEAR, "--pseudocode", "--lists", "--format", "jsonl"],
        ["classroom", "002", "--file", DOCUMENT002],
        ["classroom", "002", "--file", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"],
    ],
)
def test_what_programs_read_and_what_documents_print_is_the_same_in_every_language(
    arguments: list[str], taquin: Any
) -> None:
    expected = without_times(taquin(*arguments))
    for language in OTHERS:
        assert without_times(taquin(*arguments, "--lang", language)) == expected


def test_the_environment_chooses_a_language_and_the_system_does_not(
    taquin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANG", "LANGUAGE", "LC_ALL"):
        monkeypatch.setenv(name, "id_ID.UTF-8")
    assert "nothing to do" in taquin("hint", "1 2/3 0")[1]
    monkeypatch.setenv("TAQUIN_LANG", "id")
    assert "sudah selesai" in taquin("hint", "1 2/3 0")[1]
    assert "nothing to do" in taquin("hint", "1 2/3 0", "--lang", "en")[1]
    assert "Tidak ada perintah 'slove': apakah maksud Anda 'solve'?" in taquin("slove")[1]
    monkeypatch.setenv("TAQUIN_LANG", "ID")
    assert "sudah selesai" in taquin("hint", "1 2/3 0")[1], "in whatever letters"
    assert "Tidak ada perintah" in taquin("slove")[1]
    assert "--lang goes behind the command" in taquin("--lang", "en", "check", "1 2/3 0")[1]
    assert "No such option '--wide'" in taquin("tables", "--wide")[1], "a command that has no --lang"
    monkeypatch.setenv("TAQUIN_LANG", "xx")
    for command in (["hint", "1 2/3 0"], ["exercises"], ["classroom", "mistakes"]):
        code, output = taquin(*command)
        assert code == 2 and output.count("\n") == 1 and "TAQUIN_LANG" in output and "'xx' is not one of" in output
    code, output = taquin("hint", "1 2/3 0", "--lang", "yy")
    assert code == 2 and output.count("\n") == 1 and f"'yy' is not one of {', '.join(map(repr, languages()))}" in output
