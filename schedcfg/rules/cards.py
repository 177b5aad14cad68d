"""The cards of everything that `validate` can find: of rules, and of what is found outside of rules.

A rule contains its card. What is found before or outside of the rules has its card in `CARDS` of the module that
finds it.
"""

import importlib
import os
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from operator import attrgetter
from types import ModuleType
from typing import Any

from schedcfg.cards import RuleCard, RuleGroup
from schedcfg.findings import FindingClass, Severity
from schedcfg.rules import manifests
from schedcfg.rules.registry import advised_rules, manifest_rules, refused_rules
from schedcfg.rules.rule import Rule

_PLACES = (
    "configuration.decode",
    "releases.gate_settings",
    "rules.organization",
    "rules.policy_not_allowed",
    "rules.refused_later",
    "rules.repeated_policy_entry",
    "rules.unseen_policy",
    "validation.selection.ignores",
    "validation.selection.release_comment",
    "sources.config_map_texts",
    "sources.configurations",
    "sources.embedded",
    "sources.written_back",
    "sources.other_kinds",
    "sources.products",
    "sources.type_meta",
)
"""Packages and modules that find something without being called by a rule; some of them are above the rules.

Those that are slow to import and find nothing are left out, as cards are needed wherever a comment ignores a rule.
"""


@cache
def cards() -> dict[str, RuleCard]:
    """Return all cards by their ids, in the order of ids."""
    return {card.id: card for card in sorted((*reading_cards(), *_of_rules()), key=attrgetter("id"))}


@cache
def reading_cards() -> tuple[RuleCard, ...]:
    """Return the cards of what is found before any rule looks: by the reader of the text, by the decoder and so on."""
    return tuple(card for module in finders() for card in getattr(module, "CARDS", ()))


def finders() -> Iterator[ModuleType]:
    """Yield the modules that may find something without a rule."""
    for place in _PLACES:
        found = importlib.import_module(f"schedcfg.{place}")
        yield found
        for module in pkgutil.iter_modules(getattr(found, "__path__", ())):
            yield importlib.import_module(f"{found.__name__}.{module.name}")


def _of_rules() -> Iterator[RuleCard]:
    for group, rules in (
        (RuleGroup.REFUSED, refused_rules()),
        (RuleGroup.ADVISED, advised_rules()),
        (RuleGroup.SURROUNDINGS, manifest_rules()),
    ):
        yield from (_card(rule, group) for rule in rules)


def manifest_example(rule: str, name: str) -> str:
    """Return an example of a rule about manifests: `bad`, in which it finds something, or `good`.

    Manifests are long: their examples are files beside the rules, and are read for lists and pages only. Comments in
    them say what tests expect to be found, and are left out.
    """
    folder = os.path.dirname(str(manifests.__file__))
    with open(os.path.join(folder, "examples", rule, f"{name}.yaml"), encoding="utf-8") as file:
        return re.sub("  # expect: .*", "", file.read())


_WHY = "`schedcfg why PLUGIN FILE` shows where a plugin runs, what its score counts for, and what limits its effect."


def _card(rule: Rule[Any], group: RuleGroup) -> RuleCard:
    is_fact = rule.severity is None or rule.refuses
    return RuleCard(
        id=rule.id,
        finding_class=FindingClass.REFUSED if is_fact else FindingClass.ADVISED,
        severity=rule.severity or Severity.ERROR,
        title=rule.title,
        why=f"{rule.why} {_WHY}" if rule.asks_why else rule.why,
        source=rule.source,
        evidence=rule.evidence,
        since=rule.since,
        until=rule.until,
        bad=rule.bad or manifest_example(rule.id, "bad"),
        good=rule.good or manifest_example(rule.id, "good"),
        options=rule.options,
        group=group,
        depends=rule.severity is not None and rule.refuses,
        lighter=rule.lighter,
        mark=rule.mark,
    )
