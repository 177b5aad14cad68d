"""The rules of a run, and the tool that has them."""

from collections.abc import Mapping

from schedcfg import __version__
from schedcfg.findings import FindingClass, Severity
from schedcfg.output.documentation import SITE, rule_page
from schedcfg.results.rule_card import RuleCard

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}

_PROBLEMS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "recommendation"}
"""What GitHub calls them."""


class Rules:
    """The rules that were needed so far, each with its place in the list."""

    def __init__(self, cards: Mapping[str, RuleCard]) -> None:
        self._cards = cards
        self._places: dict[str, int] = {}

    def place(self, rule: str) -> int:
        """Tell a rule's place in the list, from 0; it gets one if it has none."""
        return self._places.setdefault(rule, len(self._places))

    def described(self) -> list[dict[str, object]]:
        """List what the rules say of themselves; those that only a reader of files knows have no more than a name."""
        return [_named(rule) | (_described(self._cards[rule]) if rule in self._cards else {}) for rule in self._places]


def driver(rules: Rules) -> dict[str, object]:
    """Describe this program."""
    return {
        "name": "schedcfg",
        "fullName": f"schedcfg {__version__}",
        "semanticVersion": __version__,
        "informationUri": SITE,
        "rules": rules.described(),
    }


def _named(rule: str) -> dict[str, object]:
    """Say what an id says; GitHub takes no rule without descriptions and help."""
    words = rule.split("-")
    title = " ".join(words).capitalize()
    # A name has to say more than the id.
    name = {"name": "".join(map(str.capitalize, words))} if len(words) > 1 else {}
    return {
        "id": rule,
        **name,
        "shortDescription": {"text": title},
        "fullDescription": {"text": f"{title}: the result says which, and what to do."},
        "help": {"text": f"See {SITE}"},
    }


def _described(card: RuleCard) -> dict[str, object]:
    is_fact = card.finding_class is FindingClass.REFUSED
    return {
        "shortDescription": {"text": card.title},
        "fullDescription": {"text": f"{card.title}. {card.why}"},
        "help": {"text": _help(card), "markdown": _markdown(card)},
        "helpUri": rule_page(card.id),
        "defaultConfiguration": {"level": LEVELS[card.severity]},
        "properties": {
            "tags": ["kubernetes", "kube-scheduler", card.finding_class.value],
            "precision": "very-high" if is_fact else "high",
            "problem.severity": _PROBLEMS[card.severity],
        },
    }


def _help(card: RuleCard) -> str:
    return f"{card.why}\nSee {rule_page(card.id)}"


def _markdown(card: RuleCard) -> str:
    parts = [f"**{card.title}.** {card.why}"]
    for heading, example in (("Wrong", card.bad), ("Right", card.good)):
        if example:
            parts.append(f"{heading}:\n\n```yaml\n{example.rstrip()}\n```")
    parts.append(f"[More about this rule]({rule_page(card.id)})")
    return "\n\n".join(parts)
