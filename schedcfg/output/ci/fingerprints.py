"""Findings with what tells them from all others of their file."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.findings import DocumentReport, FileReport, Finding
from schedcfg.results.identity import Identity, digest, identity


class Marked(NamedTuple):
    """A finding of a file, with what identifies it.

    Attributes:
        document: Where it was found.
        finding: The finding.
        fingerprint: 32 hexadecimal digits of its `Identity`, unique within the file.
    """

    document: DocumentReport
    finding: Finding
    fingerprint: str


def marked(report: FileReport) -> Iterator[Marked]:
    """Yield the findings of a file with their fingerprints, in order."""
    seen: Counter[Identity] = Counter()
    for document in report.documents:
        for finding in document.findings:
            known = identity(finding, document, report.text or "")
            seen[known] += 1
            yield Marked(document, finding, digest(*known, str(seen[known])))
