"""v1beta1 ↔ v1beta2: scoring by resources, overriding default plugins, plugins without a successor."""

from schedcfg.commands.migrate.results import MigrationStatus
from tests.commands.migrate.carried import carry

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
V1BETA1, V1BETA2 = HEAD.format("v1beta1"), HEAD.format("v1beta2")
NO_AVOIDING = "profiles:\n- plugins:\n    score:\n      disabled:\n      - name: NodePreferAvoidPods\n"


def test_the_default_scorer_changes_its_name_and_one_plugin_goes() -> None:
    found = carry(V1BETA1, "v1beta2")
    assert found.text == V1BETA2
    mattering = {difference.path for difference in found.proofs[0].differences if difference.matters}
    assert mattering == {"default-scheduler.score.NodePreferAvoidPods"}
    rest = {difference.path for difference in found.proofs[0].differences if not difference.matters}
    assert {f"default-scheduler.score.NodeResources{name}" for name in ("LeastAllocated", "Fit")} <= rest


def test_nothing_differs_where_the_lost_plugin_is_disabled() -> None:
    found = carry(V1BETA1 + NO_AVOIDING, "v1beta2")
    assert found.text == V1BETA2 + NO_AVOIDING
    assert found.proofs[0].kept


def test_another_scorer_becomes_a_strategy_without_args_too() -> None:
    before = """\
profiles:
- plugins:
    score:
      disabled: [{name: "*"}]
      enabled:
      - name: NodeResourcesMostAllocated # full nodes
"""
    after = """\
profiles:
- plugins:
    score:
      disabled: [{name: "*"}]
      enabled:
      - name: NodeResourcesFit # full nodes
  pluginConfig:
  - name: NodeResourcesFit
    args:
      scoringStrategy:
        type: MostAllocated
"""
    found = carry(V1BETA1 + before, "v1beta2")
    assert found.text == V1BETA2 + after
    assert found.proofs[0].kept


def test_a_curve_goes_into_the_strategy_of_an_entry_that_is_there() -> None:
    before = """\
profiles:
- plugins:
    score:
      disabled:
      - name: "*"
      enabled:
      - name: RequestedToCapacityRatio
        weight: 3
  pluginConfig:
  - name: RequestedToCapacityRatio
    args:
      shape: # the curve
      - {utilization: 0, score: 0}
      - {utilization: 100, score: 10}
      resources:
      - name: nvidia.com/gpu
        weight: 2
  - name: NodeResourcesFit
    args:
      apiVersion: kubescheduler.config.k8s.io/v1beta1
      kind: NodeResourcesFitArgs
      ignoredResources: [example.com/foo]
"""
    after = """\
profiles:
- plugins:
    score:
      disabled:
      - name: "*"
      enabled:
      - name: NodeResourcesFit
        weight: 3
  pluginConfig:
  - name: NodeResourcesFit
    args:
      apiVersion: kubescheduler.config.k8s.io/v1beta2
      kind: NodeResourcesFitArgs
      ignoredResources: [example.com/foo]
      scoringStrategy:
        type: RequestedToCapacityRatio
        resources:
        - name: nvidia.com/gpu
          weight: 2
        requestedToCapacityRatio:
          shape: # the curve
          - {utilization: 0, score: 0}
          - {utilization: 100, score: 10}
"""
    found = carry(V1BETA1 + before, "v1beta2")
    assert found.text == V1BETA2 + after
    assert found.proofs[0].kept


def test_a_sleeping_strategy_does_not_wake_up() -> None:
    text = """\
  pluginConfig:
  - name: NodeResourcesFit
    args:
      ignoredResourceGroups: [example.com]
"""
    sleeping = "      scoringStrategy: {type: MostAllocated}\n"
    found = carry(V1BETA1 + NO_AVOIDING + text + sleeping, "v1beta2")
    assert found.text == V1BETA2 + NO_AVOIDING + text
    assert ("removed", "sleeping-strategy") in found.told


def test_re_weighting_stays_on_the_way_up_and_is_disabled_first_on_the_way_down() -> None:
    enabled = "    filter: {}\n    score:\n      enabled:\n      - name: ImageLocality\n        weight: 9\n"
    disabled = "      disabled:\n      - name: ImageLocality\n"
    up = carry(f"{V1BETA1}profiles:\n- plugins:\n{enabled}{disabled}", "v1beta2")
    assert up.text == f"{V1BETA2}profiles:\n- plugins:\n{enabled}{disabled}"
    down = carry(f"{V1BETA2}profiles:\n- plugins:\n{enabled}", "v1beta1")
    assert down.text.startswith(f"{V1BETA1}profiles:\n- plugins:\n{enabled}{disabled}")
    assert ("changed", "disabled-first") in down.told
    assert down.proofs[0].kept


def test_fit_scores_in_v1beta1_if_it_has_a_strategy() -> None:
    text = """\
profiles:
- pluginConfig:
  - name: NodeResourcesFit
    args:
      scoringStrategy:
        type: MostAllocated
"""
    found = carry(V1BETA2 + text, "v1beta1")
    assert found.proofs[0].kept
    assert "      disabled:\n      - name: NodeResourcesLeastAllocated\n" in found.text
    assert "      - name: NodeResourcesFit\n        weight: 1\n" in found.text


def test_plugins_without_a_successor_are_refused_with_their_place() -> None:
    text = "profiles:\n- plugins:\n    filter:\n      enabled:\n      - name: NodeLabel   # ssd only\n"
    found = carry(V1BETA1 + text, "v1beta2")
    assert found.status is MigrationStatus.REFUSED
    assert [(finding.rule, finding.start.line) for finding in found.findings] == [("cannot-be-kept", 7)]
    assert "addedAffinity" in str(found.findings[0].help)
    dropped = carry(V1BETA1 + text, "v1beta2", drop_unsupported=True)
    assert dropped.status is MigrationStatus.MIGRATED
    assert "# ssd only" in dropped.text
    assert "NodeLabel" not in dropped.text
    assert ("dropped", "cannot-be-kept") in dropped.told


def test_nonsense_addresses_are_written_as_they_are_understood() -> None:
    found = carry(V1BETA1 + "healthzBindAddress: foo # typo\n" + NO_AVOIDING, "v1beta2")
    assert found.text == V1BETA2 + "healthzBindAddress: 0.0.0.0:10251 # typo\n" + NO_AVOIDING
    assert found.proofs[0].kept
