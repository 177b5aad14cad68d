"""The page that lists all rules, group by group."""

from collections.abc import Iterator

from schedcfg.output.pages.markup import page, table
from schedcfg.output.pages.rule import weight
from schedcfg.reference.rules_text import span
from schedcfg.rule_card import RuleCard, RuleGroup

_HEAD = """\
# Rules

Everything that a finding of `schedcfg validate` can be named after: what stands in brackets behind its weight.

**Refused** is a fact: the kube-scheduler of that release does not start with the file. Error, warning and info are
advice about files with which it does start. Where both are named, it depends; the advice is the heaviest there is.

`schedcfg rules` lists them on a terminal, `schedcfg rules --output json` for programs.
"""


def render(cards: tuple[RuleCard, ...]) -> str:
    """Write the page."""
    return page(_lines(cards))


def _lines(cards: tuple[RuleCard, ...]) -> Iterator[str]:
    yield _HEAD
    for group in RuleGroup:
        rows = [_row(card) for card in cards if card.group is group]
        if rows:
            yield from (f"## {group.heading}", "")
            yield from table(("rule", "weight", "releases", "what is wrong"), rows)
            yield ""


def _row(card: RuleCard) -> tuple[str, ...]:
    return f"[`{card.id}`]({card.id}.md)", weight(card), span(card), card.title
