"""What `schedcfg rules --output json` writes."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.output.contracts.parts import Schema, document, listed, maybe, struct, text, word
from schedcfg.rule_card import RuleGroup


def rule() -> Schema:
    """Describe one rule."""
    return struct(
        "One rule.",
        {
            "id": text("Words joined by dashes."),
            "group": word(RuleGroup, "Where it is at home."),
            "class": word(FindingClass, "Fact or opinion; `refused` where it depends."),
            "severity": word(Severity, "How much it weighs; the heaviest where that differs."),
            "weights": listed(text("A weight."), "All that its findings can have."),
            "title": text("What is wrong, in a few words."),
            "why": text("What happens because of it."),
            "source": text("The upstream code that decides."),
            "since": maybe(text("The first release in which it can happen; null: all.")),
            "until": maybe(text("The last one; null: all.")),
            "options": listed(text("A word."), "What both examples are judged with, as on the command line."),
            "bad": text("Files in which it finds something."),
            "good": text("The same as they should be."),
        },
    )


def contract() -> Schema:
    """Describe it."""
    return document("rules", "All rules.", {"rules": listed(rule(), "By group and name.")})
