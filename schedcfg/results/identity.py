"""What tells a finding from others, from one run to the next."""

import re
from hashlib import sha256
from typing import NamedTuple

from schedcfg.document.lines import source_line
from schedcfg.document.secret_names import WORDS, without_login
from schedcfg.findings import DocumentReport, Finding

_INDEX = re.compile(r"\[\d+]")
_SECRET = re.compile(WORDS, re.IGNORECASE)


class Identity(NamedTuple):
    """What stays as long as the rule, the field and its line do.

    Lines and entries may come before it, wordings may change, and another release may judge.

    Attributes:
        rule: The rule's id.
        key: The key of a ConfigMap that the document stands in; empty for none.
        where: The field, without numbers of entries: others may come before it.
        line: The source line. A digest of a secret could be guessed, so that there is nothing of a line with one.
    """

    rule: str
    key: str
    where: str
    line: str


def identity(finding: Finding, document: DocumentReport, text: str) -> Identity:
    """Tell what identifies a finding within its file.

    Args:
        finding: The finding.
        document: The report that it is in.
        text: The file's text.
    """
    line = without_login(source_line(text, finding.start).strip())
    where = _INDEX.sub("[]", finding.place or finding.path)
    return Identity(finding.rule, document.key or "", where, "" if _SECRET.search(line) else line)


def digest(*parts: str) -> str:
    """Make 32 hexadecimal digits of texts."""
    return sha256("\0".join(parts).encode("utf-8", "backslashreplace")).hexdigest()[:32]
