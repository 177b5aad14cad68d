"""What is said to feature gates that are set, and what they make of a release."""

import pytest

from schedcfg import releases
from schedcfg.releases import gate_history, policy
from schedcfg.releases.default_plugins import GATED_PLUGINS, GatedPlugin, with_feature_gates
from schedcfg.releases.gate_settings import GateSettings, settings, together
from schedcfg.releases.release import Release

every_release = pytest.mark.parametrize("name", releases.names())


def gates(name: str, *values: str) -> GateSettings:
    return settings(values, releases.at(name))


def said(name: str, *values: str) -> list[tuple[str, str | None]]:
    return [(remark.message, remark.help) for remark in gates(name, *values).refused]


def logged(name: str, *values: str) -> list[tuple[str, str | None]]:
    return [(remark.message, remark.help) for remark in gates(name, *values).warned]


FORM = "Write `Name=true` or `Name=false`, separated by commas."


@pytest.mark.parametrize(
    ("name", "value", "message", "advice"),
    [
        ("1.29", "AllAlpha", "missing bool value for AllAlpha", FORM),
        (
            "1.29",
            "AllAlpha=yes",
            'invalid value of AllAlpha=yes, err: strconv.ParseBool: parsing "yes": invalid syntax',
            FORM,
        ),
        (
            "1.29",
            "StorageCapacityScoring=true",
            "unrecognized feature gate: StorageCapacityScoring",
            "`StorageCapacityScoring` exists since Kubernetes 1.33.",
        ),
        (
            "1.33",
            "VolumeCapacityPriority=true",
            "unrecognized feature gate: VolumeCapacityPriority",
            "`VolumeCapacityPriority` was removed in 1.33, was alpha since 1.21. `StorageCapacityScoring` replaces it.",
        ),
        (
            "1.26",
            "DefaultPodTopologySpread=true",
            "unrecognized feature gate: DefaultPodTopologySpread",
            "`DefaultPodTopologySpread` was removed in 1.26, was GA since 1.24; its feature is always on. Drop it.",
        ),
        (
            "1.32",
            "OrderedNamespaceDeletion=true",
            "unrecognized feature gate: OrderedNamespaceDeletion",
            "v1.32.2 lacks `OrderedNamespaceDeletion`; later patch releases of 1.32 may have it.",
        ),
        (
            "1.34",
            "storageCapacityScorin=true",
            "unrecognized feature gate: storageCapacityScorin",
            "Did you mean `StorageCapacityScoring`?",
        ),
        (
            "1.29",
            "StorageCapacityScorin=true",
            "unrecognized feature gate: StorageCapacityScorin",
            "Did you mean `StorageCapacityScoring`? `StorageCapacityScoring` exists since Kubernetes 1.33.",
        ),
        ("1.29", "Nonsense=true", "unrecognized feature gate: Nonsense", None),
        (
            "1.30",
            "kube:AllAlpha=true",
            "unrecognized feature gate: kube:AllAlpha",
            "`kube:` is read since 1.31: write `AllAlpha`.",
        ),
        (
            "1.31",
            "wardle:AllAlpha=true",
            "component not registered: wardle",
            "kube-scheduler only registers `kube`: drop the prefix.",
        ),
        (
            "1.31",
            "kube:AllAlpha=true,AllBeta=true",
            "set kube feature gates with default empty prefix or kube: prefix consistently, do not mix use",
            "Omit the prefix everywhere.",
        ),
        (
            "1.30",
            "PodSchedulingReadiness=false",
            "cannot set feature gate PodSchedulingReadiness to false, feature is locked to true",
            "`PodSchedulingReadiness` is GA since 1.30 and can no longer be changed: drop it.",
        ),
        (
            "1.35",
            "GangScheduling=true",
            "GangScheduling is enabled, but depends on features that are disabled: [GenericWorkload]",
            "Also set `GenericWorkload=true`, or `GangScheduling=false`.",
        ),
    ],
)
def test_refused(name: str, value: str, message: str, advice: str | None) -> None:
    assert said(name, value) == [(message, advice)]


def test_every_mistake_is_said_once() -> None:
    messages = [message for message, _ in said("1.30", "Nonsense=1,AllBeta", "Nonsense=0,PodSchedulingReadiness=f")]
    assert messages == [
        "missing bool value for AllBeta",
        "unrecognized feature gate: Nonsense",
        "cannot set feature gate PodSchedulingReadiness to false, feature is locked to true",
    ]


def test_stable_and_deprecated_gates_are_warned_of() -> None:
    assert logged("1.25", "DefaultPodTopologySpread=true") == [
        (
            "Setting GA feature gate DefaultPodTopologySpread=true. It will be removed in a future release.",
            "`DefaultPodTopologySpread` is GA since 1.24: drop it. Since 1.26, it prevents the scheduler from "
            "starting.",
        )
    ]
    assert logged("1.34", "DynamicResourceAllocation=false") == [
        ("Setting GA feature gate DynamicResourceAllocation=false. It will be removed in a future release.", None)
    ]
    ((message, _),) = logged("1.33", "GitRepoVolumeDriver=true")
    assert message.startswith("Setting deprecated feature gate GitRepoVolumeDriver=true.")
    assert logged("1.33", "StorageCapacityScoring=true,AllAlpha=true") == []


