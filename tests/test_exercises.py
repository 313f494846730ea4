"""Exercises: every answer is counted again here, by a program that shares nothing with the one that makes the sheet."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from taquin import Board, TaquinError
from taquin.cli import run
from taquin.exercises import EXPANSIONS, SHEETS, first_exercises, write_sheet
from taquin.texts import languages, section
from tests.support import eight_puzzles

Tiles = tuple[int, ...]


def by_hand(start: Tiles, width: int) -> tuple[list[Tiles], int, int, int]:
    """A* as the sheet describes it, with a plain list for a queue: the boards it takes, generated, expanded, length."""
    goal = (*range(1, len(start)), 0)

    def h(tiles: Tiles) -> int:
        steps = 0
        for cell, tile in enumerate(tiles):
            if tile:
                steps += abs(cell // width - (tile - 1) // width) + abs(cell % width - (tile - 1) % width)
        return steps

    best, queue, taken, made = {start: 0}, [(h(start), 0, 0, start)], [], 1
    expanded = 0
    while True:
        f, newest, g, tiles = min(queue)
        queue.remove((f, newest, g, tiles))
        if best[tiles] < g:
            continue
        taken.append(tiles)
        if tiles == goal:
            return taken, made, expanded, g
        expanded += 1
        blank = tiles.index(0)
        row, column = divmod(blank, width)
        for other, fits in (
            (blank - width, row > 0),
            (blank - 1, column > 0),
            (blank + 1, column < width - 1),
            (blank + width, row < len(tiles) // width - 1),
        ):
            if fits:
                child = list(tiles)
                child[blank], child[other] = child[other], 0
                key = tuple(child)
                if key not in best or g + 1 < best[key]:
                    best[key] = g + 1
                    queue.append((g + 1 + h(key), -made, g + 1, key))
                    made += 1


@pytest.mark.parametrize(("shape", "depth"), [((3, 3), 8), ((3, 3), 15), ((4, 4), 10), ((3, 2), 12)])
def test_every_answer_is_right(shape: tuple[int, int], depth: int) -> None:
    exercises = first_exercises(*shape, depth, 8, seed=7)
    assert len({exercise.board for exercise in exercises}) == 8
    solvable = [exercise for exercise in exercises if exercise.diagnosis.solvable]
    assert 0 < len(solvable) < 8, "some boards of every kind"
    for exercise in exercises:
        tiles = [tile or len(exercise.board) for tile in exercise.board]
        counts = {tile: sum(other < tile for other in tiles[place + 1 :]) for place, tile in enumerate(tiles)}
        assert exercise.diagnosis.kurang == tuple(counts[tile] for tile in sorted(tiles))
        row, column = divmod(tiles.index(len(tiles)), shape[0])
        x = (shape[0] - 1 - column + shape[1] - 1 - row) % 2
        assert exercise.diagnosis.x == x and exercise.diagnosis.solvable == ((sum(counts.values()) + x) % 2 == 0)
        if not exercise.diagnosis.solvable:
            assert not exercise.expansions
            continue
        taken, generated, expanded, length = by_hand(exercise.board.tiles, shape[0])
        assert [event.board.tiles for event in exercise.expansions] == taken[:EXPANSIONS]
        assert (exercise.solution.stats.generated, exercise.solution.stats.expanded) == (generated, expanded)
        assert exercise.solution.length == length and length in (depth - 1, depth)


@pytest.mark.parametrize(("shape", "depth"), [((3, 3), 8), ((3, 3), 1), ((2, 2), 6), ((4, 4), 15)])
def test_four_boards_have_everything_that_is_asked_about(shape: tuple[int, int], depth: int) -> None:
    seen = set()
    for seed in range(12):
        found = [exercise.diagnosis for exercise in first_exercises(*shape, depth, 4, seed=seed)]
        assert len(found) == 4
        assert {one.x for one in found if one.solvable} == {0, 1} and not all(one.solvable for one in found)
        seen |= {one.x for one in found if not one.solvable}
    assert seen == {0, 1}, "X does not tell whether a board can be solved"


@pytest.mark.parametrize("form", SHEETS)
def test_questions_and_answers_can_be_printed_apart(form: str, capsys: Any) -> None:
    def printed(*options: str) -> str:
        assert run(["exercises", "--seed", "7", "--format", form, *options]) == 0
        return str(capsys.readouterr().out)

    questions, answers, both = printed("--questions"), printed("--answers"), printed()
    assert "Exercise 4" in questions and "Answer" not in questions and "Name: " in questions
    assert "Answer 4" in answers and "Exercise 1" not in answers and "Name: " not in answers
    assert both == printed("--questions", "--answers") and "Exercise 4" in both and "Answer 4" in both


def test_a_seed_means_the_same_sheet() -> None:
    one, other = (write_sheet(first_exercises(3, 3, 8, 3, seed=seed), seed) for seed in (7, 8))
    assert one == write_sheet(first_exercises(3, 3, 8, 3, seed=7), 7) and one != other


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("form", SHEETS)
def test_questions_come_before_answers_in_every_format(form: str, language: str, capsys: Any) -> None:
    words = section("sheet", language)
    assert run(["exercises", "--seed", "7", "--count", "3", "--format", form, "--lang", language]) == 0
    out = capsys.readouterr().out
    assert out.count(words["ask_solvable"]) == 3
    questions, answers = out.split(words["answer"].format(number=1))
    for exercise in first_exercises(3, 3, 8, 3, seed=7):
        if exercise.diagnosis.solvable:
            assert "".join(exercise.solution.moves) in answers and "".join(exercise.solution.moves) not in questions
    assert "{" not in re.sub(r"(?s)<style>.*</style>", "", out)


def test_the_page_is_one_file_ready_for_paper(capsys: Any) -> None:
    assert run(["exercises", "4x4", "--depth", "12", "--format", "html"]) == 0
    page = capsys.readouterr().out
    opened: list[str] = []

    class Balanced(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert not {"src", "href"} & {name for name, _ in attrs}, "nothing comes from elsewhere"
            if tag != "meta":
                opened.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert opened.pop() == tag

    Balanced().feed(page)
    assert not opened and "break-before: page" in page and page.count("class='answers'") == 1


def test_the_sheet_fits_the_screen(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for shape in ("3x3", "4x4"):
        assert run(["exercises", shape, "--depth", "6"]) == 0
        assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["1x4"], "at least 2 wide and 2 high"),
        (["3x3", "--depth", "32"], "the farthest is 31"),
        (["3x3", "--depth", "0"], "--depth"),
        (["three"], "'three' is not a shape"),
        (["--lang", "xx"], "'xx' is not one of"),
    ],
)
def test_bad_input_gets_one_line(arguments: list[str], complaint: str, capsys: Any) -> None:
    assert run(["exercises", *arguments]) == 2
    err = capsys.readouterr().err
    assert complaint in err and err.count("\n") == 1


def test_a_search_that_nobody_could_count_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.exercises.make._MOST_NODES", 50)
    with pytest.raises(TaquinError, match="more than 50 nodes"):
        first_exercises(3, 3, 20, 4, seed=1)


def test_the_shortest_solutions_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the distances of all 3x3 boards: every step of a shortest solution is one nearer."""
    distances = eight_puzzles()

    def count(board: Board) -> int:
        nearer = [next_one for next_one in board.neighbors() if distances[next_one] == distances[board] - 1]
        return sum(map(count, nearer)) if distances[board] else 1

    found = first_exercises(3, 3, 22, 12, seed=1)
    counts = [exercise.shortest for exercise in found]
    assert counts == [count(one.board) if one.diagnosis.solvable else 0 for one in found]
    assert 1 in counts and max(counts) > 1
    assert len(re.findall(r"It is the only one that short\.", write_sheet(found, 1))) == counts.count(1)
    assert f"It is one of {max(counts)} that short." in write_sheet(found, 1)
    monkeypatch.setattr("taquin.exercises.make._MOST_COUNTED", 5)
    assert "that short" not in write_sheet(first_exercises(3, 3, 22, 4, seed=1), 1)


