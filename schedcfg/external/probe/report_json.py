"""What a server's responses showed, for programs; and what is the same for each probe."""

from dataclasses import dataclass
from typing import Any, Literal

from schedcfg.external.probe.findings import ProbeFinding, ProbeReport
from schedcfg.findings import Verdict
from schedcfg.output.json_report import FindingJson
from schedcfg.output.json_writer import OMITTED, VERSION, Omitted


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
    findings: tuple[FindingJson, ...]
    probe_findings: tuple[ProbeFinding, ...]


def probe_fields(probe: ProbeReport) -> dict[str, Any]:
    """Return the fields of `ProbeJson`."""
    file = probe.file
    return {
        "kubernetes": probe.kubernetes,
        "path": file.path,
        "verdict": file.verdict,
        "reason": OMITTED if file.reason is None else file.reason,
        "works": probe.works if probe.was_made else None,
        "findings": tuple(FindingJson.of(finding) for document in file.documents for finding in document.findings),
        "probe_findings": probe.findings,
    }
