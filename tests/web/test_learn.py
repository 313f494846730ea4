"""The lesson, chapter by chapter on the real engine, and the exercises on paper."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from taquin import Board
from taquin.exercises import first_exercises
from taquin.solvability import diagnose
from tests.web.conftest import Server
from tests.web.pages import open_board

CHAPTERS = ("solvable", "breadth", "astar", "admissible", "bound", "large")


def open_chapter(page: Page, server: Server, name: str) -> Locator:
    open_board(page, server.address, f"panel=learn&chapter={name}")
    expect(page.locator(".chapter h2")).to_be_visible()
    return page.locator(".chapter")


def expect_done(page: Page, name: str) -> None:
    """The chapter has its tick, and the browser remembers it."""
    expect(page.locator(f".chapters .done [data-chapter={name}]")).to_be_visible()
    page.reload()
    expect(page.locator(f".chapters .done [data-chapter={name}]")).to_be_visible()


def board_of(card: Locator) -> Board:
    tiles = [int(text) if text.strip() else 0 for text in card.locator(".mini span").all_inner_texts()]
    width = {9: 3, 16: 4}[len(tiles)]
    return Board(tiles, width)


def toy_tile(page: Page, tile: int) -> Locator:
    return page.locator(".toy").get_by_role("button", name=f"tile {tile}", exact=True)


def answer_next(quiz: Locator, order: str) -> None:
    """Answer a question about the next node: first all wrong nodes, then the right one."""
    cards = quiz.locator("[data-answer]")
    expect(cards.first).to_be_enabled()
    texts = [card.replace("\n", " ") for card in cards.all_inner_texts()]
    names = [cards.nth(index).get_attribute("data-answer") or "" for index in range(len(texts))]
    age = [list(map(int, name.split("."))) for name in names]  # 2.1 was made before 2.2, and that before 3.1
    f = [sum(map(int, re.findall(r"[gh] = (\d+)", text))) for text in texts]
    newest_first = [[cost, -number, -child] for cost, (number, child) in zip(f, age, strict=True)]
    ranks = age if order == "age" else newest_first
    best = min(ranks)
    for index, rank in enumerate(ranks):
        if rank == best:
            continue
        cards.nth(index).click()
        reason = "is the smallest, but node" if order == "f" and rank[0] == best[0] else ""
        expect(quiz.locator(".note.bad")).to_contain_text(reason)
        expect(quiz.locator(".cards")).to_be_focused()  # and no answer is marked as if it were the one
    cards.nth(ranks.index(best)).click()
    expect(quiz.locator(".note.good")).to_be_visible()


def expect_bars_to_scale(answer: Locator) -> None:
    """Equal tracks, bars as long as their figures are large, and the ratio of the first to the last said below."""
    expect(answer).to_contain_text(re.compile(r"[\d.,]+ times as many boards"))
    figures = [int(re.sub(r"\D", "", text.split(" boards")[0])) for text in _texts(answer)]
    tracks = [bar.bounding_box() for bar in answer.locator(".bar").all()]
    fills = [bar.bounding_box() for bar in answer.locator(".bar i").all()]
    assert all(tracks) and all(fills)
    assert len({(track["x"], track["width"]) for track in tracks if track}) == 1
    for figure, track, fill in zip(figures, tracks, fills, strict=True):
        assert track and fill and abs(fill["width"] / track["width"] - figure / max(figures)) < 0.01
    said = re.search(r"([\d.,]+) times as many", answer.inner_text())
    assert said and float(said.group(1).replace(",", "")) == pytest.approx(figures[0] / figures[-1], rel=0.06)


def _texts(answer: Locator) -> list[str]:
    return answer.locator(".layers span:last-child").all_inner_texts()


def test_what_the_puzzle_is_and_when_it_can_be_solved(page: Page, server: Server) -> None:
    chapter = open_chapter(page, server, "solvable")
    total = page.locator("#lesson-total")
    expect(total).to_have_text("6")
    toy_tile(page, 5).click()
    expect(total).to_have_text("2")
    expect(chapter.locator(".figure .note.good")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(total).to_have_text("6")
    page.get_by_role("button", name="Exchange two tiles").click()
    source, target = toy_tile(page, 1).bounding_box(), toy_tile(page, 2).bounding_box()
    assert source and target
    page.mouse.move(source["x"] + 30, source["y"] + 30)
    page.mouse.down()
    page.mouse.move(target["x"] + 30, target["y"] + 30, steps=4)
    page.mouse.up()
    expect(total).to_have_text("7")
    expect(chapter.locator(".figure .note.bad")).to_contain_text("Unsolvable: 7 + 0 = 7 is odd.")
    quiz = chapter.locator(".quiz")
    for number in range(2):
        expect(quiz.locator("[data-answer]").first).to_be_enabled()
        boards = [board_of(card) for card in quiz.locator("[data-answer]").all()]
        verdicts = [diagnose(board).solvable for board in boards]
        assert sorted(map(bool, verdicts)) == [False, False, True]
        quiz.locator("[data-answer]").nth(verdicts.index(False)).click()
        expect(quiz.locator(".note.bad")).to_contain_text("which is odd")
        quiz.locator("[data-answer]").nth(verdicts.index(True)).click()
        expect(quiz.locator(".note.good")).to_contain_text("which is even")
        if number == 0:
            quiz.get_by_role("button", name="Next question").click()
            expect(quiz.locator(".note")).to_have_count(0)
    expect_done(page, "solvable")


@pytest.mark.parametrize(("name", "order"), [("breadth", "age"), ("astar", "f"), ("bound", "f")])
def test_which_node_is_expanded_next(page: Page, server: Server, name: str, order: str) -> None:
    chapter = open_chapter(page, server, name)
    quiz = chapter.locator(".quiz")
    for number in range(3):
        answer_next(quiz, order)
        if number < 2:
            quiz.get_by_role("button", name="Next question").click()
            expect(quiz.locator(".note")).to_have_count(0)
            expect(quiz.locator(".cards")).to_be_focused()
    for task in chapter.locator(".task > button").all():
        task.click()
    answers = chapter.locator(".task .answer")
    for index in range(answers.count()):
        expect(answers.nth(index)).to_contain_text(re.compile(r"\d+ boards|live nodes are left"))
    if name == "breadth":
        expect(answers).to_contain_text("effective branching factor")
    if name == "bound":
        expect(answers.nth(0)).to_contain_text("The solution has 11 moves.")
        expect(answers.nth(1)).to_contain_text("70 boards generated, 11 moves")  # as document 000 prints it
    if name != "breadth":
        expect_bars_to_scale(answers.last)
    expect_done(page, name)
    page.get_by_role("link", name="Watch the whole search").click()
    expect(page.get_by_role("tabpanel", name="Search")).to_be_visible()
    expect(page.locator("#board .cell")).to_have_count(16 if name == "bound" else 9)


def test_questions_are_answered_by_keyboard(page: Page, server: Server) -> None:
    """After an answer the keyboard is where one goes on; three questions in a row need no mouse."""
    quiz = open_chapter(page, server, "bound").locator(".quiz")
    expect(quiz.locator("[data-answer]").first).to_be_enabled()
    quiz.locator(".cards").focus()
    for number in range(3):
        for _ in range(quiz.locator("[data-answer]").count()):
            page.keyboard.press("Tab")
            expect(quiz.locator("[data-answer]:focus")).to_be_enabled()
            page.keyboard.press("Enter")
            expect(quiz.locator(".cards:focus, .primary:focus")).to_have_count(1)
            if quiz.locator(".note.good").count():
                break
        expect(quiz.get_by_role("button", name="Next question")).to_be_focused()
        if number < 2:
            page.keyboard.press("Enter")
            expect(quiz.locator(".cards")).to_be_focused()
    expect_done(page, "bound")


def test_the_parts_of_h_are_shown_on_the_tiles(page: Page, server: Server) -> None:
    open_chapter(page, server, "astar")
    cells = page.locator(".toy-tile").all_inner_texts()
    parts = page.locator("[data-badge]").evaluate_all("cells => cells.map(cell => Number(cell.dataset.badge))")
    board = Board([int(cell or 0) for cell in cells], 3)
    expect(page.locator("#lesson-h")).to_have_text(str(board.manhattan()))
    assert sum(parts) == board.manhattan()


def test_the_reader_makes_a_counterexample(page: Page, server: Server) -> None:
    chapter = open_chapter(page, server, "admissible")
    found = page.locator("#counterexample")
    expect(found).to_contain_text("This is the goal")
    toy_tile(page, 8).click()
    expect(found).to_contain_text("h is 2, but the true distance is 1. So misplaced-blank is not admissible")
    page.locator("#lesson-heuristic").select_option("hamming004")
    expect(found).to_contain_text("This is the goal")
    toy_tile(page, 8).click()
    expect(found).to_contain_text("from 1 to -1, or back. So hamming004 is not consistent")
    page.locator("#lesson-heuristic").select_option("manhattan")
    expect(found).to_contain_text("This is the goal")
    # Faster than the engine answers: h is compared with the board before the move, not with the last one it told of.
    page.evaluate(
        "for (const tile of ['8', '5', '4']) "
        "[...document.querySelectorAll('.toy-tile')].find((one) => one.textContent === tile).click()"
    )
    expect(page.locator("#lesson-truth")).to_have_text("3")
    expect(page.locator("#still-left")).to_contain_text("the right answer here is still missing")
    cards = chapter.locator("[data-answer]")
    offered = page.locator("#lesson-heuristic option").all_inner_texts()
    for name, text in [card.split("\n", 1) for card in cards.all_inner_texts()]:
        assert name in offered, "what is asked about can be tried above"
        assert len(text) > 20 and "high" not in text, "it says what it counts, and does not give the answer away"
    expect(found).to_contain_text("3 is not more than 3: no counterexample")
    chapter.locator("[data-answer=manhattan]").click()
    expect(chapter.locator(".quiz .note")).to_contain_text("With manhattan A* finds 10 moves")
    chapter.locator("[data-answer=nilsson]").click()
    expect(chapter.locator(".quiz .note")).to_contain_text("With nilsson A* takes 16 moves, and 10 are enough")
    expect_done(page, "admissible")


def test_ida_star_raises_its_limit_and_tables_help(page: Page, server: Server) -> None:
    chapter = open_chapter(page, server, "large")
    quiz = chapter.locator(".quiz")
    expect(quiz.locator(".mini span")).to_have_count(9)
    assert board_of(quiz) == Board([8, 1, 3, 4, 0, 2, 7, 6, 5], 3)
    for limit, too_far in ((12, 16), (14, 18)):
        quiz.locator(f"[data-answer='{too_far}']").click()
        expect(quiz.locator(".note.bad")).to_contain_text(f"could stop at a solution of {too_far} moves")
        quiz.locator(f"[data-answer='{limit - 1}']").click()
        expect(quiz.locator(".note.bad")).to_contain_text("the same boards as before")
        quiz.locator(f"[data-answer='{limit}']").click()
        expect(quiz.locator(".note.good")).to_contain_text(f"{limit} is the smallest f that was cut off")
        quiz.get_by_role("button", name="Next round").click()
    expect(quiz).to_contain_text("Round 3 with the limit 14 finds the goal, in 14 moves.")
    chapter.locator("[data-task=large_compare]").click()
    answer = chapter.locator(".task .answer", has=page.locator(".layers"))
    expect_bars_to_scale(answer)
    figures = [int(re.sub(r"\D", "", text)) for text in _texts(answer)]
    assert len(figures) == 3 and figures[0] > figures[1] > figures[2]
    expect_done(page, "large")


def test_a_chapter_is_a_link_and_the_whole_lesson_is_in_both_languages(page: Page, server: Server) -> None:
    board = "size=3x3&board=1,2,3/4,0,5/7,8,6&goal=blank-last"
    open_board(page, server.address, board)
    page.get_by_role("tab", name="Learn").click()
    expect(page.locator(".chapter h2")).to_have_text("1. The puzzle, and when it can be solved")
    expect(page.locator("#board")).to_be_hidden()
    page.locator(".chapter h2").click()
    page.keyboard.press("ArrowLeft")  # the game is not touched
    page.get_by_role("link", name="Next: 2. Breadth-first search").click()
    expect(page.locator(".chapter h2")).to_have_text("2. Breadth-first search")
    assert page.url.endswith(f"#{board}&panel=learn&chapter=breadth")
    page.go_back()
    expect(page.locator(".chapter h2")).to_have_text("1. The puzzle, and when it can be solved")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("id")
    page.keyboard.press("Escape")
    for name in CHAPTERS:
        page.locator(f".chapters [data-chapter={name}]").click()
        expect(page.locator(f".chapters [data-chapter={name}]")).to_have_attribute("aria-current", "page")
        text = page.locator("#panel-learn").inner_text()
        assert not re.search(r"learn_|\b(the|which|these|with)\b", text), name


def test_exercises_on_paper(page: Page, server: Server) -> None:
    open_board(page, server.address, "panel=learn&chapter=exercises")
    page.locator("#exercise-seed").fill("7")
    page.locator("#exercise-count").fill("2")
    page.get_by_role("button", name="Make the sheet").click()
    paper = page.locator("#paper")
    expect(paper.locator("h3")).to_have_text("Exercises: the 8-puzzle")
    shown = [board_of(one) for one in paper.locator(".paper-board").all()]
    assert shown == [one.board for one in first_exercises(3, 3, 8, 2, seed=7)]
    expect(paper).not_to_contain_text("Answer")
    page.emulate_media(media="print")
    expect(paper).to_be_visible()
    room = "all => all.map(one => parseFloat(getComputedStyle(one).paddingBottom))"
    rooms = paper.locator(".asked").evaluate_all(room)
    assert len(rooms) == 2 * 3 and min(rooms) > 40  # to write in, below b), c) and d) of each
    for hidden in (".tabs", ".chapters", "#make-sheet", ".top"):
        expect(page.locator(hidden)).to_be_hidden()
    page.emulate_media(media="screen")
    page.locator("#exercise-part").select_option("answers")
    page.locator("#exercise-language").select_option("id")
    page.get_by_role("button", name="Make the sheet").click()
    expect(paper).to_contain_text("Jawaban 1")
    expect(paper).to_contain_text("Jumlah Kurang(i)")
    expect(paper.locator(".paper-board")).to_have_count(0)
    page.reload()  # the sheet is a link
    expect(paper).to_contain_text("Jawaban 2")
    assert paper.locator(".new-page").count() == 0  # the answers are all there is
    # What is printed is what the form asks for, and no sheet before.
    page.evaluate("() => { window.print = () => { window.onPaper = document.querySelector('#paper').textContent; }; }")
    page.locator("#exercise-part").select_option("questions")
    expect(paper).to_be_empty()
    page.locator("#print-sheet").click()
    expect(paper).not_to_be_empty()
    printed = page.evaluate("window.onPaper")
    assert "Jawaban" not in printed and "Kurang" in printed
    page.locator("#exercise-depth").fill("60")
    page.get_by_role("button", name="Make the sheet").click()
    expect(page.locator(".chapter .note.bad")).to_be_visible()


def test_the_sheet_over_the_wire(client: httpx.Client) -> None:
    asked = {"width": 3, "height": 3, "depth": 6, "count": 3, "seed": 5}
    blocks = client.post("/api/exercises", json=asked).json()["blocks"]
    assert [block["text"] for block in blocks if block["level"] == 1] == ["Exercises: the 8-puzzle", "Answers"]
    assert sum(block["kind"] == "board" for block in blocks) == 3
    refused = client.post("/api/exercises", json={"depth": 50, "language": "id"})
    assert refused.status_code == 422 and "langkah" in refused.json()["error"]


def test_a_race_is_timed_more_than_once(client: httpx.Client) -> None:
    asked = {"board": "1 3 5/4 0 8/7 6 2", "algorithm": "astar", "repeats": 5}
    with client.stream("POST", "/api/solve", json=asked) as answer:
        text = "".join(answer.iter_text())
    times = re.search(r'"times": \[([^\]]*)\]', text)
    seconds = re.search(r'"seconds": ([\d.e-]+), "engine"', text)
    assert times and seconds
    measured = sorted(map(float, times.group(1).split(",")))
    assert len(measured) == 5 and float(seconds.group(1)) == measured[2]


def test_a_heuristic_says_what_it_counts_in_every_language(client: httpx.Client) -> None:
    for entry in client.get("/api/info").json()["heuristics"]:
        assert entry["traits"]["about"]["en"] == entry["summary"] != entry["traits"]["about"]["id"], entry["name"]
