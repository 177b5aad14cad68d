"""One change to a text."""

from typing import NamedTuple

from schedcfg.document.span import Span


class Edit(NamedTuple):
    """One change to a text: what stands in the span is replaced. Edits of a text do not touch each other.

    Attributes:
        span: A stretch of the text as it was; empty where something is only put in.
        replacement: What stands there afterwards; empty where something is only taken out.
    """

    span: Span
    replacement: str
