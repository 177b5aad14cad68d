"""Which findings are told: ignores in comments, rules chosen, and what a baseline knows already.

What kube-scheduler refuses is told whatever was chosen or ignored; only a baseline takes it for known.
"""

from dataclasses import replace
from typing import NamedTuple, Self

from schedcfg.document import Stream
from schedcfg.findings import FileReport, Finding, FindingClass, Severity


class Selection(NamedTuple):
    """What is told of the advice in a file; what kube-scheduler refuses always is.

    Attributes:
        select: Rules, `advised` and severities of which one has to fit; None: all do.
        ignore: Those of which none may fit.
        needs_reasons: Whether a comment that ignores something has to say why.
    """

    select: frozenset[str] | None = None
    ignore: frozenset[str] = frozenset()
    needs_reasons: bool = False

    def ignoring(self, more: frozenset[str]) -> Self:
        """Ignore more."""
        return self._replace(ignore=self.ignore | more) if more else self

    def tells(self, finding: Finding) -> bool:
        """Return whether a finding is told."""
        return finding.finding_class is FindingClass.REFUSED or self.tells_advice(finding.rule, finding.severity)

    def tells_advice(self, rule: str, severity: Severity) -> bool:
        """Return whether advice is told."""
        said = {rule, FindingClass.ADVISED.value, severity.value}
        return (self.select is None or not said.isdisjoint(self.select)) and said.isdisjoint(self.ignore)

    def applied(self, report: FileReport) -> FileReport:
        """Leave out what is not told."""
        documents = (
            replace(document, findings=tuple(filter(self.tells, document.findings))) for document in report.documents
        )
        return replace(report, documents=tuple(documents))


EVERYTHING = Selection()
"""All that is found."""


_MARK = "schedcfg:"


def quiet(report: FileReport, stream: Stream, selection: Selection) -> FileReport:
    """Leave out of a report what comments silence and what was not chosen.

    Args:
        report: Everything that was found.
        stream: The file's text, read.
        selection: What was chosen.
    """
    if _MARK in stream.text and report.documents:
        from schedcfg.selection import ignores  # noqa: PLC0415 - few files have such comments

        report = ignores.quiet(report, stream)
    return report if selection == EVERYTHING else selection.applied(report)


def selected(report: FileReport, stream: Stream, selection: Selection, *, looked_around: bool) -> FileReport:
    """Do as `quiet` does, and add to the report what is wrong with the comments.

    Args:
        report: Everything that was found.
        stream: The file's text, read.
        selection: What was chosen.
        looked_around: Whether what stands beside the file was looked at; if not, comments about it may be of use.
    """
    if _MARK in stream.text and report.documents:
        from schedcfg.selection import ignores  # noqa: PLC0415 - few files have such comments

        report = ignores.heeded(report, stream, selection, looked_around=looked_around)
    return report if selection == EVERYTHING else selection.applied(report)
