"""How a person solves it, step by step on the page; the page's start, the sheet of a phone, and a server that goes."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, expect

from taquin import Board, explain, solve
from taquin.puzzle import GOALS, Puzzle
from tests.support import CASES, ROOT
from tests.web.conftest import Server
from tests.web.pages import board, covered, expect_message, open_board, slide, tab, tiles
from tests.web.test_everyone import phone

START = "size=3x3&board=8,1,3/4,0,2/7,6,5&goal=blank-last"
STEPS = list(explain(Board.parse("8 1 3/4 0 2/7 6 5")))


def test_every_step_is_told_as_the_library_tells_it(client: httpx.Client) -> None:
    found = client.post("/api/explain", json={"board": "8 1 3/4 0 2/7 6 5"}).json()
    assert [step["title"] for step in found["steps"]] == [step.title for step in STEPS]
    assert "".join(step["moves"] for step in found["steps"]) == "".join(str(step.moves) for step in STEPS)
    assert sorted(tile for step in found["steps"] for tile in step["fixed"]) == list(range(1, 9))
    assert (found["length"], found["shortest"], found["bound"]) == (34, 14, 14)
    fifteen = Board.parse("5 1 7 3/9 2 11 4/13 6 15 8/0 10 14 12")
    body = {"board": str(fifteen)}
    assert client.post("/api/explain", json=body).json()["shortest"] == len(solve(fifteen).moves)
    said = client.post("/api/explain", json={"board": "8 1 3/4 0 2/7 6 5", "language": "id"}).json()
    assert [step["why"] for step in said["steps"]] == [step.why.said("id") for step in STEPS]
    assert client.post("/api/explain", json={"board": "1 2 3/4 5 6/8 7 0"}).status_code == 422


def test_a_reader_goes_through_the_steps(page: Page, server: Server) -> None:
    open_board(page, server.address, START)
    tab(page, "By hand")
    expect(page.locator("#step-title")).to_have_text(STEPS[0].title)
    expect(page.locator("#slides .now")).to_have_text("4→")
    expect(page.locator(".tile.marked")).to_have_text("1")
    assert page.locator(".cell.aim").get_attribute("data-cell") == "0"
    page.locator("#step-play").click()  # it stops by itself at the end of the step
    expect(page.locator("#step-play")).to_have_text("Go on")
    page.locator("#speed").select_option("20")
    assert tiles(page) == list(STEPS[0].after.tiles)
    expect(page.locator(".tile.fixed")).to_have_text("1")
    page.locator("#step-next").click()
    expect(page.locator("#step-title")).to_have_text(STEPS[1].title)
    page.locator("#step-next").click()
    expect(page.locator("#step-title")).to_have_text(STEPS[2].title)
    assert tiles(page) == list(STEPS[2].before.tiles)
    page.locator("#step-back").click()
    assert tiles(page) == list(STEPS[1].before.tiles)
    # The right tile by hand is a move along the way.
    slide(page, 4)
    expect(page.locator("#slides .now")).to_have_text("2←")
    expect(page.locator("#step-title")).to_have_text(STEPS[1].title)
    # Another one makes a new way, from where the board is.
    slide(page, 8)
    now = Board(tiles(page), 3)
    expect(page.locator("#step-title")).to_have_text(next(explain(now)).title)
    expect(page.locator("#steps li")).to_have_count(len(list(explain(now))))
    page.locator("#steps button").last.click()
    page.locator("#step-play").click()
    expect(page.locator("#speed")).to_have_value("4")  # slow enough to be followed
    expect_message(page, "Solved!")
    expect(page.locator("#speed")).to_have_value("20")
    page.locator("#step-home").click()
    assert tiles(page) == list(now.tiles)
    expect(page.locator("#step-home")).to_be_hidden()
    tab(page, "Board")
    assert page.locator(".tile.fixed, .tile.marked").count() == 0


def test_an_unsolvable_board_is_not_explained_but_why(page: Page, server: Server) -> None:
    open_board(page, server.address, "board=1,2,3/4,5,6/8,7,0&panel=byhand")
    expect(page.locator("#panel-byhand")).to_contain_text("No moves lead to the goal")
    page.locator("#panel-byhand").get_by_role("button", name="Why?").click()
    expect(page.locator("#verdict-note")).to_be_visible()


def test_the_page_starts_with_something_to_do(page: Page, server: Server) -> None:
    open_board(page, server.address)
    page.get_by_role("button", name="3×3").click()
    expect(page.locator("#board .cell")).to_have_count(9)
    page.get_by_role("button", name="10×10").click()
    expect(page.locator("#board .cell")).to_have_count(100)
    page.get_by_label("Examples").select_option(label="Sam Loyd's 14 and 15: unsolvable")
    expect(page.locator("#verdict")).to_contain_text("Unsolvable")
    assert tiles(page)[12:] == [13, 15, 14, 0]
    page.get_by_label("Examples").select_option(label="Russell and Norvig's 8-puzzle, 26 moves")
    expect(page.locator("#verdict")).to_contain_text("Solvable")
    assert "goal=blank-first" in page.url


def examples() -> dict[str, Puzzle]:
    """The boards of the page's menu by their names."""
    text = (ROOT / "src" / "taquin" / "web" / "static" / "js" / "model" / "examples.js").read_text()
    found = {}
    for name, line, goal in re.findall(r'(\w+): \{ board: "([\d,/]+)"(?:, goal: "([\w-]+)")? \}', text):
        start = Board.parse(line.replace(",", " "))
        found[name] = Puzzle(start, GOALS[goal or "blank-last"](*start.shape))
    return found


