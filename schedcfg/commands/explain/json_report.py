"""What is known of plugins and releases, for programs, version 1: contracts; extend them, do not rename."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from schedcfg.commands.effective.json_report import WeightedPluginJson
from schedcfg.commands.explain.facts import (
    ApiVersion,
    ArgsFacts,
    ArgsField,
    Gate,
    Period,
    PluginFacts,
    PluginReference,
    ReleaseChange,
    ReleaseFacts,
    Upgrade,
)
from schedcfg.output.json_writer import VERSION, filled, to_json

SMALLEST = -(2**63)
"""Of the whole numbers that Kubernetes knows."""


@dataclass(frozen=True, slots=True)
class PeriodJson:
    """A period.

    Attributes:
        api_versions: Where it holds, oldest first; short names.
        since: The first release.
        until: The last release; null where it still holds in the newest that is known.
    """

    api_versions: tuple[str, ...]
    since: str
    until: str | None

    @classmethod
    def of(cls, period: Period[Any]) -> "PeriodJson":
        """Return a period as it is written, without its value."""
        return filled(cls, period)


@dataclass(frozen=True, slots=True)
class DefaultValueJson:
    """A default value, and where it holds.

    Attributes:
        value: The default.
        api_versions: Where it holds, oldest first; short names.
        since: The first release.
        until: The last release; null where it still holds in the newest that is known.
    """

    value: object
    api_versions: tuple[str, ...]
    since: str
    until: str | None

    @classmethod
    def of(cls, period: Period[Any]) -> "DefaultValueJson":
        """Return a default as it is written."""
        return filled(cls, period)


@dataclass(frozen=True, slots=True)
class ArgsFieldJson:
    """A field of a plugin's Args.

    Attributes:
        name: As files write it.
        type_name: `string`, `int32`, `duration`, `[]Extender` …
        description: Its meaning, in sentences.
        minimum: The smallest number that is taken.
        maximum: The largest number that is taken.
        allowed: What it may be; empty where anything is allowed.
        known: Where the field exists.
        defaults: Its defaults.
    """

    name: str
    type_name: str = field(metadata={"json": "type"})
    description: str
    minimum: int | None = field(metadata={"minimum": SMALLEST})
    maximum: int | None = field(metadata={"minimum": SMALLEST})
    allowed: tuple[str, ...]
    known: tuple[PeriodJson, ...]
    defaults: tuple[DefaultValueJson, ...]

    @classmethod
    def of(cls, known: ArgsField) -> "ArgsFieldJson":
        """Return a field as it is written."""
        return filled(
            cls,
            known,
            known=tuple(map(PeriodJson.of, known.known)),
            defaults=tuple(map(DefaultValueJson.of, known.defaults)),
        )


@dataclass(frozen=True, slots=True)
class ArgsJson:
    """A plugin's Args.

    Attributes:
        kind: Their kind, e.g. `InterPodAffinityArgs`.
        served: Where they are read; elsewhere anything is taken.
        fields: In the order of the API.
    """

    kind: str
    served: tuple[PeriodJson, ...]
    fields: tuple[ArgsFieldJson, ...]

    @classmethod
    def of(cls, args: ArgsFacts) -> "ArgsJson":
        """Return a plugin's Args as they are written."""
        return cls(args.kind, tuple(map(PeriodJson.of, args.served)), tuple(map(ArgsFieldJson.of, args.fields)))


@dataclass(frozen=True, slots=True)
class PluginPointsJson:
    """The extension points that a plugin implements, in a period.

    Attributes:
        points: In the framework's order.
        since: The first release.
        until: The last one; null: the newest that is known.
    """

    points: tuple[str, ...]
    since: str
    until: str | None


