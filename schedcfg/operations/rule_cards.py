"""Every rule, as it tells of itself."""

from functools import cache
from typing import Any

from schedcfg.diagnostics import FindingClass, Severity
from schedcfg.results.rule_card import RuleCard
from schedcfg.rules import Rule, every_rule


@cache
def cards() -> dict[str, RuleCard]:
    """Give the card of every rule, by its id, in the order of ids."""
    return {rule.id: _card(rule) for rule in sorted(every_rule(), key=lambda rule: rule.id)}


def _card(rule: Rule[Any]) -> RuleCard:
    return RuleCard(
        id=rule.id,
        finding_class=FindingClass.REFUSED if rule.severity is None else FindingClass.ADVISED,
        severity=rule.severity or Severity.ERROR,
        title=rule.title,
        why=rule.why,
        source=rule.source,
        since=rule.since,
        until=rule.until,
        bad=rule.bad,
        good=rule.good,
        options=rule.options,
    )
