"""A descheduler's policy beside a scheduler: what threads asked about, what goes together, and what does not."""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options

AGAINST, WITHOUT = "evicted-against-score", "evicted-without-plugin"
UNSCORED, UNSEEN = "unscored-threshold", "unseen-default-constraints"
RULES = {AGAINST, WITHOUT, UNSCORED, UNSEEN}

HIGH, LOW = "HighNodeUtilization", "LowNodeUtilization"
SPREAD = "RemovePodsViolatingTopologySpreadConstraint"


def profile(strategy: dict[str, Any] | None = None, name: str = "default-scheduler", **more: Any) -> dict[str, Any]:
    """Return a profile that scores by a strategy; by upstream's where there is none."""
    args = [] if strategy is None else [{"name": "NodeResourcesFit", "args": {"scoringStrategy": strategy}}]
    weighted = {"score": {"enabled": [{"name": "NodeResourcesFit", "weight": 15}]}}
    return {"schedulerName": name, "plugins": weighted, "pluginConfig": args, **more}


def configuration(*profiles: dict[str, Any], version: str = "v1", **more: Any) -> dict[str, Any]:
    kind = {"apiVersion": f"kubescheduler.config.k8s.io/{version}", "kind": "KubeSchedulerConfiguration"}
    return {**kind, "profiles": list(profiles), **more}


def policy(*strategies: tuple[str, dict[str, Any]], point: str = "balance", **evictor: Any) -> dict[str, Any]:
    config = [{"name": name, "args": args} for name, args in (*strategies, ("DefaultEvictor", evictor))]
    plugins = {point: {"enabled": [name for name, _ in strategies]}}
    of_profile = {"name": "default", "pluginConfig": config, "plugins": plugins}
    return {"apiVersion": "descheduler/v1alpha2", "kind": "DeschedulerPolicy", "profiles": [of_profile]}


def legacy(**strategies: dict[str, Any]) -> dict[str, Any]:
    enabled = {name: {"enabled": True, "params": params} for name, params in strategies.items()}
    return {"apiVersion": "descheduler/v1alpha1", "kind": "DeschedulerPolicy", "strategies": enabled}


def found(folder: Path, *files: dict[str, Any], kubernetes: str | None = None) -> list[str]:
    """List the rules that find something in a folder, of those about the descheduler."""
    for number, data in enumerate(files):
        (folder / f"{number}.yaml").write_text(json.dumps(data), encoding="utf-8")
    reports = validate_files([str(folder)], Options(kubernetes))
    rules = [one.rule for report in reports for document in report.documents for one in document.findings]
    return sorted(rule for rule in rules if rule in RULES)


LEAST = configuration(profile())
MOST = configuration(profile({"type": "MostAllocated"}))


def utilization(low: dict[str, int], high: dict[str, int] | None = None) -> dict[str, Any]:
    targets = {} if high is None else {"targetThresholds": high}
    return {"nodeResourceUtilizationThresholds": {"thresholds": low, **targets}}


