"""What rules say of themselves holds wherever the recorded files are judged: their names, weights and releases."""

from functools import cache

import pytest
from judged import judged

from schedcfg import Role
from schedcfg.rule_card import RuleCard
from schedcfg.rules.cards import cards

HEAVIEST_FIRST = ["refused", "error", "warning", "info"]


@cache
def found() -> frozenset[tuple[str, str, str]]:
    recordings = (
        judged("train.verdicts"),
        judged("named.verdicts"),
        judged("policies-train", "policy", Role.POLICY),
    )
    return frozenset().union(*(one.rules for recording in recordings for one in recording))


def number(release: str) -> int:
    return int(release.partition(".")[2])


def holds_in(card: RuleCard, release: str) -> bool:
    since = card.since is None or number(release) >= number(card.since)
    return since and (card.until is None or number(release) <= number(card.until))


def is_as_heavy_as_said(card: RuleCard, weight: str) -> bool:
    if weight == "refused" or card.weights == ("refused",):
        return weight in card.weights
    return HEAVIEST_FIRST.index(weight) >= HEAVIEST_FIRST.index(card.severity)


def test_everything_found_has_a_card() -> None:
    assert {rule for rule, _, _ in found()} - set(cards()) == set()


def test_nothing_is_found_outside_of_its_releases() -> None:
    assert {(rule, release) for rule, release, _ in found() if not holds_in(cards()[rule], release)} == set()


def test_nothing_is_heavier_than_its_card_says() -> None:
    assert {(rule, weight) for rule, _, weight in found() if not is_as_heavy_as_said(cards()[rule], weight)} == set()


@pytest.mark.parametrize("card", [card for card in cards().values() if card.until], ids=lambda card: card.id)
def test_an_end_would_be_noticed(card: RuleCard) -> None:
    assert card.until is not None
    assert holds_in(card, card.until)
    assert not holds_in(card, f"1.{number(card.until) + 1}")


def test_the_recordings_show_most_refusals() -> None:
    refusing = {name for name, card in cards().items() if card.group == "refused"}
    assert len({rule for rule, _, _ in found()} & refusing) > len(refusing) // 2
