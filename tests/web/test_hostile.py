"""Clients that are slow, greedy, broken or gone: the others are served all the same, and nothing is printed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest

from taquin.web import api
from taquin.web.app import create_app
from taquin.web.settings import Settings, is_loopback
from taquin.web.turns import Busy, Turns, client_of
from tests.cluster import until
from tests.support import ROOT
from tests.web.conftest import Server
from tests.web.test_api import HARD_24, events, result

GOOD = {"board": "1 2 3/4 0 5/7 8 6"}
TOKEN = "kept-between-us"
HASTY = """
import resource, sys
from taquin.web import connections
for name in connections.MOST_SECONDS:
    connections.MOST_SECONDS[name] = 1.0
from taquin.cli import run
resource.setrlimit(resource.RLIMIT_NOFILE, (300, 300))
sys.exit(run(sys.argv[1:]))
"""
"""A server that waits a second for nobody, and has few file descriptors."""


@pytest.fixture(scope="module")
def hasty(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    errors = tmp_path_factory.mktemp("hasty") / "stderr"
    with errors.open("w") as file:
        started = Server(cache, command=[sys.executable, "-c", HASTY], stderr=file)
    yield started
    started.stop()
    assert errors.read_text() == ""


def aside(work: Coroutine[Any, Any, Any]) -> Any:
    """What comes of it, in a thread of its own: the browser of other tests keeps an event loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def connect(server: Server) -> socket.socket:
    url = httpx.URL(server.address)
    return socket.create_connection((url.host, url.port or 80), timeout=60)


def head(server: Server, length: int, *more: str) -> bytes:
    """The beginning of a request, with a body of this length."""
    lines = ["POST /api/check HTTP/1.1", f"Host: {httpx.URL(server.address).host}", "Content-Type: application/json"]
    return "\r\n".join([*lines, f"Content-Length: {length}", *more, "", ""]).encode()


def is_served(server: Server) -> bool:
    with httpx.Client(base_url=server.address, timeout=60) as client:
        return client.post("/api/check", json=GOOD).status_code == 200


# Taking turns


def test_clients_take_turns_however_many_jobs_each_has() -> None:
    async def order() -> list[str]:
        turns, served = Turns(1, 100, 100), []

        async def job(client: str) -> None:
            with turns.place(client):
                await turns.take(client)
                served.append(client)
                await asyncio.sleep(0)
                turns.give_back()

        jobs = [asyncio.create_task(job(client)) for client in "aaaaaabbc"]
        await asyncio.gather(*jobs)
        assert turns.running == turns.waiting == 0
        return served

    assert "".join(aside(order())) == "aabcabaaa"


def test_whoever_leaves_the_queue_leaves_no_trace() -> None:
    async def leave() -> None:
        turns = Turns(1, 100, 100)
        await turns.take("a")
        waiting = [asyncio.create_task(turns.take("b")) for _ in range(5)]
        await asyncio.sleep(0)
        assert (turns.waiting, turns.ahead("b"), turns.ahead("c")) == (5, 5, 1)
        for task in waiting[:3]:
            task.cancel()
        turns.give_back()  # in the same moment
        await asyncio.wait(waiting[:4])
        assert (turns.running, turns.waiting) == (1, 1)
        waiting[4].cancel()
        turns.give_back()
        await asyncio.wait(waiting)
        assert (turns.running, turns.waiting) == (0, 0)

    aside(leave())


def test_a_full_house_has_room_for_whoever_has_less() -> None:
    async def crowd() -> None:
        turns = Turns(1, 4, 100)
        outcomes = []

        async def job(client: str) -> None:
            try:
                with turns.place(client):
                    await turns.take(client)
                    await asyncio.sleep(0)
                    turns.give_back()
                    outcomes.append(client)
            except Busy as error:
                outcomes.append(f"{client}: {error.status}")

        await asyncio.gather(*(job(client) for client in "aaaaaabc"))
        assert sorted(outcomes) == ["a", "a", "a", "a: 503", "a: 503", "a: 503", "b", "c"]

    aside(crowd())


def test_a_machine_with_many_addresses_is_one_client() -> None:
    assert client_of("10.1.2.3") == "10.1.2.3"
    assert client_of("2001:db8:1:2::77") == client_of("2001:db8:1:2:ffff::1") != client_of("2001:db8:1:3::77")
    assert client_of("fe80::1%eth0") == client_of("fe80::2")


