"""Every kind of finding has an id of its own, a line on it, and a test that brings it about."""

import re
from pathlib import Path

import pytest

from schedcfg.cards import FindingCard
from schedcfg.commands.probe.extender import findings as extender
from schedcfg.commands.probe.extender.findings import ExtenderFinding
from schedcfg.commands.probe.network_traffic import findings as network_traffic
from schedcfg.commands.probe.network_traffic.findings import TrafficFinding
from schedcfg.integrations.http import FailureKind
from tests.commands.probe.asserted_ids import asserted
from tests.commands.probe.test_extender_findings import CASES

HERE = Path(__file__).parent
OF_TRAFFIC = asserted(*HERE.glob("network_traffic/test_*.py"))
OF_EXTENDERS = asserted(*HERE.glob("test_extender_*.py")) | {case.told.id for case in CASES}


@pytest.mark.parametrize("kind", TrafficFinding, ids=lambda kind: kind.id)
def test_every_finding_about_network_traffic_is_brought_about(kind: TrafficFinding) -> None:
    assert kind.id in OF_TRAFFIC


@pytest.mark.parametrize("kind", ExtenderFinding, ids=lambda kind: kind.id)
def test_every_finding_about_extenders_is_brought_about(kind: ExtenderFinding) -> None:
    assert kind.id in OF_EXTENDERS


@pytest.mark.parametrize("cards", [network_traffic.FINDING_CARDS, extender.FINDING_CARDS], ids=["traffic", "extender"])
def test_ids_are_words_of_their_own_and_titles_lines_without_a_full_stop(cards: tuple[FindingCard, ...]) -> None:
    assert len({card.id for card in cards}) == len(cards)
    for card in cards:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", card.id)
        assert card.title.isprintable()
        assert card.title[0].isupper() or card.title.startswith(("`", "kube-scheduler "))
        assert not card.title.endswith(".")


def test_failures_of_requests_are_findings_of_both() -> None:
    failures = {kind.id for kind in FailureKind}
    assert failures <= {card.id for card in extender.FINDING_CARDS}
    of_tls_settings = {FailureKind.UNREADABLE_FILE.id, FailureKind.WRONG_TLS_SETTINGS.id}
    assert failures - {card.id for card in network_traffic.FINDING_CARDS} == of_tls_settings
