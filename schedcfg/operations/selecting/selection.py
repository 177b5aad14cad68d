"""What was chosen to be told, by rule, by group or by weight."""

from typing import NamedTuple, Self

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
        """Say whether a finding is told."""
        return finding.finding_class is FindingClass.REFUSED or self.tells_advice(finding.rule, finding.severity)

    def tells_advice(self, rule: str, severity: Severity) -> bool:
        """Say whether advice is told."""
        said = {rule, FindingClass.ADVISED.value, severity.value}
        return (self.select is None or not said.isdisjoint(self.select)) and said.isdisjoint(self.ignore)

    def applied(self, report: FileReport) -> FileReport:
        """Leave out what is not told."""
        documents = (
            document._replace(findings=tuple(filter(self.tells, document.findings))) for document in report.documents
        )
        return report._replace(documents=tuple(documents))


EVERYTHING = Selection()
"""All that is found."""
