"""The endpoints: a checked request in, an answer out. `ENDPOINTS` is the one table; routes and OpenAPI come from it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, aclosing
from dataclasses import asdict, dataclass
from typing import Any, Final

from starlette.responses import Response

import taquin
from taquin.board import Board
from taquin.bounds import lower_bound, slides_lower_bound
from taquin.hints import hint as next_move
from taquin.names import Metric
from taquin.native import ENGINE
from taquin.notation import NOTATIONS, board_to_json, format_board, length_in, parse_moves
from taquin.puzzle import GOALS, Puzzle
from taquin.random_boards import random_walk, scramble
from taquin.solvability import diagnose
from taquin.solver import is_for_engine
from taquin.texts import Sentence
from taquin.web import messages
from taquin.web.analysed import AnalyseRequest, Analysis
from taquin.web.boards import Refused, read_goal, read_puzzle, require_length, require_size, require_text
from taquin.web.catalog import algorithms, heuristics
from taquin.web.checks import check as check_here
from taquin.web.codes import failed_event
from taquin.web.messages import Check, Hint, Info, JudgedMove, Place, RandomBoard, Sheet, SheetBlock, Status
from taquin.web.schema import fields
from taquin.web.settings import Settings
from taquin.web.stream import EventStream
from taquin.web.workers import Pool

__all__ = ["ENDPOINTS", "Endpoint", "Server"]

_PLAIN_CELLS: Final = 100
"""Up to this many cells a plain plan may be made here, in the server itself."""
_CROWD: Final = 4
"""Players who may wait for a plan."""
_SHORT: Final = 10.0
"""Seconds after which a short job is given up."""
_DISTANCE: Final = 30.0
"""Seconds after which the search for a board at an exact distance is given up."""
_SHORT_MEMORY: Final = 1 << 30
"""Bytes that a short job may use."""
_SHORT_PLAN: Final = 1000
"""Letters of a plan that is followed here; whatever takes longer than a few milliseconds is work for a worker."""
_SHORT_TEXT: Final = 1500
"""Characters of boards that are read here."""
_SHORT_WALK: Final = 300
"""Moves of a random walk that is made here."""


@dataclass(frozen=True, slots=True)
class Server:
    """What the endpoints work with."""

    settings: Settings
    searches: Pool
    hints: Pool

    async def close(self) -> None:
        """End everything that runs."""
        await asyncio.gather(self.searches.close(), self.hints.close())


async def info(server: Server, request: None, client: str) -> Info:
    """What this server can do and what it allows."""
    settings = server.settings
    return Info(
        version=taquin.__version__,
        engine=ENGINE,
        goals=list(GOALS),
        notations=list(NOTATIONS),
        algorithms=algorithms(),
        heuristics=heuristics(),
        limits={
            "seconds": settings.seconds,
            "nodes": settings.nodes,
            "memory": settings.memory,
            "side": settings.largest_side,
            "cells": settings.largest_board,
            "trace": settings.trace,
        },
    )


async def status(server: Server, request: None, client: str) -> Status:
    """How busy this server is."""
    return Status(server.searches.running, server.searches.waiting, server.searches.size)


async def check(server: Server, request: messages.CheckRequest, client: str) -> Check:
    """Is this text a board, and can it be solved? Everything that is wrong, all at once, and the reasons."""
    if len(request.board) + len(request.goal) <= _SHORT_TEXT:
        return check_here(server.settings, request.board, request.goal)
    return Check(**await _one_event(server.hints, _texts(server, "check", request.board, request.goal), client))


async def random(server: Server, request: messages.RandomRequest, client: str) -> RandomBoard:
    """A random board from which the goal can be reached."""
    width, height = request.width, request.height
    require_size(server.settings, width, height)
    goal = await _read_goal(server, request.goal, width, height, client)
    if request.distance is not None and request.moves is not None:
        raise Refused(Sentence("web.exclusive"))
    job = {"kind": "random", "goal": format_board(goal, "json"), "seed": request.seed}
    job |= {"moves": request.moves, "distance": request.distance}
    if request.distance is not None:
        # Proving a distance visits many boards: that is a search, and waits among searches.
        found = await _one_event(server.searches, job, client, _DISTANCE)
    elif request.moves is None:
        found = {"board": board_to_json(scramble(width, height, seed=request.seed, goal=goal))}
    elif request.moves <= _SHORT_WALK:
        found = {"board": board_to_json(random_walk(goal, request.moves, seed=request.seed))}
    else:
        found = await _one_event(server.hints, job, client)
    return RandomBoard(found["board"], board_to_json(goal))


async def moves(server: Server, request: messages.MovesRequest, client: str) -> messages.Moves:
    """Read moves in one notation and write them in all; they are replayed on the board."""
    board = (await _read_puzzle(server, request.board, "blank-last", client)).start
    if request.notation != "number":
        require_length(request.moves)
    job = {"kind": "moves", "board": format_board(board, "json"), "moves": request.moves, "notation": request.notation}
    return messages.Moves(**await _one_event(server.hints, job, client))


async def scrambled(server: Server, request: messages.ScrambleRequest, client: str) -> messages.Scramble:
    """The moves that make a board from its goal, as `taquin random --scramble` writes them."""
    puzzle = await _read_puzzle(server, request.board, request.goal, client)
    if not puzzle.is_solvable():
        raise Refused(diagnose(puzzle.start, puzzle.goal).reason)
    # They are the way back of a solution: that is a search, and waits among searches.
    return messages.Scramble(
        **await _one_event(server.searches, {"kind": "scramble", **_puzzle(puzzle)}, client, _DISTANCE)
    )


async def hint(server: Server, request: messages.HintRequest, client: str) -> Hint:
    """The next move. A plan that still leads to the goal is followed and answers at once."""
    puzzle = await _read_puzzle(server, request.board, request.goal, client)
    if not puzzle.is_solvable():
        raise Refused(diagnose(puzzle.start, puzzle.goal).reason)
    require_length(request.plan)
    if len(request.plan) <= _SHORT_PLAN:
        plan = "".join(parse_moves(request.plan))
        if puzzle.is_solution(plan):
            return _hint(puzzle, plan, 0, False, [], request.metric)
    if server.hints.waiting >= _CROWD and len(puzzle.start) <= _PLAIN_CELLS:
        # A plain plan is made in a millisecond; nobody shall wait for a finer one behind a whole class.
        made = next_move(puzzle.start, puzzle.goal, budget_ms=1, prove=False, metric=request.metric).plan
        return _hint(puzzle, made.moves, made.bound, made.optimal, [], request.metric)
    patient = not server.settings.public  # a class shares two workers: nobody shall hold one for seconds
    job = {"kind": "hint", **_puzzle(puzzle), "plan": request.plan, "metric": request.metric, "patient": patient}
    found = await _one_event(server.hints, job, client)
    return _hint(puzzle, found["moves"], found["bound"], found["optimal"], found["judged"], request.metric)


async def explain(server: Server, request: messages.ExplainRequest, client: str) -> messages.Explanation:
    """How a person solves the board: row by row, step by step, in words."""
    puzzle = await _read_puzzle(server, request.board, request.goal, client)
    if not puzzle.is_solvable():
        raise Refused(diagnose(puzzle.start, puzzle.goal).reason)
    job = {"kind": "explain", **_puzzle(puzzle), "language": request.language}
    return messages.Explanation(**await _one_event(server.hints, job, client))


async def solve(server: Server, request: messages.SolveRequest, client: str) -> EventStream:
    """Search. Events: see `messages.SearchEvent`. Closing the connection stops the search."""
    settings = server.settings
    puzzle = await _read_puzzle(server, request.board, request.goal, client)
    for name in ("seconds", "nodes", "memory"):
        asked, most = getattr(request, name), getattr(settings, name)
        if asked is not None and asked > most:
            raise Refused(Sentence("web.limit", name=name, most=most, asked=asked))
    if request.metric != "stm" and not is_for_engine(request.algorithm):
        raise Refused(Sentence("web.metric", name=request.algorithm))
    job = {
        "kind": "solve",
        **_puzzle(puzzle),
        "algorithm": request.algorithm,
        "heuristic": request.heuristic,
        "seconds": request.seconds,
        "repeats": request.repeats,
        "nodes": settings.nodes if request.nodes is None else request.nodes,
        "memory": settings.memory if request.memory is None else request.memory,
        "trace": settings.trace if request.trace else 0,
        "metric": request.metric,
        "build": not settings.public,  # strangers shall not fill the disk with tables for every shape and goal
        "language": request.language,
        "options": request.options,
    }
    with ExitStack() as held:
        held.enter_context(server.searches.reserve(client))  # refuses here, before any answer begins
        return EventStream(server.searches.run(job, request.seconds, client), held.pop_all())


async def analyse(server: Server, request: AnalyseRequest, client: str) -> Analysis:
    """A solve judged move by move. What cannot be proven in the time there is, is said to be not proven."""
    settings = server.settings
    puzzle = await _read_puzzle(server, request.board, request.goal, client)
    if request.seconds > settings.seconds:
        raise Refused(f"seconds: at most {settings.seconds:g} here, not {request.seconds:g}")
    require_length(request.moves)
    asked: dict[str, Any] = {name: getattr(request, name) for name in ("moves", "notation", "metric", "seconds")}
    job = {"kind": "analyse", **_puzzle(puzzle), **asked, "build": not settings.public}
    return Analysis(**await _one_event(server.searches, job, client, request.seconds + _SHORT))


async def export_solution(server: Server, request: messages.ExportRequest, client: str) -> Response:
    """The solution as a file: text, JSON, or an animated SVG."""
    puzzle = await _read_puzzle(server, request.board, request.goal, client)
    require_length(request.moves)
    job = {"kind": "export", **_puzzle(puzzle), "moves": request.moves, "format": request.format}
    file = await _one_event(server.hints, {**job, "step": request.seconds}, client)
    headers = {"Content-Disposition": f'attachment; filename="{file["name"]}"'}
    return Response(file["content"], media_type=file["type"], headers=headers)


async def exercises(server: Server, request: messages.ExercisesRequest, client: str) -> Sheet:
    """A sheet of exercises for a class, the same for the same seed."""
    job = {"kind": "exercises", "request": fields(request)}
    # Boards at an exact distance are looked for, and A* runs on each: that is a search, and waits among searches.
    found = await _one_event(server.searches, job, client, _DISTANCE)
    return Sheet([SheetBlock(**block) for block in found["blocks"]])


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One line of the interface."""

    method: str
    path: str
    handler: Callable[[Server, Any, str], Awaitable[Any]]
    request: type | None
    answers: dict[str, Any]
    """Media type -> dataclass of the answer, None for one that is not JSON."""


