"""The changes by which two configurations differ in behavior, each with its reason."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self, TypeAlias

from schedcfg.configuration.effective.view import Origin, OriginKind, Setting


class Cause(StrEnum):
    """What makes a difference.

    `file`: one of the files causes it. `api-version`: the API versions have different defaults. `release`: the releases
    do. `plugin-added`, `plugin-removed`: only one of the releases has the plugin. `extension-points`: the plugin runs
    at other points in one of the releases. `multi-point`: only one of the API versions lists its default plugins at
    `multiPoint`, which orders them anew. `weight-point`: the releases take the weight of a score from other extension
    points. `feature-gate`: a feature gate is on in only one of the releases. `follows`: it follows from another
    difference.
    """

    FILE = "file"
    API_VERSION = "api-version"
    RELEASE = "release"
    PLUGIN_ADDED = "plugin-added"
    PLUGIN_REMOVED = "plugin-removed"
    EXTENSION_POINTS = "extension-points"
    MULTI_POINT = "multi-point"
    WEIGHT_POINT = "weight-point"
    FEATURE_GATE = "feature-gate"
    FOLLOWS = "follows"


@dataclass(frozen=True, slots=True)
class VersionPoint:
    """An API version as a release reads it: `v1beta3`, `1.24`.

    Attributes:
        api_version: Short.
        kubernetes: The release.
    """

    api_version: str = field(metadata={"json": "api_version"})
    kubernetes: str

    @property
    def number(self) -> int:
        """The release's minor: 24 for `1.24`."""
        return int(self.kubernetes.partition(".")[2])


@dataclass(frozen=True, slots=True)
class Step:
    """Two neighbors between which something changed, whatever is compared with what.

    Attributes:
        older: The older one, as a release reads it.
        newer: The newer one.
    """

    older: VersionPoint
    newer: VersionPoint


