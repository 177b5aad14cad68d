"""The card of everything that a finding of `validate` can be named after: of rules, and of what other stages find.

A rule has its card in itself. What is found before any rule looks, or beside them, stands in `CARDS` of the module
that finds it.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import schedcfg
from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard, RuleGroup
from schedcfg.rules import advised_rules, manifest_rules, refused_rules
from schedcfg.rules.rule import Rule

_PACKAGES = ("releases", "sources", "decode", "rules", "selection")
"""What finds something without being asked by a rule, beside the modules of `schedcfg` itself.

They are looked up by name: some of them stand above the rules.
"""


@cache
def cards() -> dict[str, RuleCard]:
    """Return all cards by their ids, in the order of ids."""
    return {card.id: card for card in sorted((*reading_cards(), *_of_rules()))}


@cache
def reading_cards() -> tuple[RuleCard, ...]:
    """Return the cards of what is found before any rule looks: by the reader of the text, by the decoder and so on."""
    return tuple(card for module in finders() for card in getattr(module, "CARDS", ()))


def finders() -> Iterator[ModuleType]:
    """Yield the modules that may find something without a rule."""
    for package in (schedcfg.__name__, *(f"{schedcfg.__name__}.{name}" for name in _PACKAGES)):
        for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
            if not module.ispkg and not module.name.startswith("_"):
                yield importlib.import_module(f"{package}.{module.name}")


def _of_rules() -> Iterator[RuleCard]:
    for group, found in (
        (RuleGroup.REFUSED, refused_rules()),
        (RuleGroup.ADVISED, advised_rules()),
        (RuleGroup.SURROUNDINGS, manifest_rules()),
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
