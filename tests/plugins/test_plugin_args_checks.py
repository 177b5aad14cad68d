"""What each release refuses in Args; which fields it names, and what we say of them."""

from typing import Any

import pytest

from schedcfg import plugins, releases
from schedcfg.plugins.catalog import SCHEDULER_PLUGINS
from schedcfg.plugins.context import Context
from schedcfg.releases.default_plugins import with_feature_gates
from tests.plugins.plugin_args import args_of, context, paths, problems

NEWEST_OF = {"v1alpha2": "1.18", "v1beta1": "1.22", "v1beta2": "1.27", "v1beta3": "1.28", "v1": releases.NEWEST}

FIT = "NodeResourcesFit"
SPREAD = "PodTopologySpread"
ZONES = {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}


def curve(*points: tuple[int, int]) -> list[dict[str, int]]:
    return [{"utilization": utilization, "score": score} for utilization, score in points]


def strategy(**fields: Any) -> dict[str, Any]:
    return {"scoringStrategy": fields}


# plugin, release, API version, written, fields that are refused
TABLE: list[tuple[str, str, str, dict[str, Any], list[str]]] = [
    ("InterPodAffinity", "1.18", "v1alpha2", {"hardPodAffinityWeight": 101}, ["hardPodAffinityWeight"]),
    ("InterPodAffinity", "1.29", "v1", {"hardPodAffinityWeight": -1}, ["hardPodAffinityWeight"]),
    ("InterPodAffinity", "1.29", "v1", {"hardPodAffinityWeight": 100}, []),
    (
        "DefaultPreemption",
        "1.20",
        "v1beta1",
        {"minCandidateNodesPercentage": 101, "minCandidateNodesAbsolute": -1},
        ["minCandidateNodesPercentage", "minCandidateNodesAbsolute"],
    ),
    (
        "DefaultPreemption",
        "1.29",
        "v1",
        {"minCandidateNodesPercentage": 0, "minCandidateNodesAbsolute": 0},
        ["minCandidateNodesPercentage", "minCandidateNodesAbsolute"],
    ),
    ("DefaultPreemption", "1.29", "v1", {"minCandidateNodesPercentage": 0}, []),
    (FIT, "1.18", "v1alpha2", {"ignoredResources": ["not a label"]}, []),
    (
        FIT,
        "1.19",
        "v1beta1",
        {
            "ignoredResources": ["example.com/foo", "not a label", None],
            "ignoredResourceGroups": ["ok", "a/b", "-"],
        },
        ["ignoredResources[1]", "ignoredResources[2]", "ignoredResourceGroups[1]", "ignoredResourceGroups[2]"],
    ),
    (FIT, "1.21", "v1beta1", strategy(type="Foo"), []),
    (FIT, "1.22", "v1beta2", strategy(type="Foo"), ["scoringStrategy.type"]),
    (FIT, "1.35", "v1", strategy(), ["scoringStrategy.type"]),
    (
        FIT,
        "1.29",
        "v1",
        strategy(type="MostAllocated", resources=[{"name": "cpu", "weight": 101}, {"name": "b", "weight": -1}]),
        ["scoringStrategy.resources[0].weight", "scoringStrategy.resources[1].weight"],
    ),
    (FIT, "1.29", "v1", strategy(type="MostAllocated", resources=[{"name": "cpu", "weight": 0}]), []),
    (
        FIT,
        "1.22",
        "v1beta1",
        strategy(type="RequestedToCapacityRatio"),
        ["scoringStrategy.requestedToCapacityRatio"],
    ),
    (FIT, "1.22", "v1beta1", strategy(type="RequestedToCapacityRatio", requestedToCapacityRatio={}), []),
    (
        FIT,
        "1.23",
        "v1beta2",
        strategy(type="LeastAllocated", requestedToCapacityRatio={}),
        ["scoringStrategy.requestedToCapacityRatio.shape"],
    ),
    (
        FIT,
        "1.29",
        "v1",
        strategy(
            type="RequestedToCapacityRatio",
            requestedToCapacityRatio={"shape": curve((50, 0), (50, 11), (40, 5), (101, -1))},
        ),
        [
            "scoringStrategy.requestedToCapacityRatio.shape[1].utilization",
            "scoringStrategy.requestedToCapacityRatio.shape[1].score",
            "scoringStrategy.requestedToCapacityRatio.shape[3].utilization",
            "scoringStrategy.requestedToCapacityRatio.shape[3].score",
        ],
    ),
    (
        "NodeResourcesBalancedAllocation",
        "1.22",
        "v1beta1",
        {"resources": [{"name": "cpu", "weight": 2}, {"name": "cpu"}, None]},
        ["resources[0].weight", "resources[1].name"],
    ),
    (
        "NodeResourcesLeastAllocated",
        "1.19",
        "v1beta1",
        {"resources": [{"name": "cpu"}, {"name": "memory", "weight": 101}, {"name": "a", "weight": 100}]},
        ["resources[0].weight", "resources[1].weight"],
    ),
    ("NodeResourcesMostAllocated", "1.22", "v1beta1", {"resources": [None]}, ["resources[0].weight"]),
    ("RequestedToCapacityRatio", "1.18", "v1alpha2", {"shape": []}, ["shape"]),
    (
        "RequestedToCapacityRatio",
        "1.18",
        "v1alpha2",
        {"shape": curve((0, 0)), "resources": [{"name": "cpu", "weight": -5}]},
        [],
    ),
    (
        "RequestedToCapacityRatio",
        "1.21",
        "v1beta1",
        {"shape": curve((0, 11)), "resources": [{"name": "cpu"}, {"name": "memory", "weight": 1000}]},
        ["shape[0].score", "resources[0].weight"],
    ),
    (
        "RequestedToCapacityRatio",
        "1.22",
        "v1beta1",
        {"shape": curve((0, 0)), "resources": [{"name": "cpu"}, {"name": "memory", "weight": -1}]},
        ["resources[1].weight"],
    ),
    (
        SPREAD,
        "1.18",
        "v1alpha2",
        {"defaultConstraints": [{"topologyKey": "a b", "labelSelector": {}}]},
        [
            "defaultConstraints[0].maxSkew",
            "defaultConstraints[0].topologyKey",
            "defaultConstraints[0].whenUnsatisfiable",
            "defaultConstraints[0].labelSelector",
        ],
    ),
    (SPREAD, "1.19", "v1beta1", {"defaultConstraints": [ZONES, ZONES]}, ["defaultConstraints[1]"]),
    (SPREAD, "1.22", "v1beta1", {"defaultConstraints": [ZONES]}, []),
    (SPREAD, "1.22", "v1beta2", {"defaultConstraints": [ZONES]}, ["defaultingType"]),
    (SPREAD, "1.29", "v1", {"defaultConstraints": [ZONES], "defaultingType": "List"}, []),
    (
        SPREAD,
        "1.29",
        "v1",
        {"defaultConstraints": [{**ZONES, "minDomains": -1, "nodeTaintsPolicy": "Foo"}], "defaultingType": "List"},
        [],
    ),
    (
        SPREAD,
        "1.29",
        "v1",
        {"defaultConstraints": [ZONES, None], "defaultingType": "Foo"},
        [
            "defaultingType",
            "defaultConstraints[1].maxSkew",
            "defaultConstraints[1].topologyKey",
            "defaultConstraints[1].whenUnsatisfiable",
        ],
    ),
    (
        "NodeLabel",
        "1.18",
        "v1alpha2",
        {"presentLabels": ["a", "b"], "absentLabels": ["b"], "presentLabelsPreference": ["c"]},
        ["presentLabels[1]"],
    ),
    (
        "NodeLabel",
        "1.22",
        "v1beta1",
        {"presentLabels": ["a"], "presentLabelsPreference": ["a", "a"], "absentLabelsPreference": ["a"]},
        ["presentLabelsPreference[1]"],
    ),
    ("ServiceAffinity", "1.22", "v1beta1", {"affinityLabels": ["not a label"]}, []),
    ("VolumeBinding", "1.20", "v1beta1", {"bindTimeoutSeconds": 0}, ["bindTimeoutSeconds"]),
    ("VolumeBinding", "1.21", "v1beta1", {"bindTimeoutSeconds": 0}, []),
    ("VolumeBinding", "1.29", "v1", {"bindTimeoutSeconds": -1, "shape": []}, ["bindTimeoutSeconds", "shape"]),
    ("DynamicResources", "1.34", "v1", {"filterTimeout": "-1ns"}, ["filterTimeout"]),
    ("DynamicResources", "1.35", "v1", {"filterTimeout": "0", "bindingTimeout": "10m"}, ["bindingTimeout"]),
    ("NetworkTraffic", "1.19", "v1beta1", {"ip": "http://10.0.0.4", "deviceName": "eth0", "timeRange": 60}, []),
    ("NetworkTraffic", "1.19", "v1beta1", {"prometheusAddress": "", "timeRangeInMinutes": -1}, []),
    (
        "NetworkTraffic",
        "1.19",
        "v1beta1",
        {"prometheusAddress": "http://prometheus:9090", "deviceName": "eth0", "timeRange": 60},
        ["deviceName", "timeRange"],
    ),
]