@dataclass(frozen=True, slots=True)
class PluginDefaultJson:
    """Where a plugin runs by default.

    Attributes:
        point: The extension point.
        weight: What its scores are multiplied by there; 0 where weights mean nothing.
        api_versions: Where it is so, oldest first; short names.
        since: The first release.
        until: The last release; null where it is still so in the newest that is known.
    """

    point: str
    weight: int = field(metadata={"minimum": 0})
    api_versions: tuple[str, ...]
    since: str
    until: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginJson:
    """One plugin.

    Attributes:
        name: As files write it.
        summary: What it does.
        in_tree: Whether it is compiled into the stock kube-scheduler of some release.
        catalogue: The catalog that publishes it; null for one that is in-tree.
        since: The first release with it; null where it is not in-tree.
        until: The last release with it; null where the newest has it.
        source: Where upstream defines it.
        successor: What to use instead of a removed one.
        extension_points: The points that it implements.
        default: Where it runs by default.
        args: Its Args.
        changes: What changed about it.
    """

    name: str
    summary: str
    in_tree: bool
    catalogue: str | None
    since: str | None
    until: str | None
    source: str
    successor: str | None
    extension_points: tuple[PluginPointsJson, ...]
    default: tuple[PluginDefaultJson, ...]
    args: ArgsJson | None
    changes: tuple[ReleaseChange, ...]

    @classmethod
    def of(cls, plugin: PluginFacts) -> "PluginJson":
        """Return a plugin as it is written."""
        return filled(
            cls,
            plugin,
            catalogue=plugin.catalog,  # as the contract spells it
            extension_points=tuple(PluginPointsJson(point.value, point.since, point.until) for point in plugin.points),
            default=tuple(
                PluginDefaultJson(point, period.value, period.api_versions, period.since, period.until)
                for point, periods in plugin.default.items()
                for period in periods
            ),
            args=None if plugin.args is None else ArgsJson.of(plugin.args),
        )


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
    plugins: tuple[PluginJson, ...]


def render_plugins(reference: PluginReference) -> str:
    """Return the plugins as one JSON object."""
    plugins = tuple(map(PluginJson.of, reference.plugins))
    return in_full(PluginsJson(kubernetes=reference.kubernetes, plugins=plugins))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseJson:
    """One Kubernetes minor release.

    Attributes:
        name: `1.29`.
        title: What it brought, in a line; empty where nobody wrote it yet.
        measured: The exact patch release whose code the facts were read from.
        api_versions: Those that it serves, oldest first.
        policy: Whether it reads a legacy Policy.
        resource_locks: What `leaderElection.resourceLock` may be.
        plugins: Its in-tree plugins.
        default_plugins: By API version and extension point, in running order.
        refused_plugins: Those that are refused by name, by API version.
        feature_gates: Those that the scheduler itself looks at.
        gate_notes: What feature gates that it brought, changed or removed are for, or why; as far as that is noted.
        changes: What it changed.
        upgrade: What to look at before an upgrade to it.
    """

    name: str
    title: str
    measured: str
    api_versions: tuple[ApiVersion, ...]
    policy: bool
    resource_locks: tuple[str, ...]
    plugins: tuple[str, ...]
    default_plugins: Mapping[str, Mapping[str, tuple[WeightedPluginJson, ...]]]
    refused_plugins: Mapping[str, tuple[str, ...]]
    feature_gates: Mapping[str, Gate]
    gate_notes: Mapping[str, str]
    changes: tuple[ReleaseChange, ...]
    upgrade: Upgrade

    @classmethod
    def of(cls, release: ReleaseFacts) -> "ReleaseJson":
        """Return a release as it is written."""
        default_plugins = {
            version: {
                point: tuple(WeightedPluginJson(name, weight) for name, weight in running)
                for point, running in points.items()
            }
            for version, points in release.default_plugins.items()
        }
        return filled(cls, release, default_plugins=default_plugins)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasesJson:
    """What is known of releases.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        releases: The oldest first.
    """

    version: Literal[1] = VERSION
    releases: tuple[ReleaseJson, ...]


def render_releases(releases: Iterable[ReleaseFacts]) -> str:
    """Return the releases as one JSON object."""
    return in_full(ReleasesJson(releases=tuple(map(ReleaseJson.of, releases))))


def in_full(report: object) -> str:
    """Return a report as one JSON object, laid out for reading."""
    return to_json(report, indent=2) + "\n"