def test_a_depth_with_few_boards_keeps_to_one_unsolvable_of_four(capsys: pytest.CaptureFixture[str]) -> None:
    """Of 3x3 there are two boards at depth 1 and four at depth 2."""
    for depth in (1, 2):
        for seed in range(5):
            found = first_exercises(3, 3, depth, 30, seed=seed)
            solvable = sum(exercise.solution.solved for exercise in found)
            assert 4 <= solvable <= 6 and len(found) - solvable in (solvable // 3, solvable // 3 + 1)
    assert run(["exercises", "--depth", "2", "--count", "30", "--questions"]) == 0
    out, err = capsys.readouterr()
    made = out.count("Exercise ")
    assert re.search(rf"^{made} boards, seed 1\.", out, re.MULTILINE)
    assert err == (
        f"taquin: the sheet has {made} boards, not 30: no more were found at this depth; another depth may have more\n"
    )
    assert run(["exercises", "--depth", "2", "--count", "4"]) == 0 and not capsys.readouterr().err
    assert run(["exercises", "--depth", "2", "--count", "1"]) == 0
    assert re.search(r"^1 board, seed 1\.", capsys.readouterr().out, re.MULTILINE)


def test_ctrl_c_prints_no_sheet(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers of a search that was cut off would be wrong."""

    def interrupted(board: Board) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("taquin.exercises.make.heuristic", lambda name, goal: interrupted)
    assert run(["exercises", "--seed", "7"]) == 130
    out, err = capsys.readouterr()
    assert not out and err == "taquin: interrupted\n"
