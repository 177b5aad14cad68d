"""Findings in Terraform's plan: whoever reads them looks for a resource, not for a column of one long line."""

from dataclasses import replace

from schedcfg.document import Document, Stream
from schedcfg.findings import DocumentReport, FileReport, Finding
from schedcfg.sources.terraform import is_plan, planned_objects


def with_addresses(report: FileReport, stream: Stream) -> FileReport:
    """Return the report on a plan with the address of its resource in each finding; that on another file as it is.

    Nothing offers to fix a plan: what is to be changed is the code that it is made of.
    """
    plans = [document for document in stream.documents if is_plan(document.data)]
    if not plans or not report.documents:
        return report
    places = [place for plan in plans for place in _places(plan)]
    return replace(report, documents=tuple(_with_address(document, places) for document in report.documents))


def _places(plan: Document) -> list[tuple[int, int, str]]:
    """Return where each resource begins and ends, and its address."""
    found = []
    for one in planned_objects(plan.data):
        span = plan.locate(one.path).value
        found.append((span.start.offset, span.end.offset, one.address))
    return found


def _with_address(document: DocumentReport, places: list[tuple[int, int, str]]) -> DocumentReport:
    return replace(document, findings=tuple(_named(finding, places) for finding in document.findings))


def _named(finding: Finding, places: list[tuple[int, int, str]]) -> Finding:
    offset = finding.start.offset
    address = next((address for start, end, address in places if start <= offset < end), "")
    return replace(finding, message=f"{address}: {finding.message}", fix=None) if address else finding
