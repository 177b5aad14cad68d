"""Explanations for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable
from typing import Any

from schedcfg.output.json_report import finding, written
from schedcfg.reference.explanation import (
    Explanation,
    ExtensionPoint,
    FieldExplanation,
    Homes,
    PluginExplanation,
    RuleExplanation,
    Subfield,
)
from schedcfg.reference.facts import ArgsFacts, ArgsField, Change, Gate, PluginFacts, PluginReference, ReleaseFacts
from schedcfg.reference.period import Period
from schedcfg.rule_card import RuleCard


def period(known: Period[Any]) -> dict[str, object]:
    """Return where something holds; `until` is null where it still does in the newest release known."""
    return {"apiVersions": list(known.api_versions), "since": known.since, "until": known.until}


def field(one: ArgsField | FieldExplanation) -> dict[str, object]:
    """Return what is known of one field, but for its name."""
    return {
        "type": one.type_name,
        "description": one.description,
        "minimum": one.minimum,
        "maximum": one.maximum,
        "allowed": list(one.allowed),
        "known": [period(known) for known in one.known],
        "defaults": [{"value": known.value, **period(known)} for known in one.defaults],
    }


def change(item: Change) -> dict[str, object]:
    """Return one change as plain data."""
    return {
        "kubernetes": item.kubernetes,
        "subject": item.subject,
        "plugin": item.plugin,
        "name": item.name or None,
        "before": _plain(item.before),
        "after": _plain(item.after),
        "apiVersions": list(item.api_versions),
    }


def gate(state: Gate) -> dict[str, object]:
    """Return the state of a feature gate as plain data."""
    return {"stage": state.stage, "default": state.default, "locked": state.locked}


def _plain(value: Any) -> object:
    return gate(value) if isinstance(value, Gate) else value


PLUGINS_VERSION = 1


def render_plugins(shelf: PluginReference) -> str:
    """Write the plugins as one JSON object."""
    plugins = [plugin(one) for one in shelf.plugins]
    body = {"version": PLUGINS_VERSION, "kubernetes": shelf.kubernetes, "plugins": plugins}
    return written(body, indent=2) + "\n"


def plugin(one: PluginFacts) -> dict[str, object]:
    """Return one plugin as plain data."""
    return {
        "name": one.name,
        "summary": one.summary,
        "inTree": one.in_tree,
        "catalogue": one.catalogue,
        "since": one.since,
        "until": one.until,
        "source": one.source,
        "successor": one.successor,
        "extensionPoints": [
            {"points": list(known.value), "since": known.since, "until": known.until} for known in one.points
        ],
        "default": [
            {"point": point, "weight": known.value, **period(known)}
            for point, periods in one.default.items()
            for known in periods
        ],
        "args": None if one.args is None else _args(one.args),
        "changes": [change(item) for item in one.changes],
    }


def _args(args: ArgsFacts) -> dict[str, object]:
    return {
        "kind": args.kind,
        "served": [period(known) for known in args.served],
        "fields": list(_plugins_json_fields(args.fields)),
    }


def _plugins_json_fields(fields: Iterable[ArgsField]) -> Iterable[dict[str, object]]:
    return ({"name": one.name, **field(one)} for one in fields)


RELEASES_VERSION = 1


def render_releases(releases: Iterable[ReleaseFacts]) -> str:
    """Write the releases as one JSON object."""
    body = {"version": RELEASES_VERSION, "releases": [_release(one) for one in releases]}
    return written(body, indent=2) + "\n"


def _release(one: ReleaseFacts) -> dict[str, object]:
    return {
        "name": one.name,
        "measured": one.measured,
        "apiVersions": [version._asdict() for version in one.api_versions],
        "policy": one.policy,
        "resourceLocks": list(one.resource_locks),
        "plugins": list(one.plugins),
        "defaultPlugins": {
            version: {
                point: [{"name": name, "weight": weight} for name, weight in refs] for point, refs in points.items()
            }
            for version, points in one.default_plugins.items()
        },
        "refusedPlugins": {version: list(names) for version, names in one.refused_plugins.items()},
        "featureGates": {name: gate(state) for name, state in one.feature_gates.items()},
        "changes": [change(item) for item in one.changes],
    }


RULES_VERSION = 1


def render_rules(cards: tuple[RuleCard, ...]) -> str:
    """Write the rules as one JSON object."""
    body = {"version": RULES_VERSION, "rules": [rule(card) for card in cards]}
    return written(body, indent=2) + "\n"


def rule(card: RuleCard) -> dict[str, object]:
    """Return one rule as plain data."""
    return {
        "id": card.id,
        "group": card.group,
        "class": card.finding_class,
        "severity": card.severity,
        "weights": list(card.weights),
        "title": card.title,
        "why": card.why,
        "source": card.source,
        "since": card.since,
        "until": card.until,
        "options": list(card.options),
        "bad": printable(card.bad),
        "good": printable(card.good),
    }


def printable(example: str) -> str:
    r"""Write what is no character as the byte that it stands for: `\xe4`."""
    return example.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


EXPLANATION_VERSION = 1


def render_explanation(explanation: Explanation) -> str:
    """Write an explanation as one JSON object; `kind` tells which of the four it is."""
    body = {"version": EXPLANATION_VERSION, **_body(explanation)}
    return written(body, indent=2) + "\n"


def _body(explanation: Explanation) -> dict[str, object]:
    if isinstance(explanation, FieldExplanation):
        return _field_explanation(explanation)
    if isinstance(explanation, PluginExplanation):
        return _plugin(explanation)
    if isinstance(explanation, RuleExplanation):
        return _rule(explanation)
    return _homes(explanation)


def _field_explanation(one: FieldExplanation) -> dict[str, object]:
    return {
        "kind": "field",
        "kubernetes": one.kubernetes,
        "apiVersion": one.api_version,
        "path": one.path,
        **field(one),
        "also": list(one.also),
        "extensionPoint": None if one.point is None else _point(one.point),
        "fields": list(_explanation_json_fields(one.fields)),
        "example": one.example,
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
        "fields": list(_explanation_json_fields(explanation.fields)),
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


def _explanation_json_fields(fields: Iterable[Subfield]) -> Iterable[dict[str, object]]:
    for field in fields:
        yield {
            "name": field.name,
            "type": field.type_name,
            "description": field.description,
            "fields": list(_explanation_json_fields(field.fields)),
        }