def test_a_gate_that_is_refused_is_not_warned_of() -> None:
    assert logged("1.30", "PodSchedulingReadiness=false") == []
    assert len(logged("1.30", "PodSchedulingReadiness=true")) == 1


@every_release
@pytest.mark.parametrize(("group", "stage"), [("AllAlpha", "ALPHA"), ("AllBeta", "BETA")])
def test_all_of_a_stage(name: str, group: str, stage: str) -> None:
    release = releases.at(name)
    some = next(gate for gate, known in release.feature_gates.items() if known.stage == stage and gate != group)
    enabled = gates(name, f"{some}=false,{group}=true").enabled
    assert enabled[some] is False
    others = {gate for gate, known in release.feature_gates.items() if known.stage == stage} - {"AllAlpha", "AllBeta"}
    assert {gate for gate, on in enabled.items() if on} == others - {some} | {group}
    assert gates(name, f"{group}=true,{some}=false").enabled == enabled


def test_up_to_1_30_each_flag_is_applied_by_itself() -> None:
    """What an earlier flag spread over a stage stays; later releases join the flags, and the last word counts."""
    assert gates("1.30", "AllAlpha=true", "AllAlpha=false").enabled["StorageVersionAPI"] is True
    assert gates("1.31", "AllAlpha=true", "AllAlpha=false").enabled["StorageVersionAPI"] is False


def test_stages_that_depend_on_each_other() -> None:
    assert said("1.35", "AllAlpha=true") == []
    messages = [message for message, _ in said("1.35", "AllAlpha=true,AllBeta=false")]
    assert "DRADeviceBindingConditions is enabled, but depends on features that are disabled: " in messages[0]
    assert len(messages) > 1


@every_release
def test_a_release_starts_with_its_own_defaults(name: str) -> None:
    release = releases.at(name)
    value = ",".join(f"{gate}={gate_known.default}" for gate, gate_known in release.feature_gates.items())
    found = settings((value,), release)
    assert found.refused == ()
    assert with_feature_gates(release, found.enabled) is release


def test_a_switched_release_is_one_object() -> None:
    base = releases.at("1.33")
    one = with_feature_gates(base, {"StorageCapacityScoring": True, "AllBeta": False})
    assert one is with_feature_gates(base, {"StorageCapacityScoring": True})
    assert one is not base
    assert one.name == base.name
    assert one.enables("StorageCapacityScoring")
    assert not base.enables("StorageCapacityScoring")
    with pytest.raises(AssertionError, match="already set"):
        with_feature_gates(one, {"AllAlpha": True})


def changeable(plugin: GatedPlugin, release: Release) -> list[str]:
    """List the API versions in which a release lets the gate decide about the plugin."""
    gate = release.feature_gates.get(plugin.gate)
    if gate is None or gate.locked or release.number < plugin.since:
        return []
    return [version for version in plugin.places if version in release.default_plugins]


@pytest.mark.parametrize("plugin", GATED_PLUGINS, ids=lambda plugin: plugin.name)
def test_each_gated_plugin_is_decided_by_its_gate_somewhere(plugin: GatedPlugin) -> None:
    where = [release for release in releases.all_releases() if changeable(plugin, release)]
    assert where
    for release in where:
        assert plugin.name in release.plugins
        other = with_feature_gates(release, {plugin.gate: not release.feature_gates[plugin.gate].default})
        for version in changeable(plugin, release):
            for point in plugin.places[version]:
                is_there = plugin.name in dict(other.default_plugins[version].get(point, ()))
                assert is_there is (other.enables(plugin.gate) is plugin.runs_when)
                was_there = plugin.name in dict(release.default_plugins[version].get(point, ()))
                assert was_there is not is_there
        untouched = [version for version in release.api_versions if version not in plugin.places]
        assert all(other.default_plugins[version] == release.default_plugins[version] for version in untouched)


@every_release
def test_dependencies_are_of_gates_that_exist(name: str) -> None:
    release = releases.at(name)
    for gate, needed in release.gate_dependencies.items():
        assert {gate, *needed} <= release.feature_gates.keys()
    assert bool(release.gate_dependencies) == (release.number >= 35)


def test_history() -> None:
    assert gate_history.since("StorageCapacityScoring", releases.at("1.35")) == "alpha since 1.33"
    assert gate_history.since("DynamicResourceAllocation", releases.at("1.33")) == "beta since 1.32"
    assert gate_history.since("ContextualLogging", releases.at("1.32")) == "beta since 1.30"


