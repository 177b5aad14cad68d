"""Configurations inside ConfigMaps, read where they stand: their positions are positions in the file."""

import re
from typing import NamedTuple

from schedcfg.document import Document, Span
from schedcfg.sources.marks import mentions_configuration

_POLICY = re.compile(r"""["']?kind["']?\s*:\s*["']?Policy\b""")
_NO_BREAK = re.compile(r"[^\r\n]")
_HEADER = re.compile(r"[|][-+0-9]*[ \t]*(#[^\r\n]*)?(\r\n|\n|\r)")
_MARKER = re.compile(r"^[ \t]*---[ \t]*(?=\r|$)", re.MULTILINE)


class Embedded(NamedTuple):
    """A configuration that is the text of a ConfigMap's key.

    Attributes:
        key: The key under `data`.
        text: The configuration's text. Where it stands in a literal block (`|`), everything around it is blanked
            out, so that lines, columns and offsets are those of the file.
        span: The whole value, where its text could not be kept in place; None where positions are right.
        is_policy: Whether it is a legacy Policy.
    """

    key: str
    text: str
    span: Span | None
    is_policy: bool


def configurations_in(document: Document, text: str) -> list[Embedded]:
    """List the scheduler configurations and Policies in a ConfigMap; none in anything else.

    Args:
        document: The document.
        text: The whole text that it was read from.
    """
    data = document.data
    if not isinstance(data, dict) or data.get("kind") != "ConfigMap":
        return []
    values = data.get("data")
    if not isinstance(values, dict):
        return []
    return [
        _embedded(key, value, document, text)
        for key, value in values.items()
        if isinstance(value, str) and (mentions_configuration(value) or _POLICY.search(value))
    ]


def _embedded(key: str, value: str, document: Document, text: str) -> Embedded:
    span = document.locate(("data", key)).value
    policy = not mentions_configuration(value)
    header = _HEADER.match(text, span.start.offset)
    if header is None:
        return Embedded(key, value, span, policy)
    start = header.end()
    block = text[start : span.end.offset]
    first = _MARKER.search(block)
    if first is not None:
        # Indented, `---` is no document marker: blank out one that only opens, stop at one that separates.
        opens = not block[: first.start()].strip()
        block = _blank(block[: first.end()]) + block[first.end() :] if opens else block[: first.start()]
        second = _MARKER.search(block)
        block = block if second is None else block[: second.start()]
    return Embedded(key, _blank(text[:start]) + block, None, policy)


def _blank(text: str) -> str:
    return _NO_BREAK.sub(" ", text)
