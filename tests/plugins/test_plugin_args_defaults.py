"""Completing Args, and writing them: as each release does it in each API version."""

from typing import Any

import pytest

from schedcfg import plugins, releases
from schedcfg.models.base import Shape
from schedcfg.plugins.context import Context
from schedcfg.releases.default_plugins import with_feature_gates
from tests.plugins import plugin_facts
from tests.plugins.plugin_args import args_of, context, written

CPU_AND_MEMORY = [{"name": "cpu", "weight": 1}, {"name": "memory", "weight": 1}]


@pytest.mark.parametrize("release", plugin_facts.RELEASES)
def test_empty_args(release: str) -> None:
    for name, known in plugin_facts.plugins(release).items():
        for group_version, expected in known["default_args"].items():
            where = context(release, group_version.removeprefix(plugin_facts.GROUP))
            kind = args_of(name)
            assert kind.is_served(where.api_version, where.release), name
            assert kind.wire(kind.complete(kind.model(), where), where) == expected, (name, group_version)


# plugin, release, API version, written, completed
PARTIAL: list[tuple[str, str, str, dict[str, Any], dict[str, Any]]] = [
    (
        "InterPodAffinity",
        "1.29",
        "v1",
        {"hardPodAffinityWeight": 0},
        {"hardPodAffinityWeight": 0, "ignorePreferredTermsOfExistingPods": False},
    ),
    ("InterPodAffinity", "1.26", "v1", {"hardPodAffinityWeight": None}, {"hardPodAffinityWeight": 1}),
    (
        "DefaultPreemption",
        "1.29",
        "v1",
        {"minCandidateNodesPercentage": 0},
        {"minCandidateNodesPercentage": 0, "minCandidateNodesAbsolute": 100},
    ),
    ("NodeResourcesFit", "1.21", "v1beta1", {"ignoredResources": []}, {}),
    (
        "NodeResourcesFit",
        "1.22",
        "v1beta1",
        {"scoringStrategy": {"type": "MostAllocated"}},
        {"scoringStrategy": {"type": "MostAllocated", "resources": CPU_AND_MEMORY}},
    ),
    (
        "NodeResourcesFit",
        "1.29",
        "v1",
        {"scoringStrategy": {"resources": [{"name": "a"}, None, {"name": "b", "weight": 0}, {"weight": 7}]}},
        {
            "scoringStrategy": {
                "resources": [
                    {"name": "a", "weight": 1},
                    {"name": "", "weight": 1},
                    {"name": "b", "weight": 1},
                    {"name": "", "weight": 7},
                ]
            }
        },
    ),
    (
        "NodeResourcesFit",
        "1.29",
        "v1",
        {
            "ignoredResources": ["a", None],
            "scoringStrategy": {"type": "LeastAllocated", "requestedToCapacityRatio": {"shape": [None]}},
        },
        {
            "ignoredResources": ["a", ""],
            "scoringStrategy": {
                "type": "LeastAllocated",
                "resources": CPU_AND_MEMORY,
                "requestedToCapacityRatio": {"shape": [{"utilization": 0, "score": 0}]},
            },
        },
    ),
    (
        "NodeResourcesBalancedAllocation",
        "1.29",
        "v1",
        {"resources": [{"name": "cpu"}]},
        {"resources": [{"name": "cpu", "weight": 1}]},
    ),
    (
        "NodeResourcesLeastAllocated",
        "1.22",
        "v1beta1",
        {"resources": [{"name": "cpu", "weight": 0}]},
        {"resources": [{"name": "cpu"}]},
    ),
    (
        "RequestedToCapacityRatio",
        "1.21",
        "v1beta1",
        {"shape": [], "resources": [{"name": "cpu"}]},
        {"shape": [], "resources": [{"name": "cpu"}]},
    ),
    (
        "RequestedToCapacityRatio",
        "1.22",
        "v1beta1",
        {"resources": [{"name": "cpu"}]},
        {"shape": None, "resources": [{"name": "cpu", "weight": 1}]},
    ),
    (
        "PodTopologySpread",
        "1.19",
        "v1beta1",
        {"defaultConstraints": []},
        {"defaultConstraints": []},
    ),
    (
        "PodTopologySpread",
        "1.22",
        "v1beta1",
        {"defaultConstraints": [{"maxSkew": 1}]},
        {
            "defaultConstraints": [{"maxSkew": 1, "topologyKey": "", "whenUnsatisfiable": ""}],
            "defaultingType": "List",
        },
    ),
    (
        "PodTopologySpread",
        "1.22",
        "v1beta2",
        {"defaultConstraints": [{"topologyKey": "zone", "labelSelector": {"matchLabels": {"a": None}}}]},
        {
            "defaultConstraints": [
                {
                    "maxSkew": 0,
                    "topologyKey": "zone",
                    "whenUnsatisfiable": "",
                    "labelSelector": {"matchLabels": {"a": ""}},
                }
            ],
            "defaultingType": "System",
        },
    ),
    ("PodTopologySpread", "1.29", "v1", {"defaultingType": ""}, {"defaultingType": "System"}),
    ("VolumeBinding", "1.29", "v1", {"bindTimeoutSeconds": 0}, {"bindTimeoutSeconds": 0}),
    ("DynamicResources", "1.34", "v1", {"filterTimeout": "90s"}, {"filterTimeout": "1m30s"}),
    ("DynamicResources", "1.35", "v1", {"filterTimeout": "0"}, {"filterTimeout": "0s"}),
    (
        "NodeAffinity",
        "1.29",
        "v1",
        {
            "addedAffinity": {
                "requiredDuringSchedulingIgnoredDuringExecution": {},
                "preferredDuringSchedulingIgnoredDuringExecution": [None, {"weight": 3}],
            }
        },
        {
            "addedAffinity": {
                "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": None},
                "preferredDuringSchedulingIgnoredDuringExecution": [
                    {"weight": 0, "preference": {}},
                    {"weight": 3, "preference": {}},
                ],
            }
        },
    ),
    (
        "NetworkTraffic",
        "1.19",
        "v1beta1",
        {"prometheusAddress": "http://prometheus:9090", "networkInterface": ""},
        {
            "prometheusAddress": "http://prometheus:9090",
            "networkInterface": "ens192",
            "timeRangeInMinutes": 5,
        },
    ),
    (
        "NetworkTraffic",
        "1.19",
        "v1beta1",
        {"ip": "http://10.0.0.4:9090", "timeRange": 60},
        {"ip": "http://10.0.0.4:9090", "timeRange": 60},
    ),
]


