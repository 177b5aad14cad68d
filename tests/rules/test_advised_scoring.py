"""Advice about how nodes are scored."""

import textwrap

import pytest

from schedcfg import Severity, Verdict, fix, validate
from tests.rules.advice_about import HEAD, advice, fixed

PACKING = """\
profiles:
  - plugins: {{{plugins}}}
    pluginConfig:
      - name: NodeResourcesFit
        args: {{scoringStrategy: {{type: MostAllocated}}}}
"""

UNSPREAD = "      - {name: PodTopologySpread, args: {defaultingType: List, defaultConstraints: []}}\n"
RATIO = """\
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: RequestedToCapacityRatio
            requestedToCapacityRatio: {{shape: [{shape}]}}
"""
POINT = "{{utilization: {}, score: {}}}"


def curve(*points: tuple[int, int]) -> str:
    return RATIO.format(shape=", ".join(POINT.format(*point) for point in points))


@pytest.mark.parametrize(
    ("release", "total", "enough"),
    # VolumeBinding, with a weight of 1, does not count before 1.37.
    [("1.24", 12, 12), ("1.29", 12, 12), ("1.35", 14, 14), ("1.37", 15, 15)],
)
def test_packing_is_outvoted_by_default(release: str, total: int, enough: int) -> None:
    version = "v1beta3" if release == "1.24" else "v1"
    (said,) = advice("outvoted-packing", PACKING.format(plugins=""), release, version)
    assert f"1 of {total} score weights" in said.text
    assert "`PodTopologySpread` (2) and `NodeResourcesBalancedAllocation` (1)" in said.text
    assert (said.fix, said.is_safe) == (f"Set the weight of `NodeResourcesFit` to {enough}", False)


@pytest.mark.parametrize(
    "plugins",
    [
        "",
        "score: {disabled: [{name: ImageLocality}]}",
        "score: {enabled: [{name: ImageLocality}]}",
        "score: {enabled: [{name: NodeResourcesFit}]}",
        "multiPoint: {enabled: [{name: NodeResourcesFit, weight: 2}]}",
    ],
)
def test_the_weight_that_is_proposed_is_enough(plugins: str) -> None:
    after = fixed("outvoted-packing", PACKING.format(plugins=plugins))
    assert advice("outvoted-packing", after) == []


def test_before_multi_point_too() -> None:
    (said,) = advice("outvoted-packing", PACKING.format(plugins=""), "1.22", "v1beta2")
    assert "1 of 8 score weights" in said.text


@pytest.mark.parametrize(
    "profiles",
    [
        PACKING.format(plugins="score: {enabled: [{name: NodeResourcesFit, weight: 3}]}"),
        PACKING.format(plugins="score: {disabled: [{name: PodTopologySpread}]}"),
        PACKING.format(plugins="score: {disabled: [{name: '*'}], enabled: [{name: NodeResourcesFit}]}"),
        PACKING.format(plugins="score: {disabled: [{name: NodeResourcesFit}]}"),
        PACKING.format(plugins="") + UNSPREAD,
        PACKING.format(plugins="").replace("MostAllocated", "LeastAllocated"),
        curve((0, 10), (100, 0)),
    ],
)
def test_what_is_not_outvoted_or_no_packing(profiles: str) -> None:
    assert advice("outvoted-packing", profiles) == []


BALANCED = "score: {enabled: [{name: NodeResourcesBalancedAllocation, weight: 3}]}"


@pytest.mark.parametrize(
    ("plugins", "pods"),
    [
        ("", "Pods of a Service, ReplicaSet, StatefulSet or ReplicationController are hardly packed"),
        (BALANCED, "Pods are hardly packed"),
    ],
)
def test_it_says_which_pods_are_hardly_packed(plugins: str, pods: str) -> None:
    (said,) = advice("outvoted-packing", PACKING.format(plugins=plugins))
    assert said.text.startswith(pods)
    assert ("a Job, are packed" in said.text) == (not plugins)


