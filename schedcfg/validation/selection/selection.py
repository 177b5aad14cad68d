"""Which findings are reported: ignores in comments, rules chosen, and what a baseline already has.

What kube-scheduler refuses is reported whatever was chosen or ignored; only a baseline treats it as known.
"""

from dataclasses import replace
from typing import NamedTuple, Self

from schedcfg.document import Stream
from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, SettledBy, Severity


class Selection(NamedTuple):
    """Which advice is reported; what kube-scheduler refuses always is.

    Attributes:
        select: Rules, `advised` and severities of which one has to fit; None: all do.
        ignore: Those of which none may fit.
        needs_reasons: Whether a comment that ignores something needs a reason.
    """

    select: frozenset[str] | None = None
    ignore: frozenset[str] = frozenset()
    needs_reasons: bool = False

    def ignoring(self, more: frozenset[str]) -> Self:
        """Return a selection that ignores more rules."""
        return self._replace(ignore=self.ignore | more) if more else self

    def reports(self, finding: Finding) -> bool:
        """Return whether a finding is reported."""
        if finding.finding_class is FindingClass.REFUSED or finding.is_required:
            return True
        return self.reports_advice(finding.rule, finding.severity)

    def reports_advice(self, rule: str, severity: Severity) -> bool:
        """Return whether advice is reported."""
        names = _names(rule, severity)
        return (self.select is None or not names.isdisjoint(self.select)) and names.isdisjoint(self.ignore)

    def applied(self, report: FileReport) -> FileReport:
        """Return a report without what is not selected."""
        return replace(report, documents=tuple(map(self._applied, report.documents)))

    def _applied(self, document: DocumentReport) -> DocumentReport:
        left_out = (finding for finding in document.findings if not self.reports(finding))
        return document.without({id(finding): self._reason(finding) for finding in left_out}, SettledBy.OPTIONS)

    def _reason(self, finding: Finding) -> str:
        """Return why advice is not reported."""
        ignored = self.ignore & _names(finding.rule, finding.severity)
        chosen = f"`{min(ignored)}` is ignored, by --ignore" if ignored else "it is not selected, by --select"
        return f"{chosen} or the settings"


def _names(rule: str, severity: Severity) -> frozenset[str]:
    """Return the names by which advice is chosen or ignored."""
    return frozenset({rule, FindingClass.ADVISED.value, severity.value})


EVERYTHING = Selection()
"""All that is found."""


_MARK = "schedcfg:"


def quiet(report: FileReport, stream: Stream, selection: Selection) -> FileReport:
    """Return a report without what comments suppress and what was not chosen.

    Args:
        report: Everything that was found.
        stream: The file's text, read.
        selection: What was chosen.
    """
    if has_comments(stream.text) and report.documents:
        from schedcfg.validation.selection import ignores  # noqa: PLC0415 - few files have such comments

        report = ignores.quiet(report, stream)
    return report if selection == EVERYTHING else selection.applied(report)


def has_comments(text: str) -> bool:
    """Return whether a text may have comments for schedcfg."""
    return _MARK in text


def selected(report: FileReport, stream: Stream, selection: Selection, *, with_related: bool) -> FileReport:
    """Return what `quiet` returns, with what is wrong with the comments added.

    Args:
        report: Everything that was found.
        stream: The file's text, read.
        selection: What was chosen.
        with_related: Whether related files were validated too; if not, comments about them may be of use.
    """
    if has_comments(stream.text) and report.documents:
        from schedcfg.validation.selection import ignores  # noqa: PLC0415 - few files have such comments

        report = ignores.applied(report, stream, selection, with_related=with_related)
    return report if selection == EVERYTHING else selection.applied(report)