@pytest.mark.parametrize(("plugin", "release", "api_version", "data", "expected"), PARTIAL)
def test_partial_args(
    plugin: str, release: str, api_version: str, data: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert written(plugin, data, context(release, api_version)) == expected


def test_feature_gates_bring_defaults() -> None:
    full = [{"utilization": 0, "score": 0}, {"utilization": 100, "score": 10}]
    free = [{"utilization": 0, "score": 10}, {"utilization": 100, "score": 0}]
    for release, gate, expected in (
        ("1.22", "VolumeCapacityPriority", full),
        ("1.32", "VolumeCapacityPriority", full),
        ("1.33", "StorageCapacityScoring", free),
    ):
        where = context(release, "v1" if release != "1.22" else "v1beta2", gate)
        assert written("VolumeBinding", {}, where)["shape"] == expected
        assert written("VolumeBinding", {"shape": full[:1]}, where)["shape"] == full[:1]


def test_feature_gates_bring_defaults_of_other_plugins() -> None:
    spread = context("1.19", "v1beta1", "DefaultPodTopologySpread")
    assert written("PodTopologySpread", {}, spread)["defaultConstraints"] == [
        {"topologyKey": "kubernetes.io/hostname", "whenUnsatisfiable": "ScheduleAnyway", "maxSkew": 3},
        {"topologyKey": "topology.kubernetes.io/zone", "whenUnsatisfiable": "ScheduleAnyway", "maxSkew": 5},
    ]
    assert written("PodTopologySpread", {"defaultConstraints": []}, spread)["defaultConstraints"] == []
    devices = {"filterTimeout": "10s", "bindingTimeout": "10m0s"}
    assert written("DynamicResources", {}, context("1.35", "v1", "DRADeviceBindingConditions")) == devices
    assert written("DynamicResources", {}, context("1.35", "v1")) == {"filterTimeout": "10s"}
    # 1.34 knows the gates, and has no such field yet.
    assert written("DynamicResources", {}, context("1.34", "v1", "DRADeviceBindingConditions")) == {
        "filterTimeout": "10s"
    }


def test_feature_gates_take_defaults_away() -> None:
    for release, plugin, gate, expected in (
        ("1.22", "PodTopologySpread", "DefaultPodTopologySpread", {"defaultingType": "List"}),
        ("1.34", "DynamicResources", "DRASchedulerFilterTimeout", {"filterTimeout": None}),
    ):
        facts = with_feature_gates(releases.at(release), {gate: False})
        where = Context(api_version=facts.api_versions[-1], release=facts)
        assert written(plugin, {}, where) == expected


def test_what_was_written_stays_as_it_was() -> None:
    kind = args_of("NodeResourcesFit")
    model = kind.model.model_validate({"scoringStrategy": {"resources": [{"name": "cpu"}]}})
    before = model.model_dump()
    assert kind.complete(model, context("1.29", "v1")) != model
    assert model.model_dump() == before


@pytest.mark.parametrize("plugin", [one for one in plugins.all_plugins() if one.args is not None])
def test_completing_twice_changes_nothing(plugin: plugins.Plugin) -> None:
    kind = plugin.args
    assert kind is not None
    for release in releases.all_releases():
        for api_version in release.api_versions:
            if not kind.is_served(api_version, release):
                continue
            where = Context(api_version=api_version, release=release)
            model: type[Shape] = kind.model if release.number > 18 else kind.legacy_model or kind.model
            once = kind.complete(model(), where)
            assert kind.complete(once, where) == once