_JSON: Final = "application/json"
ENDPOINTS: Final = (
    Endpoint("GET", "/api/info", info, None, {_JSON: Info}),
    Endpoint("GET", "/api/status", status, None, {_JSON: Status}),
    Endpoint("POST", "/api/check", check, messages.CheckRequest, {_JSON: Check}),
    Endpoint("POST", "/api/random", random, messages.RandomRequest, {_JSON: RandomBoard}),
    Endpoint("POST", "/api/moves", moves, messages.MovesRequest, {_JSON: messages.Moves}),
    Endpoint("POST", "/api/scramble", scrambled, messages.ScrambleRequest, {_JSON: messages.Scramble}),
    Endpoint("POST", "/api/hint", hint, messages.HintRequest, {_JSON: Hint}),
    Endpoint("POST", "/api/explain", explain, messages.ExplainRequest, {_JSON: messages.Explanation}),
    Endpoint("POST", "/api/solve", solve, messages.SolveRequest, {"text/event-stream": messages.SearchEvent}),
    Endpoint("POST", "/api/analyse", analyse, AnalyseRequest, {_JSON: Analysis}),
    Endpoint(
        "POST",
        "/api/export",
        export_solution,
        messages.ExportRequest,
        {"text/plain": None, _JSON: None, "image/svg+xml": None},
    ),
    Endpoint("POST", "/api/exercises", exercises, messages.ExercisesRequest, {_JSON: Sheet}),
)


