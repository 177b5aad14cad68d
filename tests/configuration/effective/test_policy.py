"""What a legacy Policy is completed to: plugins, weights, Args, and where each comes from."""

from typing import Any

import pytest

from schedcfg import releases
from schedcfg.configuration.decode.configuration import decode_policy
from schedcfg.configuration.effective.model import ArgsEntry, Configuration, PluginRef
from schedcfg.configuration.effective.policy import resolve_policy
from schedcfg.document import Document, parse
from schedcfg.document.span import Path

READING = ["1.18", "1.19", "1.20", "1.21", "1.22"]


def completed(text: str, kubernetes: str = "1.20") -> Configuration:
    stream = parse(text)
    document = stream.documents[0] if stream.documents else Document.empty(text)
    release = releases.at(kubernetes)
    policy = decode_policy(document, release).policy
    return resolve_policy(policy, release)


def policy(body: str) -> str:
    return f"apiVersion: v1\nkind: Policy\n{body}"


def enabled(configuration: Configuration, point: str) -> dict[str, PluginRef]:
    (profile,) = configuration.profiles
    return {ref.name: ref for ref in profile.merged[point].enabled}


def args(configuration: Configuration) -> dict[str, ArgsEntry]:
    return {entry.name: entry for entry in configuration.profiles[0].plugin_config}


def brought(text: str, kubernetes: str = "1.20") -> dict[str, tuple[Path, Any]]:
    return {name: (entry.path, entry.raw) for name, entry in args(completed(text, kubernetes)).items()}


@pytest.mark.parametrize("kubernetes", READING)
@pytest.mark.parametrize("text", ["", "kind: Policy\napiVersion: v1\n", "apiVersion: v1\npredicates: null\n"])
def test_a_policy_that_says_nothing_is_all_default(text: str, kubernetes: str) -> None:
    configuration = completed(text, kubernetes)
    (profile,) = configuration.profiles
    assert (profile.scheduler_name, profile.path, profile.index) == ("default-scheduler", (), 0)
    assert {ref.path for refs in profile.merged.values() for ref in refs.enabled} == {None}
    assert {entry.path for entry in profile.plugin_config} <= {()}
    assert enabled(configuration, "score")["NodePreferAvoidPods"].weight == 10000
    assert enabled(configuration, "filter")["NodeResourcesFit"].weight == 0
    assert ("postFilter" in profile.merged) == (kubernetes not in {"1.18", "1.19"})


@pytest.mark.parametrize(
    ("kubernetes", "version"),
    [("1.18", "v1alpha2"), ("1.19", "v1beta1"), ("1.20", "v1beta1"), ("1.21", "v1beta1"), ("1.22", "v1beta2")],
)
def test_the_rest_is_that_of_a_configuration_that_says_nothing(kubernetes: str, version: str) -> None:
    configuration = completed(policy("alwaysCheckAllPredicates: true"), kubernetes)
    assert configuration.api_version == version
    assert configuration.provider is None
    assert configuration.always_check_all_predicates
    assert configuration.parallelism == 16
    early = kubernetes in {"1.18", "1.19"}
    assert configuration.leader_election.resource_lock == ("endpointsleases" if early else "leases")
    assert not completed("", kubernetes).always_check_all_predicates


def test_empty_lists_leave_what_is_mandatory() -> None:
    configuration = completed(policy("predicates: []\npriorities: []"))
    (profile,) = configuration.profiles
    assert {point: [ref.name for ref in refs.enabled] for point, refs in profile.merged.items()} == {
        "queueSort": ["PrioritySort"],
        "bind": ["DefaultBinder"],
        "postFilter": ["DefaultPreemption"],
        "filter": ["NodeUnschedulable", "TaintToleration"],
    }


def test_plugins_point_at_the_entries_that_bring_them() -> None:
    text = policy("predicates: [{name: PodToleratesNodeTaints}, {name: PodFitsPorts}, {name: PodFitsHostPorts}]")
    filters = enabled(completed(text), "filter")
    assert [(name, ref.path) for name, ref in filters.items()] == [
        ("NodeUnschedulable", None),
        ("NodePorts", ("predicates", 1)),
        ("TaintToleration", ("predicates", 0)),
    ]


