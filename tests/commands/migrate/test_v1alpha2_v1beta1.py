"""v1alpha2 ↔ v1beta1: no release serves both, and the new reader is strict."""

from typing import Any

from schedcfg import OPEN
from schedcfg.commands.migrate.results import MigrationStatus
from tests.commands.migrate.carried import Carried, carry

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
V1ALPHA2, V1BETA1 = HEAD.format("v1alpha2"), HEAD.format("v1beta1")

BY_RELEASE = {"score.PodTopologySpread"}
"""What 1.19 does otherwise than 1.18 unless it is pinned: it weighs 2 instead of 1 by default."""


def adopt(text: str, to: str, **chosen_options: Any) -> Carried:
    """Carry a text over without what only pins the old default weight."""
    return carry(text, to, adopt_defaults=True, **chosen_options)


def differing(found: Carried) -> set[str]:
    """Name what matters and differs, in any profile."""
    told = {difference.path for proof in found.proofs for difference in proof.differences if difference.matters}
    return {path.partition(".")[2] for path in told}


def test_the_weight_that_the_newer_release_changed_is_pinned() -> None:
    found = carry(V1ALPHA2, "v1beta1")
    after = """\
profiles:
  - schedulerName: default-scheduler
    plugins:
      score:
        disabled:
          - name: PodTopologySpread
        enabled:
          - name: PodTopologySpread
            weight: 1
"""
    assert found.text == V1BETA1 + after
    assert found.told == [("pinned", "default-weight")]
    assert found.proofs[0].kept
    assert carry(found.text, "v1alpha2").proofs[0].kept


def test_two_releases_validator_and_what_the_newer_one_changed_is_reported() -> None:
    found = adopt(V1ALPHA2, "v1beta1")
    assert found.text == V1BETA1
    (proof,) = found.proofs
    assert (proof.before, proof.kubernetes) == ("1.18", "1.19")
    assert [
        (difference.path, difference.before, difference.after) for difference in proof.differences if difference.matters
    ] == [("default-scheduler.score.PodTopologySpread", 1, 2)]
    assert {difference.path.rpartition(".")[2] for difference in proof.differences if not difference.matters} == {
        "order"
    }
    assert found.told == [("differs", "behaviour")]


def test_extenders_are_spelled_and_timed_anew() -> None:
    before = """\
extenders:
- URLPrefix: https://a.example   # any case
  filterverb: "filter"
  enableHttps: true
  httpTimeout: 1500000000  # ns
  unknown: 1
  TLSConfig: {Insecure: true}
  managedResources:
  - Name: example.com/gpu
    ignoredbyscheduler: true
"""
    after = """\
extenders:
- urlPrefix: https://a.example   # any case
  filterVerb: "filter"
  enableHTTPS: true
  httpTimeout: 1.5s  # ns
  tlsConfig: {insecure: true}
  managedResources:
  - name: example.com/gpu
    ignoredByScheduler: true
"""
    found = adopt(V1ALPHA2 + before, "v1beta1")
    assert found.text == V1BETA1 + after
    assert found.told == [("changed", "legacy-extenders"), ("removed", "unknown-field"), ("differs", "behaviour")]
    assert differing(found) == BY_RELEASE


def test_extenders_go_back() -> None:
    text = "extenders:\n- urlPrefix: https://a.example\n  filterVerb: filter\n  enableHTTPS: true\n  httpTimeout: 2s\n"
    found = adopt(V1BETA1 + text, "v1alpha2")
    assert found.text == V1ALPHA2 + text.replace("HTTPS", "Https").replace("2s", "2000000000")
    assert differing(found) == BY_RELEASE


def test_preemption_is_a_plugin() -> None:
    found = adopt(V1ALPHA2 + "disablePreemption: true\n", "v1beta1")
    after = """\
profiles:
  - schedulerName: default-scheduler
    plugins:
      postFilter:
        disabled:
          - name: DefaultPreemption
"""
    assert found.text == V1BETA1 + after
    assert differing(found) == BY_RELEASE
    back = adopt(found.text, "v1alpha2")
    assert "disablePreemption: true\n" in back.text
    assert "postFilter" not in back.text
    assert differing(back) == BY_RELEASE


