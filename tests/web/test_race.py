"""The race: the figures of `taquin compare` for the board that is shown, and for no other."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, expect

from taquin.cli import run
from taquin.texts import catalogue
from tests.web.conftest import Server
from tests.web.pages import open_board, slide, tab

BOARD = "1 3 5/4 0 8/7 6 2"
FRAGMENT = "size=3x3&board=1,3,5/4,0,8/7,6,2&goal=blank-last"
LANES = "astar,ida,bfs,greedy:misplaced,astar003,bnb000"


def race(page: Page, server: Server, lanes: str = LANES) -> Locator:
    """Open the link of a race, which runs it, and wait for its end."""
    open_board(page, server.address, f"{FRAGMENT}&panel=race&lanes={lanes}&repeats=3&seconds=10")
    expect(page.locator("#race-shortest")).to_have_text("Shortest solution: 10 moves.")
    return page.locator("#race-results tbody tr")


def column(page: Page, name: str) -> list[str]:
    return page.locator(f"#race-results [data-column={name}]").all_inner_texts()


def saved(page: Page, button: str) -> str:
    with page.expect_download() as download:
        page.locator(button).click()
    return Path(download.value.path()).read_text()


def test_its_figures_are_those_of_the_command(page: Page, server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    rows = race(page, server)
    expect(rows).to_have_count(6)
    found = list(csv.DictReader(saved(page, "#csv-race").splitlines()))
    names = ("astar", "ida", "bfs", "astar003", "bnb000")
    assert run(["compare", BOARD, "--algorithms", ",".join(names), "--json"]) == 0
    assert run(["compare", BOARD, "--algorithms", "greedy", "--heuristics", "misplaced", "--json"]) == 0
    told = {one["algorithm"]: one for one in map(json.loads, capsys.readouterr().out.splitlines())}
    assert set(told) == {row["algorithm"] for row in found}
    for row in found:
        one = told[row["algorithm"]]
        for name, key in (("length",) * 2, ("generated",) * 2, ("expanded",) * 2, ("queue", "queue_peak")):
            assert row[name] == str(one[key]), (row, name)
        assert row["heuristic"] == one["heuristic"] and abs(float(row["branching"]) - one["branching_factor"]) < 0.0006
        assert int(row["too_long"]) == one["length"] - one["shortest"]
        assert row["slides"] == str(one["length_mtm"])
    assert column(page, "branching") == [row["branching"] for row in found]
    times = [float(text.removesuffix(" ms").replace(",", "")) for text in column(page, "seconds")]
    assert times == pytest.approx([1000 * float(row["seconds"]) for row in found], abs=0.0005)
    assert column(page, "shortest") == ["✓ yes", "✓ yes", "✓ yes", "no, +6", "no, +2", "✓ yes"]
    # What guarantees nothing is named with its reason, and so it is where one solves by it alone.
    caveats = page.locator("#race-caveats li")
    expect(caveats).to_have_count(2)
    greedy = "Greedy best-first does not always find the shortest solution: it does not count the moves made."
    expect(caveats.first).to_have_text(greedy)
    expect(page.locator("#race-results p").last).to_contain_text(catalogue("en")["words.repeating"])
    tab(page, "Solve")
    page.locator("#panel-solve [data-field=algorithm]").select_option("greedy")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#solution-note")).to_contain_text("12 movesNot the shortest: 10 suffice. " + greedy)
    tab(page, "Race")
    page.locator("#copy-race").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.splitlines()[1].split("\t")[:4] == ["astar", "manhattan", "10", "36"]


def test_in_slides_it_judges_as_the_command_does(
    page: Page, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    race(page, server, "astar,greedy")
    assert run(["compare", BOARD, "--algorithms", "astar,greedy", "--metric", "mtm", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    fewest = told[0]["shortest_mtm"]
    page.locator("#race-metric").select_option("mtm")
    expect(page.locator("#race-shortest")).to_have_text(f"The fewest slides: {fewest}.")
    more = [one["length_mtm"] - fewest for one in told]
    assert column(page, "shortest") == [f"no, +{one}" if one else "✓ yes" for one in more]
    assert column(page, "slides") == [str(one["length_mtm"]) for one in told]
    # Other lanes are another link, and one click runs them.
    page.get_by_role("button", name="Remove Greedy best-first", exact=True).click()
    expect(page).to_have_url(re.compile("metric=mtm&panel=race&lanes=astar&"))
    expect(page.locator("#start-race")).to_have_text("Start again")


def test_it_is_sorted_by_any_column(page: Page, server: Server) -> None:
    race(page, server)
    for descending in (False, True):
        page.get_by_role("button", name="Generated").click()
        figures = [int(text.replace(",", "")) for text in column(page, "generated")]
        assert figures == sorted(figures, reverse=descending) and len(set(figures)) > 3
    expect(page.locator("th[aria-sort=descending]")).to_have_text(re.compile("Generated"))
    before = column(page, "generated")
    page.wait_for_url(re.compile("&sort=-generated$"))
    page.reload()
    expect(page.locator("#race-shortest")).to_be_visible()
    assert column(page, "generated") == before


def test_no_figure_stays_beside_another_board(page: Page, server: Server) -> None:
    race(page, server, "astar,ida")
    slide(page, 8)
    expect(page.locator("#race-stale")).to_be_visible()
    assert set(column(page, "generated")) == {"–"}
    expect(page.locator("#race-chart")).to_be_empty()
    assert "lanes=" not in page.url
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#race-stale")).to_have_count(0)
    assert column(page, "generated") == ["36", "22"]


def test_lanes_are_chosen_with_their_heuristics(page: Page, server: Server) -> None:
    open_board(page, server.address, FRAGMENT)
    tab(page, "Race")
    for name in ("A*", "IDA*", "Weighted A*", "Greedy best-first"):
        page.get_by_role("button", name=f"Remove {name}", exact=True).click()
    expect(page.locator("#start-race")).to_be_disabled()
    # With the keyboard one walks through the lists and stays in them; the button adds.
    adding = page.locator("#race-add")
    adding.focus()
    page.keyboard.type("Document 002: breadth")
    page.keyboard.press("ArrowDown")
    expect(adding).to_be_focused()
    expect(page.locator("#race-results tbody tr")).to_have_count(0)
    for _ in range(2):
        adding.select_option("bnb002")
        page.get_by_role("button", name="Add", exact=True).click()
    heuristics = page.locator("[data-heuristic=bnb002]")
    heuristics.nth(1).focus()
    page.keyboard.type("zero")
    expect(heuristics.nth(1)).to_be_focused()
    expect(heuristics.nth(1)).to_have_value("zero")
    page.locator("#start-race").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#race-shortest")).to_be_visible()
    expect(page.locator("#start-race")).to_be_focused()  # as before: the next key is not one for the tiles
    generated = [int(text.replace(",", "")) for text in column(page, "generated")]
    assert generated[0] < generated[1]
    assert page.url.endswith("&panel=race&lanes=bnb002,bnb002:zero&repeats=5&seconds=10")


def test_nodes_by_depth_are_drawn_and_saved(page: Page, server: Server) -> None:
    race(page, server, "astar,bfs")
    words = catalogue("en")
    counts = [
        words[f"compare.about_{name}"].replace("bnb002", f"“{words['titles.bnb002']}”")  # the page has no short names
        for name in ("generated", "expanded", "queue", "b*")
    ]
    expect(page.locator("#race-results p").last).to_contain_text(" ".join(counts))
    expect(page.locator("#race-chart")).to_contain_text("at most eight of them")
    page.emulate_media(media="print")
    expect(page.locator("#race-chart")).to_be_hidden()  # nothing is drawn yet
    page.emulate_media(media="screen")
    page.locator("#draw-chart").click()
    expect(page.locator("#draw-chart")).to_be_enabled()
    page.wait_for_url(re.compile("&chart=yes$"))
    page.reload()  # the link draws it again
    expect(page.locator("#race-chart .way").first).to_be_attached()
    expect(page.locator("#draw-chart")).to_be_enabled()
    picture = ElementTree.fromstring(saved(page, "#svg-race"))
    texts = {element.text for element in picture.iter() if element.tag.endswith("text")}
    assert {"A* + manhattan", "Breadth-first", "2", "10", "1,000"} <= texts, texts
    lines = [element for element in picture.iter() if element.get("class") == "way" and "L" in element.get("d", "")]
    assert len(lines) == 2 and all(element.get("stroke", "").startswith("rgb") for element in lines)
