"""What was seen in one run, in numbers."""

from dataclasses import dataclass

from schedcfg.diagnostics import FileReport, Severity, Verdict
from schedcfg.output.counting import counted


@dataclass(slots=True)
class Summary:
    """Counts of files, documents and findings.

    Attributes:
        kubernetes: The release that was asked for; None where each file had its own.
    """

    kubernetes: str | None = None
    files: int = 0
    documents: int = 0
    accepted: int = 0
    refused: int = 0
    skipped: int = 0
    unreadable: int = 0
    errors: int = 0
    warnings: int = 0
    infos: int = 0
    silenced: int = 0

    def count(self, report: FileReport) -> None:
        """Take one file's report into account."""
        self.files += 1
        self.documents += len(report.documents)
        self.accepted += report.verdict is Verdict.ACCEPTED
        self.refused += report.verdict is Verdict.REFUSED
        self.skipped += report.verdict is Verdict.SKIPPED
        self.unreadable += report.verdict is Verdict.UNREADABLE
        self.silenced += report.silenced
        for document in report.documents:
            for finding in document.findings:
                self.errors += finding.is_error
                self.warnings += finding.severity is Severity.WARNING and not finding.is_error
                self.infos += finding.severity is Severity.INFO and not finding.is_error

    def line(self) -> str:
        """Sum up in one line; empty when there is nothing to say."""
        if not (self.errors or self.warnings or self.unreadable or self.silenced):
            return ""
        by = f" by Kubernetes {self.kubernetes}" if self.kubernetes else ""
        judged = self.accepted + self.refused
        parts = [f"{self.refused} of {counted(judged, 'file')} refused{by}"]
        parts += [
            counted(number, word) for number, word in ((self.errors, "error"), (self.warnings, "warning")) if number
        ]
        if self.silenced:
            parts.append(f"{self.silenced} silenced")
        if self.unreadable:
            parts.append(f"{self.unreadable} could not be read")
        return ", ".join(parts)
