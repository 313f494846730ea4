"""The interface as programs use it, on a real server."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from taquin.anytime import construct
from taquin.board import Board
from taquin.notation import parse_moves
from taquin.puzzle import Puzzle
from taquin.random_boards import scramble
from taquin.web.jobs import run
from tests.support import CASES, EXAMPLES
from tests.web.conftest import Server

HARD_24 = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13"  # Korf's first 24-puzzle, 95 moves
BOARDS = {path.name: path.read_text() for path in EXAMPLES.glob("document000*")}
DOCUMENT_000 = [case for case in CASES if case["id"].startswith("000/")]


def ask(client: httpx.Client, path: str, body: dict[str, Any]) -> dict[str, Any]:
    response = client.post(f"/api/{path}", json=body)
    assert response.status_code == 200, response.text
    return dict(response.json())


def events(client: httpx.Client, **body: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The events of a search as they come."""
    with client.stream("POST", "/api/solve", json=body) as response:
        assert response.status_code == 200, response.read()
        name = ""
        for line in response.iter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                yield name, json.loads(line.removeprefix("data: "))


def result(client: httpx.Client, **body: Any) -> dict[str, Any]:
    return next(data for name, data in list(events(client, **body)) if name == "result")


@pytest.mark.parametrize("case", DOCUMENT_000, ids=lambda case: case["id"])
def test_check_gives_the_figures_of_document_000(client: httpx.Client, case: dict[str, Any]) -> None:
    found = ask(client, "check", {"board": BOARDS[case["file"]]})
    if "invalid" in case:
        messages = "; ".join(problem["message"] for problem in found["problems"])
        assert not found["valid"] and all(text in messages for text in case["invalid"])
        return
    assert {key: found[key] for key in case["check"]} == case["check"]
    assert [len(pairs) for pairs in found["pairs"]] == found["kurang"]
    assert (found["board"][found["blank_row"]].index(0) + 4 * found["blank_row"] in found["shaded"]) == bool(found["x"])


def test_swapping_the_two_tiles_makes_it_solvable(client: httpx.Client) -> None:
    found = ask(client, "check", {"board": BOARDS["document000_unsolvable1.txt"]})
    one, other = found["swap"]
    exchanged = [[{one: other, other: one}.get(tile, tile) for tile in row] for row in found["board"]]
    assert ask(client, "check", {"board": json.dumps(exchanged)})["solvable"]


def test_check_names_every_problem_at_once(client: httpx.Client) -> None:
    found = ask(client, "check", {"board": "1 1 3/4 99 5/7 7"})
    assert {problem["kind"] for problem in found["problems"]} >= {"duplicate", "range", "ragged", "missing", "blank"}
    unreadable = ask(client, "check", {"board": "1 2 3\n4 five 6\n7 8 0"})
    assert unreadable["problems"][0]["line"] == 2 and unreadable["problems"][0]["column"] == 3


def test_random_boards_are_solvable_seeded_and_of_the_asked_distance(client: httpx.Client) -> None:
    body = {"width": 5, "height": 3, "seed": 7}
    assert ask(client, "random", body) == ask(client, "random", body)
    assert Board(ask(client, "random", body)["board"]).is_solvable()
    near = ask(client, "random", {"width": 3, "height": 3, "distance": 9, "seed": 1})
    assert result(client, board=json.dumps(near["board"]), algorithm="bfs")["length"] == 9


@pytest.mark.parametrize("case", [case for case in DOCUMENT_000 if "searches" in case], ids=lambda case: case["id"])
def test_document_000_nodes_with_its_own_algorithm(client: httpx.Client, case: dict[str, Any]) -> None:
    documented = case["searches"][0]
    found = result(client, board=BOARDS[case["file"]], algorithm="bnb000")
    assert {key: found[key] for key in ("moves", "generated", "expanded")} == {
        key: documented[key] for key in ("moves", "generated", "expanded")
    }
    assert len(found["estimates"]) == found["length"] + 1