THREADS: dict[int, tuple[dict[str, Any], dict[str, Any], list[str]]] = {
    # The policy alone does not explain it: with upstream's scores it fits, and where nodes are filled it does not.
    616: (
        legacy(
            LowNodeUtilization=utilization({"cpu": 50, "memory": 20, "pods": 70}, {"cpu": 70, "memory": 80, "pods": 80})
        ),
        MOST,
        [AGAINST],
    ),
    # "So I need a configuration that is not the default?"
    668: (legacy(HighNodeUtilization=utilization({"cpu": 20, "memory": 20, "pods": 20})), LEAST, [AGAINST]),
    725: (
        {
            "deschedulerPolicy": {
                "strategies": {
                    HIGH: {"enabled": True, "params": {**utilization({"memory": 20}), "numberOfNodes": 0}},
                    LOW: {"enabled": False},
                }
            },
            "schedule": "5 10 * * *",
        },
        LEAST,
        [AGAINST],
    ),
    749: (policy((HIGH, {"thresholds": {"cpu": 20, "memory": 20}})), LEAST, [AGAINST]),
    # Evicted and put back on the same node: where the scheduler prefers fuller nodes.
    994: (
        legacy(
            LowNodeUtilization=utilization({"cpu": 20, "memory": 20, "pods": 20}, {"cpu": 50, "memory": 50, "pods": 50})
        ),
        MOST,
        [AGAINST],
    ),
    # They wanted full nodes.
    1026: (
        legacy(
            LowNodeUtilization=utilization({"cpu": 40, "memory": 40, "pods": 20}, {"cpu": 70, "memory": 70, "pods": 50})
        ),
        MOST,
        [AGAINST],
    ),
    # This goes together: what they saw, the descheduler does by itself.
    1461: (
        policy(
            (HIGH, {"thresholds": {"cpu": 70, "memory": 70}, "evictableNamespaces": {"exclude": ["kube-system"]}}),
            nodeFit=True,
            ignorePvcPods=True,
        ),
        MOST,
        [],
    ),
    609: (
        policy((SPREAD, {})),
        configuration(
            profile(
                pluginConfig=[
                    {
                        "name": "PodTopologySpread",
                        "args": {
                            "defaultingType": "List",
                            "defaultConstraints": [
                                {
                                    "maxSkew": 1,
                                    "topologyKey": "topology.kubernetes.io/zone",
                                    "whenUnsatisfiable": "ScheduleAnyway",
                                }
                            ],
                        },
                    }
                ]
            )
        ),
        [UNSEEN],
    ),
}


def test_strategies_of_the_older_version_do_nothing_in_the_newer_one(tmp_path: Path) -> None:
    """As in thread 1402: the descheduler evicts nothing by them."""
    written = legacy(HighNodeUtilization=utilization({"cpu": 20}))
    assert found(tmp_path, LEAST, {**written, "apiVersion": "descheduler/v1alpha2"}) == []


@pytest.mark.parametrize("thread", THREADS)
def test_a_thread_of_the_descheduler(thread: int, tmp_path: Path) -> None:
    asked, scheduler, expected = THREADS[thread]
    assert found(tmp_path, scheduler, asked) == expected


@pytest.mark.parametrize("thread", [thread for thread, (_, _, rules) in THREADS.items() if AGAINST in rules])
def test_the_opposite_scores_settle_a_thread(thread: int, tmp_path: Path) -> None:
    asked, scheduler, _ = THREADS[thread]
    assert found(tmp_path, LEAST if scheduler is MOST else MOST, asked) == []


RISING = [{"utilization": 0, "score": 0}, {"utilization": 100, "score": 10}]
FALLING = [{"utilization": 0, "score": 10}, {"utilization": 100, "score": 0}]
GPU = {"resources": [{"name": name, "weight": 1} for name in ("cpu", "memory", "nvidia.com/gpu")]}
FILLING = [
    {"type": "MostAllocated"},
    {"type": "MostAllocated", **GPU},
    {"type": "RequestedToCapacityRatio", "requestedToCapacityRatio": {"shape": RISING}},
    {"type": "RequestedToCapacityRatio", "requestedToCapacityRatio": {"shape": RISING}, **GPU},
]
SPREADING = [
    None,
    {"type": "LeastAllocated"},
    {"type": "LeastAllocated", **GPU},
    {"type": "RequestedToCapacityRatio", "requestedToCapacityRatio": {"shape": FALLING}},
]
SCORED_BY_ALL = [["cpu"], ["memory"], ["cpu", "memory"], ["cpu", "memory", "pods"], ["pods"]]


def args_of(strategy: str, resources: list[str]) -> dict[str, Any]:
    low, high = dict.fromkeys(resources, 20), dict.fromkeys(resources, 60)
    return {"thresholds": low} if strategy == HIGH else {"thresholds": low, "targetThresholds": high}


