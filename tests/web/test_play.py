"""Lines 1 to 4 of what a user gets: the board, getting a board in, is it solvable, hints."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from taquin import Board, Puzzle, analyse, rank_moves, scramble, solve
from taquin.texts import catalogue
from tests.support import EXAMPLES, ROOT
from tests.web.conftest import Server
from tests.web.pages import board, covered, expect_message, open_board, slide, tab, tiles, use_text

EASY = "size=3x3&board=1,2,3/4,0,5/7,8,6&goal=blank-last"


# 1. The board


def test_tap_slides_and_undo_redo_retry(page: Page, server: Server) -> None:
    open_board(page, server.address, EASY)
    slide(page, 5)
    assert tiles(page) == [1, 2, 3, 4, 5, 0, 7, 8, 6]
    expect(page.locator("#count")).to_have_text("1 move · 1 slide")
    page.get_by_role("button", name="Undo").click()
    assert tiles(page) == [1, 2, 3, 4, 0, 5, 7, 8, 6]
    page.get_by_role("button", name="Redo").click()
    assert tiles(page)[5] == 0
    slide(page, 6)
    expect_message(page, "Solved!")
    page.get_by_role("button", name="Start over").click()
    assert tiles(page) == [1, 2, 3, 4, 0, 5, 7, 8, 6]
    expect(page.locator("#count")).to_have_text("0 moves · 0 slides")


def test_a_whole_row_slides_at_once_and_counts_once_in_the_multi_tile_metric(page: Page, server: Server) -> None:
    open_board(page, server.address, "size=4x4&board=1,2,3,4/5,6,7,8/9,10,11,12/13,14,15,0")
    slide(page, 13)
    assert tiles(page)[12:] == [0, 13, 14, 15]
    expect(page.locator("#count")).to_have_text("3 moves · 1 slide")


def test_drag_and_swipe(page: Page, server: Server) -> None:
    open_board(page, server.address, EASY)
    box = page.get_by_role("gridcell", name="tile 5").bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # A short drag springs back, a long one slides.
    for distance, expected in ((20, 4), (box["width"] * 0.7, 5)):
        page.mouse.move(*middle)
        page.mouse.down()
        page.mouse.move(middle[0] - distance, middle[1], steps=5)
        page.mouse.up()
        assert tiles(page).index(0) == expected
    # A swipe upwards that begins on a tile far from the blank moves the tile below the blank up.
    far = page.get_by_role("gridcell", name="tile 7").bounding_box()
    assert far
    page.mouse.move(far["x"] + 30, far["y"] + 60)
    page.mouse.down()
    page.mouse.move(far["x"] + 30, far["y"] - 10, steps=5)
    page.mouse.up()
    expect_message(page, "Solved!")
    # A swipe may begin anywhere: on a tile beside the blank that cannot go that way, on the blank, on the frame.
    page.get_by_role("button", name="Start over").click()
    blank, frame = page.locator(".cell.blank").bounding_box(), page.locator("#frame").bounding_box()
    assert blank and frame
    for at, towards, expected in (
        ((blank["x"] - 40, blank["y"] + 40), (0, 60), 1),  # on tile 4: tile 2 comes down
        ((blank["x"] + 40, blank["y"] - 40), (60, 0), 0),  # on the blank: tile 1 goes right
        ((frame["x"] + 3, frame["y"] + 90), (0, -60), 3),  # on the frame: tile 4 goes up
    ):
        page.mouse.move(*at)
        page.mouse.down()
        page.mouse.move(at[0] + towards[0], at[1] + towards[1], steps=5)
        page.mouse.up()
        assert tiles(page).index(0) == expected


def test_the_arrow_keys_and_their_inversion(page: Page, server: Server) -> None:
    open_board(page, server.address, EASY)
    board(page).focus()
    page.keyboard.press("ArrowLeft")  # the tile right of the blank slides left
    assert tiles(page).index(0) == 5
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Arrow keys move the blank instead of the tile").check()
    page.keyboard.press("Escape")
    board(page).focus()
    page.keyboard.press("ArrowRight")  # the blank goes right
    assert tiles(page).index(0) == 5
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.keyboard.press("ArrowDown")
    expect_message(page, "Solved!")


def test_an_eight_puzzle_is_solved_with_the_keyboard_alone(page: Page, server: Server) -> None:
    start = Board([[8, 1, 3], [4, 0, 2], [7, 6, 5]])
    open_board(page, server.address)
    for _ in range(30):  # from the top of the page to the text field, as a person without a mouse would
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "board-text":
            break
    page.keyboard.type("8 1 3/4 0 2/7 6 5")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#board .row")).to_have_count(3)
    assert tuple(tiles(page)) == start.tiles
    page.keyboard.press("Tab")
    arrows = {"U": "ArrowDown", "D": "ArrowUp", "L": "ArrowRight", "R": "ArrowLeft"}
    moves = solve(start).moves
    board(page).focus()
    for move in moves:
        page.keyboard.press(arrows[move])
    expect_message(page, "Solved!")
    expect(page.locator("#announcer")).to_contain_text(f"{len(moves)} moves")


def test_the_timer_runs_from_the_first_move_to_the_last(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_board(page, server.address, EASY)
    expect(page.get_by_role("timer")).to_have_text("0:00.00")
    slide(page, 5)
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"0:01\.\d\d"), timeout=3000)
    expect(page.locator("#rate")).to_have_text(re.compile(r"0\.\d\d/s"))
    place = page.locator("#frame").bounding_box()
    page.evaluate(
        """for (const key of "sw".repeat(50)) {
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        }"""
    )
    expect(page.locator("#count")).to_have_text("101 moves · 101 slides")
    expect(page.locator("#rate")).not_to_have_text("")
    assert page.locator("#frame").bounding_box() == place  # longer figures move nothing
    # The browser's way back from a panel leaves the moves and the clock alone.
    tab(page, "Solvable?")
    slide(page, 5)
    slide(page, 5)
    page.go_back()
    expect(page.locator("#panel-check")).to_be_hidden()
    expect(page.locator("#count")).to_have_text("103 moves · 103 slides")
    expect(page).to_have_url(re.compile("at=103"))
    expect(page.get_by_role("timer")).not_to_have_text("0:00.00")
    slide(page, 6)
    before = page.get_by_role("timer").inner_text()
    expect_message(page, f"Solved! {before} · not among your times: only boards that were shuffled here are")
    seconds = float(before.removeprefix("0:"))
    rate = float(page.locator("#rate").inner_text().removesuffix("/s"))  # moves by the time beside it, which is cut off
    assert 104 / (seconds + 0.01) - 0.01 <= rate <= 104 / seconds + 0.01
    page.wait_for_timeout(300)
    assert page.get_by_role("timer").inner_text() == before
    page.reload()  # neither a reload nor a key after the end changes the time or the board
    page.wait_for_selector("html[data-ready]")
    expect(page.get_by_role("timer")).to_have_text(before)
    expect(page.locator("#rate")).not_to_have_text("")
    open_board(page, server.address, f"{EASY}&moves=RD&at=0")
    page.wait_for_function("document.querySelector('#timer').textContent === '0:00.00'")
    slide(page, 5)
    page.locator("#last").click()  # a solution that is played to its end stops the clock too
    expect_message(page, "Solved!")
    expect(page.locator("#rate")).to_have_text("")  # nobody made these moves by hand
    before = page.get_by_role("timer").inner_text()
    page.wait_for_timeout(300)
    assert page.get_by_role("timer").inner_text() == before
    page.keyboard.press("ArrowRight")
    expect_message(page, "Solved. N makes a new board")
    assert tiles(page) == [1, 2, 3, 4, 5, 6, 7, 8, 0]


@pytest.mark.parametrize(("width", "height"), [(2, 2), (12, 12), (7, 3), (1, 6)])
def test_sizes_and_rectangles(page: Page, server: Server, width: int, height: int) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_board(page, server.address)
    page.get_by_label("Width").fill(str(width))
    page.get_by_label("Height").fill(str(height))
    page.get_by_role("button", name="Shuffle").click()
    expect(page.locator("#board .cell")).to_have_count(width * height)
    assert sorted(tiles(page)) == list(range(width * height))
    overflows = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not overflows
    # All of it is seen, and its tiles are large enough to tap.
    cell = page.locator("#board .cell").last.bounding_box()
    assert cell and cell["width"] >= 32 and cell["y"] + cell["height"] <= 800


def test_a_picture_of_the_users_own(page: Page, server: Server, tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    picture.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90"/></svg>'
    )
    open_board(page, server.address, EASY)
    page.locator("summary", has_text="Picture").click()
    page.locator("#picture-file").set_input_files(picture)
    tile = page.locator("#board .tile").first
    expect(tile).to_have_css("background-image", re.compile("blob:"))
    positions = page.locator("#board .cell:not(.blank) .tile").evaluate_all(
        "tiles => tiles.map(tile => tile.style.backgroundPosition)"
    )
    assert len(set(positions)) == 8  # every tile shows its own part
    page.get_by_role("button", name="Back to numbers").click()
    expect(tile).to_have_css("background-image", "none")


def test_sliding_is_animated_and_reduced_motion_is_respected(page: Page, server: Server) -> None:
    running = "document.getAnimations().filter(one => one.effect?.target?.classList.contains('tile')).length"
    open_board(page, server.address, EASY)
    slide(page, 5)
    assert page.evaluate(running) == 1
    page.emulate_media(reduced_motion="reduce")
    slide(page, 6)
    assert page.evaluate(running) <= 1
    page.get_by_role("button", name="Start over").click()
    page.wait_for_timeout(300)
    slide(page, 4)
    assert page.evaluate(running) == 0


def test_a_large_board_is_painted_whole_with_zoom_and_overview(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    goal = "/".join(",".join(map(str, row)) for row in Board.blank_last(20, 20).rows)
    open_board(page, server.address, f"board={goal}&moves=UL&at=2")
    canvas = page.get_by_role("img", name="20 by 20 sliding puzzle")
    box = canvas.bounding_box()
    assert box and box["width"] <= 390
    yellow = """([column, row]) => {
        const canvas = document.getElementById("canvas");
        const pitch = canvas.width / 20;
        const { data } = canvas.getContext("2d").getImageData(column * pitch, row * pitch, pitch, pitch);
        return data.some((_, at) => at % 4 === 0 && data[at] > 240 && data[at + 1] > 180 && data[at + 2] < 90);
    }"""
    page.get_by_role("button", name="Hint").click()
    expect_message(page, "Look at tile 379")  # in the last column of row 19
    assert page.evaluate(yellow, [19, 18]) and not page.evaluate(yellow, [3, 3])
    # The tile above the blank is tapped; then the whole row.
    pitch = box["width"] / 20
    page.mouse.click(box["x"] + 18.5 * pitch, box["y"] + 17.5 * pitch)
    expect(page.locator("#count")).to_have_text("3 moves · 3 slides")
    page.mouse.click(box["x"] + 0.5 * pitch, box["y"] + 17.5 * pitch)
    expect(page.locator("#count")).to_have_text("21 moves · 4 slides")
    expect(page.locator(".overview")).to_be_hidden()
    page.get_by_role("button", name="Zoom in").click()
    expect(page.locator(".overview")).to_be_visible()
    page.keyboard.press("0")
    expect(page.locator(".overview")).to_be_hidden()
    fingers = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 20), ("touchMove", 60), ("touchMove", 100)):
        points = [{"x": box["x"] + 180 + side * apart, "y": box["y"] + 180, "id": side + 1} for side in (-1, 1)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".overview")).to_be_visible()
    expect(page.locator("#count")).to_have_text("21 moves · 4 slides")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The overview is small, and makes room for the gap: here in the lower right corner.
    page.keyboard.press("r")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(-3000, -3000, steps=2)
    page.mouse.up()
    small = page.locator(".overview").bounding_box()
    assert small and small["width"] <= 0.3 * box["width"] and small["x"] < box["x"] + box["width"] / 2
    # Another theme is seen at once.
    page.keyboard.press("0")
    page.locator("#open-settings").click()
    for theme in ("dark", "light"):
        page.get_by_label("Theme").select_option(theme)
        shown = """() => {
            const canvas = document.getElementById("canvas"); // the gap is in its last corner
            const { data } = canvas.getContext("2d").getImageData(canvas.width - 6, canvas.height - 6, 1, 1);
            return `rgb(${data[0]}, ${data[1]}, ${data[2]})`;
        }"""
        expect(page.locator("#frame")).to_have_css("background-color", page.evaluate(shown))
    page.keyboard.press("Escape")
    # Held sideways nothing lies over the zoom; and the board is there again after a panel that hides it.
    page.set_viewport_size({"width": 844, "height": 390})
    zoom = ("#zoom-in", "#zoom-out", "#zoom-fit", "#undo", "#verdict")
    page.wait_for_function("innerWidth === 844")
    assert covered(page, *zoom, "#share", ".chip") == []
    tab(page, "Race")
    assert covered(page, *zoom, "#fold") == []
    tab(page, "Learn")
    page.locator("#fold").click()
    page.go_back()
    page.wait_for_function("""() => {
        const canvas = document.getElementById("canvas");
        const { data } = canvas.getContext("2d").getImageData(canvas.width / 2, canvas.height / 2, 20, 20);
        return canvas.width > 250 && data.some((value, at) => at % 4 === 0 && Math.abs(value - data[0]) > 20);
    }""")


def test_fast_play_and_a_long_move_list(page: Page, server: Server) -> None:
    goal = "/".join(",".join(map(str, row)) for row in Board.blank_last(15, 15).rows)
    moves = "ULDR" * 600
    open_board(page, server.address, f"board={goal}&moves={moves}&at=0&panel=solve")
    expect(page.locator("#moves-place")).to_have_text("Moves 1 to 200 of 2,400")
    page.get_by_label("Speed").first.select_option("2000")
    began = page.evaluate("performance.now()")
    page.get_by_role("button", name="Play", exact=True).first.click()
    expect(page.locator("#scrubber")).to_have_value("2400")
    assert page.evaluate("performance.now()") - began < 20_000  # at 8 times the speed it would take 2 minutes
    expect(page.locator("#moves-place")).to_have_text("Moves 2,201 to 2,400 of 2,400")
    expect(page.locator("#moves li")).to_have_count(200)


# 1b. Play


def test_a_timed_solve_is_kept_and_shown_again(page: Page, server: Server) -> None:
    page.add_init_script("Math.random = () => 0.99")  # the walk of every shuffle is the same
    open_board(page, server.address)
    page.get_by_label("Width").fill("2")
    page.get_by_label("Height").fill("2")
    page.get_by_label("Difficulty").select_option("easy")
    page.get_by_role("button", name="Shuffle").click()
    expect(page.locator("#board .row")).to_have_count(2)
    keys = {"U": "s", "D": "w", "L": "d", "R": "a"}
    for round_ in range(5):
        if round_:
            page.keyboard.press("n")
        start = Board([tiles(page)[:2], tiles(page)[2:]])
        letters = [str(move) for move in solve(start).moves]
        assert letters
        for move in letters:
            page.keyboard.press(keys[move])
        expect_message(page, "Solved!")
    page.locator("#times summary").click()
    for name in ("best-time", "average-5"):
        expect(page.locator(f"#{name}")).to_have_text(re.compile(r"0:0\d\.\d\d"))
    expect(page.locator("#average-12")).to_have_text("–")
    expect(page.locator("#fewest-moves")).to_have_text(str(len(letters)))
    expect(page.locator(".solves li")).to_have_count(5)
    page.locator("#replay-best").click()
    expect(page.locator("#scrubber")).to_have_value(str(len(letters)))
    expect_message(page, "Solved!")
    expect(page.get_by_role("timer")).to_have_text(page.locator("#best-time").inner_text())
    # A solve with a hint does not count, nor one with undo, nor the second one of a board: the page says why.
    page.keyboard.press("N")
    while not page.locator("#again").is_visible():  # the first one asks the server, the others follow its plan
        page.keyboard.press("H")
        page.wait_for_timeout(100)
    expect_message(page, "not among your times: a hint helped")
    page.keyboard.press("N")
    page.keyboard.press(keys[letters[0]])
    page.keyboard.press("Control+z")
    for move in letters:
        page.keyboard.press(keys[move])
    expect_message(page, "not among your times: a move was taken back")
    page.keyboard.press("N")
    page.keyboard.press(keys[letters[0]])
    page.keyboard.press("R")
    for move in letters:
        page.keyboard.press(keys[move])
    expect_message(page, "not among your times: it was started over")
    page.keyboard.press("R")
    for move in letters:
        page.keyboard.press(keys[move])
    expect_message(page, "not among your times: it was started over")
    expect(page.locator(".solves li")).to_have_count(5)
    expect(page.locator("#times-note")).to_contain_text("not listed among your times: it was started over")
    # Times are not forgotten by one click.
    page.locator("#forget-times").click()
    expect(page.locator("#keep-times")).to_be_focused()
    page.locator("#keep-times").click()
    expect(page.locator(".solves li")).to_have_count(5)
    page.locator("#forget-times").click()
    page.locator("#forget-surely").click()
    expect(page.locator(".solves li")).to_have_count(0)


def test_a_solve_is_judged_move_by_move(page: Page, server: Server) -> None:
    open_board(page, server.address, "size=3x3&board=1,2,3/0,4,6/7,5,8&goal=blank-last")
    for key in "wsawswa":
        page.keyboard.press(key)
    expect_message(page, "Solved!")
    page.get_by_role("button", name="Analyse", exact=True).click()
    moves = page.evaluate("new URLSearchParams(location.hash.slice(1)).get('moves')")
    judged = analyse(Puzzle(Board.parse("1 2 3/0 4 6/7 5 8")), moves)
    assert (judged.length, judged.shortest, judged.lost) == (7, 3, 4)
    total = page.locator("#analysis-sum")
    expect(total).to_contain_text(f"7 moves, {judged.slides} slides. The shortest way has 3.")
    expect(total).to_contain_text("4 moves were lost on the way.")
    marks = "all => all.map(one => one.dataset.judged ?? '')"
    said = [f"+{move.lost}" if move.lost else "=" if move.verdict == "also best" else "" for move in judged.moves]
    assert page.locator("#moves button").evaluate_all(marks) == said
    # The same in slides: of a run its last move has the verdict.
    page.locator("#analysis-metric").select_option("mtm")
    slides = analyse(Puzzle(Board.parse("1 2 3/0 4 6/7 5 8")), moves, metric="mtm")
    in_slides = [""] * len(moves)
    for end, one in zip(accumulate(one.length for one in slides.moves), slides.moves, strict=True):
        in_slides[end - 1] = f"+{one.lost}" if one.lost else "=" if one.verdict == "also best" else ""
    expect(total).to_contain_text(f"{slides.slides} slides. The fewest slides are {slides.shortest}.")
    expect(page.locator("#analysis-metric")).to_be_focused()
    assert page.locator("#moves button").evaluate_all(marks) == in_slides
    expect(page).to_have_url(re.compile("metric=mtm"))
    page.locator("#analysis-metric").select_option("stm")
    expect(total).to_contain_text("4 moves were lost on the way.")
    page.locator("#turns button").last.click()  # the board before that move
    expect(page.locator("#count")).to_contain_text(
        f"{max(move.number for move in judged.moves if move.lost) - 1} moves"
    )
    expect(total).to_be_visible()
    page.locator("#analysis-place").focus()  # the chart, by keyboard
    for key in ("Home", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator("#count")).to_contain_text("2 moves")
    page.reload()  # the analysis is a link
    expect(total).to_contain_text("The shortest way has 3.")
    page.keyboard.press("w" if tiles(page).index(0) < 6 else "d")  # another move: it was about other moves
    expect(total).to_be_hidden()
    expect(page).not_to_have_url(re.compile("analysis"))


def test_hover_and_inspection(page: Page, server: Server) -> None:
    open_board(page, server.address, EASY)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Tiles follow the mouse").check()
    page.get_by_label("15 seconds to look").check()
    page.keyboard.press("Escape")
    cells = [box for cell in page.locator("#board .cell").all() if (box := cell.bounding_box())]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in cells]
    # A mouse that goes smoothly from the gap over a tile lets it slide once, in all four directions.
    page.mouse.move(*middles[4])
    for moves, cell in enumerate((3, 0, 1, 4, 5), start=1):
        page.mouse.move(*middles[cell], steps=30)
        assert tiles(page).index(0) == cell
        expect(page.locator("#count")).to_contain_text("1 move ·" if moves == 1 else f"{moves} moves ·")
    page.mouse.move(5, 5)
    page.keyboard.press("n")
    expect(page.get_by_role("timer")).to_have_text(re.compile("−1[45]"))
    shown = Board(tiles(page), 3)
    movable = next(shown.tiles[after.blank] for _, after in shown.successors())
    page.get_by_role("gridcell", name=f"tile {movable}", exact=True).hover()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"0:0\d\.\d\d"))


@pytest.mark.parametrize("side", [4, 50])
def test_the_script_of_a_move_is_measured(
    page: Page, server: Server, side: int, record_property: Callable[[str, object], None]
) -> None:
    """Told in the report, not asserted: times depend on the machine."""
    goal = "/".join(",".join(map(str, row)) for row in Board.blank_last(side, side).rows)
    moves = "ULDR" * (250 if side == 4 else 5)
    open_board(page, server.address, f"board={goal}&goal=blank-first&moves={moves}&at={len(moves)}")
    expect(page.locator("#count")).to_contain_text(f"{len(moves):,} moves")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    spent = page.evaluate(
        """async () => {
            const keys = ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"];
            let spent = 0;
            for (let index = 0; index < 40; index += 1) {
                const began = performance.now();
                window.dispatchEvent(new KeyboardEvent("keydown", { key: keys[index % 4], cancelable: true }));
                spent += performance.now() - began;
                await new Promise((resume) => { setTimeout(resume, 5); });
            }
            return spent / 40;
        }"""
    )
    record_property("measured", f"page: {side}x{side}: {spent:.2f} ms of script for a move, after {len(moves)} moves")
    expect(page.locator("#count")).to_contain_text(f"{len(moves) + 40:,} moves")
    # A move needs no server. A browser asks for its icon late; the page asks now and then whether the server is there,
    # and fetches the scripts of the lesson when it has time.
    assert not [url for url in asked if not re.search(r"/icon\.svg$|/api/status$|/js/learn/\w+\.js$", url)]


# 2. Getting a board in


@pytest.mark.parametrize(
    "text",
    ["1 2 3/4 0 5/7 8 6", "3\n1 2 3\n4 0 5\n7 8 6\n", "[[1,2,3],[4,0,5],[7,8,6]]", "1,2,3;4,-,5;7,8,6", "123/4_5/786"],
)
def test_any_format_can_be_typed(page: Page, server: Server, text: str) -> None:
    open_board(page, server.address)
    use_text(page, text)
    expect(page.locator("#board .row")).to_have_count(3)
    assert tiles(page) == [1, 2, 3, 4, 0, 5, 7, 8, 6]


def test_a_file_is_chosen_or_dropped(page: Page, server: Server) -> None:
    file = EXAMPLES / "document000_solvable2.txt"
    open_board(page, server.address)
    page.locator("#board-file").set_input_files(file)
    expect(page.locator("#board")).to_have_text(re.compile("^134"))  # the board before it may begin with a gap, too
    assert tiles(page)[:4] == [0, 1, 3, 4]
    text = (EXAMPLES / "document000_solvable1.txt").read_text()
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "board.txt", { type: "text/plain" }));
            window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        text,
    )
    expect(page.locator("#board")).to_have_text(re.compile("^1247"))
    assert tiles(page)[:8] == [1, 2, 4, 7, 5, 6, 0, 3]


def test_bad_input_is_shown_where_it_is_all_at_once_and_loses_nothing(page: Page, server: Server) -> None:
    open_board(page, server.address, EASY)
    use_text(page, (EXAMPLES / "document000_unsolvable2.txt").read_text())
    errors = page.locator("#board-errors")
    expect(errors).to_contain_text("10 appears 2 times (row 1, column 4; row 4, column 2)")
    expect(errors).to_contain_text("Missing: 13")
    assert page.get_by_label("Type or paste").get_attribute("aria-invalid") == "true"
    assert tiles(page) == [1, 2, 3, 4, 0, 5, 7, 8, 6]
    use_text(page, "1 2 3\n4 five 6\n7 8 0")
    expect(errors).to_contain_text("line 2, column 3")
    use_text(page, "1 2 3/4 0 5/7 8 6")
    expect(errors).to_be_hidden()


def test_random_with_difficulty_and_the_goal_set_the_same_way(page: Page, server: Server) -> None:
    open_board(page, server.address)
    page.get_by_label("Width").fill("3")
    page.get_by_label("Height").fill("3")
    page.get_by_label("Difficulty").select_option("easy")
    page.get_by_role("button", name="Shuffle").click()
    expect(page.locator("#board .row")).to_have_count(3)
    page.locator("summary", has_text="Goal").click()
    page.get_by_label("The board to reach").select_option("spiral")
    expect(page).to_have_url(re.compile("goal=spiral"))
    page.get_by_label("The board to reach").select_option("own")
    page.get_by_label("The goal, in any format").fill("0 1 2/3 4 5/6 7 8")
    page.get_by_role("button", name="Use this goal").click()
    expect(page).to_have_url(re.compile("goal=blank-first"))
    page.get_by_label("The board to reach").select_option("own")
    page.get_by_label("The goal, in any format").fill("0 1/2 3")
    page.get_by_role("button", name="Use this goal").click()
    expect(page.locator("#goal-errors")).to_contain_text("3 by 3")


def test_edit_by_dragging_and_by_keyboard(page: Page, server: Server) -> None:
    open_board(page, server.address, EASY)
    page.get_by_role("button", name="Edit", exact=True).click()
    page.get_by_role("gridcell", name="tile 1").drag_to(page.get_by_role("gridcell", name="tile 2"))
    assert tiles(page)[:2] == [2, 1]
    expect(page.locator("#verdict")).to_contain_text("Unsolvable")
    board(page).focus()
    for key in ("ArrowRight", "Enter", "ArrowLeft", "Enter"):  # take the second cell, exchange it with the first
        page.keyboard.press(key)
    assert tiles(page)[:2] == [1, 2]
    expect(page.locator("#verdict")).to_contain_text("✓ Solvable")
    page.get_by_role("button", name="Edit", exact=True).click()
    slide(page, 5)
    assert tiles(page).index(0) == 5


def test_the_link_shows_what_one_sees_and_back_works(page: Page, server: Server) -> None:
    open_board(page, server.address, EASY)
    slide(page, 5)
    page.wait_for_url(re.compile("moves=R&at=1"))
    assert "size=3x3&board=1,2,3/4,0,5/7,8,6&goal=blank-last" in page.url
    page.get_by_role("button", name="Share").click()
    expect_message(page, "copied. It works on this computer. Elsewhere, start taquin web there")
    link = page.evaluate("navigator.clipboard.readText()")
    other = page.context.new_page()
    other.goto(link)
    other.wait_for_selector("html[data-ready]")
    assert tiles(other) == tiles(page)
    other.get_by_role("button", name="Undo").click()
    assert tiles(other) == [1, 2, 3, 4, 0, 5, 7, 8, 6]
    other.close()
    use_text(page, "1 2/3 0")
    expect(page.locator("#board .row")).to_have_count(2)
    page.go_back()
    expect(page.locator("#board .row")).to_have_count(3)
    assert tiles(page).index(0) == 5


@pytest.mark.parametrize(
    ("part", "fragment"),
    [
        ("board", "board=1,1/2,0"),
        ("board", "%%%&board="),
        ("goal", "board=1,2/3,0&goal=__proto__"),
        ("moves", "board=1,2/3,0&moves=RR"),
    ],
)
def test_a_damaged_link_says_so_and_shows_a_board(page: Page, server: Server, part: str, fragment: str) -> None:
    open_board(page, server.address, fragment)
    expect_message(page, f"The {part} in this link")
    expect(page.locator("#board .cell")).to_have_count(16)
    page.go_back()  # the link itself is not lost
    expect(page).to_have_url(re.compile(re.escape(fragment.replace("%", "%25")) + "|" + re.escape(fragment)))


# 3. Is it solvable?


def test_the_verdict_in_colour_and_words_at_every_change(page: Page, server: Server) -> None:
    open_board(page, server.address, EASY)
    expect(page.locator("#verdict")).to_have_text("✓ Solvable")
    expect(page.locator("#verdict")).to_have_class(re.compile("good"))
    tab(page, "Solvable?")
    expect(page.locator("#total")).to_be_visible()
    before = page.locator("#inversions").inner_text(), page.locator("#parity").inner_text()
    slide(page, 2)  # every move changes both parities, never their sum's
    expect(page.locator("#parity")).not_to_have_text(before[1])
    after = page.locator("#inversions").inner_text(), page.locator("#parity").inner_text()
    assert (int(before[0]) + int(before[1])) % 2 == (int(after[0]) + int(after[1])) % 2 == 0


def test_kurang_pairs_light_up_and_the_cells_of_x_are_shaded(page: Page, server: Server) -> None:
    open_board(page, server.address)
    use_text(page, (EXAMPLES / "document000_solvable1.txt").read_text())
    tab(page, "Solvable?")
    expect(page.locator("#total")).to_have_text("22")
    # The words of the command, which hold for every goal.
    expect(page.locator("#panel-check")).to_contain_text(catalogue("en")["check.kurang"])
    page.locator("#kurang button").nth(6).hover()
    assert page.locator(".tile.paired").all_inner_texts() == ["5", "6", "3"]
    expect(page.locator(".tile.chosen")).to_have_text("7")
    page.get_by_label("Shade the cells where X = 1").check()
    assert page.locator(".cell.shaded").count() == 8
    assert "shaded" in (page.locator(".cell.blank").get_attribute("class") or "")  # X is 1 here
    page.locator("summary", has_text="Both parity rules").click()
    expect(page.locator("#panel-check")).to_contain_text("12 inversions without the blank plus blank row 1 are 13")


def test_an_unsolvable_board_can_be_mended(page: Page, server: Server) -> None:
    open_board(page, server.address)
    use_text(page, (EXAMPLES / "document000_unsolvable1.txt").read_text())
    expect(page.locator("#verdict")).to_have_text("✗ Unsolvable")
    page.locator("#verdict").click()
    expect(page.locator("#verdict-note")).to_contain_text("Puzzle is unsolvable.")
    expect(page.locator("#verdict-note")).to_contain_text("22 + 1 = 23 is odd")
    page.get_by_role("button", name="Exchange 2 and 1", exact=True).click()
    expect(page.locator("#verdict")).to_have_text("✓ Solvable")
    page.go_back()
    expect(page.locator("#verdict")).to_have_text("✗ Unsolvable")
    page.locator("#verdict").click()
    page.get_by_role("button", name=re.compile("Use the goal")).click()
    expect(page.locator("#verdict")).to_have_text("✓ Solvable")


# 4. Hints


def test_three_levels_of_hint_and_the_plan_is_kept(page: Page, server: Server) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/api/hint") else None)
    open_board(page, server.address, EASY)
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    expect_message(page, "Look at tile 5 · 2 moves remain")
    expect(page.locator(".tile.marked")).to_have_text("5")
    hint.click()
    expect_message(page, "Slide tile 5 into the gap")
    expect(page.locator(".cell.aim")).to_have_count(1)
    hint.click()
    assert tiles(page).index(0) == 5
    began = page.evaluate("performance.now()")
    hint.click()
    expect_message(page, "Look at tile 6 · 1 move remains")
    assert page.evaluate("performance.now()") - began < 500
    assert len(asked) == 1  # the plan answers, not the server


def test_straying_warns_and_keeps_the_plan(page: Page, server: Server) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/api/hint") else None)
    open_board(page, server.address, EASY)
    page.get_by_role("button", name="Hint").click()
    expect_message(page, "2 moves remain")
    slide(page, 2)
    expect_message(page, "+2: that leads away, 3 moves remain.")
    expect(page.locator("#frame")).to_have_class(re.compile("away"))
    page.get_by_role("button", name="Hint").click()
    expect_message(page, "Look at tile 2 · 3 moves remain")
    assert len(asked) == 1


def test_a_move_that_is_as_good_never_leads_away(page: Page, server: Server) -> None:
    open_board(page, server.address, "size=3x3&board=1,2,3/4,0,8/7,6,5&goal=blank-last")
    page.get_by_role("button", name="Hint").click()
    expect_message(page, "6 moves remain")
    best = page.locator(".tile.marked").inner_text()
    slide(page, 14 - int(best))  # tiles 6 and 8 are best, whichever of them the plan moves
    expect_message(page, "Also best: 5 moves remain.")
    expect(page.locator("#frame")).not_to_have_class(re.compile("away"))
    page.get_by_role("button", name="Hint").click()
    expect_message(page, "5 moves remain")
    slide(page, 14 - int(best))  # back again
    expect_message(page, "+2: that leads away, 6 moves remain.")


def test_a_stray_move_is_judged_also_where_the_last_answer_was_for_another_board(page: Page, server: Server) -> None:
    open_board(page, server.address, "size=3x3&board=8,1,3/4,0,2/7,6,5&goal=blank-last")
    hint = page.get_by_role("button", name="Hint")
    for said in ("Look at tile", "Slide tile"):
        hint.click()
        expect_message(page, said)
    hint.click()  # plays the move, by the plan
    now = Board(tiles(page), 3)
    worse = next(ranked for ranked in rank_moves(now, budget_ms=60_000) if ranked.verdict == "worse")
    slide(page, worse.tile)
    expect_message(page, f"+2: that leads away, {worse.remaining} moves remain.")


def test_a_move_off_a_plan_that_is_not_proven_is_not_judged(page: Page, server: Server) -> None:
    start = scramble(8, seed=1)
    open_board(page, server.address, "board=" + "/".join(",".join(map(str, row)) for row in start.rows))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#message")).to_have_text(
        re.compile(r"Look at tile \d+ · [\d,]+ moves to go by this plan; at least [\d,]+ are needed")
    )
    marked = page.locator(".tile.marked").inner_text()
    other = next(tile for move, board in start.successors() if str(tile := start.tiles[board.blank]) != marked)
    slide(page, other)
    expect_message(page, "That is not in the plan")
    expect(page.locator("#frame")).not_to_have_class(re.compile("away"))


def test_no_hint_for_an_unsolvable_board(page: Page, server: Server) -> None:
    open_board(page, server.address, "board=2,1,3/4,5,6/7,8,0")
    page.get_by_role("button", name="Hint").click()
    expect_message(page, "unsolvable")
    open_board(page, server.address, "board=1,2,3/4,5,6/7,8,0")
    page.get_by_role("button", name="Hint").click()
    expect_message(page, "solved already")


def test_the_examples_are_the_documents_boards() -> None:
    assert len(list((ROOT / "examples" / "boards").glob("document000_*.txt"))) == 5
