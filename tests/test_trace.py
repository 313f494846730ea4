"""Events, their JSON, the tree that they draw, and the charts."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from taquin import Board, Limits, ParseError, Puzzle
from taquin.heuristics import HEURISTICS, heuristic
from taquin.render.chart import bars_svg, lines_svg
from taquin.render.trace_text import trace_lines
from taquin.render.tree import tree_svg
from taquin.scramble import scramble
from taquin.search import ALGORITHMS, run
from taquin.trace import DROPPED, STATUSES, Child, Deepened, Ended, Event, Expanded, Recorder, Started, read_json_lines
from tests.support import ROOT

PUZZLE = Puzzle(Board([[1, 3, 5], [4, 0, 8], [7, 6, 2]]))
SVG = "{http://www.w3.org/2000/svg}"


NEAR = Puzzle(Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]]))
"""For depth-first search, which takes 552 moves for these two."""


def example(name: str) -> Puzzle:
    return NEAR if name == "dfs" else PUZZLE


def record(name: str, puzzle: Puzzle | None = None) -> Recorder:
    recorder = Recorder()
    puzzle = puzzle or example(name)
    run(name, puzzle, heuristic(ALGORITHMS[name].heuristic or "zero", puzzle.goal), on_event=recorder)
    return recorder


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_trace_is_a_tree_that_grows(name: str) -> None:
    """Every child belongs to a board expanded before, is one move from it, and only known nodes are expanded."""
    events = record(name).events
    assert isinstance(events[0], Started) and isinstance(events[-1], Ended)
    puzzle = example(name)
    known = {"0": puzzle.start, "G": puzzle.goal}
    expanded: dict[int, Expanded] = {}
    for event in events[1:-1]:
        if isinstance(event, Expanded):
            assert known[event.node] == event.board
            assert event.number == len(expanded) + 1
            expanded[event.number] = event
        elif isinstance(event, Child):
            parent = expanded[int(event.node.split(".")[0])]
            assert parent.board.apply(event.move) == event.board and event.g == parent.g + 1
            assert event.status in STATUSES and event.node not in known
            known[event.node] = event.board
    boards, solution = [known[node] for node in events[-1].path], events[-1].solution
    if solution.solved:
        assert boards == list(solution.boards())
    else:
        assert boards == [] and solution.reason and not ALGORITHMS[name].complete


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_solved_board_is_told_alike_by_all(name: str) -> None:
    recorder = record(name, Puzzle(PUZZLE.goal))
    assert [type(event) for event in recorder.events] == [Started, Expanded, Ended]
    assert isinstance(recorder.events[1], Expanded) and recorder.events[1].is_goal
    assert ": 0 moves; 1 of 1 nodes shown" in tree_svg(recorder.events)


def test_rounds_and_statuses() -> None:
    deepened = [event.limit for event in record("ida").events if isinstance(event, Deepened)]
    assert deepened == sorted(deepened) and deepened[0] == 10
    statuses = {event.status for event in record("ida").events if isinstance(event, Child)}
    assert statuses <= {"queued", "pruned"}
    assert {event.status for event in record("bfs").events if isinstance(event, Child)} == {"queued", "seen", "back"}
    assert "missed" in {event.status for event in record("astar003").events if isinstance(event, Child)}
    statuses = {event.status for event in record("hill-climbing").events if isinstance(event, Child)}
    assert statuses == {"queued", "rejected"}
    assert {event.status for event in record("dfs").events if isinstance(event, Child)} == {"queued", "seen", "back"}
    assert {event.status for event in record("tree-astar").events if isinstance(event, Child)} == {"queued"}
    tried = [event.status for event in record("simulated-annealing").events if isinstance(event, Child)]
    assert set(tried) == {"queued", "refused"}
    recorder = Recorder()
    puzzle = Puzzle(scramble(3, seed=0))
    solution = run("weighted-astar", puzzle, heuristic("manhattan", puzzle.goal), on_event=recorder, weight=5)
    told = [event.status for event in recorder.events if isinstance(event, Child)]
    assert set(told) == {"queued", "seen", "back", "cheaper", "reopened"}
    assert told.count("reopened") == solution.stats.reopened
    assert sum(status not in DROPPED for status in told) + 1 == solution.stats.generated


def test_json_lines_come_back() -> None:
    recorder = record("astar")
    lines = list(recorder.to_json_lines())
    events = list(read_json_lines(lines))
    assert events == [json.loads(json.dumps(event.to_json())) for event in recorder.events]
    with pytest.raises(ParseError, match="1: this is not an event"):
        list(read_json_lines(["[]"]))
    with pytest.raises(ParseError, match="a trace of version 99"):
        list(read_json_lines([lines[0].replace('"version": 2', '"version": 99')]))


def test_the_documentation_names_every_event_key_and_status() -> None:
    page = (ROOT / "docs" / "trace.md").read_text()
    for status, meaning in STATUSES.items():
        assert f"| {status} | {meaning} |" in page
    node = next(line for line in page.splitlines() if line.startswith("The keys of a node: "))
    of_a_node = set(re.findall(r"`(\w+)`", node))
    solution = (ROOT / "docs" / "json.md").read_text().split("## ")[1]
    of_a_solution = {key for row in re.findall(r"^\| ([\w, ]+) \|", solution, re.M) for key in row.split(", ")}
    for event in (*record("astar").events, Deepened(3)):
        found = event.to_json()
        row = next(line for line in page.splitlines() if line.startswith(f"| {found['event']} |"))
        keys = set(re.findall(r"\w+", row.split("|")[3]))
        keys |= of_a_node if "the keys of a node" in row else set()
        keys |= of_a_solution if "[solution](json.md)" in row else set()
        assert set(found) - {"event"} <= keys


def test_a_recorder_keeps_the_end() -> None:
    recorder = Recorder(largest=5)
    run("bfs", PUZZLE, on_event=recorder)
    assert len(recorder.events) == 6 and isinstance(recorder.events[-1], Ended) and recorder.dropped > 100
    assert f" nodes shown, {recorder.dropped:,} events not recorded" in tree_svg(recorder.events, 40, recorder.dropped)
    assert "not recorded" not in tree_svg(record("bfs").events)


def test_a_recorder_drops_earlier_rounds_first() -> None:
    whole = record("iterative-deepening")
    rounds = [place for place, event in enumerate(whole.events) if isinstance(event, Deepened)]
    last = len(whole.events) - rounds[-1]
    recorder = Recorder(largest=last + 1)
    run("iterative-deepening", PUZZLE, on_event=recorder)
    assert recorder.dropped + len(recorder.events) == len(whole.events)
    assert recorder.events[:2] == [whole.events[0], whole.events[rounds[-1]]]
    assert tree_svg(recorder.events).count('class="path"') == 11 == tree_svg(whole.events).count('class="path"')


@pytest.mark.parametrize(
    ("name", "options", "line"),
    [
        ("weighted-astar", {}, "f = g + 2 h"),
        ("weighted-astar", {"weight": 1.5}, "f = g + 1.5 h"),
        ("greedy", {}, "f = h"),
        ("beam", {}, "f = h"),
        ("hill-climbing", {}, "f = h"),
        ("random-restart", {}, "f = h"),
        ("simulated-annealing", {}, "f = h"),
        ("rbfs", {}, "f = max(g + h, learned)"),
        ("mm", {}, "f = max(g + h, 2 g)"),
    ],
)
def test_a_trace_says_what_f_is_where_it_is_not_g_plus_h(name: str, options: dict[str, Any], line: str) -> None:
    recorder = Recorder()
    run(name, PUZZLE, heuristic("manhattan", PUZZLE.goal), on_event=recorder, **options)
    assert list(trace_lines(recorder.events[0])) == [line, ""]


@pytest.mark.parametrize("name", [name for name, algorithm in ALGORITHMS.items() if algorithm.rank == "g + h"])
def test_everywhere_else_f_adds_up(name: str) -> None:
    events = record(name).events
    assert list(trace_lines(events[0])) == []
    assert all(event.f == event.g + event.h for event in events if isinstance(event, Expanded | Child))


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_tree_is_drawn_and_cut(name: str) -> None:
    recorder = record(name)
    root = ElementTree.fromstring(tree_svg(recorder.events, largest=40))
    cards = root.findall(f".//{SVG}rect[@class]")
    ended = recorder.events[-1]
    assert isinstance(ended, Ended)
    on_path = [card for card in cards if card.get("class") == "path"]
    assert len(on_path) == min(300, len(set(ended.path))), "of solutions of thousands of moves the beginning"
    assert len(cards) <= max(40, len(on_path))
    places = [(card.get("x"), card.get("y")) for card in cards]
    assert len(set(places)) == len(places), "no card covers another"
    made = sum(isinstance(event, Child) for event in recorder.events)
    hidden = any(text.get("class") == "hidden" for text in root.iter(f"{SVG}text"))
    # A search that begins again makes a new tree, which may be small.
    assert made < 40 or hidden or (name == "random-restart" and len(cards) < 40)


def test_the_picture_of_a_search_that_gave_up() -> None:
    recorder = Recorder()
    run("bfs", Puzzle(Board.blank_last(6), Board.blank_last(6).play("UULLDDRRULDLUR")), limits=Limits(nodes=100),
        on_event=recorder)  # fmt: skip
    assert ": limit; " in tree_svg(recorder.events)
    assert "No solution found within the limits" in "\n".join(trace_lines(recorder.events[-1]))

    def stop(event: Event) -> None:
        events.append(event)
        if len(events) == 100:
            raise KeyboardInterrupt

    events: list[Event] = []
    run("bfs", PUZZLE, on_event=stop)
    assert list(trace_lines(events[-1])) == ["Stopped; every solution has at least 6 moves."]
    assert list(trace_lines(events[-1], "id")) == ["Dihentikan; setiap solusi memerlukan sedikitnya 6 langkah."]
    assert ElementTree.fromstring(tree_svg([])) is not None


def test_a_round_in_indonesian() -> None:
    text = [line for event in record("ida").events for line in trace_lines(event, "id")]
    assert text[0].startswith("PUTARAN dengan f sampai 10")


def test_charts_are_well_formed() -> None:
    bars = bars_svg("<A & B>", [("one", 1, "1", True), ("none", 0, "0", False), ("much", 12345678, "", True)])
    assert "&lt;A &amp; B&gt;" in bars and len(ElementTree.fromstring(bars).findall(f"{SVG}rect")) == 4
    lines = lines_svg("t", "x", "y", {"a": [(1, 10), (2, 100)], "b": [(1, 0)]})
    assert ElementTree.fromstring(lines).find(f"{SVG}polyline") is not None
    assert ElementTree.fromstring(lines_svg("t", "x", "y", {})) is not None
    many = ElementTree.fromstring(lines_svg("t", "x", "y", {str(number): [(1, 10), (2, 100)] for number in range(25)}))
    looks = [(line.get("stroke"), line.get("stroke-dasharray")) for line in many.findall(f"{SVG}polyline")]
    assert len(set(looks)) == 25 >= len(HEURISTICS) and {dashes for _, dashes in looks[:10]} == {"none"}
