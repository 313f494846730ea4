"""One dataclass: a check, a reader, a writer and a JSON Schema."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Annotated, Literal

import pytest

from taquin.web.schema import BadRequest, Rule, fields, read, schema


@dataclass(frozen=True)
class Inner:
    name: Annotated[str, Rule(longest=3)]


@dataclass(frozen=True)
class Outer:
    """What this test reads."""

    count: Annotated[int, Rule(minimum=1, maximum=9)]
    ratio: float = 0.5
    kind: Literal["a", "b"] = "a"
    inner: Inner | None = None
    items: list[int] = field(default_factory=list)


def test_reads_what_fits() -> None:
    found = read(Outer, {"count": 3.0, "ratio": 1, "kind": "b", "inner": {"name": "abc"}, "items": [1, 2]})
    assert found == Outer(3, 1.0, "b", Inner("abc"), [1, 2])
    assert isinstance(found.count, int) and isinstance(found.ratio, float)
    assert read(Outer, json.loads(json.dumps(found, default=fields))) == found


def test_names_everything_that_does_not_fit() -> None:
    body = {"count": 10, "ratio": "x", "kind": "c", "inner": {"name": "long"}, "items": [1, True], "more": 1}
    with pytest.raises(BadRequest) as caught:
        read(Outer, body)
    assert {place for place, _ in caught.value.problems} == {
        "count",
        "ratio",
        "kind",
        "inner.name",
        "items[1]",
        "more",
    }
    with pytest.raises(BadRequest, match="count: is missing"):
        read(Outer, {})
    with pytest.raises(BadRequest, match="JSON object"):
        read(Outer, [])


def test_describes_itself() -> None:
    found = schema(Outer)
    assert found["required"] == ["count"] and found["additionalProperties"] is False
    assert found["description"] == "What this test reads."
    assert found["properties"]["count"] == {"type": "integer", "minimum": 1, "maximum": 9}
    assert found["properties"]["kind"] == {"type": "string", "enum": ["a", "b"], "default": "a"}
    assert found["properties"]["inner"]["anyOf"][1] == {"type": "null"}
