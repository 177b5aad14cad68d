"""What is known of plugins and of releases: the facts of the two references."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar

from schedcfg.configuration.effective.view import Running

Value = TypeVar("Value")


class Period(NamedTuple):
    """Where something is so.

    Attributes:
        api_versions: The API versions in which it is (short names, oldest first).
        since: The first release: `1.22`. The oldest release known here may not have been the first.
        until: The last release; None where it is still so in the newest release known here.
    """

    api_versions: tuple[str, ...]
    since: str
    until: str | None


class PeriodOf(NamedTuple, Generic[Value]):
    """A value, and where it holds.

    Attributes:
        value: What holds.
        api_versions: The API versions in which it does (short names, oldest first).
        since: The first release.
        until: The last release; None where it still holds in the newest release known here.
    """

    value: Value
    api_versions: tuple[str, ...]
    since: str
    until: str | None

    @property
    def period(self) -> Period:
        """Where it holds."""
        return Period(self.api_versions, self.since, self.until)


class PointsPeriod(NamedTuple):
    """The extension points that a plugin implements, in a period.

    Attributes:
        points: In the framework's order.
        since: The first release.
        until: The last one; None: the newest that is known.
    """

    points: tuple[str, ...]
    since: str
    until: str | None


class DefaultPoint(NamedTuple):
    """Where a plugin runs by default, in a period.

    Attributes:
        point: The extension point.
        weight: What its scores are multiplied by there; 0 where weights mean nothing.
        api_versions: Where it is so, oldest first; short names.
        since: The first release.
        until: The last release; None where it is still so in the newest that is known.
    """

    point: str
    weight: Annotated[int, {"minimum": 0}]
    api_versions: tuple[str, ...]
    since: str
    until: str | None


Bound = Annotated[int | None, {"minimum": -(2**63)}]
"""A whole number that Kubernetes knows; None where nothing is declared."""


Subject = Literal[
    "api-version",
    "deprecation",
    "policy",
    "resource-locks",
    "plugin",
    "extension-point",
    "default-plugin",
    "args-field",
    "args-default",
    "field",
    "default",
    "feature-gate",
]
"""What a change is about.