@pytest.mark.parametrize(("plugin", "release", "api_version", "data", "expected"), TABLE)
def test_refused_fields(plugin: str, release: str, api_version: str, data: dict[str, Any], expected: list[str]) -> None:
    assert paths(plugin, data, context(release, api_version)) == expected


NEEDING_ARGS = {"RequestedToCapacityRatio", "NodeMetadata", "Peaks"}


def test_empty_args_are_fine_except_where_something_must_be_given() -> None:
    for plugin in plugins.all_plugins():
        if plugin.args is None:
            continue
        for api_version, release in NEWEST_OF.items():
            where = context(release, api_version)
            if plugin.args.is_served(api_version, where.release):
                found = list(plugin.args.check(plugin.args.complete(plugin.args.model(), where), where))
                assert bool(found) == (plugin.name in NEEDING_ARGS), plugin.name


EXPRESSIONS: list[tuple[dict[str, Any], list[str]]] = [
    ({"key": "a", "operator": "In", "values": ["x", ""]}, []),
    ({"key": "a", "operator": "Exists"}, []),
    ({"key": "example.com/a", "operator": "Gt", "values": ["007"]}, []),
    ({}, ["operator"]),
    ({"key": "a", "operator": "in", "values": ["x"]}, ["operator"]),
    ({"key": "a b", "operator": "NotIn", "values": []}, ["key", "values"]),
    ({"key": "a", "operator": "DoesNotExist", "values": ["x"]}, ["values"]),
    ({"key": "a", "operator": "Lt", "values": []}, ["values"]),
    ({"key": "a", "operator": "Lt", "values": ["1", "1.5"]}, ["values", "values[1]"]),
    ({"key": "a", "operator": "Gt", "values": ["9223372036854775808"]}, ["values[0]"]),
    ({"key": "a", "operator": "Gt", "values": ["-1"]}, ["values[0][a]"]),
    ({"key": "a", "operator": "Gt", "values": ["9" * 5000]}, ["values[0]", "values[0][a]"]),
    ({"key": "x.y/a", "operator": "In", "values": ["no label"]}, ["values[0][x.y/a]"]),
]

