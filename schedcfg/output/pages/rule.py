"""The page of one rule, from what it says of itself and what `validate` says of its example."""

from collections.abc import Iterator

from schedcfg.output.links import links
from schedcfg.output.pages.markup import fenced, page, table
from schedcfg.output.terminal import painter
from schedcfg.output.text import block
from schedcfg.reference.explanation import RuleExplanation
from schedcfg.reference.rules_text import remedy, shown, span
from schedcfg.rule_card import RuleCard


def render(rule: RuleExplanation) -> str:
    """Write the page."""
    return page(_lines(rule))


def _lines(rule: RuleExplanation) -> Iterator[str]:
    card = rule.card
    yield from (f"# {card.id}", "", f"**{card.title}.** {card.why}", "")
    yield from table(("weight", "releases", "fix of the example"), [(weight(card), span(card), remedy(rule))])
    yield from ("", "## Example", "")
    yield from fenced("yaml", shown(card.bad))
    yield from ("", f"`{' '.join(('schedcfg validate', *card.options))}` says:", "")
    yield from fenced("text", _found(rule))
    yield from ("", "## Mended", "")
    yield from fenced("yaml", shown(card.good))
    yield from ("", "## Upstream", "", f"{card.source}.", "")
    yield from (f"- <{link}>" for link in links(card.source, rule.kubernetes))
    yield from ("", f"[All rules](index.md) · `schedcfg explain {card.id}` tells the same on a terminal.")


def _found(rule: RuleExplanation) -> list[str]:
    """List the lines of what the rule itself finds, as the report shows them."""
    plain = painter(coloured=False)
    return "".join(block(*one, plain) for one in rule.findings()).rstrip("\n").split("\n")


def weight(card: RuleCard) -> str:
    """Say what the rule's findings are, at the most."""
    return " or ".join(f"**{word}**" if word == "refused" else word for word in card.weights)
