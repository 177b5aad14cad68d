"""v1beta2 ↔ v1beta3: other default weights, MultiPoint, insecure addresses."""

from schedcfg import PluginRegistry, declared
from schedcfg.commands.migrate.results import MigrationStatus
from tests.commands.migrate.carried import carry

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
V1BETA2, V1BETA3 = HEAD.format("v1beta2"), HEAD.format("v1beta3")

PINS = """\
profiles:
  - schedulerName: default-scheduler
    plugins:
      multiPoint:
        enabled:
          - name: InterPodAffinity
            weight: 1
          - name: NodeAffinity
            weight: 1
          - name: TaintToleration
            weight: 1
"""


def test_default_weights_are_pinned() -> None:
    found = carry(V1BETA2, "v1beta3")
    assert found.text == V1BETA3 + PINS
    assert found.told == [("pinned", "default-weight")] * 3
    assert found.proofs[0].kept


def test_default_weights_are_pinned_with_a_comment_if_asked_for() -> None:
    text = carry(V1BETA2, "v1beta3", annotate=True).text
    assert "          # Default of v1beta3: 3; pinned to what v1beta2 has.\n          - name: TaintToleration\n" in text


def test_default_weights_are_adopted_if_asked_for() -> None:
    found = carry(V1BETA2, "v1beta3", adopt_defaults=True)
    assert found.text == V1BETA3
    differing = {difference.path for difference in found.proofs[0].differences if difference.matters}
    assert differing == {
        f"default-scheduler.score.{plugin}" for plugin in ("InterPodAffinity", "NodeAffinity", "TaintToleration")
    }
    assert {kind for kind, _ in found.told} == {"differs"}


def test_only_what_scores_is_pinned() -> None:
    text = """\
profiles:
- schedulerName: a   # mine
  plugins:
    score:
      disabled:
      - name: "*"
      enabled:
      - {name: NodeAffinity, weight: 7}
"""
    assert carry(V1BETA2 + text, "v1beta3").text == V1BETA3 + text


def test_own_weights_stay_and_others_are_pinned() -> None:
    text = """\
profiles:
- schedulerName: a
  plugins:
    score:
      enabled:
      - name: TaintToleration
        weight: 3
      disabled:
      - name: NodeAffinity
"""
    pinned = """\
    multiPoint:
      enabled:
      - name: InterPodAffinity
        weight: 1
"""
    assert carry(V1BETA2 + text, "v1beta3").text == V1BETA3 + text + pinned


def test_multi_point_does_not_come_alive() -> None:
    text = """\
profiles:
- plugins:
    # nobody listens
    multiPoint:
      disabled:  # really
      - name: ImageLocality
    score:
      disabled:
      - name: "*"
      enabled:
      - name: ImageLocality
"""
    after = """\
profiles:
- plugins:
    # nobody listens
    # really
    score:
      disabled:
      - name: "*"
      enabled:
      - name: ImageLocality
"""
    found = carry(V1BETA2 + text, "v1beta3")
    assert found.text == V1BETA3 + after
    assert ("removed", "dead-point") in found.told


def test_addresses_that_do_nothing_go() -> None:
    found = carry(V1BETA2 + 'healthzBindAddress: ""\nmetricsBindAddress: 0.0.0.0:0\n', "v1beta3", adopt_defaults=True)
    assert found.text == V1BETA3
    assert found.told.count(("removed", "insecure-address")) == 2


def test_addresses_that_only_an_older_release_serves_go_and_are_reported() -> None:
    found = carry(V1BETA2 + "healthzBindAddress: 0.0.0.0:10251\n", "v1beta3", adopt_defaults=True)
    assert found.text == V1BETA3
    assert ("by-hand", "insecure-address") in found.told
    assert [(proof.source, proof.target, proof.kubernetes) for proof in found.proofs] == [
        ("v1beta2", "v1beta2", "1.22"),
        ("v1beta2", "v1beta3", "1.27"),
    ]


def test_a_lock_that_is_gone_is_replaced_and_reported() -> None:
    text = "leaderElection:\n  leaderElect: true\n  resourceLock: endpoints # old\n"
    found = carry(V1BETA2 + text, "v1beta3", "1.27", adopt_defaults=True)
    assert found.text == V1BETA3 + text.replace("endpoints", "leases")
    assert ("by-hand", "resource-lock") in found.told


