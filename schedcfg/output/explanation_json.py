"""Explanations for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable

from schedcfg.output.changes_json import field as facts
from schedcfg.output.json_text import written
from schedcfg.output.json_v1 import finding
from schedcfg.output.plugins_json import plugin
from schedcfg.output.rules_json import rule
from schedcfg.results.explanation import (
    Explanation,
    ExtensionPoint,
    FieldExplanation,
    Homes,
    PluginExplanation,
    RuleExplanation,
    Subfield,
)

VERSION = 1


def render(explanation: Explanation) -> str:
    """Write an explanation as one JSON object; `kind` tells which of the four it is."""
    body = {"version": VERSION, **_body(explanation)}
    return written(body, indent=2) + "\n"


def _body(explanation: Explanation) -> dict[str, object]:
    if isinstance(explanation, FieldExplanation):
        return _field(explanation)
    if isinstance(explanation, PluginExplanation):
        return _plugin(explanation)
    if isinstance(explanation, RuleExplanation):
        return _rule(explanation)
    return _homes(explanation)


def _field(field: FieldExplanation) -> dict[str, object]:
    return {
        "kind": "field",
        "kubernetes": field.kubernetes,
        "apiVersion": field.api_version,
        "path": field.path,
        **facts(field),
        "also": list(field.also),
        "extensionPoint": None if field.point is None else _point(field.point),
        "fields": list(_fields(field.fields)),
        "example": field.example,
    }


def _point(point: ExtensionPoint) -> dict[str, object]:
    return {
        "kubernetes": point.kubernetes,
        "default": [{"name": name, "weight": weight} for name, weight in point.default],
        "others": list(point.others),
    }


def _plugin(explanation: PluginExplanation) -> dict[str, object]:
    return {
        "kind": "plugin",
        "kubernetes": explanation.shelf.kubernetes,
        "apiVersion": explanation.api_version,
        "plugin": plugin(explanation.shelf.plugins[0]),
        "fields": list(_fields(explanation.fields)),
        "example": explanation.example,
    }


def _rule(explanation: RuleExplanation) -> dict[str, object]:
    return {
        "kind": "rule",
        "rule": rule(explanation.card),
        "kubernetes": explanation.kubernetes,
        "findings": [{"file": report.path, **finding(one)} for report, _, one in explanation.findings()],
    }


def _homes(homes: Homes) -> dict[str, object]:
    return {
        "kind": "homes",
        "kubernetes": homes.kubernetes,
        "apiVersion": homes.api_version,
        "name": homes.name,
        "places": [
            {"path": home.path, "type": home.type_name, "description": home.description} for home in homes.places
        ],
    }


def _fields(fields: Iterable[Subfield]) -> Iterable[dict[str, object]]:
    for field in fields:
        yield {
            "name": field.name,
            "type": field.type_name,
            "description": field.description,
            "fields": list(_fields(field.fields)),
        }