An API version that is served, or deprecated; whether a Policy is read; the resource locks that are taken; a plugin
of the registry, a point that it implements, a point where it runs by default; a field of a plugin's Args, or its
default value; a field of the configuration, or its default value; a feature gate that the scheduler looks at.
"""


@dataclass(frozen=True, slots=True)
class ReleaseChange:
    """One difference between a release and the one before.

    An API version that is new is compared with the newest one of the release before.

    What was and is: for default plugins the weight, 0 where none counts; for feature gates `default`, `stage` and
    `locked`; True for what is only there or not.

    Attributes:
        kubernetes: The release that brought it.
        subject: What it is about.
        plugin: The plugin it is about.
        name: The extension point, field, API version or gate.
        before: What was; null where there was nothing.
        after: What is; null where there is nothing any more.
        api_versions: Where it is so, short names; empty where API versions do not matter.
    """

    kubernetes: str
    subject: Subject
    plugin: str | None
    name: str = field(metadata={"null_if_empty": True})  # Empty for the plugin itself
    before: Any
    after: Any
    api_versions: tuple[str, ...] = ()
    everywhere: bool = field(default=True, metadata={"json": None})  # In all API versions that the release serves


@dataclass(frozen=True, slots=True)
class ArgsField:
    """One field of a plugin's Args.

    Attributes:
        name: As files write it.
        type_name: `string`, `int32`, `duration`, `[]ResourceSpec` …
        description: Its meaning, in sentences.
        minimum: The smallest number that is taken; None where nothing is declared.
        maximum: The largest one; None where nothing is declared.
        allowed: The texts that it may be; empty where any is allowed.
        known: Where the field exists.
        defaults: Its default values; where none holds, the field has no default.
    """

    name: str
    type_name: str = field(metadata={"json": "type"})
    description: str
    minimum: Bound
    maximum: Bound
    allowed: tuple[str, ...]
    known: tuple[Period, ...]
    defaults: tuple[PeriodOf[Any], ...]


@dataclass(frozen=True, slots=True)
class ArgsFacts:
    """A plugin's Args.

    Attributes:
        kind: Their kind, e.g. `InterPodAffinityArgs`.
        served: Where they are read; elsewhere the plugin takes any content, unchecked.
        fields: Their fields, in the order of the API.
    """

    kind: str
    served: tuple[Period, ...]
    fields: tuple[ArgsField, ...]


@dataclass(frozen=True, slots=True)
class PluginFacts:
    """One plugin.

    Attributes:
        name: As files write it.
        summary: What it does, one sentence.
        catalog: The catalog that publishes it; None for one that is in-tree.
        since: The first release with it; None for one that is not in-tree.
        until: The last release with it; None where the newest has it, or it is not in-tree.
        source: Where upstream defines it.
        successor: What to use instead of a removed plugin; None where there is none.
        points: The extension points that it implements.
        default: Where it runs by default: extension point → weight, 0 where none counts.
        args: Its Args; None where it takes none.
        changes: What changed about it, from the second release known here on.
    """

    __json__ = (
        *("name", "summary", "in_tree", "catalog as catalogue", "since", "until", "source", "successor"),
        *("points as extensionPoints", "default_points as default", "args", "changes"),
    )

    name: str
    summary: str
    catalog: str | None
    since: str | None
    until: str | None
    source: str
    successor: str | None
    points: tuple[PointsPeriod, ...]
    default: Mapping[str, tuple[PeriodOf[int], ...]]
    args: ArgsFacts | None
    changes: tuple[ReleaseChange, ...]

    @property
    def in_tree(self) -> bool:
        """Whether it is compiled into the stock kube-scheduler (of some release)."""
        return self.catalog is None

    @property
    def default_points(self) -> tuple[DefaultPoint, ...]:
        """Where it runs by default."""
        return tuple(DefaultPoint(point, *period) for point, found in self.default.items() for period in found)


@dataclass(frozen=True, slots=True)
class ApiVersion:
    """An API version that a release serves.

    Attributes:
        name: Short name: `v1beta3`.
        deprecated: The advice in the release's warning about it; None where it logs none.
        since: The first release that serves it.
        until: The last release that serves it; None where the newest known one does.
    """

    name: str
    deprecated: str | None
    since: str
    until: str | None


@dataclass(frozen=True, slots=True)
class Gate:
    """The state of a feature gate.

    Attributes:
        stage: `ALPHA`, `BETA`, `GA` or `DEPRECATED`.
        default: Whether it is on by default.
        locked: Whether it can no longer be changed.
    """

    stage: str
    default: bool
    locked: bool


@dataclass(frozen=True, slots=True)
class Upgrade:
    """What to look at before an upgrade from the release before; nothing for the oldest one known here.

    Attributes:
        notes: What is refused now, or done another way, and what to do, a sentence or two each.
        gates_gone: Feature gates that no longer exist: naming one keeps the scheduler from starting.
        gates_locked: Feature gates that can no longer be switched → whether they are on: the other value likewise.
        flags_gone: Flags that no longer exist, without dashes: likewise.
        flags_added: Flags that are new, without dashes.
    """

    notes: tuple[str, ...]
    gates_gone: tuple[str, ...]
    gates_locked: Mapping[str, bool]
    flags_gone: tuple[str, ...]
    flags_added: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReleaseFacts:
    """One Kubernetes minor release.

    Attributes:
        name: `1.29`.
        title: What it brought, in a line; empty where nobody wrote it yet.
        measured: The exact patch release whose code the facts were read from.
        api_versions: Those that it serves, oldest first.
        policy: Whether it reads a legacy Policy.
        resource_locks: The values of `leaderElection.resourceLock` that it takes.
        plugins: Its in-tree plugins, sorted.
        default_plugins: API version → extension point → plugins in running order; weight 0 where none counts.
        refused_plugins: API version → plugins that are refused by name, although they may be compiled in.
        feature_gates: The gates that the scheduler itself looks at.
        gate_notes: Feature gates, of other components too, that it brought, changed or removed → what they are for, or
            why, as far as that is noted.
        changes: What it changed; empty for the oldest release known here.
        upgrade: What to look at before an upgrade to it.
    """

    name: str
    title: str
    measured: str
    api_versions: tuple[ApiVersion, ...]
    policy: bool
    resource_locks: tuple[str, ...]
    plugins: tuple[str, ...]
    default_plugins: Mapping[str, Mapping[str, tuple[Running, ...]]]
    refused_plugins: Mapping[str, tuple[str, ...]]
    feature_gates: Mapping[str, Gate]
    gate_notes: Mapping[str, str]
    changes: tuple[ReleaseChange, ...]
    upgrade: Upgrade


@dataclass(frozen=True, slots=True)
class PluginReference:
    """Plugins, sorted by name.

    Attributes:
        kubernetes: The release that everything refers to; None: all known releases.
        api_versions: The API versions that are served, oldest first: by that release, or by any.
        plugins: The plugins.
    """

    kubernetes: str | None
    api_versions: tuple[str, ...]
    plugins: tuple[PluginFacts, ...]
