"""The effective view of a configuration: what `schedcfg effective` shows."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Generic, NamedTuple, Protocol, Self, TypeVar

from schedcfg.configuration.effective.leaning import Leaning
from schedcfg.document.span import Path
from schedcfg.document.texts import printable
from schedcfg.findings import DocumentReport, FileReport, Verdict


class OriginKind(StrEnum):
    """What a value comes from: the user's file, the API version's defaults, the release's, or another value."""

    FILE = "file"
    API_VERSION = "api-version"
    RELEASE = "release"
    DERIVED = "derived"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value comes from.

    Attributes:
        kind: What it comes from.
        name: The API version, the release, the field that it is derived from; of a file, the flag that sets it, if any.
        line: The line of the file, from 1.
        path: The user's entry.
    """

    kind: OriginKind
    name: str = field(default="", metadata={"null_if_empty": True})
    line: int | None = field(default=None, metadata={"minimum": 1})
    path: str = field(default="", metadata={"null_if_empty": True})

    @property
    def is_default(self) -> bool:
        """Whether it is a default, of the API version or of the release."""
        return self.kind in {OriginKind.API_VERSION, OriginKind.RELEASE}

    def __str__(self) -> str:
        """Return it as text: `line 12`, `default of v1beta3`, `default of Kubernetes 1.29`, `--port=0, line 12`."""
        match self.kind:
            case OriginKind.FILE:
                return ", ".join(filter(None, (printable(self.name), f"line {self.line}" if self.line else "")))
            case OriginKind.API_VERSION:
                return f"default of {self.name}"
            case OriginKind.RELEASE:
                return f"default of Kubernetes {self.name}"
            case OriginKind.DERIVED:
                return f"follows from {self.name}"


class UserChange(StrEnum):
    """What the user did about a plugin at a point.

    `re-weighted`: it runs by default with another weight. `named`: it runs so by default, and the file names it.
    """

    DEFAULT = "default"
    ADDED = "added"
    REWEIGHTED = "re-weighted"
    NAMED = "named"


@dataclass(frozen=True, slots=True)
class RunningPlugin:
    """A plugin that runs at an extension point.

    Attributes:
        name: The plugin's name.
        weight: What its scores are multiplied by; 0 at points where weights have no effect.
        share: Its weight's part of all weights that count there, 0 to 1; null elsewhere, where it does not count, and
            where a negative weight makes shares meaningless.
        change: What the user did about it.
        multi_point: Whether it runs here because `multiPoint` names it.
        default_weight: The weight that it has by default; null where it does not run by default.
        origin: Where it comes from.
        idle: Why its score is the same for every node, so that it does not count; empty where it counts.
        gate_off: The feature gate that is off, and would make it count; null where it counts, or something else is why.
        leaning: Which nodes its score prefers by how full they are; null at points other than `score`.
        strategy: The strategy by which it does: `MostAllocated`; empty where it has none.
    """

    name: str
    weight: int
    share: float | None
    change: UserChange
    multi_point: bool
    default_weight: int | None
    origin: Origin
    idle: str = ""
    gate_off: str | None = None
    leaning: Leaning | None = None
    strategy: str = field(default="", metadata={"null_if_empty": True})


@dataclass(frozen=True, slots=True)
class RemovedPlugin:
    """A default plugin that does not run at an extension point.

    Attributes:
        name: The plugin's name.
        weight: The weight that it has by default.
        origin: The entry that disables it.
    """

    name: str
    weight: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Point:
    """What runs at one extension point, in running order, and which default plugins do not.

    Attributes:
        name: The extension point.
        running: The plugins that run there.
        removed: The default plugins that do not.
        gate_off: The feature gate that is off, without which nothing asks the plugins there; null where they are asked.
        total: The weights of all plugins whose scores count there.
    """

    name: str
    running: tuple[RunningPlugin, ...]
    removed: tuple[RemovedPlugin, ...]
    gate_off: str | None = None
    total: int = field(default=0, metadata={"json": None})


@dataclass(frozen=True, slots=True)
class Setting:
    """One value, completed.

    Attributes:
        path: Where it is: `leaderElection.leaseDuration`; of Args relative to them.
        value: A number, a text, true, false, null, or an empty list or mapping.
        origin: Where it comes from.
        written: What the user wrote in its place, where that is not the value itself; else null.
        steps: The path step by step, from which the nesting can be rebuilt; `()` is the whole of the Args.
    """

    path: str
    value: object
    origin: Origin
    written: object = None
    steps: Path = field(default=(), metadata={"json": None})


@dataclass(frozen=True, slots=True)
class ArgsView:
    """The Args with which a plugin runs.

    Attributes:
        plugin: The plugin's name.
        settings: All values, in the order of their paths; none where the Args are empty.
        known: Whether the Args are typed; else they are passed on as they were written.
        origin: The user's entry of `pluginConfig`, or what they come from by default.
        is_read: Whether the plugin takes Args at all; of one that does not, they are never read.
    """

    plugin: str
    settings: tuple[Setting, ...]
    known: bool
    origin: Origin
    is_read: bool = True

    @property
    def is_default(self) -> bool:
        """Whether the user affects none of them."""
        return self.origin.is_default and all(setting.origin.is_default for setting in self.settings)


@dataclass(frozen=True, slots=True)
class UnusedArgs:
    """An entry of `pluginConfig` for a plugin that the profile does not run: it changes nothing.

    Attributes:
        plugin: The plugin's name.
        origin: The entry.
    """

    plugin: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class ProfileView:
    """One profile as it runs.

    Attributes:
        name: Pods choose it by this `spec.schedulerName`.
        percentage_of_nodes_to_score: Of this profile: its own, else the configuration's; 0 leaves it to the scheduler.
        points: All extension points at which something runs or was removed, in the order in which Pods pass them.
        args: Of the plugins that run, sorted by plugin.
        unused_args: Entries of `pluginConfig` that change nothing.
        origin: Where the profile comes from.
        settings: The profile's own values, each with its origin: `percentageOfNodesToScore`.
        unplaced: Plugins enabled at `multiPoint` whose extension points are not known.
    """

    name: str
    percentage_of_nodes_to_score: int
    points: tuple[Point, ...]
    args: tuple[ArgsView, ...]
    unused_args: tuple[UnusedArgs, ...]
    origin: Origin
    settings: tuple[Setting, ...] = ()
    unplaced: tuple[RunningPlugin, ...] = ()


@dataclass(frozen=True, slots=True)
class ExtenderView:
    """An HTTP service that takes part in scheduling.

    Attributes:
        url_prefix: Where it answers.
        verbs: Extension point (`filter`, `score`, `bind`, `postFilter`) → the verb called there.
        weight: What its ratings count alongside plugins of the same weight; 0 where it does not rate.
        ignorable: Whether scheduling goes on without it.
        resources: Only Pods that request one of these are sent to it; empty: all are.
        origin: Where it comes from.
        settings: All its values as kube-scheduler uses them; empty ones are left out.
    """

    url_prefix: str
    verbs: Mapping[str, str]
    weight: int
    ignorable: bool
    resources: tuple[str, ...]
    origin: Origin
    settings: tuple[Setting, ...] = ()


class Running(NamedTuple):
    """A plugin and its weight.

    Attributes:
        name: Its name.
        weight: 0 where weights mean nothing.
    """

    name: str
    weight: Annotated[int, {"minimum": 0}]


Plugins = Mapping[str, Mapping[str, tuple[Running, ...]]]
"""Profile → extension point → what runs there, in order; points where nothing runs are missing."""


@dataclass(frozen=True, slots=True)
class EffectiveView:
    """One configuration as one release runs it.

    Attributes:
        api_version: The one it is written in, short: `v1beta3`; `Policy` for a legacy Policy.
        kubernetes: The release, e.g. `1.29`.
        configuration: What `kube-scheduler --write-config-to` writes, as plain data.
        plugins: What each profile's framework runs.
        settings: All values above the profiles.
        profiles: Each profile, explained.
        extenders: In the order in which they are asked.
    """

    api_version: str
    kubernetes: str
    configuration: Mapping[str, object]
    plugins: Plugins
    settings: tuple[Setting, ...]
    profiles: tuple[ProfileView, ...]
    extenders: tuple[ExtenderView, ...]


@dataclass(frozen=True, slots=True)
class AppliedFlag:
    """A flag that sets a field of the configuration with which a scheduler is started.

    Attributes:
        name: The field: `leaderElection.leaderElect`.
        flag: The flag as it is written: `--leader-elect=false`.
        line: Its line in the file; null for one that kubeadm adds.
    """

    name: str
    flag: str
    line: int | None = field(default=None, metadata={"minimum": 1})


@dataclass(frozen=True, slots=True)
class DocumentView:
    """One document's report, and its meaning.

    Attributes:
        report: The report.
        view: The meaning; None where it is refused.
        source: The file that a manifest starts a scheduler with, where that is another file: lines are lines of it.
        flags: The flags that set fields; none where no manifest of the file starts a scheduler with it.
        notes: What else is to be known, in sentences without a period.
        in_releases: The same document as each release runs it that accepts it, oldest first; none where that was not
            requested.
    """

    report: DocumentReport
    view: EffectiveView | None
    source: str = ""
    flags: tuple[AppliedFlag, ...] = ()
    notes: tuple[str, ...] = ()
    in_releases: "tuple[DocumentView, ...]" = ()

    def without_fixes(self) -> "DocumentView":
        """Return it without fixes: nothing is written to a cluster."""
        in_releases = tuple(one.without_fixes() for one in self.in_releases)
        return replace(self, report=self.report.without_fixes(), in_releases=in_releases)


class _Reported(Protocol):
    """What becomes of a document, with the report of `validate` on it."""

    @property
    def report(self) -> DocumentReport:
        """The report."""
        ...


Explained = TypeVar("Explained", bound=_Reported)


@dataclass(frozen=True, slots=True)
class FileOfConfigurations(Generic[Explained]):
    """What a command finds out about the configurations of one file.

    Attributes:
        path: As the user named it; `-` for standard input.
        verdict: As `validate` has it.
        documents: One for each scheduler configuration in it, in order.
        reason: Why it is unreadable or skipped; None otherwise.
        text: Its text, to show source lines; None where it could not be read.
    """

    path: str
    verdict: Verdict
    documents: tuple[Explained, ...] = ()
    reason: str | None = None
    text: str | None = None

    @property
    def holds_scheduler(self) -> bool:
        """Whether it holds a configuration."""
        return bool(self.documents)

    @property
    def report(self) -> FileReport:
        """The report of `validate` on the file."""
        return FileReport(
            self.path, self.verdict, tuple(document.report for document in self.documents), self.reason, self.text
        )

    def failed(self, reason: str) -> Self:
        """Return it as that of a file that cannot be read."""
        return replace(self, verdict=Verdict.UNREADABLE, documents=(), reason=reason, text=None)


@dataclass(frozen=True, slots=True)
class FileView(FileOfConfigurations[DocumentView]):
    """What one file means; the scheduler reads the first of its documents."""

    @property
    def view(self) -> EffectiveView | None:
        """The meaning of what the scheduler reads; None where that is refused."""
        return self.documents[0].view if self.documents else None
