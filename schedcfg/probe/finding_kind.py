"""What probes can find: every kind of finding has an id and a line on it, which `docs/probe.md` lists."""

from collections.abc import Iterable
from enum import Enum

from schedcfg.findings import Severity
from schedcfg.results.probing import ProbeFinding


class FindingKind(Enum):
    """A kind of finding.

    Attributes:
        id: Words joined by dashes.
        title: What it says, in a line without a full stop.
    """

    def __init__(self, id: str, title: str) -> None:  # noqa: A002
        self.id = id
        self.title = title


def tell(
    kind: FindingKind,
    severity: Severity,
    message: str,
    help: str | None = None,  # noqa: A002
    *,
    upstream: str = "",
    nodes: Iterable[str] = (),
) -> ProbeFinding:
    """Make a finding of a kind; see `ProbeFinding`."""
    return ProbeFinding(kind.id, severity, message, help, upstream, tuple(nodes))
