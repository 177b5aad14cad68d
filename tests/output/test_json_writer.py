"""What the writer makes of results, whatever they are: dataclasses, named tuples, properties of both."""

import json
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

import pytest

from schedcfg.output.json_writer import OMITTED, Omitted, members, to_json

SECRET = "token=hunter2hunter2"


class Spot(NamedTuple):
    first_line: int
    offset: Annotated[int, {"json": None}]


@dataclass(frozen=True, slots=True)
class Found:
    name: str
    is_safe: bool = field(default=True, metadata={"json": "safe"})
    advice: str = field(default="", metadata={"null_if_empty": True})
    key: str | None = field(default=None, metadata={"omit_none": True})
    more: str | Omitted = OMITTED
    secret: object = field(default=None, metadata={"json": None})


@dataclass(frozen=True, slots=True)
class Listed:
    __json__ = ("end as last", "found", "text")

    found: tuple[Found | Spot, ...]
    start: int

    @property
    def end(self) -> int:
        return self.start + 1

    @property
    def text(self) -> Annotated[str, {"content": True}]:
        return SECRET


def written(result: object) -> Any:
    return json.loads(to_json(result))


def test_fields_are_written_under_the_names_that_are_declared() -> None:
    assert written(Found("a")) == {"name": "a", "safe": True, "advice": None}
    full = Found("a", is_safe=False, advice="b", key="c", more="d", secret="e")
    assert written(full) == {"name": "a", "safe": False, "advice": "b", "key": "c", "more": "d"}


def test_named_tuples_are_objects_wherever_they_are() -> None:
    assert written(Spot(1, 2)) == {"firstLine": 1}
    assert written({"spots": [Spot(1, 2), (3, 4)]}) == {"spots": [{"firstLine": 1}, [3, 4]]}


def test_a_class_may_list_what_is_written() -> None:
    listed = Listed((Found("a"), Spot(7, 8)), 3)
    assert list(written(listed)) == ["last", "found", "text"]
    assert written(listed) == {
        "last": 4,
        "found": [{"name": "a", "safe": True, "advice": None}, {"firstLine": 7}],
        "text": SECRET,
    }


def test_what_looks_like_a_secret_is_hidden_where_it_is_no_content() -> None:
    assert written(Found(SECRET))["name"] == "token=***"
    assert written(Spot(SECRET, 0)) == {"firstLine": "token=***"}  # type: ignore[arg-type]


def test_what_is_not_always_written_is_optional() -> None:
    assert [member.key for member in members(Found) if member.is_optional] == ["key", "more"]


def test_nothing_else_is_written() -> None:
    assert members(int) == ()
    with pytest.raises(TypeError, match="object cannot be written as JSON"):
        to_json(object())
