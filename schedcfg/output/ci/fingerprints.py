"""What tells a finding from others, from one run to the next."""

import re
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from schedcfg.diagnostics import DocumentReport, FileReport, Finding
from schedcfg.document import Position
from schedcfg.output.columns import source_line
from schedcfg.output.secrets import masked

_INDEX = re.compile(r"\[\d+]")


class Marked(NamedTuple):
    """A finding of a file, with what identifies it.

    Attributes:
        document: Where it was found.
        finding: The finding.
        fingerprint: 32 hexadecimal digits, unique within the file. The same as long as the rule, the field and the
            source line are: lines and entries may come before it, and wordings may change.
    """

    document: DocumentReport
    finding: Finding
    fingerprint: str


def marked(report: FileReport) -> Iterator[Marked]:
    """Yield the findings of a file with their fingerprints, in order."""
    seen: Counter[tuple[str, ...]] = Counter()
    for document in report.documents:
        for finding in document.findings:
            place = _INDEX.sub("[]", finding.place or finding.path)
            content = (finding.rule, document.key or "", place, _source_line(report.text or "", finding.start))
            seen[content] += 1
            yield Marked(document, finding, digest(*content, str(seen[content])))


def digest(*parts: str) -> str:
    """Make 32 hexadecimal digits of texts."""
    return sha256("\0".join(parts).encode("utf-8", "backslashreplace")).hexdigest()[:32]


def _source_line(text: str, place: Position) -> str:
    """Return the line of a place, as it may be shown: a digest of a secret could be guessed."""
    return masked(source_line(text, place), 0).strip()
