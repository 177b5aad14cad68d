"""Periods and changes for programs: parts of several reports."""

from typing import Any

from schedcfg.results.periods import Period
from schedcfg.results.shelves import Change, Gate


def period(known: Period[Any]) -> dict[str, object]:
    """Return where something holds; `until` is null where it still does in the newest release known."""
    return {"apiVersions": list(known.api_versions), "since": known.since, "until": known.until}


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
