"""What the fast readers of ordinary texts share, and which reader reads a text."""

from typing import NamedTuple

from schedcfg.document.golang.text import SPACES
from schedcfg.patterns import pattern

MAX_DEPTH = 100
"""How many collections inside each other are read, aliases and merges followed; Kubernetes reads 10,000."""

_OPENING = pattern(rf"[{SPACES}]*\{{")
_SERVICE = "[Service]"
_UNIT = pattern(r"(?:[ \t]*(?:[#;][^\n]*)?\r?\n)*[ \t]*\[[A-Z]\w*\][ \t\r]*\n")


class NeedsFullParser(Exception):  # noqa: N818
    """The text needs the full parser: it has anchors, tags, odd keys, great depth, or an error."""


class Plain(NamedTuple):
    """A document that was read without its places."""

    start: int
    data: object  # As `Document.data`


def is_json(text: str) -> bool:
    """Return whether Kubernetes reads a text as JSON: its first character that is no space is `{`.

    A byte order mark is no space: behind one, JSON is read as YAML.
    """
    first = text[:1]
    if "!" <= first <= "~":  # as nearly every text begins
        return first == "{"
    return _OPENING.match(text) is not None


def is_unit(text: str) -> bool:
    """Return whether a text is the unit file of a service for systemd: sections begin it, one of them `[Service]`."""
    return _SERVICE in text and _UNIT.match(text) is not None