def test_every_algorithm_of_the_registry_solves(client: httpx.Client) -> None:
    info = client.get("/api/info").json()
    assert len(info["algorithms"]) > 10 and len(info["heuristics"]) > 5
    for entry in info["algorithms"]:
        found = result(client, board="1 2 3/4 0 5/7 8 6", algorithm=entry["name"])
        assert found["outcome"] == "solved", entry
        assert Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]]).play(found["moves"]).is_goal()
    for entry in info["heuristics"]:
        assert result(client, board="1 2 3/4 0 5/7 8 6", algorithm="astar", heuristic=entry["name"])["length"] == 2


def test_automatic_solves_a_fifteen_puzzle_and_proves_it(client: httpx.Client) -> None:
    found = result(client, board=BOARDS["document000_solvable3.txt"])
    assert (found["length"], found["optimal"]) == (20, True)


def test_trace_events_and_text(client: httpx.Client) -> None:
    seen = list(events(client, board="1 2 3/4 0 5/7 8 6", algorithm="astar003", trace=True, language="id"))
    trace = [event for name, data in seen if name == "trace" for event in data["events"]]
    assert [trace[0]["event"], trace[-1]["event"]] == ["start", "end"]
    text = next(data["text"] for name, data in seen if name == "text")
    assert "PARENT 1." in text and "Geser Kanan" in text


def test_limits_are_an_outcome(client: httpx.Client) -> None:
    found = result(client, board=HARD_24, algorithm="ida", nodes=2000)
    assert found["outcome"] == "limit" and found["bound"] > 50
    assert result(client, board=BOARDS["document000_unsolvable1.txt"])["outcome"] == "unsolvable"


def test_hint_makes_and_keeps_a_plan(client: httpx.Client) -> None:
    first = ask(client, "hint", {"board": "1 2 3/4 0 5/7 8 6"})
    assert (first["move"], first["tile"], first["remaining"], first["plan"]) == ("R", 5, 2, "RD")
    began = time.perf_counter()
    kept = ask(client, "hint", {"board": "1 2 3/0 4 5/7 8 6", "plan": "RRD"})
    assert (kept["move"], kept["remaining"], kept["bound"]) == ("R", 3, 3)
    assert time.perf_counter() - began < 0.5  # a plan that is known needs no search
    renewed = ask(client, "hint", {"board": "1 2 3/0 4 5/7 8 6", "plan": "DDD"})
    assert Board.parse("1 2 3/0 4 5/7 8 6").play(renewed["plan"]).is_goal()
    solved = ask(client, "hint", {"board": "1 2/3 0"})
    assert (solved["remaining"], solved["move"], solved["plan"]) == (0, None, "")


def test_a_hint_judges_every_move(client: httpx.Client) -> None:
    found = ask(client, "hint", {"board": "1 2 3/4 0 8/7 6 5"})
    assert found["optimal"] and found["remaining"] == found["bound"] == 6
    judged = {one["move"]: (one["tile"], one["remaining"]) for one in found["moves"]}
    assert judged == {"U": (2, 7), "L": (4, 7), "R": (8, 5), "D": (6, 5)}
    assert sorted(one["verdict"] for one in found["moves"]) == ["also best", "best", "worse", "worse"]
    followed = ask(client, "hint", {"board": "1 2 3/4 0 8/7 6 5", "plan": found["plan"]})
    assert {one["verdict"] for one in followed["moves"]} == {"unknown"}
    solved = ask(client, "hint", {"board": "1 2/3 0"})
    assert {one["remaining"] for one in solved["moves"]} <= {1, None}


def test_workers_are_kept_from_hint_to_hint(server: Server, client: httpx.Client) -> None:
    def workers() -> set[str]:
        pid = server.process.pid
        return set(Path(f"/proc/{pid}/task/{pid}/children").read_text().split())

    if not Path("/proc/self/task").exists():
        pytest.skip("needs /proc")
    ask(client, "hint", {"board": "1 2 3/4 0 5/7 8 6"})
    before = workers()
    for seed in range(3):
        board = ask(client, "random", {"width": 3, "height": 3, "seed": seed})["board"]
        ask(client, "hint", {"board": json.dumps(board)})
    assert workers() == before


