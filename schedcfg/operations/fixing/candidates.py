"""The fixes of a judged text."""

from collections import Counter, deque
from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.findings import DocumentReport, FileReport, Finding, Fix
from schedcfg.operations.judging import Judged
from schedcfg.operations.validation import JudgedFile


class Candidate(NamedTuple):
    """A fix that may be made.

    Attributes:
        finding: What it mends.
        fix: The fix.
        number: The number of the document in which that was found.
        configuration: The place of that document among the configurations of the text; None for a manifest.
        document: The document; None likewise.
    """

    finding: Finding
    fix: Fix
    number: int
    configuration: int | None
    document: Judged | None

    @property
    def key(self) -> tuple[object, ...]:
        """What it is known by when the text is judged again, and everything else has moved."""
        return self.number, self.configuration, self.finding.rule, self.finding.message, self.fix.title


def candidates(judged: JudgedFile) -> Iterator[Candidate]:
    """Yield the fixes of all findings that are shown, in order."""
    rest = deque(enumerate(judged.documents))
    for report in judged.report.documents:
        # A manifest may stand where a configuration stands that is an item in it; configurations come first.
        is_next = bool(rest) and _place(rest[0][1].report) == _place(report)
        index, document = rest.popleft() if is_next else (None, None)
        for finding in report.findings:
            if finding.fix is not None:
                yield Candidate(finding, finding.fix, report.number, index, document)


def findings_by_rule(report: FileReport) -> Counter[tuple[int, str]]:
    """Count the findings of each rule in each document: paths and messages change when something else goes."""
    return Counter((one.number, finding.rule) for one in report.documents for finding in one.findings)


def errors_by_rule(report: FileReport) -> Counter[tuple[int, str]]:
    """Count those that weigh like an error."""
    found = ((one.number, finding) for one in report.documents for finding in one.findings)
    return Counter((number, finding.rule) for number, finding in found if finding.is_error)


def _place(report: DocumentReport) -> tuple[int, int, str | None]:
    return report.number, report.line, report.key
