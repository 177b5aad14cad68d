"""Every rule, as it tells of itself."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from schedcfg import rules
from schedcfg.findings import FindingClass, Severity
from schedcfg.results.rule_card import RuleCard, RuleGroup
from schedcfg.rules import Rule


@cache
def cards() -> dict[str, RuleCard]:
    """Give the card of everything that a finding of `validate` can be named after, by its id, in the order of ids."""
    return {card.id: card for card in sorted(_all())}


def _all() -> Iterator[RuleCard]:
    yield from rules.reading_cards()
    for group, found in (
        (RuleGroup.REFUSED, rules.refused_rules()),
        (RuleGroup.ADVISED, rules.advised_rules()),
        (RuleGroup.SURROUNDINGS, rules.surrounding_rules()),
    ):
        yield from (_card(rule, group) for rule in found)


def _card(rule: Rule[Any], group: RuleGroup) -> RuleCard:
    is_fact = rule.severity is None or rule.refuses
    return RuleCard(
        id=rule.id,
        finding_class=FindingClass.REFUSED if is_fact else FindingClass.ADVISED,
        severity=rule.severity or Severity.ERROR,
        title=rule.title,
        why=rule.why,
        source=rule.source,
        since=rule.since,
        until=rule.until,
        bad=rule.bad,
        good=rule.good,
        options=rule.options,
        group=group,
        depends=rule.severity is not None and rule.refuses,
    )
