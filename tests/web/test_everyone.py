"""Line 8 of what a user gets: phones, keyboards, screen readers, contrast, languages; and how soon the page comes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, FloatRect, Page, ViewportSize, expect

from tests.support import panels
from tests.web.conftest import Server
from tests.web.pages import covered, expect_message, open_board, slide, tab, tiles

EASY = "size=3x3&board=1,2,3/4,0,5/7,8,6&goal=blank-last"
PANELS = panels()


def phone(chromium: Browser, width: int = 390, height: int = 844, locale: str = "en-GB") -> BrowserContext:
    size: ViewportSize = {"width": width, "height": height}
    return chromium.new_context(viewport=size, has_touch=True, is_mobile=True, locale=locale)


def test_a_phone_shows_everything_without_scrolling_sideways(chromium: Browser, server: Server) -> None:
    """A narrow one, in the language with the longer words."""
    context = phone(chromium, 360, 740, "id-ID")
    page = context.new_page()
    open_board(page, server.address, "size=4x4&board=1,2,4,7/5,6,0,3/9,11,12,8/13,10,14,15")
    page.get_by_role("gridcell", name="ubin 3", exact=True).tap()
    assert tiles(page)[6] == 3
    # An edge behind which tabs follow is shaded; below the words, where nothing else is, it looks different at the end.
    tabs = page.locator("#tabs").bounding_box()
    assert tabs
    edge: FloatRect = {"x": tabs["x"] + tabs["width"] - 8, "y": tabs["y"] + 36, "width": 8, "height": 6}
    shaded = page.screenshot(clip=edge)
    page.locator("#tabs").evaluate("one => { one.scrollLeft = one.scrollWidth; }")
    assert page.screenshot(clip=edge) != shaded
    for key in "sw" * 6:
        page.keyboard.press(key)
    expect(page.locator("#rate")).not_to_have_text("")
    for name in PANELS:
        page.locator(f"#tab-{name}").tap()
        here = ["#fold"] if name in ("learn", "search") else ["#fold", "#timer", "#verdict", "#play", ".cell"]
        assert covered(page, *here) == [], name
        if name == "solve":
            page.locator("#solve").tap()
            expect(page.locator("#solution-note")).to_be_in_viewport(ratio=1)
        if name == "search":
            page.locator("#record").tap()
            expect(page.locator("#trace-event")).to_be_visible()
        if name == "race":
            page.locator("#start-race").tap()
            expect(page.locator("#race-shortest")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        small = page.locator(f"#panel-{name} button:visible, .controls button:visible").evaluate_all(
            "all => all.filter(one => one.getBoundingClientRect().height < 32).map(one => one.outerHTML)"
        )
        assert small == [], name
        low = page.locator("summary:visible, label.line:visible, #verdict:visible").evaluate_all(
            "all => all.filter(one => one.getBoundingClientRect().height < 40).map(one => one.outerHTML)"
        )
        assert low == [], name
    # A way that was left needs one button more, and the player below is still seen.
    page.locator("#tab-solve").tap()
    page.locator("#fold").tap()
    page.keyboard.press("s")
    if page.locator("#rejoin").is_hidden():  # that was a move of the solution: its way back is none
        page.keyboard.press("w")
    expect(page.locator("#rejoin")).to_be_visible()
    expect(page.locator("#scrubber")).to_be_in_viewport(ratio=1)
    assert covered(page, "#rejoin", "#scrubber") == []
    context.close()


def test_no_serious_finding_of_axe(chromium: Browser, server: Server, axe: str) -> None:
    """Every rule in light, and in dark those of colors, all that is different there."""
    context = chromium.new_context(
        viewport={"width": 1280, "height": 900}, color_scheme="light", locale="en-GB", bypass_csp=True
    )
    page = context.new_page()
    open_board(page, server.address, "size=4x4&board=1,2,4,7/5,6,0,3/9,11,12,8/13,10,14,15")
    page.add_script_tag(content=axe)
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")

    def serious(rules: str) -> list[tuple[str, str, list[str]]]:
        found = page.evaluate(f"axe.run(document, {{ resultTypes: ['violations'], {rules} }})")
        return [
            (one["id"], one["help"], [node["html"][:150] for node in one["nodes"][:3]])
            for one in found["violations"]
            if one["impact"] in ("serious", "critical", "moderate")
        ]

    def check(where: str) -> None:
        assert serious("") == [], f"{where}, light"
        page.emulate_media(color_scheme="dark")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
        assert serious("runOnly: ['cat.color']") == [], f"{where}, dark"
        page.emulate_media(color_scheme="light")
        # A phone, a tablet, a laptop whose browser zooms to 125 and 150 %, a wide screen.
        for width, height in ((320, 900), (768, 900), (1024, 640), (861, 533), (2560, 900)):
            page.set_viewport_size({"width": width, "height": height})
            try:  # once the board has its new size
                page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
            except TimeoutError:
                pytest.fail(f"{where}: {width} is too narrow")
            # Nor is a part wider than its place, so that it lies over what stands beside it.
            wide = "all => all.filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)"
            parts = page.locator(".top, .table, .side, .sheet-body, .player, .watch-bar, [role=tabpanel]")
            assert parts.evaluate_all(f"{wide}.map((one) => one.id || one.className)") == [], (where, width)
        page.set_viewport_size({"width": 1280, "height": 900})

    for name in PANELS:
        page.locator(f"#tab-{name}").click()
        if name == "solve":
            page.locator("#solve").click()
            expect(page.locator("#solution-note")).to_be_visible()
        if name == "search":
            page.locator("#record").click()
            page.locator("#trace-last").click()
        if name == "race":
            page.locator("#start-race").click()
            expect(page.locator("#start-race")).to_be_visible()
            page.locator("#draw-chart").click()
            expect(page.locator("#draw-chart")).to_be_enabled()
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        page.wait_for_timeout(200)
        check(name)
        if name == "learn":
            for chapter in page.locator(".chapters a").all()[1:]:
                chapter.click()
                page.locator(".quiz [data-answer], #make-sheet").last.click()
                expect(page.locator(".quiz .note, .paper h3").first).to_be_visible()
                check(chapter.inner_text())
            page.locator("#tab-play").click()  # the lesson has no hints
    page.locator("#hint").click()
    expect_message(page, "Look at tile")
    check("hint")
    page.evaluate(
        "location.hash = 'board=1,2,3/0,4,6/7,5,8&goal=blank-last&moves=DURDUDR&at=4&panel=solve&analysis=yes'"
    )
    expect(page.locator("#analysis-sum")).to_be_visible()
    check("analysis")
    for button in ("#open-help", "#open-settings"):
        page.locator(button).click()
        check(button)
        page.keyboard.press("Escape")
    page.locator("#tab-play").click()
    page.locator("#board-text").fill("1 1 2")
    page.locator("#use-text").click()
    expect(page.locator("#board-errors")).to_be_visible()
    check("errors")
    # A painted board that was zoomed into, and the player's own times.
    solve = {"time": 61_230, "moves": 240, "when": 0, "letters": "", "start": [], "moments": []}
    page.evaluate(
        "text => localStorage.setItem('taquin-times', text)", json.dumps({"13x13 blank-last medium": [solve]})
    )
    page.locator("#width").fill("13")
    page.locator("#height").fill("13")
    page.locator("#new").click()
    expect(page.get_by_role("img", name="13 by 13 sliding puzzle")).to_be_visible()
    page.locator("#zoom-in").click()
    page.locator("#times summary").click()
    expect(page.locator("#best-time")).to_have_text("1:01.23")
    check("a large board and times")
    context.close()


def test_a_screen_reader_hears_the_board_the_moves_and_the_verdict(page: Page, server: Server) -> None:
    open_board(page, server.address, EASY)
    grid = page.get_by_role("grid", name="3 by 3 sliding puzzle")
    expect(grid.get_by_role("row")).to_have_count(3)
    labels = grid.get_by_role("gridcell").evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")
    assert labels == [*(f"tile {number}" for number in (1, 2, 3, 4)), "blank", "tile 5", "tile 7", "tile 8", "tile 6"]
    slide(page, 5)
    announcer = page.locator("#announcer[aria-live=polite]")
    expect(announcer).to_have_text("Tile 5 left. 1 move.")
    slide(page, 6)
    expect(page.get_by_role("status")).to_contain_text("Solved!")
    expect(page.locator("#verdict[aria-live=polite]")).to_have_text("✓ Solvable")


def test_every_panel_is_reached_by_keyboard(page: Page, server: Server) -> None:
    open_board(page, server.address, EASY)
    page.get_by_role("tab", name="Board").focus()
    for name in [*PANELS[1:], PANELS[0]]:
        page.keyboard.press("ArrowRight")
        expect(page.locator(f"#tab-{name}")).to_be_focused()
        expect(page.locator(f"#panel-{name}")).to_be_visible()


def test_indonesian_by_choice_and_by_the_browsers_language(page: Page, chromium: Browser, server: Server) -> None:
    open_board(page, server.address, EASY)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("id")
    expect(page.get_by_role("dialog", name="Pengaturan")).to_be_visible()  # it stays, in the new language
    expect(page.get_by_label("Bahasa")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#verdict")).to_have_text("✓ Dapat diselesaikan")
    expect(page.locator("html")).to_have_attribute("lang", "id")
    page.get_by_role("button", name="Petunjuk").click()
    expect_message(page, "Perhatikan ubin 5 · sisa 2 langkah")
    tab(page, "Bisa?")
    expect(page.locator("#verdict-note")).to_contain_text("Puzzle dapat diselesaikan.")
    tab(page, "Papan")
    page.locator("#board-text").fill("1 1 2/3 4 5/6 7 0")
    page.get_by_role("button", name="Gunakan papan ini").click()
    expect(page.locator("#board-errors")).to_contain_text("Ubin 1 muncul 2 kali (baris 1, kolom 1; baris 1, kolom 2)")
    tab(page, "Pencarian")
    page.get_by_role("button", name="Rekam pencarian").click()
    page.locator("summary", has_text="Jejak sebagai teks").click()
    expect(page.locator("#trace-text")).to_contain_text("Geser Kanan")
    context = chromium.new_context(locale="id-ID")
    other = context.new_page()
    open_board(other, server.address, EASY)
    expect(other.get_by_role("tab", name="Solusi")).to_be_visible()
    context.close()


def test_dark_and_light_by_the_system_and_by_choice(page: Page, server: Server) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    open_board(page, server.address, EASY)
    light = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(ground)
    assert light != dark
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Theme").select_option("light")
    assert page.evaluate(ground) == light


def test_the_page_is_there_at_once(page: Page, server: Server, record_property: Callable[[str, object], None]) -> None:
    open_board(page, server.address, EASY)  # the first visit also starts the browser's own machinery
    page.goto("about:blank")
    page.goto(f"{server.address}#{EASY}")
    page.wait_for_selector("html[data-ready]")
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    sizes = page.evaluate("performance.getEntriesByType('resource').map(one => one.encodedBodySize)")
    assert sum(sizes) < 200_000
    record_property("measured", f"page: first paint after {painted:.0f} ms, {sum(sizes):,} bytes fetched")


def test_the_page_works_after_the_server_is_gone_and_says_so(
    chromium: Browser, cache: object, tmp_path_factory: pytest.TempPathFactory
) -> None:
    own = Server(tmp_path_factory.mktemp("own"))
    port = re.search(r":(\d+)/", own.address)
    assert port
    context = chromium.new_context(locale="en-GB")
    page = context.new_page()
    open_board(page, own.address, EASY)
    page.wait_for_function("() => performance.getEntriesByName(location.origin + '/js/learn/solvable.js').length")
    assert own.stop() == 0
    page.locator("#tab-learn").click()  # the lesson is there, though nobody had opened it
    expect(page.locator(".chapter h2")).to_contain_text("when it can be solved")
    page.locator("#tab-play").click()
    page.locator("#hint").click()
    expect_message(page, "The server does not answer")
    slide(page, 5)
    assert tiles(page).index(0) == 5
    page.keyboard.press("n")  # a new board needs no server either
    expect(page.locator("#count")).to_have_text("0 moves · 0 slides")
    page.locator("#hint").click()
    expect_message(page, "The server does not answer")
    expect(page.locator("#offline")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#tab-solve").click()
    page.locator("#solve").click()
    note = page.locator("#solve-state .note")
    expect(note).to_have_text("The server does not answer. Is it still running?")
    expect(note).to_be_in_viewport(ratio=1)
    again = Server(tmp_path_factory.mktemp("again"), "--port", port.group(1))
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#message")).to_have_text("")
    expect(note).to_have_count(0)
    context.close()
    again.stop()


def test_a_server_that_ends_in_the_middle_of_a_search_says_so_and_ends_quietly(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    own = Server(tmp_path)
    board = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13"
    with httpx.stream("POST", f"{own.address}api/solve", json={"board": board, "algorithm": "ida"}) as answer:
        lines = answer.iter_lines()
        assert any("progress" in line for line in lines)
        assert own.stop() == 0
        assert any("the server is ending" in line for line in lines)
    assert capfd.readouterr().err == ""


def test_the_address_is_printed_and_a_taken_port_is_refused(server: Server) -> None:
    import subprocess
    import sys

    port = re.search(r":(\d+)/", server.address)
    assert port
    command = [sys.executable, "-m", "taquin", "web", "--no-browser", "--port", port.group(1)]
    again = subprocess.run(command, capture_output=True, text=True, timeout=20)
    assert again.returncode == 2
    assert re.fullmatch(r"taquin: cannot serve on 127\.0\.0\.1, port \d+: .*\n", again.stderr)
