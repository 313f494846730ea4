"""Lines 5 and 6 of what a user gets: solve, and the player; and document 000 from end to end."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from taquin import Puzzle, solve
from taquin.board import Board
from taquin.move import Move
from tests.support import CASES, EXAMPLES
from tests.web.conftest import Server
from tests.web.pages import expect_message, open_board, slide, tab, tiles, use_text

EASY = "size=3x3&board=1,2,3/4,0,5/7,8,6&goal=blank-last"
HARD_24 = "board=14,5,9,2,18/8,23,19,12,17/15,0,10,20,4/6,11,21,1,7/24,3,16,22,13"


def choose(page: Page, panel: str, field: str, value: str) -> None:
    page.locator(f"#panel-{panel} [data-field={field}]").select_option(value)


def solve_by(page: Page, algorithm: str) -> None:
    tab(page, "Solve")
    choose(page, "solve", "algorithm", algorithm)
    page.get_by_role("button", name="Solve", exact=True).click()


# Document 000


@pytest.mark.parametrize("case", [case for case in CASES if case["id"].startswith("000/")], ids=lambda case: case["id"])
def test_document_000_from_the_file_to_solved(page: Page, server: Server, case: dict[str, Any]) -> None:
    open_board(page, server.address)
    page.locator("#board-file").set_input_files(EXAMPLES / case["file"])
    if "invalid" in case:  # the document counts a board that is none; we say what is wrong with it
        expect(page.locator("#board-errors")).to_contain_text("10 appears 2 times")
        expect(page.locator("#board-errors")).to_contain_text("Missing: 13")
        return
    page.wait_for_url(re.compile("board=" + ",".join(map(str, case["tiles"][:4]))))
    check = case["check"]
    tab(page, "Solvable?")
    expect(page.locator("#total")).to_have_text(str(check["total"]))
    expect(page.locator("#inversions")).to_have_text(str(check["inversions"]))
    expect(page.locator("#parity")).to_have_text(str(check["x"]))
    expect(page.locator("#kurang b")).to_have_text([str(count) for count in check["kurang"]])
    note = page.locator("#verdict-note")
    if not check["solvable"]:
        expect(note).to_contain_text("Puzzle is unsolvable.")
        expect(note).to_have_class(re.compile("bad"))
        solve_by(page, "bnb000")
        expect(page.locator("#solve-state")).to_contain_text("Puzzle is unsolvable.")
        return
    expect(note).to_contain_text("Puzzle is solvable.")
    expect(note).to_have_class(re.compile("good"))
    solve_by(page, "bnb000")
    documented = case["searches"][0]
    expect(page.locator("#total-moves")).to_have_text(str(len(documented["moves"])))
    expect(page.locator("#generated")).to_have_text(f"{documented['generated']:,}")
    expect(page.locator("#time")).to_contain_text("ms")
    # Play it tile by tile: the page names the next move, sliding that tile leads on to the one after it.
    for index in range(len(documented["moves"])):
        remaining = len(documented["moves"]) - index
        expect_message(page, f"{remaining} move{'s' if remaining > 1 else ''} left")
        text = page.locator("#message").inner_text()
        found = re.search(r"slide tile (\d+) (\w+)", text)
        assert found and found.group(2)[0].upper() == Move(documented["moves"][index]).inverse
        slide(page, int(found.group(1)))
    expect_message(page, "Solved!")
    expect(page.locator("#message")).to_have_class(re.compile("good"))


# 5. Solve


def test_automatic_proves_the_shortest(page: Page, server: Server) -> None:
    open_board(page, server.address)
    use_text(page, (EXAMPLES / "document000_solvable3.txt").read_text())
    solve_by(page, "auto")
    expect(page.locator("#solution-note")).to_contain_text("20 moves")
    expect(page.locator("#solution-note")).to_contain_text("proven")
    page.locator("#last").click()
    expect(page.locator("#analyse")).to_be_hidden()  # nothing is lost in a shortest solution
    # Where another solution loses moves is said move by move, as of a player's.
    page.locator("#first").click()
    solve_by(page, "greedy")
    expect(page.locator("#solution-note")).to_contain_text("Not the shortest: 20 suffice.")
    page.locator("#last").click()
    page.locator("#analyse").click()
    expect(page.locator("#analysis-sum")).to_contain_text("The shortest way has 20.")
    page.locator("#turns button").first.click()
    place = int(page.locator("#analysis-place").input_value())
    page.locator("#forward").click()
    expect(page.locator("#analysis-place")).to_have_value(str(place + 1))
    expect(page.locator("#analysis-sum")).to_be_visible()


HARD_5X4 = "9,2,7,5,13/6,8,12,16,3/17,19,15,14,4/18,10,0,11,1"
"""68 moves: IDA* without tables takes seconds, with them a tenth of one."""
BEYOND_15 = "8,5,3,11,4,6/0,7,14,9,12,10/13,1,2,15,16,17"
"""18 cells, 42 moves from the goal; Manhattan distance and linear conflict prove 28."""


def test_slides_are_counted_in_solutions_and_hints(page: Page, server: Server) -> None:
    puzzle = Puzzle(Board.parse("8 1 3/4 0 2/7 6 5"))
    fewest, moves = solve(puzzle, metric="mtm"), solve(puzzle)
    assert fewest.slides is not None and moves.slides is not None
    open_board(page, server.address, "size=3x3&board=8,1,3/4,0,2/7,6,5&goal=blank-last&panel=solve")
    page.locator("#solve").click()
    note = page.locator("#solution-note")
    expect(note).to_contain_text(f"{moves.length} movesShortest possible, proven.")
    page.locator("#solve-metric").select_option("mtm")
    expect(note).to_have_count(0)  # that was proven in moves
    expect(page.locator("#solve-metric")).to_be_focused()
    page.locator("#solve").focus()
    page.keyboard.press("Enter")
    said = f"{fewest.slides} slidesThe fewest slides possible, proven."
    expect(note).to_contain_text(said)
    expect(page.locator("#solve")).to_be_focused()  # as before: the next key is not one for the tiles
    expect(page.locator("#total-moves")).to_have_text(str(fewest.length))
    expect_message(page, f"· {fewest.slides} slides left")
    expect(page).to_have_url(re.compile("by=auto&from=0&metric=mtm&panel=solve"))
    page.reload()  # a link runs the search again, in slides
    expect(note).to_contain_text(said)
    # A teaching algorithm proves its answer in moves, whatever is counted.
    page.locator("#panel-solve [data-field=algorithm]").select_option("astar")
    page.locator("#solve").click()
    expect(note).to_contain_text("movesShortest possible, proven.")
    open_board(page, server.address, "size=3x3&board=1,2,3/4,5,6/0,7,8&goal=blank-last&metric=mtm")
    for said in ("Look at tile 8 · 1 slide remains", "Slide tile 8 towards the gap, with those between", "Solved!"):
        page.get_by_role("button", name="Hint").click()
        expect_message(page, said)
    expect(page.locator("#count")).to_have_text("2 moves · 1 slide")
    page.keyboard.press("Home")
    expect_message(page, "Next: slide 2 tiles left, pushing tile 8 · 1 slide left")
    page.keyboard.press("Shift+ArrowRight")
    expect_message(page, "Next: slide tile 8 left · 1 slide left")
    # What was chosen is remembered: a board without a metric counts slides, too.
    open_board(page, server.address, "size=3x3&board=8,1,3/4,0,2/7,6,5&goal=blank-last")
    page.get_by_role("button", name="Hint").click()
    expect_message(page, f"{fewest.slides} slides remain")
    for _ in range(2):
        page.get_by_role("button", name="Hint").click()
    expect_message(page, f"Best: {fewest.slides - 1} slides remain after this one.")
    # A hint that has to be waited for says so, and a move ends the wait, on the server, too.
    open_board(page, server.address, "size=3x3&board=8,1,3/4,0,2/7,6,5&goal=blank-last")
    page.route("**/api/hint", lambda route: None)
    page.get_by_role("button", name="Hint").click()
    expect_message(page, "Searching")
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/api/hint")):
        page.keyboard.press("a")
    page.unroute("**/api/hint")
    expect(page.locator("#message")).to_have_text("")
    page.get_by_role("button", name="Hint").click()
    expect_message(page, "Look at tile")


def test_automatic_proves_the_shortest_beyond_the_15_puzzle(page: Page, server: Server) -> None:
    open_board(page, server.address, f"board={BEYOND_15}")
    solve_by(page, "auto")
    expect(page.locator("#solution-note")).to_contain_text("42 moves", timeout=120_000)
    # The first to ask for a proof on this shape builds its tables.
    expect(page.locator("#solution-note")).to_contain_text("Shortest possible, proven.", timeout=120_000)


def test_a_24_puzzle_shows_its_figures_live_and_its_best_solution_at_once(page: Page, server: Server) -> None:
    open_board(page, server.address, HARD_24)
    solve_by(page, "auto")
    for name in ("length", "bound", "gap", "generated", "rate", "memory"):
        expect(page.locator(f"#live-{name}")).to_be_visible()
    expect(page.locator("#player")).to_be_visible()  # the best so far can be played meanwhile
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#solve-state")).to_contain_text("The best so far has")
    bound = page.locator("#live-bound").inner_text().replace(",", "")
    expect(page.locator("#solve-state")).to_contain_text(f"at least {bound} are needed")


def test_the_bound_rises_between_two_solutions(client: httpx.Client) -> None:
    bounds: list[int] = []
    with client.stream("POST", "/api/solve", json={"board": HARD_5X4, "seconds": 300}) as answer:
        for line in answer.iter_lines():
            if line.startswith("data: ") and "bound" in (data := json.loads(line[6:])):
                bounds.append(data["bound"])
    assert bounds == sorted(bounds) and bounds[0] < bounds[-1]
    assert data["optimal"] and data["length"] == data["bound"]


def test_the_choices_come_from_the_servers_registry(page: Page, server: Server, client: httpx.Client) -> None:
    info = client.get("/api/info").json()
    open_board(page, server.address, EASY)
    tab(page, "Solve")
    options = page.locator("#panel-solve [data-field=algorithm] option")
    assert options.evaluate_all("all => all.map(one => one.value)") == [entry["name"] for entry in info["algorithms"]]
    choose(page, "solve", "algorithm", "astar")
    heuristics = page.locator("#panel-solve [data-field=heuristic] option")
    (own,) = [entry["traits"]["heuristic"] for entry in info["algorithms"] if entry["name"] == "astar"]
    names = [entry["name"] for entry in info["heuristics"] if entry["name"] != own]  # it is there as "", its own
    assert own == "manhattan" and heuristics.evaluate_all("all => all.map(one => one.value)") == ["", *names]
    choose(page, "solve", "heuristic", "linear-conflict")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#solution-note")).to_contain_text("2 moves")


def test_stop_in_the_middle_of_a_24_puzzle_while_a_second_tab_works(
    page: Page, server: Server, client: httpx.Client
) -> None:
    open_board(page, server.address, HARD_24)
    solve_by(page, "ida")
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    began = time.perf_counter()
    while not client.get("/api/status").json()["running"]:
        assert time.perf_counter() - began < 5
    other = page.context.new_page()
    open_board(other, server.address, EASY)
    slide(other, 5)
    other.get_by_role("button", name="Hint").click()
    expect_message(other, "Look at tile 6")
    other.close()
    stop.click()
    expect(page.locator("#solve-state")).to_contain_text("Stopped.")
    began = time.perf_counter()
    while client.get("/api/status").json()["running"]:
        assert time.perf_counter() - began < 1, "the search goes on"
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_visible()


def test_limits_of_the_user(page: Page, server: Server) -> None:
    open_board(page, server.address, HARD_24)
    tab(page, "Solve")
    choose(page, "solve", "algorithm", "ida")
    page.locator("#panel-solve summary", has_text="Limits").click()
    page.locator("#panel-solve [data-field=nodes]").fill("1000")
    page.locator("#panel-solve [data-field=seconds]").fill("20")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#solve-state")).to_contain_text("Limit reached.")
    expect(page.locator("#solve-state")).to_contain_text("No solution has fewer than")
    page.wait_for_url(re.compile("&panel=solve&seconds=20&nodes=1000$"))
    page.reload()  # the limits are in the link
    for name, value in (("seconds", "20"), ("nodes", "1000"), ("memory", "")):
        expect(page.locator(f"#panel-solve [data-field={name}]")).to_have_value(value)
    choose(page, "solve", "algorithm", "ida")
    page.locator("#panel-solve [data-field=seconds]").fill("1000000000")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#solve-state")).to_contain_text("seconds: at most 3600")


# 6. The player


def test_the_player_by_mouse_and_keyboard(page: Page, server: Server) -> None:
    open_board(page, server.address)
    use_text(page, (EXAMPLES / "document000_solvable1.txt").read_text())
    solve_by(page, "auto")
    expect(page.locator("#solution-note")).to_contain_text("11 moves")
    start = tiles(page)
    scrubber = page.get_by_label("Position in the moves")
    page.get_by_role("button", name="To the end").click()
    expect_message(page, "Solved!")
    expect(scrubber).to_have_value("11")
    page.keyboard.press("Home")
    assert tiles(page) == start
    page.keyboard.press("End")
    expect(scrubber).to_have_value("11")
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("grid").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowLeft")
    expect(scrubber).to_have_value("1")
    page.get_by_label("Speed").first.select_option("8")
    page.get_by_role("grid").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause").first).to_be_visible()
    expect_message(page, "Solved!")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    scrubber.fill("4")
    expect_message(page, "7 moves left")
    page.get_by_role("grid").press("?")
    expect(page.get_by_role("dialog")).to_contain_text("play or pause")
    page.keyboard.press("Escape")


def test_move_list_notations_copy_and_the_estimates(page: Page, server: Server) -> None:
    open_board(page, server.address, EASY)
    solve_by(page, "astar")
    moves = page.get_by_role("list", name="Moves; choose one to go there")
    expect(moves).to_have_text("LU")
    expect(page.locator("#estimate")).to_contain_text("f = g + h = 0 + 2 = 2")
    page.get_by_label("Notation").select_option("number")
    expect(moves).to_have_text("56")
    page.get_by_role("button", name="Copy").click()
    expect_message(page, "Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "5 6"
    page.get_by_label("Notation").select_option("blank")
    page.get_by_role("button", name="Move 1: R").click()
    assert tiles(page).index(0) == 5
    expect(page.locator("#estimate")).to_contain_text("1 + 1 = 2")
    solve_by(page, "greedy")  # which ranks by h alone
    expect(page.locator("#estimate")).to_have_text(re.compile(r"g = \d, h = \d$"))
    # The moves that made the board are on its panel, and go with the board.
    tab(page, "Board")
    page.locator("#scramble summary").click()
    expect(page.locator("#scramble-moves")).to_have_text("D R")
    page.locator("#copy-scramble").click()
    expect_message(page, "Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "D R"
    page.keyboard.press("n")
    expect(page.locator("#scramble-moves")).to_have_text("")


def test_export_as_text_json_svg_and_gif(page: Page, server: Server) -> None:
    open_board(page, server.address, EASY)
    solve_by(page, "auto")
    contents = {}
    for name, suffix in (("Text", "txt"), ("JSON", "json"), ("SVG", "svg"), ("GIF", "gif")):
        with page.expect_download() as download:
            page.locator("#panel-solve").get_by_role("button", name=name, exact=True).click()
        assert download.value.suggested_filename == f"solution.{suffix}"
        contents[suffix] = download.value.path().read_bytes()
    assert b"Tile numbers: 5 6" in contents["txt"]
    assert json.loads(contents["json"])["moves"] == "RD"
    size = re.search(rb'<svg [^>]*width="(\d+)"', contents["svg"])
    assert size and int(size.group(1)) >= 200
    assert contents["gif"].startswith(b"GIF89a") and contents["gif"].count(b"\x21\xf9\x04") == 1 + 2 * 3  # tiles slide
    # The browser itself can decode the GIF, and shows a tile in the first cell and the blank in the middle.
    pixels = page.evaluate(
        """async bytes => {
            const image = new Image();
            image.src = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: "image/gif" }));
            await image.decode();
            const canvas = document.createElement("canvas");
            [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
            const pen = canvas.getContext("2d");
            pen.drawImage(image, 0, 0);
            return [[20, 20], [180, 180]].map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data]);
        }""",
        list(contents["gif"]),
    )
    assert pixels == [[51, 102, 102, 255], [255, 255, 255, 255]]


def test_a_long_solution_as_gif_tells_how_far_it_is(page: Page, server: Server) -> None:
    """Korf's first 15-puzzle, 57 moves."""
    open_board(page, server.address, "board=14,13,15,7/11,12,9,5/6,0,2,1/4,8,10,3&goal=blank-first")
    solve_by(page, "auto")
    expect(page.locator("#solution-note")).to_contain_text("57 moves", timeout=60_000)
    page.evaluate(
        """() => {
            window.said = [];
            new MutationObserver(() => window.said.push(document.getElementById("message").textContent))
                .observe(document.getElementById("message"), { childList: true });
        }"""
    )
    with page.expect_download() as download:
        page.get_by_role("button", name="GIF").click()
    expect_message(page, "Saved as solution.gif")
    assert any("Drawing the animation" in text for text in page.evaluate("window.said"))
    content = download.value.path().read_bytes()
    assert content.count(b"\x21\xf9\x04\x04") == 1 + 57 * 3  # the start, and every tile on its way


def test_the_move_list_keeps_the_keyboard(page: Page, server: Server) -> None:
    open_board(page, server.address, EASY)
    solve_by(page, "auto")
    first = page.get_by_role("button", name="Move 1: L")
    first.press("Enter")
    expect_message(page, "1 move left")
    expect(first).to_be_focused()


# The search panel: tests/web/test_watch.py


def test_a_solution_found_on_screen_is_a_solution(page: Page, server: Server) -> None:
    open_board(page, server.address, "board=1,3,8,6/9,2,7,4/13,5,0,12/10,11,14,15")
    board = Board([tiles(page)[row : row + 4] for row in range(0, 16, 4)])
    solve_by(page, "auto")
    expect(page.locator("#solution-note")).to_contain_text("moves")
    page.get_by_label("Notation").select_option("blank")
    assert board.play(page.locator("#moves button").all_inner_texts()).is_goal()
