"""What the page shows is true: no result beside a board it does not belong to, no proof that it does not have, the
figures of the command line; and no key, reload or wrapped line that does what nobody wanted."""

from __future__ import annotations

import re
import signal
import time
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from taquin import Board, diagnose
from taquin.heuristics import heuristic
from taquin.puzzle import Puzzle
from taquin.search import ALGORITHMS, run
from tests.web.conftest import Server
from tests.web.pages import board, expect_message, open_board, slide, tab, tiles, use_text

EASY = "size=3x3&board=1,2,3/4,0,5/7,8,6&goal=blank-last"
SOLVED_4X4 = "size=4x4&board=1,2,3,4/5,6,7,8/9,10,11,12/13,14,15,0&goal=blank-last"
SIX = "size=3x3&board=1,2,3/4,0,8/7,6,5&goal=blank-last"


def solve_here(page: Page, algorithm: str = "auto") -> None:
    tab(page, "Solve")
    page.locator("#panel-solve [data-field=algorithm]").select_option(algorithm)
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#solution-note")).to_be_visible()


def test_a_link_to_the_board_that_the_page_begins_with_shows_it(page: Page, server: Server) -> None:
    open_board(page, server.address, SOLVED_4X4)
    assert tiles(page) == [*range(1, 16), 0]
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert tiles(page) == [*range(1, 16), 0]


def test_keys_in_the_replay_of_a_search_leave_the_puzzle_alone(page: Page, server: Server) -> None:
    open_board(page, server.address, EASY)
    slide(page, 5)
    tab(page, "Search")
    page.get_by_role("button", name="Record the search").click()
    page.locator("#trace-forward").focus()
    for key in ("ArrowUp", "ArrowLeft", "Home", "End"):
        page.keyboard.press(key)
    assert tiles(page) == [1, 2, 3, 4, 5, 0, 7, 8, 6]
    expect(page.locator("#count")).to_have_text("1 move · 1 slide")


def test_a_solution_survives_straying_and_claims_nothing_for_another_board(page: Page, server: Server) -> None:
    open_board(page, server.address, SIX)
    solve_here(page)
    note = page.locator("#solution-note")
    expect(note).to_have_text("6 movesShortest possible, proven.")
    board(page).focus()
    page.keyboard.press("d")  # tile 4 slides right: +2
    expect_message(page, "+2: that leads away, 7 moves remain.")
    expect(note).to_contain_text("You left it after move 0.")
    page.keyboard.press("w")  # further away
    expect(page).to_have_url(re.compile(r"[#&]moves=[A-Z]{2}\b"))
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.get_by_role("button", name="Back to the solution").click()
    expect_message(page, "6 moves left")
    expect(page.locator("#rejoin")).to_be_hidden()
    # By hand, there and back again: the moves count, and the solution lies ahead as before.
    page.keyboard.press("d")
    page.keyboard.press("a")
    expect_message(page, "6 moves left")
    expect(page.locator("#count")).to_have_text("2 moves · 2 slides")
    # A new board has no result beside it.
    use_text(page, "1 2 3/4 5 6/7 0 8")
    tab(page, "Solve")
    expect(page.locator("#solve-state")).to_have_text("")
    expect(page.locator("#rejoin")).to_be_hidden()


def test_a_result_without_a_solution_stays_with_its_board(page: Page, server: Server) -> None:
    open_board(
        page, server.address, "board=14,5,9,2,18/8,23,19,12,17/15,0,10,20,4/6,11,21,1,7/24,3,16,22,13&panel=solve"
    )
    page.locator("#panel-solve [data-field=algorithm]").select_option("ida")
    page.locator("#panel-solve summary", has_text="Limits").click()
    page.locator("#panel-solve [data-field=nodes]").fill("1000")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#solve-state")).to_contain_text("No solution has fewer than")
    slide(page, 23)
    slide(page, 5)
    expect(page.locator("#solve-state")).to_have_text("")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#solve-state")).to_contain_text("No solution has fewer than")


def test_a_shared_solution_comes_with_its_proof_and_its_figures(page: Page, server: Server) -> None:
    open_board(page, server.address, SIX)
    solve_here(page, "astar")
    figures = page.locator("#solve-state dd").all_inner_texts()
    page.keyboard.press("End")
    page.get_by_role("button", name="Share").click()
    expect_message(page, "copied")
    link = page.evaluate("navigator.clipboard.readText()")
    other = page.context.new_page()
    other.goto(link)
    expect(other.locator("#solution-note")).to_have_text("6 movesShortest possible, proven.")
    shown = other.locator("#solve-state dd").all_inner_texts()
    assert [shown[index] for index in (0, 1, 3, 4)] == [figures[index] for index in (0, 1, 3, 4)]  # all but the time
    expect(other.locator("#scrubber")).to_have_value("6")
    # A link that claims more than is true proves nothing.
    longer = link.replace("moves=", "moves=LR").replace("at=6", "at=8")
    other.goto(longer)
    other.wait_for_selector("html[data-ready]")
    expect(other.locator("#solution-note")).to_contain_text("6 moves")
    expect(other.locator("#show-solution")).to_be_visible()
    other.close()


