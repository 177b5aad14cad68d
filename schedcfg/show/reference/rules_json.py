"""The rules for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from schedcfg.cards import FindingCard, RuleCard, RuleGroup
from schedcfg.findings import FindingClass, Severity
from schedcfg.output.json_writer import VERSION, filled
from schedcfg.show.reference.json_report import in_full


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleJson:
    """One rule.

    Attributes:
        id: Words joined by dashes.
        group: What it looks at.
        finding_class: Fact or opinion; `refused` where it depends.
        severity: How much it weighs; the heaviest where that differs.
        weights: All that its findings can have.
        title: What is wrong, in a few words.
        why: What happens because of it.
        source: The upstream code that decides.
        since: The first release in which it can happen; null: all.
        until: The last one; null: all.
        options: What both examples are validated with, as on the command line.
        bad: Files in which it finds something.
        good: The same as they should be.
    """

    id: str
    group: RuleGroup
    finding_class: FindingClass = field(metadata={"json": "class"})
    severity: Severity
    weights: tuple[str, ...]
    title: str
    why: str
    source: str
    since: str | None
    until: str | None
    options: tuple[str, ...]
    bad: str
    good: str

    @classmethod
    def of(cls, card: RuleCard) -> "RuleJson":
        """Return a rule as it is written."""
        return filled(cls, card, bad=printable(card.bad), good=printable(card.good))


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherFindingJson:
    """What a command other than `validate` reports under an id.

    Attributes:
        id: Words joined by dashes.
        command: The command.
        title: What it means.
        weights: What it can be; for a migration what a note is about.
    """

    id: str
    command: str
    title: str
    weights: tuple[str, ...]

    @classmethod
    def of(cls, card: FindingCard) -> "OtherFindingJson":
        """Return it as it is written."""
        return filled(cls, card)


def printable(example: str) -> str:
    r"""Return an example with what is no character as the byte that it represents: `\xe4`."""
    return example.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesJson:
    """All rules.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        rules: By group and name.
        others: What commands other than `validate` report, by id.
    """

    version: Literal[1] = VERSION
    rules: tuple[RuleJson, ...]
    others: tuple[OtherFindingJson, ...]


def render_rules(cards: Iterable[RuleCard], others: Iterable[FindingCard]) -> str:
    """Return the rules, and what other commands report, as one JSON object."""
    return in_full(RulesJson(rules=tuple(map(RuleJson.of, cards)), others=tuple(map(OtherFindingJson.of, others))))
