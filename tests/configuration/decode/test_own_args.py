"""Args against a JSON Schema: every difference, in words."""

import sys
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from schedcfg.configuration.decode import declared_args, schema_process
from schedcfg.configuration.decode.declared_args import differences, wrong_schema
from schedcfg.configuration.decode.schema_process import SchemaProcess

ARGS = ("profiles", 0, "pluginConfig", 0, "args")


def said(args: object, **schema: Any) -> list[str]:
    assert wrong_schema(schema) is None
    return [found.message for found in differences(args, schema, ARGS)]


def field(schema: Mapping[str, Any], value: object) -> list[str]:
    return said({"x": value}, properties={"x": schema})


@pytest.mark.parametrize(
    ("schema", "value", "message"),
    [
        ({"type": "integer"}, "3", '`x` must be a whole number, found the string "3"'),
        ({"type": ["integer", "null"]}, True, "`x` must be a whole number or null, found the boolean true"),
        ({"enum": ["a", "b"]}, "c", '`x` is the string "c"; it must be one of `a`, `b`'),
        ({"const": 1}, 2, "`x` is the number 2; it must be `1`"),
        ({"minimum": 1}, 0, "`x` is the number 0; it must be at least 1"),
        ({"exclusiveMaximum": 1}, 1, "`x` is the number 1; it must be less than 1"),
        ({"multipleOf": 5}, 3, "`x` is the number 3; it must be a multiple of 5"),
        ({"minLength": 1}, "", '`x` is the string ""; it must have at least 1 characters'),
        ({"pattern": "^a"}, "b", '`x` is the string "b"; it must match the pattern `^a`'),
        ({"minItems": 1}, [], "`x` must have at least 1 items"),
        ({"uniqueItems": True}, [1, 1], "`x` contains an item twice"),
        ({"not": {"type": "string"}}, "a", '`x` is the string "a", which the schema\'s `not` does not allow'),
        (
            {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            [],
            "`x` must be a string or a whole number, found a list",
        ),
        ({"items": {"type": "string"}}, ["a", 1], "`x[1]` must be a string, found the number 1"),
        ({"required": ["a"]}, {}, "`x` lacks `a`"),
        (False, 1, "`args`: the schema allows nothing here, found the number 1"),
    ],
    ids=str,
)
def test_what_is_said_of_a_value(schema: Mapping[str, Any], value: object, message: str) -> None:
    assert field(schema, value) == [message]


def test_the_nearest_of_several_alternatives() -> None:
    one = {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}
    (message,) = field({"oneOf": [one, {"type": "string"}]}, {"a": "x"})
    assert message == '`a` must be a whole number, found the string "x" (the closest of several alternatives)'


def test_two_alternatives_that_both_fit() -> None:
    assert field({"oneOf": [{"minimum": 0}, {"minimum": 1}]}, 2) == [
        "`x` is the number 2, which the schema's `oneOf` does not allow"
    ]


def test_everything_at_once_and_where() -> None:
    schema = {
        "type": "object",
        "additionalProperties": False,
        "required": ["a", "b"],
        "properties": {"a": {}, "b": {}, "list": {"items": {"type": "object", "additionalProperties": False}}},
        "patternProperties": {"^x-": {}},
    }
    found = differences({"aa": 1, "x-y": 1, "list": [{}, {"z": 1}]}, schema, ARGS)
    assert [(one.path, one.message, one.on_key) for one in found] == [
        ((), "`args` lacks `a`", False),
        ((), "`args` lacks `b`", False),
        (("aa",), "unknown field `aa` in `args`", True),
        (("list", 1, "z"), "unknown field `z` in `list[1]`", True),
    ]
    assert found[2].help == "Known keys: a, b, list."


def test_a_field_that_was_probably_meant() -> None:
    (found,) = differences({"wieght": 1}, {"properties": {"weight": {}}, "additionalProperties": False}, ARGS)
    assert found.help == "Did you mean `weight`?"


def test_no_args_are_empty_args() -> None:
    assert said(None, type="object") == []
    assert said(None, required=["a"]) == ["`args` lacks `a`"]
    assert said([], type="object") == ["`args` must be a mapping, found a list"]


def test_parts_of_a_schema_are_followed_and_other_files_are_not() -> None:
    parts = {"$defs": {"n": {"type": "integer"}}, "properties": {"x": {"$ref": "#/$defs/n"}}}
    assert said({"x": "a"}, **parts) == ['`x` must be a whole number, found the string "a"']
    assert said({"x": 1}, properties={"x": {"$ref": "https://example.com/other.json"}}) == [
        "the schema of these args refers to `https://example.com/other.json`, which it does not contain"
    ]


def test_a_schema_that_leads_back_to_itself_is_said_to() -> None:
    assert said({}, **{"$ref": "#"}) == ["the schema of these args refers to itself in an endless loop"]


def test_older_drafts() -> None:
    draft = "http://json-schema.org/draft-04/schema#"
    schema = {"$schema": draft, "properties": {"x": {"minimum": 1, "exclusiveMinimum": True}}}
    assert said({"x": 1}, **schema) == ["`x` is the number 1; it must be at least 1"]


@pytest.mark.parametrize("data", [[], None, "x", {"type": "objekt"}, {"properties": []}])
def test_what_is_no_schema(data: object) -> None:
    assert wrong_schema(data)


def test_of_many_wrong_keys_the_same_is_reported_in_every_process() -> None:
    """For jsonschema they are a set."""
    wrong = {f"key{number:02}": 1 for number in reversed(range(40))}
    assert wrong_schema({"properties": wrong}) == "1 is not of type 'object', 'boolean', at properties/key00"
    texts = {"type": "object", "additionalProperties": {"type": "string"}}
    (message,) = field({"anyOf": [texts, {"type": "array"}]}, wrong)
    assert message.startswith("`key00` must be a string")


DOUBLED = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(40)} | {"d40": {"type": "string"}}


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Iterator[SchemaProcess]:
    """Return one of the test's own, which has not ended any yet."""
    own = SchemaProcess()
    monkeypatch.setattr(declared_args, "PROCESS", own)
    yield own
    own.end()


