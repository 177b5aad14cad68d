"""What a rule says of itself."""

from typing import NamedTuple

from schedcfg.diagnostics import FindingClass, Severity


class RuleCard(NamedTuple):
    """A rule as lists, reports and documentation tell of it.

    Attributes:
        id: Words joined by dashes.
        finding_class: Fact (`refused`) or opinion (`advised`).
        severity: What its advice weighs, the heaviest where that differs; an error for a fact.
        title: What is wrong, in a few words.
        why: What happens because of it.
        source: The upstream code that decides.
        since: The first release in which it can happen; None: all.
        until: The last one; None: all.
        bad: A file in which it finds something; empty where there is none to show.
        good: The same file as it should be.
        options: What both are judged with, as on the command line.
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