FIELDS: list[tuple[dict[str, Any], list[str]]] = [
    ({"key": "metadata.name", "operator": "In", "values": ["n1"]}, []),
    ({"key": "whatever you like", "operator": "NotIn", "values": ["n 1"]}, []),
    ({"key": "metadata.name", "operator": "In", "values": ["n1", "n2"]}, ["values"]),
    ({"key": "metadata.name", "operator": "Exists"}, ["operator"]),
]

CONDITIONS = [("matchExpressions", *expression) for expression in EXPRESSIONS] + [
    ("matchFields", *field) for field in FIELDS
]


@pytest.mark.parametrize("release", ["1.20", "1.35"])
@pytest.mark.parametrize(("group", "requirement", "expected"), CONDITIONS)
def test_required_node_affinity(release: str, group: str, requirement: dict[str, Any], expected: list[str]) -> None:
    required = {"nodeSelectorTerms": [{}, None, {group: [requirement]}]}
    data = {"addedAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": required}}
    base = f"addedAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[2].{group}[0]."
    found = paths("NodeAffinity", data, context(release, releases.at(release).api_versions[-1]))
    assert found == [base + path for path in expected]


def test_preferred_node_affinity_names_upstreams_path_and_the_users_place() -> None:
    bad = {"preference": {"matchExpressions": [{"key": "a", "operator": "Foo"}]}}
    terms = [{**bad, "weight": 0}, {"weight": 1}, {**bad, "weight": 101}]
    data = {"addedAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": terms}}
    (problem,) = problems("NodeAffinity", data, context("1.29", "v1"))
    above = ("addedAffinity", "preferredDuringSchedulingIgnoredDuringExecution", 2)
    below = ("matchExpressions", 0, "operator")
    assert problem.path == above + below
    assert problem.place == (*above, "preference", *below)
    assert problem.message == '`operator` is "Foo"; it must be `In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt` or `Lt`'


