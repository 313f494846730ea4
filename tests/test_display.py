"""How values show themselves in a notebook: by themselves, readable without scripts, and playing in a browser."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from jupyter_client.manager import start_new_kernel

from taquin import (
    Board,
    Limits,
    Outcome,
    Progress,
    Puzzle,
    Recorder,
    Solution,
    Solving,
    TaquinError,
    analyse,
    compare,
    diagnose,
    explain,
    heuristic,
    hint,
    scramble,
    solve,
    watch,
    watching,
)
from taquin.cli import run as command
from taquin.display import Displayed
from taquin.heuristics import check_admissible, promised
from taquin.render.board import SHOWN_SIDE
from taquin.search import run
from tests.support import boards

BOARD = Board.parse("1 2 3/4 0 5/7 8 6")
UNSOLVABLE = "1 2 3/4 5 6/8 7 0"


def recorded() -> Recorder:
    trace = Recorder()
    run(BOARD, "astar", heuristic("manhattan", Board.blank_last(3)), on_event=trace)
    return trace


VALUES: dict[str, Any] = {
    "board": BOARD,
    "puzzle": Puzzle(BOARD),
    "solution": solve(BOARD),
    "unsolvable": solve(UNSOLVABLE),
    "diagnosis": diagnose(UNSOLVABLE),
    "no board": diagnose("1 2/3 3"),
    "hint": hint(BOARD),
    "plan": hint(BOARD).plan,
    "comparison": compare(BOARD, ["bfs", "astar"]),
    "trace": recorded(),
    "step": next(explain("8 1 3/4 0 2/7 6 5")),
    "analysis": analyse(BOARD, "LRRD"),
}


class _Reader(HTMLParser):
    """What is left of HTML where scripts and styles are taken away, and the ids of all of it."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.ids: list[str] = []
        self.skipped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.skipped += tag in ("script", "style")
        self.ids += [name for name, _ in attrs if name == "id"]

    def handle_endtag(self, tag: str) -> None:
        self.skipped -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.skipped:
            self.texts.append(data)


def without_scripts(html: str) -> list[str]:
    reader = _Reader()
    reader.feed(html)
    assert not reader.ids, "several on one page would clash"
    return reader.texts


@pytest.mark.parametrize("name", VALUES)
def test_everything_shows_itself_and_has_a_short_text(name: str) -> None:
    value = VALUES[name]
    assert isinstance(value, Displayed)
    bundle = value._repr_mimebundle_()
    (kind,) = bundle.keys() - {"text/plain"}
    assert "\n" not in repr(value) and bundle["text/plain"] == repr(value)
    assert len(bundle[kind]) < 8_000
    assert not re.search(r"""(src|href)=|url\(|@import""", bundle[kind]), "it needs nothing but itself"
    rules = re.findall(r"([^{}]+){", "".join(re.findall(r"<style>(.*?)</style>", bundle[kind], re.DOTALL)))
    assert all(rule.strip().startswith((".taquin.taquin.taquin", ".search-tree ")) for rule in rules), "of itself alone"
    if kind == "image/svg+xml":
        ElementTree.fromstring(bundle[kind])
        assert " id=" not in bundle[kind]
    else:
        without_scripts(bundle[kind])


@given(boards())
def test_a_board_is_drawn_tile_by_tile(board: Board) -> None:
    drawing = ElementTree.fromstring(board._drawn()["image/svg+xml"])
    texts = [element for element in drawing.iter() if element.tag.endswith("}text")]
    assert [int(text.text or "") for text in texts] == [tile for tile in board if tile]
    columns = sorted({float(text.attrib["x"]) for text in texts})
    rows = sorted({float(text.attrib["y"]) for text in texts})
    width, height = float(drawing.attrib["width"]), float(drawing.attrib["height"])
    assert all(0 < x < width for x in columns) and all(0 < y < height for y in rows)


def test_a_solution_is_readable_where_scripts_are_taken_away() -> None:
    solution = solve("8 6 7/2 5 4/3 0 1")
    texts = without_scripts(solution._drawn()["text/html"])
    assert texts[:8] == ["8", "6", "7", "2", "5", "4", "3", "1"]
    assert "31 moves, shortest" in texts and str(solution.moves) in texts


def test_reasons_stand_below_what_has_no_solution() -> None:
    assert any("which is odd" in text for text in without_scripts(VALUES["unsolvable"]._drawn()["text/html"]))
    assert "3 appears twice (row 2, column 1 and row 2, column 2)" in without_scripts(
        VALUES["no board"]._drawn()["text/html"]
    )
    assert "5 ←" in without_scripts(VALUES["hint"]._drawn()["text/html"])


def test_large_boards_stay_small() -> None:
    board = scramble(60, 40, seed=1)
    bundle = board._repr_mimebundle_()
    assert sum(map(len, bundle.values())) < 40_000
    assert f"the first {SHOWN_SIDE}x{SHOWN_SIDE} cells of 60x40" in bundle["image/svg+xml"]
    solution = solve(board, quality="first", threads=1)
    html = solution._repr_mimebundle_()["text/html"]
    assert len(html) < 40_000 and "<script>" not in html and "the first 5,000 of them are shown" in html


def test_a_tree_says_what_is_hidden_and_shows_more() -> None:
    trace = Recorder()
    run(Board.parse("1 3 5/4 0 8/7 6 2"), "bfs", on_event=trace)
    cut = trace._drawn()["image/svg+xml"]
    assert re.search(r": 10 moves; 60 of \d+ nodes shown", cut) and "(more with a larger Recorder.shown)" in cut
    trace.shown = 2_000
    whole = trace._drawn()["image/svg+xml"]
    assert "Recorder.shown" not in whole and len(whole) > 10 * len(cut)