def test_a_plugin_that_two_predicates_bring_is_the_first_ones() -> None:
    text = policy("predicates: [{name: PodFitsResources}, {name: GeneralPredicates}]")
    assert enabled(completed(text), "filter")["NodeResourcesFit"].path == ("predicates", 1)


def test_of_one_priority_named_twice_the_last_counts() -> None:
    text = policy(
        "priorities: [{name: SelectorSpreadPriority, weight: 2}, {name: ServiceSpreadingPriority, weight: 5}]"
    )
    assert enabled(completed(text, "1.19"), "score") == {
        "SelectorSpread": PluginRef("SelectorSpread", 5, ("priorities", 1))
    }


def test_of_two_priorities_for_one_plugin_the_first_by_name_counts_but_system_spreading_wins() -> None:
    text = policy("priorities: [{name: SelectorSpreadPriority, weight: 2}, {name: EvenPodsSpreadPriority, weight: 5}]")
    configuration = completed(text)
    spread = enabled(configuration, "score")["PodTopologySpread"]
    assert (spread.weight, spread.path) == (5, ("priorities", 1))
    entry = args(configuration)["PodTopologySpread"]
    assert (entry.path, entry.raw) == (("priorities", 0), {"defaultingType": "System"})


def test_weights_are_cut_to_32_bits() -> None:
    text = policy("priorities: [{name: ImageLocalityPriority, weight: 4294967299}]")
    assert enabled(completed(text), "score")["ImageLocality"].weight == 3


LABELS = policy("""
predicates:
- {name: A, argument: {labelsPresence: {labels: [zone, rack], presence: true}}}
- {name: B, argument: {labelsPresence: {labels: [retiring]}}}
- {name: C, argument: {serviceAffinity: {labels: [region, null]}}}
priorities:
- {name: D, weight: 3, argument: {labelPreference: {label: ssd, presence: true}}}
- {name: E, weight: 3, argument: {labelPreference: {label: slow}}}
- {name: F, weight: 2, argument: {serviceAntiAffinity: {label: rack}}}
""")


@pytest.mark.parametrize("kubernetes", READING)
def test_labels_are_collected_over_predicates_and_priorities(kubernetes: str) -> None:
    found = brought(LABELS, kubernetes)
    assert found["NodeLabel"] == (
        ("predicates", 0),
        {
            "presentLabels": ["zone", "rack"],
            "absentLabels": ["retiring"],
            "presentLabelsPreference": ["ssd"],
            "absentLabelsPreference": ["slow"],
        },
    )
    assert found["ServiceAffinity"] == (
        ("predicates", 2),
        {"affinityLabels": ["region", ""], "antiAffinityLabelsPreference": ["rack"]},
    )
    typed: Any = args(completed(LABELS, kubernetes))["NodeLabel"].written
    assert typed.absent_labels_preference == ["slow"]


@pytest.mark.parametrize("kubernetes", READING)
def test_label_priorities_weigh_as_much_as_all_their_entries(kubernetes: str) -> None:
    configuration = completed(LABELS, kubernetes)
    assert enabled(configuration, "score") == {
        "NodeLabel": PluginRef("NodeLabel", 6, ("priorities", 1)),
        "ServiceAffinity": PluginRef("ServiceAffinity", 2, ("priorities", 2)),
    }
    assert enabled(configuration, "filter")["NodeLabel"] == PluginRef("NodeLabel", 0, ("predicates", 0))


def test_a_registered_name_never_looks_at_its_argument() -> None:
    text = policy("""
predicates: [{name: HostName, argument: {labelsPresence: {labels: [zone]}}}]
priorities: [{name: ImageLocalityPriority, weight: 1, argument: {serviceAntiAffinity: {label: rack}}}]
""")
    assert set(enabled(completed(text), "filter")) == {"NodeUnschedulable", "NodeName", "TaintToleration"}
    assert set(enabled(completed(text), "score")) == {"ImageLocality"}
    assert brought(text) == {}


