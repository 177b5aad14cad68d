"""Files of tests that say where Pods go: validated without a scheduler."""

from collections.abc import Iterator

from schedcfg.configuration.decode.scheduler_test import is_scheduler_test, read_tests
from schedcfg.document import Document, Stream
from schedcfg.findings import DocumentReport, Finding, Verdict
from schedcfg.models import OWN_VERSION, TEST_KIND
from schedcfg.rules import placing


def validate_tests(stream: Stream) -> Iterator[DocumentReport]:
    """Yield a report on each document of a text that holds tests."""
    for number, document in enumerate(stream.documents):
        if is_scheduler_test(document.data):
            read = read_tests(document)
            findings = placing.placed_findings((*read.problems, *read.unfinished), document)
            yield report_on_tests(document, number, findings)


def report_on_tests(document: Document, number: int, findings: tuple[Finding, ...]) -> DocumentReport:
    """Return a report on a document that holds tests: no scheduler reads it, so none refuses it."""
    return DocumentReport(number, document.line, OWN_VERSION, TEST_KIND, None, Verdict.ACCEPTED, findings)
