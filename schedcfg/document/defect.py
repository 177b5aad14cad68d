"""What is wrong with a text, whatever it means."""

from enum import StrEnum
from typing import NamedTuple

from schedcfg.document.plain import MAX_DEPTH
from schedcfg.document.span import Path, Span


class DefectKind(StrEnum):
    """The kinds of objection that Kubernetes' reader raises to a text."""

    SYNTAX = "syntax"
    DUPLICATE_KEY = "duplicate-key"
    UNSUPPORTED_KEY = "unsupported-key"
    UNSUPPORTED_VALUE = "unsupported-value"
    BAD_TAG = "bad-tag"
    BAD_MERGE = "bad-merge"
    UNKNOWN_ANCHOR = "unknown-anchor"
    RECURSIVE_ANCHOR = "recursive-anchor"
    TOO_DEEP = "too-deep"
    TOO_MANY_ALIASES = "too-many-aliases"
    TEMPLATE = "unrendered-template"


class Defect(NamedTuple):
    """One objection."""

    kind: DefectKind
    message: str
    span: Span  # Where; a syntax error may have an empty span
    path: Path = ()  # The value it is about; `()` for a syntax error
    help: str | None = None  # What to do about it, where that is known


class Fault(Exception):  # noqa: N818
    """An objection on its way to become a `Defect`; raised where reading cannot go on.

    Attributes:
        kind: As in `Defect`.
        message: As in `Defect`.
        start: Offset in code points.
        end: Offset just after.
        path: As in `Defect`.
        help: As in `Defect`.
    """

    def __init__(
        self,
        kind: DefectKind,
        message: str,
        start: int,
        end: int,
        *,
        path: Path = (),
        help: str | None = None,  # noqa: A002
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.start = start
        self.end = end
        self.path = path
        self.help = help


NEST_FEWER = "Nest fewer: Kubernetes reads up to 10,000."
"""What to do about collections that are nested deeper than this program reads."""


def too_deep(start: int, end: int, path: Path = ()) -> Fault:
    """Make the fault for one collection too many, from `start` up to `end`."""
    message = f"more than {MAX_DEPTH} collections are nested in each other: what is inside is not validated"
    return Fault(DefectKind.TOO_DEEP, message, start, end, path=path, help=NEST_FEWER)