RATIO = policy("""
priorities:
- name: Pack
  weight: 1
  argument:
    requestedToCapacityRatioArguments:
      shape: [null, {utilization: 100, score: 10}]
""")


@pytest.mark.parametrize("kubernetes", READING)
def test_the_ratio_gets_no_resources_that_are_not_written(kubernetes: str) -> None:
    configuration = completed(RATIO, kubernetes)
    entry = args(configuration)["RequestedToCapacityRatio"]
    assert entry.path == ("priorities", 0, "argument", "requestedToCapacityRatioArguments")
    assert entry.kind is not None
    whole: Any = entry.kind.complete(entry.written, configuration.context)
    assert whole.resources == []
    assert [(point.utilization, point.score) for point in whole.shape] == [(0, 0), (100, 10)]


def test_the_hard_weight_is_for_the_priority_alone() -> None:
    weight = "hardPodAffinitySymmetricWeight: 10\n"
    path: Path = ("hardPodAffinitySymmetricWeight",)
    assert brought(policy(weight))["InterPodAffinity"] == (path, {"hardPodAffinityWeight": 10})
    assert "InterPodAffinity" not in brought(policy(weight + "priorities: []"))
    assert "InterPodAffinity" not in brought(policy("hardPodAffinitySymmetricWeight: 0"))


def test_args_that_1_22_has_to_bring() -> None:
    text = policy("priorities: [{name: LeastRequestedPriority, weight: 1}]")
    resources = [{"name": "cpu", "weight": 1}, {"name": "memory", "weight": 1}]
    assert brought(text, "1.22") == {"NodeResourcesLeastAllocated": (("priorities", 0), {"resources": resources})}
    assert brought(text, "1.21") == {}
    assert brought("", "1.22")["NodeResourcesLeastAllocated"] == ((), {"resources": resources})


EXTENDERS = policy("""
priorities: []
extenders:
- urlPrefix: http://127.0.0.1:8888
  FilterVerb: filter
  enableHttps: true
  httpTimeout: 30000000000
  managedResources: [{name: example.com/gpu, ignoredByScheduler: true}, {name: example.com/fpga}]
- {urlPrefix: "http://127.0.0.1:9999", ignorable: true}
""")


@pytest.mark.parametrize("kubernetes", READING)
def test_extenders(kubernetes: str) -> None:
    configuration = completed(EXTENDERS, kubernetes)
    first, second = configuration.extenders
    assert (first.filter_verb, first.enable_https, first.http_timeout) == ("filter", True, 30_000_000_000)
    assert (second.ignorable, second.http_timeout) == (True, 5_000_000_000)
    ignored = {"ignoredResources": ["example.com/gpu"]}
    assert brought(EXTENDERS, kubernetes) == {"NodeResourcesFit": (("extenders",), ignored)}


@pytest.mark.parametrize("kubernetes", READING)
@pytest.mark.parametrize(
    "body",
    [
        "predicates: [null, {}, {name: NoSuch}, {name: Mine, argument: {}}]",
        "priorities: [null, {}, {name: NoSuch, weight: 1}, {name: Mine, argument: {labelPreference: null}}]",
        "priorities: [{name: EqualPriority, weight: 1, argument: {labelPreference: {label: zone}}}]",
        "priorities: [{name: ServiceAffinity, weight: -1}, {name: NodeLabel}, {name: RequestedToCapacityRatio}]",
        "predicates: [{name: Mine, argument: {serviceAffinity: {}}}]\nextenders: [null, {managedResources: [null]}]",
    ],
)
def test_what_is_refused_makes_no_traceback(body: str, kubernetes: str) -> None:
    configuration = completed(policy(f"{body}\n"), kubernetes)
    assert set(enabled(configuration, "filter")) >= {"NodeUnschedulable", "TaintToleration"}