def test_policies() -> None:
    old = policy.of(
        with_feature_gates(releases.at("1.18"), {"EvenPodsSpread": False, "ResourceLimitsPriorityFunction": True})
    )
    default = policy.of(releases.at("1.18"))
    assert default.predicates.keys() - old.predicates.keys() == {"EvenPodsSpread"}
    assert default.default_predicates - old.default_predicates == {"EvenPodsSpread"}
    changed = {"EvenPodsSpreadPriority", "ResourceLimitsPriority"}
    assert old.priorities.keys() ^ default.priorities.keys() == changed
    assert old.default_priorities.keys() ^ default.default_priorities.keys() == changed
    assert old.default_priorities["ResourceLimitsPriority"] == 1
    assert old.priorities["ResourceLimitsPriority"] == points("NodeResourceLimits")


@pytest.mark.parametrize("name", ["1.20", "1.21", "1.22"])
def test_policies_spread_by_selector_where_the_gate_is_off(name: str) -> None:
    off = policy.of(with_feature_gates(releases.at(name), {"DefaultPodTopologySpread": False}))
    assert off.priorities["SelectorSpreadPriority"] == points("SelectorSpread")
    assert not {"SelectorSpreadPriority", "EvenPodsSpreadPriority"} & off.args.keys()
    on = policy.of(releases.at(name))
    assert on.priorities["SelectorSpreadPriority"] == points("PodTopologySpread")


def points(plugin: str) -> dict[str, tuple[str, ...]]:
    return {"preScore": (plugin,), "score": (plugin,)}


def by_default(name: str, gates: dict[str, bool]) -> list[str]:
    refs = with_feature_gates(releases.at(name), gates).default_plugins["v1"]["multiPoint"]
    return [plugin for plugin, _ in refs]


def test_what_groups_of_pods_switch_on() -> None:
    """Upstream: `applyFeatureGates` of `pkg/scheduler/apis/config/v1/default_plugins.go` in 1.36.4 and 1.37.1."""
    generic = {"GenericWorkload": True}
    assert by_default("1.36", generic) == by_default("1.36", {})
    assert by_default("1.36", {**generic, "GangScheduling": True})[-1] == "GangScheduling"
    assert by_default("1.37", generic)[-2:] == ["NodeDeclaredFeatures", "GangScheduling"]
    placing = {**generic, "TopologyAwareWorkloadScheduling": True}
    assert by_default("1.37", placing)[-3:] == ["GangScheduling", "TopologyPlacementGenerator", "PodGroupPodsCount"]
    resizing = by_default("1.37", {"InPlacePodVerticalScalingSchedulerPreemption": True})
    assert resizing[resizing.index("DeferredPodScheduling") + 1] == "NodeResourcesFit"
    assert "NodeDeclaredFeatures" not in by_default("1.36", {"NodeDeclaredFeatures": False})


@pytest.mark.parametrize(
    ("gate", "message"),
    [
        ("GangScheduling=false", "unrecognized feature gate: GangScheduling"),
        ("SidecarContainers=true", "unrecognized feature gate: SidecarContainers"),
        (
            "NodeDeclaredFeatures=false",
            "cannot set feature gate NodeDeclaredFeatures to false, feature is locked to true",
        ),
        (
            "TopologyAwareWorkloadScheduling=true",
            "TopologyAwareWorkloadScheduling is enabled, but depends on features that are disabled: [GenericWorkload]",
        ),
    ],
)
def test_what_1_37_no_longer_takes(gate: str, message: str) -> None:
    assert [remark.message for remark in gates("1.37", gate).refused] == [message]


def test_unknown_gates_are_one_remark_with_the_first_ones() -> None:
    named = ",".join([*(f"Nonsense{number}=true" for number in range(80)), "StorageCapacityScorin=true"])
    remark = together(settings((named,), releases.at("1.33")).refused)
    assert remark.message == (
        "unrecognized feature gates: StorageCapacityScorin, Nonsense0, Nonsense1, Nonsense2, Nonsense3 and 76 more"
    )
    assert remark.help is not None
    assert remark.help.startswith("For `StorageCapacityScorin`: did you mean `StorageCapacityScoring`? Remove ")
    assert remark.help.endswith("`Nonsense4` and 75 more.")


def test_long_advice_about_several_gates_is_that_of_the_first_ones() -> None:
    named = "SidecarContainers=true,InPlacePodVerticalScaling=true,DRAAdminAccess=true,GangScheduling=true"
    remark = together(settings((named,), releases.at("1.22")).refused)
    assert remark.help is not None
    assert "`DRAAdminAccess` exists since" in remark.help
    assert "GangScheduling" not in remark.help
    assert remark.help.endswith("Correct or remove the others, too.")


def test_locked_gates_keep_their_own_messages() -> None:
    named = "AllAlpha=false,NodeSwap=false,DynamicResourceAllocation=false,Nonsense=true"
    remark = together(settings((named,), releases.at("1.37")).refused)
    assert remark.message.count("feature is locked to true") == 2
    assert remark.message.endswith("; unrecognized feature gate: Nonsense")
