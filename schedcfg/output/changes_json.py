"""Periods, fields and changes for programs: parts of several reports."""

from typing import Any

from schedcfg.results.explanation import FieldExplanation
from schedcfg.results.periods import Period
from schedcfg.results.shelves import ArgsField, Change, Gate


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
