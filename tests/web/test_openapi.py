"""The OpenAPI description is true: schemathesis sends what it allows and what it does not; nothing ends in a 5xx."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from taquin.web.api import ENDPOINTS
from taquin.web.openapi import describe
from tests.web.conftest import Server

OPERATIONS = {
    found.ok().path: found.ok()
    for found in schemathesis.openapi.from_dict(describe()).get_all_operations()
    if isinstance(found, Ok)
}

BOARDS = [None, "1 2 3/4 0 5/7 8 6", "3 1\n1 0 2", "1 2/3 0", "2 1 3/4 5 6/7 8 0", "1 2 3 4/5 6 0 8"]


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("path", [endpoint.path for endpoint in ENDPOINTS if endpoint.request])
def test_every_answer_is_as_described(server: Server, path: str, mode: GenerationMode) -> None:
    @given(case=OPERATIONS[path].as_strategy(generation_mode=mode), board=st.sampled_from(BOARDS))
    @settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    def check(case: schemathesis.Case[Any], board: str | None) -> None:
        body: Any = case.body
        if mode is GenerationMode.POSITIVE and board is not None and "board" in body:
            body["board"] = board  # chance alone hardly ever writes a board
        if isinstance(body, dict) and isinstance(body.get("seconds"), int | float):
            body["seconds"] = min(body["seconds"], 0.2)  # a search may take as long as it is told
        response = case.call(base_url=server.address, timeout=120)
        assert response.status_code < 500 or response.status_code == 503, response.text
        # What is no board or no move is a valid text all the same; and a body may be refused before it is read.
        excluded: list[Any] = [
            positive_data_acceptance,
            *([negative_data_rejection] if response.status_code == 413 else []),
        ]
        case.validate_response(response, excluded_checks=excluded)

    check()


def test_all_endpoints_are_described(client: httpx.Client) -> None:
    found = client.get("/api/openapi.json").json()
    assert found == describe()
    assert set(found["paths"]) == {endpoint.path for endpoint in ENDPOINTS}
    for path in found["paths"].values():
        for operation in path.values():
            assert operation["summary"] and operation["responses"]["200"]["content"]
    enumerated = found["paths"]["/api/solve"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert "bnb000" in enumerated["properties"]["algorithm"]["enum"]


def test_an_unknown_method_is_refused_with_the_known_one(client: httpx.Client) -> None:
    response = client.get("/api/check")
    assert response.status_code == 405 and "POST" in response.headers["allow"]
    assert client.get("/api/nothing").status_code == 404
