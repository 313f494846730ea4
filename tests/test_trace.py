"""Events, their JSON, the tree that they draw, and the charts."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from taquin import Board, Limits, ParseError, Puzzle
from taquin.estimate import Estimate
from taquin.heuristics import HEURISTICS, heuristic, promised
from taquin.render.chart import bars_svg, lines_svg
from taquin.render.lists import Lists
from taquin.render.trace_text import trace_lines
from taquin.render.tree import tree_svg
from taquin.search import ALGORITHMS, run
from taquin.search.best_first import Rules
from taquin.search.pseudocode import Line, line_of
from taquin.trace import (
    DROPPED,
    REPLACING,
    STATUSES,
    Child,
    Deepened,
    Ended,
    Event,
    Expanded,
    Forgot,
    Recorder,
    Root,
    Started,
    moment,
    read_json_lines,
)
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
    run(puzzle, name, heuristic(ALGORITHMS[name].heuristic or "zero", puzzle.goal), on_event=recorder)
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


def patchy(board: Board) -> int:
    """Admissible and not consistent: with it, shorter ways to expanded boards are found."""
    return board.manhattan() if board.tiles[0] % 2 else 0


FAR = "5 1 3/0 4 8/6 2 7"
MADE_FOR: dict[str, list[tuple[str, Estimate | None]]] = {
    "astar": [("4 2 3/0 1 6/5 7 8", None), ("0 4 3/5 2 6/7 1 8", promised(patchy))],
    "mm": [(FAR, promised(patchy))],
    "weighted-astar": [("4 2 3/0 1 6/5 7 8", None), ("6 7 2/1 4 3/5 8 0", None)],
    "greedy": [("3 5 0/2 1 4/7 8 6", None)],
    "dfs": [("2 1 4/3 5 0", None)],
    "bidirectional": [(FAR, None)],
    "astar003": [("4 2 3/0 1 6/5 7 8", None)],
    "astar004": [("0 4 3/5 2 6/7 1 8", None)],
}
"""Boards on which an algorithm does all that it can do, with another heuristic if need be; elsewhere PUZZLE will do."""
IMPOSSIBLE = {"uniform-cost": {"cheaper", "reopened"}}
"""Lines of pseudocode that come with the loop and are never reached: the first way to a board is a shortest one."""


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_status_of_every_algorithm_occurs_and_no_other(name: str) -> None:
    """What an algorithm does with children is what its pseudocode says: each line is reached on a board made for it."""
    algorithm = ALGORITHMS[name]
    told = Counter[str]()
    for text, estimate in MADE_FOR.get(name, [(str(PUZZLE.start), None)]):
        puzzle, recorder = Puzzle(Board.parse(text)), Recorder()
        guide = estimate or heuristic(algorithm.heuristic or "zero", puzzle.goal)
        solution = run(puzzle, name, guide, on_event=recorder)
        statuses = Counter(event.status for event in recorder.events if isinstance(event, Child))
        told += statuses
        ended = recorder.events[-1]
        assert isinstance(ended, Ended) and ended.unmade == statuses["unmade"]
        assert statuses["reopened"] == solution.stats.reopened
        if isinstance(algorithm.search, Rules):
            kept = sum(count for status, count in statuses.items() if status not in DROPPED)
            assert kept + solution.stats.roots == solution.stats.generated
    expected = {moment for line in algorithm.pseudocode for moment in line.moments} & set(STATUSES)
    assert set(told) == expected - IMPOSSIBLE.get(name, set())


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_event_has_its_line_of_pseudocode(name: str) -> None:
    algorithm = ALGORITHMS[name]
    options: dict[str, Any] = {"width": 2} if name == "beam" else {}
    recorder = Recorder()
    run(example(name), name, heuristic(algorithm.heuristic or "zero", PUZZLE.goal), on_event=recorder, **options)
    run(Puzzle(PUZZLE.goal), name, heuristic("zero", PUZZLE.goal), on_event=recorder)
    told = {moment(event) for event in recorder.events}
    reached = {line_of(algorithm.pseudocode, each) for each in told}
    assert {"start", "expand", "goal", "end"} <= told
    assert all(algorithm.pseudocode[number].moments for number in reached)
    moments = {each for line in algorithm.pseudocode for each in line.moments}
    assert ("deepen" in moments, "forget" in moments) == ("deepen" in told, "forget" in told)


@pytest.mark.parametrize("name", [name for name in ALGORITHMS if name != "simulated-annealing"])
def test_the_pseudocode_names_the_order_of_the_children(name: str) -> None:
    """A board with the blank in the middle has all four children, so the order shows."""
    recorder = record(name, Puzzle(Board.parse("1 2 3/4 0 6/7 5 8"))) if name != "dfs" else record(name, PUZZLE)
    first = [event.move for event in recorder.events if isinstance(event, Child) and event.node.startswith("1.")]
    told = next(line for line in ALGORITHMS[name].pseudocode if line.name == "children")
    assert [move for move in told.order if move in first] == list(dict.fromkeys(first))
    assert set(first) == set("ULRD") or name in ("dfs", "depth-limited")


def test_an_algorithm_without_all_its_lines_cannot_be_made() -> None:
    ida = ALGORITHMS["ida"]
    line = ida.pseudocode[0]
    for lines in (
        (),
        ida.pseudocode[1:],
        (*ida.pseudocode, line),
        (*ida.pseudocode, Line("repeat", ("z",))),
    ):
        with pytest.raises(ValueError, match="the pseudocode has the moments"):
            replace(ida, pseudocode=lines)


def test_what_the_critical_optimization_saves() -> None:
    """Princeton's search shows every board that it does not make. The same search without the rule makes them."""
    with_rule, without = record("princeton").events, record("tree-astar").events
    unmade = [event for event in with_rule if isinstance(event, Child) and event.status == "unmade"]
    expanded = {event.number: event for event in with_rule if isinstance(event, Expanded)}
    for event in unmade:
        parent = expanded[int(event.node.split(".")[0])]
        before = expanded[int(parent.node.split(".")[0])]
        assert event.board == before.board and (event.h, event.g) == (before.h, before.g + 2)
    ended = with_rule[-1]
    assert isinstance(ended, Ended) and ended.unmade == len(unmade) == len(expanded) - 2  # not of root and goal
    text = [line for event in with_rule for line in trace_lines(event)]
    assert sum(line.endswith("(NOT MADE: the board before its parent)") for line in text) == len(unmade)
    assert text[-1] == f"Not made, by the rule never to make the board before the parent again: {len(unmade)}"
    svg = tree_svg(with_rule)
    assert svg.count('class="unmade"') == len(unmade) and f", {len(unmade)} nodes not made; " in svg
    assert not any(isinstance(event, Child) and event.status == "unmade" for event in without)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_first_of_open_is_expanded_next(name: str) -> None:
    """OPEN is in the order of the search itself; a board that is not in it is the start, or the one where it stays."""
    algorithm = ALGORITHMS[name]
    for text in ("1 3 5/4 0 8/7 6 2", "1 2 3/8 6 7/4 0 5") if name != "dfs" else (str(NEAR.start),):
        puzzle, recorder = Puzzle(Board.parse(text)), Recorder()
        options: dict[str, Any] = {"width": 3} if name == "beam" else {}
        estimate = heuristic(algorithm.heuristic or "zero", puzzle.goal)
        run(puzzle, name, estimate, on_event=recorder, **options)
        lists = Lists(algorithm.ties, algorithm.memory)
        taken = again = 0
        for event in recorder.events:
            if isinstance(event, Expanded):
                waiting = [node.name for node in lists.waiting(event.side)]
                assert waiting[:1] in ([], [event.node]), event.number
                taken += bool(waiting)
                again += not waiting
            lists(event)
            if isinstance(event, Forgot) and event.node is not None:
                assert event.node not in lists.kept(), "it has been left"
            if isinstance(event, Expanded):
                assert event.node == lists.kept(event.side)[-1] or algorithm.memory == "boards"
        assert taken > 2 and (again == 1 or algorithm.memory == "path" or name in ("mm", "bidirectional"))


