"""Rules for people: a table of each group."""

from collections.abc import Iterator

from schedcfg.output.colours import BOLD, painter
from schedcfg.output.rule_text import span
from schedcfg.output.table import table
from schedcfg.results.rule_card import RuleCard, RuleGroup

_HEADS = ("RULE", "WEIGHT", "RELEASES", "WHAT IS WRONG")
_WIDTHS = (26, 18, 12)


def render(cards: tuple[RuleCard, ...], *, coloured: bool) -> Iterator[str]:
    """Yield a table of each group, and how many rules there are."""
    paint = painter(coloured=coloured)
    for group in RuleGroup:
        rows = [_row(card) for card in cards if card.group is group]
        if rows:
            yield f"{paint(BOLD, group.heading)}\n\n"
            yield from table(_HEADS, _WIDTHS, rows, paint)
            yield "\n"
    yield f"{len(cards)} rules. `schedcfg explain RULE` tells all about one.\n"


def _row(card: RuleCard) -> tuple[str, ...]:
    return card.id, " or ".join(card.weights), span(card), card.title