async def _read_puzzle(server: Server, board: str, goal: str, client: str) -> Puzzle:
    """A board and its goal. Long texts are read by a worker: nobody else shall wait for that."""
    if len(board) + len(goal) <= _SHORT_TEXT:
        return read_puzzle(server.settings, board, goal)
    found = await _one_event(server.hints, _texts(server, "read", board, goal), client)
    return Puzzle(Board(found["board"]), Board(found["goal"]))


async def _read_goal(server: Server, goal: str, width: int, height: int, client: str) -> Board:
    if len(goal) > _SHORT_TEXT:
        goal = format_board((await _read_puzzle(server, goal, "blank-last", client)).start, "json")
    return read_goal(server.settings, goal, width, height)


def _texts(server: Server, kind: str, board: str, goal: str) -> dict[str, Any]:
    """The job that reads these texts."""
    for text in (board, goal):
        require_text(server.settings, text)
    return {"kind": kind, "settings": asdict(server.settings), "board": board, "goal": goal}


async def _one_event(pool: Pool, job: dict[str, Any], client: str, seconds: float = _SHORT) -> dict[str, Any]:
    """The result of a short job. All events are read: a worker that is left before its end is replaced by a new one."""
    found: dict[str, Any] = {}
    failed = failed_event(Sentence("web.no_answer"))
    with pool.reserve(client):
        async with aclosing(pool.run({**job, "memory": _SHORT_MEMORY}, seconds, client)) as events:
            async for name, data in events:
                if name == "result":
                    found = data
                elif name == "failed":
                    failed = data
    if not found:
        code = {"code": failed["code"], "values": failed["values"]}
        raise Refused(failed["error"], [Place(**place) for place in failed["problems"]], code)
    return found


def _puzzle(puzzle: Puzzle) -> dict[str, str]:
    """A puzzle as jobs have it."""
    return {"board": format_board(puzzle.start, "json"), "goal": format_board(puzzle.goal, "json")}


def _hint(puzzle: Puzzle, plan: str, bound: int, optimal: bool, judged: list[dict[str, Any]], metric: Metric) -> Hint:
    """The answer; where no move has been judged, every verdict is unknown. A bound of 0 says that none is known yet."""
    bound = bound or (lower_bound(puzzle) if metric == "stm" else slides_lower_bound(puzzle))
    board = puzzle.start
    moves = [JudgedMove(**one) for one in judged] or [
        JudgedMove(move.value, board.tiles[following.blank], None, "unknown") for move, following in board.successors()
    ]
    if not plan:
        return Hint(0, None, None, None, None, "", 0, True, moves)
    cell = board.apply(plan[0]).blank
    return Hint(length_in(plan, metric), plan[0], board.tiles[cell], cell, board.blank, plan, bound, optimal, moves)
