"""One rule for people: what is wrong, why it matters, an example with what is found in it, the same fixed."""

from collections.abc import Iterator, Mapping

from schedcfg.cards import FindingCard, RuleCard, RuleGroup
from schedcfg.output.links import links
from schedcfg.output.terminal import BOLD, RED, YELLOW, Paint, labelled, painter, paragraph, table
from schedcfg.output.text import block
from schedcfg.show.reference.explanation import FindingExplanation, RuleExplanation
from schedcfg.show.reference.formatting import releases
from schedcfg.show.reference.rules import printable

_LABEL = 8
"""How wide the labels of a rule's facts are."""

_LONGEST = 120
"""Longer lines of an example are cut."""


def rule_block(rule: RuleExplanation, paint: Paint) -> Iterator[str]:
    """Yield all that is known of a rule."""
    card = rule.card
    colour = YELLOW if card.weights in {("warning",), ("info",)} else RED
    yield f"{paint(BOLD, card.id)}  {paint(colour, ' or '.join(card.weights))}\n\n"
    yield paragraph(f"{card.title}.", 2)
    yield paragraph(card.why, 2)
    yield "\n"
    for label, text in _facts(rule):
        yield labelled(label.ljust(_LABEL), text, 2, paint)
    if card.bad:
        options = " ".join(("schedcfg validate", *card.options))
        yield f"\n{paint(BOLD, 'Example')}, checked with `{options}`\n\n"
        yield from (f"  {line}".rstrip() + "\n" for line in shown(card.bad))
        yield f"\n{paint(BOLD, 'What is found')}\n\n"
        for report, document, finding in rule.findings():
            yield block(report, document, finding, paint)
        yield f"{paint(BOLD, 'The same, fixed')}\n\n"
        yield from (f"  {line}".rstrip() + "\n" for line in shown(card.good))
    if rule.elsewhere:
        yield f"\n{paint(BOLD, 'Elsewhere')}\n\n"
        yield from (_elsewhere(finding_card) for finding_card in rule.elsewhere)


def finding_block(finding: FindingExplanation, paint: Paint) -> Iterator[str]:
    """Yield what commands other than `validate` report under an id."""
    weights = dict.fromkeys(weight for card in finding.cards for weight in card.weights)
    yield f"{paint(BOLD, finding.name)}  {' or '.join(weights)}\n\n"
    yield from (_elsewhere(card) for card in finding.cards)


def _elsewhere(card: FindingCard) -> str:
    return paragraph(f"`schedcfg {card.command}`: {card.title}.", 2)


def _facts(rule: RuleExplanation) -> Iterator[tuple[str, str]]:
    yield "releases", span(rule.card)
    yield "fix", remedy(rule)
    yield "source", rule.card.source
    for link in links(rule.card.source, rule.kubernetes):
        yield "", link
    for number, citation in enumerate(rule.card.evidence):
        yield "" if number else "evidence", f"{citation.shows}:"
        yield "", citation.url


def span(card: RuleCard) -> str:
    """Return the releases in which a rule can find something."""
    if card.since is None:
        return "all" if card.until is None else f"up to {card.until}"
    return releases(card.since, card.until)


def remedy(rule: RuleExplanation) -> str:
    """Return whether `validate` fixes the example by itself."""
    if rule.fix is None:
        return "by hand"
    flag = "--fix" if rule.fix.is_safe else "--unsafe-fixes"
    return f"{rule.fix.title} (`schedcfg validate {flag}`)"


def shown(example: str) -> list[str]:
    """Return the lines of an example, long ones cut."""
    lines = printable(example).splitlines()
    return [line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…" for line in lines]


_HEADS = ("RULE", "WEIGHT", "RELEASES", "WHAT IS WRONG")
_OTHER_HEADS = ("ID", "WEIGHT", "COMMAND", "WHAT IT MEANS")
_WIDTHS, _OTHER_WIDTHS = (27, 18, 12), (27, 18, 21)

OTHER_COMMANDS = "Other commands: what migrate, generate, probe and krm report"
"""Heading of what is no rule of `validate`."""


def render(
    cards: tuple[RuleCard, ...], others: Mapping[str, tuple[FindingCard, ...]], *, coloured: bool
) -> Iterator[str]:
    """Yield a table of each group, what other commands report, and how many rules there are."""
    paint = painter(coloured=coloured)
    for group in RuleGroup:
        rows = [_row(card) for card in cards if card.group is group]
        if rows:
            yield f"{paint(BOLD, group.heading)}\n\n"
            yield from table(_HEADS, _WIDTHS, rows, paint)
            yield "\n"
    yield f"{paint(BOLD, OTHER_COMMANDS)}\n\n"
    rows = [
        (card.id, " or ".join(card.weights), card.command, card.title) for cards in others.values() for card in cards
    ]
    yield from table(_OTHER_HEADS, _OTHER_WIDTHS, rows, paint)
    yield "\n"
    yield f"{len(cards)} rules. `schedcfg explain RULE` shows the details of one.\n"


def _row(card: RuleCard) -> tuple[str, ...]:
    return card.id, " or ".join(card.weights), span(card), card.title
