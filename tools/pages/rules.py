"""A page of each rule, from its card and what `validate` finds in its example, and the page that lists them."""

from collections.abc import Iterator

from schedcfg.cards import FindingCard, RuleCard, RuleGroup
from schedcfg.commands.explain.command import with_validated_example
from schedcfg.commands.explain.explanation import RuleExplanation
from schedcfg.commands.explain.rules import OTHER_COMMANDS, finding_cards, remedy, shown, span
from schedcfg.output.links import links
from schedcfg.output.terminal import painter
from schedcfg.output.text import block
from schedcfg.rules.cards import cards
from tools.pages.markup import fenced, page, table

_HEAD = """\
# Rules

The rules of `schedcfg validate`. A finding has the id of its rule in brackets, after the severity.

**Refused** is a fact: the kube-scheduler of that release does not start with the file. Error, warning and info are
advice about files with which it does start. If several are listed, it depends on the case.

`schedcfg list rules` lists them on a terminal, `schedcfg list rules --output json` for programs.
"""


def _index(cards: tuple[RuleCard, ...]) -> Iterator[str]:
    yield _HEAD
    for group in RuleGroup:
        rows = [_row(card) for card in cards if card.group is group]
        if rows:
            yield from (f"## {group.heading}", "")
            yield from table(("rule", "severity", "releases", "what is wrong"), rows)
            yield ""
    yield from (f"## {OTHER_COMMANDS}", "")
    rows = [_other_row(card) for found in finding_cards().values() for card in found]
    yield from table(("id", "weight", "command", "what it means"), rows)


def _other_row(card: FindingCard) -> tuple[str, ...]:
    return f"`{card.id}`", " or ".join(card.weights), f"`{card.command}`", card.title


def _row(card: RuleCard) -> tuple[str, ...]:
    return f"[`{card.id}`]({card.id}.md)", weight(card), span(card), card.title


def _rule_page(rule: RuleExplanation) -> Iterator[str]:
    card = rule.card
    yield from (f"# {card.id}", "", f"**{card.title}.** {card.why}", "")
    yield from table(("severity", "releases", "fix of the example"), [(weight(card), span(card), remedy(rule))])
    yield from ("", "## Example", "")
    yield from fenced("yaml", shown(card.bad))
    yield from ("", f"`{' '.join(('schedcfg validate', *card.options))}` reports:", "")
    yield from fenced("text", _found(rule))
    yield from ("", "## Fixed", "")
    yield from fenced("yaml", shown(card.good))
    yield from ("", "## Upstream", "", f"{card.source}.", "")
    yield from (f"- <{link}>" for link in links(card.source, rule.kubernetes))
    if card.evidence:
        yield from ("", "## Evidence", "")
        yield from (f"- {citation.shows}: <{citation.url}>" for citation in card.evidence)
    yield from ("", f"[All rules](index.md) · `schedcfg explain {card.id}` shows the same on a terminal.")


def _found(rule: RuleExplanation) -> list[str]:
    """List the lines of what the rule itself finds, as the report shows them."""
    plain = painter(colored=False)
    return "".join(block(*finding, plain) for finding in rule.findings()).rstrip("\n").split("\n")


def weight(card: RuleCard) -> str:
    """Return what the rule's findings can be."""
    return " or ".join(f"**{word}**" if word == "refused" else word for word in card.weights)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the pages below `docs/rules/`."""
    yield "rules/index.md", page(_index(tuple(cards().values())))
    for name, card in cards().items():
        yield f"rules/{name}.md", page(_rule_page(with_validated_example(RuleExplanation(card=card))))