def pairs(high: list[Any], low: list[Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield configurations and policies: some scores for the one strategy, others for the other."""
    for strategy, scores in ((HIGH, high), (LOW, low)):
        for score, resources, is_legacy in product(scores, SCORED_BY_ALL, (False, True)):
            args = args_of(strategy, resources)
            written = legacy(**{strategy: utilization(args["thresholds"], args.get("targetThresholds"))})
            yield configuration(profile(score)), written if is_legacy else policy((strategy, args))


GOOD, BAD = list(pairs(FILLING, SPREADING)), list(pairs(SPREADING, FILLING))


def test_there_are_fifty_pairs() -> None:
    assert len(GOOD) >= 50


@pytest.mark.parametrize(("scheduler", "beside"), GOOD)
def test_nothing_is_found_in_what_goes_together(scheduler: Any, beside: Any, tmp_path: Path) -> None:
    assert found(tmp_path, scheduler, beside) == []


@pytest.mark.parametrize(("scheduler", "beside"), BAD)
def test_what_contradicts_is_found(scheduler: Any, beside: Any, tmp_path: Path) -> None:
    assert found(tmp_path, scheduler, beside) == [AGAINST]


STRATEGIES: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "taints": ("RemovePodsViolatingNodeTaints", {}, "filter", "TaintToleration"),
    "soft taints": (
        "RemovePodsViolatingNodeTaints",
        {"includePreferNoSchedule": True},
        "score",
        "TaintToleration",
    ),
    "anti-affinity": ("RemovePodsViolatingInterPodAntiAffinity", {}, "filter", "InterPodAffinity"),
    "affinity": (
        "RemovePodsViolatingNodeAffinity",
        {"nodeAffinityType": ["preferredDuringSchedulingIgnoredDuringExecution"]},
        "score",
        "NodeAffinity",
    ),
    "spread": (SPREAD, {}, "filter", "PodTopologySpread"),
    "soft spread": (SPREAD, {"constraints": ["ScheduleAnyway"]}, "score", "PodTopologySpread"),
}


@pytest.mark.parametrize("case", STRATEGIES)
@pytest.mark.parametrize(("is_disabled", "expected"), [(True, [WITHOUT]), (False, [])])
def test_a_strategy_needs_its_plugin(case: str, is_disabled: bool, expected: list[str], tmp_path: Path) -> None:
    strategy, args, needed, plugin = STRATEGIES[case]
    disabled = {needed: {"disabled": [{"name": plugin}]}} if is_disabled else {}
    scheduler = configuration(profile(plugins=disabled))
    point = "balance" if strategy == SPREAD else "deschedule"
    assert found(tmp_path, scheduler, policy((strategy, args), point=point)) == expected


def test_a_plugin_of_ones_own_may_do_it(tmp_path: Path) -> None:
    plugins = {"filter": {"disabled": [{"name": "TaintToleration"}], "enabled": [{"name": "OwnTaints"}]}}
    beside = policy(("RemovePodsViolatingNodeTaints", {}), point="deschedule")
    assert found(tmp_path, configuration(profile(plugins=plugins)), beside) == []


def test_an_extender_may_score(tmp_path: Path) -> None:
    extenders = [{"urlPrefix": "https://scorer.example", "prioritizeVerb": "score", "weight": 1}]
    beside = policy((HIGH, {"thresholds": {"cpu": 20}}))
    assert found(tmp_path, configuration(profile(), extenders=extenders), beside) == []


@pytest.mark.parametrize(
    ("evictor", "expected"), [({}, [AGAINST]), ({"labelSelector": {"matchLabels": {"a": "b"}}}, [])]
)
def test_of_two_profiles_one_may_be_left_alone(evictor: Any, expected: list[str], tmp_path: Path) -> None:
    both = configuration(profile(), profile({"type": "MostAllocated"}, "packing"))
    assert found(tmp_path, both, policy((HIGH, {"thresholds": {"cpu": 20}}), **evictor)) == expected


def test_a_selection_helps_nothing_where_all_profiles_contradict(tmp_path: Path) -> None:
    beside = policy((HIGH, {"thresholds": {"cpu": 20}}), labelSelector={"matchLabels": {"a": "b"}})
    assert found(tmp_path, LEAST, beside) == [AGAINST]


def test_plugins_of_their_own_packed_up_to_1_22(tmp_path: Path) -> None:
    plugins = {
        "score": {
            "disabled": [{"name": "NodeResourcesLeastAllocated"}],
            "enabled": [{"name": "NodeResourcesMostAllocated", "weight": 5}],
        }
    }
    packing = configuration(profile(plugins=plugins), version="v1beta1")
    high, low = (policy((one, args_of(one, ["cpu"]))) for one in (HIGH, LOW))
    assert found(tmp_path, packing, high, kubernetes="1.21") == []
    assert found(tmp_path, packing, low, kubernetes="1.21") == [AGAINST]


@pytest.mark.parametrize("metrics", [{"source": "KubernetesMetrics"}, {"metricsServer": True}])
def test_usage_is_not_what_is_scored(metrics: dict[str, Any], tmp_path: Path) -> None:
    beside = policy((LOW, {**args_of(LOW, ["cpu"]), "metricsUtilization": metrics}))
    assert found(tmp_path, LEAST, {**beside, "metricsCollector": {"enabled": True}}) == [UNSCORED]
    assert found(tmp_path, LEAST, beside) == []  # the descheduler cannot build the profile


@pytest.mark.parametrize(("target", "expected"), [(60, [UNSCORED]), (100, [])])
def test_a_threshold_of_what_is_not_scored(target: int, expected: list[str], tmp_path: Path) -> None:
    gpu = "nvidia.com/gpu"
    beside = policy((LOW, {"thresholds": {"cpu": 20, gpu: 20}, "targetThresholds": {"cpu": 60, gpu: target}}))
    assert found(tmp_path, LEAST, beside) == expected


def test_without_any_scheduler_nothing_is_known(tmp_path: Path) -> None:
    assert found(tmp_path, policy((HIGH, {"thresholds": {"cpu": 20}}))) == []


@pytest.mark.parametrize(
    "odd",
    [
        {"profiles": None},
        {"profiles": [None, 1, {"plugins": [], "pluginConfig": {}}]},
        {
            "profiles": [
                {"pluginConfig": [{"name": LOW, "args": 3}], "plugins": {"balance": {"enabled": [LOW, 7, None]}}}
            ]
        },
        {"profiles": [{"pluginConfig": [{"name": HIGH, "args": {"thresholds": {"cpu": "x", "memory": None}}}]}]},
        {"strategies": {HIGH: None, LOW: {"enabled": "yes", "params": []}}},
        {"strategies": []},
        {"nodeSelector": {"a": "b"}, "profiles": [{"plugins": {"balance": {"enabled": HIGH}}}]},
    ],
)
def test_what_has_another_shape_counts_as_not_written(odd: dict[str, Any], tmp_path: Path) -> None:
    written = {"apiVersion": "descheduler/v1alpha2", "kind": "DeschedulerPolicy", **odd}
    assert found(tmp_path, LEAST, written, {"kind": "ConfigMap", "data": {"p": json.dumps(written)}}) == []


@pytest.mark.parametrize(
    "values",
    [
        lambda values: {"kind": "HelmRelease", "apiVersion": "helm.toolkit.fluxcd.io/v2", "spec": {"values": values}},
        lambda values: {
            "kind": "Application",
            "apiVersion": "argoproj.io/v1alpha1",
            "spec": {"source": {"helm": {"valuesObject": values}}},
        },
        lambda values: {
            "apiVersion": "v1",
            "kind": "List",
            "items": [{"kind": "HelmRelease", "spec": {"values": values}}],
        },
    ],
)
def test_values_of_the_chart_may_be_in_other_manifests(values: Any, tmp_path: Path) -> None:
    written = policy((HIGH, {"thresholds": {"cpu": 20}}))
    beside = values({"deschedulerPolicy": {"profiles": written["profiles"]}})
    assert found(tmp_path, LEAST, beside) == [AGAINST]
