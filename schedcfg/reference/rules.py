"""What is told of one rule."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from schedcfg import rules
from schedcfg.decode import fields
from schedcfg.document import Stream, parse
from schedcfg.document_validation import DocumentValidator
from schedcfg.errors import UnknownTarget
from schedcfg.findings import FileReport, FindingClass, Severity
from schedcfg.operations.surroundings.stages import Stages, Standing, standing_among
from schedcfg.options import Options
from schedcfg.reference.explanation import RuleExplanation
from schedcfg.rule_card import RuleCard, RuleGroup, files
from schedcfg.rules import Rule
from schedcfg.sources import Text
from schedcfg.validation import validate_bytes


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


_WORDS = re.compile(r"[a-z]+(-[a-z0-9]+)+")


def is_named_like_one(name: str) -> bool:
    """Tell whether nothing but a rule can have a name: no field and no plugin has dashes."""
    return _WORDS.fullmatch(name) is not None


def explained(name: str) -> RuleExplanation:
    """Give the card of a rule.

    Raises:
        UnknownTarget: there is no such rule; the nearest one is named.
    """
    if name in cards():
        return RuleExplanation(cards()[name])
    meant = fields.meant(name, list(cards()))
    raise UnknownTarget(
        f"there is no rule `{name}`", f"Did you mean `{meant}`?" if meant else "`schedcfg rules` lists the rules."
    )


def with_example(rule: RuleExplanation, options: Options) -> RuleExplanation:
    """Add what `validate` says of the rule's bad example.

    Args:
        rule: The rule.
        options: What its options ask for.
    """
    return rule._replace(judged=judged(rule.card.bad, options))


def judged(example: str, options: Options) -> tuple[FileReport, ...]:
    """Judge an example as `validate` judges a folder with its files."""
    found = files(example)
    together = _Together(found) if len(found) > 1 else None
    return tuple(
        validate_bytes(text.encode("utf-8", "surrogateescape"), options, path=name, stages=together)
        for name, text in found.items()
    )


class _Together(Stages):
    """Files that lie in one folder, without there being one."""

    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__()
        self._texts = {name: Text(name, parse(text)) for name, text in texts.items()}

    def standing(self, path: str, stream: Stream, judge: DocumentValidator) -> Standing:  # noqa: ARG002 - it was read already
        """Find what is around one of the files: the others."""
        return standing_among(self._texts[path], tuple(self._texts.values()), judge)
