"""JSON Schemas (draft 2020-12) of what the commands write with `--output json`, derived from the reports' dataclasses.

What is committed in `schemas/output/` is the contract: a test notices where a change of the code would change it.
"""

import importlib
import inspect
import re
import sys
from collections.abc import Mapping
from enum import Enum
from functools import reduce
from operator import or_
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from schedcfg.commands.schema.schema_draft import JsonSchema
from schedcfg.output.json_writer import Member, Omitted, members
from schedcfg.patterns import pattern

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


class _Report(NamedTuple):
    """The module of a report's dataclass."""

    module: str
    name: str
    # The name of a union of dataclasses there, of which the field `kind` chooses one; empty where it has none
    kinds: str = ""


_REPORTS = {
    "validate": _Report("schedcfg.output.json_report", "ValidateJson"),
    "effective": _Report("schedcfg.commands.effective.json_report", "EffectiveJson"),
    "why": _Report("schedcfg.commands.why.json_report", "WhyJson"),
    "migrate": _Report("schedcfg.commands.migrate.json_report", "MigrateJson"),
    "diff": _Report("schedcfg.commands.diff.json_report", "DiffJson"),
    "diff --git": _Report("schedcfg.commands.review.review", "Review"),
    "confirm": _Report("schedcfg.commands.confirm.json_report", "ConfirmJson"),
    "try": _Report("schedcfg.commands.trial.answer.json_report", "TrialJson"),
    "try --measure": _Report("schedcfg.commands.trial.variants", "Measurement"),
    "test": _Report("schedcfg.commands.test.results", "TestReport"),
    "upgrade": _Report("schedcfg.commands.upgrade.results", "UpgradePlan"),
    "probe network-traffic": _Report("schedcfg.commands.probe.network_traffic.results", "TrafficProbe"),
    "probe extender": _Report("schedcfg.commands.probe.extender.results", "ExtenderProbe"),
    "explain": _Report("schedcfg.commands.explain.explanation", "ExplanationHead", "Explanation"),
    "list rules": _Report("schedcfg.commands.explain.rules", "RulesJson"),
    "list plugins": _Report("schedcfg.commands.explain.json_report", "PluginsJson"),
    "list plugins --binary": _Report("schedcfg.commands.confirm.compiled", "CompiledPlugins"),
    "list releases": _Report("schedcfg.commands.explain.json_report", "ReleasesJson"),
}
"""Command → its report."""

REPORT_SCHEMAS = {command.removeprefix("list ").replace(" --", "-").replace(" ", "-"): command for command in _REPORTS}
"""Name of a schema → the command as it is typed."""


def report_schema(name: str) -> JsonSchema:
    """Return the JSON Schema of what a command writes with `--output json`: of `validate`, of `probe-extender`."""
    command = REPORT_SCHEMAS[name]
    known = _REPORTS[command]
    module = importlib.import_module(known.module)
    head = {"$schema": _DIALECT, "$id": f"urn:schedcfg:output:{name}", "title": f"schedcfg {command}"}
    made = _derive(getattr(module, known.name))
    if known.kinds:
        made |= _by_kind([_derive(each) for each in get_args(getattr(module, known.kinds))])
    return head | made


def _derive(report: type[Any]) -> JsonSchema:
    shared: JsonSchema = {}
    return {**_of_class(report, shared), "$defs": shared}


def _by_kind(variants: list[JsonSchema]) -> JsonSchema:
    """Hold what has a known `kind` against the schema of that kind; others may come later."""
    shared: JsonSchema = {}
    choice = []
    for variant in variants:
        shared |= variant.pop("$defs")
        kind = variant["properties"]["kind"]["const"]
        choice.append({"if": {"properties": {"kind": {"const": kind}}}, "then": variant})
    return {"allOf": choice, "$defs": shared}


def _of_class(described: type[Any], shared: JsonSchema) -> JsonSchema:
    """Describe an object as the docstring of its class does; keys that are not named may come later.

    Args:
        described: The class.
        shared: Gets the schemas of the classes in it, by their names.
    """
    known = members(described)
    summary, attributes = _docstring(described)
    keys = {member.name: member.key for member in known}
    named = {name: _QUOTED.sub(lambda quoted: keys.get(quoted[0], quoted[0]), one) for name, one in attributes.items()}
    return {
        "description": summary,
        "type": "object",
        "properties": {member.key: _of_member(described, member, named, shared) for member in known},
        "required": [member.key for member in known if not member.is_optional],
    }