@pytest.mark.parametrize("size", [4, 5, 8])
def test_hint_on_larger_boards_leads_to_the_goal(client: httpx.Client, size: int) -> None:
    made = ask(client, "random", {"width": size, "height": size, "seed": 3})
    found = ask(client, "hint", {"board": json.dumps(made["board"])})
    assert Board(made["board"]).play(found["plan"]).is_goal()


def test_hints_and_solutions_in_slides(client: httpx.Client) -> None:
    board = "8 6 7/2 5 4/3 0 1"
    found = ask(client, "hint", {"board": board, "metric": "mtm"})
    assert Board.parse(board).play(found["plan"]).is_goal() and len(found["moves"]) == 4
    assert max(judged["length"] for judged in found["moves"]) == 2
    with client.stream("POST", "/api/solve", json={"board": board, "metric": "mtm"}) as response:
        lines = list(response.iter_lines())
    result = json.loads(lines[lines.index("event: result") + 1].removeprefix("data: "))
    assert (result["metric"], result["length_mtm"], result["optimal"]) == ("mtm", 20, True)
    refused = client.post("/api/solve", json={"board": board, "metric": "mtm", "algorithm": "bfs"})
    assert refused.status_code == 422 and "single-tile" in refused.json()["error"]


def test_a_scramble_makes_the_board(client: httpx.Client) -> None:
    board = Board.parse("8 6 7/2 5 4/3 0 1")
    found = ask(client, "scramble", {"board": "8 6 7/2 5 4/3 0 1"})["scramble"]
    assert Board.parse(f"3x3 {found}") == board and " " in found
    assert client.post("/api/scramble", json={"board": "1 2 3/4 5 6/8 7 0"}).status_code == 422


def test_moves_in_three_notations(client: httpx.Client) -> None:
    found = ask(client, "moves", {"board": "1 2 3/4 0 5/7 8 6", "moves": "5 6", "notation": "number"})
    assert found == {"blank": "RD", "tile": "LU", "number": "5 6", "stm": 2, "mtm": 2}


@pytest.mark.parametrize("form", ["text", "json", "svg"])
def test_export(client: httpx.Client, form: str) -> None:
    body = {"board": "1 2 3/4 0 5/7 8 6", "moves": "RD", "format": form}
    response = client.post("/api/export", json=body)
    assert response.status_code == 200 and "attachment" in response.headers["content-disposition"]
    if form == "svg":
        assert response.text.startswith("<svg") and response.text.count("<animateTransform") == 2
    elif form == "json":
        assert response.json()["solved"] and parse_moves(response.json()["moves"]) == parse_moves("RD")
    else:
        assert "2. Down" in response.text


def test_a_very_long_solution_is_exported_without_its_boards_while_others_are_served(client: httpx.Client) -> None:
    board = scramble(20, seed=1)
    moves = construct(Puzzle(board))
    assert len(moves) > 20_000
    with ThreadPoolExecutor() as pool:
        body = {"board": str(board), "moves": moves}
        files = {
            form: pool.submit(client.post, "/api/export", json={**body, "format": form}) for form in ("text", "svg")
        }
        assert client.get("/api/status").status_code == 200
    text = files["text"].result().text
    assert f"{len(moves)} moves" in text and "too many for a text" in text
    assert files["svg"].result().status_code == 422 and "as text" in files["svg"].result().json()["error"]
    assert ask(client, "hint", {"board": str(board), "plan": moves})["plan"] == moves


