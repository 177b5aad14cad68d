"""Args that are read at points at which their plugin does not run."""

import pytest

from tests.rules.advice_about import advice, fixed

PROFILE = """\
profiles:
  - plugins: {%s}
    pluginConfig:
      - name: %s
        args: {%s}
"""
SOFT = "{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}"
HARD = "{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule}"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {matchExpressions: [%s]}}]"
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [%s]}]}"
LABEL = "{key: a, operator: Exists}"
WHOLE = ""


@pytest.mark.parametrize(
    ("point", "plugin", "args", "unread"),
    [
        ("score", "NodeResourcesFit", "scoringStrategy: {type: MostAllocated}", WHOLE),
        (
            "score",
            "NodeResourcesFit",
            "ignoredResources: [example.com/a], scoringStrategy: {type: MostAllocated}",
            ".scoringStrategy",
        ),
        ("filter", "NodeResourcesFit", "ignoredResourceGroups: [example.com]", WHOLE),
        ("score", "NodeResourcesBalancedAllocation", "resources: [{name: memory, weight: 1}]", WHOLE),
        ("score", "InterPodAffinity", "hardPodAffinityWeight: 10", WHOLE),
        ("score", "VolumeBinding", "bindTimeoutSeconds: 30, shape: [{utilization: 0, score: 3}]", ".shape"),
        ("preBind", "VolumeBinding", "bindTimeoutSeconds: 30", WHOLE),
        (
            "score",
            "PodTopologySpread",
            f"defaultingType: List, defaultConstraints: [{HARD}, {SOFT}]",
            ".defaultConstraints[1]",
        ),
        ("filter", "PodTopologySpread", f"defaultingType: List, defaultConstraints: [{HARD}]", ".defaultConstraints"),
        (
            "score",
            "NodeAffinity",
            f"addedAffinity: {{{REQUIRED % LABEL}, {PREFERRED % LABEL}}}",
            ".addedAffinity.preferredDuringSchedulingIgnoredDuringExecution",
        ),
        ("postFilter", "DefaultPreemption", "minCandidateNodesPercentage: 20", WHOLE),
        ("filter", "DynamicResources", "filterTimeout: 20s", WHOLE),
    ],
)
def test_each_value_that_only_other_points_read_is_found(point: str, plugin: str, args: str, unread: str) -> None:
    if (point, plugin) == ("postFilter", "DefaultPreemption"):
        point = "postFilter: {disabled: [{name: DefaultPreemption}]}, podGroupPostFilter"
    disabled = f"{point}: {{disabled: [{{name: {plugin}}}]}}"
    (said,) = advice("unread-args", PROFILE % (disabled, plugin, args), "1.37")
    assert said.path == f"profiles[0].pluginConfig[0].args{unread}"
    assert said.is_safe is False
    assert advice("unread-args", PROFILE % ("", plugin, args), "1.37") == []


def test_all_scores_disabled_at_once() -> None:
    disabled = "score: {disabled: [{name: '*'}]}"
    profiles = PROFILE % (disabled, "NodeResourcesFit", "scoringStrategy: {type: MostAllocated}")
    (said,) = advice("unread-args", profiles)
    assert "`NodeResourcesFit` does not score" in said.text
    assert "MostAllocated" not in fixed("unread-args", profiles)


@pytest.mark.parametrize(
    ("plugins", "plugin", "args"),
    [
        # What completing fills in is repeated, as `--write-config-to` writes it.
        ("score: {disabled: [{name: '*'}]}", "InterPodAffinity", "hardPodAffinityWeight: 1"),
        (
            "score: {disabled: [{name: '*'}]}",
            "NodeResourcesFit",
            "scoringStrategy: {type: LeastAllocated, resources: [{name: cpu, weight: 1}, {name: memory, weight: 1}]}",
        ),
        ("score: {disabled: [{name: '*'}]}", "PodTopologySpread", "defaultingType: System"),
        # That it runs nowhere is another rule's.
        (
            "multiPoint: {disabled: [{name: NodeResourcesFit}]}",
            "NodeResourcesFit",
            "scoringStrategy: {type: MostAllocated}",
        ),
        ("score: {disabled: [{name: '*'}]}", "MyPlugin", "anything: 1"),
    ],
)
def test_what_is_read_or_repeated_or_unknown_is_left_alone(plugins: str, plugin: str, args: str) -> None:
    assert advice("unread-args", PROFILE % (plugins, plugin, args)) == []


def test_before_multi_point_too() -> None:
    profiles = PROFILE % (
        "score: {disabled: [{name: InterPodAffinity}]}",
        "InterPodAffinity",
        "hardPodAffinityWeight: 9",
    )
    assert len(advice("unread-args", profiles, "1.20", "v1beta1")) == 1
