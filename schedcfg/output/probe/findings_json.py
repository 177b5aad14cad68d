"""What asking a server showed, for programs; and what stands above it for each probe."""

from collections.abc import Iterable

from schedcfg.output.json_report import FindingJson
from schedcfg.output.json_writer import VERSION
from schedcfg.results.probing import Probe, ProbeFinding, was_made, works


def head(probe: Probe) -> dict[str, object]:
    """Return what every probe says of its file: what `validate` found, and whether all would work."""
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
        "findings": [FindingJson.of(one) for document in file.documents for one in document.findings],
        "probeFindings": findings(probe.findings),
    }


def findings(found: Iterable[ProbeFinding]) -> list[dict[str, object]]:
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
