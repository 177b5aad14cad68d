"""A page of each rule, and the page that lists them."""

from collections.abc import Iterator

from schedcfg.cli.rule_examples import judged
from schedcfg.output.pages import rule, rule_index
from schedcfg.reference.explanation import RuleExplanation
from schedcfg.rules.cards import cards


def pages() -> Iterator[tuple[str, str]]:
    """Yield the pages below `docs/rules/`."""
    yield "rules/index.md", rule_index.render(tuple(cards().values()))
    for name, card in cards().items():
        yield f"rules/{name}.md", rule.render(judged(RuleExplanation(card)))
