"""What asking a server showed, for programs; and what stands above it for each probe."""

from collections.abc import Iterable

from schedcfg.findings import Severity
from schedcfg.output.json_report import VERSION, finding
from schedcfg.output.summary import Summary
from schedcfg.probe.findings import ProbeFinding, ProbeReport, was_made, works


def json_head(probe: ProbeReport) -> dict[str, object]:
    """Return what every probe reports of its file: what `validate` found, and whether all would work."""
    file = probe.file
    shown: dict[str, object] = {
        "version": VERSION,
        "kubernetes": probe.kubernetes,
        "path": file.path,
        "verdict": file.verdict,
    }
    if file.reason is not None:
        shown["reason"] = file.reason
    return {
        **shown,
        "works": works(probe) if was_made(probe) else None,
        "findings": [finding(one) for document in file.documents for one in document.findings],
        "probeFindings": json_findings(probe.findings),
    }


def json_findings(found: Iterable[ProbeFinding]) -> list[dict[str, object]]:
    """Return what asking showed as plain data."""
    return [
        {
            "id": one.id,
            "severity": one.severity,
            "message": one.message,
            "help": one.help,
            "upstream": one.upstream or None,
            "nodes": list(one.nodes),
        }
        for one in found
    ]


def count(probe: ProbeReport, summary: Summary) -> None:
    """Count what `validate` finds in a probe's file, and what asking showed."""
    summary.count(probe.file)
    severities = [finding.severity for finding in probe.all_findings]
    summary.errors += severities.count(Severity.ERROR)
    summary.warnings += severities.count(Severity.WARNING)
    summary.infos += severities.count(Severity.INFO)
