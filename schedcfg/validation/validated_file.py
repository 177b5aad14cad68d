"""A file's report, and all that was found out about its configurations."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple, Self

from schedcfg.findings import DocumentReport, FileReport, Verdict
from schedcfg.rules.context_cache import FileInContext
from schedcfg.validation.document import DocumentValidator, ValidatedDocument


class ValidatedFile(NamedTuple):
    """A file's report, and all that was found out about each configuration in it.

    Attributes:
        report: The report.
        documents: The configurations.
        validator: What validated them; None where the file is no text.
        here: The file with what is around it, where that was looked at for what runs the configurations.
    """

    report: FileReport
    documents: tuple[ValidatedDocument, ...] = ()
    validator: DocumentValidator | None = None
    here: FileInContext | None = None

    def with_reports(self, reports: tuple[DocumentReport, ...]) -> Self:
        """Return it with other reports on its configurations."""
        if not reports:
            return self
        documents = tuple(map(ValidatedDocument.with_report, self.documents, reports))
        return self._replace(
            report=replace(self.report, documents=reports, verdict=verdict_of(reports)), documents=documents
        )


def verdict_of(reports: Iterable[DocumentReport]) -> Verdict:
    """Return the verdict on a file, by those on its documents."""
    refused = any(report.verdict is Verdict.REFUSED for report in reports)
    return Verdict.REFUSED if refused else Verdict.ACCEPTED
