"""What a hostile page, a broken client or a curious student can send: all of it is refused, and the answer says why."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from taquin.web.app import create_app
from taquin.web.guard import HEADERS, Guard
from taquin.web.serve import _address as server_address
from taquin.web.settings import Settings, is_loopback
from tests.web.conftest import Server

GOOD = {"board": "1 2 3/4 0 5/7 8 6"}


def refused(response: httpx.Response, status: int, *words: str) -> None:
    assert response.status_code == status, response.text
    assert all(word in response.json()["error"] for word in words), response.text


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "10.1.2.3", "", "[::2]"])
def test_a_foreign_host_is_refused(client: httpx.Client, host: str) -> None:
    for path in ("/", "/api/info", "/js/main.js"):
        refused(client.get(path, headers={"Host": host}), 421, "Host")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:80"])
def test_our_own_names_are_accepted(client: httpx.Client, host: str) -> None:
    assert client.get("/api/info", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_foreign_origin_is_refused(client: httpx.Client, headers: dict[str, str]) -> None:
    refused(client.post("/api/check", json=GOOD, headers=headers), 403, "other sites")


def test_our_own_origin_is_accepted(client: httpx.Client, server: Server) -> None:
    headers = {"Origin": server.address.rstrip("/"), "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/check", json=GOOD, headers=headers).status_code == 200


def test_nothing_is_allowed_to_other_origins(client: httpx.Client) -> None:
    response = client.options("/api/check", headers={"Origin": "http://evil.example"})
    assert not any(name.startswith("access-control") for name in response.headers)


def test_only_json_is_read(client: httpx.Client) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        refused(client.post("/api/check", content=json.dumps(GOOD), headers={"Content-Type": kind}), 415, "JSON")


@pytest.mark.parametrize(
    "body", [b"", b"{", b"nope", b"\xff\xfe", b"[" * 100_000, b'{"board": ' + b"9" * 10_000 + b"}"]
)
def test_a_malformed_body_is_refused(client: httpx.Client, body: bytes) -> None:
    response = client.post("/api/check", content=body, headers={"Content-Type": "application/json"})
    assert response.status_code in (400, 422) and response.json()["error"]


@pytest.mark.parametrize(
    "body", ["[]", "null", "3", '"text"', "{}", '{"board": null}', '{"board": 3}', '{"board": ["1"]}']
)
def test_json_of_the_wrong_shape_is_refused(client: httpx.Client, body: str) -> None:
    response = client.post("/api/check", content=body, headers={"Content-Type": "application/json"})
    refused(response, 422)


def test_every_wrong_field_is_named(client: httpx.Client) -> None:
    body = {"bord": "1", "goal": 3, "seconds": -1, "nodes": 1.5, "algorithm": "magic", "trace": "yes"}
    refused(
        client.post("/api/solve", json=body), 422, "bord", "goal", "seconds", "nodes", "algorithm", "trace", "board"
    )


def test_moves_that_stand_for_far_more_moves_are_refused(client: httpx.Client) -> None:
    long = "R999999L999999" * 1000
    for path, more in (("moves", {"moves": long}), ("export", {"moves": long}), ("hint", {"plan": long})):
        refused(
            client.post(f"/api/{path}", json={"board": "1 2 3/4 0 5/7 8 6", **more}), 422, "more than 1000000 moves"
        )


@pytest.mark.parametrize("text", ["1/" * 25_000, "|1|2|\n" * 9_000, "1 " * 25_000])
def test_a_text_with_far_too_many_cells_is_refused_before_it_is_read(client: httpx.Client, text: str) -> None:
    for path in ("check", "hint", "solve"):
        refused(client.post(f"/api/{path}", json={"board": text}), 422, "too large")


def test_an_oversized_body_is_refused(client: httpx.Client) -> None:
    refused(client.post("/api/check", json={"board": "1 " * 1_000_000}), 413, "larger than")

    def far_too_much() -> Iterator[bytes]:
        for _ in range(1000):
            yield b" " * 65536

    # Without a Content-Length the bytes are counted as they come.
    try:
        response = client.post("/api/check", content=far_too_much(), headers={"Content-Type": "application/json"})
        refused(response, 413, "larger than")
    except (httpx.WriteError, httpx.RemoteProtocolError):
        pass  # the server answered and hung up while we were still sending


def test_a_lying_content_length_is_refused(server: Server) -> None:
    url = httpx.URL(server.address)
    for length in ("-5", "1e9", "99999999999999999999"):
        connection = http.client.HTTPConnection(url.host, url.port or 80, timeout=10)
        connection.putrequest("POST", "/api/check")
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Content-Length", length)
        connection.endheaders()
        assert connection.getresponse().status in (400, 413)
        connection.close()


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../etc/passwd",
        "/..%2f..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/js/..%5c..%5capp.py",
        "/js//main.js",
        "/static/../app.py",
        "/js/",
        "/css",
        "//etc/passwd",
        "/index.html/..",
        "/%00",
        "/app.py",
        "/js/main.js%00.html",
        "/file:///etc/passwd",
    ],
)
def test_path_tricks_find_nothing(server: Server, path: str) -> None:
    url = httpx.URL(server.address)
    with socket.create_connection((url.host, url.port or 80), timeout=10) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    assert answer.split(b" ")[1] in (b"404", b"400"), answer[:200]
    assert b"root:" not in answer


def test_no_file_is_opened_after_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    transport = httpx.ASGITransport(app=create_app(Settings()))

    async def get(path: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get(path)

    # In a thread of its own: the browser of other tests keeps an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        monkeypatch.setattr(Path, "open", None)
        monkeypatch.setattr("builtins.open", None)
        page = thread.submit(asyncio.run, get("/")).result()
        script = thread.submit(asyncio.run, get("/js/main.js")).result()
        monkeypatch.undo()
    assert page.status_code == 200
    assert script.headers["content-type"].startswith("text/javascript")


def test_huge_boards_are_refused(client: httpx.Client) -> None:
    rows = "/".join(" ".join(str(100 * row + column) for column in range(100)) for row in range(100))
    for path in ("check", "hint", "solve"):
        refused(client.post(f"/api/{path}", json={"board": rows}), 422, "too large", "2500")
    refused(client.post("/api/random", json={"width": 100, "height": 100}), 422, "too large")
    refused(client.post("/api/random", json={"width": 10**9, "height": 10**9}), 422, "at most")
    refused(client.post("/api/solve", json={**GOOD, "goal": rows}), 422)


def test_immoderate_limits_are_refused(client: httpx.Client) -> None:
    refused(client.post("/api/solve", json={**GOOD, "seconds": 1e9}), 422, "seconds", "3600")
    refused(client.post("/api/solve", json={**GOOD, "nodes": 10**30}), 422, "nodes")
    refused(client.post("/api/solve", json={**GOOD, "memory": 1 << 50}), 422, "memory")
    for body in ('{"board": "1 2/3 0", "seconds": 1e999}', '{"board": "1 2/3 0", "seconds": NaN}'):
        refused(client.post("/api/solve", content=body, headers={"Content-Type": "application/json"}), 422, "finite")


def test_every_answer_carries_the_security_headers(client: httpx.Client) -> None:
    for path in ("/", "/api/info", "/nowhere"):
        response = client.get(path)
        for name, value in HEADERS.items():
            assert response.headers[name] == value
        assert "server" not in response.headers


def test_a_server_for_others_is_bounded_more_tightly() -> None:
    own, shared = Settings.for_host("127.0.0.1"), Settings.for_host("0.0.0.0")
    assert shared.public and not own.public
    assert shared.seconds < own.seconds and shared.memory < own.memory and shared.per_client < own.per_client
    guard = Guard(create_app(shared), shared)
    assert guard._is_own_name("192.168.1.5") and not guard._is_own_name("evil.example")
    assert not Guard(create_app(own), own)._is_own_name("192.168.1.5")
    assert is_loopback("::1") and is_loopback("127.9.9.9") and not is_loopback("::")


@pytest.mark.parametrize("host", ["", "0.0.0.0", "::"])
def test_a_server_on_all_addresses_is_named_by_its_machine(host: str) -> None:
    assert server_address(host, 80) == f"http://{socket.gethostname()}:80/"
