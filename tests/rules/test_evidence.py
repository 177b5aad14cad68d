"""Where the mistakes of advised rules were made, or are warned of: each rule cites a public place that lasts."""

import re

import pytest

from schedcfg.cards import Citation, RuleCard
from schedcfg.findings import FindingClass
from schedcfg.rules.cards import cards

ADVISED = [card for card in cards().values() if card.finding_class is FindingClass.ADVISED]
CITED = [(card.id, citation) for card in cards().values() for citation in card.evidence]

THREAD = r"https://github\.com/[\w.-]+/[\w.-]+/(issues|pull)/\d+"
_FILE = r"https://github\.com/[\w.-]+/[\w.-]+/blob/([0-9a-f]{40}|v\d+\.\d+\.\d+)/[\w./+-]+"
_PAGE = r"https://kubernetes\.io/docs/[\w/-]+/"
QUESTION = r"https://(stackoverflow\.com/questions|discuss\.kubernetes\.io/t)/[\w/-]+"
FEW_WORDS = 100
"""Letters of what can be seen at a place: why it matters is told already."""

PLACES = re.compile(f"{THREAD}|{_FILE}|{_PAGE}|{QUESTION}")


def is_of_this_tool(card: RuleCard) -> bool:
    """Return whether a rule is about comments or settings of schedcfg, or about what it can show."""
    return card.source.startswith("schedcfg/") or "the settings" in card.source or card.id == "shared-text"


@pytest.mark.parametrize("card", ADVISED, ids=lambda card: card.id)
def test_advice_is_about_what_somebody_did_or_warned_of(card: RuleCard) -> None:
    assert bool(card.evidence) is not is_of_this_tool(card)


@pytest.mark.parametrize(("rule", "citation"), CITED, ids=lambda value: value if isinstance(value, str) else "")
def test_a_citation_is_a_place_that_stays_as_it_is(rule: str, citation: Citation) -> None:
    assert PLACES.fullmatch(citation.url), f"{rule}: {citation.url}"
    assert citation.shows == citation.shows.strip(" .:")
    assert len(citation.shows) < len(
        "what can be seen there, in a few words: not a second text about why it matters, which is above"
    )


def test_nothing_is_cited_twice_by_a_rule() -> None:
    for card in cards().values():
        urls = [citation.url for citation in card.evidence]
        assert len(set(urls)) == len(urls), card.id
