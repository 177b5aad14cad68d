"""Findings as results."""

from collections.abc import Iterator

from schedcfg.document.span import Span
from schedcfg.findings import DocumentReport, FileReport, Finding, Fix
from schedcfg.output.ci.fingerprints import marked
from schedcfg.output.ci.sarif.places import artifact, region
from schedcfg.output.ci.sarif.rules import LEVELS, Rules
from schedcfg.output.suggestions import offered
from schedcfg.output.told import severity, with_help


def results(report: FileReport, rules: Rules) -> Iterator[dict[str, object]]:
    """Yield a result per finding of a file."""
    for document, finding, fingerprint in marked(report):
        result: dict[str, object] = {
            "ruleId": finding.rule,
            "ruleIndex": rules.place(finding.rule),
            "level": LEVELS[severity(finding)],
            "message": {"text": with_help(finding)},
            "locations": [_location(report, finding)],
            "partialFingerprints": {"primaryLocationLineHash": fingerprint},
            "properties": _properties(document, finding),
        }
        if fix := offered(finding):
            result["fixes"] = [_fix(report, fix)]
        yield result


def _location(report: FileReport, finding: Finding) -> dict[str, object]:
    span = Span(finding.start, finding.end)
    location: dict[str, object] = {
        "physicalLocation": {
            "artifactLocation": artifact(report.path),
            "region": region(report.text or "", span),
        }
    }
    if place := finding.place or finding.path:
        location["logicalLocations"] = [{"fullyQualifiedName": place, "kind": "member"}]
    return location


def _properties(document: DocumentReport, finding: Finding) -> dict[str, object]:
    """Say what SARIF has no words for."""
    said: dict[str, object] = {"class": finding.finding_class.value}
    if document.kubernetes:
        said["kubernetes"] = document.kubernetes
    return said


def _fix(report: FileReport, fix: Fix) -> dict[str, object]:
    replacements = [
        {"deletedRegion": region(report.text or "", edit.span), "insertedContent": {"text": edit.replacement}}
        for edit in fix.edits
    ]
    return {
        "description": {"text": fix.title},
        "artifactChanges": [{"artifactLocation": artifact(report.path), "replacements": replacements}],
        "properties": {"safe": fix.is_safe},
    }