def _of_member(described: type[Any], member: Member, descriptions: Mapping[str, str], shared: JsonSchema) -> JsonSchema:
    getter = getattr(getattr(described, member.name, None), "fget", None)
    description = {"description": descriptions.get(member.name) or _docstring(getter)[0]}
    kind = get_type_hints(getter)["return"] if getter else _field_type(described, member.name)
    if member.metadata.get("open"):
        return {**description, "type": ["string", "null"] if NoneType in get_args(kind) else "string"}
    if member.metadata.keys() & {"null_if_empty", "nullable"}:
        kind |= None
    elif "omit_none" in member.metadata:
        kind = reduce(or_, (one for one in get_args(kind) if one is not NoneType))
    bounds = {"minimum": member.metadata["minimum"]} if "minimum" in member.metadata else {}
    return {**description, **_of_type(kind, shared), **bounds}


def _field_type(described: type[Any], name: str) -> Any:
    """Return the type of a field, which alone is looked up: that of others may only be there for mypy."""
    owner = next(each for each in described.__mro__ if name in inspect.get_annotations(each))
    alone = type(name, (), {"__annotations__": {name: owner.__annotations__[name]}})
    return get_type_hints(alone, vars(sys.modules[owner.__module__]))[name]


_SIMPLE = {bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null"}


def _of_type(kind: Any, shared: JsonSchema) -> JsonSchema:
    """Return the schema of what the writer makes of values of a type; `{}` of one that can be anything."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in _SIMPLE:
        return {"type": _SIMPLE[kind]}
    if origin is Literal:
        return _of_values([one.value if isinstance(one, Enum) else one for one in arguments])
    if origin in {Union, UnionType}:
        return _of_union([_of_type(one, shared) for one in arguments if one is not Omitted])
    if origin is tuple:
        return {"type": "array", "items": _of_type(arguments[0], shared)}
    named = origin or kind
    if not inspect.isclass(named):
        return {}
    if issubclass(named, Mapping):
        return {"type": "object", "additionalProperties": _of_type(arguments[1], shared) or True}
    return _reference(named, shared) if issubclass(named, Enum) or members(named) else {}


def _reference(named: type[Any], shared: JsonSchema) -> JsonSchema:
    """Return where the schema of a class is, after adding it to those that are shared."""
    name = named.__name__
    if issubclass(named, Enum):
        shared[name] = {"description": inspect.getdoc(named), "enum": [one.value for one in named]}
    elif name not in shared:
        shared[name] = {}  # It may be in itself
        shared[name] |= _of_class(named, shared)
    return {"$ref": f"#/$defs/{name}"}


def _of_values(values: list[Any]) -> JsonSchema:
    choice = {"const": values[0]} if len(values) == 1 else {"enum": values}
    return {**choice, "type": _SIMPLE[type(values[0])]}


def _of_union(parts: list[JsonSchema]) -> JsonSchema:
    """Let null represent a simple type in the short way."""
    match parts:
        case [alone]:
            return alone
        case [{"type": str(kind)} as simple, {"type": "null"}]:
            return {**simple, "type": [kind, "null"]}
    return {"anyOf": parts}


_ATTRIBUTE = pattern(r"^    (\w+): (.+(?:\n {8}.+)*)", re.MULTILINE)


_QUOTED = pattern(r"(?<=`)\w+(?=`)")
_NONE = pattern(r"\bNone\b")


def _docstring(described: Any) -> tuple[str, dict[str, str]]:
    """Return the first paragraph of a class's or a property's docstring, and the description of each attribute.

    What is None in Python is null in JSON.
    """
    summary, found = "", dict[str, str]()
    for each in reversed(getattr(described, "__mro__", (described,))):
        summary, _, attributes = _NONE.sub("null", inspect.cleandoc(each.__doc__ or "")).partition("\n\nAttributes:\n")
        found |= {name: " ".join(text.split()) for name, text in _ATTRIBUTE.findall(attributes)}
    return summary.partition("\n\n")[0].replace("\n", " "), found
