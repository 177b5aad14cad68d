"""What only a newer release makes necessary: the API version stays, or a step needs it first."""

import pytest

from schedcfg import migrate, releases
from schedcfg.commands.migrate.results import MigrationStatus
from tests.commands.migrate.carried import carry

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
V1BETA3, V1 = HEAD.format("v1beta3"), HEAD.format("v1")
CLOUD = (
    "profiles:\n- plugins:\n    filter:\n      enabled:\n      - name: EBSLimits # ours\n      - name: CinderLimits\n"
)


def test_limits_of_single_clouds_go_for_a_release_that_refuses_them() -> None:
    found = carry(V1 + CLOUD, None, releases.NEWEST)
    assert found.status is MigrationStatus.MIGRATED
    assert found.text == V1 + "profiles:\n- plugins:\n    filter:\n      enabled: []\n      # ours\n"
    assert found.told == [("changed", "cloud-limits")] * 2
    (proof,) = found.proofs
    assert (proof.source, proof.target, proof.kubernetes) == ("v1", "v1", "1.30")


def test_limits_go_from_every_point_at_which_later_releases_ran_them() -> None:
    text = "profiles:\n- plugins:\n    multiPoint:\n      enabled:\n      - name: CinderLimits\n"
    found = carry(V1 + text, None, releases.NEWEST)
    assert found.status is MigrationStatus.MIGRATED, found.findings
    assert "CinderLimits" not in found.text
    assert carry(found.text, None, releases.NEWEST).status is MigrationStatus.UNCHANGED


def test_without_a_release_they_stay_and_it_is_reported() -> None:
    found = carry(V1BETA3 + CLOUD, "v1")
    assert found.text == V1 + CLOUD
    assert "removed-plugin" in {finding.rule for finding in found.findings}


def test_a_release_that_takes_the_file_changes_nothing() -> None:
    assert carry(V1 + CLOUD, None, "1.29").status is MigrationStatus.UNCHANGED


def test_the_lock_follows_the_release() -> None:
    text = "leaderElection:\n  resourceLock: endpointsleases\n"
    found = carry(V1BETA3 + text, None, "1.29")
    assert found.text == V1 + "leaderElection:\n  resourceLock: leases\n"
    assert ("by-hand", "resource-lock") in found.told
    assert carry(V1BETA3 + text, "v1", "1.26").text == V1 + text


def test_a_lock_that_nobody_takes_stays() -> None:
    text = "leaderElection:\n  leaderElect: false\n  resourceLock: endpoints\n"
    found = carry(V1BETA3 + text, "v1")
    assert found.text == V1 + text


def test_what_no_rule_fixes_is_refused_with_what_the_release_says() -> None:
    text = "profiles:\n- plugins:\n    filter:\n      enabled:\n      - name: NodeName2\n"
    found = carry(V1 + text, None, releases.NEWEST)
    assert found.status is MigrationStatus.REFUSED
    assert {finding.rule for finding in found.findings} == {"unknown-plugin"}


def test_the_release_that_was_asked_for_validates_the_step_as_soon_as_it_takes_the_file() -> None:
    text = HEAD.format("v1beta2") + "leaderElection:\n  resourceLock: endpoints\n"
    found = carry(text, "v1beta3", "1.27")
    assert [(proof.source, proof.target, proof.kubernetes) for proof in found.proofs] == [
        ("v1beta2", "v1beta2", "1.23"),
        ("v1beta2", "v1beta3", "1.27"),
    ]
    assert "resourceLock: leases" in found.text


def test_room_that_is_not_enough_is_not_made() -> None:
    text = (
        HEAD.format("v1beta2") + "leaderElection:\n  resourceLock: endpoints\n"
        "profiles:\n- plugins:\n    preFilter:\n      enabled:\n      - name: NodeLabel\n"
    )
    found = carry(text, "v1beta3", "1.27")
    assert found.status is MigrationStatus.REFUSED
    assert not found.proofs


@pytest.mark.parametrize("patched", ["1.27.3", "v1.27.9-eks-abc123"])
def test_a_patch_release_that_is_named_makes_no_difference(patched: str) -> None:
    lock = "leaderElection: {leaderElect: true, resourceLock: configmapsleases, resourceName: x}\n"
    text = f"apiVersion: kubescheduler.config.k8s.io/v1beta2\nkind: KubeSchedulerConfiguration\n{lock}"
    plain, named = (migrate(text, kubernetes=release) for release in ("1.27", patched))
    assert plain.migrated is not None
    assert (named.migrated, named.documents) == (plain.migrated, plain.documents)


CURVE = """\
profiles:
- pluginConfig:
  - name: NodeResourcesFit
    args:
      scoringStrategy:
        type: {}
        # once tried
        requestedToCapacityRatio:
          shape: [{{utilization: 0, score: 0}}, {{utilization: 100, score: 10}}]
"""


def test_a_curve_that_nothing_follows_goes_for_a_release_that_refuses_it() -> None:
    found = carry(V1BETA3 + CURVE.format("MostAllocated"), None, "1.36")
    assert found.status is MigrationStatus.MIGRATED
    assert found.text == V1 + CURVE.format("MostAllocated").partition("        requestedTo")[0]
    assert ("removed", "idle-curve") in found.told
    assert carry(V1 + CURVE.format("LeastAllocated"), None, "1.36").told == [("removed", "idle-curve")]


def test_a_curve_that_is_followed_or_accepted_stays() -> None:
    assert carry(V1 + CURVE.format("RequestedToCapacityRatio"), None, "1.36").status is MigrationStatus.UNCHANGED
    assert carry(V1 + CURVE.format("MostAllocated"), None, "1.35").status is MigrationStatus.UNCHANGED