def test_the_way_back_spreads_multi_point_over_the_points() -> None:
    text = """\
profiles:
- schedulerName: a
  plugins:
    multiPoint:
      disabled:
      - name: "*"
      enabled:
      - name: PrioritySort
      - name: DefaultBinder
      - name: NodeName
"""
    found = carry(V1BETA3 + text, "v1beta2", "1.26")
    assert (
        found.text
        == V1BETA2
        + """\
profiles:
- schedulerName: a
  plugins:
    filter:
      disabled:
      - name: "*"
      enabled:
      - name: NodeName
    postFilter:
      disabled:
      - name: DefaultPreemption
    preBind:
      disabled:
      - name: VolumeBinding
    preFilter:
      disabled:
      - name: "*"
    preScore:
      disabled:
      - name: "*"
    reserve:
      disabled:
      - name: VolumeBinding
    score:
      disabled:
      - name: "*"
"""
    )
    assert found.proofs[0].kept


def test_what_v1beta2_cannot_disable_keeps_a_file_from_going_back() -> None:
    text = "profiles:\n- plugins:\n    multiPoint:\n      disabled:\n      - name: SchedulingGates\n"
    found = carry(V1BETA3 + text, "v1beta2", "1.27")
    assert found.status is MigrationStatus.REFUSED
    assert "`SchedulingGates` at preEnqueue" in found.findings[0].message
    dropped = carry(V1BETA3 + text, "v1beta2", "1.27", drop_unsupported=True)
    assert dropped.status is MigrationStatus.MIGRATED
    assert ("dropped", "cannot-be-kept") in dropped.told


def test_a_plugin_of_ones_own_at_multi_point_cannot_go_back() -> None:
    text = "profiles:\n- plugins:\n    multiPoint:\n      enabled:\n      - name: Mine\n"
    for registry in (PluginRegistry(), declared(frozenset({"Mine"}))):
        found = carry(V1BETA3 + text, "v1beta2", registry=registry)
        assert found.status is MigrationStatus.REFUSED
        assert [(finding.rule, finding.start.line) for finding in found.findings] == [("cannot-be-kept", 7)]


def test_profiles_sort_the_queue_in_the_same_words() -> None:
    scores = "    score: {disabled: [{name: '*'}]}\n"
    before = f"""\
profiles:
- schedulerName: a
  plugins:
    queueSort:
      enabled:
      - name: PrioritySort  # by default anyway
{scores}- schedulerName: b
  plugins:
{scores}"""
    after = f"""\
profiles:
- schedulerName: a
  plugins:
    # by default anyway
{scores}- schedulerName: b
  plugins:
{scores}"""
    found = carry(V1BETA2 + before, "v1beta3")
    assert found.text == V1BETA3 + after
    assert found.told == [("changed", "queue-sort")]
    assert found.proofs[0].kept


def test_profiles_sort_the_queue_by_ones_own_plugin_in_the_same_words() -> None:
    scores = "    score: {disabled: [{name: '*'}]}\n"
    first = "    queueSort:\n      disabled:\n      - name: '*'\n      enabled:\n      - name: Mine\n"
    other = "    queueSort: {disabled: [{name: PrioritySort}], enabled: [{name: Mine}]}\n"
    text = "profiles:\n- schedulerName: a\n  plugins:\n{}- schedulerName: b\n  plugins:\n{}"
    found = carry(V1BETA2 + text.format(first + scores, other + scores), "v1beta3", registry=PluginRegistry())
    assert found.status is MigrationStatus.MIGRATED
    assert found.proofs[0].kept
    assert found.text.count("name: Mine") == 2
    assert "name: PrioritySort" not in found.text


def test_args_of_no_plugin_go() -> None:
    text = "profiles:\n- schedulerName: a\n- schedulerName: b\n  pluginConfig:\n  - args: {a: 1} # whose?\n"
    found = carry(V1BETA2 + text, "v1beta3", adopt_defaults=True)
    assert found.text == V1BETA3 + text.replace("\n  - args: {a: 1} # whose?", " []\n  # whose?")
    assert ("removed", "nameless-args") in found.told
