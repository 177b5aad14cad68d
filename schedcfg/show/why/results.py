"""What a plugin has a say in: the answer of `schedcfg why`."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from schedcfg.configuration.effective.view import ArgsView, FileOfConfigurations, Origin
from schedcfg.findings import DocumentReport, Finding


class LimitKind(StrEnum):
    """What holds a plugin back.

    `disabled`: an entry disables it. `not-enabled`: nothing enables it. `gate`: a feature gate is off. `unknown`:
    nothing is known of its code. `missing`: the release has no such plugin. `order`: another plugin comes first and
    decides. `outweighed`: other scores count more. `extender`: a server has a say as well. `nodes`: it only scores
    some of the nodes. `pods`: it only looks at some of the Pods.
    """

    DISABLED = "disabled"
    NOT_ENABLED = "not-enabled"
    GATE = "gate"
    UNKNOWN = "unknown"
    MISSING = "missing"
    ORDER = "order"
    OUTWEIGHED = "outweighed"
    EXTENDER = "extender"
    NODES = "nodes"
    PODS = "pods"


@dataclass(frozen=True, slots=True)
class Limit:
    """One thing that holds a plugin back.

    Attributes:
        kind: What it is.
        message: The same in words.
        help: What would give the plugin a say all the same; None where nothing has to.
        origin: The entry that does it; None where none does.
    """

    kind: LimitKind
    message: str
    help: str | None = None
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Influence:
    """A plugin at an extension point.

    Attributes:
        point: The extension point.
        place: Its place in the running order there, from 1.
        count: How many plugins run there.
        weight: What its scores are multiplied by; 0 where weights have no effect.
        total: The weights of all plugins there; 0 likewise.
        share: Its weight's part of that, 0 to 1; None likewise.
        origin: What enables it there.
    """

    point: str
    place: int
    count: int
    weight: int
    total: int
    share: float | None
    origin: Origin


@dataclass(frozen=True, slots=True)
class ProfileInfluence:
    """What a plugin has a say in, for the Pods of one profile.

    Attributes:
        name: The name of the profile.
        pods: Which Pods choose it.
        runs: Whether the plugin runs; None where that is not known.
        points: Where it runs, in the order in which Pods pass the points.
        args: Its Args; None where it does not run, or takes none.
        limits: What holds it back.
        findings: What `validate` finds about it here.
        origin: Where the profile comes from.
    """

    name: str
    pods: str
    runs: bool | None
    points: tuple[Influence, ...]
    args: ArgsView | None
    limits: tuple[Limit, ...]
    findings: tuple[Finding, ...]
    origin: Origin

    def without_fixes(self) -> "ProfileInfluence":
        """Return it without fixes."""
        return replace(self, findings=tuple(replace(finding, fix=None) for finding in self.findings))


@dataclass(frozen=True, slots=True)
class DocumentInfluence:
    """What a plugin has a say in, by one configuration.

    Attributes:
        report: The report of `validate` on it.
        api_version: The one it is written in, short; empty where it is refused.
        summary: What the plugin does; None where nothing is known of it.
        is_known: Whether there is such a plugin in some release or catalog, or in the configuration.
        profiles: The answer for each profile; None where the configuration is refused.
        near: The known name that this one is probably a misspelling of; None where it is none.
    """

    report: DocumentReport
    api_version: str
    summary: str | None
    is_known: bool
    profiles: tuple[ProfileInfluence, ...] | None
    near: str | None = None

    def without_fixes(self) -> "DocumentInfluence":
        """Return it without fixes: nothing is written to a cluster."""
        profiles = None if self.profiles is None else tuple(one.without_fixes() for one in self.profiles)
        return replace(self, report=self.report.without_fixes(), profiles=profiles)


@dataclass(frozen=True, slots=True)
class FileInfluence(FileOfConfigurations[DocumentInfluence]):
    """What a plugin has a say in, by the configurations of a file.

    Attributes:
        plugin: The plugin's name.
    """

    plugin: str = field(kw_only=True)