@pytest.mark.parametrize("action", ["ScheduleAnyway", "DoNotSchedule"])
def test_only_soft_default_constraints_spread(action: str) -> None:
    constraint = f"{{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: {action}}}"
    own = UNSPREAD.replace("defaultConstraints: []", f"defaultConstraints: [{constraint}]")
    assert bool(advice("outvoted-packing", PACKING.format(plugins="") + own)) == (action == "ScheduleAnyway")


@pytest.mark.parametrize("point", ["score", "multiPoint"])
def test_a_misspelled_plugin_does_not_yield_figures_too(point: str) -> None:
    plugins = f"{point}: {{enabled: [{{name: NodeResourcesFitt, weight: 48}}]}}"
    assert len(advice("undeclared-plugin", PACKING.format(plugins=plugins))) == 1
    assert advice("outvoted-packing", PACKING.format(plugins=plugins)) == []


def test_a_balance_of_one_resource_pulls_nothing_apart() -> None:
    one = "      - {name: NodeResourcesBalancedAllocation, args: {resources: [{name: cpu, weight: 1}]}}\n"
    assert len(advice("outvoted-packing", PACKING.format(plugins=BALANCED) + UNSPREAD)) == 1
    assert advice("outvoted-packing", PACKING.format(plugins=BALANCED) + UNSPREAD + one) == []


def test_a_rising_curve_packs() -> None:
    assert len(advice("outvoted-packing", curve((0, 0), (100, 10)))) == 1


def test_a_curve_beside_another_strategy_is_removed() -> None:
    profiles = curve((0, 0), (100, 10)).replace("type: RequestedToCapacityRatio", "type: MostAllocated")
    (said,) = advice("unused-score-curve", profiles, "1.35")
    assert said.is_safe
    assert "requestedToCapacityRatio" not in fixed("unused-score-curve", profiles, "1.35")
    assert advice("unused-score-curve", curve((0, 0), (100, 10)), "1.35") == []


def test_where_that_curve_is_refused_its_removal_is_offered() -> None:
    profiles = curve((0, 0), (100, 10)).replace("type: RequestedToCapacityRatio", "type: MostAllocated")
    text = HEAD.format(version="v1") + textwrap.dedent(profiles)
    assert validate(text, "1.36").verdict is Verdict.REFUSED
    report = fix(text, "1.36", unsafe=True)
    assert report.text is not None
    assert "requestedToCapacityRatio" not in report.text
    assert report.verdict is Verdict.ACCEPTED


SCORED = """\
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args: {{scoringStrategy: {{type: LeastAllocated, resources: [{{name: {name}, weight: {weight}}}]}}}}
"""


@pytest.mark.parametrize(
    ("name", "meant"), [("CPU", "cpu"), ("Memory", "memory"), ("memmory", "memory"), ("gpu", ""), ("storage", "")]
)
def test_resources_that_no_node_has(name: str, meant: str) -> None:
    (said,) = advice("uncounted-resource", SCORED.format(name=name, weight=1))
    assert said.severity is Severity.ERROR
    assert said.fix == (f"Write `{meant}`" if meant else "")


@pytest.mark.parametrize(
    "name", ["cpu", "memory", "ephemeral-storage", "nvidia.com/gpu", "hugepages-2Mi", "attachable-volumes-aws-ebs"]
)
def test_resources_that_nodes_may_have(name: str) -> None:
    assert advice("uncounted-resource", SCORED.format(name=name, weight=1)) == []


def test_balance_is_kept_of_the_same_resources() -> None:
    profiles = "profiles: [{pluginConfig: [{name: NodeResourcesBalancedAllocation, args: {resources: [%s]}}]}]\n"
    assert len(advice("uncounted-resource", profiles % "{name: gpus}")) == 1
    assert len(advice("zero-resource-weight", profiles % "{name: cpu, weight: 0}")) == 1


def test_a_resource_cannot_be_weighed_with_0() -> None:
    (said,) = advice("zero-resource-weight", SCORED.format(name="memory", weight=0))
    assert said.is_safe
    assert fixed("zero-resource-weight", SCORED.format(name="memory", weight=0)) == SCORED.format(
        name="memory", weight=1
    )
    assert advice("zero-resource-weight", SCORED.format(name="memory", weight="null")) == []