def test_feature_gates_open_fields() -> None:
    on = context("1.33", "v1", "StorageCapacityScoring")
    assert paths("VolumeBinding", {"shape": curve((0, 10), (100, 0))}, on) == []
    assert paths("VolumeBinding", {"shape": curve((0, 11))}, on) == ["shape[0].score"]
    (problem,) = problems("VolumeBinding", {"shape": curve((0, 0))}, context("1.32", "v1"))
    flag = "`--feature-gates VolumeCapacityPriority=true` (alpha since 1.21)"
    assert problem.help == f"Remove `shape`, or turn the feature gate on: {flag}."
    binds = context("1.35", "v1", "DRADeviceBindingConditions", "DRAResourceClaimDeviceStatus")
    assert paths("DynamicResources", {"bindingTimeout": "1s"}, binds) == []
    assert paths("DynamicResources", {"bindingTimeout": "999ms"}, binds) == ["bindingTimeout"]


def test_feature_gates_close_fields() -> None:
    release = with_feature_gates(releases.at("1.34"), {"DRASchedulerFilterTimeout": False})
    where = Context(api_version="v1", release=release)
    assert paths("DynamicResources", {}, where) == []
    assert paths("DynamicResources", {"filterTimeout": "1s"}, where) == ["filterTimeout"]
    (problem,) = problems("DynamicResources", {"bindingTimeout": "1s"}, context("1.35", "v1"))
    flag = "`--feature-gates DRADeviceBindingConditions=true` (alpha since 1.34)"
    assert problem.help == f"Remove `bindingTimeout`, or turn on {flag}."


def test_only_the_constructor_looks_at_node_resources_fit() -> None:
    late = [
        plugin.name for plugin in plugins.all_plugins() if plugin.args is not None and plugin.args.checked_when_built
    ]
    assert late == [
        plugin.name for plugin in plugins.all_plugins() if plugin.name == FIT or _is_published_with_args(plugin)
    ]


def _is_published_with_args(plugin: plugins.Plugin) -> bool:
    return plugin.name in SCHEDULER_PLUGINS.plugins and plugin.args is not None


MESSAGES: list[tuple[str, dict[str, Any], str]] = [
    (
        "InterPodAffinity",
        {"hardPodAffinityWeight": 101},
        "`hardPodAffinityWeight` is 101; it must be between 0 and 100",
    ),
    (
        FIT,
        strategy(),
        "`type` is missing; it must be `LeastAllocated`, `MostAllocated` or `RequestedToCapacityRatio`",
    ),
    (FIT, {"ignoredResourceGroups": ["a/b"]}, '"a/b" is not a resource group; it must not contain a slash'),
    (
        FIT,
        strategy(type="MostAllocated", resources=[{"name": "cpu", "weight": 101}]),
        "`weight` of resource `cpu` is 101; it must be between 1 and 100",
    ),
    (
        SPREAD,
        {"defaultConstraints": [{**ZONES, "maxSkew": 0}], "defaultingType": "List"},
        "`maxSkew` is 0; it must be 1 or more",
    ),
    ("DynamicResources", {"filterTimeout": "-5s"}, "`filterTimeout` is -5s; it must be 0s or more"),
]


@pytest.mark.parametrize(("plugin", "data", "message"), MESSAGES)
def test_messages(plugin: str, data: dict[str, Any], message: str) -> None:
    assert [problem.message for problem in problems(plugin, data, context("1.35", "v1"))] == [message]


def test_messages_are_plain_and_end_without_a_full_stop_and_advice_with_one() -> None:
    for plugin, release, api_version, data, _ in TABLE:
        for problem in problems(plugin, data, context(release, api_version)):
            assert not problem.message.endswith("."), problem
            assert problem.help is None or problem.help.endswith("."), problem


def test_args_of_1_18_are_checked_with_either_model() -> None:
    for name in ("InterPodAffinity", "NodeLabel", FIT, SPREAD, "RequestedToCapacityRatio", "ServiceAffinity"):
        kind, where = args_of(name), context("1.18", "v1alpha2")
        assert kind.legacy_model is not None
        results = [
            [problem.message for problem in kind.check(kind.complete(model(), where), where)]
            for model in (kind.model, kind.legacy_model)
        ]
        assert results[0] == results[1]
