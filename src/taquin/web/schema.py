"""One model for the web interface: a dataclass is the code's type, the check of what comes in, and its OpenAPI schema.

`read` turns parsed JSON into a dataclass or raises BadRequest naming every wrong field; `fields` goes the other way;
`schema` describes the same dataclass as JSON Schema. Known types: bool, int, float, str, Literal, list, dict with str
keys, dataclasses, and any of them or None. A `Rule` inside Annotated narrows a type.
"""

from __future__ import annotations

import dataclasses
import math
import types
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from taquin.texts import Sentence

__all__ = ["BadRequest", "Rule", "fields", "read", "schema"]

T = TypeVar("T")

_MOST_COMPLAINTS: Final = 20
"""Unknown fields that are named, and entries of a dict: a body may have a hundred thousand."""


class BadRequest(ValueError):
    """The JSON does not fit the dataclass; `problems` has one (field, message) for each thing that is wrong."""

    def __init__(self, problems: Sequence[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{field}: {message}" if field else message for field, message in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Rule:
    """What a value must keep to besides its type."""

    minimum: float | None = None
    maximum: float | None = None
    longest: int | None = None
    choices: Sequence[str] = ()
    summary: str = ""


def read(kind: type[T], value: Any) -> T:
    """An instance of the dataclass `kind` from parsed JSON."""
    problems: list[tuple[str, str]] = []
    found = _read(kind, value, "", problems)
    if problems:
        raise BadRequest(problems)
    assert isinstance(found, kind)
    return found


def fields(value: Any) -> dict[str, Any]:
    """A dataclass as a JSON object, for `json.dumps(..., default=fields)`."""
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        raise TypeError(f"{type(value).__name__} is not JSON")
    return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}


def schema(kind: Any) -> dict[str, Any]:
    """The JSON Schema of a type; dataclasses are described in place."""
    kind, rule = _bare(kind)
    options = _options(kind)
    if options:
        described = [schema(Annotated[option, rule] if rule else option) for option in options]
        return {"anyOf": [*described, {"type": "null"}]}
    if dataclasses.is_dataclass(kind):
        return _object_schema(kind)
    origin = get_origin(kind)
    if origin is Literal:
        return {"type": "string", "enum": list(get_args(kind))}
    if origin is list:
        return {"type": "array", "items": schema(get_args(kind)[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema(get_args(kind)[1])}
    names = {bool: "boolean", int: "integer", float: "number", str: "string"}
    return {} if kind is Any else {"type": names[kind], **_rule_schema(rule)}


def _read(kind: Any, value: Any, place: str, problems: list[tuple[str, str]]) -> Any:
    kind, rule = _bare(kind)
    options = _options(kind)
    if options:
        return None if value is None else _read(Annotated[options[0], rule or Rule()], value, place, problems)
    if dataclasses.is_dataclass(kind):
        return _read_object(kind, value, place, problems)
    message = _complaint(kind, rule, value)
    if message:
        problems.append((place, message))
        return None
    if get_origin(kind) is list:
        item = get_args(kind)[0]
        return [_read(item, part, f"{place}[{index}]", problems) for index, part in enumerate(value)]
    if get_origin(kind) is dict:
        item = get_args(kind)[1]
        return {name: _read(item, part, f"{place}.{name[:40]}", problems) for name, part in value.items()}
    return float(value) if kind is float else int(value) if kind is int else value


def _read_object(kind: Any, value: Any, place: str, problems: list[tuple[str, str]]) -> Any:
    if not isinstance(value, dict):
        problems.append((place, Sentence("web.object")))
        return None
    hints, found = _hints(kind), {}
    prefix = f"{place}." if place else ""
    for name in islice(value.keys() - hints.keys(), _MOST_COMPLAINTS):
        problems.append((f"{prefix}{name[:40]}", Sentence("web.unknown")))
    for field in dataclasses.fields(kind):
        if field.name in value:
            found[field.name] = _read(hints[field.name], value[field.name], prefix + field.name, problems)
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            problems.append((prefix + field.name, Sentence("web.missing")))
    return None if problems else kind(**found)


def _complaint(kind: Any, rule: Rule | None, value: Any) -> str:
    """Why this value is not of that type, or empty."""
    rule = rule or Rule()
    if get_origin(kind) is Literal:
        return "" if value in get_args(kind) else _one_of(get_args(kind))
    if get_origin(kind) is list:
        if not isinstance(value, list):
            return Sentence("web.list")
        return Sentence("web.items", most=rule.longest) if rule.longest and len(value) > rule.longest else ""
    if get_origin(kind) is dict:
        return _object_complaint(value)
    if kind is bool:
        return "" if isinstance(value, bool) else Sentence("web.boolean")
    if kind is str:
        return _text_complaint(rule, value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return Sentence("web.number")
    # JSON Schema counts 3.0 as an integer; so do we.
    if isinstance(value, float) and (not math.isfinite(value) or (kind is int and not value.is_integer())):
        return Sentence("web.whole" if kind is int else "web.finite")
    if rule.minimum is not None and value < rule.minimum:
        return Sentence("web.at_least", least=rule.minimum)
    if rule.maximum is not None and value > rule.maximum:
        return Sentence("web.at_most", most=rule.maximum)
    return ""


def _object_complaint(value: Any) -> str:
    if not isinstance(value, dict):
        return Sentence("web.object")
    return Sentence("web.fields", most=_MOST_COMPLAINTS) if len(value) > _MOST_COMPLAINTS else ""


def _text_complaint(rule: Rule, value: Any) -> str:
    if not isinstance(value, str):
        return Sentence("web.text")
    if rule.longest is not None and len(value) > rule.longest:
        return Sentence("web.longer", most=rule.longest)
    if rule.choices and value not in rule.choices:
        return _one_of(rule.choices)
    return ""


def _one_of(choices: Sequence[str]) -> Sentence:
    return Sentence("web.one_of", choices=", ".join(name or "(empty)" for name in choices))


def _object_schema(kind: Any) -> dict[str, Any]:
    hints = _hints(kind)
    properties, required = {}, []
    for field in dataclasses.fields(kind):
        properties[field.name] = schema(hints[field.name])
        if field.default is not dataclasses.MISSING:
            properties[field.name]["default"] = field.default
        elif field.default_factory is dataclasses.MISSING:
            required.append(field.name)
    described: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        described["required"] = required
    if kind.__doc__ and not kind.__doc__.startswith(f"{kind.__name__}("):
        described["description"] = kind.__doc__.split("\n\n")[0].replace("\n", " ")
    return described


def _rule_schema(rule: Rule | None) -> dict[str, Any]:
    if rule is None:
        return {}
    described: dict[str, Any] = {
        "minimum": rule.minimum,
        "maximum": rule.maximum,
        "maxLength": rule.longest,
        "enum": list(rule.choices) or None,
        "description": rule.summary or None,
    }
    return {name: value for name, value in described.items() if value is not None}


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _bare(kind: Any) -> tuple[Any, Rule | None]:
    """The type inside Annotated, and its Rule."""
    if get_origin(kind) is Annotated:
        inner, *notes = get_args(kind)
        return inner, next((note for note in notes if isinstance(note, Rule)), None)
    return kind, None


def _options(kind: Any) -> list[Any]:
    """What an optional type holds besides None; empty for a type that is not optional."""
    if get_origin(kind) in (Union, types.UnionType):
        return [option for option in get_args(kind) if option is not type(None)]
    return []
