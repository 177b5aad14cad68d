"""Findings as an editor shows them, of a report and of what the server says, to be compared."""

from typing import Any

from lsprotocol.types import Position

from schedcfg.commands.server.positions import TextPositions
from schedcfg.findings import FileReport, Severity
from schedcfg.output.finding_text import severity

WEIGHTS = {Severity.ERROR: 1, Severity.WARNING: 2, Severity.INFO: 3}
"""The protocol's numbers: `DiagnosticSeverity`."""

Place = tuple[str, int, int, int, int, int, str]
"""Rule, weight, first line and column, last line and column, message."""


def places(report: FileReport) -> list[Place]:
    """Return what is found in a file, as an editor counts."""
    positions = TextPositions(report.text or "")
    found: list[Place] = []
    for document in report.documents:
        for finding in document.findings:
            start, end = positions.position(finding.start.offset), positions.position(finding.end.offset)
            weight = WEIGHTS[severity(finding)]
            found.append((finding.rule, weight, start.line, start.character, end.line, end.character, finding.message))
    return sorted(found)


def shown_places(diagnostics: list[dict[str, Any]]) -> list[Place]:
    """Return the same of what the server says."""
    found: list[Place] = []
    for one in diagnostics:
        start, end = one["range"]["start"], one["range"]["end"]
        message = one["message"].split("\nHelp: ")[0]
        place = (start["line"], start["character"], end["line"], end["character"])
        found.append((one["code"], one["severity"], *place, message))
    return sorted(found)


def applied(text: str, action: dict[str, Any]) -> str:
    """Make the edits of an action, from the last on."""
    [document] = action["edit"]["documentChanges"]
    positions = TextPositions(text)

    def offset(place: dict[str, int]) -> int:
        return positions.offset(Position(place["line"], place["character"]))

    edits = sorted(document["edits"], key=lambda edit: offset(edit["range"]["start"]), reverse=True)
    for edit in edits:
        text = text[: offset(edit["range"]["start"])] + edit["newText"] + text[offset(edit["range"]["end"]) :]
    return text
