"""JSON Schemas (draft 2020-12) of what the commands write with `--output json`, derived from the reports' dataclasses.

What is committed in `schemas/output/` is the contract: a test notices where a change of the code would change it.
"""

import importlib
import inspect
import re
from dataclasses import Field
from typing import Any, NamedTuple

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from schedcfg.commands.schema.schema_draft import JsonSchema
from schedcfg.output.json_writer import OMITTED, json_name, written_fields
from schedcfg.patterns import pattern

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class _Report(NamedTuple):
    """The module of a report's dataclass."""

    module: str
    name: str
    # The name of a tuple of dataclasses there, of which the field `kind` chooses one; empty where it has none
    kinds: str = ""


_REPORTS = {
    "validate": _Report("schedcfg.output.json_report", "ValidateJson"),
    "effective": _Report("schedcfg.commands.effective.json_report", "EffectiveJson"),
    "why": _Report("schedcfg.commands.why.why_json", "WhyJson"),
    "migrate": _Report("schedcfg.commands.migrate.json_report", "MigrateJson"),
    "diff": _Report("schedcfg.commands.diff.json_report", "DiffJson"),
    "diff --git": _Report("schedcfg.commands.review.reports", "ReviewJson"),
    "confirm": _Report("schedcfg.commands.confirm.json_report", "ConfirmJson"),
    "try": _Report("schedcfg.commands.trial.answer.json_report", "TrialJson"),
    "try --measure": _Report("schedcfg.commands.trial.variants", "Measurement"),
    "upgrade": _Report("schedcfg.commands.upgrade.json_report", "UpgradeJson"),
    "probe network-traffic": _Report("schedcfg.commands.probe.report_json", "TrafficProbeJson"),
    "probe extender": _Report("schedcfg.commands.probe.report_json", "ExtenderProbeJson"),
    "explain": _Report("schedcfg.commands.explain.explanation_json", "ExplainJson", "EXPLANATIONS"),
    "list rules": _Report("schedcfg.commands.explain.rules", "RulesJson"),
    "list plugins": _Report("schedcfg.commands.explain.json_report", "PluginsJson"),
    "list plugins --binary": _Report("schedcfg.commands.confirm.compiled", "CompiledPluginsJson"),
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
    head = {"$schema": DIALECT, "$id": f"urn:schedcfg:output:{name}", "title": f"schedcfg {command}"}
    made = _derive(getattr(module, known.name))
    if known.kinds:
        made |= _choose([_derive(each) for each in getattr(module, known.kinds)])
    return head | made


def _derive(report: type[Any]) -> JsonSchema:
    made = TypeAdapter(report).json_schema(schema_generator=_SchemaOfReport, mode="serialization")
    shared = made.pop("$defs", {})
    return {**made, "$defs": shared}


def _choose(variants: list[JsonSchema]) -> JsonSchema:
    """Hold what has a known `kind` against the schema of that kind; others may come later."""
    shared: JsonSchema = {}
    choice = []
    for variant in variants:
        shared |= variant.pop("$defs")
        kind = variant["properties"]["kind"]["const"]
        choice.append({"if": {"properties": {"kind": {"const": kind}}}, "then": variant})
    return {"allOf": choice, "$defs": shared}


class _SchemaOfReport(GenerateJsonSchema):
    """Makes of dataclasses what the writer makes of them: the same names, and nothing for what is left out."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002
        """Return False: the names of the fields are enough."""
        return False

    def sort(self, value: JsonSchema, parent_key: str | None = None) -> JsonSchema:  # noqa: ARG002
        """Return it as it is: in the order of the dataclasses."""
        return value

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> JsonSchema:
        """Describe a dataclass as its docstring does; fields that are not named may come later."""
        derived = super().dataclass_schema(schema)["properties"]
        summary, described = _docstring(schema["cls"])
        known = written_fields(schema["cls"])
        return {
            "description": summary,
            "type": "object",
            "properties": {
                json_name(field): _field(field, described[field.name], derived[field.name]) for field in known
            },
            "required": [json_name(field) for field in known if field.default is not OMITTED],
        }

    def enum_schema(self, schema: core_schema.EnumSchema) -> JsonSchema:
        """Describe an enumeration by its values, and its docstring."""
        made = super().enum_schema(schema)
        return {name: made[name] for name in ("description", "enum")}

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchema:
        """Describe a field without its default: the writer writes it out or leaves it out."""
        return self.generate_inner(schema["schema"])

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchema:
        """Let null represent a simple type in the short way."""
        made = super().nullable_schema(schema)
        match made.get("anyOf"):
            case [{"type": str(kind)} as simple, {"type": "null"}]:
                return {**simple, "type": [kind, "null"]}
        return made


def _field(field: Field[Any], description: str, derived: JsonSchema) -> JsonSchema:
    if field.metadata.get("open"):
        return {"description": description, "type": "string"}
    bounds: JsonSchema = {"minimum": field.metadata["minimum"]} if "minimum" in field.metadata else {}
    if field.metadata.get("null_if_empty"):
        bounds["type"] = [derived["type"], "null"]
    return {"description": description, **derived, **bounds}


_ATTRIBUTE = pattern(r"^    (\w+): (.+(?:\n {8}.+)*)", re.MULTILINE)


def _docstring(described: type[Any]) -> tuple[str, dict[str, str]]:
    """Return the first paragraph of a class's docstring, and the description of each attribute."""
    found: dict[str, str] = {}
    for each in reversed(described.__mro__):
        summary, _, attributes = inspect.cleandoc(each.__doc__ or "").partition("\n\nAttributes:\n")
        found |= {name: " ".join(text.split()) for name, text in _ATTRIBUTE.findall(attributes)}
    return summary.partition("\n\n")[0].replace("\n", " "), found