def test_the_examples_are_what_they_are_called() -> None:
    """Those of the course sheets are the sheets' own; which ones can be solved is as their names say."""
    named = examples()
    assert len(named) == 14
    sheets = {tuple(case["tiles"]) for case in CASES if "tiles" in case}
    course = [named[name].start.tiles for name in list(named)[:8]]
    assert all(tiles in sheets for tiles in course)
    unsolvable = {name for name, puzzle in named.items() if not puzzle.is_solvable()}
    assert unsolvable == {"bnb_unsolvable", "loyd"}


def test_on_a_phone_a_tab_opens_a_sheet_and_the_board_stays(chromium: Browser, server: Server) -> None:
    context = phone(chromium)
    page = context.new_page()
    open_board(page, server.address, START)
    large = board(page).bounding_box()
    assert large and page.locator("#sheet").is_hidden()
    page.locator("#tab-byhand").tap()
    expect(page.locator("#step-title")).to_be_in_viewport()
    expect(page.locator("#step-play")).to_be_in_viewport(ratio=1)
    expect(board(page)).to_be_in_viewport(ratio=1)
    small = board(page).bounding_box()
    side = page.locator(".side").bounding_box()
    assert small and side and small["height"] < large["height"] and small["y"] + small["height"] < side["y"]
    marks = page.locator("#board :is(.marked, .aim, .fixed)")
    expect(marks).not_to_have_count(0)
    page.locator("#fold").tap()
    expect(page.locator("#sheet")).to_be_hidden()
    expect(marks).to_have_count(0)
    assert board(page).bounding_box() == large
    # The lesson has boards of its own: its sheet has the whole screen, and folded it shows the game.
    page.locator("#tab-learn").tap()
    heading = page.locator(".chapter h2").bounding_box()
    assert heading and heading["y"] < 200
    page.locator("#fold").tap()
    assert board(page).bounding_box() == large
    # Held sideways, everything that a game needs is on the screen at once.
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_timeout(100)
    for seen in ("#frame", "#undo", "#hint", "#timer", "#message", "#tabs", "#open-help"):
        expect(page.locator(seen)).to_be_in_viewport(ratio=1)
    sideways = board(page).bounding_box()
    assert sideways and sideways["height"] > 350
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#open-help").tap()
    expect(page.locator("#help-title")).to_be_in_viewport(ratio=1)
    context.close()


def still_covered(page: Page, *selectors: str) -> list[str]:
    """Which of these cannot be touched, once the page has made room."""
    for _ in range(50):
        if not (found := covered(page, *selectors)):
            break
        page.wait_for_timeout(50)
    return found


def test_when_the_server_goes_play_goes_on_and_the_note_goes_when_it_is_back(
    context: BrowserContext, server: Server
) -> None:
    page = context.new_page()
    page.clock.install()
    open_board(page, server.address, START)
    page.route("**/api/**", lambda route: route.abort())
    slide(page, 4)
    page.clock.fast_forward(11_000)  # nobody has asked for anything
    expect(page.locator("#offline")).to_contain_text("You can go on playing")
    # It lies over nothing that one may want to touch, on a phone neither.
    assert still_covered(page, ".chip", "#share", "#open-help", "#tab-play", "#verdict", ".cell") == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("innerWidth === 390")
    page.wait_for_timeout(100)
    place = page.locator("#frame").bounding_box()
    page.locator("#offline").evaluate("one => { one.hidden = true; }")
    page.wait_for_timeout(100)
    assert page.locator("#frame").bounding_box() == place  # on a phone it moves no tile under the finger
    page.locator("#offline").evaluate("one => { one.hidden = false; }")
    assert still_covered(page, ".chip", "#share", "#open-settings", "#open-help", "#verdict", ".cell", "#undo") == []
    tab(page, "Solvable?")
    assert still_covered(page, "#verdict", ".cell", "#tab-check", "#fold", "#play") == []
    tab(page, "Learn")
    assert still_covered(page, "#tab-learn", "#fold", "#offline-close") == []
    tab(page, "Board")
    page.set_viewport_size({"width": 1280, "height": 900})
    slide(page, 8)
    assert tiles(page) == [0, 1, 3, 8, 4, 2, 7, 6, 5]
    page.unroute("**/api/**")
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#message")).not_to_contain_text("does not answer")
    page.route("**/api/**", lambda route: route.abort())
    page.clock.fast_forward(11_000)
    expect(page.locator("#offline")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#offline")).to_be_hidden()


def test_a_refusal_is_a_code_with_values_and_the_page_says_it_in_its_language(
    client: httpx.Client, chromium: Browser, server: Server
) -> None:
    refused = client.post("/api/random", json={"width": 60, "height": 60}).json()
    assert refused["code"] == "web.board_too_large"
    assert (refused["values"]["width"], refused["values"]["cells"]) == (60, 2500)
    unread = client.post("/api/check", json={"board": "1 2 3/4 y"}).json()["problems"][0]
    assert unread["code"] == "problems.as_told" and unread["values"]["message"]["code"] == "errors.not_a_tile"
    wrong = client.post("/api/random", json={"width": 0}).json()["problems"][0]
    assert wrong["values"] == {"field": "width", "message": {"code": "web.at_least", "values": {"least": 1}}}
    context = chromium.new_context(locale="id-ID")
    page = context.new_page()
    open_board(page, server.address, START)
    page.locator("#board-text").fill("1 2 3/4 y")
    expect(page.locator("#board-errors")).to_contain_text("bukan nomor ubin; tulislah bilangan bulat")
    page.locator("#board-text").fill("1 " * 6000)
    expect(page.locator("#board-errors")).to_contain_text("teks ini terlalu besar untuk halaman web")
    context.close()