def test_preemption_that_stays_on_is_not_said() -> None:
    assert adopt(V1ALPHA2 + "disablePreemption: false\n", "v1beta1").text == V1BETA1


def test_the_time_for_binding_is_an_argument() -> None:
    found = adopt(V1ALPHA2 + "bindTimeoutSeconds: 30\nprofiles:\n- schedulerName: a\n", "v1beta1")
    after = """\
profiles:
- schedulerName: a
  pluginConfig:
  - name: VolumeBinding
    args:
      bindTimeoutSeconds: 30
"""
    assert found.text == V1BETA1 + after
    assert differing(found) == BY_RELEASE
    back = adopt(found.text, "v1alpha2")
    assert "bindTimeoutSeconds: 30\n" in back.text
    assert "VolumeBinding" not in back.text
    assert differing(back) == BY_RELEASE
    assert adopt(V1ALPHA2 + "bindTimeoutSeconds: 600\n", "v1beta1").text == V1BETA1


def test_unreserve_joins_reserve() -> None:
    before = """\
profiles:
- plugins:
    unreserve:
      enabled:
      - name: A # both
      - name: B # only here
    reserve:
      enabled:
      - name: A
"""
    after = """\
profiles:
- plugins:
    # both
    reserve:
      enabled:
      - name: A
      - name: B # only here
"""
    found = adopt(V1ALPHA2 + before, "v1beta1", registry=OPEN)
    assert found.text == V1BETA1 + after
    assert ("changed", "unreserve") in found.told


def test_unreserve_alone_becomes_reserve() -> None:
    text = "profiles:\n- plugins:\n    {}: # mine\n      enabled: [{{name: A}}]\n"
    found = adopt(V1ALPHA2 + text.format("unreserve"), "v1beta1", registry=OPEN)
    assert found.text == V1BETA1 + text.format("reserve")
    assert differing(found) == BY_RELEASE


def test_args_are_spelled_as_their_kind_and_lose_what_was_never_read() -> None:
    before = """\
profiles:
- pluginConfig:
  - name: InterPodAffinity
    args:
      HARDPODAFFINITYWEIGHT: 3  # loud
      typo: 1
  - name: NodeLabel
    args: {presentLabels: [5]}
"""
    after = """\
profiles:
- pluginConfig:
  - name: InterPodAffinity
    args:
      hardPodAffinityWeight: 3  # loud
"""
    found = adopt(V1ALPHA2 + before, "v1beta1")
    assert found.text == V1BETA1 + after
    assert {("changed", "typed-args"), ("removed", "unread-args")} <= set(found.told)
    assert differing(found) == BY_RELEASE


def test_a_renamed_plugin_keeps_what_is_said_about_it() -> None:
    text = "profiles:\n- plugins:\n    score:\n      disabled:\n      - name: {}\n"
    found = adopt(V1ALPHA2 + text.format("DefaultPodTopologySpread"), "v1beta1")
    assert found.text == V1BETA1 + text.format("SelectorSpread")
    assert differing(found) == BY_RELEASE


def test_the_later_name_meant_nothing_before() -> None:
    text = "profiles:\n- plugins:\n    score:\n      disabled:\n      - name: SelectorSpread\n"
    found = adopt(V1ALPHA2 + text, "v1beta1")
    assert ("pinned", "default-plugin") in found.told
    assert differing(found) == BY_RELEASE


def test_a_plugin_without_successor_is_refused_or_dropped() -> None:
    text = "profiles:\n- plugins:\n    score:\n      enabled:\n      - name: NodeResourceLimits\n        weight: 2\n"
    found = adopt(V1ALPHA2 + text, "v1beta1")
    assert found.status is MigrationStatus.REFUSED
    assert [(finding.rule, finding.start.line) for finding in found.findings] == [("cannot-be-kept", 7)]
    dropped = adopt(V1ALPHA2 + text, "v1beta1", drop_unsupported=True)
    assert "NodeResourceLimits" not in dropped.text


