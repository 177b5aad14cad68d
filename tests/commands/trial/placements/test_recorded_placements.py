"""What is recorded of real control planes is about the worlds as they are now, and about enough of them."""

from collections import Counter

import pytest

from tools.record.placements import digest, recorded, worlds
from tools.record.worlds import RELEASES, TrialCase

CASES = {case.name: case for case in worlds()}


def test_names_of_worlds_are_unique() -> None:
    assert [name for name, count in Counter(case.name for case in worlds()).items() if count > 1] == []


@pytest.mark.parametrize("release", RELEASES)
def test_every_recorded_world_is_as_it_was(release: str) -> None:
    changed = [name for name, entry in recorded(release).items() if digest(CASES[name]) != entry["digest"]]
    assert changed == []


@pytest.mark.parametrize("release", RELEASES)
def test_outcomes_are_about_the_pods_of_their_world(release: str) -> None:
    for name, entry in recorded(release).items():
        case = CASES[name]
        names = {f"{pod['metadata']['namespace']}/{pod['metadata']['name']}" for pod in case.pods}
        nodes = {one["metadata"]["name"] for one in case.objects if one["kind"] == "Node"}
        for outcome in entry["outcomes"]:
            assert outcome["pods"].keys() == names
            assert {what["node"] for what in outcome["pods"].values() if "node" in what} <= nodes


@pytest.mark.parametrize("release", RELEASES)
def test_worlds_by_hand_are_recorded_for_all_releases_that_they_are_for(release: str) -> None:
    known = recorded(release)
    by_hand = [name for name, case in CASES.items() if case.is_for(release) and not name.startswith("generated/")]
    assert [name for name in by_hand if name not in known] == []


def test_configurations_are_read_by_their_release() -> None:
    case = TrialCase("a", (), (), {"profiles": [{"schedulerName": "b"}]})
    assert '"kubescheduler.config.k8s.io/v1beta2"' in case.configuration_for("1.22")
    assert '"kubescheduler.config.k8s.io/v1"' in case.configuration_for("1.25")
