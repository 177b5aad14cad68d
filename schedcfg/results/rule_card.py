"""What a rule says of itself."""

from enum import StrEnum
from typing import NamedTuple

from schedcfg.diagnostics import FindingClass, Severity


class RuleGroup(StrEnum):
    """Where a rule is at home: the folder of its file below `rules/`."""

    READING = "reading"
    REFUSED = "refused"
    ADVISED = "advised"
    SURROUNDINGS = "surroundings"

    @property
    def title(self) -> str:
        """Say in a few words what the rules of the group are about."""
        return _TITLES[self]


_TITLES = {
    RuleGroup.READING: "Reading: the text, its fields, the legacy Policy",
    RuleGroup.REFUSED: "Refused: kube-scheduler would not start",
    RuleGroup.ADVISED: "Advised: it starts, but probably not as meant",
    RuleGroup.SURROUNDINGS: "Surroundings: manifests that run a scheduler, or name one",
}


class RuleCard(NamedTuple):
    """A rule as lists, reports and documentation tell of it.

    Attributes:
        id: Words joined by dashes.
        finding_class: Fact (`refused`) or opinion (`advised`); `refused` where it depends.
        severity: What its advice weighs, the heaviest where that differs; an error for a fact.
        title: What is wrong, in a few words.
        why: What happens because of it.
        source: The upstream code that decides.
        since: The first release in which it can happen; None: all.
        until: The last one; None: all.
        bad: A file in which it finds something; what is no character stands there as Python's `surrogateescape` has it.
        good: The same file as it should be.
        options: What both are judged with, as on the command line.
        group: Where it is at home.
        depends: Whether some of its findings are facts and others opinions.
    """

    id: str
    finding_class: FindingClass
    severity: Severity
    title: str
    why: str
    source: str
    since: str | None = None
    until: str | None = None
    bad: str = ""
    good: str = ""
    options: tuple[str, ...] = ()
    group: RuleGroup = RuleGroup.READING
    depends: bool = False

    @property
    def weights(self) -> tuple[str, ...]:
        """List what its findings can be, in the words of reports: `refused`, `error`, `warning`, `info`."""
        refused = ("refused",) if self.finding_class is FindingClass.REFUSED else ()
        return (*refused, self.severity.value) if self.depends or not refused else refused
