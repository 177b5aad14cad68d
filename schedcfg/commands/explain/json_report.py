"""What is known of plugins and releases, for programs, version 1: contracts; extend them, do not rename."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from schedcfg.commands.explain.facts import PluginFacts, PluginReference, ReleaseFacts
from schedcfg.output.json_writer import VERSION, filled, to_json


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginsJson:
    """What is known of scheduler plugins.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        kubernetes: The release as of which everything is described; null: all known ones.
        plugins: Sorted by name.
    """

    version: Literal[1] = VERSION
    kubernetes: str | None
    plugins: tuple[PluginFacts, ...]


def render_plugins(reference: PluginReference) -> str:
    """Return the plugins as one JSON object."""
    return in_full(filled(PluginsJson, reference, version=VERSION))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasesJson:
    """What is known of releases.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        releases: The oldest first.
    """

    version: Literal[1] = VERSION
    releases: tuple[ReleaseFacts, ...]


def render_releases(releases: Iterable[ReleaseFacts]) -> str:
    """Return the releases as one JSON object."""
    return in_full(ReleasesJson(releases=tuple(releases)))


def in_full(report: object) -> str:
    """Return a report as one JSON object, laid out for reading."""
    return to_json(report, indent=2) + "\n"