def test_a_server_for_a_class_builds_no_tables_for_proofs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    board, goal = scramble(6, 3, seed=1), Board.blank_last(6, 3)
    found: list[tuple[str, dict[str, Any]]] = []
    job = {"kind": "solve", "board": str(board), "goal": str(goal), "algorithm": "auto", "running": 1}
    job |= {"seconds": 0.5, "nodes": None, "memory": None, "build": False, "metric": "stm"}
    run(job, lambda name, data: found.append((name, data)))
    assert found[-1][0] == "result" and found[-1][1]["outcome"] == "solved"
    assert not list(tmp_path.iterdir())


def wait_until_idle(client: httpx.Client, seconds: float) -> float:
    began = time.perf_counter()
    while client.get("/api/status").json()["running"]:
        assert time.perf_counter() - began < seconds, "the search goes on"
        time.sleep(0.005)
    return time.perf_counter() - began


@pytest.mark.parametrize("algorithm", ["auto", "ida", "astar"])
def test_a_search_ends_when_its_client_goes_away(client: httpx.Client, algorithm: str) -> None:
    with client.stream("POST", "/api/solve", json={"board": HARD_24, "algorithm": algorithm, "seconds": 60}):
        began = time.perf_counter()
        while not client.get("/api/status").json()["running"]:
            assert time.perf_counter() - began < 5, "the search did not start"
    wait_until_idle(client, 1.0)


def test_too_many_searches_of_one_client_are_refused(server: Server) -> None:
    with httpx.Client(base_url=server.address, timeout=60) as client:
        opened = [client.stream("POST", "/api/solve", json={"board": HARD_24, "algorithm": "ida"}) for _ in range(8)]
        for stream in opened:
            assert stream.__enter__().status_code == 200
        refused = client.post("/api/solve", json={"board": HARD_24, "algorithm": "ida"})
        assert refused.status_code == 429 and "stop one" in refused.json()["error"] and refused.headers["retry-after"]
        for stream in opened:
            stream.__exit__(None, None, None)
        wait_until_idle(client, 2.0)


def test_a_solve_is_analysed(client: httpx.Client) -> None:
    body = {"board": "1 2 3/4 0 5/7 8 6", "moves": "R@0.1 L@0.2 L@0.3 U@1.5"}
    found = ask(client, "analyse", body)
    assert (found["notation"], found["length"], found["shortest"], found["lost"]) == ("tile", 4, 2, 2)
    assert [judged["verdict"] for judged in found["moves"]] == ["worse", "best", "best", "best"]
    assert found["turning_points"][0]["way"] == "RD" and found["seconds"] == 1.5
    assert [pause["number"] for pause in found["pauses"]] == [4]


def test_a_solve_that_cannot_be_analysed_is_refused_with_the_reason(client: httpx.Client) -> None:
    for moves, message in (
        ("LR", "name the notation"),
        ("R@1 D@0.5", "the time of move 2"),
        ("cube", "is not a move"),
        ("UD" * 6000, "at most 10,000 moves"),
    ):
        body = {"board": "1 2 3/4 0 5/7 8 6", "moves": moves, "notation": "blank" if "UD" in moves else "auto"}
        response = client.post("/api/analyse", json=body)
        assert response.status_code == 422 and message in response.json()["error"], response.text
    response = client.post("/api/analyse", json={"board": "1 2 3/4 5 6/8 7 0", "moves": "D", "notation": "tile"})
    assert response.status_code == 422 and "cannot be solved" in response.json()["error"]


def test_an_analysis_ends_in_its_time_and_says_what_is_not_proven(client: httpx.Client) -> None:
    puzzle = Puzzle(Board.parse(HARD_24))
    found = ask(client, "analyse", {"board": HARD_24, "moves": construct(puzzle), "seconds": 1})
    assert not found["exact"] and found["shortest"] is None
    assert found["bound"] <= 95 <= found["best_known"] < found["length"] and found["unjudged"] and found["lost_bound"]
    assert {judged["lost"] for judged in found["moves"] if judged["verdict"] == "unknown"} == {None}
    assert found["lost"] == found["length"] - found["best_known"]
