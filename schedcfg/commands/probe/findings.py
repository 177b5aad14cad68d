"""What asking real servers showed: findings, and what every probe reports."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, ClassVar, Literal, Self

from schedcfg.cards import FindingCard
from schedcfg.findings import FileReport, Finding, Severity, Verdict
from schedcfg.integrations.http_failures import FailureKind
from schedcfg.output.json_writer import VERSION


@dataclass(frozen=True, slots=True)
class ProbeFinding:
    """One thing that asking the server showed.

    No check of the file can show it.

    Attributes:
        id: What, in words joined by dashes.
        severity: An error: the scheduler would meet it too.
        message: What is wrong.
        help: What to do; null where the message already contains it.
        upstream: The scheduler's own words in its log or event; null where there are none.
        nodes: Which nodes it is about; empty: all, or none in particular.
    """

    id: str
    severity: Severity
    message: str
    help: str | None = None
    upstream: str | None = None
    nodes: tuple[str, ...] = ()

    @property
    def is_error(self) -> bool:
        """Whether it fails the run."""
        return self.severity is Severity.ERROR


_ORDER = tuple(Severity)


def errors_first(findings: Iterable[ProbeFinding]) -> tuple[ProbeFinding, ...]:
    """Return errors first, then warnings; what is equally severe stays in order."""
    return tuple(sorted(findings, key=lambda finding: _ORDER.index(finding.severity)))


@dataclass(frozen=True, slots=True)
class ProbeReport:
    """What probing one file shows, whatever its servers are.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        file: What `validate` finds in it; where that is a refusal, nothing was asked.
        kubernetes: The release that validated the file; None where none could.
        findings: What is about the file as a whole.
    """

    __json__: ClassVar[tuple[str, ...]] = (
        *("version", "kubernetes", "path", "verdict", "reason", "works"),
        *("file_findings as findings", "findings as probeFindings"),
    )

    version: Literal[1] = field(default=VERSION, kw_only=True)
    file: FileReport
    kubernetes: str | None
    findings: tuple[ProbeFinding, ...] = field(default=(), kw_only=True)

    @property
    def path(self) -> str:
        """The file, as it was named; `-` for standard input."""
        return self.file.path

    @property
    def verdict(self) -> Verdict:
        """What became of the file; servers are asked only where it is `accepted`."""
        return self.file.verdict

    @property
    def reason(self) -> Annotated[str | None, {"omit_none": True}]:
        """Why the file is unreadable, or holds nothing to probe."""
        return self.file.reason

    @property
    def file_findings(self) -> tuple[Finding, ...]:
        """What `validate` finds in the file, sorted by place."""
        return tuple(finding for document in self.file.documents for finding in document.findings)

    def failed(self, reason: str) -> Self:
        """Return the probe of a file that cannot be read."""
        return type(self)(self.file.failed(reason), None)

    @property
    def all_findings(self) -> tuple[ProbeFinding, ...]:
        """Those, and what asking showed about everything in it."""
        return self.findings

    @property
    def was_made(self) -> bool:
        """Whether anything could be asked: kube-scheduler would start with the file."""
        return self.file.verdict is Verdict.ACCEPTED

    @property
    def works(self) -> bool | None:
        """Whether asking showed no error; None where nothing was asked."""
        return not any(one.is_error for one in self.all_findings) if self.was_made else None


class FindingKind(Enum):
    """A kind of finding.

    Attributes:
        id: Words joined by dashes.
        title: What it means, in a line without a full stop.
        weights: What it can be, the heaviest first, which it is unless that depends on the case.
    """

    def __init__(self, id: str, title: str, *weights: Severity) -> None:  # noqa: A002
        self.id = id
        self.title = title
        self.weights = weights or (Severity.ERROR,)

    def finding(
        self,
        message: str,
        help: str | None = None,  # noqa: A002
        upstream: str | None = None,
        nodes: Iterable[str] = (),
        *,
        severity: Severity | None = None,
    ) -> ProbeFinding:
        """Return a finding of this kind; see `ProbeFinding`."""
        return ProbeFinding(self.id, severity or self.weights[0], message, help, upstream, tuple(nodes))


def cards(
    command: str, kinds: Iterable[FindingKind], failures: Iterable[FailureKind], *weights: Severity
) -> tuple[FindingCard, ...]:
    """Return what lists show of what a command finds.

    Args:
        command: The command.
        kinds: What it finds in responses.
        failures: Why it gets none.
        weights: What such a failure can be.
    """
    found = [(kind.id, kind.title, kind.weights) for kind in kinds]
    found += [(kind.id, kind.title, weights) for kind in failures]
    return tuple(FindingCard(id_, command, title, tuple(one.value for one in of_kind)) for id_, title, of_kind in found)