def test_the_figures_are_those_of_the_command_line(page: Page, server: Server) -> None:
    start = Board([[1, 6, 2], [5, 3, 0], [4, 7, 8]])
    open_board(page, server.address, "board=1,6,2/5,3,0/4,7,8")
    tab(page, "Solvable?")
    found = diagnose(start)
    expect(page.locator("#inversions")).to_have_text(str(found.inversions))
    expect(page.locator("#kurang b")).to_have_text([str(count) for count in found.kurang])
    slide(page, 3)  # and after a move those of the new board, without the server
    found = diagnose(start.apply("L"))
    expect(page.locator("#kurang b")).to_have_text([str(count) for count in found.kurang])
    page.get_by_role("button", name="Undo").click()
    for algorithm in ("bnb000", "astar"):
        solve_here(page, algorithm)
        puzzle = Puzzle(start)
        counted = run(puzzle, algorithm, heuristic(ALGORITHMS[algorithm].heuristic or "zero", puzzle.goal)).stats
        expect(page.locator("#generated")).to_have_text(str(counted.generated))
        expect(page.locator("#expanded")).to_have_text(str(counted.expanded))
        page.keyboard.press("r")


def test_a_streamed_search_has_the_figures_of_all_of_it(client: httpx.Client) -> None:
    text = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13"
    with client.stream("POST", "/api/solve", json={"board": text, "seconds": 1}) as answer:
        lines = [line for line in answer.iter_lines() if line.startswith("data: ")]
    seconds = re.search(r'"seconds": ([\d.]+)', lines[-1])
    expanded = re.search(r'"expanded": (\d+)', lines[-1])
    assert seconds and float(seconds.group(1)) >= 0.9
    assert expanded and int(expanded.group(1)) > 0


def test_letters_work_wherever_one_has_clicked(page: Page, server: Server) -> None:
    open_board(page, server.address, EASY)
    slide(page, 5)
    tab(page, "Solvable?")
    page.keyboard.press("Shift+R")
    assert tiles(page) == [1, 2, 3, 4, 0, 5, 7, 8, 6]
    page.keyboard.press("Shift+H")
    expect_message(page, "Look at tile 5")
    page.keyboard.press("ArrowRight")  # a tab has this key for itself
    expect(page.get_by_role("tab", name="By hand", exact=True)).to_be_focused()
    assert tiles(page) == [1, 2, 3, 4, 0, 5, 7, 8, 6]


def test_what_a_panel_shades_goes_with_it_and_an_empty_text_is_told(page: Page, server: Server) -> None:
    open_board(page, server.address, EASY)
    tab(page, "Solvable?")
    page.get_by_label("Shade the cells where X = 1").check()
    expect(page.locator(".cell.shaded")).to_have_count(4)
    tab(page, "Board")
    expect(page.locator(".cell.shaded")).to_have_count(0)
    page.get_by_role("button", name="Use this board").click()
    expect(page.locator("#board-errors")).to_contain_text("There is nothing here yet")


def test_the_server_speaks_the_language_of_the_page(chromium: Browser, server: Server) -> None:
    context = chromium.new_context(locale="id-ID", viewport={"width": 390, "height": 844})
    page = context.new_page()
    open_board(page, server.address, EASY)
    page.locator("#tab-play").click()
    # A longer verdict does not move the board.
    top = "document.getElementById('frame').offsetTop"
    before = page.evaluate(top)
    page.locator("#board-text").fill("2 1 3/4 0 5/7 8 6")
    page.locator("#use-text").click()
    expect(page.locator("#verdict")).to_have_text("✗ Tidak dapat diselesaikan")
    assert page.evaluate(top) == before
    page.locator("#board-text").fill("1 2 3\n4 lima 6\n7 8 0")
    page.locator("#use-text").click()
    expect(page.locator("#board-errors")).to_contain_text("baris 2, kolom 3: 'lima' bukan nomor ubin")
    page.locator("#board-text").fill("51 51\n" + " ".join(map(str, range(51 * 51))))
    page.locator("#use-text").click()
    expect(page.locator("#board-errors")).to_contain_text("51x51 terlalu besar untuk halaman web")
    page.locator("#tab-solve").click()
    page.locator("#panel-solve summary").click()
    page.locator("#panel-solve [data-field=seconds]").fill("1000000000")
    page.locator("#solve").click()
    expect(page.locator("#solve-state")).to_contain_text("seconds: di sini paling banyak 3600")
    context.close()


def test_tiles_have_edges_where_the_system_chooses_the_colours(page: Page, server: Server) -> None:
    page.emulate_media(forced_colors="active")
    open_board(page, server.address, EASY)
    expect(page.locator("#board .tile").nth(5)).to_have_css("border-top-width", "2px")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the workers are found in /proc")
def test_a_server_that_is_killed_leaves_no_traceback_behind(tmp_path: Path) -> None:
    with (tmp_path / "errors.txt").open("w") as errors:
        own = Server(tmp_path, stderr=errors)
        text = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13"
        with httpx.stream("POST", f"{own.address}api/solve", json={"board": text, "algorithm": "ida"}) as answer:
            lines = answer.iter_lines()
            assert any("progress" in line for line in lines)
            pid = own.process.pid
            workers = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            own.process.send_signal(signal.SIGKILL)
            own.process.wait(10)
            with pytest.raises(httpx.HTTPError):
                list(lines)
        began = time.perf_counter()
        while any(
            Path(f"/proc/{worker}/cmdline").exists() and Path(f"/proc/{worker}/cmdline").read_bytes()
            for worker in workers
        ):
            assert time.perf_counter() - began < 20, "a worker outlives its server"
            time.sleep(0.05)
    assert workers and (tmp_path / "errors.txt").read_text() == ""
