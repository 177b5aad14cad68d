"""The answer for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from schedcfg.commands.effective.json_report import each_configuration
from schedcfg.commands.why.why_results import DocumentInfluence, FileInfluence, Influence, Limit, ProfileInfluence
from schedcfg.configuration.effective.view import Origin
from schedcfg.output.cluster import ClusterJson
from schedcfg.output.json_report import ConfigurationJson, FindingJson, place_of
from schedcfg.output.json_writer import OMITTED, VERSION, Omitted, filled, in_lines
from schedcfg.output.summary import Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class InfluenceJson:
    """The plugin at an extension point.

    Attributes:
        point: The extension point.
        place: Its place in the running order there, from 1.
        count: How many plugins run there.
        weight: What its scores are multiplied by; 0 where weights have no effect.
        total: The weights of all plugins whose scores count there.
        share: Its weight's part of that, 0 to 1; null where weights have no effect.
        origin: What enables it there.
    """

    point: str
    place: int = field(metadata={"minimum": 1})
    count: int = field(metadata={"minimum": 1})
    weight: int
    total: int
    share: float | None
    origin: Origin | None

    @classmethod
    def of(cls, one: Influence) -> "InfluenceJson":
        """Return it as it is written."""
        return filled(cls, one)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileInfluenceJson:
    """The effect of the plugin on the Pods of one profile.

    Attributes:
        name: The name of the profile.
        pods: Which Pods choose it, in words.
        runs: Whether the plugin runs; null where that is not known.
        points: Where it runs, in the order in which Pods pass the points.
        limits: What holds it back.
        findings: What `validate` finds about it here.
        origin: Where the profile comes from.
    """

    name: str
    pods: str
    runs: bool | None
    points: tuple[InfluenceJson, ...]
    limits: tuple[Limit, ...]
    findings: tuple[FindingJson, ...]
    origin: Origin | None

    @classmethod
    def of(cls, profile: ProfileInfluence) -> "ProfileInfluenceJson":
        """Return it as it is written."""
        return filled(
            cls,
            profile,
            points=tuple(map(InfluenceJson.of, profile.points)),
            findings=tuple(map(FindingJson.of, profile.findings)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FileInfluenceJson(ConfigurationJson):
    """One configuration, or a file without any.

    Attributes:
        profiles: The answer for each profile; null where the configuration is refused.
        findings: Why it is refused; empty where it is not.
    """

    profiles: tuple[ProfileInfluenceJson, ...] | None
    findings: tuple[FindingJson, ...]

    @classmethod
    def of(cls, path: str, document: DocumentInfluence) -> "FileInfluenceJson":
        """Return a configuration as it is written."""
        report, profiles = document.report, document.profiles
        return cls(
            path=path,
            **place_of(report),
            profiles=None if profiles is None else tuple(map(ProfileInfluenceJson.of, profiles)),
            findings=tuple(map(FindingJson.of, report.findings)) if profiles is None else (),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyJson:
    """The effect of a plugin.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        kubernetes: The release that was requested; null: the newest that serves each file.
        cluster: With `--cluster`: what was seen of it.
        files: One for each configuration.
    """

    version: Literal[1] = VERSION
    kubernetes: str | None
    cluster: ClusterJson | Omitted = OMITTED
    files: tuple[FileInfluenceJson, ...]


def render(files: Iterable[FileInfluence], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object in pieces, a line per configuration."""
    without = partial(FileInfluenceJson, profiles=None, findings=())
    influences = each_configuration(files, FileInfluenceJson.of, without, summary)
    return in_lines(WhyJson, kubernetes=summary.kubernetes, cluster=summary.cluster or OMITTED, files=influences)
