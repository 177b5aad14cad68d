"""Findings as an editor shows them, each at its place, with the page of its rule."""

import os
from collections.abc import Iterator

from lsprotocol import types
from pygls import uris

from schedcfg.cards import EditorMark
from schedcfg.commands.server.positions import TextPositions
from schedcfg.commands.server.workspace import Looked, OpenText
from schedcfg.document.texts import printable
from schedcfg.findings import DocumentReport, Finding, Severity, Verdict
from schedcfg.output.finding_text import severity, with_help
from schedcfg.output.links import rule_page
from schedcfg.patterns import pattern
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
    found = [
        diagnostic(finding, document, looked.text, positions)
        for document in report.documents
        for finding in document.findings
    ]
    if report.verdict is Verdict.UNREADABLE and report.reason:
        found.append(_note(f"schedcfg cannot read this: {report.reason}"))
    if looked.settings.wrong and looked.analysis is not None:
        found.append(_note(f"The settings of this folder do not count: {looked.settings.wrong}"))
    return found


def diagnostic(
    finding: Finding, document: DocumentReport, text: OpenText, positions: TextPositions
) -> types.Diagnostic:
    """Return one finding, with the place that names its release, if one does."""
    card = cards().get(finding.rule)
    page = None if card is None else rule_page(finding.rule)
    return types.Diagnostic(
        positions.range(finding.start.offset, finding.end.offset),
        "\n".join(map(printable, with_help(finding).split("\n"))),
        severity=_SEVERITIES[severity(finding)],
        code=finding.rule,
        code_description=types.CodeDescription(page) if page else None,
        source=SOURCE,
        tags=[] if card is None or card.mark is None else [_TAGS[card.mark]],
        related_information=list(_related(document, text)) or None,
        data={"kubernetes": document.kubernetes},
    )


_BESIDE = pattern(r"(?P<file>.+):(?P<line>\d+)\Z")


def _related(document: DocumentReport, text: OpenText) -> Iterator[types.DiagnosticRelatedInformation]:
    """Yield the line of the manifest that runs a configuration."""
    place = None if document.runner is None else _BESIDE.fullmatch(document.runner)
    uri = (
        None
        if place is None
        else uris.from_fs_path(os.path.join(os.path.dirname(os.path.abspath(text.path)), place["file"]))
    )
    if place is not None and uri is not None:
        line = int(place["line"]) - 1
        whole = types.Range(types.Position(line, 0), types.Position(line + 1, 0))
        message = f"Kubernetes {document.kubernetes} is named here"
        yield types.DiagnosticRelatedInformation(types.Location(uri, whole), message)


_TAGS = {
    EditorMark.DEPRECATED: types.DiagnosticTag.Deprecated,
    EditorMark.UNNECESSARY: types.DiagnosticTag.Unnecessary,
}


def _note(message: str) -> types.Diagnostic:
    return types.Diagnostic(_AT_START, printable(message), types.DiagnosticSeverity.Warning, source=SOURCE)
