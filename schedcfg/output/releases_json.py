"""Releases for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable

from schedcfg.output.changes_json import change, gate
from schedcfg.output.json_text import written
from schedcfg.results.shelves import ReleaseFacts

VERSION = 1


def render(releases: Iterable[ReleaseFacts]) -> str:
    """Write the releases as one JSON object."""
    body = {"version": VERSION, "releases": [_release(one) for one in releases]}
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