@dataclass(frozen=True, slots=True)
class UpstreamSource:
    """The upstream file that decides.

    Attributes:
        path: In kubernetes/kubernetes, or in the repository of a plugin that is not part of Kubernetes.
        url: Shows it as it is in the release; of other repositories, in the main line.
    """

    path: str
    url: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why two sides differ.

    Attributes:
        cause: What makes the difference.
        left: Where the left value comes from; None where there is none.
        right: Where the right value comes from; None likewise.
        step: Between which neighbors, on the way from one API version and release to the other, it changed; None where
            the files differ.
        source: The upstream file that decides; None where none is known (plugins of the user's own).
    """

    __json__ = ("cause", "text", "left", "right", "since", "step", "source")

    cause: Cause
    left: Origin | None = None
    right: Origin | None = None
    step: Step | None = None
    source: UpstreamSource | None = None

    @property
    def since(self) -> str | None:
        """The release that changed it; None where the files differ."""
        return None if self.step is None else self.step.newer.kubernetes

    @property
    def text(self) -> str:
        """What makes the difference, without the places in the files: `v1beta3 has other defaults than v1beta2`."""
        if self.cause is Cause.FILE:
            return "the files differ"
        if self.cause is Cause.FOLLOWS:
            origin = next((one for one in (self.right, self.left) if one and one.kind is OriginKind.DERIVED), None)
            return str(origin) if origin else "follows from the other weights"
        if self.step is None:
            is_by_gate = self.cause is Cause.FEATURE_GATE
            return "a feature gate is on in only one of them" if is_by_gate else "the defaults differ"
        return _at(self.cause, self.step)

    @classmethod
    def of(cls, left: Origin | None, right: Origin | None) -> Self:
        """Return the reason as far as the origins of the two values show it: a file takes precedence over defaults."""
        return cls(_cause([origin for origin in (left, right) if origin is not None]), left, right)

    @classmethod
    def of_values(cls, left: Setting | None, right: Setting | None) -> Self:
        """Return the reason why two values differ."""
        return cls.of(left.origin if left else None, right.origin if right else None)


def _at(cause: Cause, step: Step) -> str:
    since = f"Kubernetes {step.newer.kubernetes}"
    if step.newer.number - step.older.number > 1:
        since = f"a release from {step.older.kubernetes} to {step.newer.kubernetes} (those between refuse the file)"
    older, newer = step.older.api_version, step.newer.api_version
    because_of = {
        Cause.PLUGIN_ADDED: f"the plugin is new in {since}",
        Cause.PLUGIN_REMOVED: f"the plugin was removed in {since}",
        Cause.EXTENSION_POINTS: f"the plugin runs at other points since {since}",
        Cause.MULTI_POINT: f"{newer} lists its default plugins at multiPoint, in a different order",
        Cause.WEIGHT_POINT: f"the weight at score counts since {since}; before, that of the last point that enables "
        "the plugin",
        Cause.FEATURE_GATE: f"a feature gate changed in {since}",
        Cause.API_VERSION: f"{newer} has other defaults than {older}",
    }
    return because_of.get(cause, f"changed in {since}")


def _cause(origins: list[Origin]) -> Cause:
    kinds = {origin.kind for origin in origins}
    if OriginKind.FILE in kinds:
        return Cause.FILE
    if OriginKind.DERIVED in kinds:
        return Cause.FOLLOWS
    return Cause.RELEASE if OriginKind.RELEASE in kinds else Cause.API_VERSION


class ChangeKind(StrEnum):
    """Seen from left to right: something is there that was not, is gone, or is another."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class BehaviorChange:
    """One difference in behavior."""

    before: object  # How it is on the left side; None where it is not there
    after: object  # How it is on the right side
    reason: Reason
    # The profile that it is about, by its name on the right side; empty where it is about all of them
    profile: str = ""

    @property
    def kind(self) -> ChangeKind:
        """What happens from left to right."""
        if self.before is None:
            return ChangeKind.ADDED
        return ChangeKind.REMOVED if self.after is None else ChangeKind.CHANGED

    @property
    def subject(self) -> tuple[str, ...]:
        """What it is about, without the profile; the same for the same thing in other comparisons."""
        return (type(self).__name__,)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileChange(BehaviorChange):
    """A profile that comes, goes, or is renamed; before and after are names."""

    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class PluginRun:
    """How a plugin runs at a point."""

    weight: int  # What its scores are multiplied by; 0 where weights mean nothing
    share: float | None  # Its part of all weights, 0 to 1; None where weights mean nothing, or its score does not count
    times: int = 1  # How often it runs: 1, but for a bug in 1.23 to 1.25, which may run one twice
    # Its place there, from 1, where the first that succeeds decides and others run too; None elsewhere
    place: int | None = None
    # Points at which a plugin at `multiPoint` with unknown extension points is disabled
    kept_from: tuple[str, ...] = ()
    # Why its score is the same for every node, so that it does not count; empty where it counts
    idle: str = ""
    gate_off: str | None = None  # The feature gate that makes it so; None where something else does


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginChange(BehaviorChange):
    """A plugin that comes to a point, goes from it, or changes its weight there."""

    plugin: str
    point: str  # The extension point; `multiPoint` means all points of a plugin of which nothing is known
    stays: bool  # Whether the plugin runs on both sides, if only at other points
    before: PluginRun | None
    after: PluginRun | None

    @property
    def begins_to_count(self) -> bool | None:
        """Whether its score counts since, at the same weight; None where that is not what changes."""
        if self.before is None or self.after is None or bool(self.before.idle) == bool(self.after.idle):
            return None
        return not self.after.idle

    @property
    def subject(self) -> tuple[str, ...]:
        """The plugin at its point."""
        return ("plugin", self.point, self.plugin)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderChange(BehaviorChange):
    """Plugins that run on both sides, in another order; at `extenders` the extenders."""

    point: str
    before: tuple[str, ...]  # All that run on both sides, in the left order
    after: tuple[str, ...]  # The same plugins in the right order
    moved: tuple[str, ...]  # The fewest of them that have to move, in the right order
    decides: bool  # Whether the order can change where a Pod goes; else it changes whose objection comes first

    @property
    def subject(self) -> tuple[str, ...]:
        """The point."""
        return ("order", self.point)


@dataclass(frozen=True, slots=True)
class Share:
    """A plugin's part of all weights, 0 to 1."""

    plugin: str
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SharesChange(BehaviorChange):
    """Plugins that keep their weight, but count for more or less because the others' changed."""

    before: tuple[Share, ...]
    after: tuple[Share, ...]

    @property
    def subject(self) -> tuple[str, ...]:
        """All shares of the profile."""
        return ("shares",)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingChange(BehaviorChange):
    """A value above the profiles, or a profile's own, that differs."""

    path: str
    before: Setting | None
    after: Setting | None

    @property
    def subject(self) -> tuple[str, ...]:
        """The value."""
        return ("setting", self.path)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgsChange(SettingChange):
    """A value of a plugin's Args that differs; list items are named by their identifying field: `resources[cpu]`."""

    plugin: str

    @property
    def subject(self) -> tuple[str, ...]:
        """The plugin's value."""
        return ("args", self.plugin, self.path)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtenderChange(SettingChange):
    """An extender that comes or goes (its path is then empty, its value the address), or one of its values."""

    url_prefix: str

    @property
    def subject(self) -> tuple[str, ...]:
        """The extender's value."""
        return ("extender", self.url_prefix, self.path)


AnyChange: TypeAlias = (
    ProfileChange | PluginChange | OrderChange | SharesChange | ArgsChange | ExtenderChange | SettingChange
)
