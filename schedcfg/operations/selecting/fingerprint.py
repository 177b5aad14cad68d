"""What tells a finding from others, from one run to the next."""

import re
from hashlib import sha256

from schedcfg.diagnostics import DocumentReport, Finding
from schedcfg.document import Position
from schedcfg.document.secret_names import WORDS

_INDEX = re.compile(r"\[\d+]")
_SECRET = re.compile(WORDS, re.IGNORECASE)


def where(finding: Finding) -> str:
    """Name the field that a finding is about, without numbers of entries: others may come before it."""
    return _INDEX.sub("[]", finding.place or finding.path)


def fingerprint(finding: Finding, document: DocumentReport, text: str) -> str:
    """Make 16 hexadecimal digits that stay as long as the rule, the field and its line do.

    Lines and entries may come before it, wordings may change, and another release may judge.

    Args:
        finding: The finding.
        document: The report that it is in.
        text: The file's text.
    """
    said = (finding.rule, document.key or "", where(finding), _line(text, finding.start))
    return sha256("\0".join(said).encode("utf-8", "backslashreplace")).hexdigest()[:16]


def _line(text: str, place: Position) -> str:
    """Return the line of a place; nothing of one with a secret, which could be guessed from the digest."""
    begin = max(place.offset - place.column + 1, 0)
    line = text[begin:].partition("\n")[0].strip()
    return "" if _SECRET.search(line) else line
