"""The shape of Args: with a decoder that does what Go's does, and, with `SCHEDCFG_RECORD`, with real schedulers."""

import os
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from schedcfg import plugins, releases
from schedcfg.commands.confirm import scheduler
from schedcfg.commands.confirm.args_shape import Ask, args_schema, field_names
from schedcfg.commands.confirm.compiled import ProgramTrial, by_name
from schedcfg.commands.confirm.go_program import GoType
from tests.recorded_facts import RELEASES, facts
from tools.record.module import build_command

Fields = Mapping[str, Any]

ASKED = os.environ.get("SCHEDCFG_RECORD", "")

RESOURCES: Fields = {"name": "string", "weight": "int64"}
ARGS: Fields = {
    "ignored": ["string"],
    "labels": "map[string]string",
    "limits": "limits",
    "strategy": {"kindOf": "v1.Kind", "resources": [RESOURCES]},
    "timeout": "duration",
    "anything": "any",
}
NAMES = (
    "anything",
    "ignored",
    "kindOf",
    "labels",
    "limits",
    "name",
    "resources",
    "strategy",
    "timeout",
    "unknown",
    "weight",
)


_GO_TYPES = {"limits": "v1.ResourceLimits", "duration": "string"}
_PYTHON_TYPES = {"int64": int, "limits": dict, "map[string]string": dict}
_WORDS = {dict: "object", list: "array", str: "string", int: "number", bool: "bool"}


def _type(kind: Any) -> str:
    if isinstance(kind, list):
        return f"[]{_type(kind[0])}"
    return _GO_TYPES.get(kind, kind) if isinstance(kind, str) else "v1.Struct"


def _problems(kind: Any, value: Any, name: str) -> Iterator[str]:
    """Yield what Go's decoder says of a value; it goes on behind a field that does not fit."""
    if kind == "any" or value is None:
        return
    fits = _PYTHON_TYPES.get(kind, str) if isinstance(kind, str) else type(kind)
    if type(value) is not fits:
        into = "value" if kind == "duration" else f"struct field Args.{name}"
        yield f"json: cannot unmarshal {_WORDS[type(value)]} into Go {into} of type {_type(kind)}"
        return
    for key, one, its in _parts(kind, value):
        yield from _problems(its, one, f"{name}.{key}" if key else name)


def _parts(kind: Any, value: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the values within another one, each with its name and its type."""
    if isinstance(kind, list):
        yield from (("", one, kind[0]) for one in value)
    elif isinstance(kind, dict):
        yield from ((key, one, kind[key]) for key, one in value.items() if key in kind)
    elif kind == "limits":
        yield from ((key, one, "int64") for key, one in value.items())


def _unknown(kind: Any, value: Any) -> Iterator[str]:
    if isinstance(kind, list) and isinstance(value, list):
        for one in value:
            yield from _unknown(kind[0], one)
    if isinstance(kind, dict) and isinstance(value, dict):
        yield from (f'unknown field "{key}"' for key in value if key not in kind)
        for key in value.keys() & kind.keys():
            yield from _unknown(kind[key], value[key])


def decoder(*, strict: bool) -> Ask:
    def ask(args: Mapping[str, Any]) -> tuple[str, ...]:
        errors = list(_problems(ARGS, args, ""))
        if errors:
            return (f"decoding args: {errors[0]}",)
        unknown = list(_unknown(ARGS, args)) if strict else []
        return ("strict decoding error: " + ", ".join(unknown[:100]),) if unknown else ()

    return ask


KNOWN = {
    "ignored": {"type": "array", "items": {"type": "string"}},
    "labels": {"type": "object", "additionalProperties": {"type": "string"}},
    "limits": {"type": "object", "additionalProperties": {"type": "integer"}},
    "strategy": {
        "type": "object",
        "properties": {
            "kindOf": {"type": "string"},
            "resources": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"name": {"type": "string"}, "weight": {"type": "integer"}},
                    "additionalProperties": False,
                },
            },
        },
        "additionalProperties": False,
    },
    "timeout": {"type": "string"},
}


def test_a_strict_decoder_tells_all_fields_and_their_types() -> None:
    schema = args_schema(decoder(strict=True), NAMES)
    assert schema == {"type": "object", "properties": {"anything": {}, **KNOWN}, "additionalProperties": False}


def test_another_one_tells_those_that_have_a_type() -> None:
    schema = args_schema(decoder(strict=False), NAMES)
    assert schema == {"type": "object", "properties": KNOWN, "additionalProperties": False}


@pytest.mark.parametrize("errors", [(), ("there is no cluster",)])
def test_a_program_that_names_no_field_has_no_schema(errors: tuple[str, ...]) -> None:
    assert args_schema(lambda _: errors, NAMES) is None
    assert args_schema(decoder(strict=True), ()) is None


def test_where_a_problem_leads_to_no_field_there_may_be_more() -> None:
    def ask(args: Mapping[str, Any]) -> tuple[str, ...]:
        errors = decoder(strict=False)(args)
        return errors or (("they exclude each other",) if {"unknown", "weight", "resources"} <= args.keys() else ())

    schema = args_schema(ask, NAMES)
    assert schema is not None
    assert schema.keys() == {"type", "properties"}


def test_of_types_with_one_name_any_may_be_the_plugin() -> None:
    helper = GoType("Reservation", "example.com/reservation.Preemption", frozenset({"postFilter"}))
    plugin = GoType("Reservation", "example.com/reservation.Plugin", frozenset({"filter", "score"}))
    merged = GoType("Reservation", plugin.type, frozenset({"postFilter", "filter", "score"}))
    assert by_name([helper, plugin]) == by_name([plugin, helper]) == {"Reservation": merged}


@pytest.mark.skipif(not ASKED, reason="linking a release takes minutes and gigabytes: set SCHEDCFG_RECORD=1.33")
@pytest.mark.parametrize("release", [RELEASES[-1]] if ASKED in {"", "1"} else ASKED.split(","))
def test_real_schedulers_tell_the_fields_that_are_known(release: str) -> None:
    program = str(build_command(facts(release)["kubernetes"]))
    trial = ProgramTrial(scheduler.binary(program, scheduler.SECONDS), releases.at(release), field_names(program))
    compared = 0
    for name in sorted(releases.at(release).plugins):
        plugin = plugins.find(name)
        kind = None if plugin is None else plugin.args_in("v1", releases.at(release))
        found = trial.plugin(name, None)
        assert found is not None
        if kind is None:
            assert found.args_schema is None
        else:
            assert found.args_schema is not None
            fields = {field.alias for field in kind.model.model_fields.values()} - {"apiVersion", "kind"}
            assert set(found.args_schema["properties"]) == fields
            compared += 1
    assert compared > 3
