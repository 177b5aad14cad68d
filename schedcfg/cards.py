"""What a rule is about: what lists, reports and documentation show of it."""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, NamedTuple

from schedcfg.findings import FindingClass, Severity


class RuleGroup(StrEnum):
    """Where a rule is at home: the folder of its file below `rules/`."""

    READING = "reading"
    REFUSED = "refused"
    ADVISED = "advised"
    SURROUNDINGS = "surroundings"

    @property
    def heading(self) -> str:
        """Return in a few words what the rules of the group are about."""
        return _HEADINGS[self]


_HEADINGS = {
    RuleGroup.READING: "Reading: the text, its fields, the legacy Policy",
    RuleGroup.REFUSED: "Refused: kube-scheduler would not start",
    RuleGroup.ADVISED: "Advised: it starts, but probably does not do what you intend",
    RuleGroup.SURROUNDINGS: "Surroundings: manifests that run a scheduler, or name one",
}


class EditorMark(StrEnum):
    """How an editor marks a place: as what is going to be removed, or as what has no effect."""

    DEPRECATED = "deprecated"
    UNNECESSARY = "unnecessary"


ONLY = "scheduler.yaml"
"""What the file of an example is called that is only one."""


def files(example: str) -> dict[str, str]:
    """Take an example apart: file name → text.

    Each file begins with a line of its own, `# file: kube-scheduler.yaml`; without any it is one file.
    """
    before, *named = re.split(r"^# file: (\S+)\n", example, flags=re.MULTILINE)
    return dict(zip(named[::2], named[1::2], strict=True)) if named else {ONLY: before}


def printable(example: str) -> str:
    r"""Return an example with what is no character as the byte that it represents: `\xe4`."""
    return example.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def v1_configuration(fields: str) -> str:
    """Return an example: a configuration of `kubescheduler.config.k8s.io/v1` with these fields."""
    return f"apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n{fields}"


@dataclass(frozen=True, slots=True)
class Citation:
    """A public place where a mistake was made, or is warned of.

    Attributes:
        url: An issue, a question, a file or a page of documentation.
        shows: What can be seen there, in a few words.
    """

    url: str
    shows: str


class FindingCard(NamedTuple):
    """What a command other than `validate` reports under an id of its own, as lists and pages show it.

    Attributes:
        id: Words joined by dashes.
        command: The command: `migrate`, `probe extender` …
        title: What it means, in a line without a full stop.
        weights: What it can be, in the words of reports: `error`, `warning`, `info`; for a migration what a note is
            about: `changed`, `pinned` …
    """

    id: str
    command: str
    title: str
    weights: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleCard:
    """One rule, as lists, reports and documentation show it.

    Attributes:
        id: Words joined by dashes.
        finding_class: Fact or opinion; `refused` where it depends.
        severity: How much it weighs; the heaviest where that differs; an error for a fact.
        title: What is wrong, in a few words.
        why: What happens because of it.
        source: The upstream code that decides.
        evidence: Public places where it was made, or is warned of; none for a fact.
        since: The first release in which it can happen; None: all.
        until: The last one; None: all.
        bad: A file in which it finds something, or several: see `files`. A byte that is no character is written as
            Python's `surrogateescape` writes it.
        good: The same as they should be.
        options: What both examples are validated with, as on the command line.
        group: What it looks at.
        depends: Whether its findings are refused or advised.
        lighter: What else its advice weighs, the heaviest first.
        mark: How an editor marks what it finds; None: as any finding.
    """

    __json__ = (
        *("id", "group", "finding_class", "severity", "weights", "title", "why", "source", "evidence", "since"),
        *("until", "options", "printable_bad as bad", "printable_good as good"),
    )

    id: str
    finding_class: FindingClass = field(metadata={"json": "class"})
    severity: Severity
    title: str
    why: str
    source: str
    evidence: tuple[Citation, ...] = ()
    since: str | None = None
    until: str | None = None
    bad: str = ""
    good: str = ""
    options: tuple[str, ...] = ()
    group: RuleGroup = RuleGroup.READING
    depends: bool = False
    lighter: tuple[Severity, ...] = ()
    mark: EditorMark | None = None

    @property
    def printable_bad(self) -> Annotated[str, {"content": True}]:
        """Files in which it finds something."""
        return printable(self.bad)

    @property
    def printable_good(self) -> Annotated[str, {"content": True}]:
        """The same as they should be."""
        return printable(self.good)

    @property
    def weights(self) -> tuple[str, ...]:
        """All that its findings can be, in the words of reports: `refused`, `error`, `warning`, `info`."""
        is_refused = self.finding_class is FindingClass.REFUSED
        advised = () if is_refused and not self.depends else (self.severity, *self.lighter)
        return (*(("refused",) if is_refused else ()), *(severity.value for severity in advised))
