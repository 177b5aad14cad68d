"""v1alpha1 ↔ v1alpha2: one profile becomes a list, and a strict reader reads it."""

from schedcfg import IN_TREE_ONLY, migrate
from schedcfg.commands.migrate.results import MigrationStatus
from schedcfg.validation.options import Options
from tests.commands.migrate.carried import carry

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
V1ALPHA1, V1ALPHA2 = HEAD.format("v1alpha1"), HEAD.format("v1alpha2")


def test_what_stands_at_the_top_moves_into_the_first_profile() -> None:
    before = """\
# who we are
schedulerName: mine   # not the default
plugins:
    postFilter:   # once it had this name
        disabled:
        - name: "*"
leaderElection:
    leaderElect: false
"""
    after = """\
leaderElection:
    leaderElect: false
profiles:
- # who we are
  schedulerName: mine   # not the default
  plugins:
      preScore:   # once it had this name
          disabled:
          - name: "*"
"""
    found = carry(V1ALPHA1 + before, "v1alpha2")
    assert found.text == V1ALPHA2 + after
    assert found.told == [("changed", "renamed-point"), ("changed", "profile")]
    assert [(proof.kubernetes, proof.kept) for proof in found.proofs] == [("1.18", True)]
    assert carry(found.text, "v1alpha1").proofs[0].kept


def test_post_filter_of_later_versions_is_not_touched() -> None:
    found = carry(V1ALPHA1 + "plugins: {postFilter: {disabled: [{name: TaintToleration}]}}\n", "v1beta1")
    assert "preScore: {disabled: [{name: TaintToleration}]}" in found.text
    assert "postFilter" not in found.text


def test_a_provider_is_said_by_plugins() -> None:
    found = carry(V1ALPHA1 + "algorithmSource:\n  provider: ClusterAutoscalerProvider\n", "v1alpha2")
    after = """\
profiles:
  - plugins:
      score:
        disabled:
          - name: NodeResourcesLeastAllocated
        enabled:
          - name: NodeResourcesMostAllocated
            weight: 1
"""
    assert found.text == V1ALPHA2 + after
    assert found.told[0] == ("changed", "algorithm-provider")
    assert found.proofs[0].kept


def test_a_provider_goes_together_with_what_the_file_disables() -> None:
    text = """\
algorithmSource: {provider: ClusterAutoscalerProvider}
plugins:
  score:
    disabled:
    - name: NodeResourcesMostAllocated
"""
    found = carry(V1ALPHA1 + text, "v1alpha2")
    assert found.text.count("NodeResourcesLeastAllocated") == 1
    assert "MostAllocated" not in found.text
    assert found.proofs[0].kept


def test_the_default_provider_just_goes() -> None:
    found = carry(V1ALPHA1 + "algorithmSource:\n  provider: DefaultProvider # as ever\n", "v1alpha2")
    assert found.text == V1ALPHA2 + "# as ever\n"


def test_plugins_of_another_file_cannot_be_carried_over() -> None:
    text = "algorithmSource:\n  policy:\n    file:\n      path: /etc/policy.json\n"
    for drop in (False, True):
        found = carry(V1ALPHA1 + text, "v1", drop_unsupported=drop)
        assert found.status is MigrationStatus.REFUSED
        assert [(finding.rule, finding.start.line) for finding in found.findings] == [("cannot-be-kept", 4)]
        assert "Put the Policy beside this file" in str(found.findings[0].help)


def test_the_weight_of_hard_pod_affinity_is_an_argument() -> None:
    found = carry(V1ALPHA1 + "hardPodAffinitySymmetricWeight: 7\n", "v1alpha2")
    after = """\
profiles:
  - pluginConfig:
      - name: InterPodAffinity
        args:
          hardPodAffinityWeight: 7
"""
    assert found.text == V1ALPHA2 + after
    assert found.proofs[0].kept


def test_the_lock_has_its_later_name() -> None:
    before = "leaderElection:\n  lockObjectName: 'mine' # ours\n  lockObjectNamespace: \"\"\n  resourceName: mine\n"
    found = carry(V1ALPHA1 + before, "v1alpha2")
    assert found.text == V1ALPHA2 + "leaderElection:\n  resourceName: 'mine' # ours\n"


def test_what_the_lenient_reader_passes_over_goes() -> None:
    before = """\
percentageOfNodesToScore: 10   # first
profiles: [{schedulerName: sleeping}]
percentageOfNodesToScore: 20   # last
Typo: 1 # oops
"""
    found = carry(V1ALPHA1 + before, "v1alpha2")
    assert found.text == V1ALPHA2 + "# first\npercentageOfNodesToScore: 20   # last\n# oops\n"
    assert {id_ for _, id_ in found.told} == {"repeated-field", "unread-field"}
    assert found.proofs[0].kept


def test_the_type_in_any_case() -> None:
    found = carry("apiversion: kubescheduler.config.k8s.io/v1alpha1\nKind: KubeSchedulerConfiguration\n", "v1alpha2")
    assert found.text == V1ALPHA2


