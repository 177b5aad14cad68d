"""What a release brings that no table holds is listed for whoever adds it."""

from tests.recorded_facts import facts
from tools.record.by_hand import by_hand


def test_what_is_described_by_hand_is_listed() -> None:
    listed = list(by_hand(facts("1.33"), facts("1.34"), "1.34"))
    assert "v1.DynamicResourcesArgs: a new struct" in listed
    listed = list(by_hand(facts("1.34"), facts("1.35"), "1.35"))
    assert "GangScheduling: a new plugin, at preEnqueue, reserve, permit" in listed
