"""Which findings are reported: ignores in comments, rules chosen, and what a baseline already has.

What kube-scheduler refuses is reported whatever was chosen or ignored; only a baseline treats it as known.
"""

from dataclasses import replace
from typing import NamedTuple, Self

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


def has_comments(text: str) -> bool:
    """Return whether a text may have comments for schedcfg."""
    return _MARK in text