def test_volumes_are_bound_as_before_whatever_is_disabled() -> None:
    before = """\
profiles:
- plugins:
    reserve:
      disabled:
      - name: "*"
    preBind: {disabled: [{name: VolumeBinding}]}  # of no effect in 1.18
"""
    after = """\
profiles:
- plugins:
    reserve:
      disabled:
      - name: "*"
      enabled:
      - name: VolumeBinding
    preBind: {disabled: [{name: VolumeBinding}], enabled: [{name: VolumeBinding}]}  # of no effect in 1.18
"""
    found = adopt(V1ALPHA2 + before, "v1beta1")
    assert found.text == V1BETA1 + after
    assert differing(found) == BY_RELEASE


def test_volumes_are_not_bound_by_whom_no_filter_looks_at_them() -> None:
    before = "profiles:\n- plugins:\n    preFilter: {disabled: [{name: '*'}]}\n    filter: {disabled: [{name: '*'}]}\n"
    after = """\
    preBind:
      disabled:
      - name: VolumeBinding
    reserve:
      disabled:
      - name: VolumeBinding
"""
    found = adopt(V1ALPHA2 + before, "v1beta1")
    assert found.text == V1BETA1 + before + after
    assert differing(found) == BY_RELEASE


def test_a_filter_of_volumes_gets_the_points_before_it() -> None:
    text = """\
profiles:
- plugins:
    preFilter: {{disabled: [{{name: '*'}}], enabled: [{{name: NodeResourcesFit}}{}]}}
    filter: {{disabled: [{{name: '*'}}], enabled: [{{name: NodeResourcesFit}}, {{name: VolumeBinding}}]}}
"""
    found = adopt(V1ALPHA2 + text.format(""), "v1beta1")
    assert found.text == V1BETA1 + text.format(", {name: VolumeBinding}")


def test_volumes_that_are_not_reserved_cannot_go_back() -> None:
    found = adopt(V1BETA1 + "profiles:\n- plugins:\n    reserve: {disabled: [{name: '*'}]}\n", "v1alpha2")
    assert found.status is MigrationStatus.REFUSED
    assert [finding.message.partition(" (")[0] for finding in found.findings] == [
        "`VolumeBinding` at reserve of profile `default-scheduler` cannot be prevented: v1alpha2 cannot express it"
    ]


def test_args_that_only_later_releases_read_do_not_wake_up() -> None:
    before = """\
profiles:
- pluginConfig:
  - name: DefaultPreemption # arrives with 1.19, its args with 1.20
    args: {minCandidateNodesPercentage: 20}
  - name: NodeName
    args: {foo: 10}
"""
    after = """\
profiles:
- pluginConfig:
  # arrives with 1.19, its args with 1.20
  - name: NodeName
    args: {foo: 10}
"""
    found = adopt(V1ALPHA2 + before, "v1beta1")
    assert found.text == V1BETA1 + after
    assert ("removed", "unread-args") in found.told
    assert adopt(V1ALPHA2 + before, "v1").status is MigrationStatus.MIGRATED


def test_args_of_a_plugin_that_does_not_run_stay_unless_they_are_wrong() -> None:
    text = """\
profiles:
- plugins:
    preFilter: {{disabled: [X]}}
    filter: {{disabled: [X]}}
    preScore: {{disabled: [X]}}
    score: {{disabled: [X]}}
  pluginConfig:
  - name: InterPodAffinity
    args: {{hardPodAffinityWeight: {}}}
""".replace("X", "{{name: InterPodAffinity}}")
    assert adopt(V1ALPHA2 + text.format(5), "v1beta1").text == V1BETA1 + text.format(5)
    for wrong in ("500", "five", "[5]"):
        found = adopt(V1ALPHA2 + text.format(wrong), "v1beta1")
        assert found.text == V1BETA1 + text.partition("\n  - name")[0].format() + " []\n"
        assert ("removed", "unread-args") in found.told


def test_args_that_name_another_kind_name_their_own() -> None:
    text = "profiles:\n- pluginConfig:\n  - name: InterPodAffinity\n    args: {{apiVersion: {}, kind: {}}}\n"
    found = adopt(V1ALPHA2 + text.format("example.com/v1", "Anything"), "v1beta1")
    assert found.text == V1BETA1 + text.format("kubescheduler.config.k8s.io/v1beta1", "InterPodAffinityArgs")