def test_closed_loses_a_board_that_is_opened_again() -> None:
    puzzle, recorder = Puzzle(Board.parse("6 7 2/1 4 3/5 8 0")), Recorder()
    run(puzzle, "weighted-astar", heuristic("manhattan", puzzle.goal), on_event=recorder)
    lists, reopened = Lists("newest"), 0
    names: dict[Board, str] = {}
    for event in recorder.events:
        if isinstance(event, Child) and event.status == "reopened":
            before = names[event.board]
            assert before in lists.kept()
            lists(event)
            assert before not in lists.kept() and event.node in [node.name for node in lists.waiting()]
            reopened += 1
        else:
            lists(event)
        if isinstance(event, Child) and event.status not in DROPPED:
            names[event.board] = event.node
    assert reopened > 0


@pytest.mark.parametrize("name", ["bidirectional", "mm"])
def test_two_sides_are_two_sides(name: str) -> None:
    events = record(name).events
    roots = [event for event in events if isinstance(event, Root)]
    assert [(root.node, root.side, root.board) for root in roots] == [
        ("0", "start", PUZZLE.start), ("G", "goal", PUZZLE.goal)
    ]  # fmt: skip
    boards: dict[str, tuple[str, Board]] = {root.node: (root.side, root.board) for root in roots}
    for event in events:
        if isinstance(event, Expanded):
            assert boards[event.node] == (event.side, event.board) and not event.is_goal
        elif isinstance(event, Child):
            boards[event.node] = event.side, event.board
    ended = events[-1]
    assert isinstance(ended, Ended) and ended.meeting is not None
    (one, here), (other, there) = (boards[node] for node in ended.meeting)
    assert (one, other) == ("start", "goal") and here == there
    text = "\n".join(line for event in events for line in trace_lines(event))
    assert "The search from the goal begins at node G: " in text and " from the goal. Up - " in text
    assert " -> True" not in text, "no side comes to the other's end"
    assert "The two sides met: {} from the start and {} from the goal".format(*ended.meeting) in text
    start, goal = ended.expanded_by
    assert start + goal == ended.solution.stats.expanded and start and goal
    depths = {event.node: event.g for event in events if isinstance(event, Child)}
    near, far = (depths[node] for node in ended.meeting)
    assert f"From the start: {start} expanded, g = {near}; from the goal: {goal} expanded, g = {far}." in text
    lists = Lists(ALGORITHMS[name].ties)
    for event in events[: len(events) * 3 // 4]:
        lists(event)
    found = lists.to_json()
    assert {entry["side"] for entry in found["open"]} == {"start", "goal"} and "0" in found["closed"]
    heads = [line.split(":")[0] for line in lists.lines()]
    assert heads == ["OPEN from the start", "CLOSED from the start", "OPEN from the goal", "CLOSED from the goal", ""]


def test_rounds() -> None:
    deepened = [event.limit for event in record("ida").events if isinstance(event, Deepened)]
    assert deepened == sorted(deepened) and deepened[0] == 10


def test_what_is_forgotten() -> None:
    recorder = Recorder()
    run(PUZZLE, "beam", heuristic("manhattan", PUZZLE.goal), on_event=recorder, width=2)
    expanded = {event.node for event in recorder.events if isinstance(event, Expanded)}
    forgotten = {name for event in recorder.events if isinstance(event, Forgot) for name in event.nodes}
    assert forgotten and not forgotten & expanded
    text = [line for event in recorder.events for line in trace_lines(event)]
    assert any(line.startswith("FORGOTTEN, beyond the width of the beam: 1.") for line in text)
    events = record("rbfs").events
    back = next(event for event in events if isinstance(event, Forgot))
    best = min(event.f for event in events if isinstance(event, Child) and event.node in back.nodes)
    assert back.f == best
    assert next(trace_lines(back)).startswith(f"BACK from {back.node}, which is worth {best:g} now; ")


def test_json_lines_come_back() -> None:
    recorder = record("astar")
    lines = list(recorder.to_json_lines())
    events = list(read_json_lines(lines))
    assert events == [json.loads(json.dumps(event.to_json())) for event in recorder.events]
    with pytest.raises(ParseError, match="1: this is not an event"):
        list(read_json_lines(["[]"]))
    with pytest.raises(ParseError, match="a trace of version 99"):
        list(read_json_lines([lines[0].replace('"version": 3', '"version": 99')]))


def test_the_documentation_names_every_event_key_and_status() -> None:
    page = (ROOT / "docs" / "trace.md").read_text()
    for status, meaning in STATUSES.items():
        assert f"| {status} | {meaning} |" in page
    node = next(line for line in page.splitlines() if line.startswith("The keys of a node: "))
    of_a_node = set(re.findall(r"`(\w+)`", node))
    solution = (ROOT / "docs" / "json.md").read_text().split("## ")[1]
    of_a_solution = {key for row in re.findall(r"^\| ([\w, ]+) \|", solution, re.M) for key in row.split(", ")}
    for event in (*record("rbfs").events, *record("mm").events, Deepened(3)):
        found = event.to_json()
        row = next(line for line in page.splitlines() if line.startswith(f"| {found['event']} |"))
        keys = set(re.findall(r"\w+", row.split("|")[3]))
        keys |= of_a_node if "the keys of a node" in row else set()
        keys |= of_a_solution if "[solution](json.md)" in row else set()
        assert set(found) - {"event"} <= keys


def test_a_recorder_keeps_the_end() -> None:
    recorder = Recorder(largest=5)
    run(PUZZLE, "bfs", on_event=recorder)
    assert len(recorder.events) == 6 and isinstance(recorder.events[-1], Ended) and recorder.dropped > 100
    assert f" nodes shown, {recorder.dropped:,} events not recorded" in tree_svg(recorder.events, 40, recorder.dropped)
    assert "not recorded" not in tree_svg(record("bfs").events)


def test_a_recorder_drops_earlier_rounds_first() -> None:
    whole = record("iterative-deepening")
    rounds = [place for place, event in enumerate(whole.events) if isinstance(event, Deepened)]
    last = len(whole.events) - rounds[-1]
    recorder = Recorder(largest=last + 1)
    run(PUZZLE, "iterative-deepening", on_event=recorder)
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
    run(PUZZLE, name, heuristic("manhattan", PUZZLE.goal), on_event=recorder, **options)
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
    title = root.findtext(f"{SVG}title") or ""
    told = re.search(r"(\d+) of (\d+) nodes shown(, .* recorded)?( \(more with a larger --largest\))?$", title)
    assert told and (told[1] != told[2]) == bool(told[4]), title
    places = [(card.get("x"), card.get("y")) for card in cards]
    assert len(set(places)) == len(places), "no card covers another"
    made = sum(isinstance(event, Child) for event in recorder.events)
    hidden = any(text.get("class") == "hidden" for text in root.iter(f"{SVG}text"))
    # A search that begins again makes a new tree, which may be small.
    assert made < 40 or hidden or (name == "random-restart" and len(cards) < 40)


@pytest.mark.parametrize("name", ["astar003", "astar004", "dfs"])
def test_a_shorter_way_that_is_dropped_cannot_be_overlooked(name: str) -> None:
    recorder = Recorder()
    puzzle = Puzzle(Board.parse({"astar004": "1 2 3/8 6 7/4 0 5"}.get(name, "1 3 5/4 0 8/7 6 2")))
    run(puzzle, name, heuristic("manhattan", puzzle.goal), on_event=recorder)
    nodes = {event.node: event for event in recorder.events if isinstance(event, Expanded | Child)}
    missed = [event for event in recorder.events if isinstance(event, Child) and event.status == "missed"]
    assert missed
    for event in missed:
        kept = nodes[event.before]
        assert kept.board == event.board and kept.g == event.before_g > event.g
        assert f"SHORTER; known as {kept.node}, g={kept.g})" in next(trace_lines(event))
        assert event.to_json()["before"] == kept.node and event.to_json()["before_g"] == kept.g
    if name == "dfs":
        return  # its tree is cut
    root = ElementTree.fromstring(tree_svg(recorder.events, largest=1000))
    assert len(root.findall(f".//{SVG}rect[@class='missed']")) == len(missed)
    assert len(root.findall(f".//{SVG}path[@class='collision']")) == len(missed)
    written = [text.text for text in root.iter(f"{SVG}text")]
    assert written.count("SHORTER, DROPPED") == len(missed)
    looks = {card.get("class") for card in root.findall(f".//{SVG}rect[@class]")}
    explained = {key.get("class", "").removeprefix("key ") for key in root.findall(f"{SVG}g[@class]")}
    assert looks == explained and root.get("width") == "100%"


def test_a_node_that_was_replaced_by_a_shorter_way_does_not_seem_to_wait() -> None:
    """A* on the board where document 003 drops the shorter way, and on one where expanded boards are opened again."""
    board = Board.parse("1 3 5/4 0 8/7 6 2")
    again = Board.parse("3 1 5/0 2 4")
    patchy = promised(lambda board: board.manhattan() if board.tiles[0] % 2 else 0)
    for puzzle, estimate, status in (
        (Puzzle(board), heuristic("manhattan", Board.blank_last(3)), "cheaper"),
        (Puzzle(again), patchy, "reopened"),
    ):
        recorder = Recorder()
        run(puzzle, "astar", estimate, on_event=recorder)
        children = [event for event in recorder.events if isinstance(event, Child)]
        taking = {event.node: event.before for event in children if event.status in REPLACING}
        assert any(event.status == status for event in children)
        root = ElementTree.fromstring(tree_svg(recorder.events, largest=1000))
        cards = {}
        for group in root.iter(f"{SVG}g"):
            if (title := group.find(f"{SVG}title")) is not None:
                look = group.find(f"{SVG}rect")
                texts = [text.text or "" for text in group.iter(f"{SVG}text")]
                cards[(title.text or "").partition(":")[0].partition(",")[0]] = look, texts
        for node, before in taking.items():
            look, texts = cards[before]
            assert look is not None and look.get("class") == "replaced"
            assert any(text.startswith("replaced by ") for text in texts)
            assert any(text.startswith(f"before: {before}, g=") for text in cards[node][1])
        assert len(root.findall(f".//{SVG}path[@class='replacement']")) == len(taking)
        assert "replaced by a shorter way; the line leads from it" in [text.text for text in root.iter(f"{SVG}text")]


def test_the_picture_of_a_search_that_gave_up() -> None:
    recorder = Recorder()
    run(Puzzle(Board.blank_last(6), Board.blank_last(6).play("UULLDDRRULDLUR")), "bfs", limits=Limits(nodes=100),
        on_event=recorder)  # fmt: skip
    assert ": limit; " in tree_svg(recorder.events)
    assert "No solution found within the limits" in "\n".join(trace_lines(recorder.events[-1]))

    def stop(event: Event) -> None:
        events.append(event)
        if len(events) == 100:
            raise KeyboardInterrupt

    events: list[Event] = []
    run(PUZZLE, "bfs", on_event=stop, returns_stopped=True)
    assert list(trace_lines(events[-1])) == ["Stopped; every solution has at least 6 moves."]
    assert list(trace_lines(events[-1], "id")) == ["Dihentikan; setiap solusi memerlukan sedikitnya 6 langkah."]
    assert ElementTree.fromstring(tree_svg([])) is not None


def test_a_round_in_indonesian() -> None:
    text = [line for event in record("ida").events for line in trace_lines(event, "id")]
    assert text[0].startswith("ITERASI dengan batas f = 10")


def test_charts_are_well_formed() -> None:
    bars = bars_svg("<A & B>", "x", [("one", 1, "1", True), ("none", 0, "0", False), ("much", 12345678, "", True)])
    assert "&lt;A &amp; B&gt;" in bars and len(ElementTree.fromstring(bars).findall(f"{SVG}rect")) == 4
    lines = lines_svg("t", "x", "y", {"a": [(1, 10), (2, 100)], "b": [(1, 0)]})
    assert ElementTree.fromstring(lines).find(f"{SVG}polyline") is not None
    assert ElementTree.fromstring(lines_svg("t", "x", "y", {})) is not None
    many = ElementTree.fromstring(lines_svg("t", "x", "y", {str(number): [(1, 10), (2, 100)] for number in range(25)}))
    name = "maximum:linear-conflict+inversion-distance"
    for drawn in (
        bars_svg("t", "x", [(f"astar + {name}", 12, "12; 31 moves", True)]),
        lines_svg("t", "x", "y", {name: []}),
    ):
        picture = ElementTree.fromstring(drawn)
        for text in picture.findall(f"{SVG}text"):
            width, at = 6.5 * len(text.text or ""), float(text.get("x", 0))
            left = {"right": at - width, "middle": at - width / 2}.get(text.get("class", ""), at)
            assert left >= 0 and left + width <= float(picture.get("width", 0)), f"{text.text} is cut"
    looks = [(line.get("stroke"), line.get("stroke-dasharray")) for line in many.findall(f"{SVG}polyline")]
    assert len(set(looks)) == 25 >= len(HEURISTICS) and {dashes for _, dashes in looks[:10]} == {"none"}