def test_json_moves_as_it_is() -> None:
    head = '{"apiVersion": "kubescheduler.config.k8s.io/%s", "kind": "KubeSchedulerConfiguration", '
    found = carry(head % "v1alpha1" + '"schedulerName": "mine"}', "v1alpha2")
    assert found.text == head % "v1alpha2" + '"profiles": [{"schedulerName": "mine"}]}'


def test_several_profiles_cannot_go_back() -> None:
    found = carry(V1ALPHA2 + "profiles:\n- schedulerName: a\n- schedulerName: b\n", "v1alpha1")
    assert found.status is MigrationStatus.REFUSED
    assert found.findings[0].message == "v1alpha1 has only one profile, but there are several"


def test_extenders_cannot_go_back() -> None:
    text = "extenders:\n- urlPrefix: http://127.0.0.1:1\n  filterVerb: filter\n"
    assert carry(V1ALPHA2 + text, "v1alpha1").status is MigrationStatus.REFUSED
    dropped = carry(V1ALPHA2 + text, "v1alpha1", drop_unsupported=True)
    assert dropped.text == V1ALPHA1
    assert ("dropped", "cannot-be-kept") in dropped.told


def test_a_provider_disables_nothing_twice() -> None:
    text = (
        "algorithmSource: {provider: ClusterAutoscalerProvider}\nplugins: {score: {disabled: [{name: X}, {name: Y}]}}\n"
    )
    least, most = "NodeResourcesLeastAllocated", "NodeResourcesMostAllocated"
    found = carry(V1ALPHA1 + text.replace("X", least).replace("Y", "ImageLocality"), "v1alpha2")
    assert found.text.count(least) == 1
    assert found.text.count(most) == 1
    found = carry(V1ALPHA1 + text.replace("X", "'*'").replace("Y", "ImageLocality"), "v1alpha2")
    assert "Allocated" not in found.text
    assert found.proofs[0].kept


def test_notes_tell_what_a_provider_means() -> None:
    notes = {}
    for provider in ("DefaultProvider", "ClusterAutoscalerProvider"):
        file = migrate(
            V1ALPHA1 + f"algorithmSource: {{provider: {provider}}}\n",
            "v1alpha2",
            options=Options(registry=IN_TREE_ONLY),
        )
        notes[provider] = file.documents[0].notes[0].message
    gone = "`algorithmSource` does not exist in v1alpha2: "
    assert notes == {
        "DefaultProvider": gone + "every profile starts from `DefaultProvider`",
        "ClusterAutoscalerProvider": gone + "the plugins of `ClusterAutoscalerProvider` are written explicitly",
    }


def test_what_would_take_effect_is_reported_apart_from_what_would_be_refused() -> None:
    file = migrate(V1ALPHA1 + "extenders: []\nexpanders: []\n", "v1alpha2", options=Options(registry=IN_TREE_ONLY))
    assert file.migrated == V1ALPHA2
    assert {note.path: note.message.partition("; ")[2] for note in file.documents[0].notes} == {
        "extenders": "in v1alpha2 it would take effect",
        "expanders": "in v1alpha2 it is refused",
    }


def test_the_weight_of_hard_pod_affinity_joins_the_list_in_its_style() -> None:
    before = "pluginConfig: [{name: NodeLabel}] # list\nhardPodAffinitySymmetricWeight: 7 # weight\n"
    after = """\
profiles:
  - pluginConfig: [{name: NodeLabel}, {name: InterPodAffinity, args: {hardPodAffinityWeight: 7}}] # list
# weight
"""
    found = carry(V1ALPHA1 + before, "v1alpha2")
    assert found.text == V1ALPHA2 + after
    assert found.proofs[0].kept


def test_a_weight_beside_the_plugins_own_args_was_refused_already() -> None:
    text = "hardPodAffinitySymmetricWeight: 7\npluginConfig:\n- name: InterPodAffinity\n  args: {}\n"
    found = carry(V1ALPHA1 + text, "v1alpha2")
    assert found.status is MigrationStatus.REFUSED
    assert "duplicate-plugin-config" in [finding.rule for finding in found.findings]


def test_a_profile_goes_back_with_its_comments() -> None:
    before = """\
profiles:
# the only one
- schedulerName: x # name
  # plugins, above
  plugins:
    preScore: {disabled: [{name: TaintToleration}]} # of scoring
  pluginConfig:
  - name: InterPodAffinity
    args: {hardPodAffinityWeight: 3}
leaderElection: {resourceName: a}
"""
    after = """\
# the only one
leaderElection: {resourceName: a}
# plugins, above
plugins:
  postFilter: {disabled: [{name: TaintToleration}]} # of scoring
pluginConfig:
- name: InterPodAffinity
  args: {hardPodAffinityWeight: 3}
schedulerName: x # name
"""
    found = carry(V1ALPHA2 + before, "v1alpha1")
    assert found.text == V1ALPHA1 + after
    assert found.told == [("changed", "renamed-point")]
    assert found.proofs[0].kept