def test_weights_that_counted_as_one_are_written() -> None:
    text = """\
profiles:
- plugins: {{score: {{enabled: [{{name: RequestedToCapacityRatio}}]}}}}
  pluginConfig:
  - name: RequestedToCapacityRatio
    args:
      shape: [{{utilization: 0, score: 0}}, {{utilization: 100, score: 10}}]
      resources: [{}, {}, {{name: memory, weight: 3}}]
"""
    found = adopt(V1ALPHA2 + text.format("{name: cpu, Weight: 0}", "{name: example.com/gpu}"), "v1beta1")
    assert found.text == V1BETA1 + text.format("{name: cpu, weight: 1}", "{name: example.com/gpu, weight: 1}")
    assert differing(found) == BY_RELEASE


def test_settings_of_all_profiles_are_said_in_each() -> None:
    settings = "bindTimeoutSeconds: 30 # half a minute\ndisablePreemption: true\n"
    before = settings + "profiles: [{schedulerName: a}, {schedulerName: b}]\n"
    inside = (
        "plugins: {postFilter: {disabled: [{name: DefaultPreemption}]}}, "
        "pluginConfig: [{name: VolumeBinding, args: {bindTimeoutSeconds: 30}}]"
    )
    found = adopt(V1ALPHA2 + before, "v1beta1")
    profiles = f"profiles: [{{schedulerName: a, {inside}}}, {{schedulerName: b, {inside}}}]\n"
    assert found.text == V1BETA1 + "# half a minute\n" + profiles
    assert differing(found) == BY_RELEASE
    back = adopt(found.text, "v1alpha2")
    assert back.status is MigrationStatus.MIGRATED
    assert differing(back) == BY_RELEASE


def test_what_differs_between_profiles_cannot_go_to_the_top() -> None:
    preemption = "  plugins: {postFilter: {disabled: [{name: DefaultPreemption}]}}\n"
    timeout = "  pluginConfig: [{name: VolumeBinding, args: {bindTimeoutSeconds: 30}}]\n"
    for own, what in ((preemption, "`DefaultPreemption` at postFilter"), (timeout, "`bindTimeoutSeconds` in the args")):
        found = adopt(V1BETA1 + f"profiles:\n- schedulerName: a\n{own}- schedulerName: b\n", "v1alpha2")
        assert found.status is MigrationStatus.REFUSED
        assert [finding.message.startswith(what) for finding in found.findings] == [True]


def test_what_can_be_kept_is_kept_beside_what_is_dropped() -> None:
    text = """\
profiles:
- plugins:
    preBind: {disabled: [{name: '*'}]}
    preScore: {enabled: [{name: NodeResourceLimits}]}
"""
    found = adopt(V1ALPHA2 + text, "v1beta1", drop_unsupported=True)
    assert "preBind: {disabled: [{name: '*'}], enabled: [{name: VolumeBinding}]}" in found.text
    assert differing(found) == {*BY_RELEASE, "preScore.NodeResourceLimits"}


def test_resources_that_1_18_cannot_weigh_do_not_go_back() -> None:
    text = """\
profiles:
- pluginConfig:
  - name: NodeResourcesLeastAllocated
    args: {resources: [{name: cpu, weight: 1}, {name: memory, weight: %d}]}
"""
    assert carry(V1BETA1 + text % 1, "v1alpha2").status is MigrationStatus.MIGRATED
    assert carry(V1BETA1 + text % 2, "v1alpha2").status is MigrationStatus.REFUSED


def test_json_is_carried_as_it_is() -> None:
    head = '{"apiVersion": "kubescheduler.config.k8s.io/%s", "kind": "KubeSchedulerConfiguration", '
    extender = '"extenders": [{"urlPrefix": "http://a.example", "%s": true, "httpTimeout": %s}]}'
    found = adopt(head % "v1alpha2" + extender % ("EnableHttps", "90000000000"), "v1beta1")
    assert found.text == head % "v1beta1" + extender % ("enableHTTPS", '"1m30s"')


def test_the_weight_that_unreserve_gives_in_1_18_is_written_at_score() -> None:
    before = """\
profiles:
- plugins:
    score: {enabled: [{name: X, weight: 6}]}
    unreserve: {enabled: [{name: X, weight: 3}]}
"""
    found = adopt(V1ALPHA2 + before, "v1beta1", registry=OPEN)
    assert "score: {enabled: [{name: X, weight: 3}]}" in found.text
    assert differing(found) == BY_RELEASE
