"""Findings as an editor shows them, each at its place, with the page of its rule."""

from collections.abc import Iterator

from lsprotocol import types

from schedcfg.cli.server.positions import TextPositions
from schedcfg.cli.server.workspace import Looked
from schedcfg.document.texts import printable
from schedcfg.findings import DocumentReport, Finding, Severity, Verdict
from schedcfg.output.finding_text import severity, with_help
from schedcfg.output.links import rule_page
from schedcfg.rules.cards import cards

SOURCE = "schedcfg"

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}

_AT_START = types.Range(types.Position(0, 0), types.Position(0, 0))


def diagnostics(looked: Looked, positions: TextPositions) -> list[types.Diagnostic]:
    """Return what was found in a text; of a text that cannot be read, why."""
    report = looked.report
    found = [diagnostic(finding, document, positions) for document in report.documents for finding in document.findings]
    if report.verdict is Verdict.UNREADABLE and report.reason:
        found.append(_note(f"schedcfg cannot read this: {report.reason}"))
    if looked.settings.wrong and looked.analysis is not None:
        found.append(_note(f"The settings of this folder do not count: {looked.settings.wrong}"))
    return found


def diagnostic(finding: Finding, document: DocumentReport, positions: TextPositions) -> types.Diagnostic:
    """Return one finding."""
    card = cards().get(finding.rule)
    return types.Diagnostic(
        positions.range(finding.start.offset, finding.end.offset),
        "\n".join(map(printable, with_help(finding).split("\n"))),
        severity=_SEVERITIES[severity(finding)],
        code=finding.rule,
        code_description=None if card is None else types.CodeDescription(rule_page(finding.rule)),
        source=SOURCE,
        tags=list(_tags(finding)),
        data={"kubernetes": document.kubernetes},
    )


def _tags(finding: Finding) -> Iterator[types.DiagnosticTag]:
    if finding.rule in _GOING:
        yield types.DiagnosticTag.Deprecated


_GOING = frozenset({"deprecated-api-version", "old-api-version", "leaving-resource-lock", "refused-later"})


def _note(message: str) -> types.Diagnostic:
    return types.Diagnostic(_AT_START, printable(message), types.DiagnosticSeverity.Warning, source=SOURCE)
