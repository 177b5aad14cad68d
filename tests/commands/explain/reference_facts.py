"""What the real releases know, as measured, in the words of the references."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from schedcfg import releases
from schedcfg.commands.explain import json_report
from schedcfg.models import API_VERSIONS
from schedcfg.releases.release import GROUP
from tests import recorded_facts

NEWEST = releases.at(releases.NEWEST).number


RELEASES = recorded_facts.RELEASES
of = recorded_facts.facts


def by_version(table: dict[str, Any]) -> dict[str, Any]:
    """Give API versions their short names."""
    return {version.removeprefix(f"{GROUP}/"): value for version, value in table.items()}


def served() -> list[tuple[str, str]]:
    return [
        (release, version)
        for release in RELEASES
        for version in by_version(dict.fromkeys(of(release)["decodable"]))
        if version in API_VERSIONS
    ]


def default_args(release: str, plugin: str) -> dict[str, dict[str, Any]]:
    """Map each API version to the default Args that are there, without their type."""
    known = of(release)["plugins"][plugin]["default_args"]
    return {
        version: {
            name: value for name, value in args.items() if name not in {"apiVersion", "kind"} and value is not None
        }
        for version, args in by_version(known).items()
    }


def default_weights(release: str, version: str, plugin: str) -> dict[str, int]:
    points = by_version(of(release)["default_effective_plugins"])[version]
    return {point: ref["weight"] for point, refs in points.items() for ref in refs if ref["name"] == plugin}


def holds(period: dict[str, Any], release: str, version: str | None) -> bool:
    number = releases.at(release).number
    until = releases.at(period["until"]).number if period["until"] else NEWEST
    in_version = version is None or version in period["apiVersions"]
    return in_version and releases.at(period["since"]).number <= number <= until


def holding(periods: list[dict[str, Any]], release: str, version: str | None) -> Iterator[dict[str, Any]]:
    return (period for period in periods if holds(period, release, version))


@cache
def plugin_report(kubernetes: str | None) -> dict[str, dict[str, Any]]:
    from schedcfg import list_plugins

    report = json.loads(json_report.render_plugins(list_plugins(kubernetes=kubernetes)))
    assert report["version"] == 1
    assert report["kubernetes"] == kubernetes
    return {plugin["name"]: plugin for plugin in report["plugins"]}


@cache
def release_report() -> dict[str, dict[str, Any]]:
    from schedcfg import list_releases

    report = json.loads(json_report.render_releases(list_releases()))
    assert report["version"] == 1
    return {release["name"]: release for release in report["releases"]}
