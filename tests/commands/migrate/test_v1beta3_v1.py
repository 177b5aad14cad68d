"""v1beta3 ↔ v1: `preEnqueue`, SelectorSpread, the share of nodes of a profile."""

from schedcfg.commands.migrate.results import MigrationStatus
from tests.commands.migrate.carried import carry

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
V1BETA3, V1 = HEAD.format("v1beta3"), HEAD.format("v1")


def test_only_the_version_changes_in_args_too() -> None:
    text = """\
profiles:
- pluginConfig:
  - args: {{"apiVersion": "kubescheduler.config.k8s.io/{0}", kind: InterPodAffinityArgs, hardPodAffinityWeight: 3}}
    name: InterPodAffinity
  - name: VolumeBinding
    args:
      apiVersion: 'kubescheduler.config.k8s.io/{0}'
      kind: VolumeBindingArgs
"""
    found = carry(V1BETA3 + text.format("v1beta3"), "v1")
    assert found.text == V1 + text.format("v1")
    (proof,) = found.proofs
    assert (proof.kubernetes, proof.also, proof.differences) == ("1.28", ("1.27", "1.26", "1.25"), ())
    assert carry(found.text, "v1beta3").text == V1BETA3 + text.format("v1beta3")


def test_pre_enqueue_does_not_wake_up() -> None:
    text = "profiles:\n- plugins:\n    preEnqueue:\n      disabled:\n      - name: SchedulingGates\n    filter: {}\n"
    found = carry(V1BETA3 + text, "v1")
    assert found.text == V1 + "profiles:\n- plugins:\n    filter: {}\n"
    assert found.told == [("removed", "dead-point")]
    assert found.proofs[0].kept


def test_what_pre_enqueue_says_in_v1_is_said_by_multi_point() -> None:
    text = "profiles:\n- plugins:\n    preEnqueue:\n      disabled:\n      - name: SchedulingGates\n"
    found = carry(V1 + text, "v1beta3", "1.28")
    assert found.text == V1BETA3 + text.replace("preEnqueue", "multiPoint")
    assert found.proofs[0].kept


def test_selector_spread_has_no_successor() -> None:
    text = "profiles:\n- plugins:\n    score:\n      enabled:\n      - name: SelectorSpread\n"
    found = carry(V1BETA3 + text, "v1")
    assert found.status is MigrationStatus.REFUSED
    assert [(finding.rule, finding.start.line) for finding in found.findings] == [("cannot-be-kept", 7)]
    assert carry(V1BETA3 + text, "v1", drop_unsupported=True).status is MigrationStatus.MIGRATED


def test_a_share_that_all_profiles_have_moves_above_them() -> None:
    found = carry(V1 + "profiles:\n- schedulerName: a\n  percentageOfNodesToScore: 30\n", "v1beta3")
    assert found.text == V1BETA3 + "profiles:\n- schedulerName: a\npercentageOfNodesToScore: 30\n"
    assert found.proofs[0].kept


def test_shares_of_their_own_cannot_go_back() -> None:
    text = "profiles:\n- schedulerName: a\n  percentageOfNodesToScore: 30\n- schedulerName: b\n"
    assert carry(V1 + text, "v1beta3").status is MigrationStatus.REFUSED


def test_a_field_that_v1beta3_lacks_is_refused_only_if_it_does_something() -> None:
    assert carry(V1 + "delayCacheUntilActive: true\n", "v1beta3").status is MigrationStatus.REFUSED
    assert carry(V1 + "delayCacheUntilActive: false\n", "v1beta3").text == V1BETA3
