"""Rules for programs, version 1: a contract; extend it, do not rename."""

from schedcfg.output.json_text import written
from schedcfg.results.rule_card import RuleCard

VERSION = 1


def render(cards: tuple[RuleCard, ...]) -> str:
    """Write the rules as one JSON object."""
    body = {"version": VERSION, "rules": [rule(card) for card in cards]}
    return written(body, indent=2) + "\n"


def rule(card: RuleCard) -> dict[str, object]:
    """Return one rule as plain data."""
    return {
        "id": card.id,
        "group": card.group,
        "class": card.finding_class,
        "severity": card.severity,
        "weights": list(card.weights),
        "title": card.title,
        "why": card.why,
        "source": card.source,
        "since": card.since,
        "until": card.until,
        "options": list(card.options),
        "bad": printable(card.bad),
        "good": printable(card.good),
    }


def printable(example: str) -> str:
    r"""Write what is no character as the byte that it stands for: `\xe4`."""
    return example.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
