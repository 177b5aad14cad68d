"""What probes show, for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from schedcfg.commands.probe.extender.results import ExtenderProbe, ExtenderTrial
from schedcfg.commands.probe.findings import ProbeFinding, ProbeReport
from schedcfg.commands.probe.network_traffic.results import TrafficProbe, TrafficReport
from schedcfg.findings import Finding, Verdict
from schedcfg.output.guard import each
from schedcfg.output.json_writer import OMITTED, VERSION, Omitted, filled, to_json
from schedcfg.output.summary import Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeJson:
    """What every probe reports.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        kubernetes: The release that validated the file; null where none could.
        path: The file, as it was named; `-` for standard input.
        verdict: What became of the file; servers are asked only where it is `accepted`.
        reason: Why the file is unreadable, or holds nothing to probe.
        works: Whether asking showed no error; null where nothing was asked.
        findings: What `validate` finds in the file, sorted by place.
        probe_findings: What is about the file as a whole.
    """

    version: Literal[1] = VERSION
    kubernetes: str | None
    path: str
    verdict: Verdict
    reason: str | Omitted = OMITTED
    works: bool | None
    findings: tuple[Finding, ...]
    probe_findings: tuple[ProbeFinding, ...]


def _probe_fields(probe: ProbeReport) -> dict[str, Any]:
    """Return the fields of `ProbeJson`."""
    file = probe.file
    return {
        "kubernetes": probe.kubernetes,
        "path": file.path,
        "verdict": file.verdict,
        "reason": OMITTED if file.reason is None else file.reason,
        "works": probe.works if probe.was_made else None,
        "findings": tuple(finding for document in file.documents for finding in document.findings),
        "probe_findings": probe.findings,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtenderProbeJson(ProbeJson):
    """How the HTTP extenders respond now.

    Attributes:
        pod: The Pod that was asked about, `namespace/name`; null where nothing was asked.
        nodes: The nodes that were asked about, in order.
        built_in: What of both is not the user's own.
        extenders: One for each, in order.
        feasible: What all filters leave; null where one failed that may not be ignored, or could not be called.
    """

    pod: str | None
    nodes: tuple[str, ...]
    built_in: tuple[Literal["nodes", "pod"], ...]
    extenders: tuple[ExtenderTrial, ...]
    feasible: tuple[str, ...] | None

    @classmethod
    def of(cls, probe: ExtenderProbe) -> "ExtenderProbeJson":
        """Return a probe as it is written."""
        return filled(
            cls,
            probe,
            **_probe_fields(probe),
            pod=probe.pod or None,
            built_in=tuple(sorted(probe.built_in)),
            extenders=probe.trials,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TrafficProbeJson(ProbeJson):
    """What Prometheus has now for the nodes of NetworkTraffic.

    Attributes:
        profiles: One for each profile that runs NetworkTraffic.
    """

    profiles: tuple[TrafficReport, ...]

    @classmethod
    def of(cls, probe: TrafficProbe) -> "TrafficProbeJson":
        """Return a probe as it is written."""
        return cls(**_probe_fields(probe), profiles=probe.reports)


def render(
    probes: Iterable[ExtenderProbe | TrafficProbe],
    summary: Summary,
    *,
    colored: bool,  # noqa: ARG001
) -> Iterator[str]:
    """Yield one JSON object for each."""
    return each(probes, _object, summary)


def _object(probe: ExtenderProbe | TrafficProbe) -> Iterator[str]:
    written = ExtenderProbeJson.of(probe) if isinstance(probe, ExtenderProbe) else TrafficProbeJson.of(probe)
    yield to_json(written, indent=1) + "\n"
