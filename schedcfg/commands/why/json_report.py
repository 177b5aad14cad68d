"""The answer for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from schedcfg.commands.effective.json_report import each_configuration
from schedcfg.commands.why.results import DocumentInfluence, FileInfluence, ProfileInfluence
from schedcfg.findings import Finding
from schedcfg.output.cluster import ClusterSummary
from schedcfg.output.json_report import ConfigurationJson, place_of
from schedcfg.output.json_writer import OMITTED, VERSION, Omitted, in_lines
from schedcfg.output.summary import Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class FileInfluenceJson(ConfigurationJson):
    """One configuration, or a file without any.

    Attributes:
        profiles: The answer for each profile; null where the configuration is refused.
        findings: Why it is refused; empty where it is not.
    """

    profiles: tuple[ProfileInfluence, ...] | None = None
    findings: tuple[Finding, ...] = ()

    @classmethod
    def of(cls, path: str, document: DocumentInfluence) -> "FileInfluenceJson":
        """Return a configuration as it is written."""
        report, profiles = document.report, document.profiles
        return cls(
            path=path,
            **place_of(report),
            profiles=profiles,
            findings=report.findings if profiles is None else (),
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
    cluster: ClusterSummary | Omitted = OMITTED
    files: tuple[FileInfluenceJson, ...]


def render(files: Iterable[FileInfluence], summary: Summary, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object in pieces, a line per configuration."""
    influences = each_configuration(files, FileInfluenceJson.of, FileInfluenceJson, summary)
    return in_lines(WhyJson, kubernetes=summary.kubernetes, cluster=summary.cluster or OMITTED, files=influences)
