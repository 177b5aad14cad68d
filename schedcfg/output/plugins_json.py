"""Plugins for programs, version 1: a contract; extend it, do not rename."""

import json
from collections.abc import Iterable

from schedcfg.output.changes_json import change, field, period
from schedcfg.results.shelves import ArgsFacts, ArgsField, PluginFacts, PluginShelf

VERSION = 1


def render(shelf: PluginShelf) -> str:
    """Write the plugins as one JSON object."""
    plugins = [plugin(one) for one in shelf.plugins]
    body = {"version": VERSION, "kubernetes": shelf.kubernetes, "plugins": plugins}
    return json.dumps(body, indent=2, ensure_ascii=False) + "\n"


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
        "fields": list(_fields(args.fields)),
    }


def _fields(fields: Iterable[ArgsField]) -> Iterable[dict[str, object]]:
    return ({"name": one.name, **field(one)} for one in fields)