def test_hard_requests_of_a_client_who_leaves_hold_nobody_up(server: Server) -> None:
    body = json.dumps({"width": 5, "height": 5, "distance": 200}).encode()
    request = head(server, len(body)).replace(b"/api/check", b"/api/random") + body
    greedy = [connect(server) for _ in range(12)]
    for one in greedy:
        one.sendall(request)
    time.sleep(0.5)
    for one in greedy:
        one.close()
    with httpx.Client(base_url=server.address, timeout=60) as client:
        began = time.monotonic()
        assert client.post("/api/moves", json={**GOOD, "moves": "RD"}).status_code == 200
        assert time.monotonic() - began < 5  # it took 147 s
        until(lambda: client.get("/api/status").json() == {"running": 0, "waiting": 0, "workers": 2}, 5)


@pytest.mark.parametrize("path", ["check", "hint", "solve", "moves", "export"])
def test_long_texts_are_read_by_a_worker(client: httpx.Client, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits while they are: the server itself reads none, and says the same of them as of a short one."""
    texts = {
        "|" * 59_000: "58999",
        "/".join(" ".join(str(70 * row + column) for column in range(70)) for row in range(30)): "too large",
        (" ".join(map(str, range(30))) + "\n") * 40: "3 appears",
    }
    more = {"moves": {"moves": ""}, "export": {"moves": ""}}.get(path, {})
    for text, complaint in texts.items():
        found = client.post(f"/api/{path}", json={"board": text, **more}).json()
        assert complaint in str(found.get("error", "")) + "; ".join(place["message"] for place in found["problems"])
    app = create_app()
    monkeypatch.setattr(api, "read_puzzle", None)
    monkeypatch.setattr(api, "check_here", None)

    async def ask() -> int:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://localhost") as here:
            answer = await here.post("/api/check", json={"board": "|" * 59_000})
        await app.state.close()
        return answer.status_code

    assert aside(ask()) == 422


# Connections


def test_whoever_is_too_slow_is_hung_up_on(hasty: Server) -> None:
    """A head or a body that never ends, nothing at all, an answer that nobody takes."""
    beginnings = {
        "nothing": b"",
        "head": b"GET / HTTP/1.1\r\nX-Slow: ",
        "body": head(hasty, 100) + b'{"board": ',
        "answers": b"GET /css/panels.css HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2000,
    }
    slow = {}
    for name, beginning in beginnings.items():
        slow[name] = connect(hasty)
        slow[name].sendall(beginning)
    for _ in range(8):  # a byte now and then does not help
        for name in ("head", "body"):
            with suppress(OSError):
                slow[name].send(b" ")
        time.sleep(0.25)
    assert is_served(hasty)
    for one in slow.values():
        one.setblocking(False)
        until(partial(is_broken, one))
        one.close()


def test_whoever_asks_again_and_again_keeps_the_connection(hasty: Server) -> None:
    """It is silent whenever somebody looks, but never for long."""
    url = httpx.URL(hasty.address)
    busy = HTTPConnection(url.host, url.port, timeout=60)
    for _ in range(20):
        busy.request("POST", "/api/check", json.dumps(GOOD), {"Content-Type": "application/json"})
        assert json.loads(busy.getresponse().read())["solvable"]
        time.sleep(0.2)
    busy.close()


def is_broken(connection: socket.socket) -> bool:
    try:
        connection.send(b" ")
    except BlockingIOError:  # nobody reads what was sent before
        return False
    except OSError:
        return True
    return False


def test_clients_who_break_off_are_no_news(hasty: Server) -> None:
    """The fixture sees to it that nothing was printed."""
    for number in range(20):
        with connect(hasty) as leaving:
            leaving.sendall(head(hasty, 1000) + b'{"board": "1 2' * (number % 3))
        with connect(hasty) as rude:
            rude.sendall([b"\x16\x03\x01 garbage\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 100][number % 3])
    body = json.dumps({"board": HARD_24, "algorithm": "ida", "seconds": 20}).encode()
    with connect(hasty) as liar:  # no HTTP any more, in the middle of an answer
        chunked = head(hasty, 0).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
        chunked = chunked.replace(b"/api/check", b"/api/solve")
        liar.sendall(chunked + f"{len(body):x}\r\n".encode() + body + b"\r\n0\r\n\r\n")
        assert liar.recv(100).startswith(b"HTTP/1.1 200")
        liar.sendall(b"no request at all\r\n\r\n")
    assert is_served(hasty)


def test_more_connections_than_there_are_descriptors(hasty: Server) -> None:
    """The fixture sees to it that nothing was printed. Whoever only waits makes room for who comes to ask."""
    crowd = [connect(hasty) for _ in range(400)]
    assert is_served(hasty)
    for one in crowd:
        one.close()


def test_a_crowd_that_comes_at_once(hasty: Server) -> None:
    """Faster than the server takes them in, and from several processes: it never runs out of descriptors."""
    script = """
import socket, sys
crowd = [socket.create_connection((sys.argv[1], int(sys.argv[2])), timeout=60) for _ in range(300)]
"""
    url = httpx.URL(hasty.address)
    command = [sys.executable, "-c", script, url.host, str(url.port)]
    crowds = [subprocess.Popen(command, stderr=subprocess.DEVNULL) for _ in range(3)]
    for crowd in crowds:
        crowd.wait(60)
    assert is_served(hasty)


# Workers


def workers_of(server: Server) -> list[int]:
    pid = server.process.pid
    return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))


def kill_workers(server: Server) -> None:
    for pid in workers_of(server):
        os.kill(pid, signal.SIGKILL)


def test_idle_workers_that_were_killed_are_replaced(server: Server, client: httpx.Client) -> None:
    kill_workers(server)
    assert result(client, **GOOD)["length"] == 2
    kill_workers(server)
    assert client.post("/api/hint", json=GOOD).json()["plan"] == "RD"


def test_a_search_whose_worker_was_killed_begins_once_more(server: Server, client: httpx.Client) -> None:
    seen = []
    for name, data in events(client, board=HARD_24, algorithm="ida", seconds=60):
        seen.append(name)
        if name == "progress":
            kill_workers(server)
        if name == "failed":
            assert "killed" in data["error"] and "time and again" in data["error"], (data, seen)
    assert seen.count("restarted") == 1 and seen[-1] == "failed"


# Who may ask


def test_a_server_for_others_wants_its_token() -> None:
    async def ask(path: str, **options: Any) -> httpx.Response:
        app = create_app(Settings.for_host("192.168.1.5"), TOKEN)
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://192.168.1.5") as client:
            return await client.get(path, **options)

    for path in ("/", "/js/main.js", "/api/info", "/api/info?token=" + TOKEN, "/?token=", "/?token=guessed"):
        answer = aside(ask(path))
        assert answer.status_code == 401 and "open the whole link" in answer.text and TOKEN not in answer.text
    for wrong in ({"Authorization": "Bearer no"}, {"Cookie": "taquin-1=x"}, {"Authorization": b"Bearer \xff"}):
        assert aside(ask("/api/info", headers=wrong)).status_code == 401
    assert aside(ask("/api/info", headers={"Authorization": f"Bearer {TOKEN}"})).status_code == 200
    opened = aside(ask("/", params={"token": TOKEN}))
    assert (opened.status_code, opened.headers["location"]) == (303, "/")
    cookie = opened.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie
    assert aside(ask("/", headers={"Cookie": "other=1; " + cookie.partition(";")[0]})).status_code == 200


def test_the_link_of_a_server_for_others_has_the_token(cache: Path) -> None:
    shared = Server(cache, "--host", "0.0.0.0")
    link = httpx.URL(shared.address).copy_with(host="127.0.0.1")
    with httpx.Client(base_url=link.copy_with(query=None), follow_redirects=True) as client:
        assert client.get("/").status_code == 401
        assert client.get("/", params={"token": link.params["token"]}).text.startswith("<!doctype html>")
        assert client.post("/api/check", json=GOOD).status_code == 200
    assert shared.stop() == 0


@pytest.mark.parametrize("host", ["127.evil.example", "127.", "127.0.0.1.evil.example", "0.0.0.0", "::", "", "127.0.0"])
def test_names_that_only_look_like_this_machine(host: str) -> None:
    assert not is_loopback(host) and Settings.for_host(host).public


def test_a_short_siege() -> None:
    """A few seconds of `make soak`: nobody who behaves meets an error, and nothing is printed."""
    siege = [sys.executable, "-m", "benchmarks.soak", "0.1", "--players", "10", "--solvers", "2", "--hostile", "5"]
    done = subprocess.run([*siege, "--kill-every", "2"], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
