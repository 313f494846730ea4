"""The OpenAPI description, generated from the table of endpoints and their dataclasses."""

from __future__ import annotations

from typing import Any

import taquin
from taquin.web.api import ENDPOINTS, Endpoint
from taquin.web.messages import Failure
from taquin.web.schema import schema

__all__ = ["describe"]

_REFUSALS = {
    "400": "The body is not JSON.",
    "403": "The request comes from another site.",
    "413": "The body is too large.",
    "415": "The body is not declared as JSON.",
    "421": "The Host header names another server.",
    "422": "The request is understood, but something in it is wrong; the answer says what.",
    "429": "This client has enough searches under way.",
    "503": "The server has enough searches waiting.",
}


def describe() -> dict[str, Any]:
    """The whole description as plain JSON."""
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Taquin",
            "version": taquin.__version__,
            "description": "Sliding-tile puzzles. Moves are named by the direction in which the blank travels.",
        },
        "paths": paths,
        "components": {"schemas": {"Failure": schema(Failure)}},
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    summary = (endpoint.handler.__doc__ or "").strip()
    content = {
        kind: {"schema": schema(answer) if answer else {"type": "string"} if "json" not in kind else {}}
        for kind, answer in endpoint.answers.items()
    }
    failure = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
    refusals = _REFUSALS if endpoint.request else {"421": _REFUSALS["421"]}
    described: dict[str, Any] = {
        "operationId": endpoint.handler.__name__,
        "summary": summary,
        "responses": {
            "200": {"description": "The answer.", "content": content},
            **{code: {"description": text, "content": failure} for code, text in refusals.items()},
        },
    }
    if endpoint.request:
        described["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema(endpoint.request)}},
        }
    return described