def test_short_texts() -> None:
    assert [repr(VALUES[name]) for name in ("solution", "unsolvable", "hint", "trace")] == [
        "<Solution of 3x3: 2 moves, shortest>",
        "<Solution of 3x3: unsolvable>",
        "<Hint: slide 5 left; 2 moves to go>",
        "<Recorder: 12 events>",
    ]
    assert print_of(VALUES["solution"].moves) == "RD"
    limited = Solution(Puzzle(BOARD), Outcome.LIMIT, bound=2)
    assert repr(limited) == "<Solution of 3x3: limit, at least 2 are needed>"


def test_print_shows_what_a_reader_wants_to_know() -> None:
    assert str(solve(BOARD)) == "2 moves, shortest: RD" and str(solve("1 2/3 0")) == "0 moves, shortest"
    odd = "the sum of Kurang(i) is 1, X is 0: together 1, which is odd; every move keeps that parity"
    for found in (diagnose("1 2 3/4 5 6/8 7 0"), solve("1 2 3/4 5 6/8 7 0")):
        assert str(found).startswith(f"unsolvable: {odd}"), found
    assert str(diagnose("1 2/2 0")).startswith("not a board: 2 appears twice")
    verdict = check_admissible(lambda board: 2 * board.hamming(), (2, 2))
    assert repr(verdict) == "<Verdict on 12 boards: not admissible, up to 3 too high, not consistent>"
    assert "on the worst board it is 3 too high" in str(verdict)
    assert "<th>8</th><th>blank</th>" in diagnose(BOARD)._drawn()["text/html"]
    assert "no events recorded</title>" in Recorder()._drawn()["image/svg+xml"]


def test_a_function_is_a_heuristic_wherever_a_name_is() -> None:
    def out_of_row(board: Board) -> int:
        return sum(place // 3 != (tile - 1) // 3 for place, tile in enumerate(board.tiles) if tile)

    board = "1 3 5/4 0 8/7 6 2"
    found = solve(board, algorithm="astar", heuristic=out_of_row)
    assert (found.heuristic, found.length, found.optimal) == ("out_of_row", 10, False)
    assert solve(board, algorithm="astar", heuristic=promised(out_of_row)).optimal
    rows = compare(board, ["astar", "bfs", "mm"], [out_of_row, "manhattan"])
    assert [row.heuristic for row in rows] == ["out_of_row", "manhattan", "", "out_of_row", "manhattan"]
    assert [row.heuristic for row in compare(board, "ida", out_of_row)] == ["out_of_row"]
    with pytest.raises(TaquinError, match="a function goes with a teaching algorithm"):
        solve(board, heuristic=out_of_row)
    with pytest.raises(TypeError, match="a heuristic is a name or a function of a board, not int"):
        compare(board, "astar", [3])  # type: ignore[list-item]


def test_a_comparison_prints_as_the_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert repr(VALUES["comparison"]) == "<Comparison of 2 searches on one 3x3>"
    assert command(["compare", "1 2 3/4 0 5/7 8 6", "--algorithms", "bfs,astar"]) == 0
    printed = capsys.readouterr().out.splitlines()[:3]
    shown = str(VALUES["comparison"]).splitlines()
    assert shown[0] == printed[0]
    times = re.compile(r" +0\.0\d+(?= +\d\.\d{3}$)")  # each run measures its own
    assert [times.sub("", line) for line in shown] == [times.sub("", line) for line in printed]


def print_of(value: object) -> str:
    return f"{value}"


def test_marimo_gets_a_frame_where_there_is_a_script() -> None:
    kind, html = VALUES["solution"]._mime_()
    assert kind == "text/html" and html.startswith("<iframe srcdoc=") and "<script>" not in html
    assert VALUES["board"]._mime_() == ("text/html", VALUES["board"]._drawn()["image/svg+xml"])


# A live line


def test_watch_solves_and_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    monkeypatch.setattr(watching, "_terminal_line", lambda: lines.append)
    monkeypatch.setattr(watching, "_EVERY_SECONDS", 0.0)
    found = watch(scramble(6, seed=1), Limits(seconds=0.6), threads=1)
    assert found.solved and any(re.match(r"[\d,]+ moves, at least \d+", line) for line in lines) and lines[-1] == ""


def test_an_interrupt_keeps_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupting:
        """Ctrl-C, once there is a solution."""

        def __call__(self, progress: Progress) -> None:
            if progress.length is not None:
                raise KeyboardInterrupt

    monkeypatch.setattr(watching.LiveLine, "__call__", Interrupting.__call__)
    found = watch(scramble(7, seed=1), Limits(seconds=60))
    assert found.solved and found.ended_by == "stop"
    held = Solving(scramble(7, seed=1), Limits(seconds=60))
    assert watch(held).solved


def test_in_a_notebook_the_line_lives_and_an_interrupt_keeps_the_best() -> None:
    """In a kernel, which is interrupted as the stop button of a notebook does it."""
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        client.execute("from taquin import Limits, scramble, watch; watch(scramble(8, seed=1), Limits(seconds=300))")
        lines: list[str] = []
        result: dict[str, Any] = {}
        interrupted = False
        while not result:
            message = client.get_iopub_msg(timeout=120)
            kind, content = message["msg_type"], message["content"]
            assert kind != "error", content
            if kind in ("display_data", "update_display_data"):
                lines.append(content["data"]["text/html"])
                if "moves, at least" in lines[-1] and not interrupted:
                    manager.interrupt_kernel()
                    interrupted = True
            elif kind == "execute_result":
                result = content["data"]
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    assert lines[-1] == "", "the line goes at the end"
    assert result["text/plain"].startswith("<Solution of 8x8: ") and "data-moves" in result["text/html"]