@pytest.mark.usefixtures("process")
@pytest.mark.parametrize(
    ("schema", "value", "said_of_it"),
    [
        ({"properties": {"x": {"pattern": "^(a|aa|b?a)+$"}}}, "a" * 60 + "c", "it takes more than 1 s"),
        ({"patternProperties": {"^(x|xx|y?x)+$": {}}}, None, "it takes more than 1 s"),
        ({"$defs": DOUBLED, "$ref": "#/$defs/d0"}, "a", "it takes more than 1 s"),
        ({"properties": {"x": {"pattern": "(){1000000000}"}}}, "a", "it takes "),
        ({"properties": {"x": {"pattern": "((){9999}){9999}"}}}, "a", "it takes "),
        ({"properties": {"x": {"pattern": "a{99999999999}"}}}, "a", "a pattern is not valid: the repetition"),
    ],
)
def test_a_schema_that_takes_too_much_is_given_up(schema: dict[str, Any], value: object, said_of_it: str) -> None:
    (message,) = said({"x" * 60 + "c" if value is None else "x": value}, **schema)
    assert message.startswith(f"these args were not checked against their schema: {said_of_it}")
    assert field({"pattern": "^a"}, "a") == []


@pytest.mark.usefixtures("process")
@pytest.mark.parametrize(
    "repeated",
    [
        "(?x)b{ 1000000000 }",
        "b{0000000001000000000}",
        "[ab]{9999}",
        r"^b(\.\d{1,3}){0,3}$",
        "[]{9999}]{1}|b",
        r"b\{99999\}",
    ],
)
def test_repeats_are_nothing_in_themselves(repeated: str) -> None:
    assert field({"pattern": repeated}, "a") == [f'`x` is the string "a"; it must match the pattern `{repeated}`']


def test_after_several_that_took_too_much_none_is_begun(
    process: SchemaProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema_process, "_MOST_ENDED", 1)
    field({"pattern": "^(a|aa|b?a)+$"}, "a" * 60 + "c")
    (message,) = field({"pattern": "^a"}, "a")
    assert message.endswith("1 such checks took too much before it")
    assert not process.is_running


def test_a_schema_without_patterns_needs_no_process(process: SchemaProcess) -> None:
    assert field({"type": "string"}, "a") == []
    assert not process.is_running


def test_where_no_process_can_be_had_that_is_said(process: SchemaProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert "a process of its own, which cannot be had here" in field({"pattern": "^a"}, "b")[0]
    assert not process.is_running
